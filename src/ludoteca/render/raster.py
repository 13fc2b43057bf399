"""Raster images: PNG and animated GIF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_UNCHANGED = 127
"""The number of the colour that stands for a pixel of the frame before; the colours have lower numbers."""


def png(svg: str, width: int) -> bytes:
    """An SVG as a PNG of this width. Its colours must not be CSS custom properties."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, width=width, sans_serif_family="DejaVu Sans"))


def gif(frames: Iterable[Image], samples: Sequence[Image], milliseconds: Sequence[int]) -> bytes:
    """An animated GIF in a loop. Each frame holds only the pixels that have changed.

    All frames share the palette of the `samples`; `milliseconds` says how long each one is shown.
    """
    from PIL import Image, ImageChops
    from PIL.GifImagePlugin import getdata, getheader

    palette = _palette(samples)
    out, before = BytesIO(), None
    for frame, shown in zip(frames, milliseconds, strict=True):
        now = frame.quantize(palette=palette, dither=Image.Dither.NONE)
        if before is None:
            out.writelines(getheader(now.copy(), info={"loop": 0, "optimize": False})[0])
            out.writelines(getdata(now, duration=shown, disposal=1))
        else:
            changed = ImageChops.difference(_numbers(before), _numbers(now))
            box = changed.getbbox() or (0, 0, 1, 1)
            part = now.crop(box)
            part.paste(_UNCHANGED, mask=changed.crop(box).point(lambda level: 0 if level else 255))
            out.writelines(
                getdata(part, box[:2], duration=shown, disposal=1, transparency=_UNCHANGED)
            )  # fmt: skip
        before = now
    out.write(b";")
    return out.getvalue()


def _palette(samples: Sequence[Image]) -> Image:
    """An image with the most common colours of the samples as its palette."""
    from PIL import Image

    width, height = samples[0].size
    stack = Image.new("RGB", (width, height * len(samples)))
    for number, sample in enumerate(samples):
        stack.paste(sample, (0, number * height))
    return stack.quantize(_UNCHANGED, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _numbers(image: Image) -> Image:
    """The numbers of the colours in an image with a palette."""
    from PIL import Image

    return Image.frombytes("L", image.size, image.tobytes())
