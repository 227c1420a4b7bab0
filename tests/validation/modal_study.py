#!/usr/bin/env python3
"""The tables of the real-time modal paper beside ours: writes docs/validation/modal.md.

Usage: modal_study.py PICTURE.svg > PAGE.md

Every run is `catenaria run CASE --json --csv` on a shipped case with changes that the page names.
Runs and the modes of whole lines are kept in a cache (CATENARIA_CACHE, about 2 GB), so that each is
done once. Times are median steps by the number of steps, which other load on the machine hardly
changes. SMALL=1 tries the script out on few spans.
"""
import csv
import hashlib
import json
import math
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("CATENARIA", os.path.join(ROOT, "build", "catenaria"))
PARTS = os.environ.get("MODAL_PARTS", os.path.join(ROOT, "build", "tests", "modal_parts"))
CACHE = os.environ.get("CATENARIA_CACHE", os.path.join(ROOT, "build", "validation"))
SMALL = os.environ.get("SMALL", "") != ""
# what is kept of whole lines; one thread, as a rig has it
ENVIRONMENT = {**os.environ, "CATENARIA_CACHE": os.path.join(CACHE, "modes"),
               "OPENBLAS_NUM_THREADS": "1"}

PAPER = "ac-simple/300-seed002-staggered.yaml"  # the line whose numbers are the paper's
SPANS = 4 if SMALL else 20
SECONDS = 2.4 if SMALL else 5  # for truncation
QUICK = ["measure.energy=false"]
UNDAMPED = ["line.support.damping=0 N s/m"]


def digest(*parts):
    h = hashlib.sha256()
    for part in parts:
        h.update(part if isinstance(part, bytes) else part.encode())
    return h.hexdigest()


class Run:
    """The summary of one run, and its filtered contact force."""

    def __init__(self, case, changes):
        sets = [x for c in ("accuracy=none", *changes) for x in ("--set", c)]
        path = os.path.join(ROOT, "cases", case)
        checked = subprocess.run([PROGRAM, "check", path, *sets], capture_output=True, text=True)
        if checked.returncode != 0:
            sys.exit(f"{case}: {checked.stderr}")
        with open(PROGRAM, "rb") as f:
            key = digest(f.read(), checked.stdout)[:24]
        self.folder = os.path.join(CACHE, key)
        self.summary = self.done(path, sets)
        self.pantograph = self.summary["pantographs"][0]
        self.basis = self.summary.get("basis")
        self.timing = self.summary["timing"]
        self.step = self.timing["step_us"]["median"]

    @staticmethod
    def is_done(path):
        try:
            with open(path) as f:
                return json.load(f)["status"] == "ok"
        except (OSError, ValueError, KeyError):
            return False

    def done(self, path, sets):
        done = os.path.join(self.folder, "summary.json")
        if not self.is_done(done):
            print("run", os.path.basename(path), *sets[1::2], file=sys.stderr, flush=True)
            command = [PROGRAM, "run", path, *sets, "-o", self.folder, "--csv",
                       "--json"]
            out = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
            if out.returncode != 0:
                sys.exit(f"{path}: exit {out.returncode}\n{out.stderr}")
        with open(done) as f:
            return json.load(f)

    def march(self, seconds):
        """Time of so many simulated seconds [s]."""
        return 1e-6 * self.step * seconds / self.summary["march"]["dt_s"]

    def force(self):
        with open(os.path.join(self.folder, "channels.csv")) as f:
            rows = list(csv.reader(f, skipinitialspace=True))
        t = [i for i, name in enumerate(rows[0]) if name.startswith("t ")][0]
        p = [i for i, name in enumerate(rows[0]) if name.startswith("p1.force_")][0]
        return [(float(r[t]), float(r[p])) for r in rows[1:]]

    def cv(self, reference, begin=1, end=1e9):
        """Eq. (53) in percent of the reference's mean, of the 20 Hz filtered force."""
        a, b = ({round(t, 6): p for t, p in run.force() if begin - 1e-9 <= t <= end + 1e-9}
                for run in (self, reference))
        times = [t for t in b if t in a]
        mean = sum(b[t] for t in times) / len(times)
        return 100 * math.sqrt(sum((a[t] - b[t]) ** 2 for t in times) / len(times)) / mean


def paper(changes, spans=SPANS, seconds=SECONDS, case=PAPER):
    """A run of the paper: 300 km/h, all damping in proportion to mass and stiffness."""
    window = (4, 8) if seconds > 8.5 else (1, min(2, seconds - 0.1))
    return Run(case, [*QUICK, *UNDAMPED, "pantograph[0].target_mean_force=0 N",
                      f"pantograph[0].static_force={static_force():.4f} N",
                      f"line.spans[0].repeat={spans}", f"run.to={seconds * 300 / 3.6:.3f} m",
                      f"measure.from_time={window[0]} s", f"measure.to_time={window[1]:.1f} s",
                      *changes])


def static_force():
    """That meets the paper's mean; its Table 1 does not print it."""
    changes = [*QUICK, *UNDAMPED, "solver=lanes"]
    return Run(PAPER, changes).pantograph["static_force_N"]


BAND = ["solver=band"]
LANES = ["solver=lanes"]
AUTO = ["solver=modal"]


def whole(modes, select="vertical"):
    """The method as published."""
    return ["solver=modal", "modal.basis=whole-line", f"modal.modes={modes}",
            f"modal.select={select}", "modal.attachments=false", "modal.residual=false"]


def components(vectors, attachments=True, residual=True):
    return ["solver=modal", "modal.basis=components", f"modal.modes={vectors}",
            f"modal.attachments={str(attachments).lower()}",
            f"modal.residual={str(residual).lower()}"]


def scaled(modes):
    return modes * SPANS // 20


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(c) for c in r) + " |" for r in rows]
    return "\n".join(lines) + "\n"


def percent(x):
    return f"{x:.3f}" if x < 0.1 else f"{x:.2f}"


#------------------------------------------------------------------------------- section 3

def coupling(page):
    page.append("## Table 1: implicit and explicit contact, 300 km/h, 4 s to 8 s\n")
    page.append("Nodal: all coordinates. Components: the program's own basis, as many vectors as "
                "it chooses.\n")
    long = SECONDS if SMALL else 8.6
    explicit = "contact.coupling=explicit"
    runs = [paper(c, seconds=long) for c in (BAND, [*BAND, explicit], AUTO, [*AUTO, explicit])]
    theirs = {"mean_N": (159.22, 159.20), "std_N": (40.33, 41.23), "max_N": (256.76, 259.62),
              "min_N": (88.58, 86.39)}
    rows = []
    for key, name in (("mean_N", "mean [N]"), ("std_N", "standard deviation [N]"),
                      ("max_N", "maximum [N]"), ("min_N", "minimum [N]")):
        values = [r.pantograph["force"][key] for r in runs]
        rows.append([name, *(f"{x:.2f}" for x in (*theirs[key], *values))])
    begin, end = (4, 8) if not SMALL else (1, 2)
    rows.append(["CV of explicit [%]", "", "1.97"] +
                [x for a, b in zip(runs[::2], runs[1::2])
                 for x in ("", percent(b.cv(a, begin, end)))])
    rows.append(["step, median [us]", "", ""] + [f"{r.step:.0f}" for r in runs])
    page.append(table(["", "implicit, theirs", "explicit, theirs", "implicit, nodal",
                       "explicit, nodal", "implicit, components", "explicit, components"], rows))
    page.append("Theirs of the cost: both \"require a very similar computational time\". Explicit "
                "over implicit, ours: " + ", ".join(
                    f"{b.step / a.step:.2f} ({name})" for a, b, name in
                    zip(runs[::2], runs[1::2], ("nodal", "components"))) + ".\n")


def small_system(page):
    page.append("## Section 2.4: the small system\n")
    page.append("Unknowns are the correction forces of the droppers that are slack and, if it is "
                "implicit, the contact force; 10 s. Theirs in words: \"usually about 2 to 5 "
                "equations\", and it \"rarely needs more than three iterations\", of which the "
                "last repeats the one before. Ours is solved once where droppers and contact stay "
                "on their sides: signs confirm that, not a further solution.\n")
    page.append(subprocess.run([PARTS, "small"], capture_output=True, text=True, check=True).stdout)


def longer_step(page):
    page.append("## Section 5: a step of 2 ms\n")
    page.append("Theirs in words: it \"results in good accuracy\". Ours by lanes, from 4 s to 8 s "
                "unless the run is shorter; CV against a step of 0.125 ms, and against 1 ms.\n")
    long = SECONDS if SMALL else 8.6
    begin, end = (4, 8) if not SMALL else (1, 2)
    steps = ("0.125 ms", "0.5 ms", "1 ms", "2 ms")
    runs = {s: paper([*LANES, f"time.step={s}"], seconds=long) for s in steps}
    rows = []
    for step, run in runs.items():
        force = run.pantograph["force"]
        both = [percent(run.cv(runs[x], begin, end)) if float(step[:-3]) > float(x[:-3]) else ""
                for x in ("0.125 ms", "1 ms")]
        rows.append([step, *(f"{force[k]:.2f}" for k in ("mean_N", "std_N", "max_N", "min_N")),
                     *both])
    page.append(table(["step", "mean [N]", "standard deviation [N]", "maximum [N]", "minimum [N]",
                       "CV to 0.125 ms [%]", "CV to 1 ms [%]"], rows))


#------------------------------------------------------------------------------- section 4

MODES = (15000, 12500, 10000, 7500, 5000, 2500)
BY_FREQUENCY = ((342.8, 1.00), (249.3, 7.84), (172.6, 18.22), (118.1, 21.37), (73.9, 21.37),
                (36.1, 28.07))
BY_VERTICAL = ((723.9, 0.004), (373.1, 0.03), (358.1, 0.64), (257.2, 8.60), (152.3, 20.08),
               (66.12, 21.85))


def truncation(page):
    page.append("## Table 2: truncation of the basis of the whole line\n")
    reference = paper(BAND)
    rows = []
    for modes, f, v in zip(MODES, BY_FREQUENCY, BY_VERTICAL):
        cells = [modes]
        for select, (highest, cv) in (("frequency", f), ("vertical", v)):
            run = paper(whole(scaled(modes), select))
            cells += [highest, f"{run.basis['highest_Hz']:.1f}", cv, percent(run.cv(reference))]
        rows.append(cells)
    page.append(table(["M", "by frequency: highest [Hz], theirs", "ours", "CV [%], theirs", "ours",
                       "by vertical motion: highest [Hz], theirs", "ours", "CV [%], theirs",
                       "ours"], rows))
    page.append(f"Coordinates of the model: {reference.summary['model']['dof']} (theirs 23966).\n")


def stagger(page):
    page.append("## The messenger's place\n")
    page.append("The same truncation by vertical motion with the messenger in the middle of the "
                "track (`300-seed002.yaml`): droppers are oblique, and vertical and lateral motion "
                "are one. Five spans, a quarter of the modes.\n")
    spans, seconds = (3, 1.9) if SMALL else (5, 2.9)
    oblique = "ac-simple/300-seed002.yaml"
    reference = paper(BAND, spans, seconds, case=oblique)
    rows = []
    for modes, (_, cv) in list(zip(MODES, BY_VERTICAL))[1:4]:
        run = paper(whole(modes * spans // 20), spans, seconds, case=oblique)
        rows.append([modes * spans // 20, f"{run.basis['highest_Hz']:.1f}", cv,
                     percent(run.cv(reference))])
    page.append(table(["M", "highest [Hz]", "CV [%], theirs with 4 M on 20 spans", "ours"], rows))


def linear(page):
    page.append("## Figures 9 and 10: droppers that bear compression\n")
    seconds = min(SECONDS, 3.4)
    page.append("`line.dropper.bears_compression: true`, by vertical motion, "
                f"{seconds:g} s. Theirs are told in words: good from M = 2000 on; M = 5000 as "
                "accurate as 10000 with slack droppers.\n")
    pushes = ["line.dropper.bears_compression=true"]
    reference, slack = paper([*BAND, *pushes], seconds=seconds), paper(BAND)
    highest = {1500: 38.75, 2000: 50.43, 2500: 66.12, 5000: 152.3, 7500: 257.2, 10000: 358.1}
    rows = []
    for modes, theirs in highest.items():
        run = paper([*whole(scaled(modes)), *pushes], seconds=seconds)
        other = percent(paper(whole(scaled(modes))).cv(slack)) if modes in MODES else ""
        rows.append([modes, theirs, f"{run.basis['highest_Hz']:.1f}",
                     percent(run.cv(reference)), other])
    page.append(table(["M", "highest [Hz], theirs", "ours", "CV linear, ours [%]",
                       "CV with slack droppers, ours [%]"], rows))


def missing(page):
    page.append("## Figure 12: modes of a span without its fourth dropper\n")
    page.append("One span; the stiffness of the fourth dropper is taken off, its mass stays. "
                "Weights (56) on the modes of the full span, in M's scalar product. Theirs: mode "
                "14 at 5.3 Hz, mode 53 at 16.1 Hz, weights up to 300 Hz.\n")
    page.append(subprocess.run([PARTS, "span"], capture_output=True, text=True, check=True).stdout)


def diagonal(page):
    page.append("## Section 3, remark: droppers hardly feel each other within a step\n")
    page.append("Largest off-diagonal entry over its row's diagonal, 1 ms: of the compliance "
                "between droppers (g), and of the matrix of the small problem (A).\n")
    page.append(subprocess.run([PARTS, "droppers"], capture_output=True, text=True, check=True).stdout)


#------------------------------------------------------------------------------- section 5

def sizes(page):
    page.append("## Table 3: time of the march\n")
    page.append("Theirs: MATLAB on a Xeon E5-1660 v3. Ours: one thread, median step by the number "
                f"of steps; processor below. CV over at most {SECONDS:g} s.\n")
    theirs = ((5, 2, 1.08, 0.21, 2500, 1.26), (10, 5, 5.43, 1.06, 5000, 1.10),
              (15, 8, 13.70, 2.45, 7500, 0.92), (20, 11, 24.59, 5.67, 10000, 0.90))
    rows = []
    for spans, seconds, online, proposed, modes, cv in theirs[:1] if SMALL else theirs:
        runs = [paper(c, spans, min(seconds, SECONDS)) for c in (BAND, whole(modes), AUTO, LANES)]
        nodal, published, ours, lanes = runs
        times = [r.march(seconds) for r in runs]
        rows.append([spans, seconds, modes, online, f"{times[0]:.2f}", proposed,
                     f"{times[1]:.2f}", f"{online / proposed:.2f}", f"{times[0] / times[1]:.2f}",
                     cv, percent(published.cv(nodal)), f"{seconds / times[1]:.1f}",
                     f"{times[2]:.2f}", ours.basis["vectors"], percent(ours.cv(nodal)),
                     f"{seconds / times[2]:.1f}", f"{times[3]:.2f}", percent(lanes.cv(nodal)),
                     f"{seconds / times[3]:.1f}"])
    page.append(table(["spans", "simulated [s]", "M", "online of [17], theirs [s]",
                       "nodal (band), ours [s]", "modal, theirs [s]", "as published, ours [s]",
                       "speed-up, theirs", "ours", "CV, theirs [%]", "ours [%]",
                       "times real time, ours", "components, auto [s]", "vectors", "CV [%]",
                       "times real time", "lanes [s]", "CV [%]", "times real time"], rows))


def cost(page, picture):
    page.append("## Figure 13: time over the number of modes, 11 s at 300 km/h\n")
    points = {1: [(m, paper(whole(scaled(m)))) for m in sorted(MODES)],
              2: [(m, paper([*whole(scaled(m)), "time.step=2 ms"], seconds=1.4))
                  for m in (2500, 5000, 10000, 15000)]}
    longer = dict(points[2])
    rows = [[m, f"{a.march(11):.2f}", f"{a.step:.0f}",
             *([f"{longer[m].march(11):.2f}", f"{longer[m].step:.0f}"] if m in longer else "  ")]
            for m, a in points[1]]
    page.append(table(["M", "1 ms: march [s]", "step, median [us]", "2 ms: march [s]",
                       "step, median [us]"], rows))
    page.append("![Time of the march over the number of modes](../images/modal-cost.svg)\n")
    page.append("Theirs: nearly linear; at 1 ms real time (11 s) up to 11000 modes, at 2 ms for "
                "any number.\n")
    if picture:
        with open(picture, "w") as f:
            f.write(plot({s: [(m, r.march(11)) for m, r in p] for s, p in points.items()}))


def plot(points):
    wide, high, left, right, top, bottom = 760, 460, 70, 120, 44, 56
    most = max([11] + [y for p in points.values() for _, y in p]) * 1.1

    def across(modes):
        return left + modes / 16000 * (wide - left - right)

    def down(seconds):
        return high - bottom - seconds / most * (high - top - bottom)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
           'font-family="sans-serif" font-size="12" fill="#222">',
           "<title>Time of the march over the number of modes</title>",
           f'<rect width="{wide}" height="{high}" fill="#fff"/>']
    unit = 10 ** math.floor(math.log10(most / 2))
    unit *= 1 if most / unit <= 12 else 2 if most / unit <= 24 else 5
    for i in range(int(most / unit) + 1):
        y = down(i * unit)
        out += [f'<line x1="{left}" y1="{y:.1f}" x2="{wide - right}" y2="{y:.1f}" '
                'stroke="#d8d8d8"/>',
                f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{i * unit:g}</text>']
    for modes in range(0, 16000, 2500):
        x = across(modes)
        out += [f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{high - bottom}" '
                'stroke="#ececec"/>',
                f'<text x="{x:.1f}" y="{high - bottom + 18}" text-anchor="middle">{modes}</text>']
    y = down(11)
    out += [f'<line x1="{left}" y1="{y:.1f}" x2="{wide - right}" y2="{y:.1f}" stroke="#888" '
            'stroke-dasharray="5 4"/>',
            f'<text x="{left + 6}" y="{y - 5:.1f}" fill="#666">real time</text>',
            f'<text x="{(left + wide - right) / 2}" y="{high - 16}" text-anchor="middle">'
            "modes</text>",
            f'<text x="{left - 8}" y="{top - 12}">time of the march, 11 s at 300 km/h, '
            "in seconds</text>"]
    for (step, curve), colour in zip(points.items(), ("#b3541e", "#0b6e4f")):
        at = [(across(m), down(s)) for m, s in curve]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in at]
        out.append(f'<text x="{wide - right + 8}" y="{at[-1][1] + 4:.1f}" fill="{colour}">'
                   f"step of {step} ms</text>")
    return "\n".join(out) + "\n</svg>\n"


#------------------------------------------------------------------------------- the cure

def cure(page):
    page.append("## The cure: components, one static shape per dropper, residual\n")
    published = paper(whole(scaled(10000)))
    page.append("Lines as shipped (oblique droppers, dampers at the supports), runs of 500 m with "
                "static forces of 152.25, 170.21 and 182.17 N, against all coordinates. Step of "
                "the published scheme (whole line, M = 10000, which takes neither): "
                f"{published.step:.0f} us.\n")
    rows = []
    cases = [("275", "ac-simple/275.yaml", 152.25), ("300", "ac-simple/300-seed002.yaml", 170.21),
             ("320", "ac-simple/320.yaml", 182.17)]
    for speed, case, force in cases[1:2] if SMALL else cases:
        common = [*QUICK, "pantograph[0].target_mean_force=0 N",
                  f"pantograph[0].static_force={force} N", "measure.from=275 m",
                  "measure.to=470 m", "measure.from_time=0 s", "measure.to_time=0 s",
                  f"run.to={200 if SMALL else 500} m"]
        if SMALL:
            common += [f"line.spans[0].repeat={SPANS}", "measure.from=100 m", "measure.to=150 m"]
        reference = Run(case, [*common, *BAND])
        variants = [("both", True, True)]
        if speed == "300":
            variants[1:] = [("neither", False, False)]
            variants[1:1] = [("attachments only", True, False), ("residual only", False, True)]
        for vectors in (4000, 8000):
            for name, attachments, residual in variants if vectors == 4000 else variants[:1]:
                c = components(scaled(vectors), attachments, residual)
                run = Run(case, [*common, *c])
                target = {4000: 1.0, 8000: 0.2}[vectors]
                cv = run.cv(reference)
                verdict, estimate = "", ""
                if name == "both":
                    verdict = f"{target}: " + ("yes" if cv <= target else "**no**")
                    estimate = percent(run.basis.get("estimated_cv_percent", 0))
                rows.append([speed, vectors, name, percent(cv), verdict, estimate,
                             f"{run.step:.0f}", f"{published.step / run.step:.1f}",
                             f"{run.timing['basis_s']:.1f}"])
        if speed != "300":
            continue
        auto = Run(case, [*common, *AUTO])
        rows.append([speed, f"{auto.basis['vectors']} (auto)", "both", percent(auto.cv(reference)),
                     "", percent(auto.basis.get("estimated_cv_percent", 0)), f"{auto.step:.0f}",
                     f"{published.step / auto.step:.1f}", f"{auto.timing['basis_s']:.1f}"])
    page.append(table(["km/h", "vectors", "attachments and residual", "CV [%]", "at most",
                       "estimated [%]", "step [us]", "published step / this one",
                       "offline [s]"], rows))
    kept = os.path.join(CACHE, "modes")
    size = max([os.path.getsize(os.path.join(kept, f)) for f in os.listdir(kept)] or [0])
    page.append(f"Modes of the whole line of {SPANS} spans: {size / 1e9:.2f} GB kept. Components: "
                "nothing is kept, the offline stage is done in each run.\n")


def processor():
    with open("/proc/cpuinfo") as f:
        names = [x.split(":", 1)[1].strip() for x in f if x.startswith("model name")]
    return names[0] if names else "unknown"


def main():
    picture = sys.argv[1] if len(sys.argv) > 1 else None
    os.makedirs(os.path.join(CACHE, "modes"), exist_ok=True)
    page = ["# The real-time modal paper: published numbers and ours\n",
            "Written by `make validate` (tests/validation/modal_study.py); do not edit. What the "
            "differences mean: [validation.md](../validation.md).\n",
            f"`cases/{PAPER}` (AC simple, messenger staggered like the contact wire), "
            f"{SPANS} spans, {SECONDS:g} s at 300 km/h unless said otherwise, 1 ms, without the "
            "dampers at the supports, so that all damping is in proportion to mass and "
            f"stiffness as in the paper, and with its integrator, Newmark with beta = 1/4 and "
            f"gamma = 1/2; static force {static_force():.2f} N, which meets the "
            "paper's mean. CV: eq. (53), of the contact force filtered at 20 Hz, from 1 s to the "
            "end unless said otherwise, against the run with all coordinates (`solver: band`) in "
            "percent of its mean. As published: `solver: modal`, `basis: whole-line`, no "
            "attachments, no residual.\n"]
    for section in (coupling, small_system, longer_step, truncation, linear, missing, diagonal):
        section(page)
    cost(page, picture)
    cure(page)
    stagger(page)
    sizes(page)
    page.append(f"Processor: {processor()}; {os.cpu_count()} cores, load average at the end "
                f"{os.getloadavg()[2]:.1f}: with more load than cores times are those of a machine "
                "that is shared.\n")
    sys.stdout.write("\n".join(page))


if __name__ == "__main__":
    main()
