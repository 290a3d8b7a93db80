import json
import pathlib
import subprocess
import sys

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
    assert (issue.code, issue.path, issue.value, issue.line, issue.column, issue.end_column) == ("TS2103", "training.seq_len", "4000", 7, 11, 15)
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


def test_wrong_arguments_are_type_errors_that_name_them():
    for call, name in [
        (lambda: ts.loads(b"x"), "text"),
        (lambda: ts.loads("", name=3), "name"),
        (lambda: ts.loads("", settings="a.b=1"), "settings"),
        (lambda: ts.loads("", settings=[1]), "settings"),
        (lambda: ts.load(b"job.toml"), "path"),
        (lambda: ts.loads(GOOD).check(target=3), "target"),
        (lambda: ts.Job(3), "Job"),
    ]:
        with pytest.raises(TypeError, match=name):
            call()
    with pytest.raises(ValueError, match="torchtitan-0.3"):
        ts.loads(GOOD).check(target="torchtitan-9")


def test_files_that_cannot_be_opened_raise_os_errors(tmp_path):
    with pytest.raises(FileNotFoundError):
        ts.load(tmp_path / "no.toml")
    with pytest.raises(IsADirectoryError):
        ts.load(tmp_path)


@pytest.mark.parametrize("text", ["\0", "[" * 5000, '"""', "a = 9" + "9" * 400, "\ufeff\ufeff", "{", "[model]\nflavor='4B'\0"])
def test_hostile_text_is_reported(text):
    with pytest.raises(ts.SpecError):
        ts.loads(text)


def test_a_lone_surrogate_is_refused():
    with pytest.raises(ValueError, match="surrogate"):
        ts.loads("a = '\ud800'")


def test_importing_the_package_does_not_import_torch():
    subprocess.run([sys.executable, "-c", "import sys, trainspec; assert 'torch' not in sys.modules and 'numpy' not in sys.modules"], check=True)


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


def test_headers_lie_in_the_package():
    assert (pathlib.Path(ts.get_include()) / "trainspec" / "trainspec.hpp").is_file()
