"""Small changes to a text: they say what was meant, and nothing else moves."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from ludoteca.games import ids
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.reader import resolve_tables, variants_of
from ludoteca.workshop.toml_edit import EditError, become, drop, put, write
from ludoteca.workshop.toml_positions import format_path, resolve_path, scan

TEXT = """\
# A remark at the top.
family = "alignment"  # behind a value

[board]
grid  = [3, 3]

[turn]
do = { step = "all", onto = "empty" }  # a turn

# About the end.
[[end]]
when   = { align = 3 }
result = "owner wins"
[[end]]
when   = "no move"
result = "draw"

[text.en]
name = "Small"
play = [
  "One.",  # first
  "Two.",
]
"""


def changed_lines(before: str, after: str) -> list[str]:
    kept = before.splitlines()
    return [line for line in after.splitlines() if line not in kept]


def test_a_value_is_replaced_in_its_place():
    after = put(TEXT, ("board", "grid", 1), 5)
    assert after == TEXT.replace("[3, 3]", "[3, 5]")


def test_remarks_stay():
    assert put(TEXT, ("family",), "hunt") == TEXT.replace('"alignment"', '"hunt"')


def test_a_key_joins_an_inline_table():
    assert changed_lines(TEXT, put(TEXT, ("end", 0, "when", "exactly"), True)) == [
        "when   = { align = 3, exactly = true }"
    ]


def test_a_key_joins_its_table_and_a_new_table_stands_before_the_texts():
    after = put(put(TEXT, ("board", "lines"), "orthogonal"), ("draw", "repetition"), 3)
    assert 'grid  = [3, 3]\nlines = "orthogonal"\n' in after
    assert after.index("[draw]\nrepetition = 3\n") < after.index("[text.en]")


def test_a_table_joins_a_list_of_tables():
    after = put(TEXT, ("end", 2), {"when": {"board-full": True}, "result": "draw"})
    assert 'result = "draw"\n[[end]]\nwhen = { board-full = true }\nresult = "draw"\n' in after


def test_what_is_removed_goes_with_its_remark():
    after = drop(TEXT, ("end", 0))
    assert "About the end" not in after
    assert [end["when"] for end in tomllib.loads(after)["end"]] == ["no move"]


def test_the_last_item_takes_its_list_along():
    after = drop(drop(TEXT, ("end", 0)), ("end", 0))
    assert "end" not in tomllib.loads(after)


def test_an_item_of_a_list_on_several_lines():
    assert tomllib.loads(drop(TEXT, ("text", "en", "play", 0)))["text"]["en"]["play"] == ["Two."]
    assert tomllib.loads(put(TEXT, ("text", "en", "play", 2), "Three."))["text"]["en"]["play"][2] == "Three."


def test_where_nothing_is_nothing_can_be_removed():
    with pytest.raises(EditError):
        drop(TEXT, ("draw", "length"))


@pytest.mark.parametrize("value", ['a "quoted" \\ word\n\t\x07', "ação", [1, [2]], {"a b": {"c": True}}, -3])
def test_values_survive_writing(value):
    assert tomllib.loads(f"k = {write(value)}")["k"] == value


@pytest.mark.parametrize("game_id", ids())
def test_every_place_of_the_library_is_found(game_id):
    text = (LIBRARY_DIR / f"{game_id}.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    for path, found in scan(text).ranges.items():
        assert resolve_path(raw, format_path(path)) == path
        if found.kind == "value":
            value: Any = raw
            for part in path:
                value = value[part]
            assert tomllib.loads(f"k = {text[found.start : found.end]}")["k"] == value
            assert text.count("\n", 0, found.whole[0]) + 1 == found.line


@pytest.mark.parametrize("game_id", ids())
def test_a_file_becomes_any_of_its_variants(game_id):
    text = (LIBRARY_DIR / f"{game_id}.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    for variant in list(variants_of(raw))[:2]:
        wanted = resolve_tables(raw, game_id, variant)
        assert tomllib.loads(become(text, wanted)) == wanted


@pytest.mark.parametrize("game_id", ids()[::6])
def test_anything_can_be_removed(game_id):
    text = (LIBRARY_DIR / f"{game_id}.toml").read_text("utf-8")
    paths = [path for path in scan(text).ranges if path[0] not in ("text", "variants")]
    for path in random.Random(1).sample(paths, min(12, len(paths))):
        assert drop(text, path) != text
