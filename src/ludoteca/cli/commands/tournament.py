"""`ludoteca tournament`: many players, a crosstable with Elo, and a file from which it can be resumed."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.commands.match import MOST_FAULTS, game_series_options, signed
from ludoteca.cli.errors import CommandError
from ludoteca.cli.interrupts import interrupts_deferred
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import json_option, start_options, write_svg
from ludoteca.cli.workers_option import chosen_workers

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ludoteca.parallel import Workers
    from ludoteca.tournament.crosstable import Cell, Crosstable, Line, Tally
    from ludoteca.tournament.crosstable_text import Grid, Labels
    from ludoteca.tournament.tournament_file import GameResult
    from ludoteca.tournament.tournaments import Tournament, TournamentPlan

_REDRAW_SECONDS = 0.5
"""The live table is drawn at most this often …"""
_REDRAW_SHARE = 10
"""… and with this many times the pause that it took: ratings of many players take a while."""


def arguments(parser: Parser, output: Output) -> None:
    from ludoteca.tournament.formats import FORMATS, ROUND_ROBIN

    text = output.text
    parser.argument("game", nargs="?", default=None, metavar=text("help.GAME"), help=text("help.game"))
    parser.argument(
        "players", nargs="*", default=[], metavar=text("help.PLAYER"), help=text("help.tournament-players")
    )
    number = text("help.NUMBER")
    parser.option(
        "--format", choices=FORMATS, metavar=text("help.FORMAT"), default=ROUND_ROBIN,
        help=text("help.tournament-format"),
    )  # fmt: skip
    games, rounds = integer(output, 2, 100_000), integer(output, 1, 1000)
    parser.option("-n", metavar=number, type=games, default=2, dest="n", help=text("help.tournament-games"))
    parser.option("--rounds", metavar=number, type=rounds, default=None, help=text("help.tournament-rounds"))
    game_series_options(parser, output, text("help.tournament-sprt"))
    file = text("help.FILE")
    parser.option("--file", metavar=file, default="", help=text("help.tournament-file"))
    parser.option("--resume", metavar=file, default="", help=text("help.tournament-resume"))
    parser.option("--afresh", action="store_true", default=False, help=text("help.tournament-afresh"))
    parser.option("--records", metavar=file, default="", help=text("help.records"))
    parser.option("--markdown", action="store_true", default=False, help=text("help.tournament-markdown"))
    parser.option("--svg", metavar=file, default="", help=text("help.tournament-svg"))
    start_options(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.tournament.tournament_file import TournamentFile
    from ludoteca.tournament.tournaments import Tournament, usual_path

    plan, path = stored_plan(Path(args.resume)) if args.resume else (plan_of(args), None)
    described = plan.as_dict(plan.check())
    path = path or (Path(args.file) if args.file else usual_path(described))
    with TournamentFile(path, described, args.afresh) as file:
        work = Tournament(plan, file.games)

        def keep(result: GameResult) -> None:
            with interrupts_deferred():  # a game in the file is also in the table
                file.add(result)
                work.games[result.key] = result

        work.keep = keep
        if work.games:
            total = work.total or "?"
            output.write_error(output.text("tournament.resumed", n=len(work.games), all=total, file=path))
        try:
            stopped = not play(work, chosen_workers(args), output)
        finally:
            write_records(work, args.records)
    report(work, path, stopped, args, output)
    return 130 if stopped else 0


def plan_of(args: Namespace) -> TournamentPlan:
    from ludoteca.tournament.games import GameSetup
    from ludoteca.tournament.sprt import Sprt
    from ludoteca.tournament.tournaments import TournamentPlan, entrants

    if args.game is None:
        raise CommandError("tournament.no-game")
    return TournamentPlan(
        setup=GameSetup(args.game, args.position, args.begins, args.moves),
        entrants=entrants(args.players),
        format=args.format,
        games=args.n,
        rounds=args.rounds,
        seed=args.seed,
        opening_plies=args.opening_plies,
        even_openings=args.openings == "even",
        max_plies=args.max_plies,
        sprt=Sprt(*args.sprt) if args.sprt else None,
    )


def stored_plan(path: Path) -> tuple[TournamentPlan, Path]:
    """The plan of a file that `--resume` names."""
    from ludoteca.tournament.tournament_file import BadTournament, read_plan
    from ludoteca.tournament.tournaments import TournamentPlan

    try:
        return TournamentPlan.from_dict(read_plan(path)), path
    except (KeyError, TypeError, ValueError):
        raise BadTournament("tournament.not-one", file=path) from None


def write_records(work: Tournament, place: str) -> None:
    """All games in the order of the schedule."""
    from ludoteca.tournament.records import RecordWriter

    with RecordWriter(place) if place else nullcontext() as writer:
        for key in sorted(work.games) if writer else ():
            assert writer
            writer.write(work.games[key].record)


# -- play ---------------------------------------------------------------------------------------------


def play(work: Tournament, workers: Workers, output: Output) -> bool:
    """Play with a live table. False if interrupted."""
    if work.is_over:
        return True
    with _live(output) as live, closing(work.play(workers)) as playing:
        try:
            live.show(work, now=True)
            for _ in playing:
                live.show(work)
        except KeyboardInterrupt:
            return False
    return True


class _LiveTable:
    """The table on a terminal; without one nothing is shown."""

    def __init__(self, output: Output, live: Any) -> None:
        self._output, self._live, self._next = output, live, 0.0

    def show(self, work: Tournament, now: bool = False) -> None:
        began = time.monotonic()
        if self._live is None or (began < self._next and not now):
            return
        table = work.table()
        done = self._output.text("tournament.progress", n=table.games, all=work.total or "?")
        from rich.console import Group

        self._live.update(Group(rich_table(grid_of(table, self._output)), done), refresh=True)
        took = time.monotonic() - began
        self._next = time.monotonic() + max(_REDRAW_SECONDS, _REDRAW_SHARE * took)


@contextmanager
def _live(output: Output) -> Iterator[_LiveTable]:
    if not output.err.isatty():
        yield _LiveTable(output, None)
        return
    from rich.console import Console
    from rich.live import Live

    live = Live(
        console=Console(file=output.err, highlight=False, markup=False), auto_refresh=False, transient=True
    )
    with interrupts_deferred():
        live.start()
    try:
        yield _LiveTable(output, live)
    finally:
        with interrupts_deferred():
            live.stop()


# -- the answer ---------------------------------------------------------------------------------------


def labels(output: Output) -> Labels:
    from ludoteca.tournament.crosstable_text import Labels

    heads = ("player", "points", "games", "elo", "superiority", "first", "second")
    return Labels({name: output.text(f"tournament.head-{name}") for name in heads}, output.decimal)


def grid_of(table: Crosstable, output: Output) -> Grid:
    from ludoteca.tournament.crosstable_text import grid

    return grid(table, labels(output))


def rich_table(shown: Grid) -> RenderableType:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    for place, head in enumerate(shown.heads):
        side = "left" if place == 1 else "center" if place in shown.cells else "right"
        table.add_column(head, justify=side, no_wrap=place != 1)  # type: ignore[arg-type]
    for row in shown.rows:
        table.add_row(*row)
    return table


def report(work: Tournament, path: Path, stopped: bool, args: Namespace, output: Output) -> None:
    from ludoteca.tournament.crosstable_text import markdown, svg

    table, text = work.table(), output.text
    title = text("tournament.title", game=work.start.game.title(output.lang), n=table.games)
    if args.svg:
        write_svg(args.svg, svg(grid_of(table, output), title), output)
    if args.json:
        output.json(as_dict(work, table, path, stopped))
        return
    if args.markdown:
        output.write(f"## {title}\n\n{markdown(grid_of(table, output))}", end="")
        return
    if stopped:
        output.write(text("tournament.stopped", n=table.games, all=work.total or "?"))
    output.write(output.bold(title))
    output.render(rich_table(grid_of(table, output)))
    show_notes(work, table, output)
    output.write(output.dim(text("tournament.file", file=path)))


def show_notes(work: Tournament, table: Crosstable, output: Output) -> None:
    """What the table does not show: the advantage of the first side, verdicts, forfeited games."""
    text, names = output.text, work.plan.names
    if table.champion is not None:
        output.write(text("tournament.champion", player=names[table.champion]))
    if table.games:
        one = table.first_side
        standing = text("match.standing", wins=one.wins, draws=one.draws, losses=one.losses)
        share = output.decimal(100 * one.points / one.games)
        output.write(
            text("tournament.first", standing=standing, share=share, elo=signed(table.first_advantage or 0))
        )
    for verdict in verdicts(work):
        told = {**verdict, "elo0": f"{verdict['elo0']:g}", "elo1": f"{verdict['elo1']:g}"}
        ratio = output.decimal(verdict["log_ratio"], 2)
        output.write(text(f"tournament.{verdict['verdict']}", **{**told, "log_ratio": ratio}))
    faults = [game for _, game in sorted(work.games.items()) if game.fault]
    for game in faults[:MOST_FAULTS]:
        output.write(text("tournament.fault", game=game.key, detail=game.fault))
    if len(faults) > MOST_FAULTS:
        output.write(text("match.more-faults", n=len(faults) - MOST_FAULTS))


def verdicts(work: Tournament) -> list[dict[str, Any]]:
    """The test of each meeting, if the plan has one."""
    sprt, names = work.plan.sprt, work.plan.names
    if sprt is None:
        return []
    return [
        {
            "a": names[one.a], "b": names[one.b], "round": one.round, "games": 2 * len(work.pairs(one)),
            "pairs": work.counts(one), "elo0": sprt.elo0, "elo1": sprt.elo1,
            "log_ratio": round(sprt.ratio(work.counts(one)), 3), "verdict": work.verdict(one),
        }
        for one in work.form.schedule({}).fixtures
    ]  # fmt: skip


def as_dict(work: Tournament, table: Crosstable, path: Path, stopped: bool) -> dict[str, object]:
    from ludoteca.tournament.formats import GAUNTLET

    plan = work.plan
    return {
        "game": plan.setup.game,
        "format": plan.format,
        "games": table.games,
        "total": work.total,
        "over": work.is_over,
        "stopped": stopped,
        "seed": plan.seed,
        "players": [_line(work, table, line) for line in table.lines],
        "first_side": vars(table.first_side),
        "first_advantage": None if table.first_advantage is None else round(table.first_advantage, 1),
        "champion": None if table.champion is None else plan.names[table.champion],
        "sprt": verdicts(work) or None,
        "faults": [
            {"game": str(key), "detail": game.fault} for key, game in sorted(work.games.items()) if game.fault
        ],
        "challenger": plan.names[0] if plan.format == GAUNTLET else None,
        "seconds_per_move": {name: _pace(work, number) for number, name in enumerate(plan.names)},
        "file": str(path),
    }


def _line(work: Tournament, table: Crosstable, line: Line) -> dict[str, object]:
    rating = line.rating
    return {
        "rank": line.rank,
        "player": line.name,
        "spec": work.plan.entrants[line.player].spec,
        "points": line.points,
        "games": line.total.games,
        **vars(line.total),
        "by_side": {side: vars(tally) for side, tally in line.by_side.items()},
        "tie_break": line.tie_break,
        "elo": None if rating is None else round(rating.elo, 1),
        "interval": None if rating is None else [round(rating.low, 1), round(rating.high, 1)],
        "superiority": _rounded(line.superiority),
        "against": {
            other.name: _meeting(table.cell(line, other))
            for other in table.lines
            if other is not line and table.cell(line, other).keys
        },
    }


def _meeting(cell: Cell) -> dict[str, object]:
    tally: Tally = cell.tally
    return {"points": tally.points, **vars(tally), "superiority": _rounded(cell.superiority)}


def _rounded(likelihood: float | None) -> float | None:
    return None if likelihood is None else round(likelihood, 4)


def _pace(work: Tournament, player: int) -> float:
    """Seconds for a move of a player: the only figures that two equal runs do not share."""
    choices, seconds = 0, 0.0
    for key, game in work.games.items():
        if player in (key.a, key.b):
            side = int((player == key.a) != (key.number % 2 == 0))
            choices, seconds = choices + game.choices[side], seconds + game.seconds[side]
    return round(seconds / choices, 6) if choices else 0.0
