"""Crosstables: points, ranks, ratings, and how they are written."""

import re
from xml.etree import ElementTree

import pytest

from ludoteca.tournament.crosstable import crosstable
from ludoteca.tournament.crosstable_text import Labels, grid, markdown, points_text, rating_text, svg
from ludoteca.tournament.formats import GAUNTLET, KNOCKOUT, ROUND_ROBIN, SWISS, Format, GameKey
from ludoteca.tournament.ratings import Meeting, Rating, Ratings

HEADS = ("player", "points", "games", "elo", "superiority", "first", "second")
LABELS = Labels({name: name for name in HEADS}, lambda number: f"{number:.1f}")


def all_games(form: Format, points) -> dict[GameKey, float]:
    return {key: points(key) for one in form.schedule({}).fixtures for key in one.keys()}


@pytest.fixture
def table():
    """Ann beats all, Bob and Cid draw; whoever begins wins between Cid and Dan."""
    form = Format(ROUND_ROBIN, 4, 2)

    def points(key: GameKey) -> float:
        if key.a == 0:
            return 1.0
        if (key.a, key.b) == (1, 2):
            return 0.5
        return float(key.number % 2 == 0) if (key.a, key.b) == (2, 3) else 1.0

    return crosstable(form, ["Ann", "Bob", "Cid", "Dan"], all_games(form, points))


def test_points_and_ranks(table):
    assert [(line.name, line.rank, line.points) for line in table.lines] == [
        ("Ann", 1, 6), ("Bob", 2, 3), ("Cid", 3, 2), ("Dan", 4, 1),
    ]  # fmt: skip
    ann, bob, cid, dan = table.lines
    assert table.cell(bob, cid).tally.points == table.cell(cid, bob).tally.points == 1
    assert table.cell(ann, dan).tally.wins == 2
    assert cid.by_side["first"].points == 1.5
    assert cid.by_side["second"].points == 0.5
    assert (table.first_side.games, table.games) == (12, 12)
    assert sum(line.points for line in table.lines) == table.games


def test_ratings_are_those_of_the_model_relative_to_the_mean(table):
    ratings = [line.rating for line in table.lines]
    assert sum(one.elo for one in ratings) == pytest.approx(0, abs=1e-6)
    assert [one.elo for one in ratings] == sorted((one.elo for one in ratings), reverse=True)
    for one in ratings:
        assert one.low < one.elo < one.high
    met = [Meeting("x", "y", 3, 1, 2), Meeting("y", "x", 1, 2, 3)]
    other = Ratings(met, "x")
    form = Format(ROUND_ROBIN, 2, 12)
    won = [1, 1, 1, 0.5, 0, 0]
    lost = [1, 0.5, 0.5, 0, 0, 0]  # of y, who begins the odd games
    results = {GameKey(1, 0, 1, 2 * n): value for n, value in enumerate(won)}
    results |= {GameKey(1, 0, 1, 2 * n + 1): 1 - value for n, value in enumerate(lost)}
    two = crosstable(form, ["x", "y"], results)
    x, y = sorted(two.lines, key=lambda line: line.player)
    apart = other.difference("x", "y")
    assert x.rating and y.rating
    assert x.rating.elo - y.rating.elo == pytest.approx(apart.elo)
    # The mean of two is halfway: each is half the difference away, with half its error.
    assert x.rating.high - x.rating.low == pytest.approx((apart.high - apart.low) / 2)
    one, back = two.cell(x, y).superiority, two.cell(y, x).superiority
    assert one == pytest.approx(other.superiority("x", "y"))
    assert (one or 0) + (back or 0) == pytest.approx(1)


def test_the_order_of_results_does_not_matter():
    form = Format(ROUND_ROBIN, 5, 4)
    results = all_games(form, lambda key: ((key.a * 7 + key.b * 3 + key.number) % 3) / 2)
    names = list("abcde")
    assert crosstable(form, names, results) == crosstable(form, names, dict(reversed(results.items())))


def test_players_whom_no_games_connect_have_no_rating():
    form = Format(SWISS, 4, 2)
    results = {GameKey(1, 0, 2, 0): 1.0, GameKey(1, 0, 2, 1): 1.0, GameKey(1, 1, 3, 0): 0.5}
    table = crosstable(form, list("abcd"), results)
    by_name = {line.name: line for line in table.lines}
    assert by_name["a"].rating and by_name["c"].rating
    assert by_name["b"].rating is None and by_name["d"].rating is None
    assert crosstable(form, list("abcd"), {}).lines[0].rating is None


def test_a_bye_counts_points_but_no_games():
    form = Format(SWISS, 3, 2, rounds=1)
    table = crosstable(form, list("abc"), {GameKey(1, 0, 1, 0): 1.0, GameKey(1, 0, 1, 1): 0.0})
    free = next(line for line in table.lines if line.name == "c")
    assert (free.points, free.total.games) == (2, 0)


def test_a_gauntlet_ranks_by_the_share_of_points():
    form = Format(GAUNTLET, 3, 2)
    table = crosstable(form, list("abc"), all_games(form, lambda key: 1.0 if key.b == 1 else 0.0))
    assert [line.name for line in table.lines] == ["c", "a", "b"]


def test_a_knockout_ranks_by_rounds():
    form = Format(KNOCKOUT, 4, 2)
    results: dict[GameKey, float] = {}
    while due := [k for k in form.order(form.schedule(results).fixtures) if k not in results]:
        results |= {key: float(key.b == 3) for key in due}
    table = crosstable(form, list("abcd"), results)
    assert table.champion is not None
    assert table.lines[0].player == table.champion
    assert [line.rank for line in table.lines] == [1, 2, 3, 3]


def test_texts():
    assert [points_text(value) for value in (0, 0.5, 1, 5.5)] == ["0", "½", "1", "5½"]
    assert rating_text(None) == "–"
    assert rating_text(Rating(-12.4, -40, 15)) == "−12 ± 28"
    assert rating_text(Rating(70, -3_806_619, 3_806_759)) == "–"  # after one game


def test_markdown_and_svg(table):
    shown = grid(table, LABELS)
    lines = markdown(shown).splitlines()
    assert len(lines) == 6
    assert lines[2].startswith("| 1 | Ann | × | 2 | 2 | 2 | 6 | 6 | +")
    assert all(line.count("|") == lines[0].count("|") for line in lines)
    drawn = svg(shown, "A <tournament>")
    root = ElementTree.fromstring(drawn)
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"A <tournament>", "Ann", "Dan", "×"} <= set(texts)
    width, height = (float(root.get(name, 0)) for name in ("width", "height"))
    for one in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(one.get("x", 0)) + float(one.get("width", 0)) <= width + 0.1
        assert float(one.get("y", 0)) + float(one.get("height", 0)) <= height + 0.1


def test_a_name_cannot_break_a_markdown_table():
    form = Format(ROUND_ROBIN, 2, 2)
    text = markdown(grid(crosstable(form, ["a|b", "c\\"], {}), LABELS))
    assert "a\\|b" in text
    assert len(re.findall(r"(?<!\\)\|", text.splitlines()[2])) == text.splitlines()[0].count("|")
