# Games in which pieces are only placed and a line wins: a window that lacks one cell must be answered at once.
# So a search need not look at anything else, and a threat costs no depth.

cdef enum:
    NO_THREAT = -1
    TWO_THREATS = -2


cdef inline bint is_playable(const Tables* t, const Position* p, int cell) noexcept nogil:
    """Whether a piece may be placed on an empty cell now: in drop games it must not hang in the air."""
    if not t.rules[t.stages[0].first_rule[0]].gravity:
        return True
    return (t.gravity_floor | (~p.sets[EMPTY][0] << t.gravity_width)) >> cell & 1


cdef int winning_cell(const Tables* t, const Worker* w, int side) noexcept nogil:
    """A cell that completes a side's line, if it can be played: NO_THREAT if none, TWO_THREATS if several can."""
    cdef const Opinion* o = w.opinion
    cdef const WindowSet* s = &t.windows[o.set_of[0]]
    cdef const uint8_t* state = w.account.state + o.first_window[0]
    cdef int i, j, cell, found = NO_THREAT, left = lacking(w.account, 0, side, 1)
    cdef int shift = 4 * side
    if left == 0:
        return NO_THREAT
    for i in range(s.count):
        if state[i] != (s.sizes[i] - 1) << shift:
            continue
        for j in range(s.size):
            cell = s.cells[i * s.size + j]
            if w.p.cell[cell] == 0:
                if cell != found and is_playable(t, &w.p, cell):
                    if found >= 0:
                        return TWO_THREATS
                    found = cell
                break
        left -= 1
        if left == 0:
            break
    return found


cdef inline void placing_at(const Tables* t, const Worker* w, int cell, Action* a) noexcept nogil:
    write_action(a, NO_CELL, cell, t.stages[0].first_rule[w.p.s.mover], 0)


cdef inline bint wins_by_a_turn(const Tables* t, Worker* w) noexcept nogil:
    """Where a piece is placed and a block turned: whether the mover can make a line now, and by that nobody else one."""
    cdef int number = w.opinion.turned, mover = w.p.s.mover
    settle(t, w)
    if lacking(w.account, 0, mover, 1) == 0 and lacking(w.account, number, mover, 1) == 0 and (
            lacking(w.account, number, mover, 0) == 0):
        return False
    return lacking(w.account, number, 1 - mover, 0) == 0
