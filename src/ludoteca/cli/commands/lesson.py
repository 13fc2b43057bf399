"""`ludoteca lesson`: make the printable lesson pack of a game, as HTML or PDF."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer, number
from ludoteca.cli.start_options import game_argument, json_option

_STEPS = ("examples", "numbers", "puzzles", "trees")


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    parser.option("-o", dest="to", metavar=text("help.FILE"), default="", help=text("help.lesson-to"))
    seconds, seed = number(output, 1, 3600), integer(output, 0, 2**62)
    parser.option(
        "--seconds", metavar=text("help.SECONDS"), type=seconds, default=20.0,
        help=text("help.lesson-seconds"),
    )  # fmt: skip
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=1, help=text("help.seed"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.cli.progress import Progress
    from ludoteca.games import load
    from ludoteca.lessons import lesson_page, make_content
    from ludoteca.puzzles import puzzles_path, read_puzzles
    from ludoteca.workshop.print_sheet import raw_of

    game = load(args.game)
    with Progress(output, len(_STEPS)) as progress:

        def watch(step: str) -> None:
            progress.show(_STEPS.index(step), output.text(f"lesson.{step}"))

        stored = read_puzzles(puzzles_path(args.game), game)
        content = make_content(game, stored, args.seconds, args.seed, watch)
    text = lesson_page(game, raw_of(args.game), content, output.lang)
    file = write(args.to or f"{game.id}-lesson.html", text, args, output)
    if args.json:
        output.json({
            "game": game.name, "file": file, "puzzles": [one.kind for one in content.puzzles],
            "trees": [one.kind for one in content.trees], "moves": content.length,
        })  # fmt: skip
    return 0


def write(file: str, text: str, args: Namespace, output: Output) -> str:
    """Write the pack; HTML beside it if a PDF is wanted and there is no browser. Returns the file's name."""
    from ludoteca.lessons import find_chromium, write_pdf

    if file == "-":
        output.write(text)
        return file
    if Path(file).suffix.lower() == ".pdf":
        browser = find_chromium()
        if browser:
            write_pdf(text, Path(file), browser)
            output.write_error(output.text("show.written", file=file))
            return file
        file = str(Path(file).with_suffix(".html"))
        output.write_error(output.text("lesson.no-browser"))
    Path(file).write_text(text, "utf-8")
    output.write_error(output.text("show.written", file=file))
    return file
