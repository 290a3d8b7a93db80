"""What `check` writes for CI systems, and the pre-commit hook.

With TRAINSPEC_SARIF_SCHEMA=FILE (the official sarif-schema-2.1.0.json of OASIS) and the package jsonschema, SARIF is validated too.
"""

import json
import os
import pathlib
import re
import xml.etree.ElementTree as ElementTree

import pytest
from test_command import trainspec

ROOT = pathlib.Path(__file__).parents[2]
CASES = sorted(p.name for p in (ROOT / "tests" / "cases").iterdir() if p.suffix in (".toml", ".json"))


@pytest.fixture(scope="module")
def sarif():
    done = trainspec("check", *CASES, "none.toml", "--format", "sarif", cwd=ROOT / "tests" / "cases")
    assert done.returncode == 2 and done.stderr == ""
    return json.loads(done.stdout)


def test_sarif_of_many_files_is_one_run_whose_indices_agree(sarif):
    (run,) = sarif["runs"]
    rules, artifacts = run["tool"]["driver"]["rules"], run["artifacts"]
    assert [a["location"]["uri"] for a in artifacts] == [*CASES, "none.toml"]
    assert len({r["id"] for r in rules}) == len(rules) and len(run["results"]) > 40
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
        for location in result["locations"]:
            place = location["physicalLocation"]["artifactLocation"]
            assert artifacts[place["index"]]["location"]["uri"] == place["uri"]


def test_sarif_replacements_stand_on_what_they_replace(sarif):
    seen = 0
    for result in sarif["runs"][0]["results"]:
        for fix in result.get("fixes", []):
            (change,) = fix["artifactChanges"]
            (one,) = change["replacements"]
            region = one["deletedRegion"]
            text = (ROOT / "tests" / "cases" / change["artifactLocation"]["uri"]).read_text(encoding="utf-8-sig")
            line = text.split("\n")[region["startLine"] - 1]
            old = line[region["startColumn"] - 1 : region["endColumn"] - 1]
            assert old and old == old.strip() and old != one["insertedContent"]["text"]
            seen += 1
    assert seen >= 10


def test_sarif_follows_the_official_schema(sarif):
    jsonschema = pytest.importorskip("jsonschema")
    if "TRAINSPEC_SARIF_SCHEMA" not in os.environ:
        pytest.skip("TRAINSPEC_SARIF_SCHEMA does not name the schema")
    schema = json.loads(pathlib.Path(os.environ["TRAINSPEC_SARIF_SCHEMA"]).read_text())
    jsonschema.Draft4Validator(schema).validate(sarif)


def test_junit_of_many_files_is_one_document_that_adds_up():
    done = trainspec("check", *CASES, "none.toml", "--format", "junit", cwd=ROOT / "tests" / "cases")
    root = ElementTree.fromstring(done.stdout.encode())
    assert [suite.get("name") for suite in root] == [*CASES, "none.toml"]
    for what, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        for suite in root:
            assert int(suite.get(what)) == len(list(suite.iter(tag)))
        assert int(root.get(what)) == sum(int(suite.get(what)) for suite in root)


def test_every_annotation_is_a_line_and_a_good_job_has_none():
    done = trainspec("check", *CASES, "--format", "github", cwd=ROOT / "tests" / "cases")
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and len(lines) > 40
    assert all(re.match(r"::(error|warning|notice) file=[^:]+,title=TS\d{4}%3A [^:]+::.", line) for line in lines)
    good = trainspec("check", ROOT / "examples" / "native_4b.toml", "--format", "github")
    assert good.returncode == 0 and good.stdout == ""


def test_the_pre_commit_hook_runs_a_script_that_the_package_installs():
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text()
    keys = dict(re.findall(r"^[- ] (\w+): (.+)$", hook, re.M))
    assert keys["id"] == "trainspec-check" and keys["language"] == "python"
    script, command = keys["entry"].split()
    scripts = (ROOT / "pyproject.toml").read_text().split("[project.scripts]")[1].split("[")[0]
    assert re.search(rf"^{script} = ", scripts, re.M) and trainspec(command, "--help").returncode == 0
    files = re.compile(keys["files"])
    assert files.search("jobs/a.toml") and files.search("x/4b.job.json") and not files.search("pyproject.toml")
