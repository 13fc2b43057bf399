"""`ludoteca list`: the games by family, their variants and parameters."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from rich.text import Text

    from ludoteca.play.catalogue import Card

FAMILIES = ("blocking", "placement", "alignment", "displacement", "capture", "hunt")


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.option(
        "--family", choices=FAMILIES, metavar=text("help.FAMILY"), default=None, help=text("help.family")
    )
    parser.option("--search", metavar=text("help.WORDS"), default="", help=text("help.search"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games.search import corrected, search
    from ludoteca.play.catalogue import cards

    found = [card for card in cards(output.lang) if args.family in (None, card.family)]
    other = ""
    if args.search.strip():
        known = {card.id: card for card in found}
        other = "" if search(args.search) else corrected(args.search)
        found = [known[one.id] for one in search(other or args.search) if one.id in known]
    if args.json:
        output.json({"games": [as_dict(card) for card in found]})
    elif not found:
        output.write(output.text("list.empty"))
    else:
        if other:
            output.write(output.text("list.corrected", words=args.search.strip(), other=other) + "\n")
        show(found, output, by_family=not args.search.strip())
        output.write(output.text("list.foot", n=len(found)))
    return 0


def as_dict(card: Card) -> dict[str, object]:
    value = asdict(card)
    value["parameters"] = [parameter(one) for one in value["parameters"]]
    value["levels"] = {"measured": value.pop("measured"), "names": list(card.levels)}
    return value


def parameter(choice: dict[str, object]) -> dict[str, object]:
    """A parameter without unset fields."""
    kept = ("name", "default", "values") if choice["values"] else ("name", "default", "least", "most", "step")
    return {key: choice[key] for key in kept}


def show(found: list[Card], output: Output, by_family: bool = True) -> None:
    """Print the games by family, or in the order in which they are given."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    widest = max(len(card.id) for card in found)
    for family in dict.fromkeys(card.family if by_family else "" for card in found):
        if family:
            output.render(Text(family_name(output, family).upper(), style="bold"))
        table = Table.grid(padding=(0, 2))
        table.add_column(min_width=widest, no_wrap=True)
        table.add_column()
        for card in found:
            if family in ("", card.family):
                table.add_row(Text(card.id, style="cyan"), about(card, output))
        output.render(Padding(table, (0, 0, 1, 2)))


def family_name(output: Output, family: str) -> str:
    from ludoteca.play.terms import family as name

    return name(output.lang, family)


def about(card: Card, output: Output) -> Text:
    from rich.text import Text

    text = Text(f"{card.name}. ", style="bold").append(card.summary, style="not bold")
    extras = []
    if card.variants:
        extras.append(
            f"{output.text('list.variants')}: " + ", ".join(variant.id for variant in card.variants)
        )
    extras += [f"{choice.name} {choice.range}" for choice in card.parameters]
    if card.measured:
        extras.append(output.text("list.levels", n=len(card.levels)))
    return text.append("\n" + "; ".join(extras), style="dim not bold") if extras else text
