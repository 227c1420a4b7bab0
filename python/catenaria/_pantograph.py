"""Pantographs written in Python, under a line of the library."""
from __future__ import annotations

import math
import weakref
from dataclasses import dataclass
from typing import Any, List, NoReturn, Optional, Tuple

import numpy as np

from ._context import Calls, keep_exception
from ._errors import StateError
from ._native import callback, ffi, pointer


@dataclass
class Rest:
    """How a pantograph stands before the first step: held by springs to the ground
    (``Rest(height=, compliance=)``: of the head without contact, and by how much a unit force moves it),
    or by nothing but the wire (``Rest(force=)``: the contact force that it needs to stand still)."""
    force: float = 0.0                  #: [N]
    height: Optional[float] = None      #: [m]
    compliance: float = 0.0             #: [m/N]


@dataclass
class Energy:
    """Of one step, and what is stored at its end [J]."""
    work: float = 0.0        #: of forces from outside, the contact force excepted
    dissipated: float = 0.0  #: by dampers
    numerical: float = 0.0   #: by the integrator
    stored: float = 0.0


class Pantograph:
    """Base of a pantograph of one's own. In each step it tells where its head would be at the end
    without a contact force (:meth:`drive`, :meth:`free_step`) and how far a force moves it
    (:meth:`compliance`); the simulation finds the force, and it moves on (:meth:`commit`). Heights and
    forces count upwards; the contact force presses the head down. None of these may use the
    simulation."""

    name = "python"             #: for messages and the identity of states
    #: attributes that are its state between two steps: numbers, and arrays of numbers that have their
    #: shape when a simulation takes the pantograph and keep it
    state: Tuple[str, ...] = ()
    h = math.nan                #: time step [s], set when a simulation takes it

    _owner: Any = None

    def _missing(self, method: str) -> NoReturn:
        raise NotImplementedError(f"the pantograph {type(self).__name__} lacks its method {method}")

    def rest(self) -> Rest:
        """Before the first step."""
        self._missing("rest()")

    def start(self, height: Optional[float], force: float) -> float:
        """At rest with the head at this height [m] under this contact force [N]; None: it touches
        nothing. Returns the height of the head [m]."""
        self._missing("start(height, force)")

    def drive(self, time: float, place: float, speed: float) -> None:
        """The end of the step to come [s] [m] [m/s]."""

    def free_step(self) -> float:
        """Height of the head at the end of the step without a contact force [m]."""
        self._missing("free_step()")

    def compliance(self) -> float:
        """By how much a unit force at the end of the step moves the head [m/N]; more than 0."""
        self._missing("compliance()")

    def commit(self, force: float) -> float:
        """The step is made with this contact force [N]; returns the height of the head [m]."""
        self._missing("commit(force)")

    def set_static_force(self, force: float) -> None:
        """The force that pushes it up, from the next step on [N]. May be left out: then there is no
        ``p1.static_force`` to be set."""
        self._missing("set_static_force(force)")

    def energy(self) -> Energy:
        """Of the step that was made. May be left out: then the simulation keeps no account of energy."""
        self._missing("energy()")


def _has(pantograph: Pantograph, method: str) -> bool:
    """It has a method of its own, not only that of the base."""
    own = getattr(pantograph, method)
    return getattr(own, "__func__", own) is not getattr(Pantograph, method)


class Part:
    """One attribute of a pantograph's state and where it lies among the numbers that are saved."""
    __slots__ = ("name", "of", "shape", "dtype", "size")

    def __init__(self, pantograph: Pantograph, name: str) -> None:
        self.name, self.of = name, type(pantograph).__name__
        value = getattr(pantograph, name, 0.0)
        array = self._numbers(value)
        #: None: a number
        self.shape = array.shape if isinstance(value, np.ndarray) else None
        self.dtype = array.dtype if isinstance(value, (bool, int, np.ndarray)) else np.dtype(float)
        self.size = array.size if self.shape is not None else 1

    def _fail(self, found: str, expected: str) -> StateError:
        return StateError(f"the attribute {self.name!r} in the state of {self.of} is {found}: "
                          f"expected {expected}")

    def _numbers(self, value: Any) -> Any:
        if isinstance(value, (bool, int, float, np.ndarray, np.generic)):
            array = np.asarray(value)
            if array.dtype.kind in "fiub":
                return array
        raise self._fail(f"of type {type(value).__name__}", "a number, or a numpy array of numbers")

    def save(self, pantograph: Pantograph) -> Any:
        value = getattr(pantograph, self.name)
        array = self._numbers(value)
        if array.shape != (self.shape or ()):
            raise self._fail(f"of shape {array.shape}, and was of shape {self.shape or ()} when the "
                             "simulation was made", "a shape that is there from __init__ on and stays")
        return array.astype(float).ravel()

    def restore(self, pantograph: Pantograph, numbers: Any) -> None:
        value = numbers.astype(self.dtype)
        setattr(pantograph, self.name, value.item() if self.shape is None else value.reshape(self.shape))


def _state_names(pantograph: Any) -> "Tuple[str, ...]":
    return (pantograph.state,) if isinstance(pantograph.state, str) else tuple(pantograph.state)


class Dispatch:
    """The user pointer of a pantograph's callbacks. It does not keep the pantograph: its simulation
    does, and a pantograph that refers to its simulation makes no cycle that C has a part in."""
    __slots__ = ("calls", "ref", "names", "parts")

    def __init__(self, calls: Calls, pantograph: Pantograph) -> None:
        self.calls, self.ref = calls, weakref.ref(pantograph)
        self.names = _state_names(pantograph)
        self.parts: "List[Part]" = [Part(pantograph, name) for name in self.names]

    def pantograph(self) -> Any:
        """The same as when the simulation took it, by what it calls its state."""
        pantograph = self.ref()
        found = _state_names(pantograph)
        if found != self.names:
            raise StateError(f"the state of {type(pantograph).__name__} is now {repr(found):.60s}: expected "
                             f"{self.names!r}, as when the simulation was made")
        return pantograph

    @property
    def count(self) -> int:
        """Numbers in the state."""
        return sum(part.size for part in self.parts)


def _of(user: Any) -> Any:
    return ffi.from_handle(user).ref()


@callback("cat_py_rest", error=1, onerror=keep_exception)
def _rest(user: Any, out: Any) -> int:
    rest = _of(user).rest()
    out.held = rest.height is not None
    out.height = 0.0 if rest.height is None else rest.height
    out.compliance, out.force = rest.compliance, rest.force
    return 0


@callback("cat_py_start", error=math.nan, onerror=keep_exception)
def _start(user: Any, height: float, force: float) -> float:
    return float(_of(user).start(None if math.isnan(height) else height, force))


@callback("cat_py_drive", onerror=keep_exception)
def _drive(user: Any, time: float, place: float, speed: float) -> None:
    _of(user).drive(time, place, speed)


@callback("cat_py_free_step", error=math.nan, onerror=keep_exception)
def _free_step(user: Any) -> float:
    return float(_of(user).free_step())


@callback("cat_py_compliance", error=math.nan, onerror=keep_exception)
def _compliance(user: Any) -> float:
    return float(_of(user).compliance())


@callback("cat_py_commit", error=math.nan, onerror=keep_exception)
def _commit(user: Any, force: float) -> float:
    return float(_of(user).commit(force))


@callback("cat_py_set_static_force", onerror=keep_exception)
def _set_static_force(user: Any, force: float) -> None:
    _of(user).set_static_force(force)


@callback("cat_py_energy", onerror=keep_exception)
def _energy(user: Any, out: Any) -> None:
    energy = _of(user).energy()
    out.work, out.dissipated = energy.work, energy.dissipated
    out.numerical, out.stored = energy.numerical, energy.stored


@callback("cat_py_save", onerror=keep_exception)
def _save(user: Any, state: Any) -> None:
    dispatch = ffi.from_handle(user)
    pantograph = dispatch.pantograph()
    numbers = np.concatenate([part.save(pantograph) for part in dispatch.parts])
    ffi.memmove(state, numbers.tobytes(), 8 * dispatch.count)


@callback("cat_py_restore", onerror=keep_exception)
def _restore(user: Any, state: Any) -> None:
    dispatch, at = ffi.from_handle(user), 0
    numbers = np.frombuffer(ffi.buffer(state, 8 * dispatch.count))
    pantograph = dispatch.pantograph()
    for part in dispatch.parts:
        part.restore(pantograph, numbers[at:at + part.size])
        at += part.size


def take(pantograph: Pantograph, owner: Any) -> None:
    """It belongs to one simulation until that is closed or gone: two would mix their states in it."""
    pantograph._owner = weakref.ref(owner)


def check_free(pantograph: Pantograph) -> None:
    owner = pantograph._owner and pantograph._owner()
    if owner is not None and not owner.closed:
        raise StateError(f"this {type(pantograph).__name__} is the pantograph of another simulation: "
                         "close() that one, or make another pantograph")


def callbacks(pantograph: Pantograph, calls: Calls) -> "tuple[Any, Any]":
    """The struct for C, and what it points at."""
    dispatch = Dispatch(calls, pantograph)
    handle = ffi.new_handle(dispatch)
    name = ffi.new("char[]", pantograph.name.encode())
    struct = ffi.new("CatPantographCallbacks *", {
        "size": ffi.sizeof("CatPantographCallbacks"), "name": name, "user": handle,
        "rest": pointer("cat_py_rest"), "start": pointer("cat_py_start"),
        "free_step": pointer("cat_py_free_step"), "compliance": pointer("cat_py_compliance"),
        "commit": pointer("cat_py_commit")})
    if _has(pantograph, "drive"):
        struct.drive = pointer("cat_py_drive")
    if _has(pantograph, "set_static_force"):
        struct.set_static_force = pointer("cat_py_set_static_force")
    if _has(pantograph, "energy"):
        struct.energy = pointer("cat_py_energy")
    if dispatch.parts:
        struct.state_bytes = 8 * dispatch.count
        struct.save, struct.restore = pointer("cat_py_save"), pointer("cat_py_restore")
    return struct, (handle, name, struct)
