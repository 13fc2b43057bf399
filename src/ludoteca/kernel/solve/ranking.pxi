# Ranking: positions as consecutive integers, so that a table of values needs no keys.
#
# A slice fixes everything except where the pieces stand: piece counts, hands, side to move. Within a slice, the pieces of
# one code (the lead) are a set of cells, reduced by symmetry; the other codes are ranked combinatorially among the remaining
# cells. Where the rules are the same for both sides, sides are exchanged so that the first player moves.

cdef inline uint64_t map_set(const Space* s, int image, uint64_t cells) noexcept nogil:
    """Image of a set of cells under a symmetry."""
    cdef const uint64_t* row = s.image + (<uint64_t>image * s.chunks << 8)
    cdef uint64_t found = 0
    cdef int i
    for i in range(s.chunks):
        found |= row[(i << 8) + ((cells >> (8 * i)) & 255)]
    return found


cdef inline uint64_t rank_set(const Space* s, uint64_t cells) noexcept nogil:
    """Rank of a set among the sets of its size."""
    cdef uint64_t rank = 0, byte
    cdef int i, before = 0
    for i in range(s.chunks):
        byte = (cells >> (8 * i)) & 255
        rank += s.part[((i * 65 + before) << 8) + byte]
        before += count_bits(byte)
    return rank


cdef inline uint64_t rank_subset(const Space* s, uint64_t cells, uint64_t taken) noexcept nogil:
    """Rank of a set of free cells among the sets of its size, counting free cells only."""
    cdef uint64_t rank = 0, low
    cdef int n = 0, at
    while cells:
        low = cells & (~cells + 1)
        at = count_bits((low - 1) & ~taken)
        n += 1
        rank += s.choose[at][n]
        cells ^= low
    return rank


cdef inline uint64_t unrank_subset(const Space* s, uint64_t rank, int n, uint64_t taken) noexcept nogil:
    """The set of n free cells with a rank."""
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


cdef inline uint64_t rank_others(const Space* s, const Slice* c, const PieceSets* pieces, int image, bint swapped,
                               uint64_t taken) noexcept nogil:
    """Combined rank of all pieces except the lead, after a symmetry."""
    cdef uint64_t rank = 0, cells
    cdef int i, code
    for i in range(1, c.codes):
        code = c.order[i]
        cells = map_set(s, image, pieces.by[s.partner[code] if swapped else code])
        rank = rank * c.ways[i] + rank_subset(s, cells, taken)
        taken |= cells
    return rank


cdef uint64_t rank_in(const Space* s, const Slice* c, const PieceSets* pieces, bint swapped) noexcept nogil:
    """Rank of a position of a slice."""
    cdef const LeadSets* lead
    cdef uint64_t cells, rank, number, rest, other, still
    cdef int base = s.images if swapped else 0, turn, i
    if c.codes == 0:
        return c.offset
    lead = &s.leads[c.count[c.order[0]]]
    cells = pieces.by[s.partner[c.order[0]] if swapped else c.order[0]]
    if swapped:
        cells = map_set(s, base, cells)
    rank = rank_set(s, cells)
    number = lead.class_of[rank]
    turn = lead.turn[rank]
    rest = rank_others(s, c, pieces, base + turn, swapped, lead.mask[number])
    still = lead.still[number] & ~<uint64_t>1
    while still:
        i = lowest_bit(still)
        still &= still - 1
        other = rank_others(s, c, pieces, base + s.after[turn * MAX_IMAGES + i], swapped, lead.mask[number])
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


cdef inline void pieces_of(const Tables* t, const Space* s, const Position* p, PieceSets* pieces) noexcept nogil:
    """Bitboards of a position by piece code."""
    cdef uint64_t held
    cdef int cell
    if s.simple:
        pieces.by[s.code[0]] = p.sets[FIRST][0]
        pieces.by[s.code[1]] = p.sets[SECOND][0]
        return
    for cell in range(s.codes):
        pieces.by[cell] = 0
    held = ~p.sets[EMPTY][0] & (<uint64_t>0xFFFFFFFFFFFFFFFF >> (64 - s.cells))
    while held:
        cell = lowest_bit(held)
        held &= held - 1
        pieces.by[p.cell[cell]] |= <uint64_t>1 << cell


cdef inline const Slice* slice_of(const Tables* t, const Space* s, const Position* p) noexcept nogil:
    """The slice of a position, NULL if it is outside the space."""
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


cdef inline uint64_t rank_position(const Tables* t, const Space* s, const Position* p) noexcept nogil:
    """Rank of a position at the start of a turn; NO_RANK if it is outside the space."""
    cdef PieceSets pieces
    cdef const Slice* c = slice_of(t, s, p)
    if c == NULL:
        return NO_RANK
    pieces_of(t, s, p, &pieces)
    return rank_in(s, c, &pieces, s.swaps and p.s.mover)


cdef const Slice* slice_at(const Space* s, uint64_t index) noexcept nogil:
    """The slice of a rank."""
    cdef int low = 0, high = s.n_slices - 1, middle
    while low < high:
        middle = (low + high + 1) >> 1
        if s.slices[middle].offset <= index:
            low = middle
        else:
            high = middle - 1
    return &s.slices[low]


cdef void unrank_pieces(const Space* s, const Slice* c, uint64_t index, PieceSets* pieces) noexcept nogil:
    """Bitboards of the position with a rank."""
    cdef uint64_t number = (index - c.offset) // c.rest, rest = (index - c.offset) % c.rest, taken
    cdef uint64_t digits[MAX_CODES]
    cdef int i
    if c.codes == 0:
        return
    for i in range(c.codes - 1, 0, -1):
        digits[i] = rest % c.ways[i]
        rest = rest // c.ways[i]
    taken = s.leads[c.count[c.order[0]]].mask[number]
    pieces.by[c.order[0]] = taken
    for i in range(1, c.codes):
        pieces.by[c.order[i]] = unrank_subset(s, digits[i], c.count[c.order[i]], taken)
        taken |= pieces.by[c.order[i]]


cdef int orbit_size(const Space* s, const Slice* c, uint64_t index, const PieceSets* pieces) noexcept nogil:
    """Number of distinct symmetric images; 0 if the position is not the canonical one."""
    cdef const LeadSets* lead
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
        other = rank_others(s, c, pieces, lowest_bit(still), False, taken)
        still &= still - 1
        if other < rest:
            return 0
        same += other == rest
    return s.images // same


cdef void place_pieces(const Tables* t, Worker* w, const Slice* c, const PieceSets* pieces) noexcept nogil:
    """Load a position of a slice. It has no history and no valid Zobrist key."""
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
        bits = pieces.by[code]
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
