# Network training on game results: mini-batch gradient descent with Adam (Kingma & Ba 2015).

cdef enum:
    MAX_BATCH = 2048         # positions per mini-batch, …
    MIN_BATCH = 64           # … fewer for small training sets
    BATCHES = 400            # per epoch, between these limits

cdef struct Trainer:
    int windows
    int batch
    int weights              # input weights; hidden biases and output weights follow
    int all_weights
    float* now
    float* gradient          # summed over the current batch
    float* moment            # Adam: running mean of the gradient …
    float* square            # … and of its square
    uint64_t steps


cdef inline double forward(const Trainer* p, const uint8_t* features, const int* image, double before, float* unit,
                          int32_t* active, int* n) noexcept nogil:
    """Forward pass: the predicted result of a position. `active` receives the offsets of its features in the weights."""
    cdef const float* bias = p.now + p.weights
    cdef const float* last = bias + HIDDEN_UNITS
    cdef const float* adds
    cdef int i, k
    cdef double sum = before
    n[0] = 0
    for k in range(HIDDEN_UNITS):
        unit[k] = bias[k]
    for i in range(p.windows):
        if features[i]:
            active[n[0]] = (image[i] * WINDOW_FEATURES + features[i] - 1) * HIDDEN_UNITS
            adds = p.now + active[n[0]]
            n[0] += 1
            for k in range(HIDDEN_UNITS):
                unit[k] += adds[k]
    for k in range(HIDDEN_UNITS):
        sum += last[k] * (0 if unit[k] < 0 else 1 if unit[k] > 1 else unit[k])
    return 1 / (1 + exp(-sum))


cdef inline void backward(Trainer* p, double error, const float* unit, const int32_t* active, int n) noexcept nogil:
    """Backward pass: add the gradient of one position."""
    cdef const float* last = p.now + p.weights + HIDDEN_UNITS
    cdef float back[HIDDEN_UNITS]
    cdef float* adds
    cdef int i, k
    for k in range(HIDDEN_UNITS):
        p.gradient[p.weights + HIDDEN_UNITS + k] += <float>error * (0 if unit[k] < 0 else 1 if unit[k] > 1 else unit[k])
        back[k] = <float>error * last[k] * (unit[k] > 0 and unit[k] < 1)
        p.gradient[p.weights + k] += back[k]
    for i in range(n):
        adds = p.gradient + active[i]
        for k in range(HIDDEN_UNITS):
            adds[k] += back[k]


cdef void adam_step(Trainer* p, double rate, int positions) noexcept nogil:
    """One Adam step. Input weights decay and are clipped to the range that eight bits can hold."""
    cdef double a, b
    cdef float gradient
    cdef int i
    p.steps += 1
    a = 1 / (1 - 0.9 ** <double>p.steps)
    b = 1 / (1 - 0.999 ** <double>p.steps)
    for i in range(p.all_weights):
        gradient = p.gradient[i] / positions
        p.moment[i] = <float>0.9 * p.moment[i] + <float>0.1 * gradient
        p.square[i] = <float>0.999 * p.square[i] + <float>0.001 * gradient * gradient
        p.now[i] -= <float>(rate * (a * p.moment[i] / (sqrt(b * p.square[i]) + 1e-8)))
        if i < p.weights:
            p.now[i] -= <float>(rate * 2e-3) * p.now[i]
            p.now[i] = <float>1.98 if p.now[i] > 1.98 else <float>-1.98 if p.now[i] < -1.98 else p.now[i]
        p.gradient[i] = 0


cdef double run_epoch(Trainer* p, const uint8_t* features, const float* results, const float* before, const int32_t* order, int n,
                       const int* images, int n_images, uint64_t* rng, double rate) noexcept nogil:
    """One pass over the positions in the given order, each under a random symmetry. Returns the mean loss; with a learning
    rate of 0 the weights do not change."""
    cdef float unit[HIDDEN_UNITS]
    cdef int32_t active[4096]
    cdef int i, at, open_, pending = 0
    cdef double predicted, loss = 0
    cdef const int* image = images
    for i in range(n):
        at = order[i]
        if rate > 0:
            rng[0] = mix(rng[0] + 1)
            image = images + <int>(rng[0] % <uint64_t>n_images) * p.windows
        predicted = forward(p, features + <size_t>at * p.windows, image, before[at], unit, active, &open_)
        loss -= results[at] * log(predicted + 1e-12) + (1 - results[at]) * log(1 - predicted + 1e-12)
        if rate > 0:
            backward(p, predicted - results[at], unit, active, open_)
            pending += 1
            if pending == p.batch or i == n - 1:
                adam_step(p, rate, pending)
                pending = 0
    return loss / n if n else 0


cdef int check_training_data(const uint8_t[::1] features, const int[:, ::1] images) except -1:
    """Raise ValueError if a feature or a window is out of range: both are offsets into the weights."""
    cdef Py_ssize_t i, j
    cdef bint fits = True
    with nogil:
        for i in range(features.shape[0]):
            fits &= features[i] <= WINDOW_FEATURES
        for i in range(images.shape[0]):
            for j in range(images.shape[1]):
                fits &= 0 <= images[i, j] < images.shape[1]
    if not fits:
        raise ValueError("a feature or a window is out of range")
    return 0


def fit_network(const uint8_t[::1] features not None, const float[::1] results not None,
                const float[::1] before not None, const int[:, ::1] images not None,
                int epochs, uint64_t seed, progress=None):
    """Train a network to predict results better than the evaluation alone. `features` are those of
    `Searcher.window_features`, `before` the logits without a network, `images` the window permutations of the board's
    symmetries. The last twentieth of the positions is the validation set: `progress` receives its loss before training
    and after each epoch. Returns hidden biases, output weights (in logits), input weights, and the validation loss
    before and after."""
    cdef Trainer p
    cdef int n, held_out, i, j, epoch
    cdef int32_t* order
    cdef uint64_t rng = mix(seed + 1)
    cdef double loss, first_loss, rate
    cdef int32_t other
    memset(&p, 0, sizeof(Trainer))
    check_range("the number of positions", results.shape[0], 0, 2**31 - 2)
    n = <int>results.shape[0]
    held_out = n // 20
    if n == 0 or features.shape[0] != <Py_ssize_t>n * images.shape[1] or before.shape[0] != n or images.shape[0] < 1:
        raise ValueError("features, logits and results must have the same number of positions")
    check_range("the number of windows", images.shape[1], 1, 4096)
    check_training_data(features, images)
    p.windows = <int>images.shape[1]
    order = <int32_t*>calloc(n + 1, sizeof(int32_t))
    p.batch = max(MIN_BATCH, min(MAX_BATCH, n // BATCHES))
    p.weights = p.windows * WINDOW_FEATURES * HIDDEN_UNITS
    p.all_weights = p.weights + 2 * HIDDEN_UNITS
    p.now = <float*>calloc(4 * p.all_weights, sizeof(float))
    if p.now == NULL or order == NULL:
        free(p.now)
        free(order)
        raise MemoryError()
    p.gradient = p.now + p.all_weights
    p.moment = p.gradient + p.all_weights
    p.square = p.moment + p.all_weights
    try:
        for i in range(p.all_weights):
            # Small random input weights break the symmetry between units.
            rng = mix(rng + 1)
            p.now[i] = <float>((<double>(rng >> 11) / (<uint64_t>1 << 52) - 1) * 0.14)
            if p.weights <= i < p.weights + HIDDEN_UNITS:
                p.now[i] = <float>0.2
            elif i >= p.weights + HIDDEN_UNITS:
                p.now[i] = 0                               # the untrained network outputs 0
        for i in range(n):
            order[i] = i
        first_loss = loss = run_epoch(&p, &features[0], &results[0], &before[0], order + n - held_out, held_out, &images[0, 0],
                                       1, &rng, 0)
        for epoch in range(epochs):
            if progress is not None:
                progress(epoch, loss)
            rate = 3e-3 * (1 - <double>epoch / epochs) ** 1.5 + 3e-5
            with nogil:
                for i in range(n - held_out - 1, 0, -1):
                    rng = mix(rng + 1)
                    j = <int>(rng % <uint64_t>(i + 1))
                    other = order[i]
                    order[i] = order[j]
                    order[j] = other
                run_epoch(&p, &features[0], &results[0], &before[0], order, n - held_out, &images[0, 0], images.shape[0], &rng, rate)
                loss = run_epoch(&p, &features[0], &results[0], &before[0], order + n - held_out, held_out, &images[0, 0], 1, &rng, 0)
        if progress is not None:
            progress(epochs, loss)
        return ([p.now[p.weights + i] for i in range(HIDDEN_UNITS)], [p.now[p.weights + HIDDEN_UNITS + i] for i in range(HIDDEN_UNITS)],
                [p.now[i] for i in range(p.weights)], first_loss, loss)
    finally:
        free(p.now)
        free(order)
