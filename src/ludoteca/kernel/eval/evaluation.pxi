# Static evaluation, derived from the ends of the game: how near is each side to each of them?

cdef inline int evaluate_lines(const EvalWeights* ew, const Accumulator* acc, int mover) noexcept nogil:
    """Open windows for the side to move, weighted by the cells they lack and by who has the move."""
    cdef int i, lack, total = 0
    cdef uint64_t mine, theirs
    for i in range(ew.n_sets):
        mine = acc.open[i][mover]
        theirs = acc.open[i][1 - mover]
        for lack in range(LACKS):
            total += ew.mine[i][lack] * <int>(mine & LACK_MASK) - ew.theirs[i][lack] * <int>(theirs & LACK_MASK)
            mine >>= LACK_BITS
            theirs >>= LACK_BITS
    return total


cdef int race_progress(const Tables* t, const EvalWeights* ew, const Position* p, int number, int owner) noexcept nogil:
    """Progress of the owner's foremost piece in a race."""
    cdef int word, cell, best = 0
    cdef uint64_t bits
    cdef const uint8_t* distance = ew.distance[number][owner]
    cdef const End* e = &t.ends[ew.race_end[number]]
    for word in range(t.words):
        bits = p.sets[owner + 1][word] | p.sets[SHARED][word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            if e.code[owner] and p.cell[cell] != e.code[owner] and t.who[p.cell[cell]] != SHARED:
                continue
            if ew.furthest - distance[cell] > best:
                best = ew.furthest - distance[cell]
    return best


cdef int group_scatter(const Tables* t, const Position* p, int side) noexcept nogil:
    """Number of groups of a side, plus the pieces outside the largest one."""
    cdef uint8_t seen[MAX_CELLS]
    cdef uint16_t waiting[MAX_CELLS]
    cdef int cell, at, i, head, tail, pieces = 0, groups = 0, largest = 0
    memset(seen, 0, t.cells)
    for cell in range(t.cells):
        if seen[cell] or t.who[p.cell[cell]] != side + 1:
            continue
        groups += 1
        seen[cell] = 1
        waiting[0] = <uint16_t>cell
        head = 0
        tail = 1
        while head < tail:
            at = waiting[head]
            head += 1
            for i in range(t.neighbours.first[at], t.neighbours.first[at + 1]):
                if not seen[t.neighbours.items[i]] and t.who[p.cell[t.neighbours.items[i]]] == side + 1:
                    seen[t.neighbours.items[i]] = 1
                    waiting[tail] = <uint16_t>t.neighbours.items[i]
                    tail += 1
        pieces += tail
        if tail > largest:
            largest = tail
    return groups + pieces - largest


cdef int count_actions(const Tables* t, Worker* w, int side) noexcept nogil:
    """Mobility: actions of a side if it were to move. Counted without generating them where possible."""
    cdef int start = w.top, stage = phase_stage(t, &w.p, side), chooser = t.stages[stage].chooser[side]
    cdef uint32_t arena = w.arena_top
    cdef int first = t.stages[stage].first_rule[side], n = 0, i, source
    cdef const Rule* r = &t.rules[first]
    cdef uint64_t pieces, onto
    if chooser == BY_CELL and r.flips and t.words == 1:
        return count_bits(w.p.sets[EMPTY][0] & bracketing(t, &w.p, side))
    if chooser == BY_STEP:
        for i in range(first, first + t.stages[stage].rules[side]):
            r = &t.rules[i]
            if r.condition and not rule_applies(t, &w.p, r, side):
                continue
            onto = w.p.sets[EMPTY][0] if r.onto_empty else 0
            if r.onto_enemy:
                onto |= w.p.sets[2 - side][0]
            pieces = w.p.sets[side + 1][0]
            while pieces:
                source = lowest_bit(pieces)
                pieces &= pieces - 1
                if t.kinds == 1 or w.p.cell[source] == r.code:
                    n += count_bits(onto & t.tables[r.table].masks[source] if r.op == OP_STEP else onto)
        return n
    n = list_stage(t, w, stage, side)
    w.top = start
    w.arena_top = arena
    return n


cdef int evaluate(const Tables* t, Worker* w) noexcept nogil:
    """Static evaluation for the side to move, in hundredths of a plain piece, clamped to MAX_EVAL."""
    cdef const EvalWeights* ew = w.weights
    cdef const Position* p = &w.p
    cdef const End* e
    cdef int i, code, score
    update_accumulator(t, w)
    score = w.acc.sum
    if ew.foremost:
        for i in range(ew.n_races):
            e = &t.ends[ew.race_end[i]]
            if e.type == END_REACH:
                if e.owners & 1:
                    score += ew.foremost * race_progress(t, ew, p, i, 0)
                if e.owners & 2:
                    score -= ew.foremost * race_progress(t, ew, p, i, 1)
    if ew.use_drop_parity:
        score += evaluate_drop_parity(t, w)
    if ew.link and t.has_goals:
        score += ew.link * (chain_distance(t, p, 1) - chain_distance(t, p, 0))
    if ew.link or ew.group:
        for i in range(t.n_ends):
            e = &t.ends[i]
            if e.type == END_CONNECT:
                score += ew.link * (connection_distance(t, p, e, 1) - connection_distance(t, p, e, 0))
            elif e.type == END_GROUP:
                score += ew.group * (group_scatter(t, p, 1) - group_scatter(t, p, 0))
    if t.cold:
        if ew.store or ew.seeds:
            score += ew.store * (<int>p.s.pits[t.sowing.store[0]] - <int>p.s.pits[t.sowing.store[1]])
            score += ew.seeds * (seeds_of(t, &p.s, 0) - seeds_of(t, &p.s, 1))
        else:
            for code in range(2, t.codes):
                if ew.hand[code]:
                    score += ew.hand[code] * p.s.hand[0 if t.who[code] == FIRST else 1][t.kind_of[code]]
    if ew.mobility[0]:
        score += ew.mobility[0] * count_actions(t, w, 0)
    if ew.mobility[1]:
        score -= ew.mobility[1] * count_actions(t, w, 1)
    if ew.territory or ew.nearness or ew.room[0] or ew.room[1]:
        score += evaluate_territory(t, w)
    score = (score if p.s.mover == 0 else -score) + evaluate_lines(ew, w.acc, p.s.mover) + ew.tempo
    if ew.network != NULL:
        score += evaluate_network(t, ew, w.acc, p.s.mover)
    if ew.patterns != NULL:
        score += evaluate_patterns(t, ew.patterns, &w.acc.patterns, p)
    if score > MAX_EVAL:
        return MAX_EVAL
    return score if score > -MAX_EVAL else -MAX_EVAL
