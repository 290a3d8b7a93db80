"""What it costs to compile against trainspec, beside toml++: `./dev bench compile`.

CPU seconds of g++ -O0 for the umbrella with one checked constexpr job, with a TOML job that the compiler reads, for the
umbrella alone and for toml++'s header, alternating in one run (medians), and the template instantiations that clang counts,
which do not depend on the machine's load. Gates: no more CPU than toml++; instantiations within 3 % of benchmarks/compile.baseline.json.
--count measures and gates only the instantiations (what the tests do); --update writes a new baseline.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

from rounds import alternate, finish

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = ROOT / "benchmarks" / "compile.baseline.json"
SLACK = 1.03
UNITS = {
    "toml++": "#include <toml++/toml.h>\n",
    "umbrella": "#include <trainspec/trainspec.hpp>\n",
    "umbrella + checked job": "#include <trainspec/trainspec.hpp>\n"
    'constexpr auto job = trainspec::qwen3_nki_moe_config("30B-A3B").layers(4).experts(64).top_k(4).seq_len(4096).checked();\n',
    "umbrella + TOML job of 2 KB": "#include <trainspec/trainspec.hpp>\n"
    f'TRAINSPEC_JOB(tiny, R"toml({(ROOT / "examples" / "qwen3_tiny.toml").read_text()})toml");\n',
}


def cpu_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compiler(*names: str) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def instantiations(clang: str, unit: pathlib.Path) -> dict[str, int]:
    """Template instantiations by clang's -ftime-trace: every event, however short."""
    trace = unit.with_suffix(".json")
    subprocess.run(
        [
            clang,
            "-std=c++20",
            "-O0",
            "-w",
            "-c",
            "-ftime-trace",
            "-ftime-trace-granularity=0",
            "-I",
            str(ROOT / "include"),
            str(unit),
            "-o",
            str(unit.with_suffix(".o")),
        ],
        check=True,
    )
    events = json.loads(trace.read_text())["traceEvents"]
    count = {"classes": 0, "functions": 0}
    for event in events:
        if event.get("name") == "InstantiateClass":
            count["classes"] += 1
        if event.get("name") == "InstantiateFunction":
            count["functions"] += 1
    return count


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--count", action="store_true")
    options.add_argument("--update", action="store_true")
    options.add_argument("--rounds", type=int, default=7)
    args = options.parse_args()
    result: dict = {"seconds": {}, "instantiations": {}}
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        units = {}
        for name, source in UNITS.items():
            unit = pathlib.Path(folder) / (re.sub(r"\W+", "_", name) + ".cpp")
            unit.write_text(source)
            units[name] = unit
        gxx = compiler("g++-12", "g++")
        if gxx and not args.count:
            command = [gxx, "-std=c++20", "-O0", "-w", "-c", "-I", str(ROOT / "include"), "-o", os.devnull]
            seconds = alternate(units, args.rounds, lambda name: cpu_seconds([*command, str(units[name])]))
            print(f"{'CPU seconds, g++ -O0':<28}{'median':>8}{'best':>8}{'ratio':>8}")
            base = statistics.median(seconds["toml++"])
            for name, runs in seconds.items():
                median = statistics.median(runs)
                result["seconds"][name] = {"median": median, "best": min(runs), "ratio": median / base}
                print(f"{name:<28}{median:>8.2f}{min(runs):>8.2f}{median / base:>8.2f}")
            for name in ("umbrella + checked job", "umbrella + TOML job of 2 KB"):
                ratio = result["seconds"][name]["ratio"]
                if ratio > 1:
                    failed.append(f"{name} costs {ratio:.2f} times toml++; the gate is 1.00")
        clang = compiler("clang++-16")
        if clang:
            print(f"\n{'template instantiations':<28}{'classes':>10}{'functions':>11}")
            for name, unit in units.items():
                result["instantiations"][name] = instantiations(clang, unit)
                print("{:<28}{classes:>10}{functions:>11}".format(name, **result["instantiations"][name]))
            ours = {name: n for name, n in result["instantiations"].items() if name != "toml++"}
            if args.update:
                BASELINE.write_text(json.dumps(ours, indent=2) + "\n")
            for name, limits in json.loads(BASELINE.read_text()).items():
                for kind, limit in limits.items():
                    if ours[name][kind] > limit * SLACK:
                        failed.append(f"{name}: {ours[name][kind]} {kind} are instantiated; the baseline is {limit} (3 % slack)")
        else:
            print("clang++-16 is not there: instantiations are not counted")
    return finish(result, failed)


if __name__ == "__main__":
    sys.exit(main())
