"""Pantographs written in Python, under a line of the library."""
from __future__ import annotations

import math
import weakref
from dataclasses import dataclass
from typing import Any, Optional, Tuple

import numpy as np

from ._context import Calls, keep_exception
from ._native import callback, ffi, pointer


@dataclass
class Rest:
    """How a pantograph stands before the first step: held by springs to the ground (``height`` of the
    head without contact, ``compliance`` by which a unit force moves it), or by nothing but the wire,
    with the contact ``force`` that it needs to stand still."""
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
    state: Tuple[str, ...] = ()  #: attributes that are its state between two steps, all numbers
    h = math.nan                #: time step [s], set when a simulation takes it

    def rest(self) -> Rest:
        """Before the first step."""
        raise NotImplementedError

    def start(self, height: Optional[float], force: float) -> float:
        """At rest with the head at this height [m] under this contact force [N]; None: it touches
        nothing. Returns the height of the head [m]."""
        raise NotImplementedError

    def drive(self, time: float, place: float, speed: float) -> None:
        """The end of the step to come [s] [m] [m/s]."""

    def free_step(self) -> float:
        """Height of the head at the end of the step without a contact force [m]."""
        raise NotImplementedError

    def compliance(self) -> float:
        """By how much a unit force at the end of the step moves the head [m/N]; more than 0."""
        raise NotImplementedError

    def commit(self, force: float) -> float:
        """The step is made with this contact force [N]; returns the height of the head [m]."""
        raise NotImplementedError

    # set_static_force(force) [N] and energy() -> Energy may be there; without them there is no static
    # force to be set, and no account of energy.


class Dispatch:
    """The user pointer of a pantograph's callbacks. It does not keep the pantograph: its simulation
    does, and a pantograph that refers to its simulation makes no cycle that C has a part in."""
    __slots__ = ("calls", "ref")

    def __init__(self, calls: Calls, pantograph: Pantograph) -> None:
        self.calls, self.ref = calls, weakref.ref(pantograph)


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
    pantograph = _of(user)
    numbers = np.array([getattr(pantograph, name) for name in pantograph.state], dtype=float)
    ffi.memmove(state, numbers.tobytes(), numbers.nbytes)


@callback("cat_py_restore", onerror=keep_exception)
def _restore(user: Any, state: Any) -> None:
    pantograph = _of(user)
    numbers = np.frombuffer(ffi.buffer(state, 8 * len(pantograph.state)))
    for name, number in zip(pantograph.state, numbers):
        setattr(pantograph, name, float(number))


def callbacks(pantograph: Pantograph, calls: Calls) -> "tuple[Any, Any]":
    """The struct for C, and what it points at."""
    handle = ffi.new_handle(Dispatch(calls, pantograph))
    name = ffi.new("char[]", pantograph.name.encode())
    struct = ffi.new("CatPantographCallbacks *", {
        "size": ffi.sizeof("CatPantographCallbacks"), "name": name, "user": handle,
        "rest": pointer("cat_py_rest"), "start": pointer("cat_py_start"),
        "free_step": pointer("cat_py_free_step"), "compliance": pointer("cat_py_compliance"),
        "commit": pointer("cat_py_commit")})
    if type(pantograph).drive is not Pantograph.drive:
        struct.drive = pointer("cat_py_drive")
    if hasattr(pantograph, "set_static_force"):
        struct.set_static_force = pointer("cat_py_set_static_force")
    if hasattr(pantograph, "energy"):
        struct.energy = pointer("cat_py_energy")
    if pantograph.state:
        struct.state_bytes = 8 * len(pantograph.state)
        struct.save, struct.restore = pointer("cat_py_save"), pointer("cat_py_restore")
    return struct, (handle, name, struct)
