"""The pip-installed package serves a C++ consumer and brings the command."""

import pathlib
import subprocess
import sys

import trainspec

PACKAGE = pathlib.Path(trainspec.__file__).parent
ROOT = pathlib.Path(__file__).parents[2]


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, text=True, capture_output=True, **options).stdout


def test_package_is_installed_and_not_read_from_the_sources():
    assert ROOT / "python" not in PACKAGE.parents


def test_headers_of_the_package_serve_a_cmake_consumer(tmp_path):
    version = run(sys.executable, "-c", "import importlib.metadata as m; print(m.version('trainspec'))").strip()
    run(
        "cmake", "-S", ROOT / "tests/install/consumer", "-B", tmp_path, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={PACKAGE}", f"-DTRAINSPEC_EXPECTED_VERSION={version}",
    )  # fmt: skip
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "consumer").strip() == version


def test_command_of_the_package_checks_an_example():
    command = pathlib.Path(sys.executable).parent / "trainspec"
    run(command, "check", ROOT / "examples/qwen3_tiny.toml")
