"""Failures of the library as exceptions."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Optional, Sequence

from ._native import lib, text


@dataclass(frozen=True)
class Problem:
    """One thing that went wrong."""
    message: str
    file: str       #: of the input, as it was named; ""
    line: int       #: from 1; 0: no particular place
    column: int     #: from 1; 0: no particular place
    key: str        #: "droppers[1].length"; ""
    time: float     #: simulated [s]; nan outside a run

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else \
            f"{self.file}: " if self.file else ""
        key = f"{self.key}: " if self.key else ""
        when = "" if math.isnan(self.time) else f" (at t = {self.time:.6g} s)"
        return f"{place}{key}{self.message}{when}"


class Error(Exception):
    """A call failed. ``problems`` lists all that is wrong; the other attributes are those of the
    first. ``results`` is what there is of a run that failed half-way, or None."""

    def __init__(self, problems: "Sequence[Problem] | str") -> None:
        if isinstance(problems, str):
            problems = [Problem(problems, "", 0, 0, "", math.nan)]
        self.problems = list(problems)
        first = self.problems[0]
        self.message, self.key, self.time = first.message, first.key, first.time
        self.file, self.line, self.column = first.file, first.line, first.column
        self.results: Optional[Any] = None
        super().__init__("\n".join(str(p) for p in self.problems))

    def __str__(self) -> str:  # KeyError would quote it
        return "\n".join(str(p) for p in self.problems)

    def __reduce__(self) -> Any:  # across processes, without the results
        return type(self), (self.problems,)


class InputError(Error, ValueError):
    """The case is wrong: file, line, column and key say where."""


class ArgumentError(Error, ValueError):
    """A value that the call cannot take."""


class UnknownName(ArgumentError, KeyError):
    """No variable, channel or table of this name."""


class StateError(Error, RuntimeError):
    """The call is not allowed now: not started, at the end, closed, used by another thread."""


class FileError(Error, OSError):
    """A file could not be written."""


class OutOfMemory(Error, MemoryError):
    """The library got no memory."""


class NumericalError(Error, ArithmeticError):
    """No equilibrium, a singular matrix, a solution that left all bounds."""


class Interrupted(Error):
    """Stopped half-way."""


class InternalError(Error):
    """A fault of the library."""


_classes = {
    "CAT_ERR_ARG": ArgumentError, "CAT_ERR_INPUT": InputError, "CAT_ERR_STATE": StateError,
    "CAT_ERR_IO": FileError, "CAT_ERR_MEMORY": OutOfMemory, "CAT_ERR_SINGULAR": NumericalError,
    "CAT_ERR_DIVERGED": NumericalError, "CAT_ERR_INTERRUPTED": Interrupted,
    "CAT_ERR_INTERNAL": InternalError,
}
_by_status = {getattr(lib, name): kind for name, kind in _classes.items()}


def _problem(error: Any) -> Problem:
    parts = text(error.input).rsplit(":", 2)
    placed = len(parts) == 3 and parts[1].isdigit() and parts[2].isdigit()
    file, line, column = (parts[0], int(parts[1]), int(parts[2])) if placed else (":".join(parts), 0, 0)
    return Problem(text(error.message), file, line, column, text(error.key), error.time)


def collect(context: Any, status: int) -> Error:
    """The exception for a status, with the reasons in the context, which is cleared."""
    problems: "list[Problem]" = []
    while True:
        error = lib.cat_context_error(context, len(problems))
        if not error:
            break
        problems.append(_problem(error))
    beyond = lib.cat_context_errors(context) - len(problems)
    if beyond > 0:
        problems.append(Problem(f"and {beyond} more", "", 0, 0, "", math.nan))
    lib.cat_context_clear(context)
    kind = _by_status.get(status, InternalError)
    return kind(problems or text(lib.cat_status_text(status)))
