# Python binding of the tables of margins.

cdef int allocate_seed_table(SeedTable* e, const Tables* t, int seeds) except -1:
    """Allocate the table of all positions with at most `seeds` seeds in the pits."""
    cdef int pits, n
    check_range("the seeds of a table", seeds, 0, MAX_TABLE_SEEDS)
    e.pits = 2 * t.sowing.row
    for n in range(seeds + 1):
        e.at_most[0][n] = 1
    for pits in range(1, e.pits + 1):
        e.at_most[pits][0] = 1
        for n in range(1, seeds + 1):
            e.at_most[pits][n] = e.at_most[pits][n - 1] + e.at_most[pits - 1][n]
    e.size = e.at_most[e.pits][seeds]
    e.margins = <int8_t*>malloc(e.size)
    if e.margins == NULL:
        raise MemoryError()
    memset(e.margins, UNKNOWN_MARGIN, e.size)
    e.seeds = seeds
    return 0


@cython.boundscheck(True)
cdef class MarginTable(ProbedTable):
    """The margins of a sowing game with few seeds in the pits. The caller knows that the game fits: it converges, the sides
    have the same rules, and the difference of seeds alone decides."""

    cdef SeedTable table
    cdef MutablePosition pos           # until the table is complete

    def __cinit__(self, Rules rules not None, int seeds):
        if not rules.t.sowing.in_use:
            raise ValueError("only sowing games have seeds to count")
        self.rules = rules
        self.pos = MutablePosition(rules)
        self.pos.set_up([0] * rules.t.cells, 0, [[0] * rules.t.kinds] * 2, [], 0, [0, 0], -1, NO_CELL, 0, 0)
        allocate_seed_table(&self.table, rules.t, seeds)
        self.view.seeds = &self.table

    def __dealloc__(self):
        free(self.table.margins)

    def solve(self):
        """Solve all positions. False if stopped; the next call goes on."""
        cdef MutablePosition pos = self.pos
        if pos is None:
            return True
        pos.acquire_loaded()
        try:
            listen_for_signals(pos.w)
            with nogil:
                fill_seed_table(self.rules.t, pos.w, &self.table)
        finally:
            pos.release()
        pos.fail_on_overflow()
        if self.table.too_deep:
            raise LimitExceeded("limit.margin-line", limit=MAX_DEPTH - 8)
        if is_stopped(pos.w):
            set_stop(pos.w, 0)
            return False
        self.complete = True
        self.pos = None
        return True

    def stop(self):
        """Stop `solve` in another thread, or before it begins."""
        if self.pos is not None:
            set_stop(self.pos.w, 1)

    def margin(self, Snapshot snapshot not None):
        """The mover's final lead in seeds with best play; None if the position has too many seeds, or the table is not
        complete."""
        cdef const Scalars* s = &snapshot.p.s
        cdef int seeds = seeds_in_pits(self.rules.t, s)
        self.rules.check_position(snapshot.rules)
        if not self.complete or seeds > self.table.seeds:
            return None
        if s.outcome:
            return stored_lead(self.rules.t, s, s.mover)
        return stored_lead(self.rules.t, s, s.mover) + self.table.margins[rank_seeds(self.rules.t, &self.table, s, seeds)]

    @property
    def seeds(self):
        """The most seeds in the pits."""
        return self.table.seeds

    @property
    def positions(self):
        """Number of positions, one byte each."""
        return self.table.size
