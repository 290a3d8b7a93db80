"""What the benchmarks share: rounds that alternate their order, and the result."""

import json
import os
import pathlib
from collections.abc import Callable, Iterable


def alternate(names: Iterable[str], rounds: int, measure: Callable[[str], float]) -> dict[str, list[float]]:
    """What `measure` gives for each name, `rounds` times; every other round goes backwards. The first only warms the file cache."""
    runs: dict[str, list[float]] = {name: [] for name in names}
    for round_ in range(rounds + 1):
        for name in list(runs)[:: -1 if round_ % 2 else 1]:
            spent = measure(name)
            if round_ > 0:
                runs[name].append(spent)
    return runs


def finish(result: dict, failed: list[str]) -> int:
    """Writes the result where TRAINSPEC_BENCH_OUT says, and the gates that were missed; the exit code."""
    if out := os.environ.get("TRAINSPEC_BENCH_OUT"):
        pathlib.Path(out).write_text(json.dumps(result, indent=2) + "\n")
    for line in failed:
        print("missed:", line)
    return 1 if failed else 0
