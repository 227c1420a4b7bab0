"""docs/tutorial.md does what it says, and draws its pictures with matplotlib.

CATENARIA_WRITE_IMAGES=1 puts these into docs/images."""
import os
import re
import shutil

import pages

DOCS = os.path.join(os.environ["CAT_SOURCE"], "docs")


def test_tutorial_md(tmp_path, monkeypatch):
    page = os.path.join(DOCS, "tutorial.md")
    monkeypatch.chdir(tmp_path)
    assert pages.run(page) == 5
    with open(page, encoding="utf-8") as file:
        shown = set(re.findall(r"\]\(images/([\w.-]+)\)", file.read()))
    assert shown == set(os.listdir(tmp_path)) and len(shown) == 4
    for name in shown:
        kept = os.path.join(DOCS, "images", name)
        if os.environ.get("CATENARIA_WRITE_IMAGES"):
            shutil.copy(tmp_path / name, kept)
        assert 2000 < os.path.getsize(tmp_path / name) < 100000
        assert os.path.getsize(kept) < 100000


def test_a_study_is_short():
    """Presag against standard deviation, with a plot: under 20 lines."""
    code = list(pages.blocks(os.path.join(DOCS, "tutorial.md")))[-1][1]
    assert "sag" in code and "plot" in code
    assert len([line for line in code.splitlines() if line.strip()]) < 20
