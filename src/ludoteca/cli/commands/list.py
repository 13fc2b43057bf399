"""`ludoteca list`: the games by family, their variants and parameters."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from rich.text import Text

    from ludoteca.play.catalogue import Card

FAMILIES = ("blocking", "placement", "alignment", "displacement", "capture", "hunt")


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.option(
        "--family", choices=FAMILIES, metavar=say("help.FAMILY"), default=None, help=say("help.family")
    )
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.play.catalogue import cards

    found = [card for card in cards(screen.lang) if asked.family in (None, card.family)]
    if asked.json:
        screen.json({"games": [as_dict(card) for card in found]})
    elif not found:
        screen.write(screen.say("list.empty"))
    else:
        show(found, screen)
        screen.write(screen.say("list.foot", n=len(found)))
    return 0


def as_dict(card: Card) -> dict[str, object]:
    value = asdict(card)
    value["parameters"] = [parameter(one) for one in value["parameters"]]
    value["levels"] = {"measured": value.pop("measured"), "names": list(card.levels)}
    return value


def parameter(choice: dict[str, object]) -> dict[str, object]:
    """A parameter without what does not apply to it."""
    kept = ("name", "default", "values") if choice["values"] else ("name", "default", "least", "most", "step")
    return {key: choice[key] for key in kept}


def show(found: list[Card], screen: Screen) -> None:
    """The shelf, one family after the other."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    widest = max(len(card.id) for card in found)
    for family in dict.fromkeys(card.family for card in found):
        screen.show(Text(family_name(screen, family).upper(), style="bold"))
        table = Table.grid(padding=(0, 2))
        table.add_column(min_width=widest, no_wrap=True)
        table.add_column()
        for card in found:
            if card.family == family:
                table.add_row(Text(card.id, style="cyan"), about(card, screen))
        screen.show(Padding(table, (0, 0, 1, 2)))


def family_name(screen: Screen, family: str) -> str:
    from ludoteca.play.terms import family as name

    return name(screen.lang, family)


def about(card: Card, screen: Screen) -> Text:
    from rich.text import Text

    text = Text(f"{card.name}. ", style="bold").append(card.summary, style="not bold")
    extras = []
    if card.variants:
        extras.append(f"{screen.say('list.variants')}: " + ", ".join(variant.id for variant in card.variants))
    extras += [f"{choice.name} {choice.range}" for choice in card.parameters]
    if card.measured:
        extras.append(screen.say("list.levels", n=len(card.levels)))
    return text.append("\n" + "; ".join(extras), style="dim not bold") if extras else text
