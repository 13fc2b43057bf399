"""A game at the terminal: shows the events of a match and asks people for their moves."""

from __future__ import annotations

from pathlib import Path

from ludoteca.cli.prompt import Input, NoMore, understood
from ludoteca.cli.screen import Screen
from ludoteca.errors import IllegalMove, LudotecaError
from ludoteca.games import SIDES, Position
from ludoteca.games.userdata import CannotWrite, write_text
from ludoteca.play import match as events
from ludoteca.play import terms
from ludoteca.play.match import Match
from ludoteca.play.results import GameResult, results_of, tally
from ludoteca.play.saves import Saves
from ludoteca.play.scores import Scores
from ludoteca.play.session import other


class TerminalGame:
    """Runs a match at the terminal and saves it after every move."""

    def __init__(
        self,
        match: Match,
        screen: Screen,
        players: tuple[str, str],
        saves: Saves,
        save: Path,
        record: str = "",
    ) -> None:
        self.match, self.screen = match, screen
        self.players = players
        """Their specifications, such as `level:3`."""
        self.saves, self.save = saves, save
        self.record = record
        """The file for the record, if any."""
        self.input = Input(screen)
        self.people = [side for side in SIDES if match.is_person(side)]
        self.flipped = self.people == ["second"]
        self._warned = False

    # -- the main loop --------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play to the end. False if somebody quit."""
        first, second = (f"{self._name(side)} ({self._mark(side)})" for side in SIDES)
        self._say("play.title", game=self._title(), first=first, second=second)
        if self.people:
            self.screen.write(self.screen.dim(self.screen.say("play.short-help")))
        self._board(self.match.position)
        try:
            for event in self.match.events():
                self._show(event)
        except NoMore:
            self._leave()
        self._write_record()
        return self.match.outcome is not None

    def _show(self, event: events.Event) -> None:
        match event:
            case events.Asked():
                self._ask()
            case events.Moved(move, by, position):
                self._say("play.moved", number=self.match.number(), who=self._name(by), move=move.text)
                if getattr(self.match.players[by], "cut_short", False):
                    self._say("play.cut-short", who=self._name(by))
                self._board(position)
                self._keep()
            case events.TakenBack(moves, position):
                self._say("play.taken-back", n=moves)
                self._board(position)
            case events.Replayed(moves, position):
                self._say("play.replayed", n=moves)
                self._board(position)
            case events.DrawOffered(by, answers):
                self._say("play.offers-draw", who=self._name(by))
                if answers:
                    self._answer_draw(other(by))
            case events.DrawDeclined(by):
                self._say("play.declined", who=self._name(by))
            case events.Ended():
                self._end()

    # -- commands -------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Read one line from the person to move, and run it."""
        by = self.match.mover
        number, mark = self.match.number(coming=True), self._mark(by)
        prompt = self.screen.say("play.prompt", number=number, who=self._name(by), mark=mark)
        line = self.input.line(prompt)
        command, rest = understood(line, self.screen.lang)
        if command:
            getattr(self, f"_do_{command}")(rest)
        elif rest:
            self._move(rest)

    def _move(self, text: str) -> None:
        try:
            self.match.play(self._picked(text) or text)
        except IllegalMove as refused:
            self.screen.write(refused.text(self.screen.lang))
        except IndexError:
            count = len(self.match.position.legal_moves)
            self._say("play.no-such-number", number=text.lstrip("#"), n=count)

    def _picked(self, text: str) -> str:
        """The move with a number in the list; empty if moves themselves are numbers."""
        number = text.removeprefix("#").strip()
        if not number.isdecimal() or len(number) > 6 or (number == text and self._numbers_are_moves()):
            return ""
        moves = self.match.position.legal_moves
        if not 1 <= int(number) <= len(moves):
            raise IndexError
        return moves[int(number) - 1].text

    def _numbers_are_moves(self) -> bool:
        return any(click.isdecimal() for move in self.match.position.legal_moves for click in move.path)

    def _do_moves(self, _: str) -> None:
        moves = self.match.position.legal_moves
        mark = "#" if self._numbers_are_moves() else ""
        items = [f"{mark}{number} {move.text}" for number, move in enumerate(moves, 1)]
        wide = max(map(len, items)) + 2
        columns = max(1, self.screen.width // wide)
        for start in range(0, len(items), columns):
            self.screen.write("".join(item.ljust(wide) for item in items[start : start + columns]).rstrip())

    def _do_undo(self, _: str) -> None:
        if not self.match.undo():
            self._say("play.nothing-to-undo")
        self._keep()

    def _do_redo(self, _: str) -> None:
        if not self.match.redo():
            self._say("play.nothing-to-redo")
        self._keep()

    def _do_flip(self, _: str) -> None:
        self.flipped = not self.flipped
        self._board(self.match.position)

    def _do_resign(self, _: str) -> None:
        self.match.resign()

    def _do_draw(self, _: str) -> None:
        self.match.offer_draw()

    def _answer_draw(self, side: str) -> None:
        self.match.answer_draw(self.input.yes(self.screen.say("play.accept", who=self._name(side))))

    def _do_save(self, file: str) -> None:
        if file:
            self.record = file
            self._write_record()
        else:
            self._tell_kept()

    def _do_rules(self, _: str) -> None:
        game, lang = self.match.game, self.screen.lang
        self.screen.write("\n".join(filter(None, (game.words(lang).goal, *game.words(lang).play))))

    def _do_help(self, _: str) -> None:
        self._say("play.help", example=self.match.position.legal_moves[0].text)

    def _do_quit(self, _: str) -> None:
        raise NoMore

    # -- storage --------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Save after each move, so that no crash loses a game. Games between computers are not saved."""
        if not self.people:
            return
        try:
            if self.match.plies:
                self.saves.keep(self.save, self.match.record, *self.players)
            else:
                self.saves.drop(self.save)
        except CannotWrite as problem:
            if not self._warned:
                self.screen.fail(problem)
            self._warned = True

    def _leave(self) -> None:
        if self.people:
            self._tell_kept()

    def _tell_kept(self) -> None:
        self._keep()
        if self.save.exists():
            self._say("play.kept", game=self.match.called)
        elif not self.match.plies:
            self._say("play.not-begun")

    def _write_record(self) -> None:
        if not self.record:
            return
        try:
            write_text(Path(self.record), self.match.record.to_text())
            self._say("play.written", file=self.record)
        except CannotWrite as problem:
            self.screen.fail(problem)

    def _end(self) -> None:
        ended = self.match.outcome
        assert ended is not None
        who = self._name(ended.winner) if ended.winner else ""
        self.screen.write(self.screen.bold(terms.outcome(self.screen.lang, ended, who)))
        found = results_of(self.match.session, self.match.game.name, self.match.game.rules_hash)
        if found:
            self._count(found)

    def _count(self, results: list[GameResult]) -> None:
        """Store the results, and show each person's tally in this game."""
        scores = Scores()
        try:
            self.saves.drop(self.save)
            for one in results:
                scores.add(one)
            for name in dict.fromkeys(one.player for one in results):
                self._tell_score(scores, name)
        except LudotecaError as problem:
            self.screen.fail(problem)
        self.screen.tell_set_aside(scores.aside)

    def _tell_score(self, scores: Scores, name: str) -> None:
        found, say = tally(scores, name, self.match.game.name), self.screen.say
        self._say(
            "scores.line", name=name, game=self._title(), wins=say("scores.n-wins", n=found.wins),
            draws=say("scores.n-draws", n=found.draws), losses=say("scores.n-losses", n=found.losses),
        )  # fmt: skip

    # -- output ---------------------------------------------------------------------------------------

    def _say(self, key: str, **values: object) -> None:
        self.screen.write(self.screen.say(key, **values))

    def _board(self, position: Position) -> None:
        self.screen.write("\n" + self.screen.board(position, self.flipped) + "\n")

    def _title(self) -> str:
        return self.match.game.title(self.screen.lang)

    def _name(self, side: str) -> str:
        return self.match.names[side]

    def _mark(self, side: str) -> str:
        """The symbol of a side: its pieces, or its name where it has none."""
        return terms.mark(self.screen.lang, self.match.game, side)
