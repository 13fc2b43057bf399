# Tables of sowing games: the margin of every position with few seeds in the pits. Seeds in the stores do not change what is
# still to be gained, so that only the pits are ranked, those of the side to move first.

cdef inline int stored_lead(const Tables* t, const Scalars* s, int side) noexcept nogil:
    """A side's lead in seeds stored."""
    return <int>s.pits[t.sowing.store[side]] - <int>s.pits[t.sowing.store[1 - side]]


cdef inline int seeds_in_pits(const Tables* t, const Scalars* s) noexcept nogil:
    return seeds_of(t, s, 0) + seeds_of(t, s, 1)


cdef inline int longest_line(const Tables* t, int seeds) noexcept nogil:
    """An upper bound of the moves that a game can still take where sowing converges. A move that takes no seed out of the
    pits brings one nearer to the end of its row; a side may have to pass between two moves."""
    return 2 * (seeds + (t.sowing.row - 1) * seeds * (seeds + 1) // 2)


cdef inline uint64_t rank_seeds(const Tables* t, const SeedTable* e, const Scalars* s, int seeds) noexcept nogil:
    """Rank of a position with this number of seeds in the pits. Fewer seeds come first, then fewer in the first pits."""
    cdef int i, n, left = seeds, row = t.sowing.row
    cdef const uint8_t* own = &s.pits[t.sowing.first_pit[s.mover]]
    cdef const uint8_t* other = &s.pits[t.sowing.first_pit[1 - s.mover]]
    cdef uint64_t rank = e.at_most[e.pits][seeds - 1] if seeds else 0
    for i in range(e.pits - 1):
        n = own[i] if i < row else other[i - row]
        rank += e.at_most[e.pits - 1 - i][left] - e.at_most[e.pits - 1 - i][left - n]
        left -= n
    return rank


cdef int solve_seeds(const Tables* t, Worker* w, SeedTable* e) noexcept nogil:
    """The margin of a position of the table by full search, memoized."""
    cdef uint64_t rank = rank_seeds(t, e, &w.p.s, seeds_in_pits(t, &w.p.s))
    cdef int start = w.top, n, i, mover = w.p.s.mover, before = stored_lead(t, &w.p.s, mover), score, best = UNKNOWN_MARGIN
    if e.margins[rank] != UNKNOWN_MARGIN:
        return e.margins[rank]
    if w.depth >= MAX_DEPTH - 8 or w.top > MAX_ACTIONS - 256:
        e.too_deep = 1
        set_stop(w, 1)
    if is_stopped(w):
        return 0
    n = generate(t, w)
    if n == 0:
        resolve_no_move(t, w)
        best = stored_lead(t, &w.p.s, mover) - before
        w.p.s.outcome = UNFINISHED
    for i in range(start, start + n):
        make(t, w, &w.actions[i])
        score = stored_lead(t, &w.p.s, mover) - before
        if not w.p.s.outcome:
            score += solve_seeds(t, w, e) * (1 if w.p.s.mover == mover else -1)
        unmake(t, w)
        if is_stopped(w):
            break
        if score > best:
            best = score
    w.top = start
    if not is_stopped(w):
        e.margins[rank] = <int8_t>best
        e.known += 1
    return best


cdef bint next_distribution(uint8_t* pits, int n) noexcept nogil:
    """The distribution of as many seeds with the next rank; false after the last one."""
    cdef int i = n - 1, last
    while i > 0 and pits[i] == 0:
        i -= 1
    if i == 0:
        return False
    last = pits[i]
    pits[i] = 0
    pits[i - 1] += 1
    pits[n - 1] = <uint8_t>(last - 1)
    return True


cdef void fill_seed_table(const Tables* t, Worker* w, SeedTable* e) noexcept nogil:
    """Solve every position of the table, fewer seeds first: a line that takes seeds out of the pits ends in a known one."""
    cdef uint8_t pits[MAX_PITS]
    cdef int seeds, i, row = t.sowing.row
    cdef bint more
    cdef Scalars* s = &w.p.s
    for seeds in range(e.seeds + 1):
        memset(pits, 0, sizeof(pits))
        pits[e.pits - 1] = <uint8_t>seeds
        more = True
        while more:
            memset(s.pits, 0, sizeof(s.pits))
            memcpy(&s.pits[t.sowing.first_pit[0]], pits, row)
            memcpy(&s.pits[t.sowing.first_pit[1]], pits + row, row)
            s.outcome = UNFINISHED
            solve_seeds(t, w, e)
            poll_signals(w)
            if is_stopped(w):
                return
            more = next_distribution(pits, e.pits)
