# Learning a network from games: stochastic descent with momentum and a pace for each weight (Adam).

cdef enum:
    LONGEST_LESSON = 2048    # positions after which the weights are changed, …
    SHORTEST_LESSON = 64     # … fewer where there are few
    LESSONS = 400

cdef struct Pupil:           # a network that learns
    int windows
    int lesson               # positions after which it changes
    int weights              # of what windows add to units; then come the units' own, then what they are worth
    int all_weights
    float* now
    float* slope             # of the positions since the last change
    float* drift             # the mean slope of late …
    float* swing             # … and that of its square
    uint64_t changes


cdef inline double answer(const Pupil* p, const uint8_t* kinds, const int* image, double before, float* unit,
                          int32_t* seen, int* n) noexcept nogil:
    """The chance that the network gives a position. `seen` are the places of the open windows among the weights."""
    cdef const float* bias = p.now + p.weights
    cdef const float* last = bias + UNITS
    cdef const float* adds
    cdef int i, k
    cdef double sum = before
    n[0] = 0
    for k in range(UNITS):
        unit[k] = bias[k]
    for i in range(p.windows):
        if kinds[i]:
            seen[n[0]] = (image[i] * KINDS + kinds[i] - 1) * UNITS
            adds = p.now + seen[n[0]]
            n[0] += 1
            for k in range(UNITS):
                unit[k] += adds[k]
    for k in range(UNITS):
        sum += last[k] * (0 if unit[k] < 0 else 1 if unit[k] > 1 else unit[k])
    return 1 / (1 + exp(-sum))


cdef inline void learn_from(Pupil* p, double miss, const float* unit, const int32_t* seen, int n) noexcept nogil:
    """Add what one position says to the slope."""
    cdef const float* last = p.now + p.weights + UNITS
    cdef float back[UNITS]
    cdef float* adds
    cdef int i, k
    for k in range(UNITS):
        p.slope[p.weights + UNITS + k] += <float>miss * (0 if unit[k] < 0 else 1 if unit[k] > 1 else unit[k])
        back[k] = <float>miss * last[k] * (unit[k] > 0 and unit[k] < 1)
        p.slope[p.weights + k] += back[k]
    for i in range(n):
        adds = p.slope + seen[i]
        for k in range(UNITS):
            adds[k] += back[k]


cdef void step_down(Pupil* p, double pace, int positions) noexcept nogil:
    """One step down the slope. What windows add is held near nothing, and within what can be written down."""
    cdef double a, b
    cdef float slope
    cdef int i
    p.changes += 1
    a = 1 / (1 - 0.9 ** <double>p.changes)
    b = 1 / (1 - 0.999 ** <double>p.changes)
    for i in range(p.all_weights):
        slope = p.slope[i] / positions
        p.drift[i] = <float>0.9 * p.drift[i] + <float>0.1 * slope
        p.swing[i] = <float>0.999 * p.swing[i] + <float>0.001 * slope * slope
        p.now[i] -= <float>(pace * (a * p.drift[i] / (sqrt(b * p.swing[i]) + 1e-8)))
        if i < p.weights:
            p.now[i] -= <float>(pace * 2e-3) * p.now[i]
            p.now[i] = <float>1.98 if p.now[i] > 1.98 else <float>-1.98 if p.now[i] < -1.98 else p.now[i]
        p.slope[i] = 0


cdef double go_through(Pupil* p, const uint8_t* kinds, const float* results, const float* before, const int32_t* order, int n,
                       const int* images, int turns, uint64_t* dice, double pace) noexcept nogil:
    """All positions once, in an order, each turned at random. The mean loss; nothing is learnt at no pace."""
    cdef float unit[UNITS]
    cdef int32_t seen[4096]
    cdef int i, at, open_, waiting = 0
    cdef double chance, loss = 0
    cdef const int* image = images
    for i in range(n):
        at = order[i]
        if pace > 0:
            dice[0] = mix(dice[0] + 1)
            image = images + <int>(dice[0] % <uint64_t>turns) * p.windows
        chance = answer(p, kinds + <size_t>at * p.windows, image, before[at], unit, seen, &open_)
        loss -= results[at] * log(chance + 1e-12) + (1 - results[at]) * log(1 - chance + 1e-12)
        if pace > 0:
            learn_from(p, chance - results[at], unit, seen, open_)
            waiting += 1
            if waiting == p.lesson or i == n - 1:
                step_down(p, pace, waiting)
                waiting = 0
    return loss / n if n else 0


def fit_network(const uint8_t[::1] kinds, const float[::1] results, const float[::1] before, const int[:, ::1] images,
                int epochs, uint64_t seed, tell=None):
    """A network that foretells results better than the opinion alone. `kinds` are the windows of each position as
    `Searcher.kinds` tells them, `before` the odds without a network, `images` the windows that each window becomes when
    the board is turned. The last twentieth of the positions is kept apart, to tell how much was learnt: `tell` hears the
    loss there before all and after each epoch. Answers with the units' own weights, what they are worth (in odds), what
    each window adds to them, and the two losses."""
    cdef Pupil p
    cdef int n = results.shape[0], apart = n // 20, i, j, epoch
    cdef int32_t* order = <int32_t*>calloc(n + 1, sizeof(int32_t))
    cdef uint64_t dice = mix(seed + 1)
    cdef double loss, first_loss, pace
    cdef int32_t other
    memset(&p, 0, sizeof(Pupil))
    p.windows = images.shape[1]
    if n == 0 or p.windows > 4096 or kinds.shape[0] != <Py_ssize_t>n * p.windows or before.shape[0] != n or images.shape[0] < 1:
        free(order)
        raise ValueError("there must be as many windows and odds as results")
    p.lesson = max(SHORTEST_LESSON, min(LONGEST_LESSON, n // LESSONS))
    p.weights = p.windows * KINDS * UNITS
    p.all_weights = p.weights + 2 * UNITS
    p.now = <float*>calloc(4 * p.all_weights, sizeof(float))
    if p.now == NULL or order == NULL:
        free(p.now)
        free(order)
        raise MemoryError()
    p.slope = p.now + p.all_weights
    p.drift = p.slope + p.all_weights
    p.swing = p.drift + p.all_weights
    try:
        for i in range(p.all_weights):
            # Numbers between -1 and 1, of which units begin unlike each other.
            dice = mix(dice + 1)
            p.now[i] = <float>((<double>(dice >> 11) / (<uint64_t>1 << 52) - 1) * 0.14)
            if p.weights <= i < p.weights + UNITS:
                p.now[i] = <float>0.2
            elif i >= p.weights + UNITS:
                p.now[i] = 0                               # at first the network says nothing
        for i in range(n):
            order[i] = i
        first_loss = loss = go_through(&p, &kinds[0], &results[0], &before[0], order + n - apart, apart, &images[0, 0],
                                       1, &dice, 0)
        for epoch in range(epochs):
            if tell is not None:
                tell(epoch, loss)
            pace = 3e-3 * (1 - <double>epoch / epochs) ** 1.5 + 3e-5
            with nogil:
                for i in range(n - apart - 1, 0, -1):
                    dice = mix(dice + 1)
                    j = <int>(dice % <uint64_t>(i + 1))
                    other = order[i]
                    order[i] = order[j]
                    order[j] = other
                go_through(&p, &kinds[0], &results[0], &before[0], order, n - apart, &images[0, 0], images.shape[0], &dice, pace)
                loss = go_through(&p, &kinds[0], &results[0], &before[0], order + n - apart, apart, &images[0, 0], 1, &dice, 0)
        if tell is not None:
            tell(epochs, loss)
        return ([p.now[p.weights + i] for i in range(UNITS)], [p.now[p.weights + UNITS + i] for i in range(UNITS)],
                [p.now[i] for i in range(p.weights)], first_loss, loss)
    finally:
        free(p.now)
        free(order)
