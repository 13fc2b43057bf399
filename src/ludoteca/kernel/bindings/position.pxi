# Python binding of mutable positions: make and unmake, perft and playouts.

@cython.boundscheck(True)
cdef class MutablePosition:
    """A position with move generation, make and unmake, perft and playouts. One thread at a time may use it: a call while
    another thread is inside one raises `ConcurrentUse`. Only `stop` may be called at any time."""

    cdef Worker* w
    cdef Rules rules
    cdef Evaluator evaluator
    cdef int32_t in_use      # a call is running, possibly without the GIL
    cdef bint loaded         # there is a position

    def __cinit__(self, Rules rules not None):
        self.rules = rules
        self.w = <Worker*>calloc(1, sizeof(Worker))
        if self.w == NULL:
            raise MemoryError()
        self.w.actions = <Action*>malloc(MAX_ACTIONS * sizeof(Action))
        self.w.arena = <uint16_t*>malloc(MAX_ARENA * sizeof(uint16_t))
        if self.w.actions == NULL or self.w.arena == NULL:
            raise MemoryError()
        self.w.arena_top = 1
        self.w.random = 88172645463325252

    # -- exclusive use --------------------------------------------------------------------------------

    cdef inline int acquire(self) except -1:
        """Claim the position for a call that releases the GIL or runs Python code."""
        if atomic_exchange_i32(&self.in_use, 1):
            raise ConcurrentUse("in-use")
        return 0

    cdef inline int acquire_loaded(self) except -1:
        """The same for a call that needs a position."""
        self.acquire()
        if not self.loaded:
            self.release()
            raise ValueError("no position is loaded")
        return 0

    cdef inline void release(self) noexcept:
        atomic_store_i32(&self.in_use, 0)

    cdef inline int check_ready(self) except -1:
        """For a short call, which keeps the GIL and runs no Python code while it uses the position."""
        if atomic_load_i32(&self.in_use):
            raise ConcurrentUse("in-use")
        if not self.loaded:
            raise ValueError("no position is loaded")
        return 0

    cdef int set_evaluator(self, Evaluator evaluator) except -1:
        """Use this evaluator from now on."""
        cdef Accumulator* acc = self.w.acc
        if evaluator is None:
            raise TypeError("an evaluator is needed")
        self.rules.check_same(evaluator.rules)
        if acc == NULL:
            acc = <Accumulator*>calloc(1, sizeof(Accumulator))
            if acc == NULL:
                raise MemoryError()
            self.w.acc = acc
        free(acc.state)
        free(acc.patterns.index)
        acc.state = <uint8_t*>calloc(1, evaluator.ew.n_windows + 1)
        acc.patterns.index = <int32_t*>calloc(1 + (evaluator.ew.patterns.n if evaluator.ew.patterns != NULL else 0),
                                              sizeof(int32_t))
        if acc.state == NULL or acc.patterns.index == NULL:
            raise MemoryError()
        self.evaluator = evaluator
        self.w.weights = &evaluator.ew
        reset_accumulator(self.rules.t, &evaluator.ew, acc)
        return 0

    def __dealloc__(self):
        if self.w != NULL:
            if self.w.acc != NULL:
                free(self.w.acc.state)
                free(self.w.acc.patterns.index)
                free(self.w.acc)
            free(self.w.actions)
            free(self.w.arena)
            free(self.w)

    # -- positions ------------------------------------------------------------------------------------

    def set_up(self, cells, int mover, hands, pits, int ply, turns, int stage, int anchor, int quiet_moves,
               int stalled):
        """Set up a position; `stage` -1 is the beginning of a turn. Raises ValueError or IndexError if the game has no such
        cells, pieces or stages; then no position is loaded."""
        cdef const Tables* t = self.rules.t
        cdef Position* p = &self.w.p
        check_side(mover)
        check_range("the ply", ply, 0, MAX_HISTORY)
        check_range("the number of quiet moves", quiet_moves, 0, MAX_HISTORY)
        check_range("the number of stalled moves", stalled, 0, MAX_HISTORY)
        self.acquire()
        self.loaded = False
        try:
            self.fill(cells, hands, pits, turns)
            p.s.mover = <uint8_t>mover
            p.s.ply = <uint16_t>ply
            p.s.progress_ply = <uint16_t>max(0, ply - quiet_moves)
            p.s.stalled = <uint16_t>stalled
            p.s.anchor = NO_CELL
            p.s.phase = <uint8_t>phase_of(t, p, mover)
            p.s.stage = <uint8_t>t.phases[p.s.phase].stage
            if stage >= 0 and stage != p.s.stage:
                self.check_stage(stage, anchor)
                p.s.stage = <uint8_t>stage
                p.s.mid_move = 1
                p.s.anchor = <uint16_t>anchor
            p.s.key = self.zobrist_key()
            self.begin(())
            # An end condition that already holds was reached by the previous move.
            check_ends(t, self.w, 1 - mover, NO_CELL, True, p.s.mid_move == 0)
            if p.s.outcome == UNFINISHED and t.full_board and p.counts[0] == 0:
                conclude(t, p, DRAWN, 0, REASON_FULL_BOARD)
            self.loaded = True
        finally:
            self.release()

    cdef int fill(self, cells, hands, pits, turns) except -1:
        """Start with an empty board and set pieces, hands, pits and turns."""
        cdef const Tables* t = self.rules.t
        cdef Position* p = &self.w.p
        cdef int i, side, kind, code
        if len(cells) != t.cells:
            raise ValueError(f"the board has {t.cells} cells, not {len(cells)}")
        if len(pits) > MAX_PITS or len(hands) != 2 or len(turns) != 2:
            raise ValueError("there are too many pits, or hands and turns are not given for two sides")
        memset(p, 0, sizeof(Position))
        for i in range(t.cells):
            p.sets[EMPTY][i >> 6] |= <uint64_t>1 << (i & 63)
        p.counts[0] = <int16_t>t.cells
        for i in range(t.cells):
            code = cells[i]
            check_range("the contents of a cell", code, 0, t.codes - 1)
            if code:
                put(t, p, i, code)
        for side in range(2):
            for kind in range(t.kinds):
                p.s.hand[side][kind] = hands[side][kind]
            p.s.turns[side] = turns[side]
        for i in range(len(pits)):
            p.s.pits[i] = pits[i]
        return 0

    cdef int check_stage(self, int stage, int anchor) except -1:
        """Raise ValueError unless a move can be in this stage with this anchor, the cell of the moved piece."""
        cdef const Tables* t = self.rules.t
        cdef int side, i
        check_range("the stage", stage, 0, t.n_stages - 1)
        if anchor == NO_CELL:
            for side in range(2):
                for i in range(t.stages[stage].first_rule[side],
                               t.stages[stage].first_rule[side] + t.stages[stage].rules[side]):
                    if t.rules[i].op == OP_SHOOT:
                        raise ValueError("in this stage the cell of the moved piece is needed")
            return 0
        return check_range("the cell of the moved piece", anchor, 0, t.cells - 1)

    cdef int begin(self, tuple history) except -1:
        """Load the key history, which includes the position's own key, and reset the undo stack."""
        cdef Worker* w = self.w
        cdef uint64_t key
        cdef int i
        w.depth = 0
        w.top = 0
        w.arena_top = 1
        w.overflow = 0
        w.p.s.log_top = 0
        w.first_ply = <int>w.p.s.ply - max(len(history) - 1, 0)
        w.p.s.base = <uint16_t>w.first_ply
        for i, key in enumerate(history):
            w.history[i] = key
        record_key(w)
        if self.rules.t.connect_fast:
            rebuild_groups(self.rules.t, w)
        return 0

    def load(self, Snapshot snapshot not None):
        """Load a position of the same rules. Raises `BadPosition` if it is of other rules."""
        self.load_free(snapshot)

    cdef int load_free(self, Snapshot snapshot) except -1:
        """Load a position, unless another thread is using this object."""
        if atomic_load_i32(&self.in_use):
            raise ConcurrentUse("in-use")
        return self.load_snapshot(snapshot)

    cdef int load_snapshot(self, Snapshot snapshot) except -1:
        if snapshot.rules is not self.rules:
            self.rules.check_position(snapshot.rules)
        self.w.p = snapshot.p
        self.loaded = True
        return self.begin(snapshot.history)

    cpdef Snapshot snapshot(self):
        """The position as a value."""
        cdef Snapshot s = Snapshot.__new__(Snapshot)
        cdef int i
        self.check_ready()
        s.rules = self.rules
        s.p = self.w.p
        s.p.s.log_top = 0
        s.p.s.base = 0
        s.p.s.n_unions = 0
        s.p.s.undo = s.p.s.undo_code = 0
        s.p.s.undo_source = s.p.s.undo_target = 0
        if self.rules.t.repetition:
            s.history = tuple([self.w.history[i - self.w.first_ply]
                               for i in range(self.w.p.s.base, self.w.p.s.ply + 1)])
        return s

    def restore(self, state):
        """Load the position with the state of a snapshot. Raises ValueError if it is no position of these rules."""
        cdef const Tables* t = self.rules.t
        cdef Scalars* s = &self.w.p.s
        cdef tuple history = state.history
        cdef int mover = state.mover, ply = state.ply, progress_ply = state.progress_ply, phase = state.phase
        cdef int stage = state.stage, anchor = state.anchor, outcome = state.outcome
        check_side(mover)
        check_range("the ply", ply, 0, MAX_HISTORY)
        check_range("the ply of the last progress", progress_ply, 0, ply)
        check_range("the phase", phase, 0, t.n_phases - 1)
        check_range("the outcome", outcome, UNFINISHED, DRAW)
        check_range("the number of earlier positions", len(history), 0, ply + 1)
        self.check_stage(stage, anchor)
        self.acquire()
        self.loaded = False
        try:
            self.fill(state.cells, state.hands, state.pits, state.turns)
            s.mover = <uint8_t>mover
            s.ply = <uint16_t>ply
            s.progress_ply = <uint16_t>progress_ply
            s.stage = <uint8_t>stage
            s.phase = <uint8_t>phase
            s.mid_move = bool(state.mid_move)
            s.anchor = <uint16_t>anchor
            s.stalled = state.stalled
            s.outcome = <uint8_t>outcome
            s.reason = state.reason
            s.captured_now = bool(state.captured_now)
            s.progressed = bool(state.progressed)
            s.key = self.zobrist_key()
            self.begin(history)
            self.loaded = True
        finally:
            self.release()

    def compute_key(self):
        """The Zobrist key computed from scratch."""
        self.check_ready()
        return self.zobrist_key()

    cdef uint64_t zobrist_key(self) noexcept:
        cdef const Tables* t = self.rules.t
        cdef const Position* p = &self.w.p
        cdef uint64_t key = 0
        cdef int i, side, kind
        if t.sowing.in_use:
            for i in range(t.sowing.pits):
                key += t.key_pit[i] * <uint64_t>p.s.pits[i]
            if p.s.mover:
                key += t.key_second
            return key
        for i in range(t.cells):
            key ^= t.key_cell[i][p.cell[i]]
        for side in range(2):
            for kind in range(t.kinds):
                key ^= t.key_hand[side][kind][p.s.hand[side][kind]]
        if p.s.mover:
            key ^= t.key_second
        key ^= t.key_phase[p.s.phase]
        if p.s.mid_move:
            key ^= t.key_stage[p.s.stage]
            if p.s.anchor != NO_CELL:
                key ^= t.key_anchor[p.s.anchor]
        return key

    # -- actions --------------------------------------------------------------------------------------

    cdef int raise_pending(self) except -1:
        """Raise the exception of a signal handler that ran during a long call."""
        cdef Worker* w = self.w
        if w.pending[0] == NULL:
            return 0
        w.overflow = 0
        PyErr_Restore(w.pending[0], w.pending[1], w.pending[2])
        w.pending[0] = w.pending[1] = w.pending[2] = NULL
        return -1

    cdef int fail_on_overflow(self) except -1:
        self.raise_pending()
        if self.w.overflow:
            self.w.overflow = 0
            raise LimitExceeded("limit.moves", actions=MAX_ACTIONS, steps=MAX_CHAIN_STEPS)
        return 0

    def actions(self):
        """The legal actions as tuples (rule, source, target, extra, path, captured cells)."""
        cdef Worker* w = self.w
        cdef int start, n, i
        cdef uint32_t arena
        self.acquire_loaded()
        start = w.top
        arena = w.arena_top
        try:
            with nogil:
                n = generate(self.rules.t, w)
            self.fail_on_overflow()
            return [self.describe(&w.actions[start + i]) for i in range(n)]
        finally:
            w.top = start
            w.arena_top = arena
            self.release()

    cdef tuple describe(self, const Action* a):
        cdef int i, hops, at
        path = ()
        victims = ()
        if a.path:
            hops = self.w.arena[a.path]
            path = tuple([self.w.arena[a.path + 1 + i] for i in range(hops)])
            at = a.path + 1 + hops
            victims = tuple([self.w.arena[at + 1 + i] for i in range(self.w.arena[at])])
        return (a.rule, a.source, a.target, a.extra, path, victims)

    def make(self, tuple action not None):
        """Make an action, which must be legal: one of `actions()`, or of a move of this position. To generate and compare
        would cost more than the action itself; the check here is that of pseudo-legality. An action of another game, or
        with numbers out of range, raises ValueError or leads to a well-formed position, and never reads or writes
        outside the tables."""
        cdef Worker* w = self.w
        cdef GivenAction given
        parse_action(action, &given)
        self.check_ready()
        if w.depth >= MAX_DEPTH - 1 or w.p.s.log_top >= MAX_LOG - 4 * MAX_CELLS:
            raise LimitExceeded("limit.history")
        if not is_pseudo_legal(self.rules.t, &w.p, &given):
            raise ValueError("this action cannot be made in this position")
        if given.hops:
            self.copy_path(&given)
        make(self.rules.t, w, &given.a)
        self.fail_on_overflow()

    cdef void copy_path(self, GivenAction* given) noexcept:
        """Copy the path and the captured cells to the top of the arena."""
        cdef uint16_t* to = self.w.arena + self.w.arena_top
        given.a.path = self.w.arena_top
        to[0] = <uint16_t>given.hops
        memcpy(to + 1, given.cells, given.hops * sizeof(uint16_t))
        to[1 + given.hops] = <uint16_t>given.captures
        memcpy(to + 2 + given.hops, given.cells + given.hops, given.captures * sizeof(uint16_t))

    def unmake(self):
        """Unmake the last action."""
        self.check_ready()
        if self.w.depth == 0:
            raise LimitExceeded("limit.internal", problem="there is no move to unmake")
        unmake(self.rules.t, self.w)

    @property
    def depth(self):
        """Number of actions on the undo stack."""
        return self.w.depth

    @property
    def mid_move(self):
        return bool(self.w.p.s.mid_move)

    def occupied(self, int cell):
        """Whether there is a piece on a cell of the board."""
        if not 0 <= cell < self.rules.t.cells:
            raise IndexError(f"the board has no cell {cell}")
        return self.w.p.cell[cell] != 0

    def resolve(self):
        """Set the outcome if the side to move has no legal action. Returns the outcome, 0 while unfinished."""
        cdef int start, n
        cdef uint32_t arena
        self.check_ready()
        start = self.w.top
        arena = self.w.arena_top
        if self.w.p.s.outcome == UNFINISHED:
            n = generate(self.rules.t, self.w)
            self.w.top = start
            self.w.arena_top = arena
            self.fail_on_overflow()
            if n == 0:
                resolve_no_move(self.rules.t, self.w)
        return self.w.p.s.outcome

    # -- perft and playouts ---------------------------------------------------------------------------

    def perft(self, int depth, bint bulk):
        """Perft: the numbers of move sequences of length 1 to `depth`."""
        cdef PerftCounts perft_counts
        cdef int i
        if not 1 <= depth <= 60:
            raise LimitExceeded("limit.depth")
        if self.w.depth + depth >= MAX_DEPTH - 4:
            raise LimitExceeded("limit.history")
        self.acquire_loaded()
        memset(&perft_counts, 0, sizeof(PerftCounts))
        set_stop(self.w, 0)
        listen_for_signals(self.w)
        with nogil:
            if self.rules.t.plain and not bulk and not self.w.p.s.outcome:
                perft_plain(self.rules.t, self.w, depth, 0, &perft_counts)
            else:
                perft(self.rules.t, self.w, depth, 0, bulk, &perft_counts)
        self.release()
        self.fail_on_overflow()
        return [perft_counts.counts[i] for i in range(depth)]

    def playouts(self, int n, uint64_t seed, Snapshot start not None):
        """Play `n` random games from a position and count moves and results."""
        cdef uint64_t moves = 0
        cdef int results[4]
        cdef int i
        cdef uint16_t base
        cdef Worker* w = self.w
        cdef const Tables* t = self.rules.t
        self.acquire()
        try:
            self.load_snapshot(start)
            base = w.p.s.base
            memset(results, 0, sizeof(results))
            set_stop(w, 0)
            w.random = mix(seed) | 1
            listen_for_signals(w)
            with nogil:
                for i in range(n):
                    check_clock(w)
                    count_seen(t, w)
                    moves += playout(t, w)
                    results[w.p.s.outcome] += 1
                    if w.overflow or is_stopped(w):
                        break
                    w.p = start.p
                    w.p.s.base = base
                    w.top = 0
                    w.arena_top = 1
                    if t.connect_fast:
                        rebuild_groups(t, w)
            w.counting = 0
        finally:
            self.release()
        self.fail_on_overflow()
        return PlayoutCounts(moves, results[FIRST_WINS], results[DRAW], results[SECOND_WINS])

    def random_action(self):
        """A random action of the loaded position, chosen as in a playout; None if there is none."""
        cdef Action chosen
        cdef int start, n
        cdef uint32_t arena
        self.acquire_loaded()
        start = self.w.top
        arena = self.w.arena_top
        try:
            if self.w.p.s.outcome == UNFINISHED and choose(self.rules.t, self.w, &chosen):
                return self.describe(&chosen)
            n = generate(self.rules.t, self.w)
            self.fail_on_overflow()
            return self.describe(&self.w.actions[start + random_below(self.w, n)]) if n else None
        finally:
            self.w.top = start
            self.w.arena_top = arena
            self.release()

    def stop(self):
        """Stop the perft or playouts that run in another thread."""
        set_stop(self.w, 1)
