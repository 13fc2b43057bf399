"""Small evaluation networks (`ID.network.toml` beside a game file): one hidden layer over all windows.

The output is added to the evaluation. The rules do not depend on it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.errors import BadTuning
from ludoteca.games.files import TUNING, Damaged, parse_toml, read_bytes
from ludoteca.games.userdata import data_folder
from ludoteca.kernel import LIMITS, NetworkRow

UNITS = LIMITS["units"]
KINDS = LIMITS["kinds of windows"]
_LARGEST = 20_000
_WIDTH = 96


@dataclass(frozen=True)
class Network:
    """A quantised network."""

    windows: tuple[int, ...]
    """The number of windows in each set; it fits only boards with the same numbers."""
    bias: tuple[int, ...]
    """The bias of each hidden unit: 64 is saturation."""
    worth: tuple[int, ...]
    """The output weight of each hidden unit, in evaluation units."""
    adds: bytes
    """The first-layer weights by window, window kind and unit: one signed byte each."""
    story: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False)
    """How it was trained."""

    @property
    def row(self) -> NetworkRow:
        """The form that the kernel takes."""
        return NetworkRow(self.bias, self.worth, self.adds)

    @property
    def text(self) -> str:
        """The file content."""
        lines = [
            "# Learnt by `ludoteca tune --network` from games of the engine against itself: what all windows",
            "# of a position say together, over what each says alone. A byte for each window, kind and unit.",
            "[network]",
            f"windows = {list(self.windows)}",
            f"bias = {list(self.bias)}",
            f"worth = {list(self.worth)}",
            'adds = """',
        ]
        code = base64.b64encode(self.adds).decode("ascii")
        lines += [code[i : i + _WIDTH] for i in range(0, len(code), _WIDTH)]
        lines += ['"""', "", "[learning]", *(f"{name} = {value}" for name, value in self.story.items())]
        return "\n".join(lines) + "\n"


def network_path(game_file: Path) -> Path:
    """The path of a game's network, given its game file or its tuned file."""
    return game_file.with_name(game_file.name.removesuffix(".toml").removesuffix(".tuned") + ".network.toml")


def checkpoint_path(game_id: str, variant: str, ending: str) -> Path:
    """The file of a training that is not finished."""
    return data_folder() / "tuning" / f"{game_id}{'-' + variant if variant else ''}{ending}"


def read_network(path: Path) -> Network | None:
    """The network in a file; None if there is no such file."""
    return parse_network(read_bytes(path, TUNING), path.name) if path.is_file() else None


def parse_network(text: str | bytes, name: str) -> Network:
    """A network in its file format; `name` is for error messages."""
    try:
        raw = parse_toml(text if isinstance(text, str) else text.decode("utf-8"))
        given = raw["network"]
        windows, bias, worth = (_numbers(given[name]) for name in ("windows", "bias", "worth"))
        adds = base64.b64decode("".join(given["adds"].split()), validate=True)
    except Damaged as mistake:
        raise BadTuning("tuning.unreadable", file=name, problem=mistake.message) from None
    except (UnicodeDecodeError, binascii.Error) as mistake:
        raise BadTuning("tuning.unreadable", file=name, problem=str(mistake)) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadTuning("tuning.network-table", file=name) from None
    wanted = sum(windows) * KINDS * UNITS
    if len(bias) != UNITS or len(worth) != UNITS or len(adds) != wanted:
        found = {"bias": len(bias), "worth": len(worth), "adds": len(adds)}
        raise BadTuning("tuning.network-size", file=name, units=UNITS, bytes=wanted, **found)
    story = raw.get("learning", {})
    if not isinstance(story, dict):
        raise BadTuning("tuning.table", file=name, key="learning")
    return Network(windows, bias, worth, adds, story)


def _numbers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or any(type(one) is not int or abs(one) > _LARGEST for one in values):
        raise ValueError
    return tuple(values)
