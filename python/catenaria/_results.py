"""Results of a run: channels as arrays, values, verdicts, the files of the program."""
from __future__ import annotations

import difflib
import json
import os
from dataclasses import dataclass
from typing import Any, Iterator, List, Mapping, NoReturn, Optional, Union

from ._arrays import Channel, view
from ._context import Handle
from ._errors import UnknownName
from ._native import NULL, ffi, lib, text


@dataclass(frozen=True)
class Value:
    """One row of the table of results."""
    group: str
    label: str
    value: float
    unit: str
    note: str


@dataclass(frozen=True)
class Verdict:
    """A value beside the limits of a standard; nan: no limit on that side. `passed` is None where a limit
    lies within twice the numerical uncertainty `u_num` of the value (0: not known)."""
    standard: str
    quantity: str
    value: float
    unit: str
    low: float
    high: float
    passed: Optional[bool]
    note: str
    u_num: float


def _unknown(what: str, name: object, names: "list[str]") -> UnknownName:
    near = difflib.get_close_matches(str(name), names, 1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(names[:12])}"
    return UnknownName(f"no {what} {name!r}{hint}")


class Table(Mapping[str, Channel]):
    """Channels of one length, by name."""

    def __init__(self, owner: Handle, table: Any) -> None:
        self.name = text(table.name)
        self.rows = int(table.n)
        self._owner, self._table = owner, table
        self._index = {text(table.channel[i].name): i for i in range(table.nchannel)}
        self._views: "dict[str, Channel]" = {}

    def __getitem__(self, name: str) -> Channel:
        channel = self._views.get(name)
        if channel is None:
            if name not in self._index:
                raise _unknown(f"channel of the table {self.name}", name, list(self._index))
            c = self._table.channel[self._index[name]]
            channel = view(self._owner, c.data, self.rows, name, text(c.unit), text(c.doc))
            self._views[name] = channel
        return channel

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        return f"<catenaria.Table {self.name}: {self.rows} rows of {', '.join(self)}>"


class Results(Mapping[str, Channel]):
    """Results of a run. ``results["p1.force"]`` is a channel over time, ``results["supports/x"]`` one of
    another table; all are numpy arrays on the memory of the library, with units. They may be kept as
    long as one likes."""

    def __init__(self, handle: Handle, case: Handle) -> None:
        self._handle, self._case = handle, case
        record = handle.ptr
        self.tables: "dict[str, Table]" = {}
        for i in range(lib.cat_record_tables(record)):
            table = Table(handle, lib.cat_record_table_at(record, i))
            self.tables[table.name] = table
        self._summary: Optional[dict] = None

    # ---------------------------------------------------------------------- channels

    def _locate(self, name: str) -> "tuple[Table, str]":
        """The table of a channel, and its name there."""
        before, slash, after = name.partition("/")
        if slash and before in self.tables:
            return self.tables[before], after
        for table in self.tables.values():
            if name in table:
                return table, name
        raise _unknown("channel", name, list(self))

    def __getitem__(self, name: str) -> Channel:
        table, channel = self._locate(name)
        return table[channel]

    def __iter__(self) -> Iterator[str]:
        first = True
        for table in self.tables.values():
            yield from (c if first else f"{table.name}/{c}" for c in table)
            first = False

    def __len__(self) -> int:
        return sum(len(t) for t in self.tables.values())

    # ---------------------------------------------------------------------- values

    @property
    def scalars(self) -> "List[Value]":
        """The table of results, row by row."""
        rows = (lib.cat_record_result_at(self._handle.ptr, i)
                for i in range(lib.cat_record_results(self._handle.ptr)))
        return [Value(text(r.group), text(r.label).strip(), r.value, text(r.unit), text(r.note)) for r in rows]

    def value(self, label: str, group: Optional[str] = None) -> float:
        """The first value with this label, such as "mean" or "standard deviation", in SI units unless
        its unit says otherwise; ``group``: in a group whose name begins like this."""
        found = lib.cat_record_result_find(self._handle.ptr, group.encode() if group else NULL,
                                           label.encode())
        if found == NULL:
            raise self._unknown_value(label, group)
        return float(found.value)

    def _unknown_value(self, label: str, group: Optional[str]) -> UnknownName:
        rows = self.scalars
        groups = list(dict.fromkeys(v.group for v in rows if v.label == label))
        if groups:  # the label is right, and the group is not
            return UnknownName(f"no value {label!r} in a group that begins like {group!r}; "
                               f"it is in {', '.join(map(repr, groups))}")
        inside = [v.label for v in rows if group is None or v.group.startswith(group)]
        return _unknown("value", label, sorted(set(inside or [v.label for v in rows])))

    @property
    def verdicts(self) -> "List[Verdict]":
        rows = (lib.cat_record_verdict_at(self._handle.ptr, i)
                for i in range(lib.cat_record_verdicts(self._handle.ptr)))
        return [Verdict(text(v.standard), text(v.quantity), v.value, text(v.unit), v.low, v.high,
                        (False, True, None)[v.result], text(v.note), v.u_num) for v in rows]

    @property
    def passed(self) -> Optional[bool]:
        """No verdict is a failure; None: nothing was judged."""
        record = self._handle.ptr
        if lib.cat_record_verdicts(record) == 0:
            return None
        return bool(lib.cat_record_failed_verdicts(record) == 0)

    @property
    def warnings(self) -> "List[str]":
        """Of the input and of the run, as the program prints them."""
        return list(self.summary["warnings"])

    @property
    def status(self) -> str:
        """"ok", "failed" or "interrupted"."""
        names = {lib.CAT_RUN_OK: "ok", lib.CAT_RUN_FAILED: "failed"}
        return names.get(lib.cat_record_status(self._handle.ptr), "interrupted")

    @property
    def message(self) -> str:
        """Why the run ended early; ""."""
        return text(lib.cat_record_message(self._handle.ptr))

    @property
    def summary(self) -> dict:
        """What the program writes to summary.json."""
        if self._summary is None:
            self._summary = json.loads(self._bytes(lib.CAT_OUTPUT_SUMMARY))
        return self._summary

    # ---------------------------------------------------------------------- texts and files

    def _bytes(self, file: int) -> bytes:
        context = self._handle.context
        slot, size = ffi.new("char **"), ffi.new("size_t *")
        with context.lock:
            context.check(lib.cat_results_bytes(context.ptr, self._case.ptr, self._handle.ptr, file, slot,
                                                size))
            try:
                return bytes(ffi.buffer(slot[0], size[0]))
            finally:
                lib.cat_string_free(context.ptr, slot[0])

    def report(self) -> str:
        """The interactive report, as HTML."""
        return self._bytes(lib.CAT_OUTPUT_REPORT).decode()

    def csv(self) -> str:
        """The channels over time, as CSV."""
        return self._bytes(lib.CAT_OUTPUT_CHANNELS).decode()

    def hdf5(self) -> bytes:
        """The file results.h5."""
        return self._bytes(lib.CAT_OUTPUT_HDF5)

    def write(self, folder: "Union[str, os.PathLike[str]]", *, csv: bool = False) -> None:
        """Writes summary.json, results.h5, report.html and, if asked for, channels.csv."""
        context = self._handle.context
        directory = ffi.new("char[]", os.fsencode(folder))
        output = ffi.new("CatOutput *", {"size": ffi.sizeof("CatOutput"), "dir": directory, "csv": csv})
        with context.lock:
            context.check(lib.cat_results_write(context.ptr, self._case.ptr, self._handle.ptr, output))

    def __str__(self) -> str:
        """The table that the program prints."""
        context = self._handle.context
        slot = ffi.new("char **")
        with context.lock:
            context.check(lib.cat_results_table(context.ptr, self._handle.ptr, slot))
            return context.take_text(slot)

    def __reduce__(self) -> NoReturn:
        raise TypeError("Results cannot be pickled: send what is needed of them, as results.summary, "
                        "results.value(...) or results[...].copy()")

    def __repr__(self) -> str:
        rows = ", ".join(f"{t.name}: {len(t)} x {t.rows}" for t in self.tables.values())
        return f"<catenaria.Results {self.status}; {rows}>"

    def plot(self, *names: str, x: Optional[str] = None, ax: Any = None, **options: Any) -> Any:
        """Draws channels (all contact forces unless named) over another one, time unless named, with
        matplotlib; further options are those of ``Axes.plot``. Returns the axes."""
        from ._plot import plot
        return plot(self, names, x, ax, options)
