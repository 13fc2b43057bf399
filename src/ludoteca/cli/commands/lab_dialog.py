"""The laboratory of the menu: two players with all their options, matches, evaluations, experiments."""

from __future__ import annotations

from argparse import Namespace
from types import ModuleType
from typing import TYPE_CHECKING

from ludoteca.classics.evaluation_text import evaluator_about
from ludoteca.classics.evaluators import fitting
from ludoteca.classics.lab import choices_for, defaults_for
from ludoteca.cli.commands import evaluate, experiments, match, play
from ludoteca.cli.output import Output
from ludoteca.cli.parser import PROGRAM, Parser
from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, load
from ludoteca.play.player_forms import CHOICE, SWITCH, TEXT, Field, fields_of
from ludoteca.play.players import Kind, kinds, parse_player
from ludoteca.play.saves import Saves
from ludoteca.play.terms import player, side

if TYPE_CHECKING:
    from ludoteca.cli.commands.menu_dialog import Menu

GAMES = 10
"""The games of a match, by default."""
_ANY = 1e9
"""Greater limits are not worth showing."""


class LabDialog:
    """Asks what to try, once."""

    def __init__(self, menu: Menu) -> None:
        self.menu, self.output = menu, menu.output

    def run(self) -> None:
        text = self.output.text
        keys = ("lab.watch", "lab.match", "lab.evaluate", "lab.experiment")
        picked = self.menu.pick("lab.what", [text(key) for key in keys])
        try:
            (self._watch, self._match, self._evaluate, self._experiment)[picked]()
        except LudotecaError as problem:
            self.output.fail(problem)

    # -- what to do -----------------------------------------------------------------------------------

    def _watch(self) -> None:
        called, first, second = self._set_ups()
        args = Namespace(
            game=called, first=first, second=second, begins=None, position=None, moves="", name=[], seed=None,
            record="", show_thinking=True,
        )  # fmt: skip
        play.begin(args, Saves(), self.output).play()

    def _match(self) -> None:
        called, first, second = self._set_ups()
        number = self.menu.line("lab.games", n=GAMES).strip() or str(GAMES)
        run_words(match, [called, first, second, "-n", number], self.output)

    def _evaluate(self) -> None:
        called = self.menu.new_game()
        game = load(called)
        names = fitting(game)
        lines = [f"{name}: {evaluator_about(self.output.lang, name)}" for name in names]
        name = names[self.menu.pick("lab.which-evaluator", lines)] if len(names) > 1 else names[0]
        place = self.menu.line("lab.position").strip()
        kind = "--position" if _is_position(game, place) else "--moves"
        run_words(evaluate, [called, "--evaluator", name, kind, place], self.output)

    def _experiment(self) -> None:
        from ludoteca.classics.experiments import EXPERIMENTS

        known = list(EXPERIMENTS)
        titles = [one.title(self.output.lang) for one in EXPERIMENTS.values()]
        run_words(
            experiments, [known[self.menu.pick("lab.which-experiment", titles)], "--quick"], self.output
        )

    # -- players --------------------------------------------------------------------------------------

    def _set_ups(self) -> tuple[str, str, str]:
        called = self.menu.new_game()
        game = load(called)
        first, second = (self._player(game, one) for one in SIDES)
        return called, first, second

    def _player(self, game: Game, which: str) -> str:
        """A player with its options, as text."""
        lang = self.output.lang
        self.output.write("\n" + self.output.bold(side(lang, game, which)))
        known = [kind for word, kind in kinds().items() if word != "human"]
        words = [f"{kind.word}: {player(lang, kind.word, kind.about)}" for kind in known]
        return self._options(game, known[self.menu.pick("menu.which-player", words)])

    def _options(self, game: Game, kind: Kind) -> str:
        """Show the options, and read them until they are valid."""
        fields = fields_of(kind, None, choices_for(game), defaults_for(game, kind.word, {}))
        for field in fields:
            known = self.output.dim(f"{field.about(self.output.lang)} ({self._values(field)})")
            self.output.write(f"  {field.name:<12}{known}")
        while fields:
            given = self.menu.line("lab.options", example=_example(fields)).strip()
            spec = f"{kind.word}:{given}" if given else kind.word
            try:
                parse_player(spec).for_game(game)
            except LudotecaError as problem:
                self.output.write(problem.text(self.output.lang))
                continue
            return spec
        return kind.word

    def _values(self, field: Field) -> str:
        if field.kind == CHOICE:
            said = ", ".join(field.words)
        elif field.kind == SWITCH:
            said = "0, 1"
        else:
            said = "…" if field.kind == TEXT or field.most > _ANY else f"{field.least:g}–{field.most:g}"
        return f"{said}; {self.output.text('lab.default', value=field.default)}" if field.default else said


def _is_position(game: Game, text: str) -> bool:
    try:
        game.position(text)
    except LudotecaError:
        return False
    return True


def _example(fields: list[Field]) -> str:
    """Two options as one types them."""
    values = ((one, one.default or next(iter(one.words), f"{max(one.least, 1):g}")) for one in fields)
    return ",".join(f"{one.name}={value}" for one, value in list(values)[:2] if one.kind != TEXT)


def run_words(command: ModuleType, words: list[str], output: Output) -> None:
    """Run a command with the words of its command line."""
    parser = Parser(output, prog=PROGRAM)
    command.arguments(parser, output)
    try:
        args = parser.parse_args(words)
    except SystemExit:
        return  # the parser has said what is wrong
    command.run(args, output)
