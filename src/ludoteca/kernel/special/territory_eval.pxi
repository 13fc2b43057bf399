# Territory games (Amazons): the evaluation compares the moves that each side needs to reach every empty cell.
# Requires that being stuck ends the game: the compiler leaves the weights `territory`, `nearness` and `room` zero in
# games without the traits `enclosure` and `hunted`.

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
