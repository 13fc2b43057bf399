"""Builds the cards of a game file: its fields, their options, and offers of keys that could be added."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any, TypeVar

from ludoteca.games.fields import ListOf, MapOf, OneOf, String, Table, keys_of
from ludoteca.games.spec import (
    CONDITIONS,
    DEFAULT_VALUE,
    MOST_FOLLOWS,
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
from ludoteca.messages import LANGUAGES, catalogue, language_name
from ludoteca.workshop.cards import CARDS, Card, Field, FieldBuilder, Group, Offer, Option, table_of
from ludoteca.workshop.rules_text import describe_card
from ludoteca.workshop.toml_positions import Path
from ludoteca.workshop.words import word

MESSAGES = catalogue("rules")
Part = TypeVar("Part")
MOST_PARTS = 100
"""Pieces, regions, phases, actions and ends of one file that get fields; more can be edited in the text only.
No game of the library has more than a dozen."""

_SHOWN: dict[type, tuple[str, ...]] = {
    Board: ("lines", "only"),
    Kind: ("side", "shape"),
    Setup: ("starts",),
    Turn: ("capture", "chain", "pass", "swap"),
    End: ("result",),
    Draw: ("repetition", "no-progress", "full-board", "length"),
}
"""Keys that are shown even if the file does not set them: the ones most often changed."""


def example_of(known: Any, key: str) -> Any:
    """The value in the example of a key."""
    text = known.metadata["example"]
    raw = tomllib.loads(f"k = {text}")["k"] if text.startswith("{") else tomllib.loads(text)
    return raw[key]


def _is_possible(known: Any, raw: dict[str, Any]) -> bool:
    """Whether one of the keys that a key needs is set."""
    needs = known.metadata.get("needs", ())
    return not needs or any(other in raw for other in needs)


class GroupBuilder(FieldBuilder):
    """Adds to groups the fields that are set and offers for the others."""

    _left = MOST_PARTS

    def _first(self, parts: Iterable[Part]) -> Iterator[Part]:
        """The first of some parts, until the file has had `MOST_PARTS`."""
        for part in parts:
            if not self._left:
                return
            self._left -= 1
            yield part

    # -- tables ---------------------------------------------------------------------------------------

    def _fill(self, group: Group, table: type, raw: dict[str, Any], skip: tuple[str, ...] = ()) -> None:
        """The keys of a table: fields for those set or always shown, offers for the rest."""
        for key, known in keys_of(table).items():
            if key in skip:
                continue
            path, name = (*group.path, key), f"{table.__name__}.{key}"
            if key in raw:
                self._add_value(group, path, name, known, raw[key])
            elif _is_possible(known, raw):
                if key in _SHOWN.get(table, ()):
                    group.fields += self._fields(path, name, known, known.default, False)
                else:
                    group.offers.append(Offer(path, self._label(name), self._initial_value(key, known)))

    def _add_value(self, group: Group, path: Path, name: str, known: Any, raw: Any) -> None:
        """A field, or a nested group, for a key that is set."""
        reader = known.metadata["reader"]
        if isinstance(reader, Table):
            group.groups.append(self._table_group(path, name, reader.of, raw))
        elif isinstance(reader, MapOf):
            group.groups.append(self._map_group(path, name, reader, raw))
        else:
            group.fields += self._fields(path, name, known, raw, True)

    def _initial_value(self, key: str, known: Any) -> Any:
        """The initial value of an offer: the example of the key, with names that this file defines."""
        value = example_of(known, key)
        if key in ("kind", "of", "royal", "to") and isinstance(value, str):
            return self.kinds[0]
        if key in ("hands", "first", "second"):
            return {self.kinds[0]: next(iter(value.values()))}
        return "far row" if value in ("camp", "home") else value

    def _table_group(self, path: Path, key: str, table: type, raw: Any) -> Group:
        group = Group(path, self._label(key), True)
        self._fill(group, table, table_of(raw))
        return group

    def _map_group(self, path: Path, key: str, reader: MapOf, raw: Any) -> Group:
        group = Group(path, self._label(key), True)
        if len(table_of(raw)) > 12 or isinstance(reader.inner, ListOf):
            text = f"{len(table_of(raw))}"
            group.fields.append(Field(path, "told", self._label(key), "", text, True))
            return group
        for name, value in table_of(raw).items():
            group.fields += self._side_fields((*path, name), "region", reader.inner, value, True, name)
        return group

    # -- actions and conditions -----------------------------------------------------------------------

    def _actions(self, path: Path, raw: Any, with_move: bool) -> list[Group]:
        """A group for each action, in groups for each side if they differ."""
        if isinstance(raw, dict) and raw and set(raw) <= {"first", "second"}:
            sides = [Group((*path, side), self.say(f"side.{side}")) for side in raw]
            for group, actions in zip(sides, raw.values(), strict=True):
                group.groups += self._actions(group.path, actions, with_move)
            return sides
        if raw is None or raw == []:
            return []
        label = self.say("offer.action")
        if not isinstance(raw, list):
            only = self._action(path, raw, "", False, with_move)
            only.offers.append(Offer(path, label, [raw, "step"]))
            return [only]
        found = []
        for n, item in self._first(enumerate(raw)):
            title = self.say("group.action", n=n + 1) if len(raw) > 1 else ""
            found.append(self._action((*path, n), item, title, len(raw) > 1, with_move))
        if len(found) == len(raw):
            found[-1].offers.append(Offer((*path, len(raw)), label, "step"))
        return found

    def _action(self, path: Path, raw: Any, title: str, is_removable: bool, with_move: bool) -> Group:
        group = Group(path, title, is_removable)
        table = raw if isinstance(raw, dict) else {}
        verb = next((key for key in table if key in VERBS), raw if isinstance(raw, str) else "")
        verbs = [*(["move"] if with_move else []), *VERBS]
        options = tuple(Option(one, self._label(f"verb.{one}"), one) for one in verbs)
        group.fields.append(self._field(path, "Action.verb", OneOf(tuple(verbs)), verb, True, options))
        if verb in VERBS:
            self._add_verb_value(group, verb, table)
            self._add_modifiers(group, verb, table)
        return group

    def _add_verb_value(self, group: Group, verb: str, table: dict[str, Any]) -> None:
        if table:
            path = (*group.path, verb)
            group.fields.append(self._field(path, "Action.value", VALUES[verb], table[verb], True))
        elif verb not in ("rotate", "sow"):
            group.offers.append(Offer(group.path, self._label("Action.value"), {verb: DEFAULT_VALUE[verb]}))

    def _add_modifiers(self, group: Group, verb: str, table: dict[str, Any]) -> None:
        for key, known in modifiers_of(verb).items():
            path, name = (*group.path, key), f"Action.{key}"
            if key in table:
                self._add_value(group, path, name, known, table[key])
            elif _is_possible(known, table):
                value = self._initial_value(key, known)
                offer = Offer(path, self._label(name), value)
                if not table:  # the verb alone: the offer turns it into a table
                    offer = Offer(group.path, offer.label, {verb: DEFAULT_VALUE[verb], key: value})
                group.offers.append(offer)

    def _when(self, path: Path, raw: Any) -> Group:
        group = Group(path)
        table = raw if isinstance(raw, dict) else {}
        used = [name.replace("_", "-") for name in CONDITIONS if name.replace("_", "-") in table]
        condition = raw if isinstance(raw, str) else used[0] if used else ""
        options = tuple(self._conditions())
        fitting = OneOf(tuple(option.word for option in options))
        group.fields.append(self._field(path, "End.when", fitting, condition, True, options))
        for key, known in keys_of(When).items():
            needs = known.metadata.get("needs", ())
            if key in table:
                group.fields += self._fields((*path, key), f"When.{key}", known, table[key], True)
            elif needs and condition in needs:
                value = self._initial_value(key, known)
                group.offers.append(Offer((*path, key), self._label(f"When.{key}"), value))
        return group

    def _conditions(self) -> Iterator[Option]:
        """The conditions that an end can have on this board, each with an initial value."""
        for short in SHORT_CONDITIONS:
            yield Option(short, word(self.lang, short), short)
        known = keys_of(When)
        for name in CONDITIONS:
            key = name.replace("_", "-")
            if key == "no-move" or (self.shape == "pits") != (key in ("side-empty", "stored")):
                continue
            example = tomllib.loads(f"k = {known[key].metadata['example']}")["k"]
            value = {one: "far row" if item in ("camp", "home") else item for one, item in example.items()}
            yield Option(key, self._label(f"When.{key}"), value)


def cards_of(raw: Mapping[str, Any], lang: str) -> tuple[Card, ...]:
    """The cards of a file. Invalid values are shown as they are."""
    dealer = _CardBuilder(raw, lang)
    makers = {
        "board": dealer.board, "pieces": dealer.pieces, "setup": dealer.setup, "turn": dealer.turn,
        "end": dealer.end, "draw": dealer.draw, "names": dealer.names,
    }  # fmt: skip
    return tuple(
        Card(name, MESSAGES.text(lang, f"card.{name}"), describe_card(raw, name, lang), makers[name]())
        for name in CARDS
    )


class _CardBuilder(GroupBuilder):
    """Builds the cards of one file in one language."""

    def board(self) -> Group:
        board = table_of(self.raw.get("board"))
        group = Group(("board",))
        shapes = [Option(shape, self._label(f"Board.{shape}"), _SHAPE_EXAMPLES[shape]) for shape in SHAPES]
        group.fields.append(self._field(("board",), "Board", OneOf(SHAPES), self.shape, True, tuple(shapes)))
        self._fill(group, Board, board, skip=tuple(s for s in SHAPES if s != self.shape))
        regions = table_of(self.raw.get("regions"))
        for name, cells in self._first(regions.items()):
            group.fields += self._side_fields(
                ("regions", name), "region", String("", 2000), cells, True, name
            )
        return group

    def pieces(self) -> Group:
        group = Group(("pieces",))
        pieces = table_of(self.raw.get("pieces"))
        for name, kind in self._first(pieces.items()):
            inner = Group(("pieces", name), self.say("Kind", v=name), len(pieces) > 1)
            self._fill(inner, Kind, table_of(kind), skip=("moves",))
            inner.groups += self._actions(("pieces", name, "moves"), table_of(kind).get("moves"), False)
            group.groups.append(inner)
        new = next(name for n in count(2) if (name := f"kind-{n}") not in pieces)
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
            for n, phase in self._first(enumerate(phases)):
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
            self._fill(group, Follow, then, skip=("do", "then"))
            self._further(group, path, then)
        else:
            group.groups += self._actions(path, then, True)
            group.offers.append(
                Offer(path, self.say("Follow.after", v="…"), {"do": then, "after": "a capture"})
            )
        return group

    def _further(self, group: Group, path: Path, then: dict[str, Any]) -> None:
        """The action after a further action, or the offer to add one."""
        if "then" in then:
            group.groups.append(self._then((*path, "then"), then["then"]))
        elif path.count("then") < MOST_FOLLOWS:
            group.offers.append(Offer((*path, "then"), self.say("offer.then"), "shoot"))

    def end(self) -> Group:
        group = Group(("end",))
        ends = self.raw.get("end", [])
        listed = ends if isinstance(ends, list) else [ends]
        for n, end in self._first(enumerate(listed)):
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
        for lang in LANGUAGES:
            inner = Group(("text", lang), language_name(lang))
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
