"""Animations: each frame is the whole picture, but only what differs is rasterised."""

from __future__ import annotations

import random
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from ludoteca.games import Position, load
from ludoteca.games.scenes import scene
from ludoteca.play.exchange import pictures
from ludoteca.render import frames as frames_module
from ludoteca.render import raster
from ludoteca.render.frames import Frames
from ludoteca.render.svg import svg

GAMES = ("hex", "kalah", "oware", "gomoku", "nine-mens-morris", "amazons", "pentago", "coyote", "surakarta")
"""A game of every kind of board."""


def random_game(name: str, moves: int) -> list[Position]:
    rng, line = random.Random(7), [load(name).start()]
    while len(line) <= moves and not line[-1].is_over:
        line.append(line[-1].play(rng.choice(line[-1].legal_moves)))
    return line


@pytest.mark.parametrize("name", GAMES)
def test_a_frame_is_the_whole_picture(name: str) -> None:
    """Put together from parts, it looks like the picture drawn at once."""
    scenes = [scene(position) for position in random_game(name, 12)]
    drawn = Frames(scenes, 500)
    for one, image in zip(scenes[-2:], list(drawn)[-2:], strict=True):
        whole = Image.open(BytesIO(raster.png(svg(one, theme=False, frame=drawn.frame), 500)))
        expected = Image.new("RGB", whole.size, "white")
        expected.paste(whole, mask=whole.convert("RGBA"))
        assert image.size == expected.size
        difference = ImageChops.difference(image, expected)
        assert sum(ImageStat.Stat(difference).mean) < 5.0, name  # the edges


def test_frames_have_one_size_when_a_hand_becomes_empty() -> None:
    line = random_game("nine-mens-morris", 24)
    assert scene(line[0]).hands[0] and not scene(line[-1]).hands[0]
    assert len({image.size for image in Frames([scene(one) for one in line], 300)}) == 1


@pytest.mark.parametrize("name", ["hex", "kalah"])
def test_a_long_game_is_rasterised_on_a_few_sheets(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted(picture: str, width: int) -> bytes:
        calls.append(width)
        return raster.png(picture, width)

    monkeypatch.setattr(frames_module, "png", counted)
    line = random_game(name, 200)
    moving: Any = Image.open(BytesIO(pictures.animation(line, 640)))
    assert len(calls) <= 4
    assert moving.n_frames == len(line)
    times = []
    for number in range(moving.n_frames):
        moving.seek(number)
        times.append(moving.info["duration"])
    assert set(times[:-1]) == {800}
    assert times[-1] == 3200


def test_a_frame_of_the_file_shows_its_position() -> None:
    """Frames hold only the pixels that have changed; a player puts them together."""
    line = random_game("othello", 20)
    moving: Any = Image.open(BytesIO(pictures.animation(line, 400)))
    drawn = Frames([scene(one) for one in line], 400)
    for number in (0, 7, len(line) - 1):
        moving.seek(number)
        difference = ImageChops.difference(moving.convert("RGB"), drawn.picture(drawn.scenes[number]))
        above_the_bar = difference.crop((0, 0, difference.width, difference.height - 4))
        assert sum(ImageStat.Stat(above_the_bar).mean) < 6.0
