"""`trainspec` and `python -m trainspec`: the command line that is installed with the package."""

import os
import pathlib
import sys


def main() -> None:
    """Becomes the program, which lies in the package's folder; exits with 2 if it cannot be started."""
    folder = pathlib.Path(__file__).parent
    if sys.argv[1:] == ["--cmakedir"]:
        print(folder / "share" / "cmake" / "trainspec")
        return
    program = folder / "bin" / "trainspec"
    try:
        os.execv(program, [str(program), *sys.argv[1:]])
    except OSError as e:
        print(f"trainspec: cannot start {program}: {e.strerror}; is the package installed whole?", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
