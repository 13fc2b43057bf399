"""What a piece can do: every verb of the language, read plainly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from ludoteca.games.spec import Action, Custody, Turn
from tests.oracle.rules import Rules
from tests.oracle.shapes import shapes
from tests.oracle.state import BLOCKED, SHARED, Cells, Deed, Piece, put


class Deeds:
    """The deeds of one side, on the board as it stands before one stage of a move."""

    def __init__(self, rules: Rules, turn: Turn, before: Deed, side: int) -> None:
        self.rules, self.turn, self.before, self.side = rules, turn, before, side
        self.board = rules.board
        self.cells = before.cells

    # -- the choice -----------------------------------------------------------------------------------

    def of(self, choices: tuple[Action | str, ...] | None) -> Iterator[Deed]:
        """Everything that a `do` allows. `"move"` means what each piece's own kind allows."""
        given = [choice for choice in choices or () if isinstance(choice, Action)]
        for action in given:
            if action.verb not in ("step", "slide", "leap", "fly", "exit"):
                yield from getattr(self, action.verb)(action)
        for cell, piece in enumerate(self.cells):
            if piece is None or piece.side not in (self.side, SHARED):
                continue
            actions = [action for action in given if action.verb in ("step", "slide", "leap", "fly", "exit")]
            if choices and "move" in choices:
                actions += self.rules.kinds[piece.kind].moves
            for action in actions:
                if self.is_possible(action, cell):
                    yield from getattr(self, action.verb)(action, cell, piece, actions)

    def is_possible(self, action: Action, cell: int) -> bool:
        """Whether `from` and `when` allow it."""
        if action.from_ is not None and cell not in self.rules.region(action.from_, self.side):
            return False
        if action.when is None:
            return True
        if action.when.left is not None and self.rules.left(self.before, self.side) != action.when.left:
            return False
        around = [self.cells[n] for n in self.board.neighbours[cell]]
        if action.when.beside == "enemy":
            return any(self.is_enemy(piece) for piece in around)
        return action.when.beside != "empty" or None in around

    def is_enemy(self, piece: Piece | None) -> bool:
        return piece is not None and piece.side == 1 - self.side

    def is_own(self, piece: Piece | None) -> bool:
        return piece is not None and piece.side == self.side

    def ways(self, action: Action, cell: int):
        """The ways from a cell whose first step goes where the action says."""
        for way in self.rules.ways[cell]:
            if self.rules.goes(action.value, self.side, cell, way.ahead[0]):
                yield way

    # -- one cell to another --------------------------------------------------------------------------

    def arrive(
        self, action: Action | None, cell: int, piece: Piece, end: int, text: str, cells: Cells | None = None,
        taken: int = 0, kind: str | None = None,
    ) -> Iterator[Deed]:  # fmt: skip
        """The deed of a piece that has come from `cell` to `end`, if it may stop there."""
        promoted = self.rules.promotion(piece._replace(kind=kind or piece.kind), end)
        after = put(
            self.cells if cells is None else cells,
            {cell: BLOCKED if action and action.trail else None} | {end: promoted},
        )
        done = replace(
            self.before, text=text, cells=after, origin=cell, arrived=end, kind=piece.kind, taken=taken,
            promoted=promoted != piece,
            lasting=bool(action and action.trail) or not self.rules.can_go_back(piece, end, cell),
        )  # fmt: skip
        if action is None or self.is_allowed(action, done):
            yield done

    def is_allowed(self, action: Action, done: Deed) -> bool:
        if action.to is not None and done.arrived not in self.rules.region(action.to, self.side):
            return False
        if not action.without and not action.not_back_to_start:
            return True
        own = self.rules.own(done.cells, self.side)
        if action.without and any(done.arrived in shape for shape in shapes(self.board, action.without, own)):
            return False
        return not (action.not_back_to_start and own == self.rules.own(self.rules.start_cells, self.side))

    def name(self, cell: int) -> str:
        return self.board.cells[cell].name

    def step(self, action: Action, cell: int, piece: Piece, _: list[Action]) -> Iterator[Deed]:
        if action.approach or action.withdraw or action.custody:
            yield from self.step_chain(action, cell, piece)
            return
        for way in self.ways(action, cell):
            yield from self.go(action, cell, piece, way.ahead[0])

    def go(self, action: Action, cell: int, piece: Piece, end: int) -> Iterator[Deed]:
        """To a cell on which nothing, or an enemy, stands."""
        there = self.cells[end]
        if there is None and "empty" in action.onto:
            yield from self.arrive(action, cell, piece, end, f"{self.name(cell)}-{self.name(end)}")
        if self.is_enemy(there) and "enemy" in action.onto:
            yield from self.arrive(action, cell, piece, end, f"{self.name(cell)}x{self.name(end)}", taken=1)

    def slide(self, action: Action, cell: int, piece: Piece, _: list[Action]) -> Iterator[Deed]:
        if action.loops:
            yield from self.loop(action, cell, piece)
            return
        for way in self.ways(action, cell):
            if action.counted:
                far = sum(self.cells[n] is not None for n in way.line)
                passed = [self.cells[n] for n in way.ahead[: far - 1]]
                if far <= len(way.ahead) and all(p is None or self.is_leapt(action, p) for p in passed):
                    yield from self.go(action, cell, piece, way.ahead[far - 1])
                continue
            for end in way.ahead:
                if action.custody and self.cells[end] is None:
                    taken = self.held(action.custody, put(self.cells, {cell: None, end: piece}), end)
                    yield from self.arrive(
                        action, cell, piece, end, f"{self.name(cell)}-{self.name(end)}",
                        put(self.cells, dict.fromkeys(taken)), len(taken),
                    )  # fmt: skip
                else:
                    yield from self.go(action, cell, piece, end)
                if self.cells[end] is not None:
                    break

    def fly(self, action: Action, cell: int, piece: Piece, _: list[Action]) -> Iterator[Deed]:
        for end in self.rules.union(action.value, self.side):
            if self.cells[end] is None:
                yield from self.arrive(action, cell, piece, end, f"{self.name(cell)}-{self.name(end)}")

    def exit(self, action: Action, cell: int, piece: Piece, _: list[Action]) -> Iterator[Deed]:
        """Over the edge: where no cell lies that way."""
        if not any(True for _ in self.ways(action, cell)):
            cells = put(self.cells, {cell: None})
            yield replace(
                self.before, text=f"{self.name(cell)}-off", cells=cells, origin=cell, kind=piece.kind, lasting=True
            )

    def loop(self, action: Action, cell: int, piece: Piece) -> Iterator[Deed]:
        """Along a closed track, over empty cells and round at least one loop, onto an enemy."""
        for track in self.rules.tracks:
            for start, direction in ((n, d) for n, stop in enumerate(track) if stop == cell for d in (1, -1)):
                turned, at = False, start
                for _ in range(len(track)):
                    at = (at + direction) % len(track)
                    end = track[at]
                    if end is None:
                        turned = True
                    elif self.cells[end] is not None and end != cell:
                        if turned and self.is_enemy(self.cells[end]):
                            text = f"{self.name(cell)}x{self.name(end)}"
                            yield from self.arrive(action, cell, piece, end, text, taken=1)
                        break

    # -- leaps ----------------------------------------------------------------------------------------

    def is_leapt(self, action: Action, piece: Piece | None) -> bool:
        return (self.is_enemy(piece) and action.over != "own") or (self.is_own(piece) and action.over != "enemy")

    def chain_of(self, action: Action) -> str:
        return action.chain or self.turn.chain

    def leap(self, action: Action, cell: int, piece: Piece, actions: list[Action]) -> Iterator[Deed]:
        lifted = put(self.cells, {cell: None})
        if action.take:
            yield from self.captures(action, cell, piece, actions, lifted)
            return
        reached, ends = {cell}, [cell]
        while ends:
            here = ends.pop()
            for _, _, end in self.leaps(action, here, lifted, frozenset()):
                if end not in reached:
                    reached.add(end)
                    if self.chain_of(action) != "none":
                        ends.append(end)
        for end in reached - {cell}:
            yield from self.arrive(action, cell, piece, end, f"{self.name(cell)}-{self.name(end)}")

    def leaps(
        self, action: Action, cell: int, cells: Cells, spent: frozenset[int]
    ) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Single leaps: the rest of the way after landing, the cell leapt over and the cell landed on."""
        for way in self.ways(action, cell):
            over = 0
            while action.run_up == "any" and over < len(way.ahead) - 1 and cells[way.ahead[over]] is None:
                over += 1
            victim = way.ahead[over]
            if not self.is_leapt(action, cells[victim]) or victim in spent:
                continue
            for landing in range(over + 1, len(way.ahead)):
                end = way.ahead[landing]
                if cells[end] is not None:
                    break
                if action.to is None or end in self.rules.region(action.to, self.side):
                    yield way.ahead[landing + 1 :], victim, end
                if action.land == "next":
                    break

    def captures(
        self, action: Action, cell: int, piece: Piece, actions: list[Action], lifted: Cells
    ) -> Iterator[Deed]:
        """Chains of capturing leaps. The piece is in the air: the cell it came from is empty meanwhile."""

        def after(one: Action, here: int, kind: str, cells: Cells, spent: tuple[int, ...], text: str,
                  straight: tuple[int, ...] | None) -> Iterator[Deed]:  # fmt: skip
            for rest, victim, end in self.leaps(one, here, cells, frozenset(spent)):
                if straight is not None and (end not in straight or victim not in straight):
                    continue
                gone = (*spent, victim)
                now = cells if one.removal == "at the end" else put(cells, {victim: None})
                said = f"{text}x{self.name(end)}"
                become = self.rules.promotion(Piece(piece.side, kind), end).kind
                promotion = self.rules.kinds[kind].promote
                changes = become != kind and promotion is not None and promotion.when != "the move ends"
                stops = changes and promotion is not None and promotion.when == "it arrives and stops"
                kind_now = become if changes else kind
                further: list[Deed] = []
                chain = self.chain_of(one)
                without = put(now, dict.fromkeys(gone))
                standing = put(without, {end: Piece(piece.side, kind_now)})
                if chain != "none" and not stops and not self.rules.is_decided(self.before, standing, self.side):
                    onward = actions if kind_now == piece.kind else list(self.rules.kinds[kind_now].moves)
                    for next_one in onward:
                        if next_one.verb == "leap" and next_one.take:
                            ray = rest if chain == "straight" else None
                            further += after(next_one, end, kind_now, now, gone, said, ray)
                yield from further
                if chain != "finish" or not further:
                    yield from self.arrive(None, cell, piece, end, said, without, len(gone), kind_now)

        yield from after(action, cell, piece.kind, lifted, (), self.name(cell), None)

    # -- steps that capture around them ---------------------------------------------------------------

    def step_chain(self, action: Action, cell: int, piece: Piece) -> Iterator[Deed]:
        """Steps that capture by custody, approach or withdrawal; each further one must capture again."""

        def after(here: int, cells: Cells, visited: tuple[int, ...], came: tuple[float, float] | None, text: str,
                  taken: int) -> Iterator[Deed]:  # fmt: skip
            for way in self.ways(action, here):
                end = way.ahead[0]
                heading = self.rules.heading(here, end)
                if cells[end] is not None or (action.never_twice and end in visited):
                    continue
                if action.to is not None and end not in self.rules.region(action.to, self.side):
                    continue
                if action.must_turn and came == heading:
                    continue
                moved = put(cells, {here: None, end: piece})
                for mark, victims in self.step_captures(action, moved, way.ahead, way.behind):
                    if came is not None and not victims:
                        continue
                    now = put(moved, dict.fromkeys(victims))
                    said, total = f"{text}-{self.name(end)}{mark}", taken + len(victims)
                    further: list[Deed] = []
                    goes_on = victims and self.chain_of(action) != "none"
                    if goes_on and not self.rules.is_decided(self.before, now, self.side):
                        further = list(after(end, now, (*visited, end), heading, said, total))
                    yield from further
                    if self.chain_of(action) != "finish" or not further:
                        yield from self.arrive(action, cell, piece, end, said, now, total)

        yield from after(cell, self.cells, (cell,), None, self.name(cell), 0)

    def step_captures(
        self, action: Action, moved: Cells, ahead: tuple[int, ...], behind: tuple[int, ...]
    ) -> list[tuple[str, frozenset[int]]]:
        """The ways to capture with one step, each with its mark; where both are possible, the player chooses."""
        held = self.held(action.custody, moved, ahead[0]) if action.custody else frozenset()
        before = self.enemy_run(moved, ahead[1:]) if action.approach else frozenset()
        after = self.enemy_run(moved, behind) if action.withdraw else frozenset()
        if before and after:
            return [(">", held | before), ("<", held | after)]
        return [("", held | before | after)]

    def enemy_run(self, cells: Cells, way: tuple[int, ...]) -> frozenset[int]:
        run = []
        for cell in way:
            if not self.is_enemy(cells[cell]):
                break
            run.append(cell)
        return frozenset(run)

    def held(self, custody: Custody, cells: Cells, end: int) -> frozenset[int]:
        """The enemies that the piece now on `end` captures by custody."""
        safe = self.rules.region(custody.safe, self.side) if custody.safe else frozenset()
        corners = self.rules.region("corners", self.side) if custody.corners else frozenset()
        found: set[int] = set()
        for way in self.rules.ways[end]:
            if not self.rules.goes(custody.along, self.side, end, way.ahead[0]):
                continue
            run = [cell for cell in way.ahead if cell in self.enemy_run(cells, way.ahead)]
            if not run:
                continue
            beyond = way.ahead[len(run)] if len(run) < len(way.ahead) else None
            is_closed = beyond is not None and self.holds(custody, cells, beyond)
            if is_closed and (custody.runs or len(run) == 1):
                found |= {cell for cell in run if not self.is_royal_at_fort(custody, cells, cell)}
            for cell in run[:1]:
                if self.is_royal_at_fort(custody, cells, cell) and self.is_surrounded(custody, cells, cell):
                    found.add(cell)
                if cell in corners and all(self.is_own(cells[n]) for n in self.beside(custody, cell)):
                    found.add(cell)
        return frozenset(found - safe)

    def holds(self, custody: Custody, cells: Cells, cell: int) -> bool:
        hostile = self.rules.region(custody.hostile, self.side) if custody.hostile else frozenset()
        return self.is_own(cells[cell]) or (cells[cell] is None and cell in hostile)

    def beside(self, custody: Custody, cell: int) -> list[int]:
        near = self.board.neighbours[cell]
        return [n for n in near if self.rules.goes(custody.along, self.side, cell, n)]

    def fort(self, custody: Custody) -> frozenset[int]:
        return self.rules.region(custody.fort, self.side) if custody.fort else frozenset()

    def is_royal_at_fort(self, custody: Custody, cells: Cells, cell: int) -> bool:
        piece = cells[cell]
        near = cell in self.fort(custody) or not self.fort(custody).isdisjoint(self.beside(custody, cell))
        return piece is not None and piece.kind == custody.royal and near

    def is_surrounded(self, custody: Custody, cells: Cells, cell: int) -> bool:
        others = [n for n in self.beside(custody, cell) if n not in self.fort(custody)]
        return all(self.holds(custody, cells, n) for n in others)

    # -- deeds without a moving piece -----------------------------------------------------------------

    def place(self, action: Action) -> Iterator[Deed]:
        open_cells = [
            n for n in sorted(self.rules.union(action.value, self.side))
            if self.cells[n] is None and self.is_open(action, n)
        ]  # fmt: skip
        for kind in self.rules.placeable(self.before, self.side, action.kind):
            named = f"{kind}@" if self.rules.names_kinds[self.side] else ""
            number = min(action.pieces, len(open_cells), self.rules.held(self.before, self.side, kind))
            for chosen in combinations(open_cells, number) if number else ():
                piece = Piece(self.side, kind)
                cells = put(self.cells, dict.fromkeys(chosen, piece))
                if action.flips:
                    flipped = self.flipped(chosen[0])
                    if not flipped:
                        continue
                    cells = put(cells, {n: Piece(self.side, cells[n].kind) for n in flipped})
                done = replace(
                    self.before, text="+".join(named + self.name(n) for n in chosen), cells=cells,
                    hands=self.rules.spend(self.before.hands, self.side, kind, len(chosen)),
                    arrived=chosen[-1], kind=kind, placed=True,
                )  # fmt: skip
                if self.is_allowed(action, done):
                    yield done

    def is_open(self, action: Action, cell: int) -> bool:
        if action.falls and any(self.cells[below] is None for below in self.rules.below(cell)):
            return False
        return not (action.apart and any(self.is_enemy(self.cells[n]) for n in self.board.neighbours[cell]))

    def flipped(self, cell: int) -> set[int]:
        found: set[int] = set()
        for way in self.rules.ways[cell]:
            run = self.enemy_run(self.cells, way.ahead)
            if len(run) < len(way.ahead) and self.is_own(self.cells[way.ahead[len(run)]]):
                found |= run
        return found

    def shoot(self, action: Action) -> Iterator[Deed]:
        assert self.before.arrived is not None
        for way in self.ways(action, self.before.arrived):
            for end in way.ahead:
                if self.cells[end] is not None:
                    break
                yield self.blocking(end)

    def block(self, action: Action) -> Iterator[Deed]:
        for cell in self.rules.union(action.value, self.side):
            if self.cells[cell] is None:
                yield self.blocking(cell)

    def blocking(self, cell: int) -> Deed:
        cells = put(self.cells, {cell: BLOCKED})
        return replace(self.before, text=f"{self.before.text}/{self.name(cell)}", cells=cells, lasting=True)

    def remove(self, action: Action) -> Iterator[Deed]:
        side = self.side if "own" in action.value else 1 - self.side
        standing = self.rules.own(self.cells, side)
        found = {cell for cell in standing if self.is_possible(action, cell)}
        if action.spare:
            spared = frozenset().union(*shapes(self.board, action.spare, standing))
            found = found - spared if found - spared or action.spare_all else found
        for cell in found:
            cells = put(self.cells, {cell: None})
            text = f"{self.before.text}*{self.name(cell)}"
            taken = self.before.taken + (side != self.side)
            yield replace(self.before, text=text, cells=cells, taken=taken, lasting=True)

    def rotate(self, _: Action) -> Iterator[Deed]:
        for number, block in enumerate(self.board.blocks, start=1):
            side = round(len(block) ** 0.5)
            rows = [block[n : n + side] for n in range(0, len(block), side)]
            columns = list(zip(*rows, strict=True))
            clockwise = [column[::-1] for column in columns]
            counter = columns[::-1]
            for sign, source in (("+", clockwise), ("-", counter)):
                came = [cell for row in source for cell in row]
                cells = put(self.cells, {to: self.cells[of] for to, of in zip(block, came, strict=True)})
                yield replace(self.before, text=f"{self.before.text}/{number}{sign}", cells=cells)

    # -- seeds ----------------------------------------------------------------------------------------

    def sow(self, action: Action) -> Iterator[Deed]:
        sown = [done for pit in range(len(self.before.pits[0])) for done in self.sow_from(action, pit)]
        if action.feed and not any(self.before.pits[1 - self.side]):
            sown = [done for done in sown if any(done.pits[1 - self.side])]
        yield from sown

    def sow_from(self, action: Action, pit: int) -> Iterator[Deed]:
        me, you = self.side, 1 - self.side
        rows = [list(row) for row in self.before.pits]
        seeds, rows[me][pit] = rows[me][pit], 0
        if not seeds:
            return
        n = len(rows[0])
        round_trip = [(me, at) for at in range(n)] + [(me, n)] * action.into_store + [(you, at) for at in range(n)]
        at, stores = round_trip.index((me, pit)), list(self.before.stores)
        while seeds:
            at = (at + 1) % len(round_trip)
            row, place = round_trip[at]
            if action.skip_origin and (row, place) == (me, pit):
                continue
            seeds -= 1
            if place == n:
                stores[me] += 1
            else:
                rows[row][place] += 1
        row, place = round_trip[at]
        taken = 0
        if row == me and place < n and rows[me][place] == 1 and action.take_opposite != "no":
            opposite = rows[you][n - 1 - place]
            if opposite or action.take_opposite == "always":
                taken = opposite + 1
                rows[you][n - 1 - place] = rows[me][place] = 0
        if row == you and action.take_counts:
            taken = self.take_counted(action, rows[you], place)
        stores[me] += taken
        yield replace(
            self.before, text=str(pit + 1), pits=(tuple(rows[0]), tuple(rows[1])), stores=(stores[0], stores[1]),
            taken=taken, again=action.again and place == n, lasting=True,
        )  # fmt: skip

    def take_counted(self, action: Action, row: list[int], last: int) -> int:
        """Seeds of the last pit and of those just before it that were brought to a counted number."""
        found: list[int] = []
        for place in range(last, -1, -1):
            if row[place] not in action.take_counts:
                break
            found.append(place)
        taken = sum(row[place] for place in found)
        if action.no_grand_slam and taken == sum(row):
            return 0
        for place in found:
            row[place] = 0
        return taken
