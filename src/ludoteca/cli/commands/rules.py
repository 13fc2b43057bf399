"""`ludoteca rules`: how a game is played, with diagrams that come from the rules themselves."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ludoteca.cli.layout import fitting, heading, indented, paragraph
from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import first_position, game_argument, json_option, start_options

if TYPE_CHECKING:
    from ludoteca.games import Game, Position
    from ludoteca.play.catalogue import Card
    from ludoteca.play.examples import Example, Examples


def arguments(parser: Parser, screen: Screen) -> None:
    game_argument(parser, screen)
    start_options(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.play.catalogue import card_for
    from ludoteca.play.examples import find_examples

    game = load(asked.game)
    card, examples = card_for(asked.game, game.id, screen.lang), find_examples(game)
    here = _here(asked, game)
    rules = told(asked.game, game, screen.lang)
    if asked.json:
        screen.json(as_dict(game, card, examples, screen.lang, rules) | _standing(here))
    else:
        Page(game, card, screen, rules, here).write(examples)
    return 0


def _here(asked: Namespace, game: Game) -> Position | None:
    """The position that was asked for, if one was."""
    if asked.position is None and asked.begins is None and not asked.moves:
        return None
    return first_position(asked, game).play_all(asked.moves)


def _standing(here: Position | None) -> dict[str, object]:
    """What can be done in the position that was asked for."""
    from ludoteca.cli.commands.show import as_dict as shown

    return {} if here is None else {"position": {k: v for k, v in shown(here).items() if k != "game"}}


def told(called: str, game: Game, lang: str) -> tuple[str, ...]:
    """The rules as their file tells them; where it does not, told from the rules themselves."""
    from ludoteca.workshop.print_sheet import raw_of
    from ludoteca.workshop.rules_text import describe_rules

    return game.words(lang).play or describe_rules(raw_of(called), lang)


class Page:
    """The rules of one game on the screen."""

    def __init__(
        self, game: Game, card: Card, screen: Screen, told: tuple[str, ...], here: Position | None = None
    ) -> None:
        self.game, self.card, self.screen, self.told, self.here = game, card, screen, told, here
        self.words = game.words(screen.lang)
        self.width = min(screen.width, 88)

    def write(self, examples: Examples) -> None:
        self._top()
        self._texts()
        self._diagrams(examples)
        self._choices()
        self._foot()

    def _head(self, key: str) -> None:
        self.screen.write(heading(self.screen, self.screen.say(key)))

    def _text(self, text: str, before: str = "") -> None:
        self.screen.write(paragraph(text, self.width, before))

    def _top(self) -> None:
        from ludoteca.play.labels import place, time
        from ludoteca.play.terms import family

        spec, screen = self.game.spec, self.screen
        screen.write(screen.bold(self.game.title(screen.lang)) + screen.dim(f"  {self.game.name}"))
        facts = [
            family(screen.lang, spec.family), place(screen.lang, spec.origin), spec.inventor,
            time(screen.lang, spec.year),
        ]  # fmt: skip
        screen.write(screen.dim(" · ".join(fact for fact in facts if fact)))
        if self.words.summary:
            screen.write()
            self._text(self.words.summary)
        if self.card.aliases:
            self._text(screen.say("rules.aliases", names=", ".join(self.card.aliases)))

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
        screen = self.screen
        self._head("rules.start")
        screen.write("\n" + indented(screen.board(self.game.start())))
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

            screen.write("\n" + standing(position, screen) + "\n")
            screen.write(indented(screen.board(position)))

    def _position(self, position: Position) -> None:
        from ludoteca.cli.commands.show import show_moves, standing

        self._head("rules.here")
        self.screen.write("\n" + indented(self.screen.board(position)) + "\n")
        self.screen.write(standing(position, self.screen))
        show_moves(position, self.screen)

    def _example(self, example: Example) -> None:
        from ludoteca.play.terms import side, verb

        screen = self.screen
        verbs = screen.say("rules.and").join(verb(screen.lang, one) for one in example.verbs)
        who = side(screen.lang, self.game, example.before.mover)
        played = screen.say("rules.by", who=who, move=example.move.text)
        screen.write(f"\n{screen.bold(verbs.capitalize())}: {played}\n")
        drawings = [screen.board(example.before), screen.board(example.after)]
        screen.write(indented(fitting(drawings, self.width - 2)))

    def _choices(self) -> None:
        if self.card.variants:
            self._head("rules.variants")
            for variant in self.card.variants:
                says = " ".join(filter(None, (variant.name and f"{variant.name}.", variant.note)))
                self._text(says or "–", f"{self.game.id}/{variant.id}  ")
        if self.card.parameters:
            self._head("rules.parameters")
            for choice in self.card.parameters:
                usual = self.screen.say("rules.usually", value=choice.default)
                self.screen.write(f"{self.game.id}:{choice.name}=…  {choice.range} ({usual})")

    def _foot(self) -> None:
        if self.game.spec.source:
            self.screen.write()
            self._text(self.screen.say("rules.source", source=self.game.spec.source.rstrip(".")))


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
