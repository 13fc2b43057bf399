# Positions as numbers without gaps, so that a table of them needs no keys.
#
# A slice is all that is fixed but for where the pieces stand: how many of each code, the hands, the mover. Within a
# slice, the pieces of one code (the lead) are a set of cells, and sets that turns and reflections carry into each
# other are one class; the other pieces are ranked among the cells that are left. Where the rules are the same for
# both sides, the colours are exchanged until it is the first player's turn.

cdef inline uint64_t turned_set(const Space* s, int image, uint64_t cells) noexcept nogil:
    """Where a set of cells goes."""
    cdef const uint64_t* row = s.image + (<uint64_t>image * s.chunks << 8)
    cdef uint64_t found = 0
    cdef int i
    for i in range(s.chunks):
        found |= row[(i << 8) + ((cells >> (8 * i)) & 255)]
    return found


cdef inline uint64_t rank_of_set(const Space* s, uint64_t cells) noexcept nogil:
    """The number of a set among those with as many cells."""
    cdef uint64_t rank = 0, byte
    cdef int i, before = 0
    for i in range(s.chunks):
        byte = (cells >> (8 * i)) & 255
        rank += s.part[((i * 65 + before) << 8) + byte]
        before += count_bits(byte)
    return rank


cdef inline uint64_t rank_among(const Space* s, uint64_t cells, uint64_t taken) noexcept nogil:
    """The number of a set of free cells among those with as many, counting free cells only."""
    cdef uint64_t rank = 0, low
    cdef int n = 0, at
    while cells:
        low = cells & (~cells + 1)
        at = count_bits((low - 1) & ~taken)
        n += 1
        rank += s.choose[at][n]
        cells ^= low
    return rank


cdef inline uint64_t set_among(const Space* s, uint64_t rank, int n, uint64_t taken) noexcept nogil:
    """The set of n free cells with that number."""
    cdef uint64_t free_cells = ~taken & (<uint64_t>0xFFFFFFFFFFFFFFFF >> (64 - s.cells)), found = 0, low
    cdef uint64_t places[64]
    cdef int at = 0
    while free_cells:
        low = free_cells & (~free_cells + 1)
        free_cells ^= low
        places[at] = low
        at += 1
    at -= 1
    while n > 0:
        while s.choose[at][n] > rank:
            at -= 1
        rank -= s.choose[at][n]
        found |= places[at]
        at -= 1
        n -= 1
    return found


cdef inline uint64_t rest_rank(const Space* s, const Slice* c, const Men* men, int image, bint swapped,
                               uint64_t taken) noexcept nogil:
    """The number of all pieces but the lead, after an image."""
    cdef uint64_t rank = 0, cells
    cdef int i, code
    for i in range(1, c.codes):
        code = c.order[i]
        cells = turned_set(s, image, men.by[s.partner[code] if swapped else code])
        rank = rank * c.ways[i] + rank_among(s, cells, taken)
        taken |= cells
    return rank


cdef uint64_t index_in(const Space* s, const Slice* c, const Men* men, bint swapped) noexcept nogil:
    """The index of a position of a slice."""
    cdef const Lead* lead
    cdef uint64_t cells, rank, number, rest, other, still
    cdef int base = s.images if swapped else 0, turn, i
    if c.codes == 0:
        return c.offset
    lead = &s.leads[c.count[c.order[0]]]
    cells = men.by[s.partner[c.order[0]] if swapped else c.order[0]]
    if swapped:
        cells = turned_set(s, base, cells)
    rank = rank_of_set(s, cells)
    number = lead.class_of[rank]
    turn = lead.turn[rank]
    rest = rest_rank(s, c, men, base + turn, swapped, lead.mask[number])
    still = lead.still[number] & ~<uint64_t>1
    while still:
        i = lowest_bit(still)
        still &= still - 1
        other = rest_rank(s, c, men, base + s.after[turn * MAX_IMAGES + i], swapped, lead.mask[number])
        if other < rest:
            rest = other
    return c.offset + number * c.rest + rest


cdef inline const Slice* slice_by_key(const Space* s, uint64_t key) noexcept nogil:
    cdef uint64_t at = (key * <uint64_t>0x9E3779B97F4A7C15) >> 32 & s.key_mask
    while s.by_key[at] >= 0:
        if s.slices[s.by_key[at]].key == key:
            return &s.slices[s.by_key[at]]
        at = (at + 1) & s.key_mask
    return NULL


cdef inline void men_of(const Tables* t, const Space* s, const Position* p, Men* men) noexcept nogil:
    """The sets of cells of a position."""
    cdef uint64_t held
    cdef int cell
    if s.simple:
        men.by[s.code[0]] = p.sets[FIRST][0]
        men.by[s.code[1]] = p.sets[SECOND][0]
        return
    for cell in range(s.codes):
        men.by[cell] = 0
    held = ~p.sets[EMPTY][0] & (<uint64_t>0xFFFFFFFFFFFFFFFF >> (64 - s.cells))
    while held:
        cell = lowest_bit(held)
        held &= held - 1
        men.by[p.cell[cell]] |= <uint64_t>1 << cell


cdef inline const Slice* slice_of(const Tables* t, const Space* s, const Position* p) noexcept nogil:
    """The slice a position belongs to, NULL if it is none of the table's."""
    cdef uint64_t key = 0
    cdef bint swapped = s.swaps and p.s.mover
    cdef int code, side, kind
    for code in range(2, t.codes):
        key += s.mark_count[swapped][code] * <uint64_t>p.counts[code]
    if t.cold:
        for side in range(2):
            for kind in range(t.kinds):
                key += s.mark_hand[swapped][side][kind] * <uint64_t>p.s.hand[side][kind]
    if p.s.mover and not swapped:
        key += s.mark_mover
    if t.stalled_side >= 0:
        key += s.mark_stalled * <uint64_t>p.s.stalled
    if s.clock:
        key += s.mark_clock * <uint64_t>min(<int>p.s.ply, s.clock)
    return slice_by_key(s, key)


cdef inline uint64_t index_of(const Tables* t, const Space* s, const Position* p) noexcept nogil:
    """The index of a position between two moves; NO_INDEX if it is none of the table's."""
    cdef Men men
    cdef const Slice* c = slice_of(t, s, p)
    if c == NULL:
        return NO_INDEX
    men_of(t, s, p, &men)
    return index_in(s, c, &men, s.swaps and p.s.mover)


cdef const Slice* slice_at(const Space* s, uint64_t index) noexcept nogil:
    """The slice an index belongs to."""
    cdef int low = 0, high = s.n_slices - 1, middle
    while low < high:
        middle = (low + high + 1) >> 1
        if s.slices[middle].offset <= index:
            low = middle
        else:
            high = middle - 1
    return &s.slices[low]


cdef void men_at(const Space* s, const Slice* c, uint64_t index, Men* men) noexcept nogil:
    """Where the pieces stand in the position with an index."""
    cdef uint64_t number = (index - c.offset) // c.rest, rest = (index - c.offset) % c.rest, taken
    cdef uint64_t digits[MAX_CODES]
    cdef int i
    if c.codes == 0:
        return
    for i in range(c.codes - 1, 0, -1):
        digits[i] = rest % c.ways[i]
        rest = rest // c.ways[i]
    taken = s.leads[c.count[c.order[0]]].mask[number]
    men.by[c.order[0]] = taken
    for i in range(1, c.codes):
        men.by[c.order[i]] = set_among(s, digits[i], c.count[c.order[i]], taken)
        taken |= men.by[c.order[i]]


cdef int copies_of(const Space* s, const Slice* c, uint64_t index, const Men* men) noexcept nogil:
    """How many images of a position differ from each other; 0 if another of them stands for all."""
    cdef const Lead* lead
    cdef uint64_t number, rest, other, still, taken
    cdef int same = 1
    if c.codes == 0:
        return 1
    lead = &s.leads[c.count[c.order[0]]]
    number = (index - c.offset) // c.rest
    still = lead.still[number] & ~<uint64_t>1
    if still == 0:
        return s.images
    taken = lead.mask[number]
    rest = (index - c.offset) % c.rest
    while still:
        other = rest_rank(s, c, men, lowest_bit(still), False, taken)
        still &= still - 1
        if other < rest:
            return 0
        same += other == rest
    return s.images // same


cdef void stand(const Tables* t, Worker* w, const Slice* c, const Men* men) noexcept nogil:
    """Load the position of a slice. It has no past, and its key means nothing."""
    cdef Position* p = &w.p
    cdef int i, code, cell, side, kind
    cdef uint64_t bits, held = 0
    memset(&p.s, 0, sizeof(Scalars))
    memset(p.cell, 0, t.cells)
    memset(p.counts, 0, sizeof(p.counts))
    for i in range(CLASSES):
        p.sets[i][0] = 0
    for i in range(c.codes):
        code = c.order[i]
        bits = men.by[code]
        held |= bits
        p.sets[t.who[code]][0] |= bits
        p.counts[code] = <int16_t>c.count[code]
        while bits:
            p.cell[lowest_bit(bits)] = <uint8_t>code
            bits &= bits - 1
    p.sets[EMPTY][0] = ~held & (<uint64_t>0xFFFFFFFFFFFFFFFF >> (64 - t.cells))
    p.counts[0] = <int16_t>(t.cells - count_bits(held))
    for side in range(2):
        for kind in range(t.kinds):
            p.s.hand[side][kind] = <uint8_t>c.hand[side][kind]
    p.s.mover = <uint8_t>c.mover
    p.s.stalled = <uint16_t>c.stalled
    p.s.ply = p.s.progress_ply = p.s.base = <uint16_t>c.clock
    p.s.anchor = NO_CELL
    p.s.phase = <uint8_t>phase_of(t, p, c.mover)
    p.s.stage = <uint8_t>t.phases[p.s.phase].stage
    w.depth = 0
    w.top = 0
    w.arena_top = 1
    w.first_ply = c.clock
    w.history[0] = 0
