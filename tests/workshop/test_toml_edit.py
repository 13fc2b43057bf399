"""Edits of a TOML text: the result parses to the wanted tables, and all other lines stay byte for byte."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from ludoteca.games import ids
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.reader import resolve_tables, variants_of
from ludoteca.workshop.toml_edit import EditError, format_value, remove, rewrite, set_value
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
    after = set_value(TEXT, ("board", "grid", 1), 5)
    assert after == TEXT.replace("[3, 3]", "[3, 5]")


def test_comments_stay():
    assert set_value(TEXT, ("family",), "hunt") == TEXT.replace('"alignment"', '"hunt"')


def test_adding_a_key_to_an_inline_table():
    assert changed_lines(TEXT, set_value(TEXT, ("end", 0, "when", "exactly"), True)) == [
        "when   = { align = 3, exactly = true }"
    ]


def test_adding_a_key_and_a_table_before_the_texts():
    after = set_value(set_value(TEXT, ("board", "lines"), "orthogonal"), ("draw", "repetition"), 3)
    assert 'grid  = [3, 3]\nlines = "orthogonal"\n' in after
    assert after.index("[draw]\nrepetition = 3\n") < after.index("[text.en]")


def test_adding_to_an_array_of_tables():
    after = set_value(TEXT, ("end", 2), {"when": {"board-full": True}, "result": "draw"})
    assert 'result = "draw"\n[[end]]\nwhen = { board-full = true }\nresult = "draw"\n' in after


def test_removing_a_table_removes_the_comment_above_it():
    after = remove(TEXT, ("end", 0))
    assert "About the end" not in after
    assert [end["when"] for end in tomllib.loads(after)["end"]] == ["no move"]


def test_removing_the_last_item_removes_the_array():
    after = remove(remove(TEXT, ("end", 0)), ("end", 0))
    assert "end" not in tomllib.loads(after)


def test_items_of_a_multi_line_array():
    assert tomllib.loads(remove(TEXT, ("text", "en", "play", 0)))["text"]["en"]["play"] == ["Two."]
    assert (
        tomllib.loads(set_value(TEXT, ("text", "en", "play", 2), "Three."))["text"]["en"]["play"][2]
        == "Three."
    )


def test_removing_a_missing_key_is_an_error():
    with pytest.raises(EditError):
        remove(TEXT, ("draw", "length"))


@pytest.mark.parametrize(
    "value", ['a "quoted" \\ word\n\t\x07', "ação", [1, [2]], {"a b": {"c": True}}, -3, 1.5]
)
def test_formatted_values_parse_to_themselves(value):
    assert tomllib.loads(f"k = {format_value(value)}")["k"] == value


@pytest.mark.parametrize("text", ["text = []", "text = [1]", "text = [{}]", "text = [[]]"])
def test_a_key_of_a_list_is_refused(text):
    with pytest.raises(EditError, match="only be changed in the text"):
        set_value(text, ("text", "en", "name"), "New")


def test_a_lone_surrogate_is_refused():
    with pytest.raises(EditError):
        set_value(TEXT, ("family",), "\ud800")


@pytest.mark.parametrize("game_id", ids())
def test_source_positions_of_every_library_file(game_id):
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
def test_rewriting_a_file_into_its_variants(game_id):
    text = (LIBRARY_DIR / f"{game_id}.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    for variant in list(variants_of(raw))[:2]:
        wanted = resolve_tables(raw, game_id, variant)
        assert tomllib.loads(rewrite(text, wanted)) == wanted


@pytest.mark.parametrize("game_id", ids()[::6])
def test_removing_any_key(game_id):
    text = (LIBRARY_DIR / f"{game_id}.toml").read_text("utf-8")
    paths = [path for path in scan(text).ranges if path[0] not in ("text", "variants")]
    for path in random.Random(1).sample(paths, min(12, len(paths))):
        assert remove(text, path) != text
