"""Models that many simulations share, and simulations step by step."""
from __future__ import annotations

import math
import weakref
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, NoReturn, Mapping, Optional, Sequence, Type, Union

from ._arrays import Channel, view
from ._cases import Case, CaseLike
from ._context import Calls, Context, Handle, Progress, inside, keep_exception
from ._errors import ArgumentError, Interrupted, StateError, UnknownName
from ._native import NULL, callback, ffi, lib, pointer, text
from ._pantograph import Pantograph, callbacks, check_free, take
from ._results import Results

PantographLike = Union[None, str, Pantograph]


class Model:
    """The line of a case of the kind train at rest, ready to be simulated: built once, never changed,
    shared by any number of simulations in any number of threads. The arguments are those of
    :class:`Case`; Ctrl-C ends the building."""

    def __init__(self, case: CaseLike, overrides: Optional[Mapping[str, Any]] = None, *,
                 progress: Optional[Progress] = None, **keys: Any) -> None:
        self.case = case if isinstance(case, Case) and not (overrides or keys) else \
            Case(case, overrides, **keys)
        context, slot = Context(progress), ffi.new("CatModel **")
        with self.case._handle.context.lock, context:
            try:
                context.check(lib.cat_model_new(context.ptr, self.case._handle.ptr, slot))
            finally:
                context.calls.progress = None
            self._handle = Handle(context, slot[0], lib.cat_model_free)

    @property
    def step(self) -> float:
        """Time step [s]."""
        return float(lib.cat_model_step(self._handle.ptr))

    @property
    def pantographs(self) -> int:
        """How many there are."""
        return int(lib.cat_model_pantographs(self._handle.ptr))

    @property
    def unknowns(self) -> int:
        """Coordinates of the linear system."""
        return int(lib.cat_model_unknowns(self._handle.ptr))

    @property
    def hash(self) -> str:
        """Names the model by all that its results depend on; states pass between models of one hash."""
        return text(lib.cat_model_hash(self._handle.ptr))

    def simulation(self, **options: Any) -> "Simulation":
        """A new simulation of this model; the options are those of :class:`Simulation`."""
        return Simulation(self, **options)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Model cannot be pickled: send the case and build the model in the other process, "
                        "or use threads, which share it")

    def __repr__(self) -> str:
        return f"<catenaria.Model {self.case.title!r}: {self.unknowns} unknowns, step {self.step} s>"


@dataclass(frozen=True)
class Variable:
    """What a simulation has to read or to set."""
    name: str
    unit: str
    doc: str
    settable: bool
    count: int       #: numbers in it
    is_array: bool


class _StepCall:
    """The user pointer of on_step; it does not keep its simulation."""
    __slots__ = ("calls", "ref")

    def __init__(self, calls: Calls, sim: "Simulation") -> None:
        self.calls, self.ref = calls, weakref.ref(sim)


@callback("cat_py_step", error=1, onerror=keep_exception)
def _on_step(user: Any, _: Any) -> int:
    sim = ffi.from_handle(user).ref()
    return bool(sim._on_step(sim))


class _Closed:
    ptr = NULL


_step = lib.cat_simulation_step  # looked up once, not in each step
_SOURCES = {None: lib.CAT_PANTOGRAPH_CASE, "case": lib.CAT_PANTOGRAPH_CASE,
            "force": lib.CAT_PANTOGRAPH_FORCE, "height": lib.CAT_PANTOGRAPH_HEIGHT}


class Simulation:
    """One train under a model, step by step::

        with Simulation(Model("ac-simple/320")) as sim:
            sim.start()
            while not sim.finished:
                sim.step()
            results = sim.finish()

    ``model`` may also be what :class:`Model` takes. ``pantographs`` says, for each pantograph of the
    case or for its only one, where its motion comes from: "case"; "force" or "height", which are then
    set before each step (``sim["p1.force"] = 120``); or a :class:`Pantograph`, which belongs to this
    simulation alone until it is closed. ``on_step(sim)`` is called after each step of :meth:`run_to`, and
    so of :meth:`every` and :meth:`run`, and stops them by returning something true; :meth:`step` does not
    call it. With ``record=False`` nothing is recorded, and :meth:`finish` has nothing to give.

    A simulation is used by one thread at a time; a second one gets a :class:`StateError`. Simulations
    of one model run in parallel: Python is not locked while the library computes.
    """

    def __init__(self, model: "Union[Model, CaseLike]", *,
                 pantographs: "Union[PantographLike, Sequence[PantographLike]]" = None,
                 on_step: "Optional[Callable[[Simulation], object]]" = None, record: bool = True) -> None:
        if on_step is not None and not callable(on_step):
            raise ArgumentError(f"on_step: found {on_step!r}, expected a function of the simulation")
        self.model = model if isinstance(model, Model) else Model(model)
        context = Context()
        self._context, self._calls = context, context.calls
        self._acquire, self._release = context.lock.acquire, context.release
        self._on_step = on_step
        self._pantographs: "list[PantographLike]" = []
        keep: "list[Any]" = []
        options = ffi.new("CatSimulationOptions *", {"size": ffi.sizeof("CatSimulationOptions"),
                                                     "unlogged": not record})
        if on_step is not None:
            keep.append(ffi.new_handle(_StepCall(self._calls, self)))
            options.user = keep[0]
            options.on_step = pointer("cat_py_step")
        if pantographs is not None:
            self._take_pantographs(options, pantographs, keep)
        slot = ffi.new("CatSimulation **")
        with context:
            context.check(lib.cat_simulation_new(context.ptr, self.model._handle.ptr, options, slot))
            self._handle: Any = Handle(context, slot[0], lib.cat_simulation_free, keep)
        for pantograph in self._pantographs:
            if isinstance(pantograph, Pantograph):
                take(pantograph, self)
        self.variables: "dict[str, Variable]" = {}  #: by name, in the order of the library
        self._index: "dict[str, int]" = {}
        self._list_variables()
        self._slot, self._data = ffi.new("double *"), ffi.new("const double **")
        self._count = ffi.new("size_t *")
        self._views: "dict[str, tuple[Any, Channel]]" = {}

    def _take_pantographs(self, options: Any, given: Any, keep: "list[Any]") -> None:
        if given is None or isinstance(given, (str, Pantograph)) or not isinstance(given, Iterable):
            given = [given]
        self._pantographs = list(given)
        structs = []
        for i, pantograph in enumerate(self._pantographs):
            struct = ffi.new("CatPantographOptions *", {"size": ffi.sizeof("CatPantographOptions")})
            if isinstance(pantograph, Pantograph):
                check_free(pantograph)
                if any(pantograph is other for other in self._pantographs[:i]):
                    raise ArgumentError("one pantograph stands twice in the list: each needs its own")
                pantograph.h = self.model.step
                struct.source = lib.CAT_PANTOGRAPH_CALLBACKS
                struct.callbacks, kept = callbacks(pantograph, self._calls)
                keep.append(kept)
            elif pantograph is None or (isinstance(pantograph, str) and pantograph in _SOURCES):
                struct.source = _SOURCES[pantograph]
            else:
                is_class = isinstance(pantograph, type)
                found = f"the class {pantograph.__name__}" if is_class else repr(pantograph)
                made = f", as {pantograph.__name__}() makes one" if is_class else ""
                raise ArgumentError(f'pantographs: found {found}, expected "case", "force", "height" or '
                                    f"a Pantograph{made}")
            structs.append(struct)
        array = ffi.new("CatPantographOptions *[]", structs)
        keep += [array, structs]
        options.pantograph, options.npantograph = array, len(structs)

    def _list_variables(self) -> None:
        for i in range(lib.cat_simulation_variables(self._handle.ptr)):
            v = lib.cat_simulation_variable_at(self._handle.ptr, i)
            name = text(v.name)
            self._index[name] = i
            self.variables[name] = Variable(name, text(v.unit), text(v.doc), v.set != lib.CAT_SET_NEVER,
                                            int(v.count), v.type == lib.CAT_VARIABLE_ARRAY)

    # ---------------------------------------------------------------------- life

    def _busy(self) -> StateError:
        return StateError("another thread uses this simulation")

    def _fail(self, status: int) -> BaseException:
        if self._handle is _Closed:
            return StateError("the simulation is closed")
        return self._context.failure(status)

    def start(self) -> None:
        """To t = 0, in equilibrium. May be called again at any time: everything begins anew with what
        was set before the first start and after a :meth:`finish`; what was set between steps held for
        that run alone."""
        handle = self._handle
        with self._context:
            status = lib.cat_simulation_start(handle.ptr)
            if status or self._calls.raised is not None:
                raise self._fail(status)

    def step(self) -> None:
        """One time step."""
        handle = self._handle
        if not self._acquire(False):
            raise self._busy()
        outer, inside.calls = inside.calls, self._calls
        try:
            status = _step(handle.ptr)
        finally:
            inside.calls = outer
            self._release()
        if status or self._calls.raised is not None:
            raise self._fail(status)

    def run_to(self, time: float = math.inf) -> bool:
        """Steps until the time [s] is reached, at most to the end of the run. False: ``on_step`` or
        :meth:`stop` asked to stop; it may go on."""
        handle = self._handle
        with self._context:
            self._calls.stop = False
            status = lib.cat_simulation_run_to(handle.ptr, time)
            if status or self._calls.raised is not None:
                failure = self._fail(status)
                if not isinstance(failure, Interrupted):
                    raise failure
                return False
        return True

    def stop(self) -> None:
        """Ends :meth:`run_to` in another thread within a tenth of a second. (Ctrl-C reaches the main thread
        alone.)"""
        self._calls.stop = True

    def every(self, interval: float, until: float = math.inf) -> Iterator[float]:
        """Runs on and yields the time [s] after each interval [s], until the end of the run: the loop
        for a controller that acts at a rate of its own."""
        if not interval > 0:
            raise ArgumentError(f"every: found an interval of {interval!r} s, expected more than 0")
        return self._every(max(interval, self.model.step), until)

    def _every(self, interval: float, until: float) -> Iterator[float]:
        begin, k = self.time, 0
        while not self.finished and self.time < until - 1e-9:
            k += 1
            if not self.run_to(min(begin + k * interval, until)):
                return
            yield self.time

    def finish(self) -> Results:
        """Statistics, verdicts and channels of what was recorded so far; the simulation must be started
        before it goes on."""
        handle, slot = self._handle, ffi.new("CatRecord **")
        with self._context:
            status = lib.cat_simulation_finish(handle.ptr, slot)
            results = None
            if slot[0] != NULL:
                results = Results(Handle(self._context, slot[0], lib.cat_record_free),
                                  self.model.case._handle)
            if status or self._calls.raised is not None or results is None:
                failure = self._fail(status)
                if hasattr(failure, "results"):
                    failure.results = results  # type: ignore[attr-defined]
                raise failure
        return results

    def run(self) -> Results:
        """From the start to the end: start, run_to, finish."""
        self.start()
        self.run_to()
        return self.finish()

    @property
    def time(self) -> float:
        """[s]; nan: not started."""
        handle = self._handle
        return lib.cat_simulation_time(handle.ptr)

    @property
    def finished(self) -> bool:
        """It has come to the end of its run."""
        handle = self._handle
        return lib.cat_simulation_finished(handle.ptr)

    @property
    def closed(self) -> bool:
        """It was given up."""
        return self._handle is _Closed

    def close(self) -> None:
        """Gives up the simulation. Its memory goes with the last array that shows it."""
        self._handle = _Closed
        self._views.clear()

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    # ---------------------------------------------------------------------- variables

    def _find(self, name: str) -> int:
        try:
            return self._index[name]
        except KeyError:
            handle = self._handle
            with self._context:
                status = lib.cat_simulation_get_named(handle.ptr, str(name).encode(), self._slot)
                failure = self._fail(status)
                if isinstance(failure, ArgumentError):
                    failure = UnknownName(failure.problems)
                raise failure from None

    def get(self, name: str) -> float:
        """A number by its name."""
        i = self._find(name)
        if not self._acquire(False):
            raise self._busy()
        try:
            handle = self._handle
            status = lib.cat_simulation_get(handle.ptr, i, self._slot)
            value = self._slot[0]
        finally:
            self._release()
        if status:
            raise self._fail(status)
        return value

    def set(self, name: str, value: float) -> None:
        """Sets a number: before the start for the start, between steps for the next step."""
        i = self._find(name)
        if not self._acquire(False):
            raise self._busy()
        outer, inside.calls = inside.calls, self._calls
        handle = self._handle  # close() in a callback does not free what is in use
        try:
            status = lib.cat_simulation_set(handle.ptr, i, value)
        finally:
            inside.calls = outer
            self._release()
        if status or self._calls.raised is not None:
            raise self._fail(status)

    def array(self, name: str) -> Channel:
        """The numbers of a variable, without a copy: they change with the next step, start or restore
        once somebody asks again. Copy what is to be kept (``.copy()``)."""
        i = self._find(name)
        if not self._acquire(False):
            raise self._busy()
        try:
            handle = self._handle
            status = lib.cat_simulation_array(handle.ptr, i, self._data, self._count)
            if status:
                raise self._fail(status)
            data = self._data[0]
            known = self._views.get(name)
            if known is not None and known[0] == data:
                return known[1]
            v = self.variables[name]
            shown = view(handle, data, self._count[0], name, v.unit, v.doc)
            self._views[name] = (data, shown)
            return shown
        finally:
            self._release()

    def __getitem__(self, name: str) -> Any:
        """A number, or an array as by :meth:`array`."""
        variable = self.variables.get(name)
        return self.array(name) if variable is not None and variable.is_array else self.get(name)

    def __setitem__(self, name: str, value: float) -> None:
        self.set(name, value)

    # ---------------------------------------------------------------------- states

    def save(self) -> bytes:
        """The state between two steps: any simulation of a model with the same hash goes on from it with
        the same bits, in this process or another one."""
        handle = self._handle
        with self._context:
            size = lib.cat_simulation_state_size(handle.ptr)
            if size == 0 and handle is not _Closed:
                raise StateError("a pantograph cannot be saved: it names no state")
            state = bytearray(size)
            status = lib.cat_simulation_save(handle.ptr, ffi.from_buffer(state), size)
            if status or self._calls.raised is not None:
                raise self._fail(status)
        return bytes(state)

    def restore(self, state: Union[bytes, bytearray, memoryview]) -> None:
        """Goes back, or on, to a state that was saved. The record begins anew there."""
        handle = self._handle
        with self._context:
            status = lib.cat_simulation_restore(handle.ptr, ffi.from_buffer(state), len(state))
            if status or self._calls.raised is not None:
                raise self._fail(status)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Simulation cannot be pickled: send the bytes of save() to one of the same case")

    def __repr__(self) -> str:
        state = "closed" if self._handle is _Closed else f"t = {self.time:.6g} s"
        return f"<catenaria.Simulation of {self.model.case.title!r}: {state}>"

