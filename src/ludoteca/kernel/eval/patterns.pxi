# Pattern tables (n-tuples): the contents of a small set of places are the index of a weight. A place is a cell, a pit or a
# number of pieces in hand. The tables know who is to move; tables of symmetric places are shared. Indices are updated
# lazily, as the accumulator is: before an evaluation the places are compared with the position, and each one that differs
# shifts the indices of the patterns through it.

cdef extern from *:
    """
    static int32_t sum_patterns(const int16_t *weights, const int32_t *index, int n) {
        int32_t a = 0, b = 0, c = 0, d = 0;
        int i = 0;
        for (; i + 3 < n; i += 4) {
            a += weights[index[i]];
            b += weights[index[i + 1]];
            c += weights[index[i + 2]];
            d += weights[index[i + 3]];
        }
        for (; i < n; i++) a += weights[index[i]];
        return a + b + c + d;
    }
    """
    int32_t sum_patterns(const int16_t* weights, const int32_t* index, int n) noexcept nogil


cdef inline int count_places(const Tables* t) noexcept nogil:
    """Cells, then pits, then the numbers of pieces in hand."""
    return t.cells + (t.sowing.pits if t.sowing.in_use else 0) + 2 * t.kinds


cdef void read_counters(const Tables* t, const Position* p, uint8_t* counters) noexcept nogil:
    """The places behind the cells."""
    cdef int side, kind, at = 0
    if t.sowing.in_use:
        memcpy(counters, p.s.pits, t.sowing.pits)
        at = t.sowing.pits
    for side in range(2):
        for kind in range(t.kinds):
            counters[at] = p.s.hand[side][kind]
            at += 1


cdef inline void set_place(const Patterns* pt, int32_t* index, int place, int old, int new) noexcept nogil:
    """Apply a change of one place to all patterns through it."""
    cdef int by = <int>pt.digit[256 * place + new] - <int>pt.digit[256 * place + old], i
    cdef const PatternLink* link = pt.links + pt.first_link[place]
    if by == 0:
        return
    for i in range(pt.first_link[place + 1] - pt.first_link[place]):
        index[link[i].pattern] += by * link[i].factor


cdef void reset_patterns(const Patterns* pt, PatternState* state) noexcept nogil:
    """The state with zero in all places."""
    memset(state.place, 0, sizeof(state.place))
    memcpy(state.index, pt.start, pt.n * sizeof(int32_t))


cdef void update_patterns(const Tables* t, const Patterns* pt, PatternState* state, const Position* p) noexcept nogil:
    """Apply the places that differ from the position, comparing eight at a time."""
    cdef uint64_t old, now, differing
    cdef uint8_t counters[MAX_PITS + 2 * MAX_KINDS]
    cdef int i, cell
    for i in range(0, t.cells, 8):
        memcpy(&old, state.place + i, 8)
        memcpy(&now, p.cell + i, 8)
        differing = old ^ now
        while differing:
            cell = i + (lowest_bit(differing) >> 3)
            differing &= ~(<uint64_t>0xFF << ((cell - i) << 3))
            set_place(pt, state.index, cell, state.place[cell], p.cell[cell])
            state.place[cell] = p.cell[cell]
    if pt.first_link[pt.places] > pt.first_link[t.cells]:
        read_counters(t, p, counters)
        for i in range(pt.places - t.cells):
            if counters[i] != state.counter[i]:
                set_place(pt, state.index, t.cells + i, state.counter[i], counters[i])
                state.counter[i] = counters[i]


cdef inline int evaluate_patterns(const Tables* t, const Patterns* pt, PatternState* state, const Position* p) noexcept nogil:
    """Sum of the tables for the side to move, in evaluation units."""
    cdef int stage = pt.stage_of[t.cells - p.counts[0]]
    update_patterns(t, pt, state, p)
    return sum_patterns(pt.weights + <size_t>(2 * stage + p.s.mover) * pt.size, state.index, pt.n) / PATTERN_SCALE
