# Threats in games where pieces are only placed and lines win: a window that lacks one cell must be answered at once.


cdef inline bint is_playable(const Tables* t, const Position* p, int cell) noexcept nogil:
    """Whether an empty cell can be played now: in drop games the cell below must be filled."""
    if not t.rules[t.stages[0].first_rule[0]].gravity:
        return True
    return (t.gravity_floor | (~p.sets[EMPTY][0] << t.gravity_width)) >> cell & 1


cdef int winning_cell(const Tables* t, const Worker* w, int side) noexcept nogil:
    """The playable cell that completes a side's line: NO_THREAT if there is none, TWO_THREATS if there are several."""
    cdef const EvalWeights* ew = w.weights
    cdef const WindowSet* s = &t.windows[ew.set_of[0]]
    cdef const uint8_t* state = w.acc.state + ew.first_window[0]
    cdef int i, j, cell, found = NO_THREAT, left = open_windows(w.acc, 0, side, 1)
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


cdef inline void placement_at(const Tables* t, const Worker* w, int cell, Action* a) noexcept nogil:
    write_action(a, NO_CELL, cell, t.stages[0].first_rule[w.p.s.mover], 0)


# VCF ("victory by continuous fours"): a forced win by threats alone, as in the threat-space search of L. V. Allis,
# H. J. van den Herik and M. P. H. Huntjens, "Go-Moku and threat-space search" (1993). Every threat leaves the opponent
# one answer, so the attack is a sequence rather than a tree. It is searched on the accumulator, without making moves.
# The opponent's defences are the cells of the attack and the cells where it could make counter-threats.


cdef void add_to_defences(const Tables* t, const Worker* w, Attack* k, int side, int lacks) noexcept nogil:
    """Add the empty cells of a side's open windows that lack `lacks` cells to the defences."""
    cdef const WindowSet* s = &t.windows[w.weights.set_of[0]]
    cdef const uint8_t* state = w.acc.state
    cdef const uint8_t* at = state
    cdef int value = (s.size - lacks) << (4 * side), i, j, cell
    if open_windows(w.acc, 0, side, lacks) == 0:
        return
    while True:
        at = <const uint8_t*>memchr(at, value, s.count - (at - state))
        if at == NULL:
            return
        i = <int>(at - state) * s.size
        for j in range(i, i + s.size):
            cell = s.cells[j]
            if w.acc.cell[cell] == 0:
                k.defences[cell >> 6] |= <uint64_t>1 << (cell & 63)
        at += 1


cdef int completing_cell(const Tables* t, const Worker* w, int side, int near, int but) noexcept nogil:
    """The cell that completes a side's line through `near`, other than `but`; NO_THREAT if there is none."""
    cdef const WindowSet* s = &t.windows[w.weights.set_of[0]]
    cdef const uint8_t* state = w.acc.state
    cdef int value = (s.size - 1) << (4 * side), i, j
    if open_windows(w.acc, 0, side, 1) == 0:
        return NO_THREAT
    for i in range(s.first[near], s.first[near + 1]):
        if state[s.through[i]] != value:
            continue
        j = s.through[i] * s.size
        while w.acc.cell[s.cells[j]]:
            j += 1
        if s.cells[j] != but:
            return s.cells[j]
    return NO_THREAT


cdef bint vcf(const Tables* t, Worker* w, Attack* k, int side, int must, int so_far) noexcept nogil:
    """Whether a side to move wins by threats alone. `must` is the only cell it may play first, NO_THREAT for any."""
    cdef const EvalWeights* ew = w.weights
    cdef const WindowSet* s = &t.windows[ew.set_of[0]]
    cdef const uint8_t* state = w.acc.state
    cdef const uint8_t* at = state
    cdef int value = (s.size - 2) << (4 * side), order, threat, answer, other, i, j, n
    cdef uint16_t pair[2]
    cdef bint found = False
    if so_far >= 2 * VCF_MAX_THREATS or open_windows(w.acc, 0, side, 2) == 0:
        return False
    while not found:
        at = <const uint8_t*>memchr(at, value, s.count - (at - state))
        if at == NULL:
            return False
        i = <int>(at - state) * s.size
        at += 1
        n = 0
        for j in range(i, i + s.size):
            if w.acc.cell[s.cells[j]] == 0 and n < 2:
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
            accumulator_set(t, ew, w.acc, threat, t.code_of[side][0])
            other = completing_cell(t, w, side, threat, answer)
            if other != NO_THREAT:
                # A double threat.
                k.cells[so_far + 2] = <uint16_t>other
                k.length = so_far + 3
                add_to_defences(t, w, k, 1 - side, 1)
                add_to_defences(t, w, k, 1 - side, 2)
                found = True
            else:
                accumulator_set(t, ew, w.acc, answer, t.code_of[1 - side][0])
                # The answer may itself be a threat; a double one refutes the attack.
                other = completing_cell(t, w, 1 - side, answer, NO_CELL)
                if other == NO_THREAT or completing_cell(t, w, 1 - side, answer, other) == NO_THREAT:
                    found = vcf(t, w, k, side, other, so_far + 2)
                if found:
                    add_to_defences(t, w, k, 1 - side, 2)        # where the answer could have been a threat
                accumulator_set(t, ew, w.acc, answer, 0)
            accumulator_set(t, ew, w.acc, threat, 0)
            if found:
                break
    return True


cdef bint vcf_search(const Tables* t, Worker* w, SearchThread* th, Attack* k, int side, int tries) noexcept nogil:
    """Search for a VCF and, if there is one, the opponent's defences. No side may have a line that lacks one cell."""
    cdef int i
    cdef bint found
    if open_windows(w.acc, 0, side, 2) == 0:
        return False
    k.left = tries
    memset(k.defences, 0, sizeof(k.defences))
    found = vcf(t, w, k, side, NO_THREAT, 0)
    atomic_add_u64(&th.nodes, tries - k.left)
    if not found:
        return False
    add_to_defences(t, w, k, 1 - side, 2)
    for i in range(k.length):
        k.defences[k.cells[i] >> 6] |= <uint64_t>1 << (k.cells[i] & 63)
    return True


cdef int keep_defences(Worker* w, const Attack* k, int start, int n) noexcept nogil:
    """Drop the placements that do not defend against an attack."""
    cdef int i, kept = start
    for i in range(start, start + n):
        if has_bit(k.defences, w.actions[i].target):
            w.actions[kept] = w.actions[i]
            kept += 1
    w.top = kept
    return kept - start


cdef int qsearch_threats(const Tables* t, Worker* w, SearchThread* th, int alpha, int beta, int level, int left) noexcept nogil:
    """Quiescence search over threats: placements that leave a line lacking one cell, and the forced answers."""
    cdef const EvalWeights* ew = w.weights
    cdef const WindowSet* s = &t.windows[ew.set_of[0]]
    cdef const uint8_t* state = w.acc.state + ew.first_window[0]
    cdef uint64_t tried[MAX_WORDS]
    cdef uint16_t cells[128]
    cdef Action a
    cdef Attack attack
    cdef int i, j, cell, n, best, score, mover = w.p.s.mover, far = <int>w.p.s.ply - th.root_ply
    th.pv_length[level] = level
    if w.p.s.outcome:
        return final_score(w, th)
    update_accumulator(t, w)

    # Step 1. Immediate wins and forced blocks.
    cell = winning_cell(t, w, mover)
    if cell != NO_THREAT:
        return WIN - far - 1
    cell = winning_cell(t, w, 1 - mover)
    if cell == TWO_THREATS:
        return far + 2 - WIN
    if cell != NO_THREAT and level < MAX_PLY and w.depth < MAX_DEPTH - 8:
        atomic_add_u64(&th.nodes, 1)
        placement_at(t, w, cell, &a)
        make(t, w, &a)
        score = -qsearch_threats(t, w, th, -beta, -alpha, level + 1, left)
        unmake(t, w)
        return score

    # Step 2. VCF, else stand pat.
    if ew.use_vcf:
        if vcf_search(t, w, th, &attack, mover, VCF_NODES_AT_HORIZON):
            return WIN - far - attack.length
        left = 0
    th.heuristic = 1
    best = evaluate(t, w)
    if best >= beta or left == 0 or level >= MAX_PLY - 2 or w.depth >= MAX_DEPTH - 8 or is_stopped(w):
        return best
    if open_windows(w.acc, 0, mover, 2) == 0:
        return best
    if best > alpha:
        alpha = best

    # Step 3. Threats. Their cells are collected first: the accumulator changes below.
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
        atomic_add_u64(&th.nodes, 1)
        poll_signals(w)
        if th.nodes >= th.node_limit:
            set_stop(w, 1)
        placement_at(t, w, cells[i], &a)
        make(t, w, &a)
        score = -qsearch_threats(t, w, th, -beta, -alpha, level + 1, left - 1)
        unmake(t, w)
        if is_stopped(w):
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
            if score >= beta:
                break
    return best
