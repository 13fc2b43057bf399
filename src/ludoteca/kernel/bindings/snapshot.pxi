# Python binding of positions as values.

cdef class Snapshot:
    """An immutable position, with the Zobrist keys of the positions that may still repeat. It belongs to the rules it was
    made by: an object of other rules refuses it. Only the kernel makes snapshots; threads may share them."""

    cdef Position p
    cdef Rules rules
    cdef readonly tuple history

    def __cinit__(self):
        self.history = ()

    @property
    def cells(self):
        return bytes(self.p.cell[:MAX_CELLS])

    @property
    def pits(self):
        return bytes(self.p.s.pits[:MAX_PITS])

    @property
    def mover(self):
        return self.p.s.mover

    @property
    def key(self):
        return self.p.s.key

    @property
    def ply(self):
        return self.p.s.ply

    @property
    def turns(self):
        return self.p.s.turns[0], self.p.s.turns[1]

    @property
    def quiet(self):
        return quiet(&self.p)

    @property
    def stalled(self):
        return self.p.s.stalled

    @property
    def stage(self):
        return self.p.s.stage

    @property
    def phase(self):
        return self.p.s.phase

    @property
    def mid_move(self):
        return bool(self.p.s.mid_move)

    @property
    def anchor(self):
        return self.p.s.anchor

    @property
    def outcome(self):
        """0 unfinished, 1 first wins, 2 second wins, 3 draw."""
        return self.p.s.outcome

    @property
    def reason(self):
        return self.p.s.reason

    def hand(self, int side):
        check_side(side)
        return tuple([self.p.s.hand[side][kind] for kind in range(MAX_KINDS)])

    def same(self, Snapshot other not None):
        """Whether two positions are equal bit for bit, except for their histories."""
        return memcmp(&self.p, &other.p, sizeof(Position)) == 0

    @property
    def state(self):
        """The position as plain numbers, from which `MutablePosition.restore` makes an equal one."""
        cdef const Scalars* s = &self.p.s
        cdef int cells = self.rules.t.cells if self.rules is not None else 0
        return PositionState(bytes(self.p.cell[:cells]), s.mover, (self.hand(0), self.hand(1)), self.pits, s.ply,
                             s.progress_ply, self.turns, s.stage, s.phase, s.mid_move, s.anchor, s.stalled, s.outcome,
                             s.reason, s.captured_now, s.progressed, self.history)

    def __reduce__(self):
        """As rules and numbers. A `Position` is smaller: its game is the source of its rules."""
        return restored_snapshot, (self.rules, self.state)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def restored_snapshot(Rules rules not None, state):
    """The snapshot with a state. Raises ValueError if it is no position of these rules."""
    position = MutablePosition(rules)
    position.restore(state)
    return position.snapshot()
