# Drop games (Connect Four): odd and even threats and zugzwang. See V. Allis, "A knowledge-based approach of Connect-Four"
# (1988). Requires USE_DROP_PARITY: pieces drop in columns, and lines win.

cdef int evaluate_drop_parity(const Tables* t, const Worker* w) noexcept nogil:
    """For the first player: cells that would complete a line but cannot be played yet. Columns fill up alternately, so
    the parity of its row decides who gets to such a cell."""
    cdef const EvalWeights* ew = w.weights
    cdef const WindowSet* s = &t.windows[ew.set_of[0]]
    cdef const uint8_t* state = w.acc.state + ew.first_window[0]
    cdef uint64_t cells[2]
    cdef uint64_t empty = w.p.sets[EMPTY][0], rows = ew.odd_rows
    cdef int i, score, left = open_windows(w.acc, 0, 0, 1) + open_windows(w.acc, 0, 1, 1)
    if left == 0:
        return 0
    cells[0] = cells[1] = 0
    for i in range(s.count):
        if state[i] == s.sizes[i] - 1:
            cells[0] |= s.mask[i] & empty
        elif state[i] == (s.sizes[i] - 1) << 4:
            cells[1] |= s.mask[i] & empty
    score = ew.squeeze * fill_columns(t, w, cells) if ew.squeeze else 0
    empty &= ~(t.gravity_floor | (~empty << t.gravity_width))
    return (score + ew.hanging[0][0] * count_bits(cells[0] & empty & rows)
            + ew.hanging[0][1] * count_bits(cells[0] & empty & ~rows)
            - ew.hanging[1][0] * count_bits(cells[1] & empty & rows)
            - ew.hanging[1][1] * count_bits(cells[1] & empty & ~rows))


cdef int fill_columns(const Tables* t, const Worker* w, const uint64_t* wins) noexcept nogil:
    """Who wins if both sides only fill up the columns: 1 the first player, -1 the second, 0 nobody. Each side avoids
    playing below a winning cell of the opponent, then below its own, until it is in zugzwang."""
    cdef uint64_t empty = w.p.sets[EMPTY][0], here, above, choice
    cdef int side = w.p.s.mover
    while True:
        here = empty & (t.gravity_floor | (~empty << t.gravity_width))
        if here == 0:
            return 0
        if here & wins[side]:
            return 1 - 2 * side
        choice = here & wins[1 - side]
        if choice == 0:
            above = here & ~(wins[1 - side] >> t.gravity_width)
            choice = above & ~(wins[side] >> t.gravity_width)
            if choice == 0:
                choice = above if above else here
        empty &= ~(choice & (0 - choice))
        side = 1 - side
