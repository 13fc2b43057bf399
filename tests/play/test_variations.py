"""The tree of variations: editing, and links that hold all of it."""

import base64
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.errors import BadRecord
from ludoteca.play.record import Record, RecordedMove
from ludoteca.play.record_text import DEEPEST
from ludoteca.play.variations import (
    LARGEST_TEXT,
    LONGEST_COMMENT,
    MOST_NODES,
    VariationTree,
    decoded,
    encoded,
)

COMMENTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
MOVES = st.sampled_from(["a1", "b2-c3", "d4xe5xf6", "1+", "pass", "e2/e4"])


@st.composite
def records(draw):
    """Records with random variations: a tree is grown one move at a time."""
    tree = VariationTree(Record(draw(st.sampled_from(["hex", "go/9x9"])), "0" * 12, first=draw(COMMENTS)))
    for _ in range(draw(st.integers(0, 25))):
        node = draw(st.sampled_from(tree.nodes))
        side = node.children[0].by if node.children else draw(st.sampled_from(["first", "second"]))
        made = tree.play(node, [(draw(MOVES), side)])
        made.comment = draw(COMMENTS)
    tree.root.comment = draw(COMMENTS)
    return tree.record()


@settings(max_examples=150, deadline=None)
@given(record=records())
def test_any_tree_survives_text_json_and_links(record):
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    assert decoded(encoded(record)) == record
    assert VariationTree(record).record() == record


def refusal(call, *values):
    with pytest.raises(BadRecord) as refused:
        call(*values)
    return refused.value.code


@settings(max_examples=200, deadline=None)
@given(link=st.text(st.characters(exclude_categories=["Cs"]), max_size=80) | st.binary(max_size=60))
def test_any_link_is_a_record_or_refused(link):
    if isinstance(link, bytes):
        link = "1" + base64.urlsafe_b64encode(zlib.compress(link)).decode()
    try:
        assert isinstance(decoded(link), Record)
    except BadRecord as refused:
        assert refused.text("en")


def packed(text: str) -> str:
    return "1" + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    "link",
    ["", "1", "2" + encoded(Record("hex"))[1:], "1" + "A" * 100_000, "1ä", packed("x" * (LARGEST_TEXT + 1)),
     encoded(Record("hex"))[:-8], packed("")[:-3]],
)  # fmt: skip
def test_damaged_and_inflated_links_are_refused(link):
    assert refusal(decoded, link) == "record.link"


def test_a_bomb_is_not_unpacked():
    bomb = packed("[" * 20_000_000)
    assert len(bomb) > 48_000 or refusal(decoded, bomb) == "record.link"


@pytest.mark.parametrize(
    "moves", ["( 1. a1 )", "1. a1 ( )", "1. a1 ( 1. b2", "1. a1 ) b2", "1. a1 ( 1. b2 ) ) *"]
)
def test_wrong_parentheses_are_refused(moves):
    assert refusal(Record.from_text, f'[Game "hex"]\n{moves} *') == "record.parenthesis"


def test_variations_cannot_be_nested_without_end():
    nested = '[Game "hex"]\n1. a1 ' + "( 1. b2 " * (DEEPEST + 1) + ") " * (DEEPEST + 1) + "*"
    assert refusal(Record.from_text, nested) == "record.too-deep"
    value: dict = {"move": "a1", "by": "first"}
    for _ in range(DEEPEST + 1):
        value = {"move": "a1", "by": "first", "variations": [[value]]}
    told = {"format": "ludoteca-record", "version": 1, "game": "hex", "moves": [value]}
    assert refusal(Record.from_dict, told) == "record.too-deep"


def test_the_size_of_a_tree_is_limited():
    moves = tuple(RecordedMove("a1", "first") for _ in range(MOST_NODES + 1))
    assert refusal(VariationTree, Record("hex", moves=moves)) == "record.tree-size"
    long = (RecordedMove("a1", "first", "x" * (LONGEST_COMMENT + 1)),)
    assert refusal(VariationTree, Record("hex", moves=long)) == "record.long-comment"


def sample() -> VariationTree:
    text = '[Game "hex"]\n{Start} 1. a1 b2 {Good} ( 1… c3 2. d4 ( 2. e5 ) ) 2. c1 ( 2. c2 ) first'
    return VariationTree(Record.from_text(text + "\n"))


def test_nodes_of_the_main_line_are_numbered_by_ply():
    tree = sample()
    assert [node.move for node in tree.nodes] == ["", "a1", "b2", "c1", "c2", "c3", "d4", "e5"]
    assert tree.node(7).line == ("a1", "c3", "e5")
    assert refusal(tree.node, 8) == refusal(tree.node, -1) == "record.no-such-node"


def test_labels_follow_interruptions():
    (first, second, third) = sample().lines()
    assert (first.label, second.label, third.label) == ("1.", "", "2.")
    ((reply, after),) = second.variations
    assert (reply.label, after.label, after.variations[0][0].label) == ("1…", "2.", "2.")


def test_playing_follows_known_moves_and_adds_others():
    tree = sample()
    assert tree.play(tree.root, [("a1", "first"), ("c3", "second")]) is tree.node(5)
    assert tree.number(tree.play(tree.node(2), [("f6", "first")])) == 5
    assert tree.record().result is not None  # the main line is as it was


def test_promoting_moves_a_variation_to_the_front():
    tree = sample()
    node = tree.node(6)
    tree.promote(node)
    assert node.line == ("a1", "c3", "d4") == tree.root.last.line
    assert tree.record().result is None
    assert tree.record().to_text().count("(") == 3
    tree.promote(node)  # on the main line already
    assert tree.root.last is node


def test_deleting_removes_everything_after_a_node():
    tree = sample()
    assert tree.delete(tree.node(5)).move == "a1"
    assert [node.move for node in tree.nodes] == ["", "a1", "b2", "c1", "c2"]
    assert tree.delete(tree.root) is tree.root


def test_comments_are_plain_text_of_limited_length():
    tree = sample()
    tree.comment(tree.node(1), "  one\r\ntwo\x00\x1b \n" + "x" * 3000)
    assert tree.node(1).comment.startswith("one\ntwo \nxx")
    assert len(tree.node(1).comment) == LONGEST_COMMENT
    tree.comment(tree.node(1), "")
    assert decoded(encoded(tree.record())).moves[0].comment == ""


def test_rules_travel_with_a_record():
    record = Record("mine", rules_text='name = "Mine"\n# "quotes" and \\ backslashes\n')
    assert Record.from_text(record.to_text()) == Record.from_json(record.to_json()) == record
