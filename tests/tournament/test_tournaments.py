"""Tournaments: games as seeded units, their file, and resuming."""

import json
import os
import random
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.system import IS_POSIX
from ludoteca.tournament.formats import FORMATS, GAUNTLET, SWISS, GameKey
from ludoteca.tournament.games import GameSetup
from ludoteca.tournament.sprt import ACCEPTED, UNDECIDED, Sprt
from ludoteca.tournament.tournament_file import BadTournament, TournamentFile, read_plan
from ludoteca.tournament.tournaments import Entrant, Tournament, TournamentPlan, entrants, usual_path
from tests.waiting import wait_until

PLAYERS = ("engine:nodes=80", "engine:nodes=20", "random", "engine:depth=1")


def plan(*players: str, game: str = "tapatan", **more) -> TournamentPlan:
    return TournamentPlan(GameSetup(game), entrants(players or PLAYERS), **{"seed": 4, **more})


def play(wanted: TournamentPlan, workers: int = 0) -> Tournament:
    made = Tournament(wanted)
    for _ in made.play(workers):
        pass
    return made


def test_names():
    made = entrants(["random", "random", "Ana=level:3", "engine:nodes=20", 'ugi:command="x=y"', "b = random"])
    assert made == (
        Entrant("random", "random"), Entrant("random #2", "random"), Entrant("Ana", "level:3"),
        Entrant("engine:nodes=20", "engine:nodes=20"), Entrant('ugi:command="x=y"', 'ugi:command="x=y"'),
        Entrant("b", "random"),
    )  # fmt: skip


def test_every_opening_is_played_with_both_sides_by_every_pair():
    made = play(plan(games=4))
    assert len(made.games) == 24
    openings: dict[int, set[tuple[str, ...]]] = {}
    for key, game in made.games.items():
        length = int(dict(game.record.others)["Opening"])
        openings.setdefault(key.number // 2, set()).add(tuple(m.move for m in game.record.moves[:length]))
        a, b = made.plan.names[key.a], made.plan.names[key.b]
        assert (game.record.first, game.record.second) == ((a, b) if key.number % 2 == 0 else (b, a))
    assert [len(one) for one in openings.values()] == [1, 1]


@pytest.mark.parametrize("format", FORMATS)
def test_results_do_not_depend_on_what_runs_the_games(format):
    wanted = plan(*PLAYERS, "random", format=format)
    alone, two = play(wanted), play(wanted, 2)
    assert alone.table() == two.table()
    assert {key: game.record for key, game in alone.games.items()} == {
        key: game.record for key, game in two.games.items()
    }
    assert alone.is_over


def test_a_sequential_test_ends_each_meeting():
    wanted = plan(
        "engine:nodes=200", "random", "engine:nodes=200", format=GAUNTLET, games=60, sprt=Sprt(0, 150)
    )
    made = play(wanted)
    easy, equal = made.form.schedule({}).fixtures
    assert made.verdict(easy) == ACCEPTED
    assert 2 * len(made.pairs(easy)) < 60
    assert len(made.results) == 2 * (len(made.pairs(easy)) + len(made.pairs(equal)))
    # A game after the decision, as another process may have played it, does not count.
    late = GameKey(easy.round, easy.a, easy.b, 59)
    before = made.table()
    made.games[late] = next(iter(made.games.values()))
    assert made.table() == before
    assert Tournament(wanted).verdict(easy) == UNDECIDED


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"games": 3}, "tournament.odd"),
        ({"format": SWISS, "sprt": Sprt(0, 10)}, "tournament.sprt-format"),
    ],
)
def test_plans_that_cannot_be_played(more, code):
    with pytest.raises(BadTournament) as refused:
        plan(**more).check()
    assert refused.value.code == code


@pytest.mark.parametrize("players", [["random"], ["random"] * 65, ["random", "human"], ["random", "nobody"]])
def test_players_that_cannot_play(players):
    with pytest.raises(LudotecaError):
        plan(*players).check()


# -- the file -----------------------------------------------------------------------------------------


def kept(path: Path, wanted: TournamentPlan, most: int | None = None) -> Tournament:
    """Play at most some games of a tournament with a file."""
    with TournamentFile(path, wanted.as_dict(wanted.check())) as file:
        made = Tournament(wanted, file.games, file.add)
        for number, _ in enumerate(made.play(0), 1):
            if number == most:
                break
    return made


def test_a_tournament_is_resumed_where_it_stopped(tmp_path):
    whole, path = play(plan()), tmp_path / "games.jsonl"
    assert len(kept(path, plan(), 5).games) == 5
    assert len(path.read_text().splitlines()) == 6
    again = kept(path, plan())
    assert again.table() == whole.table()
    assert len(path.read_text().splitlines()) == 13
    assert TournamentPlan.from_dict(read_plan(path)) == plan()
    assert usual_path(read_plan(path)).name.startswith("tapatan-")


@pytest.mark.parametrize("cut", range(1, 200, 13))
def test_a_line_that_was_cut_off_is_played_again(tmp_path, cut):
    path = tmp_path / "games.jsonl"
    kept(path, plan("random", "random"))
    text = path.read_bytes()
    path.write_bytes(text[: -min(cut, len(text))])
    assert kept(path, plan("random", "random")).table() == play(plan("random", "random")).table()
    again = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [one["game"] for one in again[1:]] == ["1.1.2.1", "1.1.2.2"]


def test_a_plan_that_was_cut_off_starts_over(tmp_path):
    path = tmp_path / "games.jsonl"
    kept(path, plan("random", "random"), 1)
    path.write_bytes(path.read_bytes()[:40])
    assert len(kept(path, plan("random", "random")).games) == 2


def test_files_that_do_not_fit(tmp_path):
    path = tmp_path / "games.jsonl"
    kept(path, plan(), 3)
    with pytest.raises(BadTournament, match="holds another tournament; these differ: games, seed"):
        kept(path, plan(games=4, seed=5))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[1][:50] + "\n", *lines[2:]]))
    with pytest.raises(BadTournament, match=r"line 2 of .* is damaged"):
        kept(path, plan())
    for text in ("{}\n", "[]\n", "no\n", '{"format": 1}\n', "[" * 5000 + "\n"):
        path.write_text(text)
        with pytest.raises(BadTournament, match="is not the file of a tournament"):
            kept(path, plan())


@pytest.mark.skipif(not IS_POSIX, reason="without locks on files in this system")
def test_one_process_at_a_time(tmp_path):
    described = plan().as_dict(plan().check())
    with TournamentFile(tmp_path / "x", described):
        with pytest.raises(BadTournament, match="another process plays the tournament"):
            TournamentFile(tmp_path / "x", described)
    TournamentFile(tmp_path / "x", described).__exit__(None, None, None)


# -- killed -------------------------------------------------------------------------------------------


def killed_and_resumed(folder: Path, words: list[str], games: int, seed: int) -> dict:
    """Kill a tournament with SIGKILL after three random numbers of games, then let it finish."""
    path = folder / "killed.jsonl"
    command = [sys.executable, "-m", "ludoteca", *words, "--file", str(path), "--json"]
    environment = {**os.environ, "LUDOTECA_DATA": str(folder)}
    for enough in sorted(random.Random(seed).sample(range(2, games - 1), 3)):
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
            wait_until(partial(has_lines, path, enough + 1))
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return timeless(done.stdout)


def has_lines(path: Path, number: int) -> bool:
    return path.exists() and path.read_bytes().count(b"\n") >= number


def undisturbed(folder: Path, words: list[str]) -> dict:
    command = [sys.executable, "-m", "ludoteca", *words, "--file", str(folder / "whole.jsonl"), "--json"]
    return timeless(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def timeless(text: str) -> dict:
    return {key: value for key, value in json.loads(text).items() if key not in ("seconds_per_move", "file")}


def test_a_tournament_that_is_killed_loses_nothing(tmp_path):
    words = ["tournament", "tapatan", *PLAYERS, "-n", "6", "--seed", "2", "--workers", "2"]
    found = killed_and_resumed(tmp_path, words, 36, seed=1)
    assert (found["games"], found["over"]) == (36, True)
    assert found == undisturbed(tmp_path, words)


@pytest.mark.slow
def test_eight_players_and_448_games_killed_three_times(tmp_path):
    players = [f"engine:nodes={nodes}" for nodes in (10, 20, 40, 80, 160, 320, 640, 1280)]
    words = ["tournament", "tic-tackle", *players, "-n", "16", "--seed", "7", "--workers", "2"]
    found = killed_and_resumed(tmp_path, words, 448, seed=random.randrange(1000))
    assert (found["games"], found["over"]) == (448, True)
    assert found == undisturbed(tmp_path, words)
