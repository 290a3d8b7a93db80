"""Jobs, and how they are read and validated."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
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
        return self._core.check(_text("target", target))

    def validate(self, target: str | None = None) -> ValidatedJob:
        """The validated job; raises SpecError if anything is an error."""
        return validate(self, target)

    def to_toml(self, origins: bool = False) -> str:
        """The job with every default as TOML; `origins` adds where each value came from."""
        return self._core.to_toml(origins)

    def to_dict(self) -> dict[str, Any]:
        """The job with every default, by section and field."""
        result: dict[str, Any] = json.loads(self._core.to_json())
        return result

    @property
    def parameters(self) -> int:
        """Parameters of the model, each tensor once."""
        return self._core.parameters()

    def __eq__(self, other: object) -> bool:
        return self._core.same_as(other._core) if isinstance(other, Job) else NotImplemented

    def __repr__(self) -> str:
        job = self.to_dict()
        name = job["job"]["name"] or job["model"]["flavor"] or "unnamed"
        return f"<{type(self).__name__} {name!r}: {self.parameters:,} parameters, for {self._core.target()}>"


class ValidatedJob(Job):
    """A job that has been checked. Only `validate` makes one."""

    __slots__ = ("report", "target")

    def __init__(self, core: _core._Job, report: Report, target: str) -> None:
        super().__init__(core)
        self.report = report
        self.target = target


def load(path: str | os.PathLike[str], settings: Sequence[str] = ()) -> Job:
    """Reads a job from a TOML or JSON file; `settings` are "section.key=value", stronger than the file.

    Raises SpecError with every TS1xxx issue if the text cannot become a job, OSError if the file cannot be opened.
    """
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"path must be a str or os.PathLike[str], not {type(path).__name__}")
    if "\0" in name:
        raise ValueError("path holds a NUL character")
    if name != "-":
        with open(name, "rb"):  # Python's own error says best why a file cannot be opened
            pass
    return _result(_core.read_file(name, _settings(settings)))


def loads(text: str, name: str = "<string>", settings: Sequence[str] = ()) -> Job:
    """Reads a job from a text, TOML or JSON; `name` is what places in the report name. Raises as `load` does."""
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {type(text).__name__}")
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, not {type(name).__name__}")
    try:
        text.encode()
    except UnicodeEncodeError as e:
        raise ValueError(f"text holds a lone surrogate at index {e.start}: it is not Unicode text") from None
    return _result(_core.read_text(text, name, _settings(settings)))


def validate(job: Job | str | os.PathLike[str], target: str | None = None) -> ValidatedJob:
    """Checks a Job, or the file of one, for its own target or for one that is named. Raises SpecError if anything is an error."""
    read = job if isinstance(job, Job) else load(job)
    report = read.check(target)
    if not report.ok:
        raise SpecError(report)
    return ValidatedJob(read._core, report, report.target or "")


def _result(read: tuple[_core._Job | None, Report, bool]) -> Job:
    core, report, opened = read
    if core is None:
        if not opened:
            raise OSError(report.issues[0].message)
        raise SpecError(report)
    return Job(core)


def _text(what: str, value: str | None) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{what} must be a str or None, not {type(value).__name__}")
    return value


def _settings(settings: Sequence[str]) -> list[str]:
    if isinstance(settings, str):
        raise TypeError('settings must be a sequence of "section.key=value", not one str')
    result = list(settings)
    for setting in result:
        if not isinstance(setting, str):
            raise TypeError(f"settings must hold str, not {type(setting).__name__}")
    return result
