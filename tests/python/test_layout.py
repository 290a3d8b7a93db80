"""A folder of include/trainspec includes only those above it, as docs/architecture.md lists them."""

import pathlib
import re

INCLUDE = pathlib.Path(__file__).parents[2] / "include" / "trainspec"
ORDER = ["schema", "report", "spec", "presets", "model", "rules", "builder", "embed", "text", "libtorch"]
# the Hana view lists the types that fields have, and only those who ask for it include it
EXCEPTIONS = {("schema/hana.hpp", "spec")}


def test_layers_include_only_what_is_above_them():
    assert sorted(p.name for p in INCLUDE.iterdir() if p.is_dir()) == sorted(ORDER)
    seen = 0
    for header in INCLUDE.rglob("*/*.hpp"):
        name = header.relative_to(INCLUDE).as_posix()
        for other in re.findall(r'#include "\.\./(\w+)/', header.read_text()):
            seen += 1
            below = ORDER.index(other) > ORDER.index(name.split("/")[0])
            assert not below or (name, other) in EXCEPTIONS, f"{name} includes {other}/"
    assert seen > 100


def test_every_section_has_a_file_of_its_own_name():
    listed = re.findall(r'io\("(\w+)", &job::', (INCLUDE / "spec" / "job.hpp").read_text())
    files = {p.stem for p in (INCLUDE / "spec").glob("*.hpp")}
    assert set(listed) - files == {"version", "check"}
