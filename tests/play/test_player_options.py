"""Options of players: quotes around values."""

import pytest

from ludoteca.play.players import UnknownPlayer, parse_player, quoted, split_options


@pytest.mark.parametrize(
    "text, found",
    [
        ("", [("", None)]),
        ("3", [("3", None)]),
        ("a=1,b=2", [("a", "1"), ("b", "2")]),
        (" a = 1 , b = 2 ", [("a", "1"), ("b", "2")]),
        ("a=x=y", [("a", "x=y")]),
        ("a=", [("a", "")]),
        ('a=""', [("a", "")]),
        ('a="x, y",b=2', [("a", "x, y"), ("b", "2")]),
        ("a='x, \"y\"',b=2", [("a", 'x, "y"'), ("b", "2")]),
        (r'a="x \"y\" \\ z",b=2', [("a", r'x "y" \ z'), ("b", "2")]),
        (r"a='C:\dir\x'", [("a", r"C:\dir\x")]),
        ("a= \"x y\" ,b='z'", [("a", "x y"), ("b", "z")]),
        ('a=it"s', [("a", 'it"s')]),
        ("a=1,", [("a", "1"), ("", None)]),
    ],
)
def test_options_are_split_at_commas_outside_quotes(text, found):
    assert split_options(text) == found


@pytest.mark.parametrize("text", ['a="x', "a='x", 'a="x"y', "a='x'y,b=1", r'a="x\"'])
def test_a_quote_must_be_closed_and_end_the_value(text):
    with pytest.raises(UnknownPlayer, match="quotation mark"):
        split_options(text)


@pytest.mark.parametrize("value", ["", "x", "a b", "a,b", "it's", 'say "x"', "back\\slash", '"', "'\"\\,"])
def test_a_quoted_value_is_read_again(value):
    assert split_options(f"a={quoted(value)},b=1") == [("a", value), ("b", "1")]


def test_a_command_is_split_as_a_shell_does():
    found = parse_player("""ugi:command="./engine --flag 'two words' \\"x,y\\"",nodes=5""")
    assert found.values == {"command": ("./engine", "--flag", "two words", "x,y"), "nodes": 5}


@pytest.mark.parametrize("spec", ["ugi:command=", 'ugi:command="\'open"', "ugi:options=x", "nboard:nodes=5"])
def test_wrong_options_are_refused(spec):
    with pytest.raises(UnknownPlayer):
        parse_player(spec)
