"""Plots, if matplotlib is there."""
from __future__ import annotations

from typing import Any, Optional, Sequence


def plot(results: Any, names: Sequence[str], x: Optional[str], ax: Any, options: "dict[str, Any]") -> Any:
    try:
        import matplotlib.pyplot as pyplot
    except ImportError as error:
        raise ImportError("plot() needs matplotlib: on Debian, install python3-matplotlib") from error
    names = names or [name for name in results if name.endswith(".force") and "/" not in name]
    channels = [results[name] for name in names]
    if x is None:  # the first channel of the table in which they are
        table = next(t for t in results.tables.values() if names[0].rpartition("/")[2] in t)
        x = next(iter(table))
    over = results[x]
    if ax is None:
        _, ax = pyplot.subplots()
    for channel in channels:
        ax.plot(over, channel, **{"label": channel.name, **options})
    ax.set_xlabel(over.label)
    ax.set_ylabel(channels[0].label if len(channels) == 1 else f"[{channels[0].unit}]")
    if len(channels) > 1:
        ax.legend()
    return ax
