"""`ludoteca` is the public door: what it shows is what it promises, and opening it is cheap."""

import subprocess
import sys
from types import ModuleType

import ludoteca


def test_all_is_what_is_visible():
    shown = {name for name in dir(ludoteca) if is_offered(name)}
    assert shown == set(ludoteca.__all__)


def is_offered(name: str) -> bool:
    """Not private, not a room of the package, not something borrowed from elsewhere (`annotations`)."""
    value = getattr(ludoteca, name)
    if name.startswith("_") or isinstance(value, ModuleType):
        return False
    return name in ludoteca.__all__ or getattr(value, "__module__", "ludoteca").startswith("ludoteca")


def test_all_is_sorted_and_every_name_opens():
    assert list(ludoteca.__all__) == sorted(set(ludoteca.__all__))
    assert all(getattr(ludoteca, name) is not None for name in ludoteca.__all__)


def test_importing_it_loads_no_screen():
    program = "import sys, ludoteca; print(*{'rich', 'argparse', 'ludoteca.cli'} & sys.modules.keys())"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []
