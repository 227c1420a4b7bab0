"""A short line that every test runs."""
import os

import pytest

import catenaria

SOURCE = os.environ["CAT_SOURCE"]
TINY = os.path.join(SOURCE, "tests/robust/tiny-line.yaml")


@pytest.fixture(scope="session")
def tiny():
    return TINY


@pytest.fixture(scope="session")
def model():
    return catenaria.Model(TINY)
