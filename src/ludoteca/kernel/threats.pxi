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


cdef int quiet_lines(const Tables* t, Worker* w, Mind* m, int alpha, int beta, int level, int left) noexcept nogil:
    """An opinion once the threats have been played out: those that make a line but for one cell."""
    cdef const Opinion* o = w.opinion
    cdef const WindowSet* s = &t.windows[o.set_of[0]]
    cdef const uint8_t* state = w.account.state + o.first_window[0]
    cdef uint64_t tried[MAX_WORDS]
    cdef uint16_t cells[128]
    cdef Action a
    cdef int i, j, cell, n, best, score, mover = w.p.s.mover, far = <int>w.p.s.ply - m.root_ply
    m.length[level] = level
    if w.p.s.outcome:
        return final_score(w, m)
    settle(t, w)

    # Step 1. Somebody is about to win.
    cell = winning_cell(t, w, mover)
    if cell != NO_THREAT:
        return WIN - far - 1
    cell = winning_cell(t, w, 1 - mover)
    if cell == TWO_THREATS:
        return far + 2 - WIN
    if cell != NO_THREAT and level < MAX_SEARCH and w.depth < MAX_DEPTH - 8:
        m.nodes += 1
        placing_at(t, w, cell, &a)
        make(t, w, &a)
        score = -quiet_lines(t, w, m, -beta, -alpha, level + 1, left)
        unmake(t, w)
        return score

    # Step 2. Is it good enough to do nothing?
    m.guessed = 1
    best = judge(t, w)
    if best >= beta or left == 0 or level >= MAX_SEARCH - 2 or w.depth >= MAX_DEPTH - 8 or w.stop:
        return best
    if lacking(w.account, 0, mover, 2) == 0:
        return best
    if best > alpha:
        alpha = best

    # Step 3. Threats. Their cells are listed before any is tried, for the account changes below.
    memset(tried, 0, sizeof(tried))
    n = 0
    for i in range(s.count):
        if state[i] != (s.sizes[i] - 2) << (4 * mover):
            continue
        for j in range(s.size):
            cell = s.cells[i * s.size + j]
            if cell == NO_CELL:
                break
            if w.p.cell[cell] or has_bit(tried, cell) or n == 128 or not is_playable(t, &w.p, cell):
                continue
            tried[cell >> 6] |= <uint64_t>1 << (cell & 63)
            cells[n] = <uint16_t>cell
            n += 1
    for i in range(n):
        m.nodes += 1
        if m.nodes >= m.node_limit:
            w.stop = 1
        placing_at(t, w, cells[i], &a)
        make(t, w, &a)
        score = -quiet_lines(t, w, m, -beta, -alpha, level + 1, left - 1)
        unmake(t, w)
        if w.stop:
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
            if score >= beta:
                break
    return best
