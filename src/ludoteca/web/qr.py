"""Links as QR codes."""

from __future__ import annotations

import io

import segno
from fastapi import Request, Response


def qr_code(request: Request, path: str) -> Response:
    """The link to a path of this server, as an SVG."""
    drawn = io.BytesIO()
    link = f"{request.url.scheme}://{request.headers.get('host', '')}{path}"
    segno.make(link, error="m").save(drawn, kind="svg", scale=6, border=4, xmldecl=False, svgns=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
