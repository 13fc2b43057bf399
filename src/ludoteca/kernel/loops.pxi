# Whole walks through a game: counting move sequences, and random play.

cdef struct Walk:
    uint64_t counts[64]
    uint64_t nodes


cdef void perft(const Tables* t, Worker* w, int depth, int level, bint bulk, Walk* walk) noexcept nogil:
    """Count the sequences of moves of each length up to `level + depth`."""
    cdef int start = w.top, n, i
    cdef uint32_t arena = w.arena_top
    cdef int stage = w.p.s.stage
    if w.depth >= MAX_DEPTH - 4 or w.p.s.log_top >= MAX_LOG - 2 * MAX_CELLS:
        w.overflow = 1
    if w.stop or w.overflow:
        return
    n = generate(t, w)
    if bulk and depth == 1 and t.stages[stage].next_when == NEXT_NEVER:
        walk.counts[level] += n
    else:
        for i in range(start, start + n):
            make(t, w, &w.actions[i])
            if w.p.s.mid_move:
                perft(t, w, depth, level, bulk, walk)
            else:
                walk.counts[level] += 1
                if depth > 1 and not w.p.s.outcome:
                    perft(t, w, depth - 1, level + 1, bulk, walk)
            unmake(t, w)
    w.top = start
    w.arena_top = arena


cdef void perft_plain(const Tables* t, Worker* w, int depth, int level, Walk* walk) noexcept nogil:
    """The same without bulk counting for a plain game, where all can be inlined."""
    cdef int start = w.top, side = w.p.s.mover, i, end
    cdef const Stage* s = &t.stages[w.p.s.stage]
    if w.stop or w.overflow:
        return
    for i in range(s.first_rule[side], s.first_rule[side] + s.rules[side]):
        if t.rules[i].op == OP_PLACE:
            list_plain_placings(t, w, i)
        else:
            list_plain_steps(t, w, i, side)
    end = w.top
    walk.counts[level] += end - start
    for i in range(start, end):
        make_plain(t, w, &w.actions[i])
        if depth > 1 and not w.p.s.outcome:
            perft_plain(t, w, depth - 1, level + 1, walk)
        unmake_plain(t, w)
    w.top = start


cdef inline void forget(Worker* w) noexcept nogil:
    """Play on without a way back."""
    w.depth = 0
    w.p.s.log_top = 0


cdef inline int nth_bit(uint64_t bits, int n) noexcept nogil:
    """The place of the n-th one bit (from 0): whole bytes first, then bit by bit."""
    cdef int skipped = 0, here
    while True:
        here = count_bits(bits & 0xFF)
        if n < here:
            break
        n -= here
        bits >>= 8
        skipped += 8
    while n:
        bits &= bits - 1
        n -= 1
    return skipped + lowest_bit(bits)


cdef bint choose_placing(const Tables* t, Worker* w, Action* a) noexcept nogil:
    """A random empty cell without listing them all. False if there is none."""
    cdef const Position* p = &w.p
    cdef int rule = t.stages[p.s.stage].first_rule[p.s.mover]
    cdef int n = p.counts[0], word = 0, k, here
    if n == 0 or (t.rules[rule].hand and not p.s.hand[p.s.mover][t.rules[rule].kind]):
        return False
    k = random_below(w, n)
    here = count_bits(p.sets[EMPTY][0])
    while k >= here:
        k -= here
        word += 1
        here = count_bits(p.sets[EMPTY][word])
    a.source = NO_CELL
    a.target = <uint16_t>((word << 6) + nth_bit(p.sets[EMPTY][word], k))
    a.rule = <uint8_t>rule
    a.extra = 0
    a.path = 0
    return True


cdef uint64_t playout(const Tables* t, Worker* w) noexcept nogil:
    """Random play to the end, each choice of a stage as likely as any other. The moves played."""
    cdef int start = w.top, n
    cdef uint32_t arena = w.arena_top
    cdef int begun = w.p.s.ply
    cdef Action placing
    while not w.p.s.outcome and not w.overflow:
        if t.stages[w.p.s.stage].simple_place[w.p.s.mover]:
            if choose_placing(t, w, &placing):
                make(t, w, &placing)
                forget(w)
                continue
        n = generate(t, w)
        if n == 0:
            resolve_no_move(t, w)
            break
        make(t, w, &w.actions[start + random_below(w, n)])
        forget(w)
        w.top = start
        w.arena_top = arena
    return w.p.s.ply - begun
