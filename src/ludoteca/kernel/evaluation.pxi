# An opinion on a position, from the ends of the game alone: how near is each side to each of them?

cdef inline int shape_worth(const Tables* t, int size, int held) noexcept nogil:
    """A shape of `size` cells of which one side holds `held` and the other none."""
    return t.opinion.shape[held + t.opinion.spare - size] if held + t.opinion.spare >= size else 0


cdef int judge_windows(const Tables* t, const Position* p, const WindowSet* s) noexcept nogil:
    """Open windows, for the first player: the fuller, the better."""
    cdef int i, j, first, second, cell, who, total = 0, size
    cdef uint64_t mask
    for i in range(s.count):
        if t.words == 1:
            mask = s.mask[i]
            first = count_bits(p.sets[FIRST][0] & mask)
            second = count_bits(p.sets[SECOND][0] & mask)
            size = count_bits(mask)
        else:
            first = second = size = 0
            for j in range(s.size):
                cell = s.cells[i * s.size + j]
                if cell == NO_CELL:
                    break
                who = t.who[p.cell[cell]]
                first += who == FIRST
                second += who == SECOND
                size += 1
        if first and not second:
            total += shape_worth(t, size, first)
        elif second and not first:
            total -= shape_worth(t, size, second)
    return total


cdef int judge_race(const Tables* t, const Position* p, const End* e, int number, int owner) noexcept nogil:
    """How far the owner's pieces have come: all of them a little, the foremost more."""
    cdef int word, cell, far, best = 0, total = 0
    cdef uint64_t bits
    cdef const uint8_t* distance = t.opinion.distance[number][owner]
    for word in range(t.words):
        bits = p.sets[owner + 1][word] | p.sets[SHARED][word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            if e.code[owner] and p.cell[cell] != e.code[owner] and t.who[p.cell[cell]] != SHARED:
                continue
            far = t.opinion.furthest - distance[cell]
            total += far
            if far > best:
                best = far
    return total * t.opinion.race_all + (best * t.opinion.race_best if e.type == END_REACH else 0)


cdef int links_needed(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    """Stones the owner still needs to join its sides: a search by breadth, own stones free, enemies walls."""
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


cdef int scattered(const Tables* t, const Position* p, int side) noexcept nogil:
    """How far a side's pieces are from hanging together: its groups, and the pieces outside the largest."""
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
    """How many actions a side would have if it were its turn."""
    cdef int start = w.top
    cdef uint32_t arena = w.arena_top
    cdef int n = list_stage(t, w, phase_stage(t, &w.p, side), side)
    w.top = start
    w.arena_top = arena
    return n


cdef int judge(const Tables* t, Worker* w) noexcept nogil:
    """The position in the mover's eyes, in hundredths of a plain piece. Never as large as a win."""
    cdef const Opinion* o = &t.opinion
    cdef Position* p = &w.p
    cdef const End* e
    cdef int i, code, score = 0, sign
    for i in range(t.n_ends):
        e = &t.ends[i]
        sign = -1 if e.result == OWNER_LOSES else 1
        if e.type == END_WINDOW:
            score += sign * judge_windows(t, p, &t.windows[e.windows])
        elif e.type == END_ALIGN:
            score += sign * judge_windows(t, p, &t.windows[o.align_windows])
        elif (e.type == END_REACH or e.type == END_FILL or e.type == END_FILL_ANY) and o.races:
            if e.owners & 1:
                score += sign * judge_race(t, p, e, o.race[i], 0)
            if e.owners & 2:
                score -= sign * judge_race(t, p, e, o.race[i], 1)
        elif e.type == END_GROUP:
            score += sign * o.group * (scattered(t, p, 1) - scattered(t, p, 0))
        elif e.type == END_CONNECT:
            score += o.link * (links_needed(t, p, e, 1) - links_needed(t, p, e, 0))
    for code in range(2, t.codes):
        if o.worth[code]:
            i = p.counts[code] + p.s.hand[0 if t.who[code] == FIRST else 1][t.kind_of[code]]
            score += o.worth[code] * i if t.who[code] == FIRST else -o.worth[code] * i
    if o.seed:
        score += o.seed * (<int>p.s.pits[t.sowing.store[0]] - <int>p.s.pits[t.sowing.store[1]])
        score += seeds_of(t, &p.s, 0) - seeds_of(t, &p.s, 1)
    if o.mobility:
        score += o.mobility * (count_actions(t, w, 0) - count_actions(t, w, 1))
    if score > LARGEST_OPINION:
        score = LARGEST_OPINION
    elif score < -LARGEST_OPINION:
        score = -LARGEST_OPINION
    return score if p.s.mover == 0 else -score
