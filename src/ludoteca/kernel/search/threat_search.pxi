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


# Where a line of placed pieces wins: a win by threats alone. Each threat lacks one cell for a line and leaves the other
# side one answer, so such an attack is no tree but a line of moves, and is played out on the account, without the board.
# Who meets one must play on one of its cells, or make threats too: no other move is worth a look.

cdef enum:
    MOST_THREATS = 20        # in one attack
    TRIES = 60               # threats tried in search of one
    TRIES_AT_HORIZON = 24    # … where there are many positions to ask
    EARLY = 12               # so near the root, meeting an attack costs no depth

cdef struct Attack:
    int left                 # threats that may still be tried
    int length               # cells of the attack that was found: threat and answer in turns, then the winning cell
    uint16_t cells[2 * MOST_THREATS + 4]
    uint64_t zone[MAX_WORDS] # whoever does not play on one of these cells is lost


cdef void into_zone(const Tables* t, const Worker* w, Attack* k, int side, int lacks) noexcept nogil:
    """The empty cells of a side's open windows that lack so many cells."""
    cdef const WindowSet* s = &t.windows[w.opinion.set_of[0]]
    cdef const uint8_t* state = w.account.state
    cdef const uint8_t* at = state
    cdef int value = (s.size - lacks) << (4 * side), i, j, cell
    if lacking(w.account, 0, side, lacks) == 0:
        return
    while True:
        at = <const uint8_t*>memchr(at, value, s.count - (at - state))
        if at == NULL:
            return
        i = <int>(at - state) * s.size
        for j in range(i, i + s.size):
            cell = s.cells[j]
            if w.account.cell[cell] == 0:
                k.zone[cell >> 6] |= <uint64_t>1 << (cell & 63)
        at += 1


cdef int missing_near(const Tables* t, const Worker* w, int side, int near, int but) noexcept nogil:
    """A cell with which a side would complete a line through another one, or NO_THREAT. One cell is left out of account."""
    cdef const WindowSet* s = &t.windows[w.opinion.set_of[0]]
    cdef const uint8_t* state = w.account.state
    cdef int value = (s.size - 1) << (4 * side), i, j
    if lacking(w.account, 0, side, 1) == 0:
        return NO_THREAT
    for i in range(s.first[near], s.first[near + 1]):
        if state[s.through[i]] != value:
            continue
        j = s.through[i] * s.size
        while w.account.cell[s.cells[j]]:
            j += 1
        if s.cells[j] != but:
            return s.cells[j]
    return NO_THREAT


cdef bint forces(const Tables* t, Worker* w, Attack* k, int side, int must, int so_far) noexcept nogil:
    """Whether a side wins by threats alone if it moves now: where it must, or anywhere (NO_THREAT)."""
    cdef const Opinion* o = w.opinion
    cdef const WindowSet* s = &t.windows[o.set_of[0]]
    cdef const uint8_t* state = w.account.state
    cdef const uint8_t* at = state
    cdef int value = (s.size - 2) << (4 * side), order, threat, answer, other, i, j, n
    cdef uint16_t pair[2]
    cdef bint found = False
    if so_far >= 2 * MOST_THREATS or lacking(w.account, 0, side, 2) == 0:
        return False
    while not found:
        at = <const uint8_t*>memchr(at, value, s.count - (at - state))
        if at == NULL:
            return False
        i = <int>(at - state) * s.size
        at += 1
        n = 0
        for j in range(i, i + s.size):
            if w.account.cell[s.cells[j]] == 0 and n < 2:
                pair[n] = s.cells[j]
                n += 1
        for order in range(2):
            threat = pair[order]
            answer = pair[1 - order]
            if must != NO_THREAT and threat != must:
                continue
            if k.left == 0:
                return False
            k.left -= 1
            k.cells[so_far] = <uint16_t>threat
            k.cells[so_far + 1] = <uint16_t>answer
            book(t, o, w.account, threat, t.code_of[side][0])
            other = missing_near(t, w, side, threat, answer)
            if other != NO_THREAT:
                # Two threats at once: one answer leaves the other.
                k.cells[so_far + 2] = <uint16_t>other
                k.length = so_far + 3
                into_zone(t, w, k, 1 - side, 1)
                into_zone(t, w, k, 1 - side, 2)
                found = True
            else:
                book(t, o, w.account, answer, t.code_of[1 - side][0])
                # The answer may be a threat too. Two of them end the attack.
                other = missing_near(t, w, 1 - side, answer, NO_CELL)
                if other == NO_THREAT or missing_near(t, w, 1 - side, answer, other) == NO_THREAT:
                    found = forces(t, w, k, side, other, so_far + 2)
                if found:
                    into_zone(t, w, k, 1 - side, 2)        # one cell more here, and the answer would be a threat
                book(t, o, w.account, answer, 0)
            book(t, o, w.account, threat, 0)
            if found:
                break
    return True


cdef bint attacks(const Tables* t, Worker* w, Mind* m, Attack* k, int side, int tries) noexcept nogil:
    """The same, with what the other side could do about it in `zone`. Nobody may be about to complete a line."""
    cdef int i
    cdef bint found
    if lacking(w.account, 0, side, 2) == 0:
        return False
    k.left = tries
    memset(k.zone, 0, sizeof(k.zone))
    found = forces(t, w, k, side, NO_THREAT, 0)
    m.nodes += tries - k.left
    if not found:
        return False
    into_zone(t, w, k, 1 - side, 2)
    for i in range(k.length):
        k.zone[k.cells[i] >> 6] |= <uint64_t>1 << (k.cells[i] & 63)
    return True


cdef int keep_in_zone(Worker* w, const Attack* k, int start, int n) noexcept nogil:
    """Only the placings that do something about an attack."""
    cdef int i, kept = start
    for i in range(start, start + n):
        if has_bit(k.zone, w.actions[i].target):
            w.actions[kept] = w.actions[i]
            kept += 1
    w.top = kept
    return kept - start


cdef int quiet_lines(const Tables* t, Worker* w, Mind* m, int alpha, int beta, int level, int left) noexcept nogil:
    """An opinion once the threats have been played out: those that make a line but for one cell."""
    cdef const Opinion* o = w.opinion
    cdef const WindowSet* s = &t.windows[o.set_of[0]]
    cdef const uint8_t* state = w.account.state + o.first_window[0]
    cdef uint64_t tried[MAX_WORDS]
    cdef uint16_t cells[128]
    cdef Action a
    cdef Attack attack
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

    # Step 2. Is there a win by threats, or else is it good enough to do nothing?
    if o.forcing:
        if attacks(t, w, m, &attack, mover, TRIES_AT_HORIZON):
            return WIN - far - attack.length
        left = 0
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
