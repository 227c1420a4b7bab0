"""Memory of the library as numpy arrays, without copies."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._native import ffi


class Channel(np.ndarray):
    """An array with ``name``, ``unit`` and ``doc``. It is read-only, and slices of it are channels;
    what is computed from it is a plain array."""
    name: str
    unit: str
    doc: str

    def __array_finalize__(self, source: Any) -> None:
        self.name = getattr(source, "name", "")
        self.unit = getattr(source, "unit", "")
        self.doc = getattr(source, "doc", "")

    def __array_wrap__(self, out: Any, context: Any = None, return_scalar: bool = False) -> Any:
        plain = np.asarray(out)
        return plain[()] if plain.ndim == 0 else plain

    @property
    def label(self) -> str:
        """For an axis: "p1.force [N]"."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name

    def __reduce__(self) -> Any:
        return _revive, (np.array(self), self.name, self.unit, self.doc)


def _revive(data: np.ndarray, name: str, unit: str, doc: str) -> Channel:
    channel = data.view(Channel)
    channel.name, channel.unit, channel.doc = name, unit, doc
    return channel


class _Memory:
    """Numbers of C, and what keeps them alive."""
    __slots__ = ("owner", "__array_interface__")

    def __init__(self, owner: Any, data: Any, count: int) -> None:
        self.owner = owner
        self.__array_interface__ = {"version": 3, "typestr": np.dtype(float).str, "shape": (count,),
                                    "data": (int(ffi.cast("uintptr_t", data)), True)}


def view(owner: Any, data: Any, count: int, name: str, unit: str, doc: str) -> Channel:
    plain = np.asarray(_Memory(owner, data, count)) if count else np.empty(0)
    return _revive(plain, name, unit, doc)
