"""Jobs, and how they are read and validated."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from typing import Any

from . import _core
from ._core import Issue, Report


class SpecError(ValueError):
    """A job is wrong. `issues` has everything that is, `report` also the texts; str() is what people read."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report).rstrip())
        self.report = report

    @property
    def issues(self) -> list[Issue]:
        return self.report.issues


class Job:
    """A training job that was read, with the values of its presets. Made by `load` and `loads`."""

    __slots__ = ("_core",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, core: _core._Job) -> None:
        if not isinstance(core, _core._Job):
            raise TypeError("a Job is made by trainspec.load or trainspec.loads")
        self._core = core

    def check(self, target: str | None = None) -> Report:
        """Everything that is wrong, for the job's own target or for one that is named (ValueError if there is none)."""
        _target(target)
        return self._core.check(target)

    def validate(self, target: str | None = None) -> ValidatedJob:
        """The validated job; raises SpecError if anything is an error."""
        return validate(self, target)

    def to_toml(self, origins: bool = False) -> str:
        """The job with every default as TOML; `origins` adds where each value came from."""
        _want("origins", origins, bool, "a bool")
        return self._core.to_toml(origins)

    def to_dict(self) -> dict[str, Any]:
        """The values with every default, by section and field; an absent one has no key. Each call makes a new dict."""
        return self._core.to_dict()

    @property
    def parameters(self) -> int:
        """Parameters of the model, each tensor once."""
        return self._core.parameters()

    def __eq__(self, other: object) -> bool:
        return self._core.same_as(other._core) if isinstance(other, Job) else NotImplemented

    def __repr__(self) -> str:
        name = self._core.name() or "unnamed"
        return f"<{type(self).__name__} {name if len(name) <= 40 else name[:37] + '...'!r} for {self._core.target()}>"


class ValidatedJob(Job):
    """A job that has been checked. Only `validate` makes one."""

    __slots__ = ("report", "target")

    def __init__(self, core: _core._Job, report: Report, target: str) -> None:
        super().__init__(core)
        self.report = report
        self.target = target


def load(path: str | os.PathLike[str], settings: Iterable[str] = ()) -> Job:
    """Reads a job from a TOML or JSON file; `settings` are "section.key=value", stronger than the file.

    Raises SpecError with every TS1xxx issue if the text cannot become a job, OSError if the file cannot be opened.
    """
    file = _path("path", path, "a str or os.PathLike[str]")
    given = _settings(settings)
    return _read(*_content(file), given)


def loads(text: str, name: str = "<string>", settings: Iterable[str] = ()) -> Job:
    """Reads a job from a text, TOML or JSON; `name` is what places in the report name.

    Raises SpecError with every TS1xxx issue if the text cannot become a job.
    """
    _want("text", text, str, "a str")
    _want("name", name, str, "a str")
    return _read(_bytes(text), _bytes(name), _settings(settings))


def validate(x: Job | str | os.PathLike[str], target: str | None = None) -> ValidatedJob:
    """Checks a Job, or the file of one, for its own target or for one that is named.

    Raises SpecError if anything is an error, and what `load` and `Job.check` raise.
    """
    if isinstance(x, Job):
        core, report = x._core, x.check(target)
    else:
        _target(target)
        core, report = _core.read(*_content(_path("x", x, "a Job, str or os.PathLike[str]")), [], True, target)
    if core is None or not report.ok:
        raise SpecError(report)
    return ValidatedJob(core, report, report.target or "")


def _read(text: bytes, name: bytes, settings: list[bytes]) -> Job:
    core, report = _core.read(text, name, settings)
    if core is None:
        raise SpecError(report)
    return Job(core)


def _want(argument: str, value: object, type_: type, wanted: str) -> None:
    if not isinstance(value, type_):
        raise TypeError(f"{argument} must be {wanted}, not {type(value).__name__}")


def _target(target: str | None) -> None:
    if target is not None:
        _want("target", target, str, "a str or None")
        if target not in _core.targets:
            raise ValueError(f"target: there is no {target!r}; there are: {', '.join(_core.targets)}")


def _path(argument: str, value: object, wanted: str) -> str:
    if isinstance(value, os.PathLike):
        value = value.__fspath__()
    if not isinstance(value, str):
        raise TypeError(f"{argument} must be {wanted}, not {type(value).__name__}")
    return value


def _content(path: str) -> tuple[bytes, bytes]:
    """The bytes of a file, opened once as it may be a pipe, and of its name."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:
        name = b"\0"
    if b"\0" in name:
        raise FileNotFoundError(errno.ENOENT, "no file can have this name", path)
    with open(path, "rb") as file:
        return file.read(_core.max_file_size + 1), name


def _bytes(text: str) -> bytes:
    """As UTF-8. A lone surrogate becomes bytes that are not, which the report gives the place of."""
    return text.encode("utf-8", "surrogatepass")


def _settings(settings: Iterable[str]) -> list[bytes]:
    if isinstance(settings, (str, bytes)) or not isinstance(settings, Iterable):
        raise TypeError(f'settings must be a sequence of "section.key=value", not {type(settings).__name__}')
    given = list(settings)
    for setting in given:
        if not isinstance(setting, str):
            raise TypeError(f"settings must hold str, not {type(setting).__name__}")
    return [_bytes(setting) for setting in given]
