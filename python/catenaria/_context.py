"""Contexts, and who frees what: any object may go first, in any thread, or in a cycle of references."""
from __future__ import annotations

import logging
import threading
import weakref
from typing import Any, Callable, Optional

from ._errors import StateError, collect
from ._native import NULL, callback, ffi, lib, pointer, text

Progress = Callable[[float, float], object]

logger = logging.getLogger("catenaria")
logger.addHandler(logging.NullHandler())
_levels = {lib.CAT_LOG_DEBUG: logging.DEBUG, lib.CAT_LOG_INFO: logging.INFO,
           lib.CAT_LOG_WARNING: logging.WARNING}


class Calls:
    """What C calls back through a context, and the exception that one of these left behind."""
    __slots__ = ("progress", "raised", "stop")

    def __init__(self) -> None:
        self.progress: Optional[Progress] = None
        self.raised: Optional[BaseException] = None
        self.stop = False


class _Inside(threading.local):
    """The calls of the context whose library function this thread is in."""
    calls: Optional[Calls] = None


inside = _Inside()


def keep_exception(kind: Any, value: BaseException, trace: Any) -> None:
    """An exception cannot pass through C: it is kept, and raised when C has returned. Callbacks name
    their first argument so that it tells where. At the limit of recursion a callback is not even
    entered, and there is no trace: the exception is that of the call that this thread is in."""
    local = trace.tb_frame.f_locals if trace else {}
    if "host" in local:
        calls = ffi.from_handle(ffi.cast("CatPyHost *", local["host"]).self)
    elif "user" in local:
        calls = ffi.from_handle(local["user"]).calls
    else:
        calls = inside.calls
    if calls is not None and calls.raised is None:
        calls.raised = value.with_traceback(trace)


def _calls(host: Any) -> Calls:
    return ffi.from_handle(ffi.cast("CatPyHost *", host).self)


# Python looks for signals as it enters this function: Ctrl-C is raised here.
@callback("cat_py_stop", error=1, onerror=keep_exception)
def _stop(host: Any) -> int:
    calls = _calls(host)
    return calls.stop or calls.raised is not None


@callback("cat_py_progress", onerror=keep_exception)
def _progress(host: Any, fraction: float, time: float) -> None:
    progress = _calls(host).progress
    if progress is not None:
        progress(fraction, time)


@callback("cat_py_log", onerror=keep_exception)
def _log(host: Any, level: int, message: Any) -> None:
    logger.log(_levels.get(level, logging.INFO), "%s", text(message))


class Context:
    """One thread at a time, which the lock sees to: a second thread is refused, not made to wait."""
    __slots__ = ("ptr", "lock", "calls", "_waiting", "_keep", "_outer", "__weakref__")

    def __init__(self, progress: Optional[Progress] = None) -> None:
        self.lock = threading.RLock()
        self.calls = Calls()
        self._waiting: list = []
        self._outer: list = []
        handle = ffi.new_handle(self.calls)
        user = ffi.new("CatPyHost *", {"self": handle})
        self._keep = (handle, user)
        host = ffi.new("CatHost *", {"size": ffi.sizeof("CatHost"), "user": user,
                                     "stop": pointer("cat_py_stop"), "log": pointer("cat_py_log")})
        if progress is not None:
            self.calls.progress = progress
            host.progress = pointer("cat_py_progress")
        self.ptr = lib.cat_context_new(host)
        if self.ptr == NULL:
            raise MemoryError("no memory for a context")
        weakref.finalize(self, _free_context, self.ptr, self._keep).atexit = False

    def __enter__(self) -> "Context":
        if not self.lock.acquire(False):
            raise StateError("another thread uses this object")
        self._outer.append(inside.calls)
        inside.calls = self.calls
        return self

    def __exit__(self, *_: Any) -> None:
        inside.calls = self._outer.pop()
        self.release()

    def release(self) -> None:
        """Lets others use the context, and frees what they could not free meanwhile."""
        self.lock.release()
        while self._waiting and self.lock.acquire(False):
            self._free_waiting()
            self.lock.release()

    def check(self, status: int) -> None:
        """Raises what went wrong in the call that returned this, or in a callback of it."""
        if status or self.calls.raised is not None:
            raise self.failure(status)

    def failure(self, status: int) -> BaseException:
        raised, self.calls.raised = self.calls.raised, None
        error = collect(self.ptr, status)
        return error if raised is None else raised

    def take_text(self, slot: Any) -> str:
        """A text that the library made, which is freed."""
        try:
            return text(slot[0])
        finally:
            lib.cat_string_free(self.ptr, slot[0])

    def free(self, free: Callable[[Any], None], ptr: Any, keep: Any) -> None:
        """Frees now, or when the thread that uses the context has done; keeps what it points at so
        long. It waits in the list before the lock is tried: the other thread looks after its release."""
        self._waiting.append((free, ptr, keep))
        if self.lock.acquire(False):
            self.release()

    def _free_waiting(self) -> None:
        while self._waiting:
            try:
                free, ptr, _keep = self._waiting.pop()
            except IndexError:
                return
            free(ptr)


def _free_context(ptr: Any, keep: Any) -> None:
    lib.cat_context_free(ptr)


class Handle:
    """Owns an object of C. Whoever needs its memory refers to the handle: arrays as well."""
    __slots__ = ("ptr", "context", "__weakref__")

    def __init__(self, context: Context, ptr: Any, free: Callable[[Any], None], keep: Any = ()) -> None:
        self.ptr, self.context = ptr, context
        weakref.finalize(self, _free_handle, context, ptr, free, keep).atexit = False


def _free_handle(context: Context, ptr: Any, free: Callable[[Any], None], keep: Any) -> None:
    context.free(free, ptr, keep)
