"""Rules text: sentences generated from a game file, so that they always agree with the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.games.problems import sentence
from ludoteca.games.spec import CONDITIONS, DEFAULT_VALUE, SHAPES, VERBS
from ludoteca.messages import catalogue
from ludoteca.workshop.words import is_known, region_text, word

MESSAGES = catalogue("rules")


def describe_rules(raw: Mapping[str, Any], lang: str) -> tuple[str, ...]:
    """The rules of a file in a few sentences."""
    cards = ("board", "pieces", "setup", "turn", "end", "draw")
    return tuple(text for card in cards for text in describe_card(raw, card, lang))


def describe_card(raw: Mapping[str, Any], card: str, lang: str) -> tuple[str, ...]:
    """The sentences of one card. Invalid values are left out."""
    writer = _RulesWriter(raw, lang)
    texts = getattr(writer, card)()
    return tuple(sentence(" ".join(text.split())) for text in texts if text.strip(" .;:,"))


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


class _RulesWriter:
    def __init__(self, raw: Mapping[str, Any], lang: str) -> None:
        self.raw, self.lang = raw, lang

    def say(self, key: str, **values: object) -> str:
        return MESSAGES.text(self.lang, key, **values)

    # -- cards ----------------------------------------------------------------------------------------

    def board(self) -> list[str]:
        board = _table(self.raw.get("board"))
        shape = next((one for one in SHAPES if one in board), None)
        if shape is None:
            return []
        parts = [self.say("Board", v=self.phrase(f"Board.{shape}", board[shape]))]
        hidden = (shape, "joined", "rings", "tracks", "style")
        parts += [
            self.phrase(f"Board.{key}", value)
            for key, value in board.items()
            if key not in hidden and f"Board.{key}" in MESSAGES
        ]
        regions = _table(self.raw.get("regions"))
        named = [f"{self.say('region', v=name)}: {self.value(cells)}" for name, cells in regions.items()]
        return ["; ".join(filter(None, parts)), *named]

    def pieces(self) -> list[str]:
        pieces = _table(self.raw.get("pieces"))
        if not pieces:
            return [] if "pits" in _table(self.raw.get("board")) else [self.say("plain-pieces")]
        return [self._kind(name, _table(kind)) for name, kind in pieces.items()]

    def _kind(self, name: str, kind: dict[str, Any]) -> str:
        parts = [self.say("Kind", v=self._piece_name(name))]
        if "side" in kind:
            parts.append(self.phrase("Kind.side", kind["side"]))
        if kind.get("moves"):
            parts.append(f"{self.say('Kind.moves')} {self.actions(kind['moves'])}")
        promote = _table(kind.get("promote"))
        if promote:
            keys = [key for key in ("to", "at", "when") if key in promote]
            parts.append(" ".join(self.phrase(f"Promotion.{key}", promote[key]) for key in keys))
        return f"{parts[0]} {'; '.join(parts[1:])}"

    def _piece_name(self, name: str) -> str:
        names = _table(_table(_table(self.raw.get("text")).get(self.lang)).get("pieces"))
        raw = names.get(name, name)
        return str(raw)

    def setup(self) -> list[str]:
        setup = _table(self.raw.get("setup"))
        parts = []
        for key, value in setup.items():
            if key in ("first", "second", "hands") and isinstance(value, dict):
                cells = ", ".join(f"{self._piece_name(kind)}: {self.value(v)}" for kind, v in value.items())
                parts.append(f"{self.say(f'Setup.{key}')} {cells}")
            elif f"Setup.{key}" in MESSAGES and key != "starts":
                parts.append(self.phrase(f"Setup.{key}", value))
        return [*parts, self.phrase("Setup.starts", setup.get("starts", "first"))]

    def turn(self) -> list[str]:
        phases = self.raw.get("phase")
        if not isinstance(phases, list):
            return self._turn(_table(self.raw.get("turn")))
        parts = []
        for n, phase in enumerate(phases):
            raw = self._turn(_table(phase))
            parts += [f"{self.say('group.phase', n=n + 1)}: {raw[0]}", *raw[1:]]
        return parts

    def _turn(self, turn: dict[str, Any]) -> list[str]:
        first = f"{self.say('Turn.do')} {self.actions(turn.get('do', 'move'))}"
        if "then" in turn:
            first += f"; {self._then(turn['then'])}"
        keys = ("until", "moves", "capture", "chain", "pass", "swap")
        rest = [self.phrase(f"Turn.{key}", turn[key]) for key in keys if key in turn]
        return [first, *filter(None, rest)]

    def _then(self, then: Any) -> str:
        if not (isinstance(then, dict) and "do" in then):
            return f"{self.say('Turn.then')} {self.actions(then)}"
        parts = f"{self.say('Turn.then')} {self.actions(then['do'])}"
        if "after" in then:
            parts += f" ({self.phrase('Follow.after', then['after'])}"
            parts += f": {self.table('Windows', _table(then.get('shape')))})" if then.get("shape") else ")"
        return f"{parts}; {self._then(then['then'])}" if "then" in then else parts

    def end(self) -> list[str]:
        ends = self.raw.get("end") or []
        parts = [self._end(_table(end)) for end in (ends if isinstance(ends, list) else [ends])]
        is_set = any(_is_no_move(end) for end in (ends if isinstance(ends, list) else [ends]))
        return parts if is_set else [*parts, self.say("no-end")]

    def _end(self, end: dict[str, Any]) -> str:
        first = f"{self.when(end.get('when'))}: {word(self.lang, end.get('result', ''), 'End.result')}"
        rest = [self.phrase(f"End.{key}", end[key]) for key in ("side", "both", "checked") if key in end]
        return "; ".join([first, *rest])

    def draw(self) -> list[str]:
        draw = _table(self.raw.get("draw"))
        known = {key: value for key, value in draw.items() if f"Draw.{key}" in MESSAGES}
        parts = list(filter(None, (self.phrase(f"Draw.{key}", value) for key, value in known.items())))
        return [f"{self.say('card.draw')}: {'; '.join(parts)}"] if parts else [self.say("no-draw")]

    def names(self) -> list[str]:
        based = self.raw.get("based-on")
        return [self.phrase("GameSpec.based-on", based)] if based else []

    # -- parts ----------------------------------------------------------------------------------------

    def actions(self, raw: Any) -> str:
        if isinstance(raw, dict) and raw and set(raw) <= {"first", "second"}:
            each = (f"{self.actions(one)} ({self.say(f'side.{side}')})" for side, one in raw.items())
            return "; ".join(each)
        listed = raw if isinstance(raw, list) else [raw]
        return f", {word(self.lang, 'or')} ".join(self._action(one) for one in listed)

    def _action(self, raw: Any) -> str:
        if isinstance(raw, str) and (raw in VERBS or raw == "move"):
            raw = {raw: DEFAULT_VALUE.get(raw, "")}
        verb = next((key for key in _table(raw) if key in (*VERBS, "move")), None)
        if verb is None:
            return "…"
        first = self.say(f"verb.{verb}", v=self.value(raw[verb])).strip()
        rest = [self._modifier(key, value) for key, value in raw.items() if key != verb]
        return ", ".join([first, *filter(None, rest)])

    def _modifier(self, key: str, value: Any) -> str:
        tables = {"when": "Condition", "custody": "Custody", "without": "Windows", "spare": "Windows"}
        if key in tables and isinstance(value, dict):
            inner = self.table(tables[key], value)
            head = "" if key == "when" else self.phrase(f"Action.{key}", True)
            return f"{head} ({inner})" if head and inner else head or inner
        return self.phrase(f"Action.{key}", value)

    def table(self, name: str, raw: dict[str, Any]) -> str:
        return ", ".join(filter(None, (self.phrase(f"{name}.{key}", value) for key, value in raw.items())))

    def when(self, raw: Any) -> str:
        if isinstance(raw, str):
            return word(self.lang, raw)
        table = _table(raw)
        order = [name.replace("_", "-") for name in CONDITIONS]
        keys = sorted(table, key=lambda key: order.index(key) if key in order else len(order))
        return ", ".join(filter(None, (self.phrase(f"When.{key}", table[key]) for key in keys)))

    # -- words ----------------------------------------------------------------------------------------

    def phrase(self, key: str, value: Any) -> str:
        """The sentence of a key with its value; empty if the value is false."""
        if value is False or key not in MESSAGES:
            return ""
        if key in ("Board.points", "Board.tracks"):
            return self.say(key, v=len(value)) if isinstance(value, dict | list) else ""
        if isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) for n in value):
            return self.say(key, v=" × ".join(map(str, value)))
        return self.say(key, v=self.value(value, key))

    def value(self, value: Any, key: str = "") -> str:
        """A value in words."""
        if isinstance(value, dict) and value and set(value) <= {"first", "second"}:
            sides = (f"{self.value(one, key)} ({self.say(f'side.{side}')})" for side, one in value.items())
            return ", ".join(sides)
        if isinstance(value, list | tuple):
            raw = [self.value(one, key) for one in value]
            joint = f" {word(self.lang, 'and')} "
            return joint.join(filter(None, (", ".join(raw[:-1]), raw[-1] if raw else "")))
        if not isinstance(value, str) or is_known(value, key):
            return word(self.lang, value, key)
        parts = value.split()
        if parts and all(is_known(part) for part in parts):
            return " ".join(word(self.lang, part) for part in parts)
        return region_text(self.lang, value)


def _is_no_move(end: Any) -> bool:
    when = _table(end).get("when")
    return isinstance(when, str) or "no-move" in _table(when)
