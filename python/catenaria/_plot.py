"""Plots, if matplotlib is there."""
from __future__ import annotations

from typing import Any, Optional, Sequence


def plot(results: Any, names: Sequence[str], x: Optional[str], ax: Any, options: "dict[str, Any]") -> Any:
    try:
        import matplotlib.pyplot as pyplot
    except ImportError as error:
        raise ImportError("plot() needs matplotlib: on Debian, install python3-matplotlib") from error
    names = names or [name for name in results if name.endswith(".force") and "/" not in name]
    if not names:
        raise ValueError("which channel? there is no contact force in these results")
    channels = [results[name] for name in names]
    table, _ = results._locate(names[0])
    first = next(iter(table))  # time, or places
    over = table[x or first] if (x or first) in table else results[x]
    if ax is None:
        _, ax = pyplot.subplots()
    for channel in channels:
        ax.plot(over, channel, **{"label": channel.name, **options})
    ax.set_xlabel(over.label)
    ax.set_ylabel(channels[0].label if len(channels) == 1 else f"[{channels[0].unit}]")
    if len(channels) > 1:
        ax.legend()
    return ax
