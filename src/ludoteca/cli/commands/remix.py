"""`ludoteca remix`: copy a game into the user's folder, to edit its rules."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import game_argument, json_option


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    parser.option("--as", dest="title", metavar=text("help.NAME"), default="", help=text("help.remix-as"))
    parser.option("-o", dest="file", metavar=text("help.FILE"), default="", help=text("help.remix-file"))
    parser.option("--force", action="store_true", default=False, help=text("help.force"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games.userdata import data_folder, write_text
    from ludoteca.workshop.drafts import copy_of

    draft = copy_of(args.game, args.title)
    if args.file == "-":
        output.write(draft.text, end="")
        return 0
    file = Path(args.file) if args.file else data_folder() / "games" / f"{draft.name}.toml"
    if file.exists() and not args.force:
        raise CommandError("error.file-exists", file=file)
    write_text(file, draft.text)
    if args.json:
        value = {"name": draft.name, "title": draft.title(output.lang), "based_on": list(draft.based_on)}
        output.json({"file": str(file), **value, "ok": draft.game is not None})
    else:
        output.write(output.text("remix.written", file=file, game=draft.based_on[0]))
        for sentence in _rules(draft.raw or {}, output.lang):
            output.write(f"  {sentence}")
        output.write(output.text("remix.next", file=file))
    return 0


def _rules(raw: dict[str, object], lang: str) -> tuple[str, ...]:
    from ludoteca.workshop.rules_text import describe_rules

    return describe_rules(raw, lang)
