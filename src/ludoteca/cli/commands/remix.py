"""`ludoteca remix`: a copy of a game in one's own folder, to be changed."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludoteca.cli.errors import CommandError
from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    parser.option("--as", dest="title", metavar=say("help.NAME"), default="", help=say("help.remix-as"))
    parser.option("-o", dest="file", metavar=say("help.FILE"), default="", help=say("help.remix-file"))
    parser.option("--force", action="store_true", default=False, help=say("help.force"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games.userdata import data_folder, write_text
    from ludoteca.workshop.drafts import copy_of

    draft = copy_of(asked.game, asked.title)
    if asked.file == "-":
        screen.write(draft.text, end="")
        return 0
    file = Path(asked.file) if asked.file else data_folder() / "games" / f"{draft.name}.toml"
    if file.exists() and not asked.force:
        raise CommandError("error.file-exists", file=file)
    write_text(file, draft.text)
    if asked.json:
        value = {"name": draft.name, "title": draft.title(screen.lang), "based_on": list(draft.based_on)}
        screen.json({"file": str(file), **value, "ok": draft.game is not None})
    else:
        screen.write(screen.say("remix.written", file=file, game=draft.based_on[0]))
        for sentence in _rules(draft.raw or {}, screen.lang):
            screen.write(f"  {sentence}")
        screen.write(screen.say("remix.next", file=file))
    return 0


def _rules(raw: dict[str, object], lang: str) -> tuple[str, ...]:
    from ludoteca.workshop.rules_text import describe_rules

    return describe_rules(raw, lang)
