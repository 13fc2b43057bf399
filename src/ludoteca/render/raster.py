"""Pictures made of points, for programs that draw no SVG: PNG, and moving GIF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO


def png(svg: str, width: int) -> bytes:
    """An SVG as a PNG of this width. It must have its colours written out."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, width=width, sans_serif_family="DejaVu Sans"))


def gif(pictures: Sequence[bytes], seconds: float) -> bytes:
    """PNGs one after the other, the last one four times as long; it begins again when it has ended."""
    from PIL import Image, ImageDraw

    frames = []
    for number, picture in enumerate(pictures):
        frame = Image.open(BytesIO(picture)).convert("RGB")
        # How far the game has come; and two frames that show the same board stay two.
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
