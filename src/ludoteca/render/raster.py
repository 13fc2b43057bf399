"""Raster images: PNG and animated GIF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO


def png(svg: str, width: int) -> bytes:
    """An SVG as a PNG of this width. Its colours must not be CSS custom properties."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, width=width, sans_serif_family="DejaVu Sans"))


def gif(pictures: Sequence[bytes], seconds: float) -> bytes:
    """An animated GIF of PNGs in a loop; the last frame is shown four times as long."""
    from PIL import Image, ImageDraw

    frames = []
    for number, picture in enumerate(pictures):
        frame = Image.open(BytesIO(picture)).convert("RGB")
        # A progress bar; it also keeps equal boards from being merged into one frame.
        done = round(frame.width * (number + 1) / len(pictures))
        draw = ImageDraw.Draw(frame)
        draw.rectangle((0, frame.height - 4, frame.width, frame.height), fill="#d8ba8b")
        draw.rectangle((0, frame.height - 4, done, frame.height), fill="#6f5236")
        frames.append(frame.quantize(64, Image.Quantize.FASTOCTREE))
    usual = round(seconds * 1000)
    out = BytesIO()
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], loop=0,
        duration=[*[usual] * (len(frames) - 1), 4 * usual], optimize=False, disposal=1,
    )  # fmt: skip
    return out.getvalue()
