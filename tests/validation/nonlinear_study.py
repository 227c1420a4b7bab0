#!/usr/bin/env python3
"""How far the linear line may be trusted: writes docs/validation/nonlinear.md. Runs, their cache and tables are those of train_study.py."""
import math
import sys

from train_study import QUICK, digits, run, table

LINEAR = ("solver=band", QUICK, "pantograph[0].target_mean_force=0")
NONLINEAR = ("dynamics=nonlinear", *LINEAR)
SHORT = ("line.spans[0].repeat=6", "measure.from=110", "measure.to=275")
KEYS = ("mean_N", "std_N", "max_N", "min_N")
OFF = {"wires": "nonlinear.wires=false", "droppers": "nonlinear.droppers=false",
       "arms": "nonlinear.arms=false", "contact point": "nonlinear.contact=undeformed"}


def look(case, *changes):
    """Statistics in the window, the uplift, and the force over time."""
    summary, force = run(case, *changes, force=True)
    f = summary["pantographs"][0]["force"]
    window, speed = summary["pantographs"][0]["window_m"], summary["pantographs"][0]["speed_kmh"]
    inside = {round(t, 6): p for t, p in force if window[0] <= t * speed / 3.6 <= window[1]}
    return [f[k] for k in KEYS] + [summary["max_uplift_mm"]], inside, summary["march"]


def apart(a, b):
    """Root mean square of the difference of two forces over the mean force, in per cent."""
    times = sorted(set(a) & set(b))
    mean = sum(b[t] for t in times) / len(times)
    return 100 * math.sqrt(sum((a[t] - b[t]) ** 2 for t in times) / len(times)) / mean


def row(name, now, base):
    changes = [f"{x - y:+.2f}" for x, y in zip(now[0], base[0])]
    return [name, *changes, digits(apart(now[1], base[1]), 2)]


HEAD = ["mean [N]", "standard deviation [N]", "maximum [N]", "minimum [N]", "uplift [mm]"]


def whole(page):
    page.append("## Linear and nonlinear, 20 spans\n")
    page.append("AC simple, one pantograph with a given static force, steps of 1 ms, statistics from 275 to "
                "825 m, 0 to 20 Hz. The last column is the root mean square of the difference of both forces "
                "over time, in per cent of the mean force.\n")
    rows = []
    for speed in ("275", "320"):
        case = f"ac-simple/{speed}.yaml"
        linear, bent = look(case, *LINEAR), look(case, *NONLINEAR)
        newton = bent[2]["newton"]
        rows.append([f"{speed} km/h", "linear", *[digits(x, 2) for x in linear[0]], "", ""])
        rows.append(["", "nonlinear", *[digits(x, 2) for x in bent[0]],
                     digits(apart(bent[1], linear[1]), 2), f"{newton['mean']:.2f} ({newton['max']})"])
    page.append(table(["", "line", *HEAD, "difference [%]", "iterations (at most)"], rows))


def parts(page):
    page.append("## Which part makes it\n")
    page.append("The same at 320 km/h on 6 spans, statistics from 110 to 275 m: change from the linear run if one "
                "part alone is nonlinear; then change of the nonlinear run by its integrator, the step and the elements.\n")
    case = "ac-simple/320.yaml"
    linear, rows = look(case, *LINEAR, *SHORT), []
    rows.append(["linear", *[digits(x, 2) for x in linear[0]], ""])
    for name in OFF:
        others = [OFF[k] for k in OFF if k != name]
        rows.append(row(name, look(case, *NONLINEAR, *SHORT, *others), linear))
    bent = look(case, *NONLINEAR, *SHORT)
    rows.append(row("all", bent, linear))
    rows.append(["nonlinear", *[digits(x, 2) for x in bent[0]], ""])
    further = {"force across the wire": "nonlinear.force=normal",
               "energy-momentum": "time.method=energy-momentum", "half the step": "time.step=0.5 ms",
               "half the elements": "line.elements_per_bay=20"}
    for name, change in further.items():
        rows.append(row(name, look(case, *NONLINEAR, *SHORT, change), bent))
    page.append(table(["", *HEAD, "difference [%]"], rows))


def main():
    page = ["# Large displacements\n",
            "Written by `make validate` (tests/validation/nonlinear_study.py); do not edit. The model: "
            "[theory/nonlinear.md](../theory/nonlinear.md).\n"]
    for section in (whole, parts):
        section(page)
    sys.stdout.write("\n".join(page))


if __name__ == "__main__":
    main()
