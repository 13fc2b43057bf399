"""The menu: games by family, an opponent, who begins; then the game, and the menu again."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ludoteca.cli.commands import play
from ludoteca.cli.commands.list import family_name
from ludoteca.cli.commands.match import signed
from ludoteca.cli.prompt import Input, NoMore, bare, understood
from ludoteca.cli.screen import Screen
from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, load
from ludoteca.play.catalogue import Card, cards
from ludoteca.play.opponents import offered
from ludoteca.play.players import kinds
from ludoteca.play.saves import Save, Saves
from ludoteca.play.terms import begins, mark, player

Choice = Card | Save
"""What can be chosen: a game to begin, or one to go on with."""


class Menu:
    """Asks what to play until the person has had enough."""

    def __init__(self, screen: Screen, names: list[str]) -> None:
        self.screen, self.names = screen, names
        self.input = Input(screen)
        self.cards = cards(screen.lang)

    def run(self, called: str = "") -> int:
        """The menu, again and again; the first time straight to the game that was asked for."""
        try:
            while True:
                self._play(called or self._choose())
                called = ""
                self._line("menu.again")
        except NoMore:
            self.screen.write(self.screen.say("menu.bye"))
        return 0

    def _line(self, key: str, **values: object) -> str:
        """An answer; to ask for the way out is one in every place."""
        text = self.input.line(self.screen.say(key, **values))
        if understood(text, self.screen.lang) == ("quit", ""):
            raise NoMore
        return text

    # -- which game -----------------------------------------------------------------------------------

    def _choose(self) -> str | Save:
        choices = self._show_all()
        while True:
            text = self._line("menu.choose")
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
        """The unfinished game, then all games by family; what each number stands for."""
        screen = self.screen
        screen.write("\n" + screen.bold(screen.say("menu.title")))
        choices: list[Choice] = [*self._unfinished()]
        for save in choices:
            assert isinstance(save, Save)
            record = save.record
            about = screen.say("menu.resume", game=record.game, first=record.first, second=record.second,
                               when=play.when(save))  # fmt: skip
            screen.write(f"  1 {about}")
        for family in dict.fromkeys(card.family for card in self.cards):
            here = [card for card in self.cards if card.family == family]
            screen.write(screen.bold(family_name(screen, family).upper()))
            self._columns([f"{number:>3} {card.name}" for number, card in enumerate(here, len(choices) + 1)])
            choices += here
        screen.write()
        return choices

    def _columns(self, items: list[str]) -> None:
        """Short items in as many columns as there is room for, read along the rows."""
        wide = max(len(f"{number:>3} {card.name}  ") for number, card in enumerate(self.cards, 1))
        across = max(1, self.screen.width // wide)
        for start in range(0, len(items), across):
            self.screen.write("".join(item.ljust(wide) for item in items[start : start + across]).rstrip())

    def _unfinished(self) -> list[Save]:
        saves = Saves()
        latest = saves.latest()
        self.screen.tell_set_aside(saves.aside)
        return [latest] if latest else []

    def _search(self, text: str) -> list[Card]:
        """The games whose name, alias or id holds the text, with new numbers."""
        wanted = bare(text)
        found = [card for card in self.cards if any(wanted in bare(name) for name in _all_names(card))]
        if not found:
            self.screen.write(self.screen.say("menu.none", what=text))
        for number, card in enumerate(found if len(found) > 1 else (), 1):
            self.screen.write(f"{number:>3} {card.name}  {self.screen.dim(card.summary)}")
        return found

    # -- how ------------------------------------------------------------------------------------------

    def _pick(self, key: str, options: Sequence[str]) -> int:
        """One of a few options, the first if nothing is said."""
        self.screen.write("\n" + self.screen.say(key))
        for number, option in enumerate(options, 1):
            self.screen.write(f"  {number}  {option}")
        while True:
            text = self._line("menu.answer") or "1"
            if text.isdecimal() and 1 <= int(text[:6]) <= len(options):
                return int(text[:6]) - 1

    def _variant(self, card: Card) -> str:
        self.screen.write("\n" + self.screen.bold(card.name) + "\n" + card.summary)
        if not card.variants:
            return card.id
        notes = [f"{variant.id}  {self.screen.dim(variant.note)}" for variant in card.variants]
        picked = self._pick("menu.variant", [self.screen.say("menu.usual"), *notes])
        return f"{card.id}/{card.variants[picked - 1].id}" if picked else card.id

    def _opponent(self, game: Game) -> str:
        say = self.screen.say
        options = [say("menu.at-level"), say("menu.person"), say("menu.others")]
        picked = self._pick("menu.opponent", options)
        return self._level(game) if picked == 0 else "human" if picked == 1 else self._computer()

    def _level(self, game: Game) -> str:
        """A level, by name; those that were measured say how strong they are."""
        offer = offered(game)
        key = "menu.which-level" if offer.measured else "menu.which-level-not-measured"
        texts = [level.name + (f"  ({signed(level.elo)})" if level.elo else "") for level in offer.levels]
        return f"level:{self._pick(key, texts) + 1}"

    def _computer(self) -> str:
        """Any other player there is."""
        computers = [kind for word, kind in kinds().items() if word not in ("human", "level")]
        texts = [
            self.screen.say("menu.computer", player=kind.word, about=self._about(kind.word, kind.about))
            for kind in computers
        ]
        return computers[self._pick("menu.which-player", texts)].word

    def _about(self, word: str, english: str) -> str:
        return player(self.screen.lang, word, english).rstrip(".").lower()

    def _side(self, game: Game) -> int:
        """Which side the person plays; the list says who begins."""
        texts = []
        for which in SIDES:
            text = mark(self.screen.lang, game, which)
            is_first = game.start().mover == which
            texts.append(begins(self.screen.lang, game, which, text) if is_first else text)
        return self._pick("menu.side", texts)

    def _play(self, chosen: str | Save) -> None:
        try:
            if isinstance(chosen, Save):
                play.resume(chosen, Saves(), self.screen).play()
            else:
                play.begin(self._wanted(chosen), Saves(), self.screen).play()
        except LudotecaError as problem:
            self.screen.fail(problem)

    def _wanted(self, called: str) -> Namespace:
        """What `ludoteca play` would have been asked for."""
        if not self.names:
            own = play.own_name(self.screen)
            self.names = [self._line("menu.name", name=own) or own]
        game = load(called)
        opponent = self._opponent(game)
        people = (opponent, "human") if self._side(game) else ("human", opponent)
        return Namespace(
            game=called, first=people[0], second=people[1], begins=None, position=None, moves="",
            name=self.names, seed=None, record="",
        )  # fmt: skip


def _all_names(card: Card) -> list[str]:
    return [card.id, card.name, *card.aliases]
