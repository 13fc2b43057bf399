# What an opinion adds up cell by cell and window by window is kept in an account. Nothing is reckoned when a move
# is made or taken back: when an opinion is asked for, the account is compared with the board and only the cells
# that differ are booked. From one leaf of a search to the next that is a handful, whatever the game and its moves.

cdef extern from *:
    """
    #include <stdint.h>
    #define LANES 16
    /* A cell has changed: its share goes to every window through it. Eight windows are added up at a time; a window never
       holds more than 15 pieces of a side, nor less than none, so none spills into the next. */
    static void add_share(uint64_t *__restrict state, const uint64_t *__restrict through, int windows, int share) {
        const uint64_t all = 0x0101010101010101u * (uint64_t)(share > 0 ? share : -share);
        const int words = windows / 8;
        int i;
        if (share > 0)
            for (i = 0; i < words; i++) state[i] += through[i] & all;
        else
            for (i = 0; i < words; i++) state[i] -= through[i] & all;
    }
    /* How many windows lack none, one, … of their cells and are open to one side: `bits` for each number. */
    #if defined(__SSE2__)
    #include <emmintrin.h>
    static uint64_t count_lacks(const uint8_t *state, int windows, int size, int side, int lacks, int bits) {
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
    static uint64_t count_lacks(const uint8_t *state, int windows, int size, int side, int lacks, int bits) {
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
        LANES                # windows that are looked at together
    void add_share(uint64_t* state, const uint64_t* through, int windows, int share) noexcept nogil
    uint64_t count_lacks(const uint8_t* state, int windows, int size, int side, int lacks, int bits) noexcept nogil


cdef uint64_t open_window[(WIDEST + 1) * 256][2]   # what a window adds to `open`: [256 * size + state][side]
cdef int window_share[CLASSES]


cdef void prepare_windows() noexcept:
    cdef int size, state, first, second
    for size in range(WIDEST + 1):
        for state in range(256):
            first = state & 15
            second = state >> 4
            if first and not second and first <= size and size - first < LACKS:
                open_window[256 * size + state][0] = <uint64_t>1 << (LACK_BITS * (size - first))
            if second and not first and second <= size and size - second < LACKS:
                open_window[256 * size + state][1] = <uint64_t>1 << (LACK_BITS * (size - second))
    window_share[EMPTY] = 0
    window_share[FIRST] = 1
    window_share[SECOND] = 16
    window_share[BLOCKED] = 17
    window_share[SHARED] = 17


prepare_windows()


cdef inline int whole_lanes(int windows) noexcept nogil:
    """Room for so many windows."""
    return (windows + LANES - 1) // LANES * LANES


cdef void open_account(const Tables* t, const Opinion* o, Account* a) noexcept nogil:
    """An account of an empty board."""
    memset(a.cell, 0, MAX_CELLS)
    memset(a.open, 0, sizeof(a.open))
    memset(a.state, 0, o.windows)
    a.sum = 0


cdef inline void book(const Tables* t, const Opinion* o, Account* a, int cell, int code) noexcept nogil:
    """A cell has changed."""
    cdef int old = a.cell[cell], share = window_share[t.who[code]] - window_share[t.who[old]]
    cdef int i, k, size, place, here
    cdef const WindowSet* s
    cdef uint8_t* state
    cdef uint64_t first, second
    cdef uint8_t was
    cdef uint64_t (*adds)[2]
    a.cell[cell] = <uint8_t>code
    a.sum += o.cell[code][cell] - o.cell[old][cell]
    if share == 0:
        return
    if o.through != NULL:
        add_share(<uint64_t*>a.state, <const uint64_t*>(o.through + cell * o.windows), o.windows, share)
        return
    for i in range(o.counted):
        here = share
        if o.alone[i]:
            here = window_share[o.alone[i]] * ((t.who[code] == o.alone[i]) - (t.who[old] == o.alone[i]))
            if here == 0:
                continue
        s = &t.windows[o.set_of[i]]
        state = a.state + o.first_window[i]
        first = a.open[i][0]
        second = a.open[i][1]
        size = s.size
        for k in range(s.first[cell], s.first[cell + 1]):
            place = s.through[k]
            if s.least != s.size:
                size = s.sizes[place]
            adds = &open_window[256 * size]
            was = state[place]
            first -= adds[was][0]
            second -= adds[was][1]
            was = <uint8_t>(was + here)
            state[place] = was
            first += adds[was][0]
            second += adds[was][1]
        a.open[i][0] = first
        a.open[i][1] = second


cdef void count_open(const Tables* t, const Opinion* o, Account* a) noexcept nogil:
    """Count the open windows anew, all at once: where blocks turn, most of them change."""
    cdef int i, side, size, n
    for i in range(o.counted):
        n = t.windows[o.set_of[i]].count
        size = t.windows[o.set_of[i]].size
        for side in range(2):
            a.open[i][side] = count_lacks(a.state + o.first_window[i], whole_lanes(n), size, side, LACKS, LACK_BITS)


cdef inline void settle(const Tables* t, Worker* w) noexcept nogil:
    """Bring the account up to date with the board, eight cells at a glance."""
    cdef Account* a = w.account
    cdef const Position* p = &w.p
    cdef uint64_t old, now, differing
    cdef int i, cell
    cdef bint changed = False
    for i in range(0, t.cells, 8):
        memcpy(&old, a.cell + i, 8)
        memcpy(&now, p.cell + i, 8)
        differing = old ^ now
        changed |= differing != 0
        while differing:
            cell = i + (lowest_bit(differing) >> 3)
            differing &= ~(<uint64_t>0xFF << ((cell - i) << 3))
            book(t, w.opinion, a, cell, p.cell[cell])
    if changed and w.opinion.through != NULL:
        count_open(t, w.opinion, a)


cdef inline int lacking(const Account* a, int number, int side, int lack) noexcept nogil:
    """How many open windows of a side lack so many cells."""
    return <int>(a.open[number][side] >> (LACK_BITS * lack)) & LACK_MASK
