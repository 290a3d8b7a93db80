"""What checking a job costs: `./dev bench check`.

As a process: `trainspec check` of a file of 2 KB beside Python's bare start (/usr/bin/python3 -I -S -c pass) and, where they are
installed, beside importing pydantic and tyro; in rounds that alternate their order, medians of wall-clock time. In process
(benchmarks/check.cpp, g++ -O2): reading and checking the text beside toml++'s parse alone, and the rules alone over 1,000 distinct
valid jobs. Gates: three times faster than Python's start; the rules under 2 microseconds; the compiler's reader with all rules within
1.25 times toml++'s parse. `check_string` is printed beside it: it keeps every value's tree and place, and has no gate.
"""

import importlib.util
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from rounds import alternate, finish

ROOT = pathlib.Path(__file__).resolve().parent.parent
JOB = ROOT / "examples" / "qwen3_tiny.toml"
ROUNDS = 41


def wall(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
    return time.perf_counter() - start


def main() -> int:
    program = ROOT / "build" / "trainspec"
    if not program.exists():
        print("build/trainspec is not there: `./dev build` makes it")
        return 2
    python = "/usr/bin/python3" if pathlib.Path("/usr/bin/python3").exists() else sys.executable
    commands = {"trainspec check": [str(program), "check", str(JOB)], "python3 -I -S -c pass": [python, "-I", "-S", "-c", "pass"]}
    for name in ("pydantic", "tyro"):
        if importlib.util.find_spec(name):
            commands[f"import {name}"] = [sys.executable, "-c", f"import {name}"]
        else:
            print(f"{name} is not installed: left out")
    runs = alternate(commands, ROUNDS, lambda name: wall(commands[name]))
    result: dict = {"process_ms": {name: statistics.median(r) * 1000 for name, r in runs.items()}}
    ours = result["process_ms"]["trainspec check"]
    failed = []
    print(f"{'process, wall-clock':<34}{'ms':>8}{'ratio':>8}")
    for name, ms in result["process_ms"].items():
        print(f"{name:<34}{ms:>8.2f}{ms / ours:>8.1f}")
    if (times := result["process_ms"]["python3 -I -S -c pass"] / ours) < 3:
        failed.append(f"Python starts in {times:.1f} times the time of a check; the gate is 3")

    compiler = shutil.which("g++-12") or shutil.which("g++")
    with tempfile.TemporaryDirectory() as folder:
        timed = pathlib.Path(folder) / "check"
        include = ROOT / "include"
        source = ROOT / "benchmarks" / "check.cpp"
        subprocess.run([compiler, "-std=c++20", "-O2", "-w", "-I", str(include), str(source), "-o", str(timed)], check=True)
        result["in_process"] = inside = json.loads(subprocess.run([timed, JOB], check=True, capture_output=True, text=True).stdout)
    parse = inside["toml_parse_us"]
    print(f"\n{'in process, ' + str(inside['bytes']) + ' bytes':<34}{'us':>8}{'ratio':>8}")
    for name, key in (
        ("toml::parse", "toml_parse_us"),
        ("the compiler's reader + all rules", "subset_us"),
        ("check_string", "check_string_us"),
    ):
        print(f"{name:<34}{inside[key]:>8.1f}{inside[key] / parse:>8.2f}")
    print(f"{'all rules, of 1,000 jobs':<34}{inside['rules_us']:>8.2f}")
    if (ratio := inside["subset_us"] / parse) > 1.25:
        failed.append(f"reading and checking costs {ratio:.2f} times toml++'s parse; the gate is 1.25")
    if inside["rules_us"] > 2:
        failed.append(f"the rules take {inside['rules_us']:.2f} us; the gate is 2")

    return finish(result, failed)


if __name__ == "__main__":
    sys.exit(main())
