"""Random overhead lines with trains on them, small enough for a run of a fraction of a second.

case(number) is the text of a case and what it is; the same number gives the same case everywhere.
"""
import random

WIRES = {
    "heavy": "axial_stiffness: 15 MN, bending_stiffness: 195 N m2, mass_per_length: 1.35 kg/m",
    "light": "axial_stiffness: 11.6 MN, bending_stiffness: 130 N m2, mass_per_length: 1.08 kg/m",
    "thin": "axial_stiffness: 4 MN, bending_stiffness: 5 N m2, mass_per_length: 0.31 kg/m",
}
KINDS = ["simple", "stitched", "compound", "2d", "curve", "overlap", "trolley", "weights"]
APART = 8  # of pantographs [m]
METHODS = ["hht", "newmark", "generalised-alpha"]
BETAS = [0, 1e-5, 1e-4]  # [s]


def places(r, length, count, edge):
    """Droppers, equally spaced but for a tolerance."""
    apart = (length - 2 * edge) / max(count - 1, 1)
    off = min(0.12 * apart, 1)
    return [edge + i * apart + r.uniform(-off, off) for i in range(count)]


def metres(values):
    return "[" + ", ".join(f"{x:.3f} m" for x in values) + "]"


def span(r, kind, tolerance):
    """One span: its length, droppers and their sags, as far from regular as they are built."""
    length = r.uniform(18, 28)
    if kind == "trolley":
        return f"{{length: {length:.2f} m, droppers: []}}", length
    at = places(r, length, r.choice([2, 3]), 5 if kind == "stitched" else 4)
    depth = r.choice([0, length])
    sags = [4 * depth * x / length * (1 - x / length) + r.uniform(-tolerance, tolerance) for x in at]
    more = ""
    if kind == "compound":
        more = f", auxiliary_droppers: {metres(places(r, length, 2, 6))}"
    return (f"{{length: {length:.2f} m, encumbrance: {r.uniform(1.1, 1.4):.2f} m, droppers: {metres(at)}, "
            f"sag: [{', '.join(f'{s:.1f} mm' for s in sags)}]{more}}}"), length


def spans(r, kind, count, tolerance):
    made = [span(r, kind, tolerance) for _ in range(count)]
    return [f"    - {text}" for text, _ in made], [length for _, length in made]


def line(r, kind):
    """Text of the section, length of what a train may run on."""
    tension, tolerance = r.uniform(13, 24), r.choice([0, 2, 4])
    out = [f"  contact_wire: {{{WIRES['heavy']}, tension: {tension:.2f} kN}}"]
    rows, lengths = spans(r, kind, 3, tolerance)
    if kind != "trolley":
        out += [f"  messenger: {{{WIRES['light']}, tension: {r.uniform(12, 18):.2f} kN}}",
                f"  dropper: {{axial_stiffness: 200 kN, mass_per_length: 0.117 kg/m, contact_wire_clamp: 0.165 kg, "
                f"bears_compression: {'true' if r.random() < 0.3 else 'false'}}}",
                f"  support: {{stiffness: 500 kN/m, damping: {r.choice([0, 1])} kN s/m, "
                f"along_track: {'free' if kind == 'weights' else r.choice(['free', 'held'])}}}"]
    if kind == "stitched":
        out += [f"  stitch_wire: {{{WIRES['thin']}, tension: 2.8 kN}}", "  stitch_length: 8 m"]
    if kind == "compound":
        out += [f"  auxiliary_wire: {{{WIRES['light']}, tension: 12 kN}}", "  auxiliary_height: 0.3 m"]
    if kind in ("2d", "weights"):
        out += ["  form: 2d"] if kind == "2d" else ["  ends: weights"]
    if kind not in ("2d", "trolley"):
        out += ["  steady_arm: {length: 1.2 m, axial_stiffness: 80 kN, mass_per_length: 0.77 kg/m}"]
    side = r.uniform(0.05, 0.12)  # spans are short: angles as of lines that are built
    if kind == "curve":
        radius = r.uniform(900, 3000)
        out += [f"  stagger: [-{side:.3f} m]", "  path:",
                f"    - {{length: {sum(lengths):.2f} m, curvature: {1 / radius:.3e} 1/m, "
                f"curvature_end: {1 / radius:.3e} 1/m}}"]
    elif kind != "2d":
        out += [f"  stagger: [{side:.3f} m, -{side:.3f} m]"]
    if kind == "overlap":
        other, _ = spans(r, kind, 3, tolerance)  # high enough to be passed under: in spans as short as these no wire can rise in time
        other = [row.replace("{length", "{height: 400 mm, length") for row in other]
        out += ["  overlap:", f"    start: {lengths[0]:.2f} m", "    stagger: [-0.15 m, 0.15 m]", "    spans:"]
        out += ["  " + row for row in other]
    out += ["  spans:"] + rows + [f"  element_size: {r.choice([0.6, 1])} m"]
    return out, sum(lengths), (1e3 * tension / 1.35) ** 0.5


def case(number):
    r = random.Random(f"line {number}")
    kind = KINDS[number % len(KINDS)]
    section, length, wave = line(r, kind)
    speed = r.uniform(0.3, 0.65) * wave
    method = METHODS[number // len(KINDS) % len(METHODS)]
    beta = r.choice(BETAS)
    bodies = (f"    masses:\n      - {{name: head, mass: {r.uniform(5, 9):.2f} kg, stiffness: {r.uniform(4, 9):.2f} kN/m, "
              f"damping: {r.uniform(20, 120):.1f} N s/m}}\n"
              "      - {name: base, mass: 15 kg, stiffness: 160 N/m, damping: 100 N s/m}")
    forces = [r.uniform(70, 170) for _ in range(r.choice([1, 1, 2]))]
    start = 8 + APART * (len(forces) - 1)
    out = ["kind: train", f'title: "{kind} {number}"', "line:"] + section + ["pantograph:"]
    for i, force in enumerate(forces):
        out += [f"  - static_force: {force:.3f} N"] + ([f"    behind: {APART * i} m"] if i else []) + [bodies]
    out += [f"run: {{speed: {speed:.3f} m/s, from: {start} m, to: {length - 8:.2f} m}}",
            f"damping: {{alpha: {r.choice([0.0125, 0.05, 0.124])} 1/s, beta: {beta:.0e} s}}",
            f"time: {{method: {method}, step: {r.choice([1, 2, 2])} ms}}",
            f"measure: {{from: {start + 10} m, to: {length - 10:.2f} m, energy: false}}", "accuracy: none", ""]
    return "\n".join(out), {"number": number, "kind": kind, "method": method, "beta": beta,
                             "force": float(f"{forces[0]:.3f}")}
