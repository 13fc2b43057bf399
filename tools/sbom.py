"""Writes the software bill of materials of a release, CycloneDX as JSON, into `dist`.

    python -m tools.sbom   # make sbom

It lists the locked version of every package that the program needs, with the hashes of its files, and every
work of others inside this repository. A package that only an optional dependency needs has the scope
`optional`; what only the tests use has the scope `excluded`.
"""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import lock, vendored

VERSION = SchemaVersion.V1_6
LOCK = "server"
"""The lock file with everything that the program can use."""


def bill_of_materials() -> Bom:
    bom = Bom()
    settings = lock.pyproject()["project"]
    program = Component(
        name=settings["name"],
        version=settings["version"],
        type=ComponentType.APPLICATION,
        purl=PackageURL("pypi", name=settings["name"], version=settings["version"]),
        licenses=_licences(settings["license"]),
        bom_ref=settings["name"],
    )
    bom.metadata.component = program
    works = [_work(work) for work in vendored.works()]
    packages = _packages()
    bom.components.update(works, packages.values())
    _add_graph(bom, program, packages, works)
    return bom


def write(folder: Path) -> Path:
    """Write the bill of materials into a folder; the file that was written."""
    bom = bill_of_materials()
    program = bom.metadata.component
    assert program is not None
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{program.name}-{program.version}.cdx.json"
    text = make_outputter(bom, OutputFormat.JSON, VERSION).output_as_string()
    file.write_text(json.dumps(json.loads(text), indent=2) + "\n", "utf-8")
    return file


def _packages() -> dict[str, Component]:
    """The packages of the lock file, by name."""
    pins = lock.read(LOCK)
    required = _required(pins)
    return {pin.name: _package(pin, is_optional=pin.name not in required) for pin in pins}


def _required(pins: list[lock.Pin]) -> set[str]:
    """The packages that are installed without any optional dependency."""
    lines = lock.pyproject()["project"]["dependencies"]
    found = {str(canonicalize_name(Requirement(line).name)) for line in lines}
    while more := {pin.name for pin in pins if found & set(pin.required_by)} - found:
        found |= more
    return found


def _package(pin: lock.Pin, is_optional: bool) -> Component:
    purl = PackageURL("pypi", name=pin.name, version=pin.version)
    files = ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION,
        url=XsUri(purl.to_string()),
        comment="one hash for each file of this version",
        hashes=[_sha256(value.removeprefix("sha256:")) for value in pin.hashes],
    )
    return Component(
        name=pin.name,
        version=pin.version,
        purl=purl,
        bom_ref=purl.to_string(),
        scope=ComponentScope.OPTIONAL if is_optional else ComponentScope.REQUIRED,
        licenses=_licences(_declared_licence(pin)),
        external_references=[files],
    )


def _work(work: vendored.Work) -> Component:
    group, _, name = work.package.rpartition("/")
    purl = PackageURL("npm", namespace=group, name=name, version=work.version)
    return Component(
        name=name,
        group=group or None,
        version=work.version,
        purl=purl,
        bom_ref=purl.to_string(),
        scope=ComponentScope.REQUIRED if work.installed else ComponentScope.EXCLUDED,
        licenses=_licences(work.licence),
        components=[
            Component(
                name=file.file, type=ComponentType.FILE, hashes=[_sha256(file.sha256)], bom_ref=file.file
            )
            for file in work.files
        ],
    )


def _add_graph(bom: Bom, program: Component, packages: dict[str, Component], works: list[Component]) -> None:
    """Which package requires which, as the lock file says; the program contains the works itself."""
    needs: dict[str, list[Component]] = {name: [] for name in packages}
    needs[program.name] = [work for work in works if work.scope is ComponentScope.REQUIRED]
    for pin in lock.read(LOCK):
        for name in pin.required_by:
            needs[name].append(packages[pin.name])
    for name, component in {**packages, program.name: program}.items():
        bom.register_dependency(component, needs[name])


def _declared_licence(pin: lock.Pin) -> str:
    """The SPDX expression that an installed package declares; nothing where another version is installed."""
    try:
        declared = metadata.metadata(pin.name).json
    except metadata.PackageNotFoundError:
        return ""
    return str(declared.get("license_expression", "")) if declared["version"] == pin.version else ""


def _licences(expression: str) -> list[License]:
    return [LicenseFactory().make_from_string(expression)] if expression else []


def _sha256(content: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=content)


if __name__ == "__main__":
    print(write(lock.ROOT / "dist").relative_to(lock.ROOT))
