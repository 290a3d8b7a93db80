import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import pytest

import trainspec as ts

ROOT = pathlib.Path(__file__).parents[2]
GOOD = '[model]\nflavor = "4B"\n[training]\nsteps = 1000\n'
NKI = '[model]\nbackend = "nki_moe"\nflavor = "30B-A3B"\n[machine]\ninstance = "trn2.48xlarge"\n[training]\nseq_len = 4000\n'


def test_a_good_job_validates_and_knows_its_parameters():
    job = ts.loads(GOOD)
    assert job.parameters == 4_022_468_096
    valid = job.validate()
    assert isinstance(valid, ts.ValidatedJob) and valid.target == "torchtitan-0.3" and valid.report.ok
    assert ts.validate(job, target="torchtitan-0.2").target == "torchtitan-0.2"


def test_all_errors_of_a_text_come_at_once_with_their_places():
    with pytest.raises(ts.SpecError) as caught:
        ts.loads('[model]\nflavour = "4B"\n[training]\nsteps = "ten"\n[optimiser]\nlr = 1\n', name="job.toml")
    issues = caught.value.issues
    assert [(i.code, i.file, i.line) for i in issues] == [("TS1101", "job.toml", 2), ("TS1201", "job.toml", 4), ("TS1102", "job.toml", 5)]
    assert issues[0].fix == 'flavor = "4B"'
    assert "job.toml:4:9" in str(caught.value)


def test_a_broken_rule_is_for_check_and_validate_not_for_loads():
    job = ts.loads(NKI, name="job.toml")
    report = job.check()
    assert not report.ok and report.errors == 1 and not report
    (issue,) = report.issues
    assert (issue.code, issue.path, issue.value) == ("TS2103", "training.seq_len", "4000")
    assert (issue.line, issue.column, issue.end_column) == (7, 11, 15)
    assert issue.fix == "seq_len = 4096" and issue.origin == "job.toml:7:11"
    assert issue.related[0]["origin"] == "preset trn2.48xlarge"
    with pytest.raises(ts.SpecError, match="TS2103") as caught:
        ts.validate(job)
    assert caught.value.issues[0].code == "TS2103"


def test_the_json_report_is_json_with_the_contract_fields():
    report = json.loads(ts.loads(NKI).check().to_json())
    assert report["version"] == 1 and report["summary"] == {"errors": 1, "warnings": 0}
    assert report["issues"][0]["source"].startswith("nki-library")


def test_settings_are_stronger_than_the_text():
    assert ts.loads(NKI, settings=["training.seq_len=4096"]).check().ok


def test_toml_out_is_read_back_as_the_same_job():
    job = ts.loads(GOOD)
    assert ts.loads(job.to_toml()) == job
    assert job.to_dict()["model"]["n_layers"] == 36
    assert job != ts.loads(NKI) and job != 4
    assert "# preset 4B" in job.to_toml(origins=True)


def test_a_dict_has_the_values_and_not_how_a_file_spells_them():
    values = ts.loads('[job]\nname = "a$$b"\n[override]\nimports = [{target = "a.b", kwargs = {n = 3, x = inf, on = true}}]\n').to_dict()
    assert values["job"]["name"] == "a$b"
    assert values["override"]["imports"][0]["kwargs"] == {"n": 3, "x": math.inf, "on": True}
    assert [type(values[s][f]) for s, f in [("training", "steps"), ("optimizer", "lr"), ("optimizer", "betas")]] == [int, float, list]


def test_repr_is_one_short_line():
    assert repr(ts.loads(GOOD)) == "<Job '4B' for torchtitan-0.3>"
    assert repr(ts.loads(GOOD).validate()) == "<ValidatedJob '4B' for torchtitan-0.3>"
    assert repr(ts.loads("")) == "<Job 'unnamed' for torchtitan-0.3>"
    assert len(repr(ts.loads(GOOD, settings=["job.name=" + "x" * 10_000]))) < 100


def test_a_model_too_big_to_count_is_an_error_at_the_field():
    with pytest.raises(ts.SpecError) as caught:
        ts.loads("[model]\ndim = 4000000000000000000\nn_layers = 4000\n")
    assert [(i.code, i.path, i.line) for i in caught.value.issues] == [("TS1301", "model.dim", 2)]


def test_validating_a_file_reports_what_reading_and_the_rules_say_at_once(tmp_path):
    job = tmp_path / "job.toml"
    job.write_text('[model]\nflavor = "4B"\n' + "[training]\nsteps = 0\nglobal_batch_size = 7\nlocal_batch_size = 2\n")
    with pytest.raises(ts.SpecError) as caught:
        ts.validate(job)
    assert {"TS1301", "TS4001"} <= {i.code for i in caught.value.issues}


def test_what_an_issue_lacks_is_none():
    with pytest.raises(ts.SpecError) as caught:
        ts.loads("[")
    (issue,) = caught.value.issues
    assert (issue.code, issue.severity, issue.line) == ("TS1001", "error", 1)
    assert issue.path is None and issue.fix is None and issue.related == []
    assert str(caught.value) == str(caught.value.report).rstrip() and caught.value.report.errors == 1


def test_warnings_leave_a_job_valid():
    job = ts.loads(GOOD + '[dataloader]\ndataset_path = "no/such/folder"\n')
    report = job.check()
    assert report.ok and report and report.warnings == len(report.issues) >= 1 and report.errors == 0
    assert job.validate().report.warnings == report.warnings


WRONG = {
    "text": lambda: ts.loads(b"x"),
    "name": lambda: ts.loads("", name=3),
    "settings must be": lambda: ts.loads("", settings="a.b=1"),
    "settings must be a": lambda: ts.loads("", settings=3),
    "settings must hold": lambda: ts.loads("", settings=[1]),
    "path": lambda: ts.load(b"job.toml"),
    "path must be": lambda: ts.load(3),
    "x must be": lambda: ts.validate(None),
    "target": lambda: ts.loads(GOOD).check(target=3),
    "target must be": lambda: ts.validate(ts.loads(GOOD), target=b"libtorch"),
    "origins": lambda: ts.loads(GOOD).to_toml(origins="yes"),
    "Job": lambda: ts.Job(3),
}


@pytest.mark.parametrize("words", WRONG)
def test_a_wrong_argument_is_a_type_error_that_names_it(words):
    with pytest.raises(TypeError, match=words):
        WRONG[words]()


@pytest.mark.parametrize("target", ["torchtitan-9", "", "\ud800"])
def test_an_unknown_target_is_a_value_error_with_the_known_ones(target):
    with pytest.raises(ValueError, match="torchtitan-0.3"):
        ts.loads(GOOD).check(target=target)


def test_files_that_cannot_be_opened_raise_os_errors(tmp_path):
    for path in [tmp_path / "no.toml", "", "a\0b", "\ud800"]:
        with pytest.raises(FileNotFoundError):
            ts.load(path)
        with pytest.raises(FileNotFoundError):
            ts.validate(path)
    with pytest.raises(IsADirectoryError):
        ts.load(tmp_path)


def test_a_file_is_read_where_its_name_is_not_unicode(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.toml")
    try:
        pathlib.Path(path).write_text(NKI)
    except OSError:
        pytest.skip("this file system wants Unicode names")
    assert ts.load(path).check().issues[0].file.endswith("\ufffd.toml")


def test_a_pipe_is_opened_once(tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=[GOOD], daemon=True)
    writer.start()
    assert ts.load(pipe) == ts.loads(GOOD)
    writer.join(10)
    assert not writer.is_alive()


HOSTILE = {
    "nul": "\0",
    "nul at the end": "[model]\nflavor='4B'\0",
    "deep": "[" * 5000,
    "deep objects": '{"a":' * 5000,
    "open string": '"""',
    "long number": "a = 9" + "9" * 400,
    "byte-order marks": "\ufeff\ufeff",
    "open object": "{",
    "lone surrogate": "a = '\ud800'",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_reported(text):
    with pytest.raises(ts.SpecError) as caught:
        ts.loads(text)
    assert caught.value.issues[0].line >= 1
    json.loads(caught.value.report.to_json())


def test_a_lone_surrogate_has_its_place():
    with pytest.raises(ts.SpecError) as caught:
        ts.loads("a = '\ud800'", name="\udcff.toml")
    (issue,) = caught.value.issues
    assert (issue.code, issue.line, issue.column) == ("TS1003", 1, 6)


@pytest.mark.parametrize("setting", ["job.name=\ud800", "job.name=a\0b", "job.name", "no.such=1", "=1"])
def test_a_bad_setting_is_reported(setting):
    with pytest.raises(ts.SpecError) as caught:
        ts.loads(GOOD, settings=[setting])
    assert caught.value.issues[0].file == "--set"


def test_importing_the_package_does_not_import_torch():
    program = "import sys, trainspec; assert not {'torch', 'numpy'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("text", "code"), [(GOOD, 0), (NKI, 1), ("[model", 1), (None, 2)], ids=["good", "a broken rule", "broken text", "no file"]
)
def test_exit_codes_of_the_command(tmp_path, text, code):
    path = tmp_path / "job.toml"
    if text is not None:
        path.write_text(text)
    done = subprocess.run([sys.executable, "-m", "trainspec", "check", str(path)], capture_output=True, text=True)
    assert done.returncode == code, done.stderr


def test_the_command_reads_standard_input_and_prints_json_alone_to_standard_output():
    done = subprocess.run([sys.executable, "-m", "trainspec", "check", "-", "--format", "json"], input=NKI, capture_output=True, text=True)
    assert done.returncode == 1 and json.loads(done.stdout)["issues"][0]["file"] == "<stdin>" and done.stderr == ""


def test_a_missing_program_is_said_and_exits_with_2(tmp_path):
    package = pathlib.Path(ts.__file__).parent
    shutil.copytree(package, tmp_path / "trainspec", ignore=shutil.ignore_patterns("bin", "include", "share"))
    here = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "trainspec", "check", "-"], capture_output=True, text=True, cwd=tmp_path, env=here)
    assert done.returncode == 2 and str(tmp_path / "trainspec/bin/trainspec") in done.stderr and "Traceback" not in done.stderr


def test_headers_and_cmake_files_lie_in_the_package():
    assert (pathlib.Path(ts.get_include()) / "trainspec" / "trainspec.hpp").is_file()
    folder = subprocess.run([sys.executable, "-m", "trainspec", "--cmakedir"], capture_output=True, text=True, check=True).stdout.strip()
    assert (pathlib.Path(folder) / "trainspecConfig.cmake").is_file()


@pytest.mark.parametrize("name", ["Issue", "Report"])
def test_reports_are_not_made_by_hand(name):
    kind = getattr(ts, name)
    for make in (kind, lambda: kind.__new__(kind)):
        with pytest.raises(TypeError):
            make()
    assert ts.loads(GOOD).check().ok


def test_a_job_checked_for_another_target_forgets_what_the_first_said():
    job = ts.loads('[model]\nflavor = "0.6B"\n[metrics]\nenable_wandb = true\n[dataloader]\ndataset_path = "tests"\n')
    assert [i.code for i in job.check("libtorch").issues if i.code == "TS7009"] == ["TS7009"]
    assert job.check("torchtitan-0.3").issues == [] or all(i.code == "TS1402" for i in job.check("torchtitan-0.3").issues)
    assert ts.loads(job.to_toml()).check().errors == 0
