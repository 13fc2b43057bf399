# A small network that looks at all windows together: what a sum over windows cannot see, such as two of them that meet in
# one cell. Every open window adds what was learnt for it, by whose it is and how many cells it lacks, to a few dozen units;
# what these come to is added to the opinion.

cdef extern from *:
    """
    #include <stdint.h>
    #define UNITS 32
    #define ONES 0x0101010101010101u
    #define LOW_HALVES (15 * ONES)
    #define KINDS 10              /* a window of the mover's or of the other side's, lacking none to four of its cells */
    #define FULL_UNIT 64          /* a unit counts no more than this */
    static void add_to_units(int16_t *__restrict unit, const uint8_t *state, int windows, const uint8_t *kind,
                             const int16_t *__restrict first) {
        int16_t now[UNITS];
        int i, k;
        for (k = 0; k < UNITS; k++) now[k] = unit[k];
        for (i = 0; i < windows; i += 8) {
            /* Eight windows at a glance: those with pieces of one side only. */
            uint64_t eight, open_;
            memcpy(&eight, state + i, 8);
            open_ = (((eight & LOW_HALVES) + LOW_HALVES) ^ ((eight >> 4 & LOW_HALVES) + LOW_HALVES)) & (16 * ONES);
            for (; open_; open_ &= open_ - 1) {
                const int at = i + (lowest_bit(open_) >> 3), what = kind[state[at]];
                const int16_t *adds = first + (at * KINDS + what - 1) * UNITS;
                if (what)
                    for (k = 0; k < UNITS; k++) now[k] = (int16_t)(now[k] + adds[k]);
            }
        }
        for (k = 0; k < UNITS; k++) unit[k] = now[k];
    }
    static int worth_of_units(const int16_t *unit, const int16_t *last) {
        int32_t sum = 0;
        int k;
        for (k = 0; k < UNITS; k++) {
            int16_t at = unit[k];
            at = at < 0 ? 0 : at;
            at = at > FULL_UNIT ? FULL_UNIT : at;
            sum += (int32_t)at * last[k];
        }
        return sum / FULL_UNIT;
    }
    """
    enum:
        UNITS
        KINDS
        FULL_UNIT
    void add_to_units(int16_t* unit, const uint8_t* state, int windows, const uint8_t* kind, const int16_t* first) noexcept nogil
    int worth_of_units(const int16_t* unit, const int16_t* last) noexcept nogil


cdef struct Network:
    int16_t bias[UNITS]
    int16_t last[UNITS]      # what a full unit is worth, in the units of an opinion
    int16_t* first           # [window][kind][unit]


cdef uint8_t window_kind[2][WIDEST + 1][256]   # [mover][size][state]: 0 for windows that are open to nobody, or to both


cdef void prepare_kinds() noexcept:
    cdef int mover, size, state, mine, theirs
    for mover in range(2):
        for size in range(WIDEST + 1):
            for state in range(256):
                mine = state >> (4 * mover) & 15
                theirs = state >> (4 - 4 * mover) & 15
                if mine and not theirs and mine <= size and size - mine < LACKS:
                    window_kind[mover][size][state] = <uint8_t>(1 + size - mine)
                elif theirs and not mine and theirs <= size and size - theirs < LACKS:
                    window_kind[mover][size][state] = <uint8_t>(1 + LACKS + size - theirs)


prepare_kinds()


cdef inline int judge_by_network(const Tables* t, const Opinion* o, const Account* a, int mover) noexcept nogil:
    """What the network adds to an opinion, in the mover's eyes."""
    cdef const Network* net = o.network
    cdef int16_t unit[UNITS]
    cdef int i, at
    memcpy(unit, net.bias, sizeof(unit))
    for i in range(o.counted):
        at = o.first_window[i]
        add_to_units(unit, a.state + at, t.windows[o.set_of[i]].count, window_kind[mover][t.windows[o.set_of[i]].size],
                     net.first + at * KINDS * UNITS)
    return worth_of_units(unit, net.last)


cdef bytes kinds_of_windows(const Tables* t, const Opinion* o, const Account* a, int mover):
    """The windows of a position as a network sees them, a byte each."""
    cdef int i, k
    cdef bytearray found = bytearray()
    for i in range(o.counted):
        for k in range(o.first_window[i], o.first_window[i] + t.windows[o.set_of[i]].count):
            found.append(window_kind[mover][t.windows[o.set_of[i]].size][a.state[k]])
    return bytes(found)
