"""Cards dealt from a file: which blanks there are, what may fill them, what else could be said."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from ludoteca.games.spec import (
    CONDITIONS,
    DEFAULT_VALUE,
    RESULTS,
    SHAPES,
    SHORT_CONDITIONS,
    VALUES,
    VERBS,
    Board,
    Draw,
    End,
    Follow,
    GameSpec,
    Kind,
    Setup,
    Turn,
    When,
    Words,
    modifiers_of,
)
from ludoteca.games.words import Choice, Flag, Int, Many, Named, Reader, Sided, Table, Text, Year, keys_of
from ludoteca.workshop.cards import CARDS, Card, Field, Group, Offer, Option
from ludoteca.workshop.places import Path
from ludoteca.workshop.sentences import PHRASES
from ludoteca.workshop.telling import tell_card
from ludoteca.workshop.words import word

_SHOWN: dict[type, tuple[str, ...]] = {
    Board: ("lines", "only"),
    Kind: ("side", "shape"),
    Setup: ("starts",),
    Turn: ("capture", "chain", "pass", "swap"),
    End: ("result",),
    Draw: ("repetition", "no-progress", "full-board", "length"),
}
"""Keys that a card shows although the file does not say them: what people change most."""


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


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _example(known: Any, key: str) -> Any:
    """What a key's example says."""
    text = known.metadata["example"]
    said = tomllib.loads(f"k = {text}")["k"] if text.startswith("{") else tomllib.loads(text)
    return said[key]


class _Dealer:
    """Makes the cards of one file in one language."""

    def __init__(self, raw: Mapping[str, Any], lang: str) -> None:
        self.raw, self.lang = raw, lang
        self.shape = next((shape for shape in SHAPES if shape in _table(raw.get("board"))), "grid")
        self.kinds = list(_table(raw.get("pieces"))) or ["piece"]

    def say(self, key: str, **values: object) -> str:
        return PHRASES.say(self.lang, key, **values)

    # -- the cards ------------------------------------------------------------------------------------

    def board(self) -> Group:
        board = _table(self.raw.get("board"))
        group = Group(("board",))
        shapes = [Option(shape, self._blank(f"Board.{shape}"), _SHAPE_EXAMPLES[shape]) for shape in SHAPES]
        group.fields.append(self._field(("board",), "Board", Choice(SHAPES), self.shape, True, tuple(shapes)))
        self._fill(group, Board, board, skip=tuple(s for s in SHAPES if s != self.shape))
        regions = _table(self.raw.get("regions"))
        for name, cells in regions.items():
            group.fields += self._sided(("regions", name), "region", Text("", 2000), cells, True, name)
        return group

    def pieces(self) -> Group:
        group = Group(("pieces",))
        pieces = _table(self.raw.get("pieces"))
        for name, kind in pieces.items():
            inner = Group(("pieces", name), self.say("Kind", v=name), len(pieces) > 1)
            self._fill(inner, Kind, _table(kind), skip=("moves",))
            inner.groups += self._actions(("pieces", name, "moves"), _table(kind).get("moves"), False)
            group.groups.append(inner)
        new = next(f"kind-{n}" for n in range(2, 99) if f"kind-{n}" not in pieces)
        group.offers.append(Offer(("pieces", new), self.say("offer.kind"), {"moves": ["step"]}))
        return group

    def setup(self) -> Group:
        group = Group(("setup",))
        pits = self.shape == "pits"
        unfit = ("board", "first", "second", "shared", "blocked", "hand", "hands") if pits else ("seeds",)
        self._fill(group, Setup, _table(self.raw.get("setup")), skip=unfit)
        return group

    def turn(self) -> Group:
        phases = self.raw.get("phase")
        if isinstance(phases, list):
            group = Group(("phase",))
            for n, phase in enumerate(phases):
                title = self.say("group.phase", n=n + 1)
                group.groups.append(self._turn(("phase", n), _table(phase), title, len(phases) > 1))
            group.offers.append(Offer(("phase", len(phases)), self.say("offer.phase"), {"do": "step"}))
            return group
        return self._turn(("turn",), _table(self.raw.get("turn")), "", False)

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
            when = self._when((*path, "when"), _table(end).get("when"))
            inner.fields += when.fields
            inner.offers += when.offers
            self._fill(inner, End, _table(end), skip=("when",))
            group.groups.append(inner)
        if isinstance(ends, list):
            new = {"when": {"align": 3}, "result": "owner wins"}
            if self.shape == "pits":
                new = {"when": {"stored": 25}, "result": "owner wins"}
            group.offers.append(Offer(("end", len(ends)), self.say("offer.end"), new))
        return group

    def draw(self) -> Group:
        group = Group(("draw",))
        self._fill(group, Draw, _table(self.raw.get("draw")))
        return group

    def names(self) -> Group:
        group = Group(())
        for lang in ("en", "pt-BR"):
            inner = Group(("text", lang), self.say(f"text.{lang}"))
            words = _table(_table(self.raw.get("text")).get(lang))
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

    # -- tables ---------------------------------------------------------------------------------------

    def _fill(self, group: Group, table: type, said: dict[str, Any], skip: tuple[str, ...] = ()) -> None:
        """The keys of a table: those that are said, those that are shown anyway, and offers for the rest."""
        name = table.__name__
        for key, known in keys_of(table).items():
            if key in skip:
                continue
            path = (*group.path, key)
            needs = known.metadata.get("needs", ())
            fits = not needs or any(other in said for other in needs)
            if key in said:
                inner = known.metadata["reader"]
                if isinstance(inner, Table):
                    group.groups.append(self._inner(path, f"{name}.{key}", inner.of, said[key]))
                elif isinstance(inner, Named):
                    group.groups.append(self._named(path, f"{name}.{key}", inner, said[key]))
                else:
                    group.fields += self._fields(path, f"{name}.{key}", known, said[key], True)
            elif fits and key in _SHOWN.get(table, ()):
                group.fields += self._fields(path, f"{name}.{key}", known, known.default, False)
            elif fits:
                offer = Offer(path, self._blank(f"{name}.{key}"), self._fitting(key, known))
                group.offers.append(offer)

    def _fitting(self, key: str, known: Any) -> Any:
        """What an offer says at first: the example of the language, with names that this file knows."""
        value = _example(known, key)
        if key in ("kind", "of", "royal", "to") and isinstance(value, str):
            return self.kinds[0]
        if key in ("hands", "first", "second"):
            return {self.kinds[0]: next(iter(value.values()))}
        return "far row" if value in ("camp", "home") else value

    def _inner(self, path: Path, key: str, table: type, said: Any) -> Group:
        group = Group(path, self._blank(key), True)
        self._fill(group, table, _table(said))
        return group

    def _named(self, path: Path, key: str, reader: Named, said: Any) -> Group:
        group = Group(path, self._blank(key), True)
        if len(_table(said)) > 12 or isinstance(reader.inner, Many):
            text = f"{len(_table(said))}"
            group.fields.append(Field(path, "told", self._blank(key), "", text, True))
            return group
        for name, value in _table(said).items():
            group.fields += self._sided((*path, name), "region", reader.inner, value, True, name)
        return group

    # -- actions and conditions -----------------------------------------------------------------------

    def _actions(self, path: Path, said: Any, with_move: bool) -> list[Group]:
        if isinstance(said, dict) and said and set(said) <= {"first", "second"}:
            found = []
            for side in said:
                inner = Group((*path, side), self.say(f"side.{side}"))
                inner.groups += self._actions((*path, side), said[side], with_move)
                found.append(inner)
            return found
        if said is None:
            return []
        listed = said if isinstance(said, list) else [said]
        found = []
        for n, item in enumerate(listed):
            spot: Path = (*path, n) if isinstance(said, list) else path
            title = self.say("group.action", n=n + 1) if len(listed) > 1 else ""
            found.append(self._action(spot, item, title, len(listed) > 1, with_move))
        if found:
            more: Offer
            if isinstance(said, list):
                more = Offer((*path, len(said)), self.say("offer.action"), "step")
            else:
                more = Offer(path, self.say("offer.action"), [said, "step"])
            found[-1].offers.append(more)
        return found

    def _action(self, path: Path, said: Any, title: str, is_removable: bool, with_move: bool) -> Group:
        group = Group(path, title, is_removable)
        table = said if isinstance(said, dict) else {}
        verb = next((key for key in table if key in VERBS), said if isinstance(said, str) else "")
        verbs = [*(["move"] if with_move else []), *VERBS]
        options = tuple(Option(one, self._blank(f"verb.{one}"), one) for one in verbs)
        group.fields.append(self._field(path, "Action.verb", Choice(tuple(verbs)), verb, True, options))
        if verb not in VERBS:
            return group
        whole = table or {verb: DEFAULT_VALUE[verb]}
        spot = (*path, verb)
        if table:
            group.fields.append(self._field(spot, "Action.value", VALUES[verb], table[verb], True))
        elif verb not in ("rotate", "sow"):
            label = self._blank("Action.value")
            group.offers.append(Offer(path, label, whole))
        for key, known in modifiers_of(verb).items():
            needs = known.metadata.get("needs", ())
            if key in table:
                reader = known.metadata["reader"]
                if isinstance(reader, Table):
                    group.groups.append(self._inner((*path, key), f"Action.{key}", reader.of, table[key]))
                else:
                    group.fields += self._fields((*path, key), f"Action.{key}", known, table[key], True)
            elif not needs or any(other in table for other in needs):
                value = self._fitting(key, known)
                offer = (
                    Offer((*path, key), self._blank(f"Action.{key}"), value)
                    if table
                    else Offer(path, self._blank(f"Action.{key}"), {**whole, key: value})
                )
                group.offers.append(offer)
        return group

    def _when(self, path: Path, said: Any) -> Group:
        group = Group(path)
        table = said if isinstance(said, dict) else {}
        used = [name.replace("_", "-") for name in CONDITIONS if name.replace("_", "-") in table]
        condition = said if isinstance(said, str) else used[0] if used else ""
        options = tuple(self._conditions())
        fitting = Choice(tuple(option.word for option in options))
        group.fields.append(self._field(path, "End.when", fitting, condition, True, options))
        for key, known in keys_of(When).items():
            needs = known.metadata.get("needs", ())
            if key in table:
                group.fields += self._fields((*path, key), f"When.{key}", known, table[key], True)
            elif needs and condition in needs:
                value = self._fitting(key, known)
                group.offers.append(Offer((*path, key), self._blank(f"When.{key}"), value))
        return group

    def _conditions(self) -> Iterator[Option]:
        """The conditions that an end can have on this board, each with something to begin with."""
        for short in SHORT_CONDITIONS:
            yield Option(short, word(self.lang, short), short)
        known = keys_of(When)
        for name in CONDITIONS:
            key = name.replace("_", "-")
            if key == "no-move" or (self.shape == "pits") != (key in ("side-empty", "stored")):
                continue
            example = tomllib.loads(f"k = {known[key].metadata['example']}")["k"]
            value = {one: "far row" if item in ("camp", "home") else item for one, item in example.items()}
            yield Option(key, self._blank(f"When.{key}"), value)

    # -- blanks ---------------------------------------------------------------------------------------

    def _blank(self, key: str) -> str:
        """The sentence of a key with its blank left open."""
        said = self.say(key, v="…") if key in PHRASES else key
        return said.strip(" …:,").strip() if said.startswith("…") or said.endswith("…") else said

    def _fields(self, path: Path, key: str, known: Any, value: Any, is_said: bool) -> list[Field]:
        return self._sided(path, key, known.metadata["reader"], value, is_said)

    def _sided(
        self, path: Path, key: str, reader: Reader, value: Any, is_said: bool, name: str = ""
    ) -> list[Field]:
        """One blank, or one for each side where the file speaks of them apart."""
        inner = reader.inner if isinstance(reader, Sided) else reader
        if isinstance(value, dict) and value and set(value) <= {"first", "second"}:
            return [
                self._field(
                    (*path, side), key, inner, value[side], True, named=f"{name} ({self.say(f'side.{side}')})"
                )
                for side in value
            ]
        if isinstance(value, tuple) and isinstance(reader, Sided):
            value = value[0]
        return [self._field(path, key, inner, value, is_said, named=name)]

    def _field(
        self, path: Path, key: str, reader: Reader, value: Any, is_said: bool,
        options: tuple[Option, ...] = (), named: str = "",
    ) -> Field:  # fmt: skip
        before, after = self._around(key, named)
        kind, limits = _kind_of(reader, value)
        if isinstance(reader, Choice) and not options:
            words = self._results(path) if key == "End.result" else reader.words
            options = tuple(Option(one, word(self.lang, one, key), one) for one in words)
        return Field(path, kind, before, after, value, is_said, options, **limits)

    def _results(self, path: Path) -> tuple[str, ...]:
        """The results that go with the condition of an end."""
        end: Any = self.raw
        for part in path[:-1]:
            end = end[part]
        when = _table(end).get("when")
        is_no_move = isinstance(when, str) or "no-move" in _table(when)
        unfit = ("owner wins", "owner loses") if is_no_move else ("mover wins", "mover loses")
        uncounted = ("most pieces", "fewest pieces") if self.shape == "pits" else ("most seeds",)
        return tuple(one for one in RESULTS if one not in (*unfit, *uncounted))

    def _around(self, key: str, named: str) -> tuple[str, str]:
        said = self.say(key, v="\0")
        before, _, after = said.partition("\0")
        if key == "region":
            return f"{named}: ", ""
        before = f"{before.strip()} {named}".strip() if named else before.strip()
        return before, after.strip()


def _kind_of(reader: Reader, value: Any) -> tuple[str, dict[str, int]]:
    """What kind of blank a reader needs, and its limits."""
    if isinstance(reader, Int):
        # A number may be a parameter's: then it is a text such as `$size`.
        kind = "text" if isinstance(value, str) else "number"
        return kind, {"least": reader.low, "most": reader.high, "longest": 80}
    if isinstance(reader, Flag):
        return "flag", {}
    if isinstance(reader, Choice):
        return "choice", {}
    if isinstance(reader, Many) and isinstance(reader.inner, Int) and reader.fewest == reader.longest == 2:
        plain = isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) for n in value)
        return "numbers" if plain else "list", {"least": reader.inner.low, "most": reader.inner.high}
    if isinstance(reader, Many) and isinstance(reader.inner, Int | Text | Choice):
        return "list", {"longest": 400}
    if isinstance(reader, Text | Year):
        return "text", {"longest": getattr(reader, "longest", 60)}
    return "told", {}


_SHAPE_EXAMPLES: dict[str, Any] = {shape: {shape: _example(keys_of(Board)[shape], shape)} for shape in SHAPES}
_SHAPE_EXAMPLES["points"]["joined"] = ["a b c"]
