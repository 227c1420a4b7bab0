#!/usr/bin/env python3
"""Figures of Jensen's thesis from our runs, as SVG: those that no single case's report shows.

  cables_figures.py FOLDER     writes figure-2.3.svg to figure-4.55.svg

Runs are those of cables_study.py, from the same cache where they are done. The reports of cases have the others: 4.5 to 4.9
cable/shock, 4.10 to 4.18, 4.20 and 4.21 cable/pulse, 4.32 pantograph/single-arm-elastic, 4.38 danish/rest; tables of
docs/validation/cables.md stand for 4.48 to 4.50.
"""
import csv
import math
import os
import subprocess
import sys

from cables_study import HEAVY_ARM, NO_BENDING, NONLINEAR, PRESAGS, PROGRAM, ROOT, heights_of, quick
from train_study import CACHE, QUICK, digest, run

WIDTH, PANEL, LEFT, COLOURS = 720, 170, 64, ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad")


# ------------------------------------------------------------------------------ drawing

def ticks(low, high):
    step = 10 ** math.floor(math.log10((high - low) / 3))
    step = next(s for s in (step, 2 * step, 5 * step, 10 * step) if (high - low) / s <= 6)
    first = math.ceil(low / step - 1e-9)
    return [round(step * i, 12) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def bounds(values):
    low, high = min(values), max(values)
    margin = 0.06 * (high - low) or 1
    return low - margin, high + margin


def panel(top, x_range, curves, label):
    points = [p for _, series in curves for p in series]
    low, high = bounds([y for _, y in points])

    def place(x, y):
        return (LEFT + (x - x_range[0]) / (x_range[1] - x_range[0]) * (WIDTH - LEFT - 10),
                top + PANEL - 34 - (y - low) / (high - low) * (PANEL - 60))
    out = [f'<rect x="{LEFT}" y="{top + 26}" width="{WIDTH - LEFT - 10}" height="{PANEL - 60}" fill="none" stroke="#888"/>',
           f'<text x="{LEFT}" y="{top + 20}">{label}</text>']
    for y in ticks(low, high):
        at = place(x_range[0], y)[1]
        out.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{y:g}</text>'
                   f'<path d="M{LEFT} {at:.1f}h{WIDTH - LEFT - 10}" stroke="#ddd"/>')
    for x in ticks(*x_range):
        out.append(f'<text x="{place(x, low)[0]:.1f}" y="{top + PANEL - 20}" text-anchor="middle">{x:g}</text>')
    for i, (name, series) in enumerate(curves):
        every = max(1, len(series) // 1500)
        way = "L".join("%.1f %.1f" % place(x, y) for x, y in series[::every])
        out.append(f'<path d="M{way}" fill="none" stroke="{COLOURS[i % 4]}" stroke-width="1.2"/>'
                   f'<text x="{WIDTH - 12}" y="{top + 20}" dx="{-130 * (len(curves) - 1 - i)}" text-anchor="end" '
                   f'fill="{COLOURS[i % 4]}">{name}</text>')
    return "\n".join(out)


def figure(folder, number, title, panels, window=None, axis="x [m]"):
    """Panels one below the other, each (label, [(name, [(x, y), ...]), ...])."""
    if window:
        panels = [(label, [(n, [p for p in s if window[0] <= p[0] <= window[1]]) for n, s in curves])
                  for label, curves in panels]
    every = [x for _, curves in panels for _, s in curves for x, _ in s]
    x_range, height = (min(every), max(every)), PANEL * len(panels) + 50
    body = [panel(30 + PANEL * i, x_range, curves, label) for i, (label, curves) in enumerate(panels)]
    with open(os.path.join(folder, f"figure-{number}.svg"), "w") as f:
        f.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">'
                f'<rect width="100%" height="100%" fill="white"/><text x="{LEFT}" y="22" font-size="14">Figure {number}: {title}'
                f'</text>\n' + "\n".join(body) + f'<text x="{WIDTH / 2}" y="{height - 8}" text-anchor="middle">{axis}</text></svg>\n')


# ------------------------------------------------------------------------------ chapter 2

def string_force(method, unknowns):
    case = os.path.join(ROOT, "cases", "string-mass", f"{method}.yaml")
    with open(PROGRAM, "rb") as f:
        out = os.path.join(CACHE, digest(f.read(), method, str(unknowns), "force")[:24])
    if not os.path.exists(os.path.join(out, "summary.json")):
        subprocess.run([PROGRAM, "run", case, "--set", f"space.unknowns={unknowns}", "-o", out, "--csv", "--quiet"], check=True)
    with open(os.path.join(out, "channels.csv")) as f:
        rows = list(csv.reader(f, skipinitialspace=True))
    x, force = (next(i for i, n in enumerate(rows[0]) if n.startswith(k)) for k in ("x ", "force "))
    return [(float(r[x]), float(r[force])) for r in rows[1:]]


def chapter_2(folder):
    node = [(i, 1.0 * (i == 0)) for i in range(-4, 5)]
    between = [(i + 0.5, 0.5 * (i in (-1, 0))) for i in range(-5, 5)]
    figure(folder, "2.3", "nodes after one step of differences", [("deflection [F dt²/(μ h)]", [("at a node", node),
           ("between two", between)])], axis="x [h]")
    figure(folder, "2.4", "differences, 200 unknowns", [("force [N]", [("linear", string_force("differences", 200)),
           ("spline", string_force("spline", 200))])], window=(10, 20))
    for number, method in (("2.5", "differences"), ("2.6", "modes"), ("2.7", "linear"), ("2.8", "cubic")):
        figure(folder, number, method, [("force [N]", [(f"{n} unknowns", string_force(method, n))])
               for n in (200, 400, 800, 1600)], window=(10, 20))


# ------------------------------------------------------------------------------ chapter 4

def excitation(folder):
    """Figure 4.19: of the pulse of (4.22) on its way, h = 0.1 m, l = 30 m."""
    a, l, c = 0.1, 30, math.sqrt(12000 / 0.91)
    xs = [0.5 * i for i in range(-240, 241)]
    v = [a / math.cosh(x / l) ** 4 for x in xs]
    vx = [-4 / l * y * math.tanh(x / l) for x, y in zip(xs, v)]
    vxx = [y * (16 - 20 / math.cosh(x / l) ** 2) / l ** 2 for x, y in zip(xs, v)]
    total, sums = 0, []
    for y in vx:
        total += 0.5 * y * y
        sums.append(total)
    lines = (("v [m]", v), ("v_x", vx), ("v_x²", [y * y for y in vx]), ("∫ v_x² dx [m]", sums),
             ("its rate [m/s]", [-c * y * y for y in vx]), ("the rate of that [m/s²]", [2 * c * c * y * z for y, z in zip(vx, vxx)]))
    figure(folder, "4.19", "what excites the modes along", [(n, [("", list(zip(xs, y)))]) for n, y in lines])


def smooth(x, hd):
    """(4.53)"""
    x = abs(x)
    return 32 / hd ** 4 * x ** 3 - 24 / hd ** 3 * x ** 2 + 2 / hd if x < hd / 2 else 0


def moving_on_string(folder):
    """Figure 4.47: where a point has been within reach of the force, by d'Alembert."""
    c, t, panels = 1.0, 1.0, []
    for v in (0.5, 0.9, 1.0, 1.2):
        line = []
        for i in range(-240, 281):
            x = i / 200
            seen = sum(abs(x - v * (k + 0.5) / 1000) <= c * (t - (k + 0.5) / 1000) for k in range(1000))
            line.append((x, seen / 1000))
        panels.append((f"speed {v:g} c; the force is at {v * t:g}", [("", line)]))
    figure(folder, "4.47", "a string under a moving force", panels, axis="x [c t]")


def forces(case, *changes):
    """Force [N] along the way [m]; the speed is that of the changes, or of the case's name."""
    signal = run(case, QUICK, *changes, force=True)[1]
    speed = next((float(c.split("=")[1].split()[0]) for c in changes if c.startswith("run.speed")),
                 float(case.rsplit("-", 1)[1].split(".")[0])) / 3.6
    return [(speed * t, f) for t, f in signal]


def presag_figures(folder):
    figure(folder, "4.39", "lift at a moving force of 80 N, quick model, 190 km/h",
           [("lift [mm]", [("", [(x, 1e3 * y) for x, y in quick(190, 80)])])], window=(240, 420))
    heights = {p: [(x, 1e3 * y) for x, y in heights_of(f"danish/presag-{p}-190.yaml")] for p in PRESAGS}
    for number, p in (("4.40", 0), ("4.41", 6)):
        figure(folder, number, f"wire over the pantograph, {p} cm, 190 km/h", [("height [mm]", [("", heights[p])])], window=(240, 420))
    figure(folder, "4.42", "wire over the pantograph, 190 km/h",
           [(f"presag {p} cm: height [mm]", [("", heights[p])]) for p in PRESAGS], window=(240, 420))
    figure(folder, "4.43", "contact force, 190 km/h", [(f"presag {p} cm: force [N]", [("", forces(f"danish/presag-{p}-190.yaml"))])
           for p in PRESAGS], window=(240, 420))


def force_figures(folder):
    case, fast = "danish/presag-0-230.yaml", "run.speed=280 km/h"
    figure(folder, "4.44", "bending, 280 km/h, linear", [("force [N]", [("EI", forces(case, fast)),
           ("EI = 0", forces(case, fast, *NO_BENDING))])], window=(360, 480))
    figure(folder, "4.45", "small terms, 230 km/h", [(n + ": force [N]", [("", forces(case, *changes))]) for n, changes in (
        ("(4.7)", (NONLINEAR,)), ("(4.3)", ()), ("(4.9)", (NONLINEAR, "line.axial=none")))], window=(360, 480))
    figure(folder, "4.46", "mass of the arms, 230 km/h", [(n + ": force [N]", [("", forces(case, *changes))]) for n, changes in (
        ("0.51 kg", ()), ("1.12 kg", (HEAVY_ARM,)))], window=(240, 480))


def filter_figures(folder):
    case = "danish/presag-0-220.yaml"

    def cut(h, k):
        return (f"line.element_size={h} m", "measure.filter=brick-wall", f"measure.cutoff={220 / 3.6 / h / k:.2f} Hz")
    plain = [(f"{h} m: force [N]", [("", forces(case, f"line.element_size={h} m"))]) for h in (2, 1, 0.5)]
    figure(folder, "4.51", "elements, 220 km/h", plain, window=(360, 480))
    figure(folder, "4.52", "elements, 220 km/h", plain, window=(360, 384))
    figure(folder, "4.53", "cut off at v/h", [(f"{h} m: force [N]", [("", forces(case, *cut(h, 1)))]) for h in (2, 1, 0.5)],
           window=(360, 384))
    figure(folder, "4.54", "cut off at v/2h", [(f"{h} m: force [N]", [("", forces(case, f"line.element_size={h} m")),
           ("cut off", forces(case, *cut(h, 2)))]) for h in (2, 0.5)], window=(360, 384))
    at = "danish/presag-6-190.yaml"
    figure(folder, "4.55", "6 cm, 190 km/h", [("not filtered: force [N]", [("", forces(at))])] + [
        (f"{f} Hz: force [N]", [("", forces(at, "measure.filter=brick-wall", f"measure.cutoff={f} Hz"))]) for f in (52, 26)],
        window=(240, 420))


def main():
    if len(sys.argv) != 2:
        sys.exit("cables_figures: expected a folder")
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    chapter_2(folder)
    excitation(folder)
    figure(folder, "4.37", "(4.53), hd = 2.5 elements", [("D [1/m]", [("", [(i / 50, smooth(i / 50, 2.5)) for i in range(-100, 101)])])])
    moving_on_string(folder)
    presag_figures(folder)
    force_figures(folder)
    filter_figures(folder)
    print(f"{folder}: {len([f for f in os.listdir(folder) if f.endswith('.svg')])} figures")


if __name__ == "__main__":
    main()
