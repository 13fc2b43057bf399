# Perft: counts of move sequences, to test move generation.

cdef struct PerftCounts:
    uint64_t counts[64]


cdef void perft(const Tables* t, Worker* w, int depth, int level, bint bulk, PerftCounts* found) noexcept nogil:
    """Count the move sequences of each length up to `level + depth`."""
    cdef int start = w.top, n, i
    cdef uint32_t arena = w.arena_top
    cdef int stage = w.p.s.stage
    if w.depth >= MAX_DEPTH - 4 or w.p.s.log_top >= MAX_LOG - 2 * MAX_CELLS:
        w.overflow = 1
    poll_signals(w)
    if is_stopped(w) or w.overflow:
        return
    n = generate(t, w)
    if bulk and depth == 1 and t.stages[stage].next_when == NEXT_NEVER:
        found.counts[level] += n
    else:
        for i in range(start, start + n):
            make(t, w, &w.actions[i])
            if w.p.s.mid_move:
                perft(t, w, depth, level, bulk, found)
            else:
                found.counts[level] += 1
                if depth > 1 and not w.p.s.outcome:
                    perft(t, w, depth - 1, level + 1, bulk, found)
            unmake(t, w)
    w.top = start
    w.arena_top = arena


cdef void perft_plain(const Tables* t, Worker* w, int depth, int level, PerftCounts* found) noexcept nogil:
    """The same for a plain game, without bulk counting, fully inlined."""
    cdef int start = w.top, side = w.p.s.mover, i, end
    cdef const Stage* s = &t.stages[w.p.s.stage]
    poll_signals(w)
    if is_stopped(w) or w.overflow:
        return
    for i in range(s.first_rule[side], s.first_rule[side] + s.rules[side]):
        if t.rules[i].op == OP_PLACE:
            list_plain_placements(t, w, i)
        else:
            list_plain_steps(t, w, i, side)
    end = w.top
    found.counts[level] += end - start
    for i in range(start, end):
        make_plain(t, w, &w.actions[i], True)
        if depth > 1 and not w.p.s.outcome:
            perft_plain(t, w, depth - 1, level + 1, found)
        unmake_plain(t, w)
    w.top = start
