# Fitting of pattern tables: logistic regression on sparse features by mini-batch gradient descent with Adam (Kingma & Ba
# 2015) and a Gaussian prior.

cdef struct PatternTrainer:
    const Patterns* p
    const int32_t* shared
    int count                # table weights of one stage
    int scalars              # the parameters: weights of the scalar features, …
    int cells                # … of pieces on cells, from the first player's point of view, …
    int all_                 # … of the tables, for all stages together and then for each stage
    int cells_on_board
    const int32_t* cell_of   # [code][cell]: number of the weight, -1 for none, -2 - number for its negative
    double* decay            # [parameter]: precision of the prior
    float* now
    float* gradient
    float* moment
    float* square
    int32_t* index           # of one position
    int32_t* active
    uint64_t steps


cdef double pattern_forward(PatternTrainer* p, const uint8_t* record, const float* scalars, int* stage_at) noexcept nogil:
    """The logit of a position. `active` receives the numbers of its table weights."""
    cdef const Patterns* pt = p.p
    cdef int place, i, code, number, occupied = 0, mover = record[pt.places]
    cdef double sum = 0, cells = 0
    cdef const float* tables = p.now + p.scalars + p.cells
    cdef const float* staged
    cdef const int32_t* shared = p.shared + <size_t>mover * pt.size
    for i in range(p.scalars):
        sum += p.now[i] * scalars[i]
    memcpy(p.index, pt.start, pt.n * sizeof(int32_t))
    for place in range(pt.places):
        code = record[place]
        if code:
            set_place(pt, p.index, place, 0, code)
        if place < p.cells_on_board:
            occupied += code != 0
            if p.cells and code < MAX_CODES:
                number = p.cell_of[code * p.cells_on_board + place]
                if number >= 0:
                    cells += p.now[p.scalars + number]
                elif number < -1:
                    cells -= p.now[p.scalars - 2 - number]
    sum += cells if mover == 0 else -cells
    stage_at[0] = 0
    if pt.stages > 1:
        stage_at[0] = (1 + pt.stage_of[occupied]) * p.count
        staged = tables + stage_at[0]
        for i in range(pt.n):
            number = shared[p.index[i]]
            p.active[i] = number
            sum += tables[number] + staged[number]
    else:
        for i in range(pt.n):
            number = shared[p.index[i]]
            p.active[i] = number
            sum += tables[number]
    return sum


cdef void pattern_backward(PatternTrainer* p, const uint8_t* record, const float* scalars, int stage_at, float error) noexcept nogil:
    cdef const Patterns* pt = p.p
    cdef int i, place, code, number, mover = record[pt.places]
    cdef float* tables = p.gradient + p.scalars + p.cells
    for i in range(p.scalars):
        p.gradient[i] += error * scalars[i]
    if p.cells:
        for place in range(p.cells_on_board):
            code = record[place]
            if code and code < MAX_CODES:
                number = p.cell_of[code * p.cells_on_board + place]
                if number >= 0:
                    p.gradient[p.scalars + number] += error if mover == 0 else -error
                elif number < -1:
                    p.gradient[p.scalars - 2 - number] -= error if mover == 0 else -error
    for i in range(pt.n):
        tables[p.active[i]] += error
    if stage_at:
        tables += stage_at
        for i in range(pt.n):
            tables[p.active[i]] += error


cdef void pattern_step(PatternTrainer* p, double rate, double share, int64_t positions) noexcept nogil:
    """One Adam step. `share` is one over the weight of the batch, `positions` the size of the training set."""
    cdef double a, b
    cdef float gradient, of_batch = <float>share
    cdef int i
    p.steps += 1
    a = rate / (1 - 0.9 ** <double>p.steps)
    b = 1 / (1 - 0.999 ** <double>p.steps)
    for i in range(p.all_):
        gradient = p.gradient[i] * of_batch + <float>(p.decay[i] / positions) * p.now[i]
        p.moment[i] = <float>0.9 * p.moment[i] + <float>0.1 * gradient
        p.square[i] = <float>0.999 * p.square[i] + <float>0.001 * gradient * gradient
        p.now[i] -= <float>(a * p.moment[i] / (sqrt(b * p.square[i]) + 1e-9))
        p.gradient[i] = 0


cdef double pattern_epoch(PatternTrainer* p, const uint8_t* records, size_t stride, const float* targets, const float* importance,
                          const float* scalars, const int32_t* order, int64_t n, int batch, double rate) noexcept nogil:
    """One pass over positions in the given order. Returns the mean loss; with a learning rate of 0 nothing changes."""
    cdef int64_t i, at
    cdef int pending = 0, stage_at
    cdef double logit, predicted, target, loss = 0, total = 0, weight = 0
    for i in range(n):
        at = order[i]
        logit = pattern_forward(p, records + at * stride, scalars + at * p.scalars, &stage_at)
        predicted = 1 / (1 + exp(-logit))
        target = targets[at]
        loss -= importance[at] * (target * log(predicted + 1e-12) + (1 - target) * log(1 - predicted + 1e-12))
        total += importance[at]
        if rate > 0:
            pattern_backward(p, records + at * stride, scalars + at * p.scalars, stage_at,
                             <float>(importance[at] * (predicted - target)))
            weight += importance[at]
            pending += 1
            if pending == batch or i == n - 1:
                if weight > 0:
                    pattern_step(p, rate, 1 / weight, n)
                pending = 0
                weight = 0
    return loss / total if total > 0 else 0


@cython.boundscheck(True)
def fit_patterns(Rules rules not None, PatternTables tables not None, const uint8_t[::1] records not None, int stride,
                 const float[::1] targets not None, const float[::1] importance not None,
                 const float[::1] scalars not None, const float[::1] start not None,
                 const int32_t[::1] cells not None, int cell_weights, const uint8_t[::1] held_out not None,
                 double scalar_decay, double cell_decay, double table_decay, int epochs, double rate, int batch,
                 uint64_t seed, progress=None):
    """Fit pattern tables, weights of pieces on cells and weights of scalar features to targets from 0 to 1.

    `scalars` are the features of all positions, `start` their weights at the beginning, `cells` the number of the weight of
    each code and cell (-1 for none, -2 - n for the negative of weight n). Positions marked in `held_out` are the validation
    set: `progress` receives an epoch and its loss there, and stops the fitting by returning True. The result does not
    depend on the machine's speed: the weights, in logits (scalars, cells, tables stage by stage), the loss at the
    beginning, and the loss after each epoch."""
    cdef PatternTrainer p
    cdef const Tables* t = rules.t
    cdef const Patterns* pt = &tables.p
    cdef int64_t n = targets.shape[0], i, j, train = 0, test = 0
    cdef int epoch, k, stage, stages = pt.stages
    cdef int32_t* order = NULL
    cdef int32_t other
    cdef uint64_t rng = mix(seed + 1)
    cdef double loss, first_loss, speed
    cdef const float* scalar_at
    cdef const float* target_at
    cdef const float* importance_at
    cdef const uint8_t* record_at
    memset(&p, 0, sizeof(PatternTrainer))
    check_range("the number of positions", n, 1, 2**31 - 2)
    check_range("the size of a record", stride, count_places(t) + RECORD_TAIL, 1 << 16)
    check_range("the number of places of the patterns", pt.places, count_places(t), count_places(t))
    check_range("the number of scalar features", start.shape[0], 0, 4096)
    check_range("the number of cell weights", cell_weights, 0, MAX_CODES * MAX_CELLS)
    check_range("the size of a batch", batch, 1, 1 << 20)
    check_range("the number of epochs", epochs, 0, 10000)
    if (records.shape[0] != n * stride or importance.shape[0] != n or held_out.shape[0] != n
            or scalars.shape[0] != n * start.shape[0] or cells.shape[0] != (MAX_CODES * t.cells if cell_weights else 0)):
        raise ValueError("records, targets and features must have the same number of positions")
    for i in range(cells.shape[0]):
        check_range("a cell weight", cells[i], -1 - cell_weights, cell_weights - 1)
    for i in range(n):
        if records[i * stride + pt.places] > 1:
            raise ValueError("a record has no side to move")
    p.p = pt
    p.shared = tables.shared
    p.count = tables.count
    p.scalars = <int>start.shape[0]
    p.cells = cell_weights
    p.cells_on_board = t.cells
    p.cell_of = &cells[0] if cell_weights else NULL
    p.all_ = p.scalars + p.cells + p.count * (1 + (stages if stages > 1 else 0))
    p.now = <float*>calloc(4 * <size_t>p.all_ + 4, sizeof(float))
    p.decay = <double*>calloc(p.all_ + 1, sizeof(double))
    p.index = <int32_t*>calloc(2 * pt.n + 2, sizeof(int32_t))
    order = <int32_t*>calloc(n, sizeof(int32_t))
    try:
        if p.now == NULL or p.decay == NULL or p.index == NULL or order == NULL:
            raise MemoryError()
        p.active = p.index + pt.n
        p.gradient = p.now + p.all_
        p.moment = p.gradient + p.all_
        p.square = p.moment + p.all_
        for k in range(p.scalars):
            p.now[k] = start[k]
        for k in range(p.all_):
            p.decay[k] = scalar_decay if k < p.scalars else cell_decay if k < p.scalars + p.cells else table_decay
        for i in range(n):
            if not held_out[i]:
                order[train] = <int32_t>i
                train += 1
        for i in range(n):
            if held_out[i]:
                order[train + test] = <int32_t>i
                test += 1
        scalar_at = &scalars[0] if p.scalars else NULL
        target_at = &targets[0]
        importance_at = &importance[0]
        record_at = &records[0]
        with nogil:
            first_loss = pattern_epoch(&p, record_at, stride, target_at, importance_at, scalar_at, order + train, test, batch, 0)
        losses = []
        for epoch in range(epochs):
            speed = rate * (1 - <double>epoch / epochs) ** 1.5 + rate / 100
            with nogil:
                for i in range(train - 1, 0, -1):
                    rng = mix(rng + 1)
                    j = <int64_t>(rng % <uint64_t>(i + 1))
                    other = order[i]
                    order[i] = order[j]
                    order[j] = other
                pattern_epoch(&p, record_at, stride, target_at, importance_at, scalar_at, order, train, batch, speed)
                loss = pattern_epoch(&p, record_at, stride, target_at, importance_at, scalar_at, order + train, test, batch, 0)
            losses.append(loss)
            if progress is not None and progress(epoch + 1, loss):
                break
        found = [p.now[k] for k in range(p.scalars + p.cells)]
        k = p.scalars + p.cells
        for stage in range(stages):
            for i in range(p.count):
                found.append(p.now[k + i] + (p.now[k + (1 + stage) * p.count + i] if stages > 1 else 0))
        return found, first_loss, losses
    finally:
        free(p.now)
        free(p.decay)
        free(p.index)
        free(order)
