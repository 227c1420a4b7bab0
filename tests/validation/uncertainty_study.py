#!/usr/bin/env python3
"""Whether the stated numerical uncertainties hold: writes docs/validation/uncertainty.md.

Random lines, pantographs, speeds, steps and meshes, then settings that once gave another answer without a
word: each run stands beside the same one with an eighth of the step and four times the elements. At last
inputs that should not pass, with what is said of them.

  uncertainty_study.py [COUNT]    200 random cases by default; results are kept in build/validation
"""
import concurrent.futures
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("CATENARIA", os.path.join(ROOT, "build", "catenaria"))
CACHE = os.environ.get("CATENARIA_CACHE", os.path.join(ROOT, "build", "validation"))
FORCES = {"mean_N": "mean", "std_N": "standard deviation", "std_0_5Hz_N": "0 to 5 Hz",
          "std_5_20Hz_N": "5 to 20 Hz", "max_N": "maximum", "min_N": "minimum",
          "stat_max_N": "mean + 3 standard deviations", "loss_percent": "contact lost"}
NUDGE = 1e-3  # [N]

# Five spans: droppers go slack, contact is lost, and the finer run is still soon done.
CASE = """kind: train
title: "Random"
line:
  contact_wire: {{axial_stiffness: 15 MN, bending_stiffness: 195 N m2, mass_per_length: {mu:.3f} kg/m,
                 tension: {tension:.2f} kN}}
  messenger: {{axial_stiffness: 11.64 MN, bending_stiffness: 131.7 N m2, mass_per_length: 1.08 kg/m,
              tension: 16 kN}}
  dropper: {{axial_stiffness: 200 kN, mass_per_length: 0.117 kg/m}}
  support: {{stiffness: 500 kN/m}}
  spans:
    - {{repeat: 5, length: {span} m, encumbrance: 1.3 m, sag: [{sag:.0f} mm], droppers: [{droppers}]}}
  {elements}
pantograph:
  - static_force: {force:.4f} N
    masses:
      - {{name: head, mass: {head:.2f} kg, stiffness: {spring:.2f} kN/m, damping: {damping:.1f} N s/m}}
      - {{name: base, mass: 15 kg, stiffness: 160 N/m, damping: 100 N s/m}}
run: {{speed: {speed:.2f} m/s, from: 10 m, to: {stop} m}}
contact: {{stiffness: {contact:.0f} kN/m}}
damping: {{alpha: {alpha:.4f} 1/s, beta: {beta:.2e} s}}
time: {{method: {method}, step: {step} ms}}
measure: {{from: {span} m, to: {end} m, energy: false}}
accuracy: estimate
"""

TROLLEY = """kind: train
title: "Trolley wire"
line:
  contact_wire: {axial_stiffness: 12 MN, bending_stiffness: 100 N m2, mass_per_length: 0.95 kg/m, tension: 10 kN}
  support: {stiffness: 500 kN/m}
  spans:
    - {repeat: 10, length: 30 m, droppers: []}
  elements_per_bay: 10
pantograph:
  - use: pantographs/ac-simple.yaml
    static_force: 80 N
run: {speed: 60 km/h, from: 15 m}
measure: {from: 60 m, to: 240 m}
accuracy: estimate
"""


def values_of(number):
    r = random.Random(f"uncertainty {number}")
    span, n = r.choice([40, 45, 50, 55, 60, 65]), r.choice([4, 5, 6, 7, 8])
    mu, tension = r.uniform(0.95, 1.4), r.uniform(11, 26)
    wave = (1e3 * tension / mu) ** 0.5
    return dict(
        mu=mu, tension=tension, span=span, sag=r.uniform(0, span),
        droppers=", ".join(f"{5 + i * (span - 10) / (n - 1):.2f} m" for i in range(n)),
        elements=r.choice(["element_size: 0.6 m", "element_size: 1.2 m", "elements_per_bay: 2",
                           "elements_per_bay: 4", "elements_per_bay: 10"]),
        force=r.uniform(70, 190), head=r.uniform(5, 9), spring=r.uniform(4, 9), damping=r.uniform(20, 120),
        speed=min(r.uniform(30, 92), 0.68 * wave), contact=r.choice([50, 50, 50, 200, 1000]),
        alpha=r.choice([0.0125, 0.05, 0.124]), beta=r.choice([0, 1e-5, 1e-4]),
        method=r.choice(["hht", "newmark", "generalised-alpha"]), step=r.choice([1, 1, 1, 2, 2, 4]),
        end=3 * span, stop=3.1 * span)


def finer(elements):
    key, value = elements.split(": ")
    if key == "elements_per_bay":
        return f"line.{key}={4 * int(value)}"
    return f"line.{key}={float(value.split()[0]) / 4} m"


def kept(name):
    os.makedirs(CACHE, exist_ok=True)
    return os.path.join(CACHE, f"uncertainty-{name}.json")


def fingerprint():
    """Of the program; set where only what is said about a result has changed since."""
    if "CATENARIA_FINGERPRINT" in os.environ:
        return os.environ["CATENARIA_FINGERPRINT"]
    with open(PROGRAM, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def run(text, *sets):
    """Exit code and summary; text is a case, or the name of one that ships."""
    key = hashlib.sha256("|".join([MADE_BY, text, *sets]).encode()).hexdigest()[:24]
    if os.path.exists(kept(key)):
        with open(kept(key)) as f:
            return json.load(f)
    with tempfile.TemporaryDirectory() as d:
        case = text
        if "\n" in text:
            case = os.path.join(d, "case.yaml")
            with open(case, "w") as f:
                f.write(text)
        args = [x for s in sets for x in ("--set", s)]
        done = subprocess.run([PROGRAM, "run", case, "-o", os.path.join(d, "out"), "--json", "--quiet", *args],
                              capture_output=True, text=True)
    out = {"exit": done.returncode, "said": done.stderr}
    if done.returncode in (0, 1):
        s = json.loads(done.stdout)
        out.update({k: s.get(k) for k in ("max_uplift_mm", "max_uplift_u_num_mm", "uncertainty", "warnings")})
        out.update(pantograph=s["pantographs"][0])
    with open(kept(key) + ".new", "w") as f:
        json.dump(out, f)
    os.replace(kept(key) + ".new", kept(key))
    return out


def errors(said, truth):
    """Of each statistic: value, stated uncertainty, truth."""
    f, t = said["pantograph"]["force"], truth["pantograph"]["force"]
    rows = {k: (f[k], f["u_num"][k], t[k]) for k in FORCES}
    rows["uplift_mm"] = (said["max_uplift_mm"], said["max_uplift_u_num_mm"], truth["max_uplift_mm"])
    return rows


#--------------------------------------------------------------------------------- random cases

def one(number):
    v = values_of(number)
    text = CASE.format(**v)
    said = run(text)
    if said["exit"] != 0 or "u_num" not in said["pantograph"]["force"]:
        return {"refused": said["exit"]}
    truth = run(text, f"time.step={v['step'] / 8} ms", finer(v["elements"]), "accuracy=none")
    # chaos, seen from another side: the same run, pulled down by the nudge
    other = run(text, f"pantograph[0].static_force={v['force'] - NUDGE:.4f} N", "accuracy=none")
    if truth["exit"] != 0 or other["exit"] != 0:
        return {"refused": truth["exit"] or other["exit"]}
    f, g = said["pantograph"]["force"], other["pantograph"]["force"]
    moved = max(abs(f[k] - g[k]) for k in FORCES if k.endswith("_N")) / NUDGE
    return {"rows": errors(said, truth), "chaotic": said["uncertainty"]["chaos"]["chaotic"],
            "gain": said["uncertainty"]["chaos"]["gain"], "moved": moved, "step": v["step"],
            "elements": v["elements"], "warned": bool(said["warnings"])}


def inside(cases, name):
    n = sum(abs(c["rows"][name][0] - c["rows"][name][2]) <= 2 * c["rows"][name][1] + 1e-9 for c in cases)
    return n, len(cases)


def ratios(cases, name):
    return sorted(abs(s - t) / (2 * u) for s, u, t in (c["rows"][name] for c in cases) if u > 0)


def percent(n, of):
    return f"{100 * n / of:.1f} %" if of else "-"


def random_cases(count):
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
        found = list(pool.map(one, range(count)))
    cases = [c for c in found if "rows" in c]
    names = {**FORCES, "uplift_mm": "uplift"}
    print("## Random cases\n")
    print(f"{count} runs are drawn: spans of 40 to 65 m, 4 to 8 droppers, sags up to a thousandth, tensions of 11 to")
    print("26 kN, speeds up to 92 m/s or 0.68 of the wave speed, steps of 1 to 4 ms, 2 to 10 elements per bay or")
    print("elements of 0.6 or 1.2 m, contact stiffnesses of 50 to 1000 kN/m, three integrators. The truth is the same run")
    print(f"with an eighth of the step and four times the elements. {len(cases)} ran (others were refused). Within 2u:")
    print("runs whose error is at most twice the stated standard uncertainty; 90th: percentile of error / 2u.\n")
    print("| statistic | within 2u | median of error / 2u | 90th |\n|---|---|---|---|")
    total = [0, 0]
    for name, words in names.items():
        n, of = inside(cases, name)
        total = [total[0] + n, total[1] + of]
        q = ratios(cases, name)
        middle = f"{q[len(q) // 2]:.2f} | {q[9 * len(q) // 10]:.2f}" if q else "- | -"
        print(f"| {words} | {percent(n, of)} | {middle} |")
    print(f"| all | {percent(*total)} | | |\n")
    whole = sum(all(abs(s - t) <= 2 * u + 1e-9 for s, u, t in c["rows"].values()) for c in cases)
    print(f"All nine at once are within 2u in {percent(whole, len(cases))} of the runs.\n")
    by("step", cases, [1, 2, 4], lambda c, x: c["step"] == x, "{} ms")
    chaos(cases)


def by(what, cases, of, belongs, text):
    print(f"| {what} | cases | within 2u |\n|---|---|---|")
    for x in of:
        some = [c for c in cases if belongs(c, x)]
        n = [inside(some, name) for name in list(FORCES) + ["uplift_mm"]]
        print(f"| {text.format(x)} | {len(some)} | {percent(sum(a for a, _ in n), sum(b for _, b in n))} |")
    print()


def chaos(cases):
    print("Chaos is recognised by the gain of a nudge of +0.001 N. Here beside what a nudge of -0.001 N, a run that")
    print("the estimate does not see, moves: a run is sensitive if a statistic of its force moves by more than 0.1 N.\n")
    print("| | called chaotic | not called chaotic |\n|---|---|---|")
    for words, sensitive in (("sensitive", True), ("not sensitive", False)):
        some = [c for c in cases if (c["moved"] > 100) == sensitive]
        called = [c for c in some if c["chaotic"]]
        print(f"| {words} | {len(called)} | {len(some) - len(called)} |")
    print()
    by("gain", cases, [True, False], lambda c, x: c["chaotic"] == x, "chaotic: {}")


#--------------------------------------------------------------------------------- settings by name

FINE = ["time.step=0.125 ms", "line.element_size=0.15 m", "line.elements_per_bay=auto"]
FINE_TROLLEY = ["time.step=0.125 ms", "line.elements_per_bay=160"]
SLOWED = ["time.method=generalised-alpha", "time.rho_infinity=0"]
EXAMPLES = [  # what, case, its settings, those of the truth
    ("as shipped", "ac-simple/320", [], FINE),
    ("`time.step=5 ms`", "ac-simple/320", ["time.step=5 ms"], FINE),
    ("`line.elements_per_bay=1`", "ac-simple/320", ["line.elements_per_bay=1"], FINE),
    ("`contact.stiffness=1e7`", "ac-simple/320", ["contact.stiffness=1e7"], FINE),
    ("`target_mean_force=600`", "ac-simple/320", ["pantograph[0].target_mean_force=600"], FINE),
    ("`time.step=4 ms`, generalised-alpha, `rho_infinity=0`", "ac-simple/320", ["time.step=4 ms", *SLOWED],
     FINE + SLOWED),
    ("trolley wire, bays of 30 m, 4 elements", TROLLEY, ["line.elements_per_bay=4"], FINE_TROLLEY),
    ("trolley wire, bays of 30 m, 10 elements", TROLLEY, [], FINE_TROLLEY),
    ("trolley wire, bays of 30 m, 20 elements", TROLLEY, ["line.elements_per_bay=20"], FINE_TROLLEY),
]

def example(row):
    what, case, sets, fine = row
    said = run(case, "accuracy=estimate", "measure.energy=false", "measure.compare_with=none", *sets)
    if said["exit"] != 0:
        return what, None, said["said"].strip().splitlines()[-1]
    static = f"pantograph[0].static_force={said['pantograph']['static_force_N']!r} N"
    tuned = [] if "\n" in case else ["pantograph[0].target_mean_force=0"]
    other = [x for x in sets if x.startswith("contact.")]
    truth = run(case, "accuracy=none", "measure.energy=false", "measure.compare_with=none", static, *tuned,
                *other, *fine)
    words = [w.split("; ")[0] for w in said["warnings"]]
    return what, errors(said, truth) if truth["exit"] == 0 else None, "; ".join(words) or "none"


def cell(row):
    value, u, truth = row
    mark = "" if abs(value - truth) <= 2 * u + 1e-9 else " (!)"
    return f"{value:.1f} +- {u:.1f}, {truth:.1f}{mark}"


def examples():
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
        found = list(pool.map(example, EXAMPLES))
    print("## Settings that used to give another answer in silence\n")
    print("`ac-simple/320` with the setting named, and a trolley wire at 60 km/h. Each value with its stated standard")
    print("uncertainty, then that of the truth, with the same static force: a step of 0.125 ms and elements of 0.15 m")
    print("(0.19 m for the trolley wire). (!): beyond twice the uncertainty.\n")
    names = ["std_N", "max_N", "min_N", "loss_percent", "uplift_mm"]
    print("| setting | standard deviation [N] | maximum [N] | minimum [N] | contact lost [%] | uplift [mm] |")
    print("|---|---|---|---|---|---|")
    for what, rows, _ in found:
        print(f"| {what} | " + " | ".join(cell(rows[n]) if rows else "-" for n in names) + " |")
    print("\nWhat the runs warn of:\n")
    for what, _, words in found:
        print(f"- {what}: {words}")
    print()


#--------------------------------------------------------------------------------- refused or doubted

PUSHED = """kind: rest
line:
  contact_wire: {axial_stiffness: 15 MN, mass_per_length: 1.35 kg/m, tension: 20 kN}
  messenger: {axial_stiffness: 12 MN, mass_per_length: 1.08 kg/m, tension: 16 kN}
  spans: [{length: 40 m, repeat: 5, encumbrance: 1 m, droppers: [10 m, 20 m, 30 m], sag: [0 mm, 60 mm, 0 mm]}]
"""
ASKED = [  # case (ac-simple/320 unless given), settings
    ["line.dropper.axial_stiffness=1 N"],
    ["measure.cutoff=0.001 Hz"],
    ["measure.from=400 m", "measure.to=400.1 m"],
    ["ac-simple/two-320", "pantograph[1].behind=0 m"],
    ["damping.beta=1 s"],
    ["pantograph[0].target_mean_force=0 N", "pantograph[0].static_force=0 N"],
    ["line.steady_arm.length=0.01 m"],
    ["line.spans[0].height=20 m", "line.far_end.height=0 m"],
    ["contact.damping=1e5"],
    ["pantograph[0].target_mean_force=2 N"],
    ["line.contact_wire.tension=26"],
    ["line.steady_arm.heel=3 m"],
    ["ac-simpel/320"],
    ["time.step=20 ms"],
    ["measure.cutoff=600 Hz"],
    ["run.speed=250"],
    ["run.to=500 m"],
    ["line.path=[{length: 80 m, radius: 1000 m}]"],
    ["line.path=[{length: 80 m, curvature: 0.001 1/m}]"],
    [PUSHED],
]


def said_of(asked):
    """What a case with these settings is answered: the first error, and the first doubt."""
    with tempfile.TemporaryDirectory() as d:
        case, sets = os.path.join(d, "case.yaml"), []
        if "\n" in asked[0]:
            with open(case, "w") as f:
                f.write(asked[0])
        else:
            case = "ac-simple/320" if "=" in asked[0] else asked[0]
            sets = ["accuracy=none"] + [s for s in asked if "=" in s]
        args = [case, "--quiet", *(x for s in sets for x in ("--set", s))]
        done = subprocess.run([PROGRAM, "check", *args], capture_output=True, text=True)
        if done.returncode == 0 and not done.stderr:  # it shows in the run, if at all
            done = subprocess.run([PROGRAM, "run", *args, "-o", os.path.join(d, "out")], capture_output=True, text=True)
        lines = [x.replace(d + os.sep, "") for x in done.stderr.splitlines()]
    doubts = [x for x in lines if x.startswith("warning: ")]
    errors = [x for x in lines if x not in doubts]
    return done.returncode, doubts[:1] + errors[:1] + [x for x in errors[1:2] if x.startswith("did you mean")]


def answered():
    print("## Inputs that used to pass, or to be answered poorly\n")
    print("`catenaria run ac-simple/320` with these settings, or the case named: the exit code (2: refused before the")
    print("run, 3: failed), the first warning and the first error. Where in a file is left out.\n")
    print("| input | exit code | answer |\n|---|---|---|")
    for asked in ASKED:
        code, words = said_of(asked)
        what = "a dropper that would have to push, in each of five spans" if "\n" in asked[0] else \
            ", ".join(f"`{x}`" for x in asked)
        short = [w.replace(os.path.join(ROOT, "build", "cases", ""), "").replace("--set: ", "") for w in words]
        print(f"| {what} | {code} | " + "<br>".join(short).replace("|", "\\|") + " |")
    print()


if __name__ == "__main__":
    MADE_BY = fingerprint()
    print("# Stated uncertainty and true error\n")
    print("How the uncertainty is estimated: [theory/uncertainty.md](../theory/uncertainty.md). Errors here are numerical:")
    print("of the same model, by step and elements.\n")
    random_cases(int((sys.argv + ["200"])[1]))
    examples()
    answered()
