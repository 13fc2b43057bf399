# Uniform random playouts. Where the legal actions of a stage can be counted without generating them, a random one is
# sampled by its index; the distribution is the same as over the generated list.

cdef enum:
    BY_LISTING = 0           # generate all actions
    BY_CELL                  # one placement rule: any empty cell, the lowest of a column, or one that flips
    BY_STEP                  # steps and flights on a one-word board
    BY_RAY                   # one sliding rule, or shots of the moved piece
    BY_BLOCK                 # rotations of a block
    BY_PIT                   # sowing from a row of at most eight pits
    MAX_COUNTED = 512       # pieces or rays counted at once


cdef int chooser_of(const Tables* t, const Stage* s, int side) noexcept nogil:
    """The sampling method for a stage."""
    cdef int i, first = s.first_rule[side], last = s.first_rule[side] + s.rules[side]
    cdef const Rule* r = &t.rules[first]
    if s.swap or s.pass_allowed or s.capture or first == last or t.repetition_result == FORBIDDEN or t.duplicates:
        return BY_LISTING
    if last == first + 1:
        if r.op == OP_ROTATE and not r.filters:
            return BY_BLOCK
        if r.op == OP_SOW and t.sowing.row_mask and not t.sowing.feed:
            return BY_PIT
        if r.op == OP_PLACE and r.plain_targets and not r.condition and (not r.gravity or t.gravity_width) and (
                not r.flips or t.shifts):
            return BY_CELL
        if r.op == OP_SHOOT and not r.filters or (
                r.op == OP_SLIDE and r.plain_targets and not r.onto_enemy and not r.whole_way and not r.least
                and t.kinds == 1):
            return BY_RAY
    for i in range(first, last):
        r = &t.rules[i]
        if t.words > 1 or not r.plain_targets or not (r.op == OP_STEP or r.op == OP_FLY):
            return BY_LISTING
    return BY_STEP


cdef inline int nth_bit(uint64_t bits, int n) noexcept nogil:
    """Index of the n-th set bit, counted from 0: by halves, then bit by bit."""
    cdef int skipped = 0, here
    here = count_bits(bits & <uint64_t>0xFFFFFFFF)
    if n >= here:
        n -= here
        bits >>= 32
        skipped = 32
    here = count_bits(bits & 0xFFFF)
    if n >= here:
        n -= here
        bits >>= 16
        skipped += 16
    here = count_bits(bits & 0xFF)
    if n >= here:
        n -= here
        bits >>= 8
        skipped += 8
    while n:
        bits &= bits - 1
        n -= 1
    return skipped + lowest_bit(bits)


cdef bint choose_cell(const Tables* t, Worker* w, int rule, int side, Action* a) noexcept nogil:
    cdef const Position* p = &w.p
    cdef const Rule* r = &t.rules[rule]
    cdef int n = p.counts[0], word = 0, k, here
    cdef uint64_t bits = p.sets[EMPTY][0]
    if n == 0 or (r.hand and not p.s.hand[side][r.kind]):
        return False
    if r.gravity:
        bits &= t.gravity_floor | (~bits << t.gravity_width)
        n = count_bits(bits)
    elif r.flips:
        bits &= bracketing(t, p, side)
        n = count_bits(bits)
        if n == 0:
            return False
    k = random_below(w, n)
    if t.words > 1:
        here = count_bits(bits)
        while k >= here:
            k -= here
            word += 1
            bits = p.sets[EMPTY][word]
            here = count_bits(bits)
    write_action(a, NO_CELL, (word << 6) + nth_bit(bits, k), rule, 0)
    return True


cdef bint choose_step(const Tables* t, Worker* w, int first, int last, int side, Action* a) noexcept nogil:
    cdef const Position* p = &w.p
    cdef const Rule* r
    cdef uint64_t found[MAX_COUNTED]
    cdef uint16_t sources[MAX_COUNTED]
    cdef uint8_t rules[MAX_COUNTED]
    cdef uint64_t pieces, onto, targets
    cdef int i, source, n = 0, total = 0, k, target
    for i in range(first, last):
        r = &t.rules[i]
        if r.condition and not rule_applies(t, p, r, side):
            continue
        pieces = p.sets[side + 1][0]
        onto = 0
        if r.onto_empty:
            onto = p.sets[EMPTY][0]
        if r.onto_enemy:
            onto |= p.sets[2 - side][0]
        while pieces:
            source = lowest_bit(pieces)
            pieces &= pieces - 1
            if t.kinds > 1 and p.cell[source] != r.code:
                continue
            targets = onto
            if r.op == OP_STEP:
                targets &= t.tables[r.table].masks[source]
            found[n] = targets
            sources[n] = <uint16_t>source
            rules[n] = <uint8_t>i
            total += count_bits(targets)
            n += 1
            if n == MAX_COUNTED:
                return False
    if total == 0:
        return False
    k = random_below(w, total)
    i = 0
    n = count_bits(found[0])
    while k >= n:
        k -= n
        i += 1
        n = count_bits(found[i])
    target = nth_bit(found[i], k)
    write_action(a, sources[i], target, rules[i], p.cell[target] != 0)
    return True


cdef bint choose_pit(const Tables* t, Worker* w, int rule, int side, Action* a) noexcept nogil:
    """A random non-empty pit. The row is one 64-bit word; the high bit of each non-zero byte is set."""
    cdef uint64_t row
    cdef int first = t.sowing.first_pit[side], n
    memcpy(&row, &w.p.s.pits[first], 8)
    row &= t.sowing.row_mask
    row = (((row & <uint64_t>0x7F7F7F7F7F7F7F7F) + <uint64_t>0x7F7F7F7F7F7F7F7F) | row) & <uint64_t>0x8080808080808080
    n = count_bits(row)
    if n == 0:
        return False
    n = random_below(w, n)
    while n:
        row &= row - 1
        n -= 1
    write_action(a, first + (lowest_bit(row) >> 3), NO_CELL, rule, 0)
    return True


cdef bint sample_ray(const Tables* t, Worker* w, int rule, int side, Action* a) noexcept nogil:
    """Rejection sampling of slides or shots: draw from those of an empty board and accept the first unobstructed one.
    Returns False if all attempts fail."""
    cdef const Position* p = &w.p
    cdef const Table* table = &t.tables[t.rules[rule].table]
    cdef uint16_t pieces[64]
    cdef uint64_t bits, held_low = ~p.sets[EMPTY][0], held_high = ~p.sets[EMPTY][1]
    cdef int n = 0, word, attempt, source, path
    cdef bint shot = t.rules[rule].op == OP_SHOOT
    if shot:
        pieces[0] = p.s.anchor
        n = 1
    elif p.counts[t.rules[rule].code] <= 64:
        for word in range(t.words):
            bits = p.sets[side + 1][word]
            while bits:
                pieces[n] = <uint16_t>((word << 6) + lowest_bit(bits))
                bits &= bits - 1
                n += 1
    if n == 0:
        return False
    for attempt in range(24):
        source = pieces[random_below(w, n)]
        path = table.first_path[source] + <int>random_below(w, table.most_paths)
        if path >= table.first_path[source + 1]:
            continue
        if (table.paths[2 * path] & held_low) | (table.paths[2 * path + 1] & held_high):
            continue
        write_action(a, NO_CELL if shot else source, table.path_ends[path], rule, 0)
        return True
    return False


cdef bint choose_ray(const Tables* t, Worker* w, int rule, int side, Action* a) noexcept nogil:
    """A random slide or shot, sampled by counting the free cells of each ray."""
    cdef const Position* p = &w.p
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* ray
    cdef uint16_t lengths[MAX_COUNTED]
    cdef uint16_t sources[MAX_COUNTED]
    cdef int32_t rays[MAX_COUNTED]
    cdef uint64_t bits = 0
    cdef int word = 0, source, i, k, length, n = 0, total = 0
    cdef bint shot = r.op == OP_SHOOT
    if shot:
        source = p.s.anchor
    else:
        bits = p.sets[side + 1][0]
        source = 0
    while True:
        if not shot:
            while bits == 0:
                word += 1
                if word >= t.words:
                    break
                bits = p.sets[side + 1][word]
            if word >= t.words:
                break
            source = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
        for i in range(table.first[source], table.first[source + 1], 3):
            ray = t.ray_cells + table.items[i]
            length = table.items[i + 1]
            k = 0
            while k < length and p.cell[ray[k]] == 0:
                k += 1
            # Branch-free: always write, advance only if the ray has a free cell.
            lengths[n] = <uint16_t>k
            sources[n] = <uint16_t>source
            rays[n] = table.items[i]
            n += k != 0
            total += k
            if n == MAX_COUNTED:
                return False
        if shot:
            break
    if total == 0:
        return False
    k = random_below(w, total)
    i = 0
    while k >= lengths[i]:
        k -= lengths[i]
        i += 1
    write_action(a, NO_CELL if shot else sources[i], t.ray_cells[rays[i] + k], rule, 0)
    return True


cdef inline bint choose(const Tables* t, Worker* w, Action* a) noexcept nogil:
    """Sample a random action of the current stage; False if the actions must be generated."""
    cdef int side = w.p.s.mover
    cdef const Stage* s = &t.stages[w.p.s.stage]
    cdef int way = s.chooser[side], rule = s.first_rule[side]
    if way == BY_CELL:
        return choose_cell(t, w, rule, side, a)
    if way == BY_STEP:
        return choose_step(t, w, rule, rule + s.rules[side], side, a)
    if way == BY_RAY:
        if t.words <= 2 and sample_ray(t, w, rule, side, a):
            return True
        return choose_ray(t, w, rule, side, a)
    if way == BY_PIT:
        return choose_pit(t, w, rule, side, a)
    if way == BY_BLOCK:
        write_action(a, NO_CELL, NO_CELL, rule, random_below(w, 2 * t.blocks))
        return True
    return False


cdef uint64_t playout_plain(const Tables* t, Worker* w) noexcept nogil:
    """Playout of a plain game, fully inlined."""
    cdef int begun = w.p.s.ply, side, way, rule
    cdef const Stage* s = &t.stages[w.p.s.stage]
    cdef Action chosen
    cdef bint found
    while not w.p.s.outcome:
        side = w.p.s.mover
        way = s.chooser[side]
        rule = s.first_rule[side]
        if way == BY_CELL:
            found = choose_cell(t, w, rule, side, &chosen)
        else:
            found = choose_step(t, w, rule, rule + s.rules[side], side, &chosen)
        if not found:
            resolve_no_move(t, w)
            break
        make_plain(t, w, &chosen, False)
        if t.repetition:
            w.seen[w.p.s.key & 1023] += 1
    return w.p.s.ply - begun


cdef uint64_t playout(const Tables* t, Worker* w) noexcept nogil:
    """Play random moves to the end of the game; returns their number."""
    cdef int start = w.top, n, ply
    cdef uint32_t arena = w.arena_top
    cdef int begun = w.p.s.ply
    cdef Action chosen
    if t.plain and t.stages[0].chooser[0] and t.stages[0].chooser[1]:
        return playout_plain(t, w)
    while not w.p.s.outcome and not w.overflow:
        ply = w.p.s.ply
        if choose(t, w, &chosen):
            make(t, w, &chosen)
        else:
            n = generate(t, w)
            if n == 0:
                resolve_no_move(t, w)
                break
            make(t, w, &w.actions[start + random_below(w, n)])
            w.top = start
            w.arena_top = arena
        # Playouts are never undone: reset the undo stack.
        w.depth = 0
        w.p.s.log_top = 0
        if t.repetition and w.p.s.ply != ply:
            w.seen[w.p.s.key & 1023] += 1
    return w.p.s.ply - begun


cdef void count_seen(const Tables* t, Worker* w) noexcept nogil:
    """Start to count position keys, beginning with those of the history that can still repeat."""
    cdef int ply
    w.counting = 1
    if not t.repetition:
        return
    memset(w.seen, 0, sizeof(w.seen))
    for ply in range(w.p.s.base, w.p.s.ply + 1):
        w.seen[w.history[ply - w.first_ply] & 1023] += 1
