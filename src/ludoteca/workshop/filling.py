"""Groups of blanks: the keys of a table, the parts of an action, the conditions of an end."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from ludoteca.games.spec import (
    CONDITIONS,
    DEFAULT_VALUE,
    SHORT_CONDITIONS,
    VALUES,
    VERBS,
    Board,
    Draw,
    End,
    Kind,
    Setup,
    Turn,
    When,
    modifiers_of,
)
from ludoteca.games.words import Choice, Many, Named, Table, keys_of
from ludoteca.workshop.blanks import Blanks, table_of
from ludoteca.workshop.cards import Field, Group, Offer, Option
from ludoteca.workshop.places import Path
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


def example_of(known: Any, key: str) -> Any:
    """What a key's example says."""
    text = known.metadata["example"]
    said = tomllib.loads(f"k = {text}")["k"] if text.startswith("{") else tomllib.loads(text)
    return said[key]


class Filling(Blanks):
    """Fills groups with blanks, and with offers for what is not said."""

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
        value = example_of(known, key)
        if key in ("kind", "of", "royal", "to") and isinstance(value, str):
            return self.kinds[0]
        if key in ("hands", "first", "second"):
            return {self.kinds[0]: next(iter(value.values()))}
        return "far row" if value in ("camp", "home") else value

    def _inner(self, path: Path, key: str, table: type, said: Any) -> Group:
        group = Group(path, self._blank(key), True)
        self._fill(group, table, table_of(said))
        return group

    def _named(self, path: Path, key: str, reader: Named, said: Any) -> Group:
        group = Group(path, self._blank(key), True)
        if len(table_of(said)) > 12 or isinstance(reader.inner, Many):
            text = f"{len(table_of(said))}"
            group.fields.append(Field(path, "told", self._blank(key), "", text, True))
            return group
        for name, value in table_of(said).items():
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
