"""The command line, as its contract has it."""

import json
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
GOOD = '[model]\nflavor = "4B"\n'
WARNS = GOOD + "[model.rope_scaling]\nfactor = 2.0\n"
DIALECT = (ROOT / "tests" / "cases" / "the_dialect_of_the_articles.toml").read_text()


def trainspec(*arguments, stdin=None, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "trainspec", *map(str, arguments)], input=stdin, capture_output=True, text=True, cwd=cwd, timeout=60
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=[e.stem for e in EXAMPLES])
def test_what_show_prints_is_the_same_job(tmp_path, example):
    shown = trainspec("show", example, cwd=tmp_path)
    assert shown.returncode == 0
    (tmp_path / "copy.toml").write_text(shown.stdout)
    again = trainspec("show", "copy.toml", cwd=tmp_path)
    assert again.stdout == shown.stdout


def test_show_as_json_is_a_job_file_too(tmp_path):
    shown = trainspec("show", "-", "--format", "json", stdin=GOOD)
    copy = tmp_path / "job.json"
    copy.write_text(shown.stdout)
    assert json.loads(shown.stdout)["model"]["n_layers"] == 36
    assert trainspec("check", copy).returncode == 0


def test_of_several_files_the_highest_exit_code_counts_and_the_json_report_is_one(tmp_path):
    (tmp_path / "good.toml").write_text(GOOD)
    (tmp_path / "bad.toml").write_text(GOOD + "[training]\nsteps = 0\n")
    done = trainspec("check", "good.toml", "bad.toml", "--format", "json", cwd=tmp_path)
    report = json.loads(done.stdout)
    assert done.returncode == 1 and report["files"] == ["good.toml", "bad.toml"] and report["summary"]["errors"] == 1
    assert trainspec("check", "good.toml", "none.toml", "bad.toml", cwd=tmp_path).returncode == 2


def test_options_stand_before_or_after_the_file(tmp_path):
    (tmp_path / "job.toml").write_text(GOOD)
    for arguments in [("--set", "training.steps=0", "job.toml"), ("job.toml", "--set", "training.steps=0")]:
        done = trainspec("check", *arguments, cwd=tmp_path)
        assert done.returncode == 1 and "--> --set argument 1, column 16" in done.stderr, done.stderr


def test_warnings_are_denied_or_allowed():
    assert trainspec("check", "-", stdin=WARNS).returncode == 0
    assert trainspec("check", "-", "--deny-warnings", stdin=WARNS).returncode == 1
    assert trainspec("check", "-", "--deny-warnings", "--allow", "TS2105", stdin=WARNS).returncode == 0


def test_the_target_can_be_named():
    text = GOOD + '[machine]\ninstance = "8xH100"\n[model.rope_scaling]\n'
    assert trainspec("check", "-", "--target", "torchtitan-0.2", stdin=text).returncode == 0
    refused = trainspec("check", "-", "--target", "libtorch", stdin=text)
    assert refused.returncode == 1 and "TS7003" in refused.stderr


def test_every_old_name_of_the_dialect_is_answered_with_the_new_one():
    done = trainspec("check", "-", "--format", "json", stdin=DIALECT)
    assert done.returncode == 1
    issues = {i["path"]: i for i in json.loads(done.stdout)["issues"]}
    for old, new in {
        "job.experiment_name": "job.name",
        "job.model_parallel_size": "parallelism.data_parallel_shard_degree",
        "job.enable_checkpoint": "checkpoint.enable",
        "job.checkpoint_folder": "checkpoint.folder",
        "model.name": "model.family",
        "model.tokenizer_path": "model.hf_assets_path",
        "training.batch_size": "training.local_batch_size",
        "training.gradient_accumulation_steps": "training.global_batch_size",
    }.items():
        assert new in issues[old]["message"], old
    assert issues["model.norm_type"]["code"] == "TS1101"
    assert issues["model.flavor"]["code"] == "TS2002" and "32B" in issues["model.flavor"]["message"]


def test_explain_knows_fields_codes_and_chains(tmp_path):
    (tmp_path / "job.toml").write_text(GOOD + "n_layers = 4\n")
    said = trainspec("explain", "model.n_layers", "job.toml", "--set", "model.n_layers=2", cwd=tmp_path).stdout
    assert [line.strip() for line in said.splitlines()[-4:]] == [
        "value     2  (--set model.n_layers=2)",
        "over 4  (job.toml:3:12)",
        "over 36  (preset 4B)",
        "over 0  (default)",
    ]
    assert "nki-library" in trainspec("explain", "TS2103").stdout
    wrong = trainspec("explain", "training.seqlen")
    assert wrong.returncode == 2 and "training.seq_len" in wrong.stderr


def test_presets_are_listed_and_described():
    listed = trainspec("presets").stdout
    assert "235B-A22B" in listed and "trn2.48xlarge" in listed and "neuron-2.33" in listed
    assert "devices_per_node = 64" in trainspec("presets", "trn2.48xlarge").stdout
    described = trainspec("presets", "4B").stdout
    assert "4,022,468,096" in described
    assert trainspec("check", "-", stdin=described).returncode == 0
    assert trainspec("presets", "nothing").returncode == 2


@pytest.mark.parametrize("arguments", [(), ("nothing",), ("check",), ("check", "a", "--format", "xml"), ("run", "a", "--engine", "x")])
def test_wrong_usage_exits_2(arguments):
    assert trainspec(*arguments).returncode == 2


def test_run_refuses_a_wrong_job_before_anything_starts(tmp_path):
    (tmp_path / "job.toml").write_text('[model]\nflavor = "30B-A3B"\n')
    done = trainspec("run", "job.toml", cwd=tmp_path)
    assert done.returncode == 1 and "TS7003" in done.stderr and "TS4101" in done.stderr


def test_the_page_of_codes_is_fresh_and_complete():
    page = (ROOT / "docs" / "rules.md").read_text()
    assert page == trainspec("explain", "--all").stdout, "stale: trainspec explain --all >docs/rules.md"
    sources = [*(ROOT / "include").rglob("*.hpp"), *(ROOT / "tools").glob("*.cpp")]
    used = {code for source in sources for code in re.findall(r'"(TS\d{4})"', source.read_text())}
    rows = re.findall(r"^\| (TS\d{4}) \| (.+?) \| (.+?) \| ", page, re.M)
    assert sorted(code for code, _, _ in rows) == sorted(used)
    for code, title, why in rows:
        said = trainspec("explain", code).stdout
        assert said.startswith(f"{code}: {title}\n") and why.replace("\\|", "|") in " ".join(said.split()), code


def test_a_code_that_is_no_warning_cannot_be_allowed():
    assert trainspec("check", "-", "--allow", "TS2101", stdin=GOOD).returncode == 2
    refused = trainspec("check", "-", stdin=GOOD + '[check]\nallow = ["TS2105", "TS9999"]\n')
    assert refused.returncode == 1 and "TS1303" in refused.stderr and "<stdin>:4:20" in refused.stderr


def test_diff_tells_by_its_exit_code_whether_two_jobs_differ(tmp_path):
    (tmp_path / "a.toml").write_text(GOOD)
    (tmp_path / "b.toml").write_text('extends = "a.toml"\n[training]\nsteps = 7\n')
    (tmp_path / "c.toml").write_text('extends = "b.toml"\n[training]\nsteps = 10000\n')
    (tmp_path / "wrong.toml").write_text("[training]\nsteps = 0\n")
    same = trainspec("diff", "a.toml", "c.toml", cwd=tmp_path)
    assert (same.returncode, same.stderr) == (0, "") and same.stdout.endswith("no difference\n")
    other = trainspec("diff", "a.toml", "b.toml", "--format", "json", cwd=tmp_path)
    assert other.returncode == 1
    assert {"path": "training.steps", "a": {"value": 10000, "origin": "default"}, "b": {"value": 7, "origin": "b.toml:3:9"}} in json.loads(
        other.stdout
    )["differences"]
    for wrong in ("wrong.toml", "nothing.toml"):
        trouble = trainspec("diff", "a.toml", wrong, cwd=tmp_path)
        assert trouble.returncode == 2 and not trouble.stdout and wrong in trouble.stderr


def test_a_base_is_read_by_every_command(tmp_path):
    (tmp_path / "base.toml").write_text(GOOD + "[training]\nseq_len = 4096\n")
    (tmp_path / "job.toml").write_text('extends = "base.toml"\n')
    assert trainspec("check", "job.toml", cwd=tmp_path).returncode == 0
    assert "seq_len = 4096  # base.toml:4:11" in trainspec("show", "job.toml", "--origins", cwd=tmp_path).stdout
    assert "base.toml:4:11" in trainspec("explain", "training.seq_len", "job.toml", cwd=tmp_path).stdout
    (tmp_path / "base.toml").write_text("[training]\nstps = 1\n")
    said = json.loads(trainspec("check", "job.toml", "--format", "json", cwd=tmp_path).stdout)
    assert ("TS1101", "base.toml", 2) in {(i["code"], i["file"], i["line"]) for i in said["issues"]}
