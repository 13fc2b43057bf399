# An opinion on a position, from the ends of the game alone: how near is each side to each of them?

cdef inline int judge_lines(const Opinion* o, const Account* a, int mover) noexcept nogil:
    """Open windows in the mover's eyes: the fuller, the better, and better still with the move."""
    cdef int i, lack, total = 0
    cdef uint64_t mine, theirs
    for i in range(o.counted):
        mine = a.open[i][mover]
        theirs = a.open[i][1 - mover]
        for lack in range(LACKS):
            total += o.mine[i][lack] * <int>(mine & LACK_MASK) - o.theirs[i][lack] * <int>(theirs & LACK_MASK)
            mine >>= LACK_BITS
            theirs >>= LACK_BITS
    return total


cdef int judge_hanging(const Tables* t, const Worker* w) noexcept nogil:
    """Where pieces fall, for the first player: cells that would complete a line but cannot be played yet. Columns fill
    up in turns, so who gets to such a cell depends on its row."""
    cdef const Opinion* o = w.opinion
    cdef const WindowSet* s = &t.windows[o.set_of[0]]
    cdef const uint8_t* state = w.account.state + o.first_window[0]
    cdef uint64_t cells[2]
    cdef uint64_t empty = w.p.sets[EMPTY][0], rows = o.odd_rows
    cdef int i, score, left = lacking(w.account, 0, 0, 1) + lacking(w.account, 0, 1, 1)
    if left == 0:
        return 0
    cells[0] = cells[1] = 0
    for i in range(s.count):
        if state[i] == s.sizes[i] - 1:
            cells[0] |= s.mask[i] & empty
        elif state[i] == (s.sizes[i] - 1) << 4:
            cells[1] |= s.mask[i] & empty
    score = o.squeeze * squeezed(t, w, cells) if o.squeeze else 0
    empty &= ~(t.gravity_floor | (~empty << t.gravity_width))
    return (score + o.hanging[0][0] * count_bits(cells[0] & empty & rows)
            + o.hanging[0][1] * count_bits(cells[0] & empty & ~rows)
            - o.hanging[1][0] * count_bits(cells[1] & empty & rows)
            - o.hanging[1][1] * count_bits(cells[1] & empty & ~rows))


cdef int squeezed(const Tables* t, const Worker* w, const uint64_t* wins) noexcept nogil:
    """Who wins if nothing happens any more but that the columns fill up: 1 the first player, -1 the second, 0 nobody.
    Neither plays below a cell that completes a line of the other side's before it must, and below its own only then."""
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


cdef int foremost(const Tables* t, const Opinion* o, const Position* p, int number, int owner) noexcept nogil:
    """How far the owner's foremost piece has come in a race."""
    cdef int word, cell, best = 0
    cdef uint64_t bits
    cdef const uint8_t* distance = o.distance[number][owner]
    cdef const End* e = &t.ends[o.race_end[number]]
    for word in range(t.words):
        bits = p.sets[owner + 1][word] | p.sets[SHARED][word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            if e.code[owner] and p.cell[cell] != e.code[owner] and t.who[p.cell[cell]] != SHARED:
                continue
            if o.furthest - distance[cell] > best:
                best = o.furthest - distance[cell]
    return best


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
    """How many actions a side would have if it were its turn, counted without listing where that is possible."""
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


cdef void find_reach(const Tables* t, const Worker* w, int side, uint8_t* far) noexcept nogil:
    """In how many actions a side's pieces could get to each empty cell if nothing else moved; 255 is never."""
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
    MOST_WAVES = 24


cdef inline void slide_set(uint64_t* low, uint64_t* high, int by) noexcept nogil:
    """All cells of a set of two words, so many cells on."""
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


cdef int find_waves(const Tables* t, const Worker* w, int side, uint64_t* waves) noexcept nogil:
    """The empty cells that a side's sliding pieces get to with one action, two, three …: two words for each number."""
    cdef const Opinion* o = w.opinion
    cdef uint64_t empty_low = w.p.sets[EMPTY][0], empty_high = w.p.sets[EMPTY][1]
    cdef uint64_t low = w.p.sets[side + 1][0], high = w.p.sets[side + 1][1]
    cdef uint64_t free_low = empty_low, free_high = empty_high, next_low, next_high, a, b
    cdef int n = 0, d
    while n < MOST_WAVES and (low | high):
        next_low = next_high = 0
        for d in range(o.steps):
            a = low
            b = high
            while True:
                a &= o.step_from[d][0]
                b &= o.step_from[d][1]
                slide_set(&a, &b, o.step[d])
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


cdef int judge_slides(const Tables* t, const Worker* w) noexcept nogil:
    """The same as `judge_space`, for whole sets of cells at once."""
    cdef uint64_t waves[2][2 * MOST_WAVES]
    cdef const Opinion* o = w.opinion
    cdef uint64_t left_low = w.p.sets[EMPTY][0], left_high = w.p.sets[EMPTY][1]
    cdef int n[2]
    cdef int room[2]
    cdef int i, side, here, ground = 0, near = 0
    for side in range(2):
        n[side] = find_waves(t, w, side, waves[side])
        room[side] = 0
    for i in range(n[0] if n[0] > n[1] else n[1]):
        for side in range(2):
            if i >= n[side]:
                waves[side][2 * i] = waves[side][2 * i + 1] = 0
            # A cell is whose it was reached by first: those of the other side's earlier waves are gone from what is left.
            here = count_bits(waves[side][2 * i] & left_low) + count_bits(waves[side][2 * i + 1] & left_high)
            ground += here if side == 0 else -here
            here = count_bits(waves[side][2 * i]) + count_bits(waves[side][2 * i + 1])
            room[side] += here
            if i < 4:
                near += (here if side == 0 else -here) * (8 >> i)
        left_low &= ~(waves[0][2 * i] | waves[1][2 * i])
        left_high &= ~(waves[0][2 * i + 1] | waves[1][2 * i + 1])
    return ground * o.territory + (near * o.nearness) // 8 + room[0] * o.room[0] - room[1] * o.room[1]


cdef int room_of(const Tables* t, const Worker* w, int side) noexcept nogil:
    """How many empty cells a side's pieces could get to by steps, on a board of one word; -1 if they do not just step."""
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


cdef int judge_space(const Tables* t, const Worker* w) noexcept nogil:
    """For the first player: whose the empty cells are, by who gets there first and how soon."""
    cdef uint8_t far[2][MAX_CELLS]
    cdef const Opinion* o = w.opinion
    cdef int cell, a, b, word, ground = 0, near = 0
    cdef int room[2]
    cdef uint64_t bits
    if o.steps:
        return judge_slides(t, w)
    if t.words == 1 and not o.territory and not o.nearness:
        room[0] = room_of(t, w, 0) if o.room[0] else 0
        room[1] = room_of(t, w, 1) if o.room[1] else 0
        if room[0] >= 0 and room[1] >= 0:
            return room[0] * o.room[0] - room[1] * o.room[1]
    find_reach(t, w, 0, far[0])
    find_reach(t, w, 1, far[1])
    room[0] = room[1] = 0
    for word in range(t.words):
        bits = w.p.sets[EMPTY][word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            a = far[0][cell]
            b = far[1][cell]
            ground += (a < b) - (b < a)
            room[0] += a < 255
            room[1] += b < 255
            near += (16 >> a if a < 5 else 0) - (16 >> b if b < 5 else 0)
    return ground * o.territory + (near * o.nearness) // 8 + room[0] * o.room[0] - room[1] * o.room[1]


cdef int judge(const Tables* t, Worker* w) noexcept nogil:
    """The position in the mover's eyes, in hundredths of a plain piece. Never as large as a win."""
    cdef const Opinion* o = w.opinion
    cdef const Position* p = &w.p
    cdef const End* e
    cdef int i, code, score
    settle(t, w)
    score = w.account.sum
    if o.race_best:
        for i in range(o.races):
            e = &t.ends[o.race_end[i]]
            if e.type == END_REACH:
                if e.owners & 1:
                    score += o.race_best * foremost(t, o, p, i, 0)
                if e.owners & 2:
                    score -= o.race_best * foremost(t, o, p, i, 1)
    if o.placing and t.gravity_width:
        score += judge_hanging(t, w)
    if o.link or o.group:
        for i in range(t.n_ends):
            e = &t.ends[i]
            if e.type == END_CONNECT:
                score += o.link * (links_needed(t, p, e, 1) - links_needed(t, p, e, 0))
            elif e.type == END_GROUP:
                score += o.group * (scattered(t, p, 1) - scattered(t, p, 0))
    if t.cold:
        if o.store or o.seeds:
            score += o.store * (<int>p.s.pits[t.sowing.store[0]] - <int>p.s.pits[t.sowing.store[1]])
            score += o.seeds * (seeds_of(t, &p.s, 0) - seeds_of(t, &p.s, 1))
        else:
            for code in range(2, t.codes):
                if o.hand[code]:
                    score += o.hand[code] * p.s.hand[0 if t.who[code] == FIRST else 1][t.kind_of[code]]
    if o.mobility[0]:
        score += o.mobility[0] * count_actions(t, w, 0)
    if o.mobility[1]:
        score -= o.mobility[1] * count_actions(t, w, 1)
    if o.territory or o.nearness or o.room[0] or o.room[1]:
        score += judge_space(t, w)
    score = (score if p.s.mover == 0 else -score) + judge_lines(o, w.account, p.s.mover) + o.tempo
    if o.network != NULL:
        score += judge_by_network(t, o, w.account, p.s.mover)
    if score > LARGEST_OPINION:
        return LARGEST_OPINION
    return score if score > -LARGEST_OPINION else -LARGEST_OPINION
