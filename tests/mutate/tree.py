"""Cases as trees: a mapping is a Map of [key, value] pairs, so that a key may occur twice; a list is
a list; everything else is the text of a scalar. Reads what `catenaria check` prints, writes YAML."""


class Map:
    def __init__(self, pairs=()):
        self.pairs = [list(p) for p in pairs]


def copy(node):
    if isinstance(node, Map):
        return Map((k, copy(v)) for k, v in node.pairs)
    return [copy(v) for v in node] if isinstance(node, list) else node


def _strip(line):
    """Without the comment, which stands behind two blanks and outside of quotes."""
    quoted = False
    for i, c in enumerate(line):
        if c == '"' and line[i - 1 : i] != "\\":
            quoted = not quoted
        if c == "#" and not quoted and (i == 0 or line[i - 1] == " "):
            return line[:i].rstrip()
    return line.rstrip()


def read(text):
    lines = [(len(s) - len(s.lstrip()), s.lstrip()) for s in map(_strip, text.splitlines()) if s]
    node, rest = _block(lines, 0, 0)
    assert rest == len(lines), lines[rest]
    return node


def _scalar(text):
    if text.startswith("[") and text.endswith("]"):
        return [t.strip() for t in text[1:-1].split(",") if t.strip()]
    return text


def _block(lines, at, indent):
    if lines[at][1].startswith("- "):
        items = []
        while at < len(lines) and lines[at][0] == indent and lines[at][1].startswith("- "):
            inner = lines[at][1][2:]
            lines[at] = (indent + 2, inner)
            if ": " in inner or inner.endswith(":"):
                item, at = _block(lines, at, indent + 2)
            else:
                item, at = _scalar(inner), at + 1
            items.append(item)
        return items, at
    out = Map()
    while at < len(lines) and lines[at][0] == indent:
        key, _, value = lines[at][1].partition(":")
        at += 1
        if value.strip():
            out.pairs.append([key, _scalar(value.strip())])
        elif at < len(lines) and lines[at][0] > indent:
            value, at = _block(lines, at, lines[at][0])
            out.pairs.append([key, value])
        else:
            out.pairs.append([key, ""])
    return out, at


def flow(node):
    if isinstance(node, Map):
        return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in node.pairs) + "}"
    return "[" + ", ".join(map(flow, node)) + "]" if isinstance(node, list) else node


def write(node, indent=0):
    pad = " " * indent
    if isinstance(node, Map):
        out = []
        for key, value in node.pairs:
            nested = isinstance(value, Map) and value.pairs
            nested = nested or (isinstance(value, list) and any(isinstance(v, Map) for v in value))
            out.append(f"{pad}{key}:\n{write(value, indent + 2)}" if nested else
                       f"{pad}{key}: {flow(value)}\n")
        return "".join(out)
    if isinstance(node, list):
        return "".join(f"{pad}- " + (write(v, indent + 2).lstrip() if isinstance(v, Map) and v.pairs
                                     else flow(v) + "\n") for v in node)
    return f"{pad}{node}\n"


def walk(node, path=""):
    """Yields (path, container, index) of every value below: container.pairs[index] or list[index]."""
    if isinstance(node, Map):
        for i, (key, value) in enumerate(node.pairs):
            inner = f"{path}.{key}" if path else key
            yield inner, node, i
            yield from walk(value, inner)
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield f"{path}[{i}]", node, i
            yield from walk(value, f"{path}[{i}]")


def get(container, i):
    return container.pairs[i][1] if isinstance(container, Map) else container[i]


def put(container, i, value):
    if isinstance(container, Map):
        container.pairs[i][1] = value
    else:
        container[i] = value


def delete(container, i):
    del (container.pairs if isinstance(container, Map) else container)[i]
