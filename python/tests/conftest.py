"""What pytest hands to tests."""

import random

import pytest


@pytest.fixture
def chance() -> random.Random:
    return random.Random(19)
