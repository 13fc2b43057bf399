# The board as a resistor network: the conductance between a side's two edges.

cdef inline double resistance_of(int who) noexcept nogil:
    """One ohm for an empty cell, almost none for an own one. The opponent's cells are not part of the network."""
    return 1.0 if who == EMPTY else 1e-6


cdef void restore_checkpoint(Circuit* c, int cells, int width, int number) noexcept nogil:
    """Restore a checkpoint: what the earlier eliminations added to the cells after it."""
    cdef int at = number * width, i, rest = cells + width - at
    memset(c.between + at * (width + 1), 0, rest * (width + 1) * sizeof(double))
    memset(c.to_near + at, 0, rest * sizeof(double))
    memset(c.to_far + at, 0, rest * sizeof(double))
    if number:
        memcpy(c.between + at * (width + 1), c.saved + number * width * (width + 1),
               width * (width + 1) * sizeof(double))
        for i in range(width):
            c.to_near[at + i] = c.saved_edges[number][i]
            c.to_far[at + i] = c.saved_edges[number][MAX_BAND + i]


cdef void save_checkpoint(Circuit* c, int width, int number, double through) noexcept nogil:
    """Save a checkpoint."""
    cdef int at = number * width, i
    memcpy(c.saved + number * width * (width + 1), c.between + at * (width + 1), width * (width + 1) * sizeof(double))
    for i in range(width):
        c.saved_edges[number][i] = c.to_near[at + i]
        c.saved_edges[number][MAX_BAND + i] = c.to_far[at + i]
    c.saved_edges[number][2 * MAX_BAND] = through


cdef double conductance(const Tables* t, const Position* p, FixedSearch* fs, int side) noexcept nogil:
    """Conductance between a side's edges, by Kirchhoff's laws.

    Cells are eliminated one by one with the star-mesh transform, until only the two edges are left. The eliminations of
    the previous call stay valid up to the first cell that a change can reach."""
    cdef Circuit* c = &fs.circuit[side]
    cdef int width = fs.width, row = fs.width + 1, cell, other, k, j, at, who, enemy = 2 - side
    cdef int changed = t.cells, number
    cdef double through = 0, sum_, r, share
    cdef double* own
    cdef double* theirs

    # Step 1. Find the last checkpoint that is still valid.
    for cell in range(t.cells):
        if c.owner[cell] != t.who[p.cell[cell]]:
            c.owner[cell] = <uint8_t>t.who[p.cell[cell]]
            if fs.first_reached[cell] < changed:
                changed = fs.first_reached[cell]
    number = changed // width
    if number > c.checkpoints:
        number = c.checkpoints
    c.checkpoints = number
    restore_checkpoint(c, t.cells, width, number)
    if number:
        through = c.saved_edges[number][2 * MAX_BAND]

    # Step 2. Eliminate the cells after it.
    for cell in range(number * width, t.cells):
        if cell % width == 0 and cell > number * width:
            c.checkpoints = cell // width
            save_checkpoint(c, width, c.checkpoints, through)
        who = c.owner[cell]
        if who == enemy:
            continue
        own = c.between + cell * row
        r = resistance_of(who)
        for k in range(fs.after_first[cell], fs.after_first[cell + 1]):
            other = fs.after[k]
            if c.owner[other] != enemy:
                own[other - cell] += 1.0 / (r + resistance_of(c.owner[other]))
        if has_bit(t.regions[fs.near_edge[side]], cell):
            c.to_near[cell] += 1.0 / r
        if has_bit(t.regions[fs.far_edge[side]], cell):
            c.to_far[cell] += 1.0 / r
        sum_ = c.to_near[cell] + c.to_far[cell]
        for k in range(1, row):
            sum_ += own[k]
        if sum_ <= 0:
            continue
        for k in range(1, row):
            if own[k] == 0:
                continue
            share = own[k] / sum_
            at = cell + k
            theirs = c.between + at * row
            for j in range(k + 1, row):
                theirs[j - k] += share * own[j]
            c.to_near[at] += share * c.to_near[cell]
            c.to_far[at] += share * c.to_far[cell]
        through += c.to_near[cell] * c.to_far[cell] / sum_
    return through


cdef double fixed_current(const Tables* t, const Position* p, FixedSearch* fs) noexcept nogil:
    """Logarithm of the ratio of the two conductances, in millionths."""
    cdef double first = conductance(t, p, fs, 0), second = conductance(t, p, fs, 1)
    return floor(1e6 * (log(first + 1e-12) - log(second + 1e-12)) + 0.5)
