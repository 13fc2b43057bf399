"""The bill of materials is valid CycloneDX and lists every runtime dependency and every vendored file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import metadata

import pytest
from cyclonedx.validation.json import JsonStrictValidator
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import lock, sbom, vendored


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = sbom.write(tmp_path_factory.mktemp("dist"))
    project = lock.pyproject()["project"]
    assert file.name == f"{project['name']}-{project['version']}.cdx.json"
    return file.read_text("utf-8")


@pytest.fixture(scope="module")
def packages(text) -> dict[str, dict]:
    """The components from PyPI, by name."""
    return {one["name"]: one for one in json.loads(text)["components"] if one["purl"].startswith("pkg:pypi/")}


def imported_packages() -> Iterator[str]:
    """What the program requires, and what that requires, as the installed packages declare it."""
    waiting, seen = list(lock.pyproject()["project"]["dependencies"]), set()
    while waiting:
        required = Requirement(waiting.pop())
        name = canonicalize_name(required.name)
        if name in seen or (required.marker and not required.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        waiting += metadata.requires(name) or []
        yield name


def test_it_follows_the_schema(text):
    assert JsonStrictValidator(sbom.VERSION).validate_str(text) is None


def test_every_runtime_dependency_is_listed(packages):
    needed = set(imported_packages())
    assert len(needed) > len(lock.pyproject()["project"]["dependencies"])
    assert needed - {name for name, one in packages.items() if one["scope"] == "required"} == set()


def test_every_locked_version_is_listed_with_its_hashes(packages):
    listed = {
        (one["name"], one["version"]): {found["content"] for found in one["externalReferences"][0]["hashes"]}
        for one in packages.values()
    }
    pins = lock.read("server")
    assert listed == {
        (pin.name, pin.version): {value.removeprefix("sha256:") for value in pin.hashes} for pin in pins
    }


def test_what_only_an_extra_needs_is_optional(packages):
    assert packages["psycopg"]["scope"] == "optional"
    assert packages["fastapi"]["scope"] == packages["starlette"]["scope"] == "required"


def test_every_vendored_file_is_listed_with_its_hash(text):
    components = json.loads(text)["components"]
    listed = {
        file["name"]: (file["hashes"][0]["content"], work["version"], work["scope"])
        for work in components
        for file in work.get("components", [])
    }
    assert listed == {
        file.file: (file.sha256, work.version, "required" if work.installed else "excluded")
        for work in vendored.works()
        for file in work.files
    }


def test_dependencies_form_a_graph(text):
    graph = {one["ref"]: set(one.get("dependsOn", [])) for one in json.loads(text)["dependencies"]}
    direct = {purl.split("@")[0] for purl in graph["ludoteca"]}
    assert {"pkg:pypi/fastapi", "pkg:pypi/tomlkit", "pkg:npm/htmx.org"} <= direct
    (fastapi,) = (needs for ref, needs in graph.items() if ref.startswith("pkg:pypi/fastapi@"))
    assert any(ref.startswith("pkg:pypi/starlette@") for ref in fastapi)
