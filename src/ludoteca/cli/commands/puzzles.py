"""`ludoteca puzzles`: mine puzzles of a game and store them beside its file, or check the stored ones."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer, number
from ludoteca.cli.start_options import game_argument, json_option
from ludoteca.cli.workers_option import chosen_workers, workers_option

if TYPE_CHECKING:
    from pathlib import Path

    from ludoteca.games import Game
    from ludoteca.puzzles import Problem, Puzzle


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output, nargs="?", default="")
    many, seed = integer(output, 1, 100_000), integer(output, 0, 2**62)
    parser.option(
        "-n", "--count", metavar=text("help.NUMBER"), type=many, default=20, help=text("help.puzzles-count")
    )
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=1, help=text("help.seed"))
    seconds = number(output, 0, 1e6)
    parser.option(
        "--seconds",
        metavar=text("help.SECONDS"),
        type=seconds,
        default=None,
        help=text("help.puzzles-seconds"),
    )
    workers_option(parser, output)
    parser.option("--dry-run", action="store_true", default=False, help=text("help.dry-run"))
    parser.option("--check", action="store_true", default=False, help=text("help.puzzles-check"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.puzzles import games_with_puzzles

    if args.check:
        return check([args.game] if args.game else games_with_puzzles(), args, output)
    if not args.game:
        output.write_error(output.text("error", what=output.text("puzzles.no-game")))
        return 2
    return mine(args, output)


# -- mining -------------------------------------------------------------------------------------------


def mine(args: Namespace, output: Output) -> int:
    from ludoteca.cli.progress import Progress
    from ludoteca.games import load
    from ludoteca.puzzles import mine, puzzles_path, read_puzzles

    game, path = load(args.game), puzzles_path(args.game)
    kept = [] if args.dry_run else list(read_puzzles(path, game))
    found: list[Puzzle] = []
    stopped = False
    with Progress(output, args.count) as progress:

        def watch(_: int, games: int) -> None:
            progress.show(len(found), output.text("puzzles.mining", games=games))

        workers = chosen_workers(args)
        wanted = len(kept) + args.count
        try:
            for puzzle in mine(args.game, wanted, args.seed, args.seconds, workers, kept, watch):
                found.append(puzzle)
        except KeyboardInterrupt:
            stopped = True
    if found and not args.dry_run:
        save(path, game, [*kept, *found])
    show(game, found, None if args.dry_run or not found else path, args, output)
    if stopped:
        output.write_stopped()
        return 130
    return 0 if found else 1


def save(path: Path, game: Game, puzzles: list[Puzzle]) -> None:
    from ludoteca.games.userdata import CannotWrite
    from ludoteca.puzzles import write_puzzles

    try:
        write_puzzles(path, game, puzzles)
    except OSError as problem:
        raise CannotWrite.because(path, problem) from None


def show(game: Game, found: list[Puzzle], path: Path | None, args: Namespace, output: Output) -> None:
    if args.json:
        puzzles = [puzzle.as_dict() for puzzle in found]
        output.json({"game": game.name, "puzzles": puzzles, "file": str(path) if path else None})
        return
    for puzzle in found:
        what = output.text(f"puzzles.{puzzle.value.kind}", n=len(puzzle.steps), plies=puzzle.value.plies)
        level = output.text("puzzles.difficulty", level=puzzle.difficulty)
        output.write(f"{puzzle.position}  {output.bold(puzzle.solution)}  {what}  {output.dim(level)}")
    output.write(output.text("puzzles.found", n=len(found)))
    if path:
        output.write(output.text("puzzles.kept", file=path))


# -- checking -----------------------------------------------------------------------------------------


def check(names: list[str], args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.puzzles import puzzles_path, read_puzzles

    results = []
    for name in names:
        game = load(name)
        puzzles = read_puzzles(puzzles_path(name), game)
        problems = checked(name, puzzles, args, output)
        results.append((game.name, len(puzzles), problems))
        if not args.json:
            show_check(game.name, puzzles, problems, output)
    if args.json:
        rows = [
            {
                "game": name, "puzzles": many,
                "problems": [{"puzzle": one.number, "code": one.code} for one in found],
            }
            for name, many, found in results
        ]  # fmt: skip
        output.json({"games": rows})
    return 1 if any(problems or not many for _, many, problems in results) else 0


def checked(name: str, puzzles: tuple[Puzzle, ...], args: Namespace, output: Output) -> list[Problem]:
    from ludoteca.cli.progress import Progress
    from ludoteca.puzzles import check_puzzles

    found: list[Problem] = []
    done = 0
    with Progress(output, len(puzzles)) as progress:
        for problem in check_puzzles(name, puzzles, chosen_workers(args)):
            if problem is None:
                done += 1
                progress.show(done, name)
            else:
                found.append(problem)
    return found


def show_check(name: str, puzzles: tuple[Puzzle, ...], problems: list[Problem], output: Output) -> None:
    if not problems:
        output.write(output.text("puzzles.ok", game=name, n=len(puzzles)))
    for problem in problems:
        what = output.text(f"puzzles.problem-{problem.code}")
        key = "puzzles.wrong" if problem.number else "puzzles.wrong-all"
        output.write(output.text(key, game=name, number=problem.number, what=what))
