"""Drafts edited through cards and as text."""

from __future__ import annotations

import tomllib
from itertools import combinations

import pytest

from ludoteca.errors import UnknownGame
from ludoteca.games import all_names, ids, load
from ludoteca.games.fields import ListOf, OneOf, PerSide, keys_of
from ludoteca.games.library import raw_game
from ludoteca.games.reader import resolve_tables
from ludoteca.games.spec import (
    CONDITIONS,
    VERBS,
    Action,
    Board,
    Condition,
    Custody,
    Draw,
    End,
    Follow,
    Kind,
    Promotion,
    Setup,
    Turn,
    When,
    Windows,
)
from ludoteca.messages import LANGUAGES
from ludoteca.workshop.card_builder import MOST_PARTS
from ludoteca.workshop.drafts import LONGEST_TEXT, MOST_VARIANTS, Draft, DraftError, copy_of
from ludoteca.workshop.rules_text import MESSAGES, describe_rules
from ludoteca.workshop.words import is_known

TABLES = (Board, Kind, Promotion, Setup, Turn, Follow, Action, Condition, Custody, Windows, End, When, Draw)


# -- copies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", all_names())
def test_a_copy_plays_by_the_same_rules(name):
    copy = copy_of(name)
    assert copy.game is not None, copy.problems
    assert copy.game.rules_hash == load(name).rules_hash
    assert copy.based_on[0] == name


def test_a_copy_drops_checks_and_texts():
    raw = copy_of("hex:size=5", "Five").raw
    assert raw is not None
    assert raw["board"] == {"hex": [5, 5]}
    assert not {"checks", "variants", "parameters", "formats", "protocols"} & raw.keys()
    assert set(raw["text"]["en"]) == {"name", "sides"}
    assert raw["text"]["pt-BR"]["name"] == "Five"


def test_a_copy_keeps_comments():
    text = copy_of("tic-tackle").text
    assert "# What players read." in text


def test_the_chain_of_ancestors_is_kept():
    first = copy_of("tapatan", "Four")
    second = first.remixed("Five")
    assert second.based_on == ("Four", "tapatan")
    assert second.title("pt-BR") == "Five"
    assert second.game is not None and second.game.spec.based_on == ("Four", "tapatan")


def test_a_file_can_be_copied(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(copy_of("tapatan", "Own").text, "utf-8")
    assert copy_of(str(file), "Other").based_on == ("own", "tapatan")


def test_what_does_not_exist_cannot_be_copied():
    with pytest.raises(UnknownGame):
        copy_of("no-such-game")
    with pytest.raises(DraftError, match="letters"):
        copy_of("tapatan", "???")


# -- cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ids())
def test_submitting_every_field_unchanged_changes_no_rule(game_id):
    draft = copy_of(game_id)
    assert draft.game is not None
    blanks = [one for card in draft.cards("en") for one in card.group.all_fields()]
    assert len({one.where for one in blanks}) == len(blanks)
    for blank in blanks[:: 1 + len(blanks) // 8]:
        if blank.kind != "told" and blank.is_set and blank.where != "board":
            again = draft.fill(blank.where, blank.shown)
            if not blank.options:
                assert again.raw == draft.raw, blank.where
            assert tomllib.loads(again.text) == again.raw


def test_a_card_changes_one_line_of_the_text():
    before = copy_of("tapatan", "Longer")
    after = before.fill("end[1].when.align", "2")
    changed = set(before.text.splitlines()) ^ set(after.text.splitlines())
    assert changed == {"when   = { align = 3 }", "when   = { align = 2 }"}
    assert after.game is not None
    assert "2 own pieces in a row" in " ".join(describe_rules(after.raw or {}, "en"))
    assert load("tapatan").rules_hash == before.game.rules_hash  # type: ignore[union-attr]


def test_editing_the_text_changes_the_cards():
    text = copy_of("tapatan").text.replace("grid  = [3, 3]", "grid  = [4, 4]")
    assert Draft(text).field("board.grid").shown == "4, 4"


def test_unknown_keys_survive_edits():
    draft = Draft(copy_of("tapatan").text + "\n[text.de]\nname = 'Drei'\n")
    assert draft.fill("board.lines", "all").raw["text"]["de"] == {"name": "Drei"}  # type: ignore[index]


def test_shape_verb_and_condition_fields():
    draft = copy_of("tapatan")
    assert draft.fill("board", "hex").raw["board"] == {"hex": [11, 11]}  # type: ignore[index]
    assert draft.fill("turn.do", "fly").game is not None
    assert draft.fill("end[1].when", "reach").raw["end"][0]["when"] == {"reach": "far row"}  # type: ignore[index]
    assert draft.fill("end[1].result", "owner loses").game is not None
    assert draft.fill("setup.starts", "second").game.start().mover == "second"  # type: ignore[union-attr]


@pytest.mark.parametrize("game_id", ids()[::5])
def test_offers_can_be_accepted(game_id):
    draft = copy_of(game_id)
    offers = draft.offers()
    assert offers
    for number in range(0, len(offers), 7):
        assert draft.accept_offer(number).raw != draft.raw
    with pytest.raises(DraftError):
        draft.accept_offer(len(offers))


def test_ends_can_be_added_and_removed():
    draft = copy_of("tapatan")
    number = next(n for n, one in enumerate(draft.offers()) if one.where == "end[2]")
    more = draft.accept_offer(number)
    assert len(more.raw["end"]) == 2  # type: ignore[index]
    assert more.remove("end[2]").raw == draft.raw


def test_an_unknown_field_is_refused():
    with pytest.raises(DraftError):
        copy_of("tapatan").fill("board.nothing", "1")
    with pytest.raises(DraftError, match="TOML"):
        Draft("[").set_value(("a",), 1)


# -- words --------------------------------------------------------------------------------------------


def test_every_keyword_has_a_sentence():
    keys = {f"{table.__name__}.{key}" for table in TABLES for key in keys_of(table)}
    keys |= {f"verb.{verb}" for verb in VERBS}
    keys |= {f"When.{name.replace('_', '-')}" for name in CONDITIONS}
    assert {key for key in keys if key not in MESSAGES} == set()


def test_every_choice_has_a_word():
    for table in TABLES:
        for key, known in keys_of(table).items():
            reader = known.metadata["reader"]
            while isinstance(reader, PerSide | ListOf):
                reader = reader.inner
            for word in reader.words if isinstance(reader, OneOf) else ():
                assert is_known(word, f"{table.__name__}.{key}"), (table, key, word)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", ids())
def test_every_game_has_rules_text(game_id, lang):
    told = describe_rules(resolve_tables(raw_game(game_id), game_id), lang)
    assert len(told) >= 4
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in told), told


@pytest.mark.parametrize(("one", "other"), [*combinations(LANGUAGES, 2)])
def test_languages_share_no_sentence(one, other):
    for game_id in ids():
        raw = raw_game(game_id)
        assert not set(describe_rules(raw, one)) & set(describe_rules(raw, other))


# -- limits -------------------------------------------------------------------------------------------


def test_long_texts_and_many_variants_are_refused():
    assert "longer than" in str(Draft("#" * (LONGEST_TEXT + 1)).problems[0])
    many = "".join(f"[variants.v{n}]\nturn.swap = true\n" for n in range(MOST_VARIANTS + 1))
    assert "variants" in Draft('board.grid = [3, 3]\nturn.do = "place"\n' + many).problems[0].key


@pytest.mark.parametrize(
    "text",
    [
        "end = [" + "1," * 9000 + "]",
        "turn.do = [" + "'step'," * 2400 + "]",
        "phase = [" + "{do=['step','step']}," * 900 + "]",
        "\n".join(f"pieces.p{n}.a = 1" for n in range(1100)),
        "\n".join(f"regions.r{n} = 'a1'" for n in range(1100)),
    ],
)
def test_only_the_first_parts_of_a_file_get_fields(text):
    """A page would take seconds and megabytes."""
    found = Draft(text).cards("en")
    assert sum(1 for card in found for _ in card.group.all_groups()) < 2 * MOST_PARTS + 50
    assert sum(1 for card in found for _ in card.group.all_fields()) < 5 * MOST_PARTS


def test_a_new_kind_of_piece_has_a_free_name():
    pieces = "\n".join(f'pieces.kind-{n}.moves = ["step"]' for n in range(2, 120))
    draft = Draft(pieces)
    added = next(n for n, offer in enumerate(draft.offers()) if offer.where == "pieces.kind-120")
    tables = draft.accept_offer(added).raw or {}
    assert len(tables["pieces"]) == 119


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "snail: rows 1 to 2 but not a1, c1"),
        ("pt-BR", "snail: fileiras 1 a 2, mas não a1, c1"),
        ("es", "snail: filas 1 a 2, pero no a1, c1"),
    ],
)
def test_sets_of_cells_are_told_in_words(lang, said):
    cells = {"snail": ["rows 1-2 but not a1", "c1"]}
    raw = {"setup": {"first": cells, "second": {"snail": "row 6"}}}
    told = " ".join(describe_rules(raw, lang))
    assert said.replace(", c1", "") in told
    assert {"en": "row 6", "pt-BR": "fileira 6", "es": "fila 6"}[lang] in told
