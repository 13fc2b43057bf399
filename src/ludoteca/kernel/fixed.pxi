# Looking a fixed number of moves ahead, as textbooks do: every move or all but those that cannot matter, against the
# best opponent or a random one. No memory, no deepening, no extensions: a plan says what is done, and no more is.

from libc.math cimport floor, log
from libc.stdlib cimport realloc

cdef enum:                   # what is thought of a position at the horizon
    NOTHING = 0
    LINES                    # what stands on each line, looked up in a table
    RUNS                     # unbroken rows of pieces, by their length and their open ends
    LONGEST                  # the longest of them, alone
    STORES                   # stored seeds
    BANDS                    # rows or columns in which a side stands, or as good as stands
    CURRENT                  # how well a current would flow between a side's two edges

cdef enum:                   # what a finished game is worth
    TERNARY = 0              # won or lost
    WEIGHTED                 # … and the nearer, the more
    JUDGED                   # what is thought of the position, and something for the win

cdef enum:                   # in what order moves are looked at
    AS_LISTED = 0
    NEAREST                  # to the last move
    SHUFFLED

cdef enum:
    MAX_RUN = 20
    MAX_BAND = 40            # how far apart in number two neighbouring cells may be
    MAX_DISTANCE = 1024
    MAX_LEVELS = 256

cdef struct Choice:          # a complete move
    Action part[2]
    int parts
    int far                  # from the last move

cdef struct Circuit:         # one side's board as a net of resistors, and how far it has been worked out before
    uint8_t seen[MAX_CELLS]  # what stood on each cell then
    int known                # checkpoints that hold
    double* joined           # [cell][how much further]: conductance between two cells, added by eliminating others
    double* kept             # the same for the cells that still matter, at each checkpoint
    double from_edge[MAX_CELLS + MAX_BAND]
    double to_edge[MAX_CELLS + MAX_BAND]
    double kept_edges[MAX_CELLS][2 * MAX_BAND + 1]

cdef struct Plan:
    int mine                 # the side in whose eyes scores are good
    int prune
    int chance               # the other side is taken to move at random
    int order
    int merge                # moves that lead to the same position are one
    int judging
    int utility
    double base              # what a win is worth besides
    double unit
    int root_ply
    int reached              # moves looked ahead in all
    int guarded              # stop where the number of moves shrinks too evenly …
    int threshold            # … from so many moves ahead on …
    int slack                # … by no more than so much each time
    int counts[MAX_LEVELS]   # moves there were at each level of the way here
    int focused              # only moves to these cells are looked at
    uint8_t focus[MAX_CELLS]
    int16_t x[MAX_CELLS]
    int16_t y[MAX_CELLS]
    int lines
    int32_t* line_first
    uint16_t* line_cells
    int32_t* line_table      # LINES: where each line's table begins
    int32_t* worth
    int32_t run_open[MAX_RUN]    # RUNS: with both ends open
    int32_t run_half[MAX_RUN]    # … with one
    int broken               # two runs of so many together, with one gap, are as good as one
    int band_of[2][MAX_CELLS]
    int bands[2]
    int bridges
    uint16_t* bridge         # two cells, and the two cells between them
    int near_edge[2]         # regions
    int far_edge[2]
    int width                # CURRENT: how far apart in number neighbours are at most
    int32_t* after_first     # neighbours of each cell with a greater number
    uint16_t* after
    uint16_t* lowest         # the least of a cell and its neighbours
    Circuit circuit[2]
    Choice* pool
    int top
    int room
    uint64_t nodes
    uint64_t judged

include "fixed_circuits.pxi"
include "fixed_judging.pxi"
include "fixed_moves.pxi"


cdef bint explodes(const Plan* plan, int level) noexcept nogil:
    """Whether the moves on the way here became fewer so evenly that their number grows like a factorial."""
    cdef int i
    if not plan.guarded or level < plan.threshold:
        return False
    for i in range(level - 1):
        if plan.counts[i] - plan.counts[i + 1] > plan.slack or plan.counts[i + 1] - plan.counts[i] > plan.slack:
            return False
    return True


cdef inline bint at_horizon(const Worker* w, const Plan* plan, int depth, int level) noexcept nogil:
    return (depth <= 0 or level >= MAX_LEVELS - 1 or w.depth >= MAX_DEPTH - 4
            or w.p.s.log_top >= MAX_LOG - 2 * MAX_CELLS or explodes(plan, level))


cdef double minimax(const Tables* t, Worker* w, Plan* plan, int depth, double alpha, double beta, int last,
                    int level) noexcept nogil:
    """What the position is worth to the plan's side, which takes the best of what it can get, while the other side
    leaves it the worst (or anything, if it moves at random). Whose turn it is, the position knows."""
    cdef int first = plan.top, n, i, looked = 0, parts, cell
    cdef uint32_t arena = w.arena_top
    cdef bint mine = w.p.s.mover == plan.mine, chance = plan.chance and not mine
    cdef double best = 0, score

    # Step 1. Is the game over, or as far as we look?
    plan.nodes += 1
    if w.p.s.outcome:
        return finished(t, w, plan)
    if at_horizon(w, plan, depth, level):
        return finished(t, w, plan) if is_stuck(t, w) else judge_by_plan(t, &w.p, plan)

    # Step 2. The moves.
    n = list_choices(t, w, plan, last)
    plan.counts[level] = n
    if n == 0:
        resolve_no_move(t, w)
        return finished(t, w, plan)

    # Step 3. Each of them. If time runs out, what was seen until then counts.
    for i in range(first, first + n):
        parts = plan.pool[i].parts
        cell = arrival(&plan.pool[i])
        make_choice(t, w, &plan.pool[i])
        score = minimax(t, w, plan, depth - 1, alpha, beta, cell, level + 1)
        unmake_choice(t, w, parts)
        if chance:
            best += score
        elif looked == 0 or (score > best if mine else score < best):
            best = score
        looked += 1
        if w.stop or w.overflow:
            break
        # Step 4. Prune: one side already has something better elsewhere.
        if plan.prune and not chance:
            if mine and best > alpha:
                alpha = best
            elif not mine and best < beta:
                beta = best
            if alpha >= beta:
                break
    plan.top = first
    w.arena_top = arena
    return best / looked if chance else best


cdef double negamax(const Tables* t, Worker* w, Plan* plan, int depth, double alpha, double beta, int last,
                    int level) noexcept nogil:
    """The same in the mover's eyes: what is good for one side is as bad for the other, so that one rule, the best of
    what is left by whoever comes next, serves both. Where the same side goes on, nothing changes sign."""
    cdef int first = plan.top, n, i, parts, cell, mover = w.p.s.mover
    cdef uint32_t arena = w.arena_top
    cdef int sign = 1 if mover == plan.mine else -1
    cdef double best = 0, score
    plan.nodes += 1
    if w.p.s.outcome:
        return sign * finished(t, w, plan)
    if at_horizon(w, plan, depth, level):
        return sign * (finished(t, w, plan) if is_stuck(t, w) else judge_by_plan(t, &w.p, plan))
    n = list_choices(t, w, plan, last)
    plan.counts[level] = n
    if n == 0:
        resolve_no_move(t, w)
        return sign * finished(t, w, plan)
    for i in range(first, first + n):
        parts = plan.pool[i].parts
        cell = arrival(&plan.pool[i])
        make_choice(t, w, &plan.pool[i])
        if w.p.s.mover == mover:
            score = negamax(t, w, plan, depth - 1, alpha, beta, cell, level + 1)
        else:
            score = -negamax(t, w, plan, depth - 1, -beta, -alpha, cell, level + 1)
        unmake_choice(t, w, parts)
        if i == first or score > best:
            best = score
        if w.stop or w.overflow:
            break
        if plan.prune:
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
    plan.top = first
    w.arena_top = arena
    return best


include "fixed_door.pxi"
