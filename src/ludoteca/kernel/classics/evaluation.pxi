# What a plan thinks of a position. The judges of one kind of position each speak in the eyes of the first player.

cdef double fixed_lines(const Tables* t, const Position* p, const Plan* plan) noexcept nogil:
    cdef int i, k, code, total = 0
    for i in range(plan.lines):
        code = 0
        for k in range(plan.line_first[i + 1] - 1, plan.line_first[i] - 1, -1):
            code = 3 * code + t.who[p.cell[plan.line_cells[k]]] % 3
        total += plan.worth[plan.line_table[i] + code]
    return total


cdef inline int run_from(const Tables* t, const Position* p, const uint16_t* cells, int n, int at) noexcept nogil:
    """How many pieces of one side stand in a row from here on."""
    cdef int end = at + 1, who = t.who[p.cell[cells[at]]]
    while end < n and t.who[p.cell[cells[end]]] == who:
        end += 1
    return end - at


cdef inline bint is_free(const Tables* t, const Position* p, const uint16_t* cells, int n, int at) noexcept nogil:
    return 0 <= at < n and p.cell[cells[at]] == 0


cdef int fixed_runs_of_line(const Tables* t, const Position* p, const Plan* plan, const uint16_t* cells,
                            int n) noexcept nogil:
    cdef int at = 0, run, second, open_ends, who, worth, total = 0
    while at < n:
        who = t.who[p.cell[cells[at]]]
        if who != FIRST and who != SECOND:
            at += 1
            continue
        run = run_from(t, p, cells, n, at)
        open_ends = is_free(t, p, cells, n, at - 1) + is_free(t, p, cells, n, at + run)
        worth = 0
        # A gap of one between two short runs, both ends open: as good as one run.
        if plan.broken and open_ends == 2 and at + run + 1 < n and t.who[p.cell[cells[at + run + 1]]] == who:
            second = run_from(t, p, cells, n, at + run + 1)
            if run + second == plan.broken and is_free(t, p, cells, n, at + run + 1 + second):
                worth = plan.run_open[plan.broken]
                run += 1 + second
        if worth == 0 and open_ends == 2:
            worth = plan.run_open[run if run < MAX_RUN else MAX_RUN - 1]
        elif worth == 0 and open_ends == 1:
            worth = plan.run_half[run if run < MAX_RUN else MAX_RUN - 1]
        total += worth if who == FIRST else -worth
        at += run
    return total


cdef double fixed_runs(const Tables* t, const Position* p, const Plan* plan) noexcept nogil:
    cdef int i
    cdef double total = 0
    for i in range(plan.lines):
        total += fixed_runs_of_line(t, p, plan, plan.line_cells + plan.line_first[i],
                                    plan.line_first[i + 1] - plan.line_first[i])
    return total


cdef double fixed_longest(const Tables* t, const Position* p, const Plan* plan) noexcept nogil:
    """The longest row of each side, if it is of two pieces at least, and short of what ends the game."""
    cdef int longest[2]
    cdef int i, at, n, run, who
    cdef const uint16_t* cells
    longest[0] = longest[1] = 0
    for i in range(plan.lines):
        cells = plan.line_cells + plan.line_first[i]
        n = plan.line_first[i + 1] - plan.line_first[i]
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
        elif longest[i] > <int>plan.unit - 1:
            longest[i] = <int>plan.unit - 1
    return longest[0] - longest[1]


cdef double fixed_bands(const Tables* t, const Position* p, const Plan* plan) noexcept nogil:
    """Rows (or columns) still to be entered by the second player, less those by the first."""
    cdef uint64_t held[2]
    cdef int cell, who, i
    cdef const uint16_t* b
    held[0] = held[1] = 0
    for cell in range(t.cells):
        who = t.who[p.cell[cell]]
        if who == FIRST or who == SECOND:
            held[who - 1] |= <uint64_t>1 << plan.band_of[who - 1][cell]
    for i in range(plan.bridges):
        b = plan.bridge + 4 * i
        who = t.who[p.cell[b[0]]]
        if (who == FIRST or who == SECOND) and t.who[p.cell[b[1]]] == who and p.cell[b[2]] == 0 and p.cell[b[3]] == 0:
            held[who - 1] |= <uint64_t>1 << plan.band_of[who - 1][b[2]]
            held[who - 1] |= <uint64_t>1 << plan.band_of[who - 1][b[3]]
    return (plan.bands[1] - count_bits(held[1])) - (plan.bands[0] - count_bits(held[0]))


cdef double judge_by_plan(const Tables* t, const Position* p, Plan* plan) noexcept nogil:
    """The position as it stands, in the eyes of the plan's side."""
    cdef double score = 0
    plan.judged += 1
    if plan.judging == FIXED_EVAL_LINES:
        score = fixed_lines(t, p, plan)
    elif plan.judging == FIXED_EVAL_RUNS:
        score = fixed_runs(t, p, plan)
    elif plan.judging == FIXED_EVAL_LONGEST:
        score = fixed_longest(t, p, plan)
    elif plan.judging == FIXED_EVAL_STORES:
        score = <int>p.s.pits[t.sowing.store[0]] - <int>p.s.pits[t.sowing.store[1]]
    elif plan.judging == FIXED_EVAL_BANDS:
        score = fixed_bands(t, p, plan)
    elif plan.judging == FIXED_EVAL_CURRENT:
        score = fixed_current(t, p, plan)
    return score if plan.mine == 0 else -score


cdef double finished(const Tables* t, Worker* w, Plan* plan) noexcept nogil:
    """What a game that is over is worth to the plan's side."""
    cdef double score = 0, worth = plan.base
    if plan.utility == UTILITY_GRADED:
        score = judge_by_plan(t, &w.p, plan)
    elif plan.utility == UTILITY_TERNARY:
        worth += plan.unit
    else:
        worth += plan.unit * (plan.reached - (<int>w.p.s.ply - plan.root_ply) + 1)
    if w.p.s.outcome == DRAW:
        return score
    return score + worth if w.p.s.outcome == FIRST_WINS + plan.mine else score - worth
