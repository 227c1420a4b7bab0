#!/usr/bin/env python3
"""Trains on bridges, known numbers beside ours: writes docs/validation/bridge.md.

Known are closed forms, a second solution in this file, published numbers and those of an independent
program (docs/theory/bridge.md names them). Ours come from `catenaria run` on shipped cases with the
changes that a row names, and from build/tests/bridge_parts and bridge_direct, which `make validate`
builds. A machine that does other work makes steps slower, never quicker: costs are the best of
several runs.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

import cosim_second

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("CATENARIA", os.path.join(ROOT, "build", "catenaria"))
TOOLS = os.path.join(ROOT, "build", "tests")
BEST_OF = 5


class Run:
    """One run: its summary, and its channels by name."""

    def __init__(self, case, *changes):
        path = case if os.path.isabs(case) else os.path.join(ROOT, "cases", "bridge", case + ".yaml")
        plain = () if "measure.uncertainty=true" in changes else ("measure.uncertainty=false",)
        sets = [x for c in changes + plain for x in ("--set", c)]
        with tempfile.TemporaryDirectory() as d:
            done = subprocess.run([PROGRAM, "run", path, *sets, "-o", d, "--csv", "--json", "--quiet"],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"{case} {' '.join(changes)}: exit {done.returncode}\n{done.stderr}")
            self.summary = json.loads(done.stdout)
            with open(os.path.join(d, "channels.csv")) as f:
                rows = csv.reader(x for x in f if not x.startswith("#"))
                self.names = [n.split(" ")[0] for n in next(rows)]
                self.rows = list(rows)

    def channel(self, name):
        i = self.names.index(name)
        return [float(r[i]) for r in self.rows]

    def get(self, path):
        at = self.summary
        for part in path.split("."):
            at = at[part]
        return at

    def deflection(self):
        return self.get("bridge.deflection.max_mm")

    def balance(self):
        e = self.get("energy")
        return abs(e["residual_J"]) / e["throughput_J"]


def tool(name, *args):
    done = subprocess.run([os.path.join(TOOLS, name), *args], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name} {' '.join(args)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def numbers(text):
    return [[float(x) for x in line.split()] for line in text.splitlines()]


def best(case, *changes, key="timing.march_s"):
    return min(Run(case, *changes).get(key) for _ in range(BEST_OF))


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for r in rows:
        print("| " + " | ".join(str(c) for c in r) + " |")
    print()


def apart(ours, known):
    return f"{abs(ours - known) / abs(known):.1e}"


def worst(a, b):
    return max(abs(x - y) / abs(y) for x, y in zip(a, b))


#--------------------------------------------------------------------------------- modes

def frequencies(folder):
    print("## Frequencies\n")
    ritz = {n: Run("thesis-912", f"bridge.functions={n}").get("bridge.f_Hz") for n in (30, 100, 1000)}
    hermite = Run("thesis-912", "bridge.method=hermite", "bridge.functions=auto",
                  "bridge.elements=500").get("bridge.f_Hz")
    computed, printed = [1.5232, 1.6910, 1.9414, 2.2456], [1.52, 1.69, 1.94, 2.25]
    table(["`thesis-912`, mode", "figure 3.2 [Hz]", "independent, 30 functions", "ours, 30", "difference",
           "ours, 1000", "Hermite, 500 elements", "difference"],
          [[i + 1, printed[i], computed[i], f"{ritz[30][i]:.4f}", apart(ritz[30][i], computed[i]),
            f"{ritz[1000][i]:.6f}", f"{hermite[i]:.6f}", apart(ritz[1000][i], hermite[i])] for i in range(4)])
    print("Largest difference of Ritz from Hermite among the four: "
          + ", ".join(f"{worst(f[:4], hermite):.1e} with {n} functions" for n, f in ritz.items()) + ".\n")
    imported(folder)


FORCE = "trains: [{name: force, forces: [1 MN]}]\nrun: {speed: 60 m/s}\ntime: {step: 5 ms}\nmeasure: {at: [396 m]}\n"
SAME = {
    "modes and shapes, CSV": "length: 912 m, imported: {modes: modes.csv, shapes: shapes.csv}",
    "modes and shapes, HDF5": "length: 912 m, imported: {modes: bridge.h5, shapes: bridge.h5}",
    "K and M, Matrix Market": "length: 912 m, imported: {stiffness: K.mtx, mass: M.mtx, points: points.csv}",
}


def case_in(folder, text):
    path = os.path.join(folder, "case.yaml")
    with open(path, "w") as f:
        f.write(text)
    return path


def imported(folder):
    tool("bridge_parts", "files", folder)
    beam = Run(case_in(folder, "kind: bridge\nbridge: {use: bridges/thesis-912.yaml, method: hermite, "
                               "elements: 500, modes: 12}\n" + FORCE))
    rows = []
    for name, deck in SAME.items():
        r = Run(case_in(folder, f"kind: bridge\nbridge: {{{deck}, modes: 12}}\n{FORCE}"))
        rows.append([name, f"{r.deflection():.6f}", f"{beam.deflection():.6f}", apart(r.deflection(), beam.deflection()),
                     f"{worst(r.get('bridge.f_Hz'), beam.get('bridge.f_Hz')):.1e}"])
    table(["the same bridge from files, 12 modes", "largest deflection [mm]", "elements", "difference", "of 12 frequencies"],
          rows)


#--------------------------------------------------------------------------------- given forces

def closed_form(v, modes, h, L=25.0, m=2303.0, EI=2.87e9 * 2.90, P=56407.5):
    """Largest deflection at midspan on the steps of a run, and afterwards [mm]."""
    most, free = 0, []
    terms = []
    for n in range(1, modes + 1, 2):
        O, w = n * math.pi * v / L, (n * math.pi / L) ** 2 * math.sqrt(EI / m)
        S = O / w
        terms.append((2 * P / (m * L * w * w * (1 - S * S)) * math.sin(n * math.pi / 2), O, w, S))
    for i in range(int(L / v / h) + 1):
        t = i * h
        most = max(most, sum(a * (math.sin(O * t) - S * math.sin(w * t)) for a, O, w, S in terms))
    return 1e3 * most


def given_forces():
    print("## Forces and a sprung mass on a beam\n")
    force, sprung = Run("yang-yau-force"), Run("yang-yau-sprung")
    form = closed_form(100 / 3.6, 20, 1e-4)
    rows = [["`yang-yau-force`, 20 modes [mm]", "2.396806 (closed form)", f"{force.deflection():.6f}",
             apart(force.deflection(), 2.396806)],
            ["the same, closed form summed here [mm]", f"{form:.9f}", f"{force.deflection():.9f}",
             apart(force.deflection(), form)],
            ["`yang-yau-sprung`, 10 modes [mm]", "2.407560", f"{sprung.deflection():.6f}",
             apart(sprung.deflection(), 2.407560)]]
    a4 = Run("hslm-a4-47")
    for name, known, ours in (("largest deflection [mm]", 32.828, a4.deflection()),
                              ("lowest [mm]", -20.740, a4.get("bridge.deflection.min_mm")),
                              ("acceleration, no filter [m/s2]", 4.629, a4.get("bridge.acceleration_max_m_s2"))):
        rows.append([f"`hslm-a4-47`, 3 modes: {name}", known, f"{ours:.4f}", apart(ours, known)])
    table(["", "known", "ours", "difference"], rows)


def peaks(run, train, near):
    """The peak of a train's acceleration next to each speed of a list."""
    mine = [p for p in run.get("sweep") if p["train"] == train]
    a = [p["acceleration_m_s2"] for p in mine]
    tops = [mine[j] for j in range(1, len(a) - 1) if a[j - 1] < a[j] >= a[j + 1]]
    return [min(tops, key=lambda p: abs(p["speed_m_s"] - v)) for v in near]


def sweep():
    print("## A range of speeds\n")
    runs = [Run("hslm-sweep") for _ in range(3)]
    slow = Run("hslm-sweep", "run.speeds.from=8", "run.speeds.to=32", "measure.energy=false")
    step, f1, points = 0.5, runs[0].get("bridge.f_Hz")[0], runs[0].get("sweep")
    rows, far = [], {1: 0, 2: 0, 3: 0}
    for i in range(8):
        train, D = f"hslm-a{i + 1}", 18 + i
        top = max((p for p in points if p["train"] == train), key=lambda p: p["acceleration_m_s2"])
        row = [train]
        for k, p in zip(far, [top, *peaks(slow, train, [D * f1 / 2, D * f1 / 3])]):
            row += [f"{D * f1 / k:.2f}", f"{p['speed_m_s']:g}"]
            far[k] = max(far[k], abs(p["speed_m_s"] - D * f1 / k))
        rows.append([*row, f"{top['acceleration_m_s2']:.3f}", f"{top['deflection_mm']:.2f}"])
    table(["train", "D f1 [m/s]", "highest peak at", "D f1/2", "next peak at", "D f1/3", "next peak at",
           "highest acceleration [m/s2]", "deflection [mm]"], rows)
    speeds = len({p["speed_m_s"] for p in points})
    print("Peaks are within " + ", ".join(f"{x:.2f}" for x in far.values()) + f" m/s of D f1, D f1/2, D f1/3; the step of the range "
          f"is {step:g} m/s. Speeds below 20 m/s: a second range. {len(points) // speeds} trains at {speeds} speeds take "
          f"{min(r.get('timing.march_s') for r in runs):.2f} s on one core (asked: below 10 s).\n")


#--------------------------------------------------------------------------------- vehicles

CARS = {  # body [kg] [kg m2], frame, stiffnesses of a wheelset and a bogie [N/m], pivots, wheelbase [m]
    "Manchester 1": (32000, 1.97e6, 2615, 1476, 2 * 1220e3, 2 * 430e3, 19, 2.56),
    "ICE 3 motor car": (47800, 1957888, 3500, 1715, 2 * 1200e3, 2 * 350e3, 17.375, 2.5),
    "Shinkansen S300": (41750, 2.08e6, 3040, 3930, 1180e3, 530e3, 17.5, 2.5),
}


def jacobi(A):
    """Eigenvalues of a symmetric matrix by rotations."""
    n = len(A)
    A = [row[:] for row in A]
    for _ in range(60):
        for p in range(n):
            for q in range(p + 1, n):
                if abs(A[p][q]) < 1e-14 * math.sqrt(abs(A[p][p] * A[q][q])):
                    continue
                t = math.atan2(2 * A[p][q], A[p][p] - A[q][q]) / 2
                c, s = math.cos(t), math.sin(t)
                for k in range(n):
                    A[k][p], A[k][q] = c * A[k][p] + s * A[k][q], c * A[k][q] - s * A[k][p]
                for k in range(n):
                    A[p][k], A[q][k] = c * A[p][k] + s * A[q][k], c * A[q][k] - s * A[p][k]
    return sorted(A[i][i] for i in range(n))


def six_dof(body, J, frame, I, k1, k2, pivots, base):
    """Heave and pitch of the body, of the leading and of the trailing frame; wheels do not move."""
    a, b = pivots / 2, base / 2
    m = [body, J, frame, I, frame, I]
    springs = [(k2, [1, a, -1, 0, 0, 0]), (k2, [1, -a, 0, 0, -1, 0])]
    springs += [(k1, [0, 0, 1, s * b, 0, 0]) for s in (1, -1)]
    springs += [(k1, [0, 0, 0, 0, 1, s * b]) for s in (1, -1)]
    A = [[sum(k * g[i] * g[j] for k, g in springs) / math.sqrt(m[i] * m[j]) for j in range(6)] for i in range(6)]
    return [math.sqrt(w) / (2 * math.pi) for w in jacobi(A)]


def cars():
    print("## Cars of six degrees of freedom\n")
    print("Wheels held. Known: matrices assembled and solved by this study on its own, from the published data.\n")
    ours = numbers(tool("bridge_parts", "cars"))
    rows = []
    for (name, car), f in zip(CARS.items(), ours):
        known = six_dof(*car)
        rows.append([name, ", ".join(f"{x:.4f}" for x in known), ", ".join(f"{x:.4f}" for x in f), f"{worst(f, known):.1e}"])
    table(["car", "known [Hz]", "ours [Hz]", "difference"], rows)


#--------------------------------------------------------------------------------- two trains

def maxima(t, w, begin, end):
    inside = [(w[i], t[i]) for i in range(1, len(t) - 1)
              if begin <= t[i] <= end and w[i - 1] < w[i] >= w[i + 1]]
    return min(inside, key=lambda x: x[1])


def two_trains():
    print("## Two trains meet\n")
    r = Run("two-trains")
    t, w = r.channel("t"), [1e3 * x for x in r.channel("deflection")]
    rows = []
    for name, at in (("first", 2.63), ("second", 7.06)):
        peak, when = maxima(t, w, at, at + 1)
        head = next(i for i, x in enumerate(t) if x >= at - 1e-9)
        rows.append([name, at, f"{w[head]:.2f}", f"{when:.3f}", f"{peak:.2f}", f"{55 * (when - at):.1f}"])
    table(["train", "first axle at 28 m [s]", "deflection then [mm]", "next local maximum [s]", "deflection [mm]",
           "first axle beyond 28 m then [m]"], rows)
    march = best("two-trains")
    bare = best("two-trains", "measure.energy=false")
    simulated = r.get("march.simulated_s")
    print(f"Starts are chosen so that the first axles are at 28.0 m after 2.63 s and 7.06 s, as published. Twenty ICE 3 cars, 80 "
          f"wheelsets on Hertz springs, {r.get('model.dof'):g} modes of bending and torsion, {simulated:.2f} s in steps of 1 ms: the "
          f"steps take {march:.3f} s, {simulated / march:.0f} times faster than real time on one core ({simulated / bare:.0f} times "
          "without the energy ledger beside them; asked: 20).\n")


def costs():
    print("## Cost per 100 m of guideway\n")
    rows = []
    for case, what, known in (("truck", "truck on two axles, 1 ms", "2 s (truck)"),
                              ("ice3-rough", "eight cars of an ICE 3 on a rough rail, 1 ms", "150 s (rail vehicle)"),
                              ("two-trains", "two trains of ten cars, 100 modes, 1 ms", "")):
        rows.append([f"`{case}`: {what}", known, f"{best(case, key='timing.per_100m_s'):.4f} s"])
    table(["", "published, Pentium III at 500 MHz", "ours"], rows)
    print("Ours are planar and linear, theirs nonlinear with more than 100 states.\n")


#--------------------------------------------------------------------------------- 10,000 unknowns

DECK = """kind: bridge
bridge:
  length: 56 m
  modes: %d
  imported: {stiffness: K.mtx, mass: M.mtx, points: points.csv}
trains: [{name: train, track: 2 m, start: 5 m, forces: [170 kN], axles: [%s]}]
run: {speed: 55 m/s, after: 0.5 s}
time: {step: %g ms}
measure: {at: [28 m], across: 2 m, cutoff: 0 Hz}
"""


def direct(folder, h):
    out = json.loads(tool("bridge_direct", folder, str(h), "55"))
    with open(os.path.join(folder, "direct.csv")) as f:
        rows = list(csv.reader(f))[1:]
    return out, {round(float(r[0]), 6): (1e3 * float(r[1]), float(r[2])) for r in rows}


def smooth(x, h, cutoff=30.0, half=0.1):
    """Every tenth value below the cutoff [Hz]: a sinc in a Hann window of 2 half [s]."""
    n = round(half / h)
    w = [math.sin(2 * math.pi * cutoff * h * k) / (math.pi * k) if k else 2 * cutoff * h for k in range(n + 1)]
    w = [a * (1 + math.cos(math.pi * k / (n + 1))) / 2 for k, a in enumerate(w)]
    return [w[0] * x[i] + sum(w[k] * (x[i - k] + x[i + k]) for k in range(1, n + 1)) for i in range(n, len(x) - n, 10)]


def difference(whole, r, h):
    """Of deflection, and of acceleration below 30 Hz: of the maxima, and at all times, as parts of the maximum."""
    out = []
    for k, name, scale in ((0, "deflection", 1e3), (1, "acceleration", 1)):
        pairs = [(whole[round(t, 6)][k], scale * x) for t, x in zip(r.channel("t"), r.channel(name)) if round(t, 6) in whole]
        a, b = zip(*pairs)
        if k == 1:
            a, b = smooth(a, h), smooth(b, h)
        top = max(map(abs, a))
        out += [abs(max(map(abs, b)) - top) / top, max(abs(x - y) for x, y in zip(a, b)) / top]
    return out


def whole_bridge(folder):
    print("## 10,000 unknowns run directly, and their modes\n")
    axles = ", ".join(f"{12.5 * (i // 2) + 3 * (i % 2):g} m" for i in range(16))
    cost, _ = direct(folder, 1e-3)
    _, whole = direct(folder, 0.25e-3)
    rows = []
    for n in (10, 30, 100):
        fine = Run(case_in(folder, DECK % (n, axles, 0.25)))
        march = best(case_in(folder, DECK % (n, axles, 1)))
        d = difference(whole, fine, 0.25e-3)
        rows.append([n, *[f"{x:.1e}" for x in d], f"{march:.4f}",
                     f"{cost['march_s'] / march:.0f}", f"{fine.get('timing.offline_s'):.2f}"])
    print(f"A grillage of eleven girders, {cost['unknowns']} unknowns in a band of half-width {cost['half_bandwidth']}, 16 axles of "
          f"170 kN at 55 m/s on a track beside its middle, no damping. Directly (Newmark, average acceleration), and by its lowest modes "
          "from K and M (Matrix Market). Differences at 28 m on the track with steps of 0.25 ms, times of steps of 1 ms: directly "
          f"{cost['march_s']:.2f} s for {cost['steps']} steps.\n")
    table(["modes", "largest deflection", "deflection at all times", "largest acceleration, below 30 Hz", "at all times", "steps [s]",
           "direct / modes", "finding the modes, once [s]"], rows)
    print('Differences are parts of the largest value. Published: "nearly identical results", effort reduced "drastically". '
          "Without a filter the accelerations of the direct run are those of undamped waves between neighbouring nodes, which no step "
          "resolves.\n")
    local, natural = numbers(tool("bridge_parts", "splines"))[0]
    print(f"Local splines through points of a step from 0 to 1 overshoot by {local:.0e}, the natural cubic spline by {100 * natural:.1f} %.\n")


#--------------------------------------------------------------------------------- co-simulation

ORDERS = {
    "structure first, linear load": ("structure-first", "linear", False, "2e-5"),
    "structure first, one corrector": ("structure-first", "linear", True, "1e-5"),
    "structure first, constant load": ("structure-first", "constant", False, "6e-3"),
    "vehicle first": ("vehicle-first", "linear", False, "1e-3"),
    "Jacobi": ("jacobi", "linear", False, "3e-3"),
}
STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # [ms]
BEYOND = 0.05  # an error that large is none of the order: the wheel hops


def cosim():
    print("## Co-simulation\n")
    exact = Run(coupled())
    w0 = exact.channel("deflection")
    top = max(abs(x) for x in w0)
    error, estimate = {}, {}
    for name, (order, load, corrector, _) in ORDERS.items():
        for H in STEPS:
            r = Run("cosim-hertz", f"cosim.order={order}", f"cosim.load={load}", f"cosim.corrector={str(corrector).lower()}",
                    f"cosim.macro_step={H}ms")
            error[name, H] = max(abs(a - b) for a, b in zip(r.channel("deflection"), w0)) / top
            estimate[name, H] = r.get("cosim").get("error_estimate", math.inf)
    show = lambda e: f"{e:.1e}" if e < BEYOND else "unstable"
    second = cosim_second.exact()
    other = [cosim_second.error(*o[:3], 1e-3, second) for o in ORDERS.values()]
    table(["H [ms]", *ORDERS], [[H, *[show(error[n, H]) for n in ORDERS]] for H in STEPS]
          + [["second program, 1 ms", *map(show, other)], ["known, 1 ms", *[o[3] for o in ORDERS.values()]]])
    print("Largest difference of the deflection from the coupled step, as a part of the largest deflection; h = 0.05 ms. The second "
          "program (`cosim_second.py`) steps the vehicle exactly, its wheel cannot lift off, and for vehicle first its bridge sees the line "
          "between two forces; ours sees the forces of all steps. Known values are of a program whose vehicle scheme is not told; "
          "constant loads that stay stable at 1 ms need one that damps the bounce of the wheel "
          "([theory/cosimulation.md](../theory/cosimulation.md)).\n")
    order = lambda n, H: f"{math.log(error[n, 2 * H] / error[n, H], 2):.1f}"
    print("Orders: " + ", ".join(f"{n} {order(n, H)} from {2 * H:g} to {H:g} ms" for n, H in
                                 (("structure first, linear load", 0.5), ("structure first, one corrector", 0.5), ("vehicle first", 0.5),
                                  ("Jacobi", 0.1), ("structure first, constant load", 0.1))) + ".\n")
    edge = {("structure first, constant load", 0.5), ("Jacobi", 1.0)}
    ratio = [estimate[k] / error[k] for k in error if error[k] < BEYOND and k not in edge]
    print(f"The estimated error is {min(ratio):.2f} to {max(ratio):.2f} times the true one in stable runs (asked: within a factor of 3); "
          f"on the edge of stability, constant loads at 0.5 ms and Jacobi at 1 ms, "
          f"{' and '.join(f'{estimate[k] / error[k]:.2f}' for k in sorted(edge, key=lambda k: k[1]))} times. Linear loads, structure first, "
          f"at 1 ms: {error['structure first, linear load', 1.0]:.1e} (asked: 1e-4); with the corrector at 5 ms stable, "
          f"{error['structure first, one corrector', 5.0]:.1e}.\n")
    cosim_cost()


def coupled():
    """cosim-hertz without its last section but one: one coupled step."""
    with open(os.path.join(ROOT, "cases", "bridge", "cosim-hertz.yaml")) as f:
        text = f.read()
    begin, end = text.index("cosim:"), text.index("measure:")
    return case_in(FOLDER, text[:begin] + text[end:])


def cosim_cost():
    with open(os.path.join(ROOT, "cases", "bridge", "two-trains.yaml")) as f:
        text = f.read() + "cosim: {macro_step: 1 ms}\n"
    runs = [Run(case_in(FOLDER, text), "time.step=0.5ms", "measure.energy=false") for _ in range(3)]
    march, alone = (min(r.get(f"timing.{k}") for r in runs) for k in ("march_s", "vehicles_alone_s"))
    print(f"Two trains, co-simulated with H = 1 ms and steps of 0.5 ms: {march:.2f} s of steps, the trains alone on rigid track "
          f"{alone:.2f} s: {march / alone:.1f} times (published 580 s and 295 s: 2.0 times; their trains are dearer, nonlinear ones).\n")


#--------------------------------------------------------------------------------- comfort, rail

WEIGHTINGS = {  # f3, f4, Q4, (f5, Q5, f6, Q6), K
    "Wk": (12.5, 12.5, 0.63, (2.37, 0.91, 3.35, 0.91), (2.37 / 3.35) ** 2),
    "Wd": (2, 2, 0.63, None, 1),
    "Wb": (16, 16, 0.63, (2.5, 0.8, 4, 0.8), 0.4),
}
KNOWN = {"Wk": (0.4825, 0.9672, 0.7687), "Wd": (1.0110, 0.5119, 0.1254), "Wb": (0.3911, 0.8218, 0.9183)}


def weighting(f, f3, f4, Q4, step, K):
    second = lambda f0, Q: 1 + 1j * f / (Q * f0) - (f / f0) ** 2
    root = 1 / math.sqrt(2)
    high = -(f / 0.4) ** 2 / second(0.4, root)
    H = high / second(100, root) * (1 + 1j * f / f3) / second(f4, Q4) * K
    return abs(H * second(*step[:2]) / second(*step[2:]) if step else H)


def comfort():
    print("## Weightings\n")
    ours = numbers(tool("bridge_parts", "weightings"))
    rows = []
    for i, (name, w) in enumerate(WEIGHTINGS.items()):
        off = max(abs(r[i + 1] / weighting(r[0], *w) - 1) for r in ours)
        rows.append([name, ", ".join(str(x) for x in KNOWN[name]), ", ".join(f"{weighting(f, *w):.4f}" for f in (1, 4, 16)),
                     f"{off:.1e}"])
    table(["", "known at 1, 4, 16 Hz", "formulas written here", "ours from them, 0.5 to 80 Hz"], rows)


def rail():
    print("## Irregularities\n")
    print("ERRI B176 rescaled to 1.6 mm and a ratio of 2 of the bands 40 to 80 m and 3 to 40 m, as published; 1000 m.\n")
    table(["seed", "rms [mm]", "difference", "ratio", "difference", "the same again"],
          [[f"{s:.0f}", f"{1e3 * rms:.4f}", apart(1e3 * rms, 1.6), f"{ratio:.4f}", apart(ratio, 2), "bit by bit" if same else "**no**"]
           for s, rms, ratio, same in numbers(tool("bridge_parts", "rail"))])


#--------------------------------------------------------------------------------- energy, uncertainty

CASES = ["yang-yau-force", "yang-yau-sprung", "thesis-912", "hslm-a4-47", "hslm-sweep", "truck", "ice3-rough", "ice3-track",
         "two-trains", "cosim-hertz"]


def energy():
    print("## Energy\n")
    print("Residual by throughput. Asked: 1e-8 without damping, 1e-4 in full runs.\n")
    table(["case", "residual / throughput"], [[f"`{c}`", f"{Run(c).balance():.1e}"] for c in CASES])


QUANTITIES = {"deflection [mm]": ("bridge.deflection.max_mm", "deflection_mm"),
              "acceleration [m/s2]": ("bridge.acceleration_max_m_s2", "acceleration_m_s2"),
              "wheel force [N]": ("bridge.wheel_force.max_N", "wheel_force_N")}


def uncertainty():
    print("## Numerical uncertainty, stated and true\n")
    print("`measure.uncertainty: true`; true: the difference from a run with an eighth of the step and four times the modes.\n")
    rows = []
    for case, modes, h in (("yang-yau-sprung", 5, 2), ("hslm-a4-47", 3, 4), ("truck", 5, 4), ("ice3-rough", 10, 4)):
        common = ("measure.cutoff=30Hz",)
        stated = Run(case, *common, f"bridge.modes={modes}", f"time.step={h}ms", "measure.uncertainty=true")
        fine = Run(case, *common, f"bridge.modes={4 * modes}", f"time.step={h / 8}ms")
        for name, (path, u) in QUANTITIES.items():
            value, true = stated.get(path), abs(fine.get(path) - stated.get(path))
            U = stated.get("bridge.u_num")[u]
            if U == 0 and true < 1e-9 * abs(value):
                continue
            rows.append([f"`{case}`, {modes} modes, {h} ms", name, f"{value:.6g}", f"{U:.2g}", f"{true:.2g}",
                         "yes" if true <= 2 * U else "**no**"])
    table(["run", "", "value", "u_num", "true difference", "within 2 u_num"], rows)


HEAD = """# Trains on bridges

What is known and what comes out; methods are in [theory/bridge.md](../theory/bridge.md) and
[theory/cosimulation.md](../theory/cosimulation.md). "Difference" is relative unless it has a unit. "Independent" is a program of other make,
written from the same equations, or the second solution in `tests/validation/bridge_study.py`. Times are of one core, the best of
several runs.
"""


def main():
    global FOLDER
    print(HEAD)
    with tempfile.TemporaryDirectory() as FOLDER:
        frequencies(FOLDER)
        given_forces()
        sweep()
        cars()
        cosim()
        two_trains()
        costs()
        whole_bridge(FOLDER)
        comfort()
        rail()
        energy()
        uncertainty()
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"The machine had {load:.0f} programs to run on {cores} cores as this ended"
          + ("; times above are longer than on a quiet one." if load > cores else "."))


if __name__ == "__main__":
    main()
