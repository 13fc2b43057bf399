"""An analysis as a visitor sees it: the tree of variations, the board, the engine's lines.

The tree travels with every request as the data of a link (`play.variations.encoded`): no session is kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from fastapi import Request

from ludoteca.errors import BadRecord
from ludoteca.games import Game, Position
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.play.counters import counters
from ludoteca.play.endings import headline
from ludoteca.play.record import Record
from ludoteca.play.session import NotAllowedNow, other
from ludoteca.play.variations import LabelledMove, Node, VariationTree, decoded, encoded
from ludoteca.web.board_view import BoardView, render_board, side_badge
from ludoteca.web.game_view import GameView
from ludoteca.web.games.creation import TRIAL_SECONDS
from ludoteca.web.games.new_game import LONGEST
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.links import origin_for
from ludoteca.web.move_tree import page_tree
from ludoteca.web.players import OPTIONS
from ludoteca.web.request_context import language
from ludoteca.web.services import Services
from ludoteca.web.view_models import Choice, SeatView, choices_of, counter_views

MESSAGES = catalogue("web")
LONGEST_URL = 2000
"""Characters of a link that every browser, chat and mail program takes."""
MOST_LINES = 5
STRENGTHS = ("1s", "3s", "5s", "10s", "100000n", "1000000n")
"""Limits of a search to choose from: seconds or nodes."""


# -- engine settings ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class EngineSettings:
    """What a visitor wants of the engine, within the limits of the server."""

    on: bool = True
    lines: int = 3
    strength: str = "3s"
    threads: int = 1

    @classmethod
    def within_limits(cls, on: bool, lines: int, strength: str, threads: int) -> EngineSettings:
        known = strength if strength in STRENGTHS else cls.strength
        most = int(OPTIONS["threads"] or 1)
        return cls(on, max(1, min(lines, MOST_LINES)), known, max(1, min(threads, most)))

    def limits(self, most: float) -> dict[str, Any]:
        """For the job; `most` is the server's limit in seconds."""
        number = int(self.strength[:-1])
        if self.strength.endswith("n"):
            return {"seconds": most, "nodes": min(number, int(OPTIONS["nodes"] or number))}
        return {"seconds": min(float(number), most), "nodes": None}


# -- what is analysed ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Analysis:
    """A tree of variations of a game, and the node that is shown."""

    game: Game
    tree: VariationTree
    node: Node
    stored: StoredGame | None = None
    """The game on this server that it began with."""
    retry: int = 0
    """The number of the move for which a better one is to be found."""

    @property
    def record(self) -> Record:
        return self.tree.record()

    def job(self, kind: str, **more: object) -> dict[str, Any]:
        """A job for a worker about the position shown."""
        return {"kind": kind, **place_of(self.record, self.node), **more}

    def at(self, number: int) -> Analysis:
        return replace(self, node=self.tree.node(number))

    def position(self, services: Services, node: Node | None = None) -> Position:
        """The position of a node. Raises `LudotecaError` if the moves do not fit the rules."""
        place = place_of(self.record, node or self.node)
        if place["file"]:  # by a visitor's rules: a worker tries first how long it takes
            key = ("prepare", self.game.rules_hash, place["start"], tuple(place["moves"]))
            services.jobs.run_cached(key, {"kind": "prepare", "players": [], **place}, TRIAL_SECONDS)
        return services.game_cache.position(place["called"], place["file"], place["start"], place["moves"])

    def play_line(self, services: Services, moves: list[str]) -> Analysis:
        """Add a line of moves, and show the position after the first of them."""
        first = self.play(services, moves[:1])
        first.play(services, moves[1:])
        return first

    def play(self, services: Services, moves: Sequence[str | list[str]]) -> Analysis:
        """Play moves, as texts or paths of clicks, after the node shown."""
        position, made = self.position(services), []
        for move in moves:
            by, position = position.mover, position.play(move)
            assert position.last is not None
            made.append((position.last.text, by))
        return replace(self, node=self.tree.play(self.node, made))


def place_of(record: Record, node: Node) -> dict[str, Any]:
    """Where a node is, in the words of jobs."""
    return {
        "called": record.game, "file": record.rules_text or None, "start": record.position,
        "moves": list(node.line),
    }  # fmt: skip


def game_of(services: Services, record: Record) -> Game:
    """The game of a record. Rules that it brings along are checked in the sandbox first."""
    if record.rules_text:
        services.drafts.require_valid(record.rules_text, record.game[:80])
    game = services.game_cache.game(record.game[:200], record.rules_text or None)
    if record.rules and record.rules != game.rules_hash:
        raise BadRecord("record.other-rules", game=game.name, found=record.rules, known=game.rules_hash)
    return game


def of_record(services: Services, record: Record, at: int | None = None) -> Analysis:
    """A record to analyse, shown at a node; by default at the end of its main line."""
    if len(record.position) > LONGEST:
        raise BadRecord("record.link")
    game = game_of(services, record)
    tree = VariationTree(replace(record, rules=game.rules_hash))
    return Analysis(game, tree, tree.root.last if at is None else tree.node(at))


def of_link(services: Services, link: str, at: int | None = None) -> Analysis:
    return of_record(services, decoded(link), at)


def of_moves(services: Services, called: str, position: str, moves: str) -> Analysis:
    """A game of the library, a position, and moves from there on."""
    texts = moves.split()
    if len(texts) > LONGEST or len(position) > LONGEST or len(called) > 200:
        raise BadRecord("record.link")
    game = services.game_cache.game(called)
    start = game.position(position) if position else game.start()
    record = Record(game.name, game.rules_hash, position="" if start == game.start() else start.text)
    tree = VariationTree(record)
    return Analysis(game, tree, tree.root).play(services, texts)


def of_stored(request: Request, services: Services, game_id: str, at: int | None = None) -> Analysis:
    """A game of this server. Raises `NotAllowedNow` for players of a running game against a person."""
    stored = services.games.get(game_id)
    view = GameView(request, services, stored)
    require_fair_play(view)
    row = stored.row
    record = replace(stored.record(view.names), rules_text=row.file or "")
    tree = VariationTree(record)
    node = tree.root.last if at is None else tree.node(max(0, min(at, len(stored.moves))))
    return Analysis(stored.game, tree, node, stored)


def require_fair_play(view: GameView) -> None:
    """Raises `NotAllowedNow` for those who may not analyse a game now."""
    if not view.may_analyse:
        raise NotAllowedNow("session.fair-play")


# -- the page -----------------------------------------------------------------------------------------


class AnalysisView:
    """What the template needs."""

    def __init__(
        self, request: Request, services: Services, analysis: Analysis, engine: EngineSettings
    ) -> None:
        self.analysis, self.engine = analysis, engine
        self.lang = language(request)
        shared = origin_for(request, services.settings)
        self.origin, self.reach = shared.url, shared.reach
        self.position = analysis.position(services)
        self.game, self.stored = analysis.game, analysis.stored
        self.players = GameView(request, services, analysis.stored) if analysis.stored else None
        self._turned = request.headers.get("x-flip") or request.query_params.get("flip", "")

    def say(self, key: str, **values: object) -> str:
        return MESSAGES.text(self.lang, key, **values)

    # -- the board ------------------------------------------------------------------------------------

    @property
    def flipped(self) -> bool:
        if self._turned in ("0", "1"):
            return self._turned == "1"
        return bool(self.players and self.players.people_here == ["second"])

    @cached_property
    def board(self) -> BoardView:
        return render_board(self.position, self.lang, self.flipped, may_move=self.may_move)

    @property
    def may_move(self) -> bool:
        return not self.position.is_over

    @cached_property
    def paths(self) -> str:
        found = page_tree(self.position) if self.may_move else {}
        return json.dumps(found, separators=(",", ":"))

    @cached_property
    def choices(self) -> list[Choice]:
        return choices_of(self.position, self.lang) if self.may_move else []

    @property
    def seats(self) -> tuple[SeatView, SeatView]:
        """The sides above and below the board."""
        below = "second" if self.flipped else "first"
        return self._seat(other(below)), self._seat(below)

    def _seat(self, side: str) -> SeatView:
        named = terms.side(self.lang, self.game, side)
        return SeatView(
            side=side, side_name=named, name=self.players.name(side) if self.players else named, note="",
            is_mover=not self.position.is_over and self.position.mover == side, is_mine=False, is_person=True,
            counters=counter_views(self.lang, self.game, counters(self.position)[side]), animal="",
            badge=side_badge(self.game, side), left=None, runs=False,
        )  # fmt: skip

    @property
    def status(self) -> str:
        ended = self.position.outcome
        if ended is None:
            return terms.turn(self.lang, self.game, self.position.mover)
        return headline(self.lang, self.position, ended)

    # -- the tree -------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each node, by its identity."""
        return self.analysis.tree.numbers

    @property
    def node(self) -> Node:
        return self.analysis.node

    @property
    def at(self) -> int:
        return self.numbers[id(self.node)]

    @cached_property
    def lines(self) -> tuple[LabelledMove, ...]:
        return self.analysis.tree.lines()

    @property
    def steps(self) -> list[tuple[str, str, str, int]]:
        """The navigation: icon, message, key, and the node it leads to."""
        node = self.node
        before, after = node.parent or node, node.children[0] if node.children else node
        return [
            ("first", "analysis.first", "Home", 0),
            ("previous", "analysis.previous", "ArrowLeft", self.numbers[id(before)]),
            ("next", "analysis.next", "ArrowRight", self.numbers[id(after)]),
            ("last", "analysis.last", "End", self.numbers[id(node.last)]),
        ]

    @property
    def siblings(self) -> list[tuple[str, str, int | None]]:
        """The moves beside this one: message, key, and the node; None if there is none."""
        around = self.node.parent.children if self.node.parent else [self.node]
        place = self.node.place
        above = self.numbers[id(around[place - 1])] if place else None
        below = self.numbers[id(around[place + 1])] if place + 1 < len(around) else None
        return [("analysis.above", "ArrowUp", above), ("analysis.below", "ArrowDown", below)]

    # -- links ----------------------------------------------------------------------------------------

    @cached_property
    def link(self) -> str:
        """The tree as the data of a link."""
        return encoded(self.analysis.record)

    @cached_property
    def address(self) -> str:
        """The address of this state. A long one is in the part that only the page reads."""
        game = {"g": self.stored.id} if self.stored else {}
        if self.stored and self._is_untouched():
            return "/analysis?" + urlencode(game | {"at": self.at})
        state = urlencode({"d": self.link, "at": self.at} | game)
        return f"/analysis?{state}" if len(self.origin + state) + 10 <= LONGEST_URL else f"/analysis#{state}"

    @property
    def share(self) -> str:
        """The link for others, which works on other servers too; empty if it is too long."""
        found = f"{self.origin}/analysis?" + urlencode({"d": self.link, "at": self.at})
        return found if len(found) <= LONGEST_URL else ""

    def _is_untouched(self) -> bool:
        assert self.stored
        record = self.analysis.record
        return not record.comment and [(one.move, one.comment, one.variations) for one in record.moves] == [
            (text, "", ()) for text in self.stored.texts
        ]

    @property
    def style_url(self) -> str:
        """The stylesheet of the board: the address depends on the rules only."""
        record = self.analysis.record
        if record.rules_text:
            rules = Record(record.game, self.game.rules_hash, rules_text=record.rules_text)
            return "/analysis/board.css?" + urlencode({"d": encoded(rules)})
        return f"/games/{self.game.id}/board.css?" + urlencode({"called": self.game.name})


# -- the engine's lines -------------------------------------------------------------------------------


@dataclass(frozen=True)
class LineView:
    """One line of the engine."""

    score: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class LinesView:
    """What the engine has found so far."""

    depth: int
    nodes: int
    chance: float
    """Of the first side, from 0 to 1."""
    score: str
    lines: tuple[LineView, ...]
    flipped: bool
    path: tuple[str, ...] = ()
    """The clicks of the best move."""

    @property
    def bar(self) -> int:
        """The height of the first side's part of the bar, in percent."""
        return round(100 * self.chance)


def lines_view(found: dict[str, Any], position: Position, lang: str, flipped: bool) -> LinesView:
    scores = [_score(one["score"], position, lang) for one in found["lines"]]
    lines = tuple(
        LineView(score, tuple(one["moves"])) for (_, score), one in zip(scores, found["lines"], strict=True)
    )
    chance, score = scores[0]
    if found["lines"][0]["score"]["kind"] not in _PROVED:
        named = terms.side(lang, position.game, "first")
        score = MESSAGES.text(lang, "analysis.chance-of", side=named, percent=round(100 * chance))
    best = position.find(lines[0].moves[0])
    return LinesView(found["depth"], found["nodes"], chance, score, lines, flipped, best.path)


_PROVED = ("win", "loss", "draw")


def _score(score: dict[str, Any], position: Position, lang: str) -> tuple[float, str]:
    """The first side's chance, and the words for the score."""
    mover = position.mover
    chance = score["chance"] if mover == "first" else 1 - score["chance"]
    if score["kind"] in ("win", "loss"):
        winner = mover if score["kind"] == "win" else other(mover)
        named = terms.side(lang, position.game, winner)
        return chance, MESSAGES.text(lang, "analysis.win", side=named, n=score["plies"])
    if score["kind"] == "draw":
        return chance, MESSAGES.text(lang, "analysis.draw")
    return chance, MESSAGES.text(lang, "analysis.chance", percent=round(100 * chance))
