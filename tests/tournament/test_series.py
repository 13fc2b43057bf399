"""Matches: sides alternate, openings are played twice, and the result is reproducible."""

import os
import signal
import time
from types import SimpleNamespace

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.games import load
from ludoteca.parallel import LocalPool
from ludoteca.play.match import Match
from ludoteca.play.players import Random, register
from ludoteca.play.record import Record
from ludoteca.tournament import games
from ludoteca.tournament.balance import BALANCED, BalanceMeter
from ludoteca.tournament.games import GameFailed, GameSetup, Pairing
from ludoteca.tournament.records import RecordWriter, read_records
from ludoteca.tournament.series import Plan, Series
from ludoteca.tournament.sprt import ACCEPTED, REJECTED, Sprt
from ludoteca.tournament.workers import play_games

STRONG, WEAK = "engine:nodes=300", "engine:nodes=20"


def plan(a: str = STRONG, b: str = WEAK, number: int = 8, **more) -> Plan:
    return Plan(GameSetup("tic-tackle"), a, b, number, **more)


def played(wanted: Plan, processes: int = 0) -> tuple[Series, list[Record]]:
    series = Series(wanted)
    return series, [one.record for one in series.play(processes)]


def test_every_opening_is_played_from_both_sides():
    series, records = played(plan("random", "random", 7))
    assert [record.first for record in records] == ["random"] * 7
    for one, other in zip(records[::2], records[1::2], strict=False):
        length = int(dict(one.others)["Opening"])
        assert one.moves[:length] == other.moves[:length]
    assert series.score.games == 7
    assert sum(series.score.pairs) == 3
    assert series.score.openings == 4


def test_a_plan_can_ask_for_balanced_openings():
    usual, even = (plan(number=8, seed=3, even_openings=wanted) for wanted in (False, True))
    start = even.setup.start()
    assert [pairing.opening for pairing in usual.pairings()] != [
        pairing.opening for pairing in even.pairings()
    ]
    for pairing in even.pairings():
        assert BalanceMeter(start.game).imbalance(start.play_all(pairing.opening)) <= BALANCED


def test_the_players_swap_sides_and_the_score_is_for_a(monkeypatch):
    # CPU time of this thread: wall-clock time depends on the load of the machine.
    monkeypatch.setattr(games, "time", SimpleNamespace(perf_counter=time.thread_time))
    ponderer = "engine:nodes=40000"  # its search takes far longer than the overhead of either player
    series, records = played(plan(ponderer, number=6))
    assert [record.first for record in records] == [ponderer, WEAK] * 3
    first = series.score.by_side["first"]
    assert first.wins + first.draws + first.losses == 3
    won = sum(record.result_word == ("first" if n % 2 == 0 else "second") for n, record in enumerate(records))
    assert series.score.wins == won
    assert series.score.wins > series.score.losses
    assert series.score.seconds_per_move(0) > series.score.seconds_per_move(1) > 0


def test_the_number_of_processes_does_not_change_the_result():
    games = [played(plan(number=10, seed=5), processes)[1] for processes in (0, 1, 3)]
    assert games[0] == games[1] == games[2]
    assert len(set(games[0])) == 10


def test_random_choices_depend_on_the_seed_only():
    records = [played(plan("random", "random", 6, seed=seed))[1] for seed in (1, 1, 2)]
    assert records[0] == records[1] != records[2]


def test_a_decided_test_stops_the_match():
    won, records = played(plan(STRONG, "random", 400, sprt=Sprt(0, 100)))
    assert won.verdict == ACCEPTED
    assert len(records) == won.score.games < 100
    lost, _ = played(plan("random", STRONG, 400, sprt=Sprt(0, 100)), processes=2)
    assert lost.verdict == REJECTED
    assert lost.score.games % 2 == 0


def test_games_can_start_anywhere_and_are_adjudicated_when_too_long():
    setup = GameSetup("tic-tackle", moves="a1-a2 b1-b2")
    series = Series(Plan(setup, "random", "random", 2, opening_plies=0, max_plies=5))
    for one in series.play(0):
        assert [move.move for move in one.record.moves[:2]] == ["a1-a2", "b1-b2"]
        assert one.plies == 5
        assert one.record.result is not None
        assert str(one.record.result) == "draw (adjudication)"
        assert one.record.positions(load("tic-tackle"))[-1].ply == 5


def test_people_and_finished_games_are_refused():
    with pytest.raises(LudotecaError, match="a person cannot play a match"):
        Series(plan("human"))
    with pytest.raises(LudotecaError, match="over before"):
        Series(Plan(GameSetup("tic-tac-toe", position="xxx/oo1/3 o"), "random", "random", 2))


@pytest.mark.parametrize("place", ["all.txt", "all.jsonl", "each/"])
def test_records_are_written_and_can_be_read(tmp_path, place):
    with RecordWriter(str(tmp_path) + "/" + place) as writer:
        series = Series(plan("random", "random", 3), writer.write)
        records = [one.record for one in series.play(0)]
    files = sorted((tmp_path / "each").glob("*")) if place == "each/" else [tmp_path / place]
    assert len(files) == (3 if place == "each/" else 1)
    assert [record for file in files for record in read_records(file.read_text("utf-8"))] == records


@pytest.mark.parametrize("place", ["all.txt", "all.jsonl"])
def test_an_interruption_while_writing_keeps_each_record_once(tmp_path, monkeypatch, place):
    """Ctrl-C right after the second record is written, before that is noted."""
    with RecordWriter(f"{tmp_path}/{place}") as writer:
        series = Series(plan("random", "random", 5), writer.write)
        flush, flushed = writer._file.flush, []

        def interrupted() -> None:
            flush()
            flushed.append(1)
            if len(flushed) == 2:
                raise KeyboardInterrupt

        monkeypatch.setattr(writer, "_file", PatchedFile(writer._file, interrupted))
        with pytest.raises(KeyboardInterrupt):
            list(series.play(0))
    kept = list(read_records((tmp_path / place).read_text("utf-8")))
    assert len(kept) == series.score.games == 2


class PatchedFile:
    """A file with another `flush`."""

    def __init__(self, file, flush):
        self._file, self.flush = file, flush

    def __getattr__(self, name):
        return getattr(self._file, name)


# -- failures -----------------------------------------------------------------------------------------


class DeadlyPairing(Pairing):
    """Ends the process that plays it."""

    def player(self, side, game):
        os._exit(7)


def test_a_process_that_dies_twice_in_a_game_raises_an_error():
    deadly = DeadlyPairing(0, "random", "random", (), 0, 100)
    with LocalPool(1) as pool, pytest.raises(GameFailed, match=r"that played game 1 died \(exit code 7\)"):
        next(play_games(pool, GameSetup("tic-tackle"), [deadly]))


def test_a_game_whose_process_died_is_played_again():
    wanted = plan("engine:nodes=2000", "engine:nodes=1000", 4)
    undisturbed = played(wanted)[1]
    with LocalPool(1) as pool:
        games = play_games(pool, wanted.setup, wanted.pairings())
        records = [next(games).record]
        os.kill(pool.processes[0], signal.SIGKILL)
        records += [one.record for one in games]
    assert records == undisturbed


def test_a_player_that_fails_is_named(monkeypatch):
    from ludoteca.play import players

    monkeypatch.setattr(players, "_kinds", dict(players._kinds))

    @register("sulky")
    class Sulky:
        """Refuses to play."""

        def choose(self, position):
            raise ZeroDivisionError("no")

    with pytest.raises(GameFailed, match=r"game 1, move 3: sulky \(first\) failed: ZeroDivisionError: no"):
        played(plan("sulky", "random", 2, opening_plies=2))


def test_a_player_that_fails_in_a_process_is_named():
    setup = GameSetup("tic-tackle")
    wrong = Pairing(0, "random", "nobody", (), 0, 100)
    with LocalPool(1) as pool, pytest.raises(GameFailed, match='no player called "nobody"'):
        next(play_games(pool, setup, [wrong]))


def test_finished_games_count_after_an_interruption():
    series = Series(plan("random", "random", 50))
    playing = series.play(2)
    next(playing)
    playing.close()
    assert series.score.games >= 1


def test_every_game_has_new_players(monkeypatch):
    made: list[str] = []

    def player(self, side, game):
        made.append(side)
        return Random(1)

    pairing = Pairing(0, "random", "random", (), 3, 50)
    monkeypatch.setattr(Pairing, "player", player)
    setup = GameSetup("tic-tackle")
    games.play(setup, setup.first_position(), pairing)
    games.play(setup, setup.first_position(), pairing)
    assert made == ["first", "second"] * 2


def test_a_match_can_be_adjudicated():
    match = Match(load("tic-tackle"), Random(1), Random(2))
    match.play("a1-a2")
    match.adjudicate("second")
    assert str(match.outcome) == "second wins (adjudication)"
    assert Record.from_text(match.record.to_text()).positions()
    with pytest.raises(LudotecaError, match="the game is over"):
        match.adjudicate(None)
