"""Traits: the structural properties of a compiled game, computed once and read by everything else.

Code that applies to one kind of game only (a search extension, a solver, an editor tool) states the traits it
requires and never inspects the compiled tables itself.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from ludoteca.kernel import TRAIT_BITS


@dataclass(frozen=True)
class Traits:
    """The structural properties of a game's rules."""

    # Actions
    placement_only: bool
    """Pieces are only placed: none moves or leaves the board, and no cell is blocked."""
    moves_pieces: bool
    captures: bool
    """A move can capture enemy pieces: by jumping, replacement, custody or approach."""
    captures_by_replacement: bool
    """A piece can capture by moving onto an enemy."""
    removes_pieces: bool
    """Pieces can leave the board in some way: capture, removal or exit."""
    converts: bool
    """Pieces can change sides."""
    promotes: bool
    pieces_fall: bool
    """Pieces drop to the lowest empty cell of a column."""
    blocks_turn: bool
    """A move can rotate a block of the board."""
    shoots: bool
    """A move can block a cell."""
    leaves_trail: bool
    """Every move blocks the cell that it leaves."""
    blocks_cells: bool
    """Cells can become blocked: by shots or trails."""
    sows: bool
    has_hands: bool
    """Pieces are placed from a limited supply."""
    shared_pieces: bool
    blocked_cells: bool
    """Some cells are blocked at the start."""

    # Turns
    swap: bool
    optional_pass: bool
    forced_pass: bool
    extra_turns: bool
    """A side can move twice in a row."""
    must_capture: bool
    compound_moves: bool
    """A move can consist of several actions."""
    follow_up_acts: bool
    """A further action of a move can do something else than remove a piece."""
    duplicates: bool
    """Two actions can be the same move, which is listed once."""

    # Ends
    line_wins: bool
    line_loses: bool
    line_rewards: bool
    """A line earns a further action (a mill)."""
    connects: bool
    connection_decides: bool
    """Every end is a connection or a ring."""
    unites: bool
    """Joining all own pieces into one group ends the game."""
    races: bool
    """Reaching or filling a region ends the game."""
    material_decides: bool
    """Too few pieces left on a side ends the game."""
    sheds_pieces: bool
    """Getting rid of one's own pieces ends the game."""
    stuck_decides: bool
    """Having no move ends the game with a winner, and nothing else does."""
    scoring: str
    """What decides, if counting decides every game: `most seeds`, `most pieces` or `fewest pieces`."""
    counts_pieces: bool
    """Some end is decided by the most pieces."""
    full_board_draws: bool
    may_draw: bool
    """Some game can end in a draw: by a rule, by an equal count, or at the maximum length."""

    # State beyond the board
    counts_moves: bool
    """The rules depend on the number of moves made."""
    counts_turns: bool
    """An end depends on the number of turns a side has had."""
    counts_stalls: bool
    """An end depends on the number of moves without progress of a side."""
    last_counted_ply: int
    """The last move number that a phase depends on; 0 if none does."""
    repetition_decides: bool
    """A repeated position is forbidden or has a winner."""
    stagnation_decides: bool
    """Too many moves without progress have a winner."""
    progresses: bool
    """Every move makes irreversible progress."""

    # Structural kinds of games
    hunted: str
    """The side with at most half as many pieces as the other: `first`, `second` or neither."""
    stable_connection: bool
    """The only connection end can be followed by union-find: pieces are placed and stay."""
    free_placement: bool
    """Each move places one stone on any empty cell, and nothing else happens."""
    line_placement: bool
    """As free placement, but stones may fall; the only end is that a line of three or more wins."""
    line_game: bool
    """Free placement; completing a line wins, a full board is a draw (an m,n,k-game)."""
    connection_game: bool
    """Free placement; connecting two edges wins (Hex), possibly with a swap."""
    exactly_one_connects: bool
    """A connection game on a board where a full board connects exactly one side (the Hex theorem)."""
    chain_game: bool
    """Free placement, possibly with a swap; every end is a win by a chain, for more than two edges."""
    three_sides_game: bool
    """A chain game on a triangle of hexagons whose only end connects its three sides (Y): a full board has
    exactly one winner."""
    rotation_game: bool
    """A stone is placed on any empty cell and a block rotated; a line wins (Pentago)."""
    territory_game: bool
    """Both sides move alike and then shoot alike; who cannot move loses (Amazons)."""
    enclosure: bool
    """Sliding pieces block cells, and only being stuck ends the game."""
    trail_race: bool
    """One shared piece steps and leaves a trail; reaching a region decides (Slimetrail)."""

    @property
    def converges(self) -> bool:
        """No position can repeat, and the value of a position does not depend on the moves before it."""
        return self.progresses and not (self.optional_pass or self.counts_turns or self.counts_stalls)

    @property
    def rare_zugzwang(self) -> bool:
        """Pieces move about, and having to move is hardly ever a disadvantage: null moves can be tried."""
        busy = self.captures or self.races or self.unites
        tied = self.must_capture or self.stuck_decides or self.sows or self.forced_pass or self.blocks_cells
        return (
            self.moves_pieces
            and busy
            and not (
                tied
                or self.hunted
                or self.shared_pieces
                or self.compound_moves
                or self.counts_moves
                or self.swap
            )
        )

    @property
    def may_repeat(self) -> bool:
        """Some position may occur twice in a game."""
        return not self.progresses or self.optional_pass

    @property
    def kernel_bits(self) -> int:
        """The traits that the kernel's special code requires."""
        return sum(bit for name, bit in TRAIT_BITS.items() if getattr(self, name))

    @property
    def names(self) -> tuple[str, ...]:
        """The traits that the game has, with their values if these are more than yes or no."""
        values = {one.name: getattr(self, one.name) for one in fields(self)} | {"converges": self.converges}
        return tuple(
            name if value is True else f"{name}={str(value).replace(' ', '-')}"
            for name, value in values.items()
            if value
        )
