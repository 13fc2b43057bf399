# A small network over window features, added to the evaluation. Every open window activates one input feature, by its
# side and the number of cells it lacks; one hidden layer of clipped ReLU units, 8-bit weights. It sees interactions that
# a sum over windows cannot, such as two windows that meet in one cell.

cdef extern from *:
    """
    #include <stdint.h>
    #define ONES 0x0101010101010101u
    #define LOW_HALVES (15 * ONES)
    static void network_accumulate(int16_t *__restrict unit, const uint8_t *state, int windows, const uint8_t *feature,
                                   const int16_t *__restrict first) {
        int16_t now[HIDDEN_UNITS];
        int i, k;
        for (k = 0; k < HIDDEN_UNITS; k++) now[k] = unit[k];
        for (i = 0; i < windows; i += 8) {
            /* Windows with pieces of one side only, eight at a time. */
            uint64_t eight, open_;
            memcpy(&eight, state + i, 8);
            open_ = (((eight & LOW_HALVES) + LOW_HALVES) ^ ((eight >> 4 & LOW_HALVES) + LOW_HALVES)) & (16 * ONES);
            for (; open_; open_ &= open_ - 1) {
                const int at = i + (lowest_bit(open_) >> 3), what = feature[state[at]];
                const int16_t *adds = first + (at * WINDOW_FEATURES + what - 1) * HIDDEN_UNITS;
                if (what)
                    for (k = 0; k < HIDDEN_UNITS; k++) now[k] = (int16_t)(now[k] + adds[k]);
            }
        }
        for (k = 0; k < HIDDEN_UNITS; k++) unit[k] = now[k];
    }
    static int network_output(const int16_t *unit, const int16_t *last) {
        int32_t sum = 0;
        int k;
        for (k = 0; k < HIDDEN_UNITS; k++) {
            int16_t at = unit[k];
            at = at < 0 ? 0 : at;
            at = at > UNIT_CEILING ? UNIT_CEILING : at;
            sum += (int32_t)at * last[k];
        }
        return sum / UNIT_CEILING;
    }
    """
    void network_accumulate(int16_t* unit, const uint8_t* state, int windows, const uint8_t* feature, const int16_t* first) noexcept nogil
    int network_output(const int16_t* unit, const int16_t* last) noexcept nogil


cdef uint8_t window_feature[2][MAX_WINDOW + 1][256]   # [mover][size][state]: 0 for windows that are empty or blocked


cdef void init_window_features() noexcept:
    cdef int mover, size, state, mine, theirs
    for mover in range(2):
        for size in range(MAX_WINDOW + 1):
            for state in range(256):
                mine = state >> (4 * mover) & 15
                theirs = state >> (4 - 4 * mover) & 15
                if mine and not theirs and mine <= size and size - mine < LACKS:
                    window_feature[mover][size][state] = <uint8_t>(1 + size - mine)
                elif theirs and not mine and theirs <= size and size - theirs < LACKS:
                    window_feature[mover][size][state] = <uint8_t>(1 + LACKS + size - theirs)


init_window_features()


cdef inline int evaluate_network(const Tables* t, const EvalWeights* ew, const Accumulator* acc, int mover) noexcept nogil:
    """Output of the network for the side to move."""
    cdef const Network* net = ew.network
    cdef int16_t unit[HIDDEN_UNITS]
    cdef int i, at
    memcpy(unit, net.bias, sizeof(unit))
    for i in range(ew.n_sets):
        at = ew.first_window[i]
        network_accumulate(unit, acc.state + at, t.windows[ew.set_of[i]].count, window_feature[mover][t.windows[ew.set_of[i]].size],
                     net.first + at * WINDOW_FEATURES * HIDDEN_UNITS)
    return network_output(unit, net.last)


cdef bytes window_features_of(const Tables* t, const EvalWeights* ew, const Accumulator* acc, int mover):
    """Input features of a position, a byte per window."""
    cdef int i, k
    cdef bytearray found = bytearray()
    for i in range(ew.n_sets):
        for k in range(ew.first_window[i], ew.first_window[i] + t.windows[ew.set_of[i]].count):
            found.append(window_feature[mover][t.windows[ew.set_of[i]].size][acc.state[k]])
    return bytes(found)
