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
FINER = {"half the step": "time.step=0.5 ms", "half the elements": "line.elements_per_bay=20"}


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
    page.append("The same runs: change from the linear one if one part alone is nonlinear, and if all are; then change of the "
                "nonlinear run by half the step and by elements of half the length.\n")
    for speed in ("275", "320"):
        case, rows = f"ac-simple/{speed}.yaml", []
        linear = look(case, *LINEAR)
        rows.append(["linear", *[digits(x, 2) for x in linear[0]], ""])
        for name in OFF:
            others = [OFF[k] for k in OFF if k != name]
            rows.append(row(name, look(case, *NONLINEAR, *others), linear))
        bent = look(case, *NONLINEAR)
        rows.append(row("all", bent, linear))
        rows.append(["nonlinear", *[digits(x, 2) for x in bent[0]], ""])
        for name, change in FINER.items():
            rows.append(row(name, look(case, *NONLINEAR, change), bent))
        page.append(table([f"{speed} km/h", *HEAD, "difference [%]"], rows))


def integrators(page):
    page.append("## Direction of the force, integrator\n")
    page.append("At 320 km/h on 6 spans, statistics from 110 to 275 m: change of the nonlinear run.\n")
    case = "ac-simple/320.yaml"
    bent = look(case, *NONLINEAR, *SHORT)
    rows = [["nonlinear", *[digits(x, 2) for x in bent[0]], ""]]
    further = {"force across the wire": "nonlinear.force=normal", "energy-momentum": "time.method=energy-momentum",
               "full tangent, 1e-5 N": ("nonlinear.tangent=full", "nonlinear.tolerance=1e-5 N"), **FINER}
    for name, change in further.items():
        changes = change if isinstance(change, tuple) else (change,)
        rows.append(row(name, look(case, *NONLINEAR, *SHORT, *changes), bent))
    page.append(table(["", *HEAD, "difference [%]"], rows))


STRIPS, MODE = "strips.distance=0.5 m", ("strips.mass=0.2 kg", "strips.stiffness=50 kN/m")
ROLL = ("roll.inertia=1.5 kg m2", "roll.stiffness=10 kN/m", "roll.distance=0.8 m")
HEADS = {"one strip": (), "two strips": (STRIPS,), "mode of the strip": MODE, "two strips with modes": (STRIPS, *MODE),
         "rolling head": ROLL, "all of it": (STRIPS, *MODE, *ROLL)}


def heads(page):
    page.append("## Strips and roll\n")
    page.append("AC simple, linear, static force tuned for the mean force of the benchmark, statistics from 275 to 825 m, 0 to "
                "20 Hz. Two strips: 0.5 m apart; mode: 0.2 kg on 50 kN/m (80 Hz); roll: 1.5 kg m2, springs of 10 kN/m 0.8 m apart "
                "(7.35 Hz), under a stagger of 0.2 m ([theory/pantograph.md](../theory/pantograph.md)).\n")
    rows = []
    for speed in ("275", "320"):
        for name, parts_of in HEADS.items():
            summary = run(f"ac-simple/{speed}.yaml", QUICK, *[f"pantograph[0].{p}" for p in parts_of])
            p = summary["pantographs"][0]
            f = p["force"]
            numbers = [f[k] for k in KEYS] + [f["loss_percent"], p["static_force_N"], summary["max_uplift_mm"]]
            rows.append([f"{speed} km/h" if name == "one strip" else "", name, *[digits(x, 2) for x in numbers]])
    page.append(table(["", "head", *HEAD[:4], "contact lost [%]", "static force [N]", HEAD[4]], rows))


def main():
    page = ["# Large displacements\n",
            "Written by `make validate` (tests/validation/nonlinear_study.py); do not edit. The model: "
            "[theory/nonlinear.md](../theory/nonlinear.md).\n"]
    for section in (whole, parts, integrators, heads):
        section(page)
    sys.stdout.write("\n".join(page))


if __name__ == "__main__":
    main()
