"""Overhead contact lines and pantographs, simulated by libcatenaria.

>>> import catenaria
>>> results = catenaria.run("ac-simple/320", {"run.speed": "300 km/h"})
>>> results["p1.force"].max(), results["p1.force"].unit

Whole runs: :func:`run`, :class:`Case`, :class:`Results`. Step by step: :class:`Model`,
:class:`Simulation`, :class:`Pantograph`. SI units everywhere. docs/python.md has a page of each.
"""
from ._native import lib as _lib, text as _text  # first: it says which packages are missing
from ._arrays import Channel
from ._cases import Case, cases, library, run
from ._errors import (ArgumentError, Error, FileError, InputError, InternalError, Interrupted,
                      NumericalError, OutOfMemory, Problem, StateError, UnknownName)
from ._pantograph import Energy, Pantograph, Rest
from ._results import Results, Table, Value, Verdict
from ._simulation import Model, Simulation, Variable

__version__ = _text(_lib.cat_version())

__all__ = [
    "ArgumentError", "Case", "Channel", "Energy", "Error", "FileError", "InputError", "InternalError",
    "Interrupted", "Model", "NumericalError", "OutOfMemory", "Pantograph", "Problem", "Rest", "Results",
    "Simulation", "StateError", "Table", "UnknownName", "Value", "Variable", "Verdict", "cases", "library",
    "run",
]
