"""The JSON Schema of job files accepts what the reader accepts, and refuses what a schema can see: names, types, ranges, choices, lengths."""

import copy
import json
import math
import pathlib
import random
import shutil
import subprocess
import sys

import pytest
from test_command import trainspec

tomllib = pytest.importorskip("tomllib", reason="Python 3.11 reads TOML")
jsonschema = pytest.importorskip("jsonschema")

ROOT = pathlib.Path(__file__).parents[2]
SEEN = {"TS1101", "TS1102", "TS1201", "TS1202", "TS1203", "TS1301", "TS1302"}
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
CASES = sorted((ROOT / "tests" / "cases").glob("*.toml"))


@pytest.fixture(scope="module")
def schema():
    done = trainspec("schema")
    assert done.returncode == 0 and done.stderr == ""
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def validator(schema):
    jsonschema.Draft4Validator.check_schema(schema)
    return jsonschema.Draft4Validator(schema)


def document(path):
    """What a file holds; None: it is no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None


@pytest.mark.parametrize("path", EXAMPLES, ids=[p.stem for p in EXAMPLES])
def test_an_example_is_valid(validator, path):
    validator.validate(document(path))


def test_a_case_is_valid_unless_the_reader_refuses_a_name_or_a_value(validator):
    valid = refused = 0
    for path in CASES:
        found = document(path)
        if found is None:
            continue
        expected = path.with_name(path.name + ".expect").read_text().splitlines()
        wrong = any(line != "good" and line.split()[1] in SEEN for line in expected)
        assert validator.is_valid(found) != wrong, path.name
        valid, refused = valid + (not wrong), refused + wrong
    assert valid > 60 and refused > 10


def fields(schema, path=()):
    for name, inner in schema["properties"].items():
        if name == "extends":
            continue
        if "properties" in inner:
            yield from fields(inner, (*path, name))
        else:
            yield (*path, name), inner


VALUES = [0, 1, 2, -1, 7, 2**31, 2**63 - 1, -(2**63), 0.5, -0.5, 1.0, 1e30, math.inf, True, False, "", "native", "4B", "float32"]
VALUES += ["huggingface_v5", [], [1], [1, 2], [0.9, 0.95], ["a"], [0.5], [-1, 2], ["a"] * 20, [True], [[]], {}, {"a": 1}, [{}], [{"a": 1}]]
VALUES += [[{"pattern": "x", "lr": 1}], [{"target": "a.b", "fqns": ["x"], "kwargs": {"a": 1, "b": "c"}}], {"a": {}}, [None], None]


def test_the_schema_and_the_reader_agree_on_any_value_of_any_field(schema, validator, tmp_path):
    """One field is given one value; what both are asked is whether a name, a type, a range, a choice or a length is wrong."""
    dice = random.Random(20)
    jobs = []
    for path, _ in fields(schema):
        for value in dice.sample(VALUES, 12):
            if value == math.inf:
                continue  # JSON has none
            inner = copy.deepcopy(value)
            for name in reversed(path):
                inner = {name: inner}
            jobs.append(inner)
    for section in schema["properties"]:
        jobs += [{section: value} for value in (None, 1, "x", [], [{}], {"unheard_of": 1}) if section != "extends"]
    for i, job in enumerate(jobs):
        (tmp_path / f"{i}.json").write_text(json.dumps(job))
    done = trainspec("check", *[f"{i}.json" for i in range(len(jobs))], "--format", "json", cwd=tmp_path)
    wrong = {}
    for issue in json.loads(done.stdout)["issues"]:
        if issue["code"] in SEEN:
            wrong[issue["file"]] = issue["message"]
    refused = 0
    for i, job in enumerate(jobs):
        said = wrong.get(f"{i}.json")
        assert validator.is_valid(job) == (said is None), (job, said)
        refused += said is not None
    assert refused > 1000 and len(jobs) - refused > 150


def test_a_schema_is_written_whole_and_replaces_an_older_one(schema, tmp_path):
    assert trainspec("schema", "-o", "s.json", cwd=tmp_path).returncode == 0
    assert json.loads((tmp_path / "s.json").read_text()) == schema
    (tmp_path / "s.json").write_text("old")
    assert trainspec("schema", "-o", "s.json", cwd=tmp_path).returncode == 0
    assert json.loads((tmp_path / "s.json").read_text()) == schema
    assert [p.name for p in tmp_path.iterdir()] == ["s.json"]
    done = trainspec("schema", "-o", "no/such/folder.json", cwd=tmp_path)
    assert done.returncode == 2 and "no/such/folder.json" in done.stderr


WRONG = {
    'training = {seq_len = "4096"}\n': ":1:",
    "[training]\nsteqs = 1\n": ":2:",
    '[model]\nbackend = "natve"\n': ":2:",
    "[optimizer]\nlr = -1.0\n": ":2:",
    "[optimizer]\nbetas = [0.9]\n": ":2:",
}


def tool(name):
    found = shutil.which(name, path=str(pathlib.Path(sys.executable).parent)) or shutil.which(name)
    return found or pytest.skip(f"{name} is not installed")


@pytest.mark.parametrize("name", ["taplo", "tombi"])
def test_linters_of_toml_language_servers_agree(schema, tmp_path, name):
    program = tool(name)
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    (tmp_path / "tombi.toml").write_text('[[schemas]]\npath = "schema.json"\ninclude = ["job*.toml"]\n')

    def lint(content):
        (tmp_path / "job.toml").write_text(content)
        words = {
            "taplo": ["lint", "--schema", (tmp_path / "schema.json").as_uri(), "job.toml"],
            "tombi": ["lint", "--offline", "--no-cache", "job.toml"],
        }[name]
        return subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    for path in EXAMPLES:
        done = lint(path.read_text())
        assert done.returncode == 0, (path.name, done.stdout + done.stderr)
    for content, place in WRONG.items():
        done = lint(content)
        assert done.returncode != 0 and "job.toml" + place in done.stdout + done.stderr, content
