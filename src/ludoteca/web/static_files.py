"""Static files: scripts, styles, fonts. URLs contain a version, so that browsers may cache them forever."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"


@cache
def version() -> str:
    """A hash of all static files."""
    whole = hashlib.sha256()
    for file in sorted(FOLDER.rglob("*")):
        if file.is_file():
            whole.update(file.relative_to(FOLDER).as_posix().encode() + file.read_bytes())
    return whole.hexdigest()[:12]


def address(name: str) -> str:
    """The URL of a file. The version is part of the path, so relative imports between modules keep it."""
    return f"/static/{version()}/{name}"


class VersionedStaticFiles(StaticFiles):
    """Files under `/static/VERSION/`. A URL with an old version gets the present file, uncached."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        said, _, name = path.partition("/")
        response = await super().get_response(name, scope)
        is_present = said == version()
        keep: Any = "public, max-age=31536000, immutable" if is_present else "no-cache"
        response.headers["cache-control"] = keep
        return response
