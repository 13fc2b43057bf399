# Python bindings of positions: immutable snapshots, and mutable positions with make and unmake, perft and playouts.

cdef class Snapshot:
    """An immutable position, with the Zobrist keys of the positions that may still repeat."""

    cdef Position p
    cdef readonly tuple history

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
        return tuple(self.p.s.hand[side][kind] for kind in range(MAX_KINDS))

    def same(self, Snapshot other):
        """Whether two positions are equal bit for bit, except for their histories."""
        return memcmp(&self.p, &other.p, sizeof(Position)) == 0


cdef class MutablePosition:
    """A position with move generation, make and unmake, perft and playouts. Not thread-safe."""

    cdef Worker* w
    cdef Rules rules
    cdef Evaluator evaluator

    def __cinit__(self, Rules rules):
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

    cdef int set_evaluator(self, Evaluator evaluator) except -1:
        """Use this evaluator from now on."""
        cdef Accumulator* acc = self.w.acc
        if acc == NULL:
            acc = <Accumulator*>calloc(1, sizeof(Accumulator))
            if acc == NULL:
                raise MemoryError()
            self.w.acc = acc
        free(acc.state)
        acc.state = <uint8_t*>calloc(1, evaluator.ew.n_windows + 1)
        if acc.state == NULL:
            raise MemoryError()
        self.evaluator = evaluator
        self.w.weights = &evaluator.ew
        reset_accumulator(self.rules.t, &evaluator.ew, acc)
        return 0

    def __dealloc__(self):
        if self.w != NULL:
            if self.w.acc != NULL:
                free(self.w.acc.state)
                free(self.w.acc)
            free(self.w.actions)
            free(self.w.arena)
            free(self.w)

    # -- positions ------------------------------------------------------------------------------------

    def set_up(self, cells, int mover, hands, pits, int ply, turns, int stage, int anchor, int quiet_moves,
               int stalled):
        """Set up a position; `stage` -1 is the beginning of a turn."""
        cdef const Tables* t = self.rules.t
        cdef Position* p = &self.w.p
        cdef int i, side, kind
        memset(p, 0, sizeof(Position))
        for i in range(t.cells):
            p.sets[EMPTY][i >> 6] |= <uint64_t>1 << (i & 63)
        p.counts[0] = <int16_t>t.cells
        for i in range(t.cells):
            if cells[i]:
                put(t, p, i, cells[i])
        for side in range(2):
            for kind in range(t.kinds):
                p.s.hand[side][kind] = hands[side][kind]
            p.s.turns[side] = turns[side]
        for i in range(len(pits)):
            p.s.pits[i] = pits[i]
        p.s.mover = <uint8_t>mover
        p.s.ply = <uint16_t>ply
        p.s.progress_ply = <uint16_t>max(0, ply - quiet_moves)
        p.s.stalled = <uint16_t>stalled
        p.s.anchor = NO_CELL
        p.s.phase = <uint8_t>phase_of(t, p, mover)
        p.s.stage = <uint8_t>t.phases[p.s.phase].stage
        if stage >= 0 and stage != p.s.stage:
            p.s.stage = <uint8_t>stage
            p.s.mid_move = 1
            p.s.anchor = <uint16_t>anchor
        p.s.key = self.compute_key()
        self.begin(())
        # An end condition that already holds was reached by the previous move.
        check_ends(t, self.w, 1 - mover, NO_CELL, True, p.s.mid_move == 0)
        if p.s.outcome == UNFINISHED and t.full_board and p.counts[0] == 0:
            conclude(t, p, DRAWN, 0, REASON_FULL_BOARD)

    cdef void begin(self, tuple history):
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

    cpdef load(self, Snapshot snapshot):
        self.w.p = snapshot.p
        self.begin(snapshot.history)

    cpdef Snapshot snapshot(self):
        cdef Snapshot s = Snapshot.__new__(Snapshot)
        cdef int i
        s.p = self.w.p
        s.p.s.log_top = 0
        s.p.s.base = 0
        s.p.s.n_unions = 0
        s.history = tuple([self.w.history[i - self.w.first_ply] for i in range(self.w.p.s.base, self.w.p.s.ply + 1)])
        if not self.rules.t.repetition:
            s.history = ()
        return s

    def compute_key(self):
        """The Zobrist key computed from scratch."""
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
        cdef int start = w.top, n, i
        cdef uint32_t arena = w.arena_top
        with nogil:
            n = generate(self.rules.t, w)
        self.fail_on_overflow()
        found = [self.describe(&w.actions[start + i]) for i in range(n)]
        w.top = start
        w.arena_top = arena
        return found

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

    def make(self, tuple action):
        """Make a legal action."""
        cdef Worker* w = self.w
        cdef Action a
        cdef uint32_t at
        if w.depth >= MAX_DEPTH - 1 or w.p.s.log_top >= MAX_LOG - 2 * MAX_CELLS:
            raise LimitExceeded("limit.history")
        a.rule, a.source, a.target, a.extra, path, victims = action
        a.tag = 0
        a.path = 0
        if path:
            at = w.arena_top
            a.path = at
            w.arena[at] = len(path)
            for cell in path:
                at += 1
                w.arena[at] = cell
            at += 1
            w.arena[at] = len(victims)
            for cell in victims:
                at += 1
                w.arena[at] = cell
        make(self.rules.t, w, &a)
        self.fail_on_overflow()

    def unmake(self):
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
        return self.w.p.cell[cell] != 0

    def resolve(self):
        """Set the outcome if the side to move has no legal action. Returns the outcome, 0 while unfinished."""
        cdef int start = self.w.top, n
        cdef uint32_t arena = self.w.arena_top
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
        memset(&perft_counts, 0, sizeof(PerftCounts))
        set_stop(self.w, 0)
        listen_for_signals(self.w)
        with nogil:
            if self.rules.t.plain and not bulk and not self.w.p.s.outcome:
                perft_plain(self.rules.t, self.w, depth, 0, &perft_counts)
            else:
                perft(self.rules.t, self.w, depth, 0, bulk, &perft_counts)
        self.fail_on_overflow()
        return [perft_counts.counts[i] for i in range(depth)]

    def playouts(self, int n, uint64_t seed, Snapshot start):
        """Play `n` random games from a position and count moves and results."""
        cdef uint64_t moves = 0
        cdef int results[4]
        cdef int i
        cdef Worker* w = self.w
        cdef const Tables* t = self.rules.t
        self.load(start)
        cdef uint16_t base = w.p.s.base
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
        self.fail_on_overflow()
        return PlayoutCounts(moves, results[FIRST_WINS], results[DRAW], results[SECOND_WINS])

    def random_action(self):
        """A random action of the loaded position, chosen as in a playout; None if there is none."""
        cdef Action chosen
        cdef int start = self.w.top, n
        cdef uint32_t arena = self.w.arena_top
        if self.w.p.s.outcome == UNFINISHED and choose(self.rules.t, self.w, &chosen):
            return self.describe(&chosen)
        n = generate(self.rules.t, self.w)
        self.fail_on_overflow()
        found = self.describe(&self.w.actions[start + random_below(self.w, n)]) if n else None
        self.w.top = start
        self.w.arena_top = arena
        return found

    def stop(self):
        """Stop the perft or playouts that run in another thread."""
        set_stop(self.w, 1)
