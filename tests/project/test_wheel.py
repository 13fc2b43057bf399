"""What people install: a wheel built from the sdist, in a clean environment, plays a game."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "src" / "ludoteca" / "games" / "library"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.slow
def test_the_wheel_holds_the_library_and_no_sources_of_the_kernel(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    games = {f"ludoteca/games/library/{file.name}" for file in LIBRARY.glob("*.toml")}
    catalogue = "ludoteca/locale/en/LC_MESSAGES/common.mo"
    assert games | {"ludoteca/py.typed", "ludoteca/kernel/_kernel.pyi", catalogue} <= set(names)
    assert [name for name in names if name.endswith((".c", ".pyx", ".pxi", ".pxd", ".h"))] == []


@pytest.mark.slow
def test_the_wheel_plays_in_a_clean_environment(wheel, tmp_path):
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    programs = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "install", "-q", str(wheel)], check=True)
    played = subprocess.run(
        [programs / "ludoteca", "playouts", "tic-tac-toe", "-n", "100", "--seed", "1", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert sum(json.loads(played.stdout)["results"].values()) == 100
