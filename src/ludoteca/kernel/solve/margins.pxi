# Exact scores of counting games: by how many seeds or pieces will the mover be ahead at the end? What lies in the
# stores already decides nothing any more, so positions that differ only there are one.

cdef enum:
    UNKNOWN_MARGIN = -128
    MAX_ROW_SEEDS = 64

cdef struct Ending:          # all positions with few seeds, each under its rank
    int8_t* value            # what the mover will gain from here on, less what the other side will
    int seeds                # at most so many in the pits
    int pits
    uint64_t ways[2 * MAX_PITS][MAX_ROW_SEEDS]     # so many pits with at most so many seeds
    uint64_t size
    uint64_t known

cdef struct Count:           # a search for margins
    Proof proof
    Ending ending
    uint64_t key[MAX_PITS]   # of a seed in a pit, the mover's own pits first
    uint64_t second[MAX_PITS]
    int pieces               # the end counts pieces on the board, not seeds
    int fewest               # … and who has fewer wins


cdef inline int lead(const Tables* t, const Worker* w, const Count* c, int side) noexcept nogil:
    """By how much a side is ahead in what is counted already."""
    cdef const Sowing* s = &t.sowing
    cdef int code, n = 0
    if not c.pieces:
        return <int>w.p.s.pits[s.store[side]] - <int>w.p.s.pits[s.store[1 - side]]
    for code in range(t.codes):
        if t.who[code] == FIRST:
            n += w.p.counts[code]
        elif t.who[code] == SECOND:
            n -= w.p.counts[code]
    if side != c.fewest:
        n = -n
    return n


cdef inline int at_stake(const Tables* t, const Worker* w, const Count* c) noexcept nogil:
    """The most that either side can still gain on the other."""
    cdef const Sowing* s = &t.sowing
    if c.pieces:
        return 2 * t.cells
    return seeds_of(t, &w.p.s, 0) + seeds_of(t, &w.p.s, 1)


cdef inline void name_count(const Tables* t, Worker* w, const Count* c, Name* name) noexcept nogil:
    """A name for a position of seeds: as the mover sees the pits, whichever side that is."""
    cdef const Sowing* s = &t.sowing
    cdef int i, row = s.row, own = s.first_pit[w.p.s.mover], other = s.first_pit[1 - w.p.s.mover]
    cdef uint64_t place = 0, check = 0
    if c.pieces:
        name_position(t, w, &c.proof.names, name)
        return
    for i in range(row):
        place += c.key[i] * <uint64_t>w.p.s.pits[own + i] + c.key[row + i] * <uint64_t>w.p.s.pits[other + i]
        check += c.second[i] * <uint64_t>w.p.s.pits[own + i] + c.second[row + i] * <uint64_t>w.p.s.pits[other + i]
    name.place = mix(place)
    name.check = check if check else 1
    name.image = 0


cdef inline uint64_t rank_of(const Tables* t, const Worker* w, const Ending* e) noexcept nogil:
    """The number of a position with few seeds among all of them."""
    cdef const Sowing* s = &t.sowing
    cdef int i, left = e.seeds, row = s.row, n
    cdef const uint8_t* own = &w.p.s.pits[s.first_pit[w.p.s.mover]]
    cdef const uint8_t* other = &w.p.s.pits[s.first_pit[1 - w.p.s.mover]]
    cdef uint64_t rank = 0
    for i in range(2 * row):
        n = own[i] if i < row else other[i - row]
        # all distributions that have fewer seeds in this pit come before
        rank += e.ways[2 * row - i][left] - e.ways[2 * row - i][left - n]
        left -= n
    return rank


cdef int settle_ending(const Tables* t, Worker* w, Count* c, int level) noexcept nogil:
    """The margin of a position with few seeds, and with it of all that can follow."""
    cdef Ending* e = &c.ending
    cdef uint64_t rank = rank_of(t, w, e)
    cdef int start = w.top, n, i, mover = w.p.s.mover, before = lead(t, w, c, mover), score, best = -NEVER_ENDS
    if e.value[rank] != UNKNOWN_MARGIN:
        return e.value[rank]
    if w.depth >= MAX_DEPTH - 8 or w.top > MAX_ACTIONS - 256:
        c.proof.too_deep = 1
        set_stop(w, 1)
    if is_stopped(w):
        return 0
    n = generate(t, w)
    if n == 0:
        resolve_no_move(t, w)
        best = lead(t, w, c, mover) - before
        w.p.s.outcome = UNFINISHED
    for i in range(start, start + n):
        make(t, w, &w.actions[i])
        score = lead(t, w, c, mover) - before
        if not w.p.s.outcome:
            score += settle_ending(t, w, c, level + 1) * (1 if w.p.s.mover == mover else -1)
        unmake(t, w)
        if is_stopped(w):
            break
        if score > best:
            best = score
    w.top = start
    if not is_stopped(w):
        e.value[rank] = <int8_t>best
        e.known += 1
    return best


cdef int count_margin(const Tables* t, Worker* w, Count* c, int goal, int level) noexcept nogil:
    """Will the mover gain `goal` or more on the other side from here on? A bound, as in `prove_value`."""
    cdef int32_t marks[256]
    cdef Proof* pr = &c.proof
    cdef SearchThread* th = pr.th
    cdef int start = w.top, n, i, score, best = -NEVER_ENDS, mover = w.p.s.mover, before, stake, gained
    cdef uint32_t arena = w.arena_top, good = 0
    cdef uint64_t begun = th.nodes
    cdef Name name, child
    cdef Bound* known
    cdef const Action* a

    # Step 1. Few seeds are known; nobody can gain more than there is.
    stake = at_stake(t, w, c)
    if stake <= c.ending.seeds:
        return settle_ending(t, w, c, level)
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

    # Step 2. What is known already?
    name_count(t, w, c, &name)
    known = find_bound(pr, &name)
    if known != NULL:
        if known.least >= goal:
            return known.least
        if known.most < goal:
            return known.most
        good = known.good & 0xFFFFFF

    # Step 3. The actions. Those that update_accumulator it at once, or lead to what is known, need no search.
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
        marks[i] = gained * 4096 + (th.history[history_index(t, mover, a)] >> 12)
        if w.p.s.outcome:
            score = gained
            marks[i] += ORDER_KILLER
        elif w.p.s.mover == mover:
            marks[i] += ORDER_COUNTERMOVE
            score = gained - NEVER_ENDS
            name_count(t, w, c, &child)
            known = find_bound(pr, &child)
            if known != NULL:
                score = gained + known.least
        else:
            score = gained - NEVER_ENDS
            name_count(t, w, c, &child)
            known = find_bound(pr, &child)
            if known != NULL:
                score = gained - known.most
        unmake(t, w)
        if score >= goal:
            w.top = start
            w.arena_top = arena
            keep_bound(pr, &name, score, WIN, turned_action(t, &pr.names, name.image, a), work_of(n))
            return score
        if good and turned_action(t, &pr.names, name.image, a) == good:
            marks[i] = ORDER_TT_MOVE

    # Step 4. One that reaches the goal is enough.
    good = 0
    for i in range(n):
        pick_best(w, start, n, i, marks)
        a = &w.actions[start + i]
        make(t, w, a)
        gained = lead(t, w, c, mover) - before
        if w.p.s.outcome:
            score = gained
        elif w.p.s.mover == mover:
            score = gained + count_margin(t, w, c, goal - gained, level + 1)
        else:
            score = gained - count_margin(t, w, c, 1 - goal + gained, level + 1)
        unmake(t, w)
        if is_stopped(w):
            w.top = start
            w.arena_top = arena
            return 0
        if score > best:
            best = score
            if best >= goal:
                good = turned_action(t, &pr.names, name.image, a)
                add_history_bonus(th, history_index(t, mover, a), work_of(th.nodes - begun) * 256)
                break
    w.top = start
    w.arena_top = arena

    # Step 5. Remember what is known now.
    if best >= goal:
        keep_bound(pr, &name, best, WIN, good, work_of(th.nodes - begun))
    else:
        keep_bound(pr, &name, -WIN, best, good, work_of(th.nodes - begun))
    return best


cdef class MarginProver:
    """A worker that finds exact margins. `pieces`: 0 for seeds, 1 if the most pieces win, 2 if the fewest do."""

    cdef MutablePosition pos
    cdef Count* c

    def __cinit__(self, Rules rules, images, size_t bytes_, int pieces=0, int ending=0):
        cdef const Tables* t = rules.t
        cdef size_t places = 2 * (t.cells + 1) * (t.cells + 1)
        cdef int i
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(Evaluator(rules))
        self.c = <Count*>calloc(1, sizeof(Count))
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
        self.c.proof.th.history = <int32_t*>calloc(places, sizeof(int32_t))
        if self.c.proof.th.history == NULL:
            raise MemoryError()
        take_names(t, self.pos.w, &self.c.proof.names, images, 0)
        make_room(&self.c.proof, bytes_)
        self.c.ending.seeds = -1
        if ending > 0 and not pieces:
            self.open_ending(ending)

    cdef int open_ending(self, int seeds) except -1:
        """Room for all positions with at most so many seeds in the pits."""
        cdef Ending* e = &self.c.ending
        cdef int pits, n
        if seeds >= MAX_ROW_SEEDS:
            raise ValueError("too many seeds for a table of endings")
        e.pits = 2 * self.pos.rules.t.sowing.row
        for n in range(seeds + 1):
            e.ways[0][n] = 1
        for pits in range(1, e.pits + 1):
            e.ways[pits][0] = 1
            for n in range(1, seeds + 1):
                e.ways[pits][n] = e.ways[pits][n - 1] + e.ways[pits - 1][n]
        e.size = e.ways[e.pits][seeds]
        e.value = <int8_t*>malloc(e.size)
        if e.value == NULL:
            raise MemoryError()
        memset(e.value, UNKNOWN_MARGIN, e.size)
        e.seeds = seeds
        return 0

    def __dealloc__(self):
        if self.c != NULL:
            if self.c.proof.th != NULL:
                free(self.c.proof.th.history)
                free(self.c.proof.th)
            free(self.c.proof.names.keys)
            free(self.c.proof.table)
            free(self.c.ending.value)
            free(self.c)

    def begin(self, Snapshot snapshot):
        """Load the position that is asked about."""
        self.pos.load(snapshot)
        set_stop(self.pos.w, 0)

    def prove(self, int goal):
        """Will the mover end ahead by the goal or more? A bound: at least the goal if so, less if not. None if it was
        stopped."""
        cdef int score, ahead
        ahead = lead(self.pos.rules.t, self.pos.w, self.c, self.pos.w.p.s.mover)
        if self.pos.w.p.s.outcome:
            return ahead
        with nogil:
            score = count_margin(self.pos.rules.t, self.pos.w, self.c, goal - ahead, 0)
        self.pos.fail_on_overflow()
        if self.c.proof.too_deep:
            raise LimitExceeded("limit.margin-line", limit=MAX_DEPTH - 16)
        return None if is_stopped(self.pos.w) else score + ahead

    def stop(self):
        """End the search that runs in another thread."""
        set_stop(self.pos.w, 1)

    @property
    def nodes(self):
        """Positions looked at, those of the endings apart."""
        return atomic_load_u64(&self.c.proof.th.nodes)

    @property
    def endings(self):
        """Positions with few seeds that are known."""
        return self.c.ending.known

    @property
    def stored(self):
        return atomic_load_u64(&self.c.proof.stored)

    @property
    def bytes(self):
        return (self.c.proof.mask + 1) * 4 * sizeof(Bound) + self.c.ending.size

    def save(self, size_t most):
        """The table as bytes, at most so many: what cost the most work."""
        return save_table(<const uint8_t*>self.c.proof.table, (self.c.proof.mask + 1) * 4, most)

    def restore(self, const uint8_t[::1] saved):
        """Take what was saved of a table of the same size."""
        self.c.proof.stored += restore_table(<uint8_t*>self.c.proof.table, (self.c.proof.mask + 1) * 4, saved)
