"""A game at the terminal: shows the events of a match and asks people for their moves."""

from __future__ import annotations

from pathlib import Path

from ludoteca.cli.output import Output
from ludoteca.cli.prompt import EndOfInput, Input, parse_line
from ludoteca.errors import IllegalMove, LudotecaError
from ludoteca.games import SIDES, Position
from ludoteca.games.userdata import CannotWrite, write_text
from ludoteca.play import match as events
from ludoteca.play import terms, thinking_text
from ludoteca.play.endings import headline
from ludoteca.play.match import Match
from ludoteca.play.players import close_players
from ludoteca.play.results import GameResult, results_of, tally
from ludoteca.play.saves import Saves
from ludoteca.play.scores import Scores
from ludoteca.play.session import SessionError, other
from ludoteca.play.thinking import as_dict


class TerminalGame:
    """Runs a match at the terminal and saves it after every move."""

    def __init__(
        self,
        match: Match,
        output: Output,
        players: tuple[str, str],
        saves: Saves,
        save: Path,
        record: str = "",
        show_thinking: bool = False,
    ) -> None:
        self.match, self.output = match, output
        self.players = players
        """Their specifications, such as `level:3`."""
        self.saves, self.save = saves, save
        self.record = record
        """The file for the record, if any."""
        self.show_thinking = show_thinking
        self.input = Input(output)
        self.people = [side for side in SIDES if match.is_person(side)]
        self.flipped = self.people == ["second"]
        self._warned = False

    # -- the main loop --------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play to the end. False if somebody quit."""
        first, second = (f"{self._name(side)} ({self._mark(side)})" for side in SIDES)
        self._print("play.title", game=self._title(), first=first, second=second)
        if self.people:
            self.output.write(self.output.dim(self.output.text("play.short-help")))
        self._board(self.match.position)
        try:
            for event in self.match.events():
                self._show(event)
        except EndOfInput:
            self._quit()
        finally:
            close_players(*self.match.players.values())
        self._write_record()
        return self.match.outcome is not None

    def _show(self, event: events.Event) -> None:
        match event:
            case events.Asked():
                self._ask()
            case events.Moved(move, by, position, thinking):
                self._print("play.moved", number=self.match.number(), who=self._name(by), move=move.text)
                if thinking and self.show_thinking:
                    said = thinking_text.summary(as_dict(thinking), self.output.lang)
                    self.output.write(self.output.dim(f"  {said}"))
                if getattr(self.match.players[by], "cut_short", False):
                    self._print("play.cut-short", who=self._name(by))
                self._board(position)
                self._save()
            case events.TakenBack(moves, position):
                self._print("play.taken-back", n=moves)
                self._board(position)
            case events.Replayed(moves, position):
                self._print("play.replayed", n=moves)
                self._board(position)
            case events.DrawOffered(by, answers):
                self._print("play.offers-draw", who=self._name(by))
                if answers:
                    self._answer_draw(other(by))
            case events.DrawDeclined(by):
                self._print("play.declined", who=self._name(by))
            case events.Ended():
                self._end()

    # -- commands -------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Read one line from the person to move, and run it."""
        by = self.match.mover
        number, mark = self.match.number(coming=True), self._mark(by)
        prompt = self.output.text("play.prompt", number=number, who=self._name(by), mark=mark)
        line = self.input.line(prompt)
        command, rest = parse_line(line, self.output.lang)
        if command:
            getattr(self, f"_do_{command}")(rest)
        elif rest:
            self._move(rest)

    def _move(self, text: str) -> None:
        try:
            self.match.play(self._numbered_move(text) or text)
        except IllegalMove as refused:
            self.output.write(refused.text(self.output.lang))
        except IndexError:
            count = len(self.match.position.legal_moves)
            self._print("play.no-such-number", number=text.lstrip("#"), n=count)

    def _numbered_move(self, text: str) -> str:
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
        columns = max(1, self.output.width // wide)
        for start in range(0, len(items), columns):
            self.output.write("".join(item.ljust(wide) for item in items[start : start + columns]).rstrip())

    def _do_undo(self, _: str) -> None:
        if not self.match.undo():
            self._print("play.nothing-to-undo")
        self._save()

    def _do_redo(self, _: str) -> None:
        if not self.match.redo():
            self._print("play.nothing-to-redo")
        self._save()

    def _do_flip(self, _: str) -> None:
        self.flipped = not self.flipped
        self._board(self.match.position)

    def _do_resign(self, _: str) -> None:
        self.match.resign()

    def _do_draw(self, _: str) -> None:
        try:
            self.match.offer_draw()
        except SessionError as refused:
            self.output.write(refused.text(self.output.lang))

    def _answer_draw(self, side: str) -> None:
        self.match.answer_draw(self.input.confirm(self.output.text("play.accept", who=self._name(side))))

    def _do_save(self, file: str) -> None:
        if file:
            self.record = file
            self._write_record()
        else:
            self._report_saved()

    def _do_rules(self, _: str) -> None:
        game, lang = self.match.game, self.output.lang
        self.output.write("\n".join(filter(None, (game.words(lang).goal, *game.words(lang).play))))

    def _do_help(self, _: str) -> None:
        self._print("play.help", example=self.match.position.legal_moves[0].text)

    def _do_quit(self, _: str) -> None:
        raise EndOfInput

    # -- storage --------------------------------------------------------------------------------------

    def _save(self) -> None:
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
                self.output.fail(problem)
            self._warned = True

    def _quit(self) -> None:
        if self.people:
            self._report_saved()

    def _report_saved(self) -> None:
        self._save()
        if self.save.exists():
            self._print("play.kept", game=self.match.called)
        elif not self.match.plies:
            self._print("play.not-begun")

    def _write_record(self) -> None:
        if not self.record:
            return
        try:
            write_text(Path(self.record), self.match.record.to_text())
            self._print("play.written", file=self.record)
        except CannotWrite as problem:
            self.output.fail(problem)

    def _end(self) -> None:
        ended = self.match.outcome
        assert ended is not None
        if self.match.fault:
            self.output.write(self.match.fault.text(self.output.lang))
        names = {side: self._name(side) for side in SIDES}
        you = self.people[0] if len(self.people) == 1 else ""
        said = headline(self.output.lang, self.match.position, ended, names, you)
        self.output.write(self.output.bold(said))
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
                self._print_score(scores, name)
        except LudotecaError as problem:
            self.output.fail(problem)
        self.output.warn_set_aside(scores.aside)

    def _print_score(self, scores: Scores, name: str) -> None:
        found, text = tally(scores, name, self.match.game.name), self.output.text
        self._print(
            "scores.line", name=name, game=self._title(), wins=text("scores.n-wins", n=found.wins),
            draws=text("scores.n-draws", n=found.draws), losses=text("scores.n-losses", n=found.losses),
        )  # fmt: skip

    # -- output ---------------------------------------------------------------------------------------

    def _print(self, key: str, **values: object) -> None:
        self.output.write(self.output.text(key, **values))

    def _board(self, position: Position) -> None:
        self.output.write("\n" + self.output.board(position, self.flipped) + "\n")

    def _title(self) -> str:
        return self.match.game.title(self.output.lang)

    def _name(self, side: str) -> str:
        return self.match.names[side]

    def _mark(self, side: str) -> str:
        """The symbol of a side: its pieces, or its name where it has none."""
        return terms.mark(self.output.lang, self.match.game, side)
