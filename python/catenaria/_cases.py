"""Cases: from a file, a shipped name, a text or a dictionary; overrides; whole runs of them."""
from __future__ import annotations

import json
import os
import re
from typing import Any, Iterator, Mapping, Optional, Union

from ._context import Context, Handle, Progress
from ._errors import ArgumentError
from ._native import FOLDER, NULL, ffi, lib, text
from ._results import Results

CaseLike = Union[str, "os.PathLike[str]", Mapping[str, Any], "Case"]


def library() -> Optional[str]:
    """Folder of the shipped cases and parts: ``$CATENARIA_CASES``, or that of this installation."""
    chosen = os.environ.get("CATENARIA_CASES")
    if chosen:
        return chosen
    for inner in ("../../cases", "../../../../share/catenaria/cases"):  # a build tree; installed
        folder = os.path.normpath(os.path.join(FOLDER, inner))
        if os.path.isdir(folder):
            return folder
    context = Context()
    slot = ffi.new("char **")
    context.check(lib.cat_library_find(context.ptr, slot))
    return context.take_text(slot) or None


def cases() -> "list[str]":
    """Names of the shipped cases, as :func:`run` takes them."""
    def names(folder: str) -> Iterator[str]:
        for root, _, files in os.walk(folder):
            for file in files:
                path = os.path.join(root, file)
                if file.endswith(".yaml"):
                    with open(path, encoding="utf-8") as opened:
                        if re.search(r"^(kind|use):", opened.read(), flags=re.M):
                            yield os.path.relpath(path, folder)[:-len(".yaml")]
    folder = library()
    return sorted(names(folder)) if folder else []


def _value(value: Any, nested: bool = False) -> str:
    """A value as the input language writes it; numbers are SI."""
    if hasattr(value, "tolist"):  # of numpy
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_value(v, True)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v, True) for v in value) + "]"
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str) and nested and not re.fullmatch(r"[\w./][\w./ +*^%-]*", value):
        return json.dumps(value, ensure_ascii=False)
    return value if isinstance(value, str) else repr(value)


def _settings(overrides: Optional[Mapping[str, Any]], keys: Mapping[str, Any]) -> "dict[str, str]":
    """``run__speed`` is run.speed, ``pantograph__0__static_force`` pantograph[0].static_force."""
    out = {key: _value(value) for key, value in (overrides or {}).items()}
    for name, value in keys.items():
        key = re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", name.replace("__", "."))
        out[key] = _value(value)
    return out


class Case:
    """An input, read and checked. It never changes; threads may share it.

    ``case`` is a path, the name of a shipped case ("ac-simple/320"), a text of several lines in the
    input language, or a dictionary with its keys. Overrides have the keys of ``catenaria explain``:
    ``{"run.speed": "300 km/h"}``, or as keywords ``run__speed="300 km/h"``; bare numbers are SI.
    ``parts`` are texts that ``use:`` finds by their names. A text or a dictionary finds these and the
    shipped files, no others.

    Raises :class:`InputError` with everything that is wrong.
    """

    def __init__(self, case: CaseLike, overrides: Optional[Mapping[str, Any]] = None, *,
                 parts: Optional[Mapping[str, str]] = None, **keys: Any) -> None:
        settings = _settings(overrides, keys)
        self._source: "Union[str, os.PathLike[str], Mapping[str, Any]]"
        if isinstance(case, Case):
            settings = {**case._settings, **settings}
            parts = {**case._parts, **(parts or {})}
            self._source = case._source
        else:
            self._source = case
        self._settings: "dict[str, str]" = settings
        self._parts: "dict[str, str]" = dict(parts or {})
        context = Context()
        with context:
            slot = ffi.new("CatCase **")
            self._keep: list = []
            context.check(lib.cat_case_load(context.ptr, self._c_source(), slot))
            self._keep = []
            self._handle = Handle(context, slot[0], lib.cat_case_free)

    def _char(self, string: str) -> Any:
        if "\0" in string:
            raise ArgumentError("a text with a NUL character in it")
        self._keep.append(ffi.new("char[]", string.encode("utf-8", "surrogateescape")))
        return self._keep[-1]

    def _c_text(self, name: str, content: str) -> "dict[str, Any]":
        data = self._char(content)
        return {"name": self._char(name), "text": data, "n": len(data) - 1}

    def _c_source(self) -> Any:
        """The struct and, in _keep, what it points at."""
        source = ffi.new("CatCaseSource *", {"size": ffi.sizeof("CatCaseSource")})
        sets = ffi.new("char *[]", [self._char(f"{k}={v}") for k, v in self._settings.items()] or 1)
        parts = ffi.new("CatCaseText[]", [self._c_text(n, t) for n, t in self._parts.items()] or 1)
        self._keep += [sets, parts]
        source.sets, source.nset = sets, len(self._settings)
        source.parts, source.npart = parts, len(self._parts)
        shipped = library()
        if shipped:
            source.library = self._char(shipped)
        given = self._source
        if isinstance(given, Mapping):
            given = json.dumps(given, default=lambda x: x.tolist(), ensure_ascii=False, indent=1)
        if isinstance(given, str) and "\n" in given:
            held = ffi.new("CatCaseText *", self._c_text("case", given))
            self._keep.append(held)
            source.text = held
        else:
            source.path = self._char(os.fspath(given))
        return source

    @property
    def kind(self) -> str:
        """"train", "rest", "bridge", "cable" or "pdae"."""
        return text(lib.cat_case_kind(self._handle.ptr))

    @property
    def title(self) -> str:
        return text(lib.cat_case_title(self._handle.ptr))

    @property
    def warnings(self) -> "list[str]":
        """Values that are possible but unusual."""
        c = self._handle.ptr
        return [text(lib.cat_case_warning(c, i)) for i in range(lib.cat_case_warnings(c))]

    def resolved(self) -> str:
        """The complete input as understood, defaults included, as YAML."""
        context = Context()
        slot = ffi.new("char **")
        context.check(lib.cat_case_print(context.ptr, self._handle.ptr, slot))
        return context.take_text(slot)

    def run(self, *, progress: Optional[Progress] = None) -> Results:
        """Runs it whole; see :func:`run`."""
        return self._compute(lib.cat_case_run, progress)

    def rest(self, *, progress: Optional[Progress] = None) -> Results:
        """The shape at rest of its line."""
        return self._compute(lib.cat_case_rest, progress)

    def modes(self, *, progress: Optional[Progress] = None) -> Results:
        """Natural frequencies of its line."""
        return self._compute(lib.cat_case_modes, progress)

    def _compute(self, function: Any, progress: Optional[Progress]) -> Results:
        context = Context(progress)
        slot = ffi.new("CatRecord **")
        with context:
            try:
                status = function(context.ptr, self._handle.ptr, slot)
            finally:
                context.calls.progress = None
            results = Results(Handle(context, slot[0], lib.cat_record_free), self._handle) \
                if slot[0] != NULL else None
            if status or context.calls.raised is not None:
                failure = context.failure(status)
                if hasattr(failure, "results"):
                    failure.results = results  # type: ignore[attr-defined]
                raise failure
        assert results is not None
        return results

    def __repr__(self) -> str:
        return f"<catenaria.Case {self.kind}: {self.title!r}>"


def run(case: CaseLike, overrides: Optional[Mapping[str, Any]] = None, *,
        progress: Optional[Progress] = None, **keys: Any) -> Results:
    """Runs a case and returns its results.

    ``case``, ``overrides`` and keywords are those of :class:`Case`. ``progress(fraction, time)`` is
    called every few steps. Ctrl-C ends the run within a fraction of a second. If it fails half-way,
    the exception has what there is of it as ``results``.
    """
    return Case(case, overrides, **keys).run(progress=progress)
