"""Links as QR codes."""

from __future__ import annotations

import io

import segno
from fastapi import Request, Response

from ludoteca.web.links import origin_for
from ludoteca.web.settings import Settings


def qr_code(request: Request, settings: Settings, path: str) -> Response:
    """The link to a path of this server, as an SVG."""
    drawn = io.BytesIO()
    link = origin_for(request, settings).url + path
    segno.make(link, error="m").save(drawn, kind="svg", scale=6, border=4, xmldecl=False, svgns=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
