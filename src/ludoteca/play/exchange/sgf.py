"""The Smart Game Format (FF[4]): `(;GM[11]SZ[11];B[a1];W[b2]…)`.

A point on a hexagonal board is a letter and a number, on a square board two letters from the top left. A
move of several cells is the sequence of its points. Black moves first. Only the main line is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from ludoteca.errors import BadRecord
from ludoteca.games import Game, Outcome, Position
from ludoteca.play.exchange.identify import ForeignMove, candidates, convert
from ludoteca.play.record import IllegalRecord, Record

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_NODES = 10_000
MAX_NESTING = 1_000
COLOURS = {"first": "B", "second": "W"}
_SIDES = {colour: side for side, colour in COLOURS.items()}
_ENDINGS = {"R": "resignation", "T": "time", "resign": "resignation", "time": "time"}
_OWN = {"game": "LG", "rules": "LH", "position": "LP", "reason": "LR"}
"""Private properties, for a lossless round trip."""

Node = dict[str, list[str]]


# -- points -------------------------------------------------------------------------------------------


class Points:
    """The notation of the cells of a board."""

    def __init__(self, game: Game) -> None:
        self.by_name = game.board.shape == "hex"
        _, height = game.board_size
        self.written: dict[str, str] = {}
        for cell in game.board.cells:
            column, row = round(cell.x), height - 1 - round(cell.y)
            self.written[cell.name] = cell.name if self.by_name else LETTERS[column] + LETTERS[row]
        self.read = {said: name for name, said in self.written.items()}

    def path(self, value: str) -> tuple[str, ...]:
        """The cells of a move."""
        pattern = r"[A-Za-z]{1,2}\d{1,2}" if self.by_name else r"[A-Za-z]{2}"
        points = re.findall(pattern, value)
        if not points or "".join(points) != value.replace("-", "").replace(" ", ""):
            raise BadRecord("record.not-a-move", value=value[:20])
        cells = [self.read.get(point.lower() if self.by_name else point) for point in points]
        if None in cells:
            raise BadRecord("record.not-on-board", value=value[:20])
        return tuple(cell for cell in cells if cell)

    def mirrored(self, cell: str) -> str:
        """The cell across the long diagonal: `b5` for `e2`."""
        found = re.fullmatch(r"([a-z])(\d{1,2})", cell)
        return f"{LETTERS[int(found[2]) - 1]}{LETTERS.index(found[1]) + 1}" if found else cell


# -- writing ------------------------------------------------------------------------------------------


def write_sgf(record: Record, line: tuple[Position, ...]) -> str:
    """The record in the Smart Game Format; `line` holds its positions."""
    game, points = line[0].game, Points(line[0].game)
    formats = game.spec.formats
    assert formats is not None and formats.sgf is not None
    width, height = game.board_size
    head: list[tuple[str, list[str]]] = [
        ("FF", ["4"]),
        ("CA", ["UTF-8"]),
        ("AP", ["Ludoteca"]),
        ("GM", [str(formats.sgf)]),
        ("SZ", [str(width) if width == height else f"{width}:{height}"]),
        ("PB", [_simple(record.first)]),
        ("PW", [_simple(record.second)]),
        ("DT", [record.date.isoformat() if record.date else ""]),
        ("RE", [_result(record.result)]),
        (_OWN["game"], [_simple(record.game)]),
        (_OWN["rules"], [_simple(record.rules)]),
        (_OWN["position"], [_simple(record.position)]),
        (_OWN["reason"], [_simple(record.result.reason) if record.result else ""]),
        ("C", [_escaped(record.comment)]),
        *(_stones(line[0], points) if record.position else ()),
    ]
    nodes = [_node([(name, values) for name, values in head if any(values)])]
    for position, one in zip(line[1:], record.moves, strict=True):
        nodes.append(_node(_move(position, one.by, one.comment, points)))
    return f"({''.join(nodes)})\n"


def _move(position: Position, by: str, comment: str, points: Points) -> list[tuple[str, list[str]]]:
    assert position.last is not None
    path = position.last.path
    special: dict[tuple[str, ...], str] = {("swap",): "swap-pieces", ("pass",): "pass"}
    value = special.get(path) or "".join(points.written.get(click, "") for click in path)
    if path not in special and not all(click in points.written for click in path):
        raise BadRecord("record.sgf-move", move=position.last.text)
    properties = [(COLOURS[by], [value])]
    return [*properties, ("C", [_escaped(comment)])] if comment else properties


def _stones(start: Position, points: Points) -> list[tuple[str, list[str]]]:
    """The setup properties of a start position."""
    who = start.game.compiled.kinds.who
    cells = start.game.board.cells
    found: dict[str, list[str]] = {"AB": [], "AW": [], "AA": []}
    for number, cell in enumerate(cells):
        code = start.snapshot.cells[number]
        key = {1: "AB", 2: "AW"}.get(who[code], "AA") if code else ""
        if key:
            found[key].append(points.written[cell.name])
    stones = [(key, values) for key, values in found.items() if values]
    return [*stones, ("PL", [COLOURS[start.mover]])]


def _result(result: Outcome | None) -> str:
    if result is None:
        return ""
    if result.winner is None:
        return "Draw"
    ending = {"resignation": "R", "time": "T"}.get(result.reason, "")
    return f"{COLOURS[result.winner]}+{ending}"


def _node(properties: list[tuple[str, list[str]]]) -> str:
    text = "".join(name + "".join(f"[{value}]" for value in values) for name, values in properties)
    return f";{text}\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")


def _simple(text: str) -> str:
    return _escaped(" ".join(text.split()))


# -- reading ------------------------------------------------------------------------------------------


def read_sgf(text: str, asked: str = "") -> Record:
    """Read the main line of a file. Raises `BadRecord`, or `IllegalRecord` with the legal part."""
    nodes = read_nodes(text)
    root = nodes[0]
    number = _number(root, "GM", 1)
    size = _size(root)
    record = _header(root)
    own = _first(root, _OWN["game"])
    own = "" if ".toml" in own else own  # a game file on another machine
    refused: BadRecord | None = None
    for game in candidates(lambda known: known.sgf == number, size, asked or own):
        try:
            start = _start(root, game, record)
            return convert(game, start, list(_moves(nodes, game, start)), _ended(nodes, record))
        except BadRecord as problem:
            further = isinstance(problem, IllegalRecord) and (
                not isinstance(refused, IllegalRecord) or problem.number > refused.number
            )
            refused = problem if refused is None or further else refused
    assert refused is not None
    raise refused


def read_nodes(text: str) -> list[Node]:
    """The nodes of the main line, which is the first of several branches."""
    nodes: list[Node] = []
    depth, skipped, at = 0, 0, 0
    left_branch = False
    token = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*((?:\[(?:[^\]\\]|\\.)*\]\s*)+))", re.DOTALL)
    while at < len(text) and not (left_branch and depth == 0):
        found = token.match(text, at)
        if not found:
            if not text[at:].strip():
                break
            raise BadRecord("record.not-sgf", line=text.count("\n", 0, at) + 1)
        at = found.end()
        if found[1] == "(":
            depth += 1
            skipped += bool(skipped or left_branch)
            if depth > MAX_NESTING:
                raise BadRecord("record.too-deep")
        elif found[1] == ")":
            depth -= 1
            if skipped:
                skipped -= 1
            left_branch = True
        elif not skipped and not (left_branch and found[1] == ";"):
            _take(nodes, found)
    if not nodes:
        raise BadRecord("record.no-game")
    return nodes


def _take(nodes: list[Node], found: re.Match[str]) -> None:
    if found[1] == ";":
        nodes.append({})
        if len(nodes) > MAX_NODES:
            raise BadRecord("record.too-many-moves", limit=MAX_NODES)
        return
    if not nodes:
        raise BadRecord("record.no-game")
    name = "".join(letter for letter in found[2] if letter.isupper())  # old files spell names out
    values = re.findall(r"\[((?:[^\]\\]|\\.)*)\]", found[3], re.DOTALL)
    nodes[-1].setdefault(name, []).extend(
        re.sub(r"\\(\r\n|\n|.)", _unescaped, one, flags=re.DOTALL) for one in values
    )


def _unescaped(escaped: re.Match[str]) -> str:
    return "" if escaped[1] in ("\n", "\r\n") else escaped[1]


def _first(node: Node, name: str) -> str:
    return node.get(name, [""])[0].strip()


def _number(node: Node, name: str, default: int) -> int:
    given = _first(node, name) or str(default)
    if not given.isdecimal() or len(given) > 3:
        raise BadRecord("record.sgf-number", name=name, value=given[:20])
    return int(given)


_DEFAULT_SIZES = {1: 19, 4: 15, 11: 11, 18: 10}
"""The board sizes of files without SZ, by game number."""


def _size(root: Node) -> tuple[int, int]:
    given = _first(root, "SZ") or str(_DEFAULT_SIZES.get(_number(root, "GM", 1), 19))
    found = re.fullmatch(r"(\d{1,2})(?:[:x](\d{1,2}))?", given)
    if not found:
        raise BadRecord("record.sgf-size", value=given[:20])
    return int(found[1]), int(found[2] or found[1])


def _header(root: Node) -> Record:
    day = re.match(r"\d{4}-\d\d-\d\d", _first(root, "DT"))
    try:
        when = date.fromisoformat(day[0]) if day else None
    except ValueError:
        when = None
    ending = re.match(r"([BW])\+(\w*)|(0|[Dd]raw)", _first(root, "RE"))
    result = None
    if ending:
        reason = _first(root, _OWN["reason"]) or _ENDINGS.get(ending[2] or "", "")
        result = Outcome(_SIDES[ending[1]] if ending[1] else None, reason)
    return Record(
        game="", first=_first(root, "PB"), second=_first(root, "PW"), date=when, result=result,
        position=_first(root, _OWN["position"]), comment=_first(root, "C"),
    )  # fmt: skip


def _ended(nodes: list[Node], record: Record) -> Record:
    """The record with the result of a final resignation."""
    from dataclasses import replace

    for colour in "BW":
        if _first(nodes[-1], colour).casefold() in ("resign", "forfeit") and record.result is None:
            other = _SIDES["W" if colour == "B" else "B"]
            return replace(record, result=Outcome(other, "resignation"))
    return record


def _start(root: Node, game: Game, record: Record) -> Position:
    """The start position: the default one, our own property, or the stones set up."""
    if record.position:
        return game.position(record.position)
    stones = {key: root[key] for key in ("AB", "AW", "AA") if root.get(key)}
    if not stones:
        return game.start()
    points, index = Points(game), game.board.index
    codes = {"AB": game.compiled.kinds.code_of[0][0], "AW": game.compiled.kinds.code_of[1][0], "AA": 1}
    cells = [0] * len(game.board.cells)
    for key, values in stones.items():
        for value in values:
            for cell in points.path(value):
                cells[index[cell]] = codes[key]
    start = game.compiled.start
    if cells == list(start.cells):
        return game.start()
    mover = {"B": 0, "W": 1}.get(_first(root, "PL").upper()[:1], start.mover)
    return game.set_up(cells, mover, start.hands, start.pits, sum(code > 1 for code in cells))


@dataclass
class _SwapState:
    """The effect of a swap of sides on later moves: the sides of the colours, and the orientation."""

    sides: dict[str, str] = field(default_factory=lambda: dict(_SIDES))
    is_mirrored: bool = False


def _moves(nodes: list[Node], game: Game, start: Position) -> Iterator[ForeignMove]:
    points, swap = Points(game), _SwapState()
    first = next((key for node in nodes for key in node if key in _SIDES), "B")
    if start.ply == 0 and first == "W" and start.mover == "first" and not nodes[0].get("PL"):
        swap.sides = {"B": "second", "W": "first"}
    for number, node in enumerate(nodes):
        for colour in (key for key in node if key in _SIDES):
            value = _first(node, colour)
            word = value.casefold()
            comment = _first(node, "C") if number else ""
            by = swap.sides[colour]
            if word in ("resign", "forfeit"):
                return
            if word in ("swap", "swap-pieces", "swap-sides"):
                yield by, "swap", comment
                if word == "swap-sides":
                    swap.is_mirrored = True
                    swap.sides = {"B": swap.sides["W"], "W": swap.sides["B"]}
            elif word in ("", "pass", "tt") and not (word == "tt" and "tt" in points.read):
                yield by, "pass", comment
            else:
                path = points.path(value)
                yield by, tuple(map(points.mirrored, path)) if swap.is_mirrored else path, comment
