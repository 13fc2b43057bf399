"""Cards dealt from a file: which blanks there are, what may fill them, what else could be said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.games.spec import SHAPES, Board, Draw, End, Follow, GameSpec, Kind, Setup, Turn, Words
from ludoteca.games.words import Choice, Text, keys_of
from ludoteca.workshop.blanks import table_of
from ludoteca.workshop.cards import CARDS, Card, Field, Group, Offer, Option
from ludoteca.workshop.filling import Filling, example_of
from ludoteca.workshop.places import Path
from ludoteca.workshop.rules_text import tell_card
from ludoteca.workshop.sentences import PHRASES


def cards_of(raw: Mapping[str, Any], lang: str) -> tuple[Card, ...]:
    """The cards of a file. Mistakes in it are shown as they stand."""
    dealer = _Dealer(raw, lang)
    makers = {
        "board": dealer.board, "pieces": dealer.pieces, "setup": dealer.setup, "turn": dealer.turn,
        "end": dealer.end, "draw": dealer.draw, "names": dealer.names,
    }  # fmt: skip
    return tuple(
        Card(name, PHRASES.say(lang, f"card.{name}"), tell_card(raw, name, lang), makers[name]())
        for name in CARDS
    )


class _Dealer(Filling):
    """Makes the cards of one file in one language."""

    def board(self) -> Group:
        board = table_of(self.raw.get("board"))
        group = Group(("board",))
        shapes = [Option(shape, self._blank(f"Board.{shape}"), _SHAPE_EXAMPLES[shape]) for shape in SHAPES]
        group.fields.append(self._field(("board",), "Board", Choice(SHAPES), self.shape, True, tuple(shapes)))
        self._fill(group, Board, board, skip=tuple(s for s in SHAPES if s != self.shape))
        regions = table_of(self.raw.get("regions"))
        for name, cells in regions.items():
            group.fields += self._sided(("regions", name), "region", Text("", 2000), cells, True, name)
        return group

    def pieces(self) -> Group:
        group = Group(("pieces",))
        pieces = table_of(self.raw.get("pieces"))
        for name, kind in pieces.items():
            inner = Group(("pieces", name), self.say("Kind", v=name), len(pieces) > 1)
            self._fill(inner, Kind, table_of(kind), skip=("moves",))
            inner.groups += self._actions(("pieces", name, "moves"), table_of(kind).get("moves"), False)
            group.groups.append(inner)
        new = next(f"kind-{n}" for n in range(2, 99) if f"kind-{n}" not in pieces)
        group.offers.append(Offer(("pieces", new), self.say("offer.kind"), {"moves": ["step"]}))
        return group

    def setup(self) -> Group:
        group = Group(("setup",))
        pits = self.shape == "pits"
        unfit = ("board", "first", "second", "shared", "blocked", "hand", "hands") if pits else ("seeds",)
        self._fill(group, Setup, table_of(self.raw.get("setup")), skip=unfit)
        return group

    def turn(self) -> Group:
        phases = self.raw.get("phase")
        if isinstance(phases, list):
            group = Group(("phase",))
            for n, phase in enumerate(phases):
                title = self.say("group.phase", n=n + 1)
                group.groups.append(self._turn(("phase", n), table_of(phase), title, len(phases) > 1))
            group.offers.append(Offer(("phase", len(phases)), self.say("offer.phase"), {"do": "step"}))
            return group
        return self._turn(("turn",), table_of(self.raw.get("turn")), "", False)

    def _turn(self, path: Path, turn: dict[str, Any], title: str, is_removable: bool) -> Group:
        group = Group(path, title, is_removable)
        group.groups += self._actions((*path, "do"), turn.get("do", "move"), True)
        if "then" in turn:
            group.groups.append(self._then((*path, "then"), turn["then"]))
        elif self.shape != "pits":
            group.offers.append(Offer((*path, "then"), self.say("offer.then"), "shoot"))
        rest = Group(path, part="rest")
        self._fill(rest, Turn, turn, skip=("do", "then"))
        group.offers += rest.offers
        rest.offers = []
        group.groups.append(rest)
        return group

    def _then(self, path: Path, then: Any) -> Group:
        group = Group(path, self.say("group.then"), True)
        if isinstance(then, dict) and "do" in then:
            group.groups += self._actions((*path, "do"), then["do"], True)
            self._fill(group, Follow, then, skip=("do",))
        else:
            group.groups += self._actions(path, then, True)
            group.offers.append(
                Offer(path, self.say("Follow.after", v="…"), {"do": then, "after": "a capture"})
            )
        return group

    def end(self) -> Group:
        group = Group(("end",))
        ends = self.raw.get("end", [])
        listed = ends if isinstance(ends, list) else [ends]
        for n, end in enumerate(listed):
            path: Path = ("end", n) if isinstance(ends, list) else ("end",)
            inner = Group(path, self.say("group.end", n=n + 1), True)
            when = self._when((*path, "when"), table_of(end).get("when"))
            inner.fields += when.fields
            inner.offers += when.offers
            self._fill(inner, End, table_of(end), skip=("when",))
            group.groups.append(inner)
        if isinstance(ends, list):
            new = {"when": {"align": 3}, "result": "owner wins"}
            if self.shape == "pits":
                new = {"when": {"stored": 25}, "result": "owner wins"}
            group.offers.append(Offer(("end", len(ends)), self.say("offer.end"), new))
        return group

    def draw(self) -> Group:
        group = Group(("draw",))
        self._fill(group, Draw, table_of(self.raw.get("draw")))
        return group

    def names(self) -> Group:
        group = Group(())
        for lang in ("en", "pt-BR"):
            inner = Group(("text", lang), self.say(f"text.{lang}"))
            words = table_of(table_of(self.raw.get("text")).get(lang))
            known = keys_of(Words)
            for key in ("name", "sides"):
                path = ("text", lang, key)
                inner.fields += self._fields(path, f"Words.{key}", known[key], words.get(key), key in words)
            group.groups.append(inner)
        known = keys_of(GameSpec)
        family = self.raw.get("family", known["family"].default)
        group.fields += self._fields(
            ("family",), "GameSpec.family", known["family"], family, "family" in self.raw
        )
        if self.raw.get("based-on"):
            value = self.raw["based-on"]
            reader = known["based-on"].metadata["reader"]
            one = self._field(("based-on",), "GameSpec.based-on", reader, value, True)
            group.fields.append(Field(one.path, "told", one.before, one.after, one.value, True))
        return group


_SHAPE_EXAMPLES: dict[str, Any] = {
    shape: {shape: example_of(keys_of(Board)[shape], shape)} for shape in SHAPES
}
_SHAPE_EXAMPLES["points"]["joined"] = ["a b c"]
