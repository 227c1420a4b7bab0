"""Runs the Python blocks of a page in order, and compares what they print with the texts below them.

    pages.py PAGE       writes these texts anew
"""
import contextlib
import importlib.util
import io
import re
import sys

import pytest

DRAWS = importlib.util.find_spec("matplotlib") is not None
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def blocks(path):
    """(line, code, expected or None) for each Python block."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    pattern = r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?"
    for found in re.finditer(pattern, text, flags=re.S | re.M):
        yield text.count("\n", 0, found.start()) + 2, found.group(1), found.group(2)


def same(printed, expected):
    """The same words, and the same numbers but for a unit of their last digit or 1 %: processors
    differ in rounding, and contact that comes and goes makes more of it."""
    assert NUMBER.sub("#", printed) == NUMBER.sub("#", expected), printed
    for ours, theirs in zip(NUMBER.findall(printed), NUMBER.findall(expected)):
        digit = 10.0 ** -len(theirs.partition(".")[2])
        assert float(ours) == pytest.approx(float(theirs), rel=0.01, abs=1.01 * digit), printed


def printed_by(path):
    """(expected, printed) for each block; those that draw are left out if matplotlib is not there."""
    names = {"__name__": "page"}
    for line, code, expected in blocks(path):
        if "import matplotlib" in code and not DRAWS:
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile("\n" * (line - 1) + code, path, "exec"), names)
        yield expected, out.getvalue()


def run(path):
    """Returns how many blocks there were."""
    count = 0
    for expected, printed in printed_by(path):
        same(printed, expected or "")
        count += 1
    return count


def rewrite(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin = 0
    for expected, printed in printed_by(path):
        if expected is not None:
            at = text.index("```text\n" + expected, begin) + len("```text\n")
            text = text[:at] + printed + text[at + len(expected):]
            begin = at
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    rewrite(sys.argv[1])
