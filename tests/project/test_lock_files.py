"""The lock files satisfy pyproject.toml on every supported system, and name no place to fetch from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.test_project_rules import ROOT
from tools import lock

STALE = "run `make lock` and commit requirements/"
SYSTEMS = {"linux": ("posix", "Linux"), "darwin": ("posix", "Darwin"), "win32": ("nt", "Windows")}
CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)$")
PYTHONS = [
    found[1] for line in lock.pyproject()["project"]["classifiers"] if (found := CLASSIFIER.match(line))
]


def environment(python: str, system: str) -> dict[str, str]:
    os_name, platform_system = SYSTEMS[system]
    return {
        **{name: str(value) for name, value in default_environment().items()},
        "python_version": python,
        "python_full_version": f"{python}.5",
        "sys_platform": system,
        "os_name": os_name,
        "platform_system": platform_system,
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }


def applies(marker: Marker | str | None, place: dict[str, str]) -> bool:
    return not marker or Marker(str(marker)).evaluate(place)


def versions(name: str, place: dict[str, str]) -> dict[str, list[str]]:
    """The locked versions of each package that apply in an environment."""
    found: dict[str, list[str]] = {}
    for pin in lock.read(name):
        if applies(pin.marker, place):
            found.setdefault(pin.name, []).append(pin.version)
    return found


def unsatisfied(name: str, place: dict[str, str]) -> Iterator[str]:
    locked = versions(name, place)
    for line in lock.wanted(name):
        required = Requirement(line)
        found = locked.get(canonicalize_name(required.name), [])
        if applies(required.marker, place) and not any(required.specifier.contains(one) for one in found):
            yield f"{line}: {found or 'not locked'}"


def test_the_supported_pythons_are_known():
    assert "3.11" in PYTHONS
    assert len(PYTHONS) >= 4


@pytest.mark.parametrize("name", lock.NAMES)
@pytest.mark.parametrize(("python", "system"), list(product(PYTHONS, SYSTEMS)))
def test_every_requirement_is_locked_within_its_bounds(name, python, system):
    place = environment(python, system)
    assert list(unsatisfied(name, place)) == [], STALE
    assert {package: found for package, found in versions(name, place).items() if len(found) > 1} == {}


@pytest.mark.parametrize("name", lock.NAMES)
def test_every_pin_has_the_hashes_of_its_files(name):
    pins = lock.read(name)
    assert pins
    assert [pin.name for pin in pins if not pin.hashes or len(set(pin.hashes)) < len(pin.hashes)] == []


@pytest.mark.parametrize("name", lock.NAMES)
def test_no_lock_file_names_an_address(name):
    text = lock.lock_file(name).read_text("utf-8")
    assert [line for line in text.splitlines() if "://" in line or " @ " in line or "--index" in line] == []


def test_the_bounds_exclude_versions_that_are_too_slow():
    """Before 0.15.1, tomlkit took 53 to 63 times as long to parse the largest file of the library."""
    (tomlkit,) = (line for line in lock.wanted("run") if Requirement(line).name == "tomlkit")
    assert not Requirement(tomlkit).specifier.contains("0.15.0")


@pytest.mark.parametrize("name", lock.FOLLOWERS)
def test_what_runs_is_what_was_tested(name):
    """The lock files of one environment agree."""
    tested = {(pin.name, pin.version): sorted(pin.hashes) for pin in lock.read("dev")}
    assert {(pin.name, pin.version): sorted(pin.hashes) for pin in lock.read(name)}.items() <= tested.items()


@pytest.mark.parametrize(
    "line", ["--extra-index-url somewhere", "rich @ file:rich.whl", "rich>=13", "    --hash=md5:0"]
)
def test_a_line_of_another_kind_is_refused(line):
    with pytest.raises(ValueError, match=re.escape(line.split()[0])):
        lock.parse(f"alembic==1.0 \\\n    --hash=sha256:{'0' * 64}\n{line}\n")


def test_pins_are_read_with_marker_hashes_and_what_requires_them():
    hashed = f"sha256:{'0' * 64}"
    text = f"a==1.0 ; os_name == 'nt' \\\n    --hash={hashed}\n    # via\n    #   -c dev.lock\n    #   b\n"
    assert lock.parse(text) == [lock.Pin("a", "1.0", "os_name == 'nt'", [hashed], ["b"])]


def test_whatever_is_installed_automatically_is_checked_against_hashes():
    """Only the checkout itself, which needs no fetching, is installed without them."""
    files = [
        ROOT / "Makefile",
        ROOT / "pyproject.toml",
        ROOT / "tools" / "set-up",
        *(ROOT / ".github" / "workflows").glob("*.yml"),
    ]
    lines = [line.strip() for file in files for line in file.read_text("utf-8").splitlines()]
    installing = [line for line in lines if "pip install" in line]
    assert installing
    local = "--no-build-isolation --no-deps -e ."
    assert [line for line in installing if "--require-hashes" not in line and local not in line] == []
