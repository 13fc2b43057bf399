# The accumulator holds the sums over cells and windows. It is updated lazily: make and unmake do not touch it; before an
# evaluation it is compared with the board, and only the cells that differ are applied. From one leaf of a search to the
# next these are few.

cdef extern from *:
    """
    #include <stdint.h>
    #define LANES 16
    /* Add a cell's increment to every window through it, eight windows at a time. A window holds 0 to 15 pieces of a
       side, so no byte carries into the next. */
    static void add_to_windows(uint64_t *__restrict state, const uint64_t *__restrict through, int windows, int increment) {
        const uint64_t all = 0x0101010101010101u * (uint64_t)(increment > 0 ? increment : -increment);
        const int words = windows / 8;
        int i;
        if (increment > 0)
            for (i = 0; i < words; i++) state[i] += through[i] & all;
        else
            for (i = 0; i < words; i++) state[i] -= through[i] & all;
    }
    /* Counts of windows open to one side that lack none, one, … of their cells: `bits` each. */
    #if defined(__SSE2__)
    #include <emmintrin.h>
    static uint64_t count_open_by_lack(const uint8_t *state, int windows, int size, int side, int lacks, int bits) {
        uint64_t found = 0;
        int i, lack;
        for (lack = 0; lack < lacks && lack < size; lack++) {
            const __m128i wanted = _mm_set1_epi8((char)((size - lack) << (4 * side)));
            __m128i sum = _mm_setzero_si128();
            for (i = 0; i < windows; i += LANES)
                sum = _mm_sub_epi8(sum, _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(state + i)), wanted));
            sum = _mm_sad_epu8(sum, _mm_setzero_si128());
            found |= (uint64_t)(_mm_cvtsi128_si32(sum) + _mm_extract_epi16(sum, 4)) << (bits * lack);
        }
        return found;
    }
    #else
    static uint64_t count_open_by_lack(const uint8_t *state, int windows, int size, int side, int lacks, int bits) {
        uint64_t found = 0;
        int i, lack;
        for (i = 0; i < windows; i++)
            for (lack = 0; lack < lacks && lack < size; lack++)
                found += (uint64_t)(state[i] == (size - lack) << (4 * side)) << (bits * lack);
        return found;
    }
    #endif
    """
    enum:
        LANES                # windows per SIMD register
    void add_to_windows(uint64_t* state, const uint64_t* through, int windows, int increment) noexcept nogil
    uint64_t count_open_by_lack(const uint8_t* state, int windows, int size, int side, int lacks, int bits) noexcept nogil


cdef uint64_t window_delta[(MAX_WINDOW + 1) * 256][2]   # contribution to `open`: [256 * size + state][side]
cdef int window_increment[CLASSES]


cdef void init_window_deltas() noexcept:
    cdef int size, state, first, second
    for size in range(MAX_WINDOW + 1):
        for state in range(256):
            first = state & 15
            second = state >> 4
            if first and not second and first <= size and size - first < LACKS:
                window_delta[256 * size + state][0] = <uint64_t>1 << (LACK_BITS * (size - first))
            if second and not first and second <= size and size - second < LACKS:
                window_delta[256 * size + state][1] = <uint64_t>1 << (LACK_BITS * (size - second))
    window_increment[EMPTY] = 0
    window_increment[FIRST] = 1
    window_increment[SECOND] = 16
    window_increment[BLOCKED] = 17
    window_increment[SHARED] = 17


init_window_deltas()


cdef inline int padded_to_lanes(int windows) noexcept nogil:
    """A number of windows, rounded up to whole SIMD registers."""
    return (windows + LANES - 1) // LANES * LANES


cdef void reset_accumulator(const Tables* t, const EvalWeights* ew, Accumulator* acc) noexcept nogil:
    """The accumulator of an empty board."""
    memset(acc.cell, 0, MAX_CELLS)
    memset(acc.open, 0, sizeof(acc.open))
    memset(acc.state, 0, ew.n_windows)
    acc.sum = 0
    if ew.patterns != NULL:
        reset_patterns(ew.patterns, &acc.patterns)


cdef inline void accumulator_set(const Tables* t, const EvalWeights* ew, Accumulator* acc, int cell, int code) noexcept nogil:
    """Apply a change of one cell."""
    cdef int old = acc.cell[cell], increment = window_increment[t.who[code]] - window_increment[t.who[old]]
    cdef int i, k, size, number, added
    cdef const WindowSet* s
    cdef uint8_t* state
    cdef uint64_t first, second
    cdef uint8_t was
    cdef uint64_t (*adds)[2]
    acc.cell[cell] = <uint8_t>code
    acc.sum += ew.cell[code][cell] - ew.cell[old][cell]
    if increment == 0:
        return
    if ew.cell_masks != NULL:
        add_to_windows(<uint64_t*>acc.state, <const uint64_t*>(ew.cell_masks + cell * ew.n_windows), ew.n_windows, increment)
        return
    for i in range(ew.n_sets):
        added = increment
        if ew.only_side[i]:
            added = window_increment[ew.only_side[i]] * ((t.who[code] == ew.only_side[i]) - (t.who[old] == ew.only_side[i]))
            if added == 0:
                continue
        s = &t.windows[ew.set_of[i]]
        state = acc.state + ew.first_window[i]
        first = acc.open[i][0]
        second = acc.open[i][1]
        size = s.size
        for k in range(s.first[cell], s.first[cell + 1]):
            number = s.through[k]
            if s.least != s.size:
                size = s.sizes[number]
            adds = &window_delta[256 * size]
            was = state[number]
            first -= adds[was][0]
            second -= adds[was][1]
            was = <uint8_t>(was + added)
            state[number] = was
            first += adds[was][0]
            second += adds[was][1]
        acc.open[i][0] = first
        acc.open[i][1] = second


cdef void recount_open_windows(const Tables* t, const EvalWeights* ew, Accumulator* acc) noexcept nogil:
    """Recount all open windows at once: a block rotation changes most of them."""
    cdef int i, side, size, n
    for i in range(ew.n_sets):
        n = t.windows[ew.set_of[i]].count
        size = t.windows[ew.set_of[i]].size
        for side in range(2):
            acc.open[i][side] = count_open_by_lack(acc.state + ew.first_window[i], padded_to_lanes(n), size, side, LACKS, LACK_BITS)


cdef inline void update_accumulator(const Tables* t, Worker* w) noexcept nogil:
    """Apply the cells that differ from the board, comparing eight at a time."""
    cdef Accumulator* acc = w.acc
    cdef const Position* p = &w.p
    cdef uint64_t old, now, differing
    cdef int i, cell
    cdef bint changed = False
    for i in range(0, t.cells, 8):
        memcpy(&old, acc.cell + i, 8)
        memcpy(&now, p.cell + i, 8)
        differing = old ^ now
        changed |= differing != 0
        while differing:
            cell = i + (lowest_bit(differing) >> 3)
            differing &= ~(<uint64_t>0xFF << ((cell - i) << 3))
            accumulator_set(t, w.weights, acc, cell, p.cell[cell])
    if changed and w.weights.cell_masks != NULL:
        recount_open_windows(t, w.weights, acc)


cdef inline int open_windows(const Accumulator* acc, int number, int side, int lack) noexcept nogil:
    """Number of open windows of a side that lack `lack` cells."""
    return <int>(acc.open[number][side] >> (LACK_BITS * lack)) & LACK_MASK
