"""The interactive menu: choose a game, an opponent and a side, then play."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ludoteca.cli.commands import play
from ludoteca.cli.commands.list import family_name
from ludoteca.cli.output import Output
from ludoteca.cli.prompt import EndOfInput, Input, normalized, parse_line
from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, load
from ludoteca.games.search import search
from ludoteca.play.catalogue import Card, cards
from ludoteca.play.opponents import Level, offered
from ludoteca.play.players import kinds
from ludoteca.play.saves import Save, Saves
from ludoteca.play.terms import begins, level, mark, player, rating

LAB = "lab"
"""The word for the laboratory."""
Choice = Card | Save
"""A new game, or an unfinished one to resume."""


class Menu:
    """Asks what to play until the user quits."""

    def __init__(self, output: Output, names: list[str]) -> None:
        self.output, self.names = output, names
        self.input = Input(output)
        self.cards = cards(output.lang)

    def run(self, called: str = "") -> int:
        """Run until the user quits; start with the game `called`, if any."""
        try:
            while True:
                chosen = called or self._choose(lab=True)
                if chosen == LAB:
                    from ludoteca.cli.commands.lab_dialog import LabDialog

                    LabDialog(self).run()
                else:
                    self._play(chosen)
                called = ""
                self.line("menu.again")
        except EndOfInput:
            self.output.write(self.output.text("menu.bye"))
        return 0

    def line(self, key: str, **values: object) -> str:
        """Read an answer; `quit` is accepted everywhere."""
        text = self.input.line(self.output.text(key, **values))
        if parse_line(text, self.output.lang) == ("quit", ""):
            raise EndOfInput
        return text

    # -- which game -----------------------------------------------------------------------------------

    def new_game(self) -> str:
        """The name of a game that the user chooses."""
        while isinstance(chosen := self._choose(), Save):
            pass
        return chosen

    def _choose(self, lab: bool = False) -> str | Save:
        """A game, an unfinished one, or with `lab` the laboratory."""
        choices = self._show_all()
        while True:
            text = self.line("menu.choose-or-lab" if lab else "menu.choose")
            if lab and normalized(text) == LAB:
                return LAB
            if text.isdecimal():
                if 1 <= int(text[:6]) <= len(choices):
                    chosen = choices[int(text[:6]) - 1]
                    return chosen if isinstance(chosen, Save) else self._variant(chosen)
            elif text:
                found = self._search(text)
                if len(found) == 1:
                    return self._variant(found[0])
                choices = [*found] or choices

    def _show_all(self) -> list[Choice]:
        """Print the unfinished game, then all games by family; the choices by number."""
        output = self.output
        output.write("\n" + output.bold(output.text("menu.title")))
        choices: list[Choice] = [*self._unfinished()]
        for save in choices:
            assert isinstance(save, Save)
            record = save.record
            about = output.text("menu.resume", game=record.game, first=record.first, second=record.second,
                               when=play.when(save))  # fmt: skip
            output.write(f"  1 {about}")
        for family in dict.fromkeys(card.family for card in self.cards):
            here = [card for card in self.cards if card.family == family]
            output.write(output.bold(family_name(output, family).upper()))
            self._columns([f"{number:>3} {card.name}" for number, card in enumerate(here, len(choices) + 1)])
            choices += here
        output.write()
        return choices

    def _columns(self, items: list[str]) -> None:
        """Print short items in as many columns as fit, row by row."""
        wide = max(len(f"{number:>3} {card.name}  ") for number, card in enumerate(self.cards, 1))
        across = max(1, self.output.width // wide)
        for start in range(0, len(items), across):
            self.output.write("".join(item.ljust(wide) for item in items[start : start + across]).rstrip())

    def _unfinished(self) -> list[Save]:
        saves = Saves()
        latest = saves.latest()
        self.output.warn_set_aside(saves.aside)
        return [latest] if latest else []

    def _search(self, text: str) -> list[Card]:
        """The games that match, printed with new numbers; one alone if the text is its name."""
        known = {card.id: card for card in self.cards}
        found = [known[one.id] for one in search(text)]
        named = [
            card for card in found if any(normalized(text) == normalized(name) for name in _all_names(card))
        ]
        found = named if len(named) == 1 else found
        if not found:
            self.output.write(self.output.text("menu.none", what=text))
        for number, card in enumerate(found if len(found) > 1 else (), 1):
            self.output.write(f"{number:>3} {card.name}  {self.output.dim(card.summary)}")
        return found

    # -- how ------------------------------------------------------------------------------------------

    def pick(self, key: str, options: Sequence[str], numbers: Sequence[int] = ()) -> int:
        """Choose one option; the first is the default. They are numbered from 1 unless numbers are given."""
        self.output.write("\n" + self.output.text(key))
        known = [str(number) for number in numbers or range(1, len(options) + 1)]
        for number, option in zip(known, options, strict=True):
            self.output.write(f"  {number}  {option}")
        while True:
            text = self.line("menu.answer") or known[0]
            if text.lstrip("0") in known:
                return known.index(text.lstrip("0"))

    def _variant(self, card: Card) -> str:
        self.output.write("\n" + self.output.bold(card.name) + "\n" + card.summary)
        if not card.variants:
            return card.id
        notes = [f"{variant.id}  {self.output.dim(variant.note)}" for variant in card.variants]
        picked = self.pick("menu.variant", [self.output.text("menu.usual"), *notes])
        return f"{card.id}/{card.variants[picked - 1].id}" if picked else card.id

    def _opponent(self, game: Game) -> str:
        text = self.output.text
        options = [text("menu.at-level"), text("menu.person"), text("menu.others")]
        picked = self.pick("menu.opponent", options)
        return self._level(game) if picked == 0 else "human" if picked == 1 else self._computer()

    def _level(self, game: Game) -> str:
        """Choose a level; rated levels are shown with their rating."""
        offer = offered(game)
        key = "menu.which-level" if offer.measured else "menu.which-level-not-measured"
        numbers = [one.number for one in offer.levels]
        return f"level:{numbers[self.pick(key, [self._level_text(one) for one in offer.levels], numbers)]}"

    def _level_text(self, one: Level) -> str:
        name = level(self.output.lang, one.name)
        if one.elo is None or one.low is None or one.high is None:
            return name
        return f"{name}  {self.output.dim(rating(self.output.lang, one.elo, one.low, one.high))}"

    def _computer(self) -> str:
        """Choose any other computer player."""
        computers = [kind for word, kind in kinds().items() if word not in ("human", "level")]
        texts = [
            self.output.text("menu.computer", player=kind.word, about=self._about(kind.word, kind.about))
            for kind in computers
        ]
        return computers[self.pick("menu.which-player", texts)].word

    def _about(self, word: str, english: str) -> str:
        return player(self.output.lang, word, english).rstrip(".").lower()

    def _side(self, game: Game) -> int:
        """Choose a side; the list marks the one that moves first."""
        texts = []
        for which in SIDES:
            text = mark(self.output.lang, game, which)
            is_first = game.start().mover == which
            texts.append(begins(self.output.lang, game, which, text) if is_first else text)
        return self.pick("menu.side", texts)

    def _play(self, chosen: str | Save) -> None:
        try:
            if isinstance(chosen, Save):
                play.resume(chosen, Saves(), self.output).play()
            else:
                play.begin(self._wanted(chosen), Saves(), self.output).play()
        except LudotecaError as problem:
            self.output.fail(problem)

    def _wanted(self, called: str) -> Namespace:
        """The arguments for `ludoteca play`."""
        if not self.names:
            own = play.user_name(self.output)
            self.names = [self.line("menu.name", name=own) or own]
        game = load(called)
        opponent = self._opponent(game)
        people = (opponent, "human") if self._side(game) else ("human", opponent)
        return Namespace(
            game=called, first=people[0], second=people[1], begins=None, position=None, moves="",
            name=self.names, seed=None, record="", show_thinking=False,
        )  # fmt: skip


def _all_names(card: Card) -> list[str]:
    return [card.id, card.name, *card.aliases]
