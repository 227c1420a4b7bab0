#!/usr/bin/env python3
"""Lanes beside the banded solver on random lines: writes docs/validation/lines.md.

  lines_study.py [COUNT]         1000 lines by default; results are kept in build/validation
  lines_study.py --check COUNT   the first COUNT lines: ends with 1 if one differs by more than is promised
"""
import csv
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import random_lines

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("CATENARIA", os.path.join(ROOT, "build", "catenaria"))
CACHE = os.environ.get("CATENARIA_CACHE", os.path.join(ROOT, "build", "validation"))
STATISTICS = ["mean_N", "std_N", "max_N", "min_N"]
PROMISED = 1e-3  # of the mean force
NUDGE = 1e-3     # [N]


def fingerprint():
    """Of the program; set where only what is said about a result has changed since."""
    if "CATENARIA_FINGERPRINT" in os.environ:
        return os.environ["CATENARIA_FINGERPRINT"]
    with open(PROGRAM, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


#--------------------------------------------------------------------------------- runs

def forces_of(path):
    """Of all pantographs, step by step."""
    with open(path) as f:
        rows = csv.reader(x for x in f if not x.startswith("#"))
        columns = [i for i, name in enumerate(next(rows)) if name.split(" ")[0].endswith(".force")]
        return [[float(row[i]) for i in columns] for row in rows]


def run(text, *sets):
    with tempfile.TemporaryDirectory() as d:
        case, out = os.path.join(d, "case.yaml"), os.path.join(d, "out")
        with open(case, "w") as f:
            f.write(text)
        args = [x for s in sets for x in ("--set", s)]
        done = subprocess.run([PROGRAM, "run", case, "-o", out, "--json", "--quiet", "--csv", *args],
                              capture_output=True, text=True)
        if done.returncode not in (0, 1):
            return {"exit": done.returncode, "said": done.stderr.strip().splitlines()[-1]}
        s = json.loads(done.stdout)
        return {"exit": 0, "forces": forces_of(os.path.join(out, "channels.csv")),
                "statistics": [[p["force"][k] for k in STATISTICS] for p in s["pantographs"]],
                "slack": sum(d["cycles"] > 0 for d in s["droppers"])}


def apart(a, b):
    """Largest difference of a statistic, relative to the mean, and of a force at one moment [N]."""
    relative = max(abs(x - y) / p[0] for p, q in zip(a["statistics"], b["statistics"]) for x, y in zip(p, q))
    return relative, max(abs(x - y) for p, q in zip(a["forces"], b["forces"]) for x, y in zip(p, q))


def compare(number):
    text, what = random_lines.case(number)
    band, lanes = run(text, "solver=band"), run(text, "solver=lanes")
    for name, r in (("band", band), ("lanes", lanes)):
        if r["exit"]:
            return {**what, "refused": f"{name}: {r['said']}"}
    relative, moment = apart(band, lanes)
    out = {**what, "relative": relative, "moment": moment, "slack": band["slack"]}
    if relative > PROMISED:  # how much of it is chaos: what a nudge moves
        nudged = run(text, "solver=band", f"pantograph[0].static_force={what['force'] + NUDGE!r} N")
        out["nudged"] = apart(band, nudged)
    return out


def kept(number):
    """compare(), from the last time if program and line are the same."""
    os.makedirs(CACHE, exist_ok=True)
    key = hashlib.sha256((MADE_BY + random_lines.case(number)[0]).encode()).hexdigest()[:24]
    path = os.path.join(CACHE, f"lines-{key}.json")
    if not os.path.exists(path):
        with open(path + ".new", "w") as f:
            json.dump(compare(number), f)
        os.replace(path + ".new", path)
    with open(path) as f:
        return json.load(f)


#--------------------------------------------------------------------------------- the test

def check(count):
    wrong = 0
    for number in range(count):
        c = compare(number)
        if "refused" in c or c["relative"] > PROMISED:
            wrong += 1
            print(f"line {number}: {c}")
    print(f"{count} lines, {wrong} beyond {PROMISED:g} of the mean force or refused")
    return 1 if wrong else 0


#--------------------------------------------------------------------------------- the page

def row(words, cases):
    if not cases:
        return
    r, m = sorted(c["relative"] for c in cases), sorted(c["moment"] for c in cases)
    at = lambda v, q: v[min(int(q * len(v)), len(v) - 1)]
    beyond = sum(x > PROMISED for x in r)
    print(f"| {words} | {len(cases)} | {at(r, 0.5):.1e} | {at(r, 0.9):.1e} | {at(r, 0.99):.1e} | {r[-1]:.1e} | "
          f"{beyond} | {at(m, 0.5):.2g} | {at(m, 0.99):.2g} | {m[-1]:.2g} |")


def page(count):
    found = [kept(n) for n in range(count)]
    cases = [c for c in found if "refused" not in c]
    print("# Lanes and band on random lines\n")
    print("What `solver: lanes` leaves out: [theory/lanes.md](../theory/lanes.md), \"What is cut\". Each line is run by both")
    print("solvers, with the same input. Three spans of 18 to 28 m that differ in length, places of droppers, sags with")
    print("tolerances, encumbrance; simple, stitched, compound, 2D, in a curve, with an overlap, trolley wires, with weights;")
    print("elements of at most 0.6 or 1 m, one or two pantographs, 0.3 to 0.65 of the wave speed, steps of 1 or 2 ms.")
    print("A third have droppers that bear compression: nothing goes slack there. Staggers are scaled with the\n"
          "spans, so that wires turn at the angles of built lines: with the whole stagger on spans as short as these one "
          "compound\nline differed by 1.3e-3.\n")
    print(f"{count} lines, {len(cases)} ran by both solvers. Difference of mean, standard deviation, maximum and minimum of the")
    print("contact force (filtered, whichever differs most), relative to the mean force: median, 90th and 99th percentile,")
    print("maximum, lines beyond a thousandth; then that of the unfiltered force at one moment: median, 99th percentile,")
    print("maximum.\n")
    print("| lines | number | median | 90 % | 99 % | maximum | beyond | moment [N] | 99 % [N] | maximum [N] |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    row("all", cases)
    row("nothing slack", [c for c in cases if not c["slack"]])
    row("droppers go slack", [c for c in cases if c["slack"]])
    for beta in random_lines.BETAS:
        row(f"beta = {beta:g} s", [c for c in cases if c["beta"] == beta])
    for method in random_lines.METHODS:
        row(method, [c for c in cases if c["method"] == method])
    row("newmark, beta = 0", [c for c in cases if c["method"] == "newmark" and c["beta"] == 0])
    for kind in random_lines.KINDS:
        row(kind, [c for c in cases if c["kind"] == kind])
    beyond = [c for c in cases if c["relative"] > PROMISED]
    if beyond:
        print("\nThe lines beyond a thousandth, beside what another static force, larger by 0.001 N, does to the banded run:\n")
        print("| line | integrator | beta [s] | slack droppers | statistics | moment [N] | nudged: statistics | moment [N] |")
        print("|---|---|---|---|---|---|---|---|")
        for c in beyond:
            print(f"| {c['kind']} {c['number']} | {c['method']} | {c['beta']:g} | {c['slack']} | {c['relative']:.1e} | "
                  f"{c['moment']:.2g} | {c['nudged'][0]:.1e} | {c['nudged'][1]:.2g} |")
    refused = [c["refused"] for c in found if "refused" in c]
    if refused:
        reasons = {"a dropper that would have to push": "would have to push",
                   "a dropper beside the clamp of a stitch wire": "from the clamp of the stitch wire"}
        counts = {name: sum(words in r for r in refused) for name, words in reasons.items()}
        counts["another reason"] = len(refused) - sum(counts.values())
        print(f"\n{len(refused)} lines were refused before the run: "
              + ", ".join(f"{n} for {name}" for name, n in counts.items() if n) + ".")


if __name__ == "__main__":
    MADE_BY = fingerprint()
    if sys.argv[1:2] == ["--check"]:
        sys.exit(check(int(sys.argv[2])))
    page(int((sys.argv + ["1000"])[1]))
