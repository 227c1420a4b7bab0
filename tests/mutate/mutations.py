"""Ways to spoil a case, each a function (rng, world, job) that changes job.tree, job.sets or
job.files and says what it did, or returns None if there is nothing to do it to."""

import re

import tree

SCALES = [0, -1, 0.5, 2, 0.5, 2, 0.8, 1.25, 0.9, 1.1, 0.9, 1.1, 0.999999, 1.000001, 0.1, 10, 100, 1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9, 1e300]
WORDS = ["0", "-0", "1", "-1", "2", "3", "7", "16", "17", "1000", "1000000", "2147483647", "2147483648",
         "-2147483649", "18446744073709551616", "0.5", "1e-300", "5e-324", "1e308", "1e999", "-1e999", "nan",
         ".nan", "inf", "-.inf", "0x10", "1,5", "1_000", "true", "false", "null", "~", '""', "''", "auto",
         "none", "[]", "{}", "[0]", "{a: 1}", "*x", "&x 1", "!!int 3", "- 1", "text", '"a b"', "é", "1 parsec",
         "@", "`", "1e", "+1", ".5 m", "1 m m", "1 N s2/m2", "1 km/h", "1 m/s", "5 ms", "1 kN", "1 mm", "90 m"]
UNITS = ["m", "mm", "km", "s", "ms", "N", "kN", "MN", "kg", "kg/m", "km/h", "m/s", "N/m", "kN/m", "N s/m",
         "GPa", "mm2", "1/s", "1/m", "Hz", "m/s2", "N m2", "N s2/m2", "N s/m2", ""]
NUMBER = re.compile(r"^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?[0-9]+)?)(?: (.*))?$")


def pick(rng, job, want=None):
    """A value anywhere in the case. Mostly section by section, so that those with few keys, such as
    the run, are met as often as those with many."""
    at = [p for p in tree.walk(job.tree) if want is None or want(tree.get(p[1], p[2]))]
    prefix = ""
    while at and rng.random() < 0.85:
        heads = {}
        for p in at:
            heads.setdefault(re.split(r"[.\[]", p[0][len(prefix):].lstrip(".["))[0], []).append(p)
        head = rng.choice(sorted(heads))
        at = heads[head]
        prefix = at[0][0][: at[0][0].index(head, len(prefix)) + len(head)]
        if len(at) == 1:
            break
    return rng.choice(at) if at else None


def is_number(value):
    return isinstance(value, str) and NUMBER.match(value)


def is_list(value):
    return isinstance(value, list)


def is_map(value):
    return isinstance(value, tree.Map)


def show(value):
    return f"{value:.17g}"


def scaled(rng, text):
    number, unit = NUMBER.match(text).groups()
    value = float(number)
    factor = rng.choice(SCALES)
    value = value * factor if value or factor in (0, -1) else factor
    if "." not in number and "e" not in number and rng.random() < 0.8 and abs(value) < 1e15:
        value = round(value)
    return show(value) + (f" {unit}" if unit else "")


def scale_value(rng, world, job):
    at = pick(rng, job, is_number)
    if not at:
        return None
    new = scaled(rng, tree.get(*at[1:]))
    tree.put(at[1], at[2], new)
    return f"{at[0]} = {new}"


def replace_value(rng, world, job):
    at = pick(rng, job)
    if not at:
        return None
    new = rng.choice(WORDS)
    tree.put(at[1], at[2], new)
    return f"{at[0]} = {new}"


def swap_unit(rng, world, job):
    at = pick(rng, job, is_number)
    if not at:
        return None
    new = f"{NUMBER.match(tree.get(*at[1:])).group(1)} {rng.choice(UNITS)}".strip()
    tree.put(at[1], at[2], new)
    return f"{at[0]} = {new}"


def copy_value(rng, world, job):
    """A number with the value of another: equal places, lengths that meet, counts of other lists."""
    at, other = pick(rng, job, is_number), pick(rng, job, is_number)
    if not at:
        return None
    unit = NUMBER.match(tree.get(*at[1:])).group(2)
    new = NUMBER.match(tree.get(*other[1:])).group(1) + (f" {unit}" if unit else "")
    tree.put(at[1], at[2], new)
    return f"{at[0]} = {new}, as {other[0]}"


def choose_value(rng, world, job):
    """A word by another that the manual lists for that key."""
    at = [p for p in tree.walk(job.tree) if re.sub(r"\[\d+\]", "[]", p[0]) in world.choices]
    if not at:
        return None
    path, container, i = rng.choice(at)
    new = rng.choice(world.choices[re.sub(r"\[\d+\]", "[]", path)])
    tree.put(container, i, new)
    return f"{path} = {new}"


def remove_key(rng, world, job):
    at = pick(rng, job)
    if not at:
        return None
    tree.delete(at[1], at[2])
    return f"without {at[0]}"


def duplicate_key(rng, world, job):
    at = pick(rng, job)
    if not at:
        return None
    where = at[1].pairs if isinstance(at[1], tree.Map) else at[1]
    item = [where[at[2]][0], tree.copy(where[at[2]][1])] if isinstance(at[1], tree.Map) else tree.copy(where[at[2]])
    where.insert(rng.randrange(len(where) + 1), item)
    return f"{at[0]} twice"


def rename_key(rng, world, job):
    at = pick(rng, job)
    if not at or not isinstance(at[1], tree.Map):
        return None
    old = at[1].pairs[at[2]][0]
    k = rng.randrange(len(old) + 1)
    new = rng.choice([rng.choice(world.keys), old[:k] + old[k + 1:], old[:k] + "x" + old[k:], old.upper(), "<<", "1"])
    at[1].pairs[at[2]][0] = new
    return f"{at[0]} named {new}"


def move_key(rng, world, job):
    at, to = pick(rng, job), pick(rng, job, is_map)
    if not at or not to or not isinstance(at[1], tree.Map):
        return None
    pair = [at[1].pairs[at[2]][0], tree.copy(at[1].pairs[at[2]][1])]
    if rng.random() < 0.5:
        tree.get(*to[1:]).pairs.append(pair)
        del at[1].pairs[at[2]]
    else:
        tree.get(*to[1:]).pairs.append(pair)
    return f"{at[0]} moved to {to[0]}"


def change_list(rng, world, job):
    at = pick(rng, job, is_list)
    if not at:
        return None
    items = tree.get(*at[1:])
    how = rng.choice(["empty", "shorter", "longer", "reverse", "shuffle", "many", "one"])
    if how == "empty":
        items.clear()
    elif how == "shorter" and items:
        del items[rng.randrange(len(items))]
    elif how == "longer":
        items.append(tree.copy(rng.choice(items)) if items else rng.choice(WORDS))
    elif how == "reverse":
        items.reverse()
    elif how == "shuffle":
        rng.shuffle(items)
    elif how == "many" and items:
        items.extend(tree.copy(rng.choice(items)) for _ in range(rng.choice([3, 16, 64, 1100])))
    elif items:
        items[:] = [items[0]]
    return f"{at[0]} {how}"


def swap_sections(rng, world, job):
    """A section or list of another case, of whatever kind, under the same name or another."""
    at = pick(rng, job, lambda v: is_map(v) or is_list(v))
    other = rng.choice(world.bases).tree
    found = [p for p in tree.walk(other) if not isinstance(tree.get(*p[1:]), str)]
    if not at or not found:
        return None
    name = at[0].split(".")[-1].split("[")[0]
    same = [p for p in found if p[0].split(".")[-1].split("[")[0] == name]
    new = rng.choice(same if same and rng.random() < 0.7 else found)
    tree.put(at[1], at[2], tree.copy(tree.get(*new[1:])))
    return f"{at[0]} from another case's {new[0]}"


def change_kind(rng, world, job):
    for pair in job.tree.pairs:
        if pair[0] == "kind":
            pair[1] = rng.choice(["bridge", "cable", "pdae", "rest", "train"])
            return f"kind {pair[1]}"
    return None


def use_part(rng, world, job):
    """A section moved to a file of its own, sometimes one that is not right."""
    at = pick(rng, job, is_map)
    if not at:
        return None
    name = f"part{len(job.files)}.yaml"
    how = rng.choice(["right", "right", "missing", "itself", "extra", "folder", "shipped"])
    section = tree.get(*at[1:])
    job.files[name] = tree.write(section) or "{}\n"
    use = {"missing": "nowhere.yaml", "itself": "case.yaml", "folder": ".",
           "shipped": rng.choice(world.parts)}.get(how, name)
    extra = [p for p in section.pairs if rng.random() < 0.3] if how == "extra" else []
    tree.put(at[1], at[2], tree.Map([["use", use]] + extra))
    return f"{at[0]} uses a part ({how})"


def override(rng, world, job):
    """--set with a key of the manual or of the case."""
    paths = [p[0] for p in tree.walk(job.tree)]
    path = rng.choice(paths if paths and rng.random() < 0.6 else world.paths)
    path = re.sub(r"\[\]", lambda m: f"[{rng.choice([0, 0, 1, 9])}]", path)
    old = [tree.get(*p[1:]) for p in tree.walk(job.tree) if p[0] == path]
    value = rng.choice(WORDS)
    if old and is_number(old[0]) and rng.random() < 0.7:
        value = scaled(rng, old[0])
    job.sets.append(f"{path}={value}")
    return f"--set {job.sets[-1]}"


ALL = [(scale_value, 20), (copy_value, 6), (choose_value, 6), (replace_value, 4), (swap_unit, 2), (remove_key, 5),
       (duplicate_key, 1), (rename_key, 1), (move_key, 1), (change_list, 6), (swap_sections, 3), (change_kind, 1),
       (use_part, 3), (override, 6)]
