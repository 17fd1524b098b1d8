"""The package itself: its examples run, its stubs are true, it is typed and it is the wheel."""

import doctest
import importlib
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import fourfall

FOLDER = Path(__file__).resolve().parents[1]
MODULES = [
    "fourfall",
    "fourfall._errors",
    "fourfall.adapters.kaggle",
    "fourfall.adapters.openspiel",
    "fourfall.adapters.pettingzoo",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    objects: list[tuple[str, object]] = [(name, module)]
    for public, item in vars(module).items():
        if getattr(item, "__module__", None) not in (name, f"{name}._native"):
            continue
        objects.append((f"{name}.{public}", item))
        if isinstance(item, type):
            parts = ((part, it) for part, it in vars(item).items() if not part.startswith("_"))
            objects += [(f"{name}.{public}.{part}", it) for part, it in parts]
    tests = [
        test
        for label, item in objects
        for test in finder.find(item, label, module=False, globs=dict(vars(module)))
    ]
    for test in tests:
        runner.run(test)
    assert runner.summarize().failed == 0
    assert runner.tries >= (40 if name == "fourfall" else 1), "the examples were found"


def test_everything_public_is_documented() -> None:
    for public in fourfall.__all__:
        item = getattr(fourfall, public)
        if not callable(item):
            continue
        assert item.__doc__, public
        if isinstance(item, type) and not issubclass(item, Exception):
            for name, part in vars(item).items():
                assert name.startswith("_") or part.__doc__, f"{public}.{name}"


def test_the_wheel_is_tested_not_the_folder() -> None:
    assert fourfall.__file__ is not None
    assert FOLDER not in Path(fourfall.__file__).resolve().parents
    assert (Path(fourfall.__file__).parent / "py.typed").exists()


def test_errors_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(fourfall.Unproved(-1, 3)))
    assert (error.at_least, error.at_most) == (-1, 3)
    assert isinstance(fourfall.GameOver("over"), fourfall.IllegalMove)


def test_the_stubs_are_true() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "fourfall"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd="/")
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_types_are_strict() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(FOLDER / "pyproject.toml")]
    ran = subprocess.run([*command, "--cache-dir=/dev/null"], capture_output=True, text=True, cwd=FOLDER)
    assert ran.returncode == 0, ran.stdout + ran.stderr
