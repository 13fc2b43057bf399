# Sowing games (mancala). The pits are part of the scalars, so that restoring them undoes a sowing.

cdef inline int seeds_of(const Tables* t, const Scalars* s, int side) noexcept nogil:
    """Seeds in a side's pits, not counting its store."""
    cdef int i, n = 0, first = t.sowing.first_pit[side]
    for i in range(first, first + t.sowing.row):
        n += s.pits[i]
    return n


cdef inline bint row_is_empty(const Tables* t, const Scalars* s, int side) noexcept nogil:
    """Whether a side has no seeds in its pits. Rows of at most eight pits are tested as one 64-bit word."""
    cdef uint64_t row
    if t.sowing.row_mask == 0:
        return seeds_of(t, s, side) == 0
    memcpy(&row, &s.pits[t.sowing.first_pit[side]], 8)
    return (row & t.sowing.row_mask) == 0


cdef bint feeds(const Tables* t, const Scalars* s, int pit, int side) noexcept nogil:
    """Whether sowing a pit gives the opponent a seed."""
    cdef int at = pit, left = s.pits[pit]
    while left:
        at = t.sowing.next_pit[side][at]
        if t.sowing.skip_origin and at == pit:
            continue
        if t.sowing.owner[at] != side:
            return True
        left -= 1
    return False


cdef void list_sowings(const Tables* t, Worker* w, int rule, int side) noexcept nogil:
    cdef const Scalars* s = &w.p.s
    cdef int i
    cdef bint must_feed = t.sowing.feed and row_is_empty(t, s, 1 - side)
    for i in range(t.sowing.first_pit[side], t.sowing.first_pit[side] + t.sowing.row):
        if s.pits[i] and not (must_feed and not feeds(t, s, i, side)):
            emit(w, i, NO_CELL, rule, 0)


cdef inline void add_seeds(const Tables* t, Scalars* s, int pit, int n) noexcept nogil:
    s.pits[pit] = <uint8_t>(s.pits[pit] + n)
    s.key += t.key_pit[pit] * <uint64_t>n


cdef int capture_back(const Tables* t, Scalars* s, int last, int side) noexcept nogil:
    """Capture the last pit and the pits before it while their counts are in `take_counts`; returns the number of pits."""
    cdef int at = last, taken = 0, total = 0, i, previous
    while (t.sowing.owner[at] != side and 0 < s.pits[at] < 31
           and (t.sowing.take_counts >> s.pits[at]) & 1):
        total += s.pits[at]
        taken += 1
        previous = at
        for i in range(t.sowing.pits):
            if t.sowing.next_pit[side][i] == at:
                previous = i
        at = previous
    if taken and t.sowing.grand_slam and total == seeds_of(t, s, 1 - side):
        return 0
    at = last
    for _ in range(taken):
        add_seeds(t, s, t.sowing.store[side], s.pits[at])
        add_seeds(t, s, at, -<int>s.pits[at])
        for i in range(t.sowing.pits):
            if t.sowing.next_pit[side][i] == at:
                previous = i
        at = previous
    return taken


cdef bint sow(const Tables* t, Worker* w, int pit) noexcept nogil:
    """Sow a pit and capture; returns whether the same side moves again."""
    cdef Scalars* s = &w.p.s
    cdef int side = s.mover, at = pit, seeds = s.pits[pit], opposite
    cdef const int* next_pit = t.sowing.next_pit[side]
    add_seeds(t, s, pit, -seeds)
    while seeds:
        at = next_pit[at]
        if t.sowing.skip_origin and at == pit:
            continue
        s.pits[at] += 1
        s.key += t.key_pit[at]
        seeds -= 1
    if at == t.sowing.store[side]:
        return t.sowing.again
    if t.sowing.take_opposite and t.sowing.owner[at] == side and s.pits[at] == 1:
        opposite = t.sowing.opposite[at]
        if s.pits[opposite] or t.sowing.take_alone:
            add_seeds(t, s, t.sowing.store[side], s.pits[opposite] + 1)
            add_seeds(t, s, opposite, -<int>s.pits[opposite])
            add_seeds(t, s, at, -1)
            s.captured_now = 1
    elif t.sowing.take_counts and capture_back(t, s, at, side):
        s.captured_now = 1
    return False


cdef void store_remaining(const Tables* t, Scalars* s) noexcept nogil:
    """At the end of the game, move each side's remaining seeds to its store."""
    cdef int i, side
    for i in range(t.sowing.pits):
        side = t.sowing.owner[i]
        if i != t.sowing.store[side] and s.pits[i]:
            add_seeds(t, s, t.sowing.store[side], s.pits[i])
            add_seeds(t, s, i, -<int>s.pits[i])
