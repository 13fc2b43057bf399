# Exact margins of games that count seeds or pieces: null-window search for the final difference. Seeds already stored do not
# change what is still to be gained, so they are not part of the key. Positions with few seeds are solved into a table.

cdef struct MarginSearch:
    Proof proof
    SeedTable endgame
    uint64_t key[MAX_PITS]   # Zobrist key per seed, the mover's pits first
    uint64_t second[MAX_PITS]
    int pieces               # pieces on the board are counted, not seeds, …
    int fewest               # … and the side with fewer wins


cdef inline int lead(const Tables* t, const Worker* w, const MarginSearch* c, int side) noexcept nogil:
    """A side's current lead."""
    cdef int code, n = 0
    if not c.pieces:
        return stored_lead(t, &w.p.s, side)
    for code in range(t.codes):
        if t.who[code] == FIRST:
            n += w.p.counts[code]
        elif t.who[code] == SECOND:
            n -= w.p.counts[code]
    if side != c.fewest:
        n = -n
    return n


cdef inline int seeds_at_stake(const Tables* t, const Worker* w, const MarginSearch* c) noexcept nogil:
    """The most that either side can still gain."""
    return 2 * t.cells if c.pieces else seeds_in_pits(t, &w.p.s)


cdef inline void margin_key(const Tables* t, Worker* w, const MarginSearch* c, CanonicalKey* key) noexcept nogil:
    """Key of a sowing position from the mover's point of view."""
    cdef const Sowing* s = &t.sowing
    cdef int i, row = s.row, own = s.first_pit[w.p.s.mover], other = s.first_pit[1 - w.p.s.mover]
    cdef uint64_t place = 0, check = 0
    if c.pieces:
        canonical_key(t, w, &c.proof.sym, key)
        return
    for i in range(row):
        place += c.key[i] * <uint64_t>w.p.s.pits[own + i] + c.key[row + i] * <uint64_t>w.p.s.pits[other + i]
        check += c.second[i] * <uint64_t>w.p.s.pits[own + i] + c.second[row + i] * <uint64_t>w.p.s.pits[other + i]
    key.place = mix(place)
    key.check = check if check else 1
    key.image = 0


cdef int prove_margin(const Tables* t, Worker* w, MarginSearch* c, int goal, int level) noexcept nogil:
    """Whether the mover gains `goal` or more from here on: a bound, as in `prove_value`."""
    cdef int32_t scores[256]
    cdef Proof* pr = &c.proof
    cdef SearchThread* th = pr.th
    cdef int start = w.top, n, i, score, best = -NO_SCORE, mover = w.p.s.mover, before, stake, gained
    cdef uint32_t arena = w.arena_top, good = 0
    cdef uint64_t nodes_before = th.nodes
    cdef CanonicalKey key, child
    cdef BoundEntry* known
    cdef const Action* a

    # Step 1. Endgame table; nobody can gain more than there is.
    stake = seeds_at_stake(t, w, c)
    if stake <= c.endgame.seeds:
        return solve_seeds(t, w, &c.endgame)
    if goal > stake:
        return stake
    if goal <= -stake:
        return -stake
    atomic_add_u64(&th.nodes, 1)
    if level >= MAX_DEPTH - 16 or w.depth >= MAX_DEPTH - 8:
        pr.too_deep = 1
        set_stop(w, 1)
    if is_stopped(w):
        return 0

    # Step 2. Proof table.
    margin_key(t, w, c, &key)
    known = probe_bound(pr, &key)
    if known != NULL:
        if known.least >= goal:
            return known.least
        if known.most < goal:
            return known.most
        good = known.good & 0xFFFFFF

    # Step 3. Generate the moves; enhanced transposition cutoff.
    n = generate(t, w)
    before = lead(t, w, c, mover)
    if n == 0:
        resolve_no_move(t, w)
        score = lead(t, w, c, mover) - before
        w.p.s.outcome = UNFINISHED
        return score
    if n > 256:
        pr.too_deep = 1
        set_stop(w, 1)
        return 0
    for i in range(n):
        a = &w.actions[start + i]
        make(t, w, a)
        gained = lead(t, w, c, mover) - before
        scores[i] = gained * 4096 + (th.history[history_index(t, mover, a)] >> 12)
        if w.p.s.outcome:
            score = gained
            scores[i] += ORDER_KILLER
        elif w.p.s.mover == mover:
            scores[i] += ORDER_COUNTERMOVE
            score = gained - NO_SCORE
            margin_key(t, w, c, &child)
            known = probe_bound(pr, &child)
            if known != NULL:
                score = gained + known.least
        else:
            score = gained - NO_SCORE
            margin_key(t, w, c, &child)
            known = probe_bound(pr, &child)
            if known != NULL:
                score = gained - known.most
        unmake(t, w)
        if score >= goal:
            w.top = start
            w.arena_top = arena
            store_bound(pr, &key, score, WIN, map_action(t, &pr.sym, key.image, a), work_of(n))
            return score
        if good and map_action(t, &pr.sym, key.image, a) == good:
            scores[i] = ORDER_TT_MOVE

    # Step 4. Search.
    good = 0
    for i in range(n):
        pick_best(w, start, n, i, scores)
        a = &w.actions[start + i]
        make(t, w, a)
        gained = lead(t, w, c, mover) - before
        if w.p.s.outcome:
            score = gained
        elif w.p.s.mover == mover:
            score = gained + prove_margin(t, w, c, goal - gained, level + 1)
        else:
            score = gained - prove_margin(t, w, c, 1 - goal + gained, level + 1)
        unmake(t, w)
        if is_stopped(w):
            w.top = start
            w.arena_top = arena
            return 0
        if score > best:
            best = score
            if best >= goal:
                good = map_action(t, &pr.sym, key.image, a)
                add_history_bonus(th, history_index(t, mover, a), work_of(th.nodes - nodes_before) * 256)
                break
    w.top = start
    w.arena_top = arena

    # Step 5. Store the bound.
    if best >= goal:
        store_bound(pr, &key, best, WIN, good, work_of(th.nodes - nodes_before))
    else:
        store_bound(pr, &key, -WIN, best, good, work_of(th.nodes - nodes_before))
    return best


cdef class MarginProver(Prover):
    """Proves margins. `pieces`: 0 to count seeds, 1 if the most pieces win, 2 if the fewest do."""

    cdef MarginSearch* c

    def __cinit__(self, Rules rules not None, images not None, size_t bytes_, int pieces=0, int endgame=0):
        cdef const Tables* t = rules.t
        cdef size_t slots = 2 * (t.cells + 1) * (t.cells + 1)
        cdef int i
        check_range("pieces", pieces, 0, 2)
        if not pieces and not t.sowing.in_use:
            raise ValueError("only sowing games have seeds to count")
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(Evaluator(rules))
        self.c = <MarginSearch*>calloc(1, sizeof(MarginSearch))
        if self.c == NULL:
            raise MemoryError()
        self.c.pieces = pieces > 0
        self.c.fewest = pieces == 2
        for i in range(MAX_PITS):
            self.c.key[i] = mix(i + 1000) | 1
            self.c.second[i] = mix(i + 2000) | 1
        self.c.proof.th = <SearchThread*>calloc(1, sizeof(SearchThread))
        if self.c.proof.th == NULL:
            raise MemoryError()
        self.c.proof.th.history = <int32_t*>calloc(slots, sizeof(int32_t))
        if self.c.proof.th.history == NULL:
            raise MemoryError()
        init_symmetry_keys(t, self.pos.w, &self.c.proof.sym, images, 0)
        proof_allocate(&self.table, bytes_)
        self.c.proof.table = &self.table
        self.c.endgame.seeds = -1
        if endgame > 0 and not pieces:
            allocate_seed_table(&self.c.endgame, t, endgame)

    def __dealloc__(self):
        if self.c != NULL:
            if self.c.proof.th != NULL:
                free(self.c.proof.th.history)
                free(self.c.proof.th)
            free(self.c.proof.sym.keys)
            free(self.c.endgame.margins)
            free(self.c)

    def prove(self, int goal):
        """Whether the mover ends ahead by the goal or more: a margin of at least the goal if so, a smaller one if not. None
        if the search was stopped."""
        cdef int score, ahead
        check_range("the goal", goal, -WIN, WIN)
        self.pos.acquire_loaded()
        try:
            ahead = lead(self.pos.rules.t, self.pos.w, self.c, self.pos.w.p.s.mover)
            if self.pos.w.p.s.outcome:
                return ahead
            with nogil:
                score = prove_margin(self.pos.rules.t, self.pos.w, self.c, goal - ahead, 0)
        finally:
            self.pos.release()
        self.pos.fail_on_overflow()
        if self.c.proof.too_deep or self.c.endgame.too_deep:
            raise LimitExceeded("limit.margin-line", limit=MAX_DEPTH - 16)
        return None if is_stopped(self.pos.w) else score + ahead

    @property
    def nodes(self):
        """Positions searched outside the endgame table."""
        return atomic_load_u64(&self.c.proof.th.nodes)

    @property
    def endings(self):
        """Solved endgame positions."""
        return atomic_load_u64(&self.c.endgame.known)

    @property
    def bytes(self):
        """Size of both tables."""
        return (self.table.mask + 1) * 4 * sizeof(ProofEntry) + self.c.endgame.size
