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


cdef int connection_distance(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    """Stones the owner still needs to connect its sides: a 0-1 breadth-first search over own stones and empty cells."""
    cdef uint8_t cost[MAX_CELLS]
    cdef uint16_t ring[2][MAX_CELLS]
    cdef int n[2]
    cdef int now = 0, i, k, cell, other, depth = 0, who
    for cell in range(t.cells):
        cost[cell] = 255
    n[0] = n[1] = 0
    for cell in range(t.cells):
        if not has_bit(t.regions[e.region[owner]], cell):
            continue
        who = t.who[p.cell[cell]]
        if who == owner + 1:
            cost[cell] = 0
            ring[0][n[0]] = <uint16_t>cell
            n[0] += 1
        elif who == EMPTY:
            cost[cell] = 1
            ring[1][n[1]] = <uint16_t>cell
            n[1] += 1
    while n[0] or n[1]:
        i = 0
        while i < n[now]:
            cell = ring[now][i]
            i += 1
            if cost[cell] != depth:
                continue
            if has_bit(t.regions[e.far[owner]], cell):
                return depth
            for k in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
                other = t.neighbours.items[k]
                who = t.who[p.cell[other]]
                if who == owner + 1 and cost[other] > depth and n[now] < MAX_CELLS:
                    cost[other] = <uint8_t>depth
                    ring[now][n[now]] = <uint16_t>other
                    n[now] += 1
                elif who == EMPTY and cost[other] > depth + 1 and n[1 - now] < MAX_CELLS:
                    cost[other] = <uint8_t>(depth + 1)
                    ring[1 - now][n[1 - now]] = <uint16_t>other
                    n[1 - now] += 1
        n[now] = 0
        now = 1 - now
        depth += 1
        if depth > 200:
            break
    return 200


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


cdef void reach_distances(const Tables* t, const Worker* w, int side, uint8_t* far) noexcept nogil:
    """Distance of each empty cell from a side's pieces, in actions, if nothing else moved; 255 if unreachable."""
    cdef uint16_t waiting[MAX_CELLS]
    cdef const Position* p = &w.p
    cdef const Stage* s = &t.stages[phase_stage(t, p, side)]
    cdef const Rule* r
    cdef const Table* table
    cdef const uint16_t* ray
    cdef int cell, other, head = 0, tail = 0, i, j, k, n
    cdef uint64_t bits
    memset(far, 255, t.cells)
    for i in range(t.words):
        bits = p.sets[side + 1][i]
        while bits:
            cell = (i << 6) + lowest_bit(bits)
            bits &= bits - 1
            far[cell] = 0
            waiting[tail] = <uint16_t>cell
            tail += 1
    while head < tail:
        cell = waiting[head]
        head += 1
        n = far[cell] + 1
        for i in range(s.first_rule[side], s.first_rule[side] + s.rules[side]):
            r = &t.rules[i]
            if (p.cell[cell] and p.cell[cell] != r.code) or (r.op != OP_SLIDE and r.op != OP_STEP):
                continue
            table = &t.tables[r.table]
            if r.op == OP_STEP:
                for j in range(table.first[cell], table.first[cell + 1]):
                    other = table.items[j]
                    if p.cell[other] == 0 and far[other] == 255:
                        far[other] = <uint8_t>n
                        waiting[tail] = <uint16_t>other
                        tail += 1
                continue
            for j in range(table.first[cell], table.first[cell + 1], 3):
                ray = t.ray_cells + table.items[j]
                for k in range(table.items[j + 1]):
                    other = ray[k]
                    if p.cell[other]:
                        break
                    if far[other] == 255:
                        far[other] = <uint8_t>n
                        waiting[tail] = <uint16_t>other
                        tail += 1


cdef enum:
    MAX_WAVES = 24


cdef inline void shift_board(uint64_t* low, uint64_t* high, int by) noexcept nogil:
    """Shift a bitboard of two words."""
    cdef int back = -by
    if by > 0:
        if by < 64:
            high[0] = (high[0] << by) | (low[0] >> (64 - by))
            low[0] <<= by
        else:
            high[0] = low[0] << (by - 64)
            low[0] = 0
    elif back < 64:
        low[0] = (low[0] >> back) | (high[0] << (64 - back))
        high[0] >>= back
    else:
        low[0] = high[0] >> (back - 64)
        high[0] = 0


cdef int reach_waves(const Tables* t, const Worker* w, int side, uint64_t* waves) noexcept nogil:
    """Bitboards of the empty cells at distance 1, 2, 3 … from a side's sliding pieces: two words each."""
    cdef const EvalWeights* ew = w.weights
    cdef uint64_t empty_low = w.p.sets[EMPTY][0], empty_high = w.p.sets[EMPTY][1]
    cdef uint64_t low = w.p.sets[side + 1][0], high = w.p.sets[side + 1][1]
    cdef uint64_t free_low = empty_low, free_high = empty_high, next_low, next_high, a, b
    cdef int n = 0, d
    while n < MAX_WAVES and (low | high):
        next_low = next_high = 0
        for d in range(ew.n_steps):
            a = low
            b = high
            while True:
                a &= ew.step_from[d][0]
                b &= ew.step_from[d][1]
                shift_board(&a, &b, ew.step[d])
                a &= empty_low
                b &= empty_high
                if not (a | b):
                    break
                next_low |= a
                next_high |= b
        low = next_low & free_low
        high = next_high & free_high
        free_low &= ~low
        free_high &= ~high
        waves[2 * n] = low
        waves[2 * n + 1] = high
        n += 1
    return n


cdef int evaluate_territory_bitboard(const Tables* t, const Worker* w) noexcept nogil:
    """As `evaluate_territory`, with bitboards."""
    cdef uint64_t waves[2][2 * MAX_WAVES]
    cdef const EvalWeights* ew = w.weights
    cdef uint64_t left_low = w.p.sets[EMPTY][0], left_high = w.p.sets[EMPTY][1]
    cdef int n[2]
    cdef int room[2]
    cdef int i, side, here, territory = 0, near = 0
    for side in range(2):
        n[side] = reach_waves(t, w, side, waves[side])
        room[side] = 0
    for i in range(n[0] if n[0] > n[1] else n[1]):
        for side in range(2):
            if i >= n[side]:
                waves[side][2 * i] = waves[side][2 * i + 1] = 0
            # Cells that the opponent reached in an earlier wave are no longer in `left`.
            here = count_bits(waves[side][2 * i] & left_low) + count_bits(waves[side][2 * i + 1] & left_high)
            territory += here if side == 0 else -here
            here = count_bits(waves[side][2 * i]) + count_bits(waves[side][2 * i + 1])
            room[side] += here
            if i < 4:
                near += (here if side == 0 else -here) * (8 >> i)
        left_low &= ~(waves[0][2 * i] | waves[1][2 * i])
        left_high &= ~(waves[0][2 * i + 1] | waves[1][2 * i + 1])
    return territory * ew.territory + (near * ew.nearness) // 8 + room[0] * ew.room[0] - room[1] * ew.room[1]


cdef int reachable_cells(const Tables* t, const Worker* w, int side) noexcept nogil:
    """Empty cells that a side's pieces can reach by steps, on a board of one word; -1 if they also slide."""
    cdef const Position* p = &w.p
    cdef const Stage* s = &t.stages[phase_stage(t, p, side)]
    cdef const Rule* r
    cdef uint64_t waiting = p.sets[side + 1][0], reached = 0, new
    cdef int cell, i
    for i in range(s.first_rule[side], s.first_rule[side] + s.rules[side]):
        if t.rules[i].op == OP_SLIDE or (t.rules[i].op == OP_STEP and t.tables[t.rules[i].table].masks == NULL):
            return -1
    while waiting:
        cell = lowest_bit(waiting)
        waiting &= waiting - 1
        new = 0
        for i in range(s.first_rule[side], s.first_rule[side] + s.rules[side]):
            r = &t.rules[i]
            if r.op == OP_STEP and (p.cell[cell] == 0 or p.cell[cell] == r.code):
                new |= t.tables[r.table].masks[cell]
        new &= p.sets[EMPTY][0] & ~reached
        reached |= new
        waiting |= new
    return count_bits(reached)


cdef int evaluate_territory(const Tables* t, const Worker* w) noexcept nogil:
    """Territory for the first player: empty cells by who reaches them first and how soon, as in Amazons programs (J. Lieberum,
    "An evaluation function for the game of Amazons", 2005)."""
    cdef uint8_t far[2][MAX_CELLS]
    cdef const EvalWeights* ew = w.weights
    cdef int cell, a, b, word, territory = 0, near = 0
    cdef int room[2]
    cdef uint64_t bits
    if ew.n_steps:
        return evaluate_territory_bitboard(t, w)
    if t.words == 1 and not ew.territory and not ew.nearness:
        room[0] = reachable_cells(t, w, 0) if ew.room[0] else 0
        room[1] = reachable_cells(t, w, 1) if ew.room[1] else 0
        if room[0] >= 0 and room[1] >= 0:
            return room[0] * ew.room[0] - room[1] * ew.room[1]
    reach_distances(t, w, 0, far[0])
    reach_distances(t, w, 1, far[1])
    room[0] = room[1] = 0
    for word in range(t.words):
        bits = w.p.sets[EMPTY][word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            a = far[0][cell]
            b = far[1][cell]
            territory += (a < b) - (b < a)
            room[0] += a < 255
            room[1] += b < 255
            near += (16 >> a if a < 5 else 0) - (16 >> b if b < 5 else 0)
    return territory * ew.territory + (near * ew.nearness) // 8 + room[0] * ew.room[0] - room[1] * ew.room[1]


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
    if score > MAX_EVAL:
        return MAX_EVAL
    return score if score > -MAX_EVAL else -MAX_EVAL
