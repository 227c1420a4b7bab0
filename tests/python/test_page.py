"""docs/python.md does what it says."""
import os

import pages


def test_python_md(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert pages.run(os.path.join(os.environ["CAT_SOURCE"], "docs/python.md")) == 10 + pages.DRAWS
