# The board as a net of resistors: how well would current flow between a side's two edges?

cdef inline double resistance_of(int who) noexcept nogil:
    """One ohm if the cell is empty, next to nothing if it is own. An enemy's cell is cut out, and never asked for."""
    return 1.0 if who == EMPTY else 1e-6


cdef void take_up(Circuit* c, int cells, int width, int number) noexcept nogil:
    """Go back to a checkpoint: what the eliminations before it had added to the cells after it."""
    cdef int at = number * width, i, rest = cells + width - at
    memset(c.joined + at * (width + 1), 0, rest * (width + 1) * sizeof(double))
    memset(c.from_edge + at, 0, rest * sizeof(double))
    memset(c.to_edge + at, 0, rest * sizeof(double))
    if number:
        memcpy(c.joined + at * (width + 1), c.kept + number * width * (width + 1),
               width * (width + 1) * sizeof(double))
        for i in range(width):
            c.from_edge[at + i] = c.kept_edges[number][i]
            c.to_edge[at + i] = c.kept_edges[number][MAX_BAND + i]


cdef void put_by(Circuit* c, int width, int number, double through) noexcept nogil:
    """Keep a checkpoint."""
    cdef int at = number * width, i
    memcpy(c.kept + number * width * (width + 1), c.joined + at * (width + 1), width * (width + 1) * sizeof(double))
    for i in range(width):
        c.kept_edges[number][i] = c.from_edge[at + i]
        c.kept_edges[number][MAX_BAND + i] = c.to_edge[at + i]
    c.kept_edges[number][2 * MAX_BAND] = through


cdef double conductance(const Tables* t, const Position* p, Plan* plan, int side) noexcept nogil:
    """How well current flows between a side's edges, by Kirchhoff's laws.

    The cells are eliminated one by one: a star of resistors becomes a mesh between its neighbours, and in the end
    nothing is left but one resistor between the edges. What was worked out last time holds up to the first cell
    that a change can reach."""
    cdef Circuit* c = &plan.circuit[side]
    cdef int width = plan.width, row = plan.width + 1, cell, other, k, j, at, who, enemy = 2 - side
    cdef int changed = t.cells, number
    cdef double through = 0, sum_, r, share
    cdef double* mine
    cdef double* theirs

    # Step 1. From where on must it be worked out afresh?
    for cell in range(t.cells):
        if c.seen[cell] != t.who[p.cell[cell]]:
            c.seen[cell] = <uint8_t>t.who[p.cell[cell]]
            if plan.lowest[cell] < changed:
                changed = plan.lowest[cell]
    number = changed // width
    if number > c.known:
        number = c.known
    c.known = number
    take_up(c, t.cells, width, number)
    if number:
        through = c.kept_edges[number][2 * MAX_BAND]

    # Step 2. Eliminate the cells from there on.
    for cell in range(number * width, t.cells):
        if cell % width == 0 and cell > number * width:
            c.known = cell // width
            put_by(c, width, c.known, through)
        who = c.seen[cell]
        if who == enemy:
            continue
        mine = c.joined + cell * row
        r = resistance_of(who)
        for k in range(plan.after_first[cell], plan.after_first[cell + 1]):
            other = plan.after[k]
            if c.seen[other] != enemy:
                mine[other - cell] += 1.0 / (r + resistance_of(c.seen[other]))
        if has_bit(t.regions[plan.near_edge[side]], cell):
            c.from_edge[cell] += 1.0 / r
        if has_bit(t.regions[plan.far_edge[side]], cell):
            c.to_edge[cell] += 1.0 / r
        sum_ = c.from_edge[cell] + c.to_edge[cell]
        for k in range(1, row):
            sum_ += mine[k]
        if sum_ <= 0:
            continue
        for k in range(1, row):
            if mine[k] == 0:
                continue
            share = mine[k] / sum_
            at = cell + k
            theirs = c.joined + at * row
            for j in range(k + 1, row):
                theirs[j - k] += share * mine[j]
            c.from_edge[at] += share * c.from_edge[cell]
            c.to_edge[at] += share * c.to_edge[cell]
        through += c.from_edge[cell] * c.to_edge[cell] / sum_
    return through


cdef double fixed_current(const Tables* t, const Position* p, Plan* plan) noexcept nogil:
    """The logarithm of the ratio of the two conductances, in millionths."""
    cdef double first = conductance(t, p, plan, 0), second = conductance(t, p, plan, 1)
    return floor(1e6 * (log(first + 1e-12) - log(second + 1e-12)) + 0.5)
