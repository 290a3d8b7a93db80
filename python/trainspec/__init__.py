"""Training jobs described once, checked before anything is booted."""

from ._core import Issue, Report, __version__
from ._job import Job, SpecError, ValidatedJob, load, loads, validate

__all__ = ["Issue", "Job", "Report", "SpecError", "ValidatedJob", "__version__", "get_include", "load", "loads", "validate"]


def get_include() -> str:
    """The folder with the C++ headers of this package."""
    import pathlib

    return str(pathlib.Path(__file__).parent / "include")
