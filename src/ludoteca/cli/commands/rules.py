"""`ludoteca rules`: the rules of a game, with generated diagrams."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ludoteca.cli.layout import arranged, heading, indented, paragraph
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import first_position, game_argument, json_option, start_options

if TYPE_CHECKING:
    from ludoteca.games import Game, Position
    from ludoteca.play.catalogue import Card
    from ludoteca.play.examples import Example, Examples


def arguments(parser: Parser, output: Output) -> None:
    game_argument(parser, output)
    start_options(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.play.catalogue import card_for
    from ludoteca.play.examples import find_examples

    game = load(args.game)
    card, examples = card_for(args.game, game.id, output.lang), find_examples(game)
    here = _here(args, game)
    rules = told(args.game, game, output.lang)
    if args.json:
        output.json(as_dict(game, card, examples, output.lang, rules) | _standing(here))
    else:
        Page(game, card, output, rules, here).write(examples)
    return 0


def _here(args: Namespace, game: Game) -> Position | None:
    """The position given by the options, if any."""
    if args.position is None and args.begins is None and not args.moves:
        return None
    return first_position(args, game).play_all(args.moves)


def _standing(here: Position | None) -> dict[str, object]:
    """The given position and its legal moves, for JSON."""
    from ludoteca.cli.commands.show import as_dict as shown

    return {} if here is None else {"position": {k: v for k, v in shown(here).items() if k != "game"}}


def told(called: str, game: Game, lang: str) -> tuple[str, ...]:
    """The rules text of the game file, or sentences generated from the rules."""
    from ludoteca.workshop.print_sheet import raw_of
    from ludoteca.workshop.rules_text import describe_rules

    return game.words(lang).play or describe_rules(raw_of(called), lang)


class Page:
    """The rules of one game as text."""

    def __init__(
        self, game: Game, card: Card, output: Output, told: tuple[str, ...], here: Position | None = None
    ) -> None:
        self.game, self.card, self.output, self.told, self.here = game, card, output, told, here
        self.words = game.words(output.lang)
        self.width = min(output.width, 88)

    def write(self, examples: Examples) -> None:
        self._top()
        self._texts()
        self._diagrams(examples)
        self._choices()
        self._foot()

    def _head(self, key: str) -> None:
        self.output.write(heading(self.output, self.output.text(key)))

    def _text(self, text: str, before: str = "") -> None:
        self.output.write(paragraph(text, self.width, before))

    def _top(self) -> None:
        from ludoteca.play.labels import place, time
        from ludoteca.play.terms import family

        spec, output = self.game.spec, self.output
        output.write(output.bold(self.game.title(output.lang)) + output.dim(f"  {self.game.name}"))
        facts = [
            family(output.lang, spec.family), place(output.lang, spec.origin), spec.inventor,
            time(output.lang, spec.year),
        ]  # fmt: skip
        output.write(output.dim(" · ".join(fact for fact in facts if fact)))
        if self.words.summary:
            output.write()
            self._text(self.words.summary)
        if self.card.aliases:
            self._text(output.text("rules.aliases", names=", ".join(self.card.aliases)))

    def _texts(self) -> None:
        if self.words.note and self.game.spec.variant:
            self._head("rules.note")
            self._text(self.words.note)
        if self.words.goal:
            self._head("rules.goal")
            self._text(self.words.goal)
        if self.told:
            self._head("rules.play")
            for number, text in enumerate(self.told, 1):
                self._text(text, f"{number}. ")
        if self.words.hint:
            self._head("rules.hint")
            self._text(self.words.hint)

    def _diagrams(self, examples: Examples) -> None:
        output = self.output
        self._head("rules.start")
        output.write("\n" + indented(output.board(self.game.start())))
        if self.here is not None:
            self._position(self.here)
        if examples.moves:
            self._head("rules.examples")
        for example in examples.moves:
            self._example(example)
        if examples.endings:
            self._head("rules.endings")
        for position in examples.endings:
            from ludoteca.cli.commands.show import standing

            output.write("\n" + standing(position, output) + "\n")
            output.write(indented(output.board(position)))

    def _position(self, position: Position) -> None:
        from ludoteca.cli.commands.show import show_moves, standing

        self._head("rules.here")
        self.output.write("\n" + indented(self.output.board(position)) + "\n")
        self.output.write(standing(position, self.output))
        show_moves(position, self.output)

    def _example(self, example: Example) -> None:
        from ludoteca.play.figures import verbs_text
        from ludoteca.play.terms import side

        output = self.output
        verbs = verbs_text(output.lang, example.verbs)
        who = side(output.lang, self.game, example.before.mover)
        played = output.text("rules.by", who=who, move=example.move.text)
        output.write(f"\n{output.bold(verbs)}: {played}\n")
        drawings = [output.board(example.before), output.board(example.after)]
        output.write(indented(arranged(drawings, self.width - 2)))

    def _choices(self) -> None:
        if self.card.variants:
            self._head("rules.variants")
            for variant in self.card.variants:
                says = " ".join(filter(None, (variant.name and f"{variant.name}.", variant.note)))
                self._text(says or "–", f"{self.game.id}/{variant.id}  ")
        if self.card.parameters:
            self._head("rules.parameters")
            for choice in self.card.parameters:
                usual = self.output.text("rules.usually", value=choice.default)
                self.output.write(f"{self.game.id}:{choice.name}=…  {choice.range} ({usual})")

    def _foot(self) -> None:
        if self.game.spec.source:
            self.output.write()
            self._text(self.output.text("rules.source", source=self.game.spec.source.rstrip(".")))


def as_dict(game: Game, card: Card, examples: Examples, lang: str, told: tuple[str, ...]) -> dict[str, Any]:
    from ludoteca.cli.commands.list import parameter

    words, spec = game.words(lang), game.spec
    texts = {key: getattr(words, key) for key in ("summary", "goal", "hint", "note")}
    facts = {key: getattr(spec, key) for key in ("family", "origin", "inventor", "year", "source")}
    return {
        "game": game.name,
        "id": game.id,
        "variant": spec.variant,
        "name": game.title(lang),
        "aliases": list(words.aliases),
        **texts,
        "play": list(told),
        "sides": list(words.sides),
        **facts,
        "rules": game.rules_hash,
        "cells": len(game.board.cells),
        "start": game.start().text,
        "drawing": game.start().draw(),
        "variants": [asdict(variant) for variant in card.variants],
        "parameters": [parameter(asdict(choice)) for choice in card.parameters],
        "examples": [_example(example) for example in examples.moves],
        "endings": [_ending(position) for position in examples.endings],
    }


def _example(example: Example) -> dict[str, object]:
    return {
        "verbs": list(example.verbs),
        "before": example.before.text,
        "by": example.before.mover,
        "move": example.move.text,
        "after": example.after.text,
    }


def _ending(position: Any) -> dict[str, object]:
    return {
        "position": position.text,
        "outcome": {"winner": position.outcome.winner, "reason": position.outcome.reason},
    }
