"""The shared library behind cffi: the compiled extension if it fits this interpreter, otherwise the
library is opened as it is, with the same declarations. Everything else in the package sees ``ffi`` and
``lib`` and does not know which."""
from __future__ import annotations

import glob
import os
import sys
from typing import Any, Callable, Optional

try:
    import cffi
    import numpy  # noqa: F401
except ImportError as error:
    raise ImportError(f"catenaria needs cffi and numpy, which {sys.executable} does not have: on Debian, "
                      "install python3-cffi and python3-numpy and use /usr/bin/python3") from error

FOLDER = os.path.dirname(os.path.abspath(__file__))


def _open() -> "tuple[Any, Any]":
    from . import _declarations
    opener = cffi.FFI()
    opener.cdef(_declarations.DECLARATIONS)
    chosen = os.environ.get("CATENARIA_LIBRARY")
    places = [chosen] if chosen else []
    for up in ("../..", "../../..", "../../../*-linux-gnu"):  # a build tree; an installation
        places += sorted(glob.glob(os.path.join(FOLDER, up, "libcatenaria.so.0")))
    for place in places + ["libcatenaria.so.0"]:
        try:
            return opener, opener.dlopen(place)
        except OSError as reason:
            last = reason
    raise ImportError(f"libcatenaria was not found: {last}; CATENARIA_LIBRARY may name it")


def _load() -> "tuple[Any, Any, bool]":
    if not os.environ.get("CATENARIA_LIBRARY"):
        try:
            from . import _catenaria  # type: ignore[attr-defined]
            return _catenaria.ffi, _catenaria.lib, True
        except ImportError:
            pass
    return (*_open(), False)


ffi, lib, compiled = _load()

NULL = ffi.NULL
_python: "dict[str, Any]" = {}  # the functions of the package as C sees them


def callback(name: str, error: Any = None, onerror: Optional[Callable[..., None]] = None) -> Any:
    """Makes a Python function callable from C under this name of python/host.h."""
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if compiled:
            ffi.def_extern(name, error=error, onerror=onerror)(function)
            _python[name] = getattr(lib, name)
        else:
            from ._declarations import CALLBACKS
            _python[name] = ffi.callback(CALLBACKS[name], function, error=error, onerror=onerror)
        return function
    return register


def pointer(name: str) -> Any:
    """A callback as a C function. The one that asks whether to stop is asked less often in C."""
    if name == "cat_py_stop" and compiled:
        return ffi.addressof(lib, "cat_py_poll")
    return _python[name]


def text(c_string: Any) -> str:
    return ffi.string(c_string).decode("utf-8", "replace") if c_string else ""
