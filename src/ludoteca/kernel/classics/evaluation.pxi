# Evaluators of the fixed-depth searches. Each `fixed_…` function scores a position for the first player.

cdef double fixed_lines(const Tables* t, const Position* p, const FixedSearch* fs) noexcept nogil:
    cdef int i, k, code, total = 0
    for i in range(fs.lines):
        code = 0
        for k in range(fs.line_first[i + 1] - 1, fs.line_first[i] - 1, -1):
            code = 3 * code + t.who[p.cell[fs.line_cells[k]]] % 3
        total += fs.line_values[fs.line_table[i] + code]
    return total


cdef inline int run_from(const Tables* t, const Position* p, const uint16_t* cells, int n, int at) noexcept nogil:
    """Length of the run of one side that starts at `at`."""
    cdef int end = at + 1, who = t.who[p.cell[cells[at]]]
    while end < n and t.who[p.cell[cells[end]]] == who:
        end += 1
    return end - at


cdef inline bint is_free(const Tables* t, const Position* p, const uint16_t* cells, int n, int at) noexcept nogil:
    return 0 <= at < n and p.cell[cells[at]] == 0


cdef int fixed_runs_of_line(const Tables* t, const Position* p, const FixedSearch* fs, const uint16_t* cells,
                            int n, int at, int end) noexcept nogil:
    """Value of the runs that start in [at, end) of a line."""
    cdef int run, second, open_ends, who, worth, total = 0
    while at < end:
        who = t.who[p.cell[cells[at]]]
        if who != FIRST and who != SECOND:
            at += 1
            continue
        run = run_from(t, p, cells, n, at)
        open_ends = is_free(t, p, cells, n, at - 1) + is_free(t, p, cells, n, at + run)
        worth = 0
        # Two short runs with one gap and both ends open count as one run.
        if fs.broken_run and open_ends == 2 and at + run + 1 < n and t.who[p.cell[cells[at + run + 1]]] == who:
            second = run_from(t, p, cells, n, at + run + 1)
            if run + second == fs.broken_run and is_free(t, p, cells, n, at + run + 1 + second):
                worth = fs.run_open[fs.broken_run]
                run += 1 + second
        if worth == 0 and open_ends == 2:
            worth = fs.run_open[run if run < MAX_RUN else MAX_RUN - 1]
        elif worth == 0 and open_ends == 1:
            worth = fs.run_half[run if run < MAX_RUN else MAX_RUN - 1]
        total += worth if who == FIRST else -worth
        at += run
    return total


cdef inline bint is_near_last(const FixedSearch* fs, int cell) noexcept nogil:
    """Whether a cell is in the square around the last move that a local evaluation looks at."""
    return (abs(fs.x[cell] - fs.x[fs.last_cell]) <= fs.local_radius
            and abs(fs.y[cell] - fs.y[fs.last_cell]) <= fs.local_radius)


cdef double fixed_runs(const Tables* t, const Position* p, const FixedSearch* fs) noexcept nogil:
    cdef int i, n, begin, end, who
    cdef const uint16_t* cells
    cdef double total = 0
    for i in range(fs.lines):
        cells = fs.line_cells + fs.line_first[i]
        n = fs.line_first[i + 1] - fs.line_first[i]
        begin = 0
        end = n
        if fs.local_radius and fs.last_cell != NO_CELL:
            while begin < n and not is_near_last(fs, cells[begin]):
                begin += 1
            while end > begin and not is_near_last(fs, cells[end - 1]):
                end -= 1
            # A run that reaches into the square counts as a whole.
            if begin < end:
                who = t.who[p.cell[cells[begin]]]
                while (who == FIRST or who == SECOND) and begin > 0 and t.who[p.cell[cells[begin - 1]]] == who:
                    begin -= 1
        total += fixed_runs_of_line(t, p, fs, cells, n, begin, end)
    return total


cdef double fixed_longest(const Tables* t, const Position* p, const FixedSearch* fs) noexcept nogil:
    """Difference of the longest runs, from two pieces up to one less than the winning length."""
    cdef int longest[2]
    cdef int i, at, n, run, who
    cdef const uint16_t* cells
    longest[0] = longest[1] = 0
    for i in range(fs.lines):
        cells = fs.line_cells + fs.line_first[i]
        n = fs.line_first[i + 1] - fs.line_first[i]
        at = 0
        while at < n:
            who = t.who[p.cell[cells[at]]]
            run = run_from(t, p, cells, n, at)
            if (who == FIRST or who == SECOND) and run > longest[who - 1]:
                longest[who - 1] = run
            at += run
    for i in range(2):
        if longest[i] < 2:
            longest[i] = 0
        elif longest[i] > <int>fs.unit - 1:
            longest[i] = <int>fs.unit - 1
    return longest[0] - longest[1]


cdef double fixed_bands(const Tables* t, const Position* p, const FixedSearch* fs) noexcept nogil:
    """Rows or columns that the second player has yet to occupy or bridge, less the first player's."""
    cdef uint64_t held[2]
    cdef int cell, who, i
    cdef const uint16_t* b
    held[0] = held[1] = 0
    for cell in range(t.cells):
        who = t.who[p.cell[cell]]
        if who == FIRST or who == SECOND:
            held[who - 1] |= <uint64_t>1 << fs.band_of[who - 1][cell]
    for i in range(fs.bridges):
        b = fs.bridge + 4 * i
        who = t.who[p.cell[b[0]]]
        if (who == FIRST or who == SECOND) and t.who[p.cell[b[1]]] == who and p.cell[b[2]] == 0 and p.cell[b[3]] == 0:
            held[who - 1] |= <uint64_t>1 << fs.band_of[who - 1][b[2]]
            held[who - 1] |= <uint64_t>1 << fs.band_of[who - 1][b[3]]
    return (fs.bands[1] - count_bits(held[1])) - (fs.bands[0] - count_bits(held[0]))


cdef double evaluate_fixed(const Tables* t, Worker* w, FixedSearch* fs) noexcept nogil:
    """Static evaluation for the root side."""
    cdef const Position* p = &w.p
    cdef double score = 0
    fs.evaluated += 1
    if fs.evaluation == FIXED_EVAL_LINES:
        score = fixed_lines(t, p, fs)
    elif fs.evaluation == FIXED_EVAL_RUNS:
        score = fixed_runs(t, p, fs)
    elif fs.evaluation == FIXED_EVAL_LONGEST:
        score = fixed_longest(t, p, fs)
    elif fs.evaluation == FIXED_EVAL_STORES:
        score = <int>p.s.pits[t.sowing.store[0]] - <int>p.s.pits[t.sowing.store[1]]
    elif fs.evaluation == FIXED_EVAL_BANDS:
        score = fixed_bands(t, p, fs)
    elif fs.evaluation == FIXED_EVAL_CURRENT:
        score = fixed_current(t, p, fs)
    elif fs.evaluation == FIXED_EVAL_TERMS:
        score = evaluate(t, w)
        if p.s.mover != 0:
            score = -score
    return score if fs.root_side == 0 else -score


cdef double terminal_score(const Tables* t, Worker* w, FixedSearch* fs) noexcept nogil:
    """Score of a finished game for the root side."""
    cdef double score = 0, worth = fs.win_bonus
    if fs.utility == UTILITY_GRADED:
        score = evaluate_fixed(t, w, fs)
    elif fs.utility == UTILITY_TERNARY:
        worth += fs.unit
    else:
        worth += fs.unit * (fs.depth - (<int>w.p.s.ply - fs.root_ply) + 1)
    if w.p.s.outcome == DRAW:
        if fs.utility == UTILITY_DELAYED:
            return -fs.unit * (fs.depth - (<int>w.p.s.ply - fs.root_ply))
        return score
    return score + worth if w.p.s.outcome == FIRST_WINS + fs.root_side else score - worth
