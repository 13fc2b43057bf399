# Python binding of the fixed-depth searches.

@cython.boundscheck(True)
cdef class FixedDepthSearch(MemoryOwner):
    """Fixed-depth minimax, negamax, alpha-beta or expectiminimax without a transposition table. One thread at a time may
    use it; the configuration is trusted beyond its sizes."""

    cdef MutablePosition pos
    cdef FixedSearch* fs
    cdef bint use_negamax

    def __cinit__(self, Rules rules not None, config not None):
        self.pos = MutablePosition(rules)
        self.fs = <FixedSearch*>calloc(1, sizeof(FixedSearch))
        if self.fs == NULL:
            raise MemoryError()
        self.fs.capacity = 4096
        self.fs.moves = <CompleteMove*>malloc(self.fs.capacity * sizeof(CompleteMove))
        if self.fs.moves == NULL:
            raise MemoryError()
        self.load_config(config)
        self.load_evaluation(config.evaluation)

    def __dealloc__(self):
        if self.fs != NULL:
            free(self.fs.table)
            free(self.fs.moves)
            free(self.fs)

    cdef int load_config(self, row) except -1:
        cdef FixedSearch* fs = self.fs
        cdef int cell
        self.use_negamax = row.negamax
        fs.prune = row.prune; fs.chance = row.chance; fs.order = row.order
        fs.merge = row.merge; fs.utility = row.utility
        fs.win_bonus = row.base; fs.unit = row.unit
        fs.guard = row.guarded; fs.guard_from = row.threshold; fs.guard_slack = row.slack
        if row.table:
            check_range("the bits of the table", row.table, 1, 26)
            if row.chance or row.negamax:
                raise ValueError("only minimax and alpha-beta have a table")
            fs.table_mask = (<uint64_t>1 << <int>row.table) - 1
            fs.table = <FixedEntry*>calloc(fs.table_mask + 1, sizeof(FixedEntry))
            if fs.table == NULL:
                raise MemoryError()
        check_range("the number of places", len(row.places), 0, MAX_CELLS)
        for cell, (x, y) in enumerate(row.places):
            fs.x[cell] = x
            fs.y[cell] = y
        return 0

    cdef int load_evaluation(self, row) except -1:
        cdef FixedSearch* fs = self.fs
        cdef int side, i
        fs.evaluation = row.kind
        if fs.evaluation in (FIXED_EVAL_LINES, FIXED_EVAL_RUNS, FIXED_EVAL_LONGEST):
            fs.lines = len(row.lines)
            fs.line_first = self.ints(offsets(row.lines))
            fs.line_cells = self.shorts([cell for line in row.lines for cell in line])
        if fs.evaluation == FIXED_EVAL_LINES:
            fs.line_table = self.ints(row.line_tables)
            fs.line_values = self.ints(row.worth)
        elif fs.evaluation == FIXED_EVAL_RUNS:
            for i in range(MAX_RUN):
                fs.run_open[i] = row.run_open[i]
                fs.run_half[i] = row.run_half[i]
            fs.broken_run = row.broken
            fs.local_radius = row.local
        elif fs.evaluation == FIXED_EVAL_BANDS:
            for side in range(2):
                fs.bands[side] = row.bands[side]
                check_range("the number of bands", len(row.band_of[side]), 0, MAX_CELLS)
                for i, band in enumerate(row.band_of[side]):
                    fs.band_of[side][i] = band
            fs.bridges = len(row.bridges)
            fs.bridge = self.shorts([cell for bridge in row.bridges for cell in bridge])
        elif fs.evaluation == FIXED_EVAL_CURRENT:
            self.load_circuits(row)
        elif fs.evaluation == FIXED_EVAL_TERMS:
            self.pos.set_evaluator(Evaluator(self.pos.rules, row.weights))
        return 0

    cdef int load_circuits(self, row) except -1:
        cdef FixedSearch* fs = self.fs
        cdef int side, cells = self.pos.rules.t.cells
        fs.width = row.width
        if not 1 <= fs.width <= MAX_BAND:
            raise LimitExceeded("limit.band", limit=MAX_BAND)
        fs.after_first = self.ints(offsets(row.after))
        fs.after = self.shorts([cell for others in row.after for cell in others])
        fs.first_reached = self.shorts(row.lowest)
        for side in range(2):
            fs.near_edge[side] = row.near_edge[side]
            fs.far_edge[side] = row.far_edge[side]
            size = (cells + 2 * fs.width) * (fs.width + 1) * sizeof(double)
            fs.circuit[side].between = <double*>self.allocate(size)
            fs.circuit[side].saved = <double*>self.allocate(size)
        return 0

    def begin(self, Snapshot snapshot not None, int depth, int choices, uint64_t seed, focus not None):
        """Load a root position with `choices` moves, to be searched `depth` moves deep. If `focus` is not empty, only moves
        to its cells are searched."""
        cdef FixedSearch* fs = self.fs
        cdef int cell
        cells = list(focus)
        for cell in cells:
            check_range("a cell", cell, 0, self.pos.rules.t.cells - 1)
        check_range("the depth", depth, 0, MAX_PLIES_ASKED)
        check_range("the number of moves", choices, 0, MAX_ACTIONS)
        self.pos.load_free(snapshot)
        set_stop(self.pos.w, 0)
        fs.root_side = snapshot.p.s.mover
        fs.root_ply = snapshot.p.s.ply
        fs.depth = depth
        fs.branching[0] = choices
        if fs.table != NULL:
            memset(fs.table, 0, (fs.table_mask + 1) * sizeof(FixedEntry))
        self.pos.w.random = mix(seed) | 1
        fs.nodes = fs.evaluated = fs.guarded = 0
        fs.line_length[1] = 0
        fs.focused = len(cells) > 0
        memset(fs.focus, 0, sizeof(fs.focus))
        for cell in cells:
            fs.focus[cell] = 1

    def score(self, tuple actions not None, double alpha, double beta):
        """Score of a root move for the side to move at the root. Outside (alpha, beta) it is only a bound. The actions must
        be those of a legal move: see `MutablePosition.make`."""
        cdef Worker* w = self.pos.w
        cdef const Tables* t = self.pos.rules.t
        cdef FixedSearch* fs = self.fs
        cdef double found
        cdef int last, made = 0
        if not actions:
            raise ValueError("a move has at least one action")
        try:
            for action in actions:
                self.pos.make(action)
                made += 1
            last = actions[0][2]
            self.pos.acquire_loaded()
            listen_for_signals(w)
            with nogil:
                if not self.use_negamax:
                    found = minimax(t, w, fs, fs.depth - 1, alpha, beta, last, 1)
                elif w.p.s.mover == fs.root_side:
                    found = negamax(t, w, fs, fs.depth - 1, alpha, beta, last, 1)
                else:
                    found = -negamax(t, w, fs, fs.depth - 1, -beta, -alpha, last, 1)
            fs.top = 0
            self.pos.release()
        finally:
            for _ in range(made):
                self.pos.unmake()
        self.pos.fail_on_overflow()
        return found / fs.unit

    def evaluate(self, Snapshot snapshot not None):
        """Static evaluation of a position for the side to move."""
        self.pos.load_free(snapshot)
        self.fs.root_side = snapshot.p.s.mover
        self.fs.root_ply = snapshot.p.s.ply
        self.fs.depth = 0
        self.fs.last_cell = NO_CELL
        if self.pos.w.p.s.outcome:
            return terminal_score(self.pos.rules.t, self.pos.w, self.fs) / self.fs.unit
        return evaluate_fixed(self.pos.rules.t, self.pos.w, self.fs) / self.fs.unit

    def successors(self, Snapshot snapshot not None):
        """The complete moves of a position in search order, each as its actions."""
        cdef FixedSearch* fs = self.fs
        cdef int n, i
        self.pos.acquire()
        try:
            self.pos.load_snapshot(snapshot)
            n = generate_moves(self.pos.rules.t, self.pos.w, fs, NO_CELL)
            found = [tuple([self.pos.describe(&fs.moves[i].action[k]) for k in range(fs.moves[i].n_actions)])
                     for i in range(n)]
        finally:
            fs.top = 0
            self.pos.release()
        self.pos.fail_on_overflow()
        return found

    def line(self, tuple actions not None):
        """The principal variation after the root move that was scored last, as actions; its first moves if it is long. It
        ends where the opponent moves at random."""
        cdef FixedSearch* fs = self.fs
        cdef int i, k, made = 0
        found = []
        try:
            for action in actions:
                self.pos.make(action)
                made += 1
            for i in range(fs.line_length[1]):
                for k in range(fs.line[1][i].n_actions):
                    action = self.legal_action(&fs.line[1][i].action[k])
                    if action is None:
                        return found
                    self.pos.make(action)
                    made += 1
                    found.append(action)
        finally:
            for _ in range(made):
                self.pos.unmake()
        return found

    cdef object legal_action(self, const Action* wanted):
        """An action of a line, generated again: the arena no longer holds its path."""
        cdef Worker* w = self.pos.w
        cdef int start, n, i
        cdef uint32_t arena
        cdef const Action* a
        self.pos.acquire_loaded()
        start = w.top
        arena = w.arena_top
        try:
            n = generate(self.pos.rules.t, w)
            for i in range(start, start + n):
                a = &w.actions[i]
                if (a.rule == wanted.rule and a.source == wanted.source and a.target == wanted.target
                        and a.extra == wanted.extra and a.tag == wanted.tag):
                    return self.pos.describe(a)
            return None
        finally:
            w.top = start
            w.arena_top = arena
            self.pos.release()

    @property
    def guarded(self):
        """Lines that the guard against factorial growth has cut off."""
        return self.fs.guarded

    @property
    def nodes(self):
        """Nodes searched."""
        return atomic_load_u64(&self.fs.nodes)

    @property
    def evaluated(self):
        """Positions evaluated."""
        return self.fs.evaluated

    @property
    def stopped(self):
        return is_stopped(self.pos.w)

    def stop(self):
        """Stop the search that runs in another thread; it returns the best score so far."""
        set_stop(self.pos.w, 1)


def offsets(rows):
    """Start of each row in the concatenation of all rows, followed by its length."""
    found, end = [0], 0
    for row in rows:
        end += len(row)
        found.append(end)
    return found
