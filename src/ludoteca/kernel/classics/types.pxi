# Textbook fixed-depth searches: minimax, negamax, alpha-beta and expectiminimax. No transposition table, no iterative
# deepening, no extensions.

cpdef enum:                  # evaluation at the horizon
    FIXED_EVAL_NONE = 0
    FIXED_EVAL_LINES         # contents of each line, looked up in a table
    FIXED_EVAL_RUNS          # unbroken runs, by length and open ends
    FIXED_EVAL_LONGEST       # the longest run only
    FIXED_EVAL_STORES        # stored seeds
    FIXED_EVAL_BANDS         # rows or columns that a side occupies or bridges
    FIXED_EVAL_CURRENT       # conductance between a side's two edges
    FIXED_EVAL_TERMS         # the engine's evaluation, with the weights of an `Evaluator`

cpdef enum:                  # utility of a terminal_score game
    UTILITY_TERNARY = 0      # win, draw or loss
    UTILITY_WEIGHTED         # … faster wins are better
    UTILITY_GRADED           # the evaluation, plus a bonus for a win
    UTILITY_DELAYED          # as weighted, and later draws are better

cpdef enum:                  # move order
    FIXED_ORDER_CANONICAL = 0
    FIXED_ORDER_NEAREST      # to the last move
    FIXED_ORDER_SHUFFLED

cpdef enum:
    MAX_RUN = 20

cdef enum:
    MAX_BAND = 40            # largest index difference of neighbouring cells: the bandwidth of the network's matrix
    MAX_DISTANCE = 1024      # squared
    MAX_LEVELS = 256
    MAX_LINE = 32            # moves of the principal variation that are kept

cdef struct CompleteMove:
    Action action[2]
    int n_actions
    int distance             # from the last move, squared

cdef struct Circuit:         # one side's resistor network, with the checkpoints of the last elimination
    uint8_t owner[MAX_CELLS] # of each cell at that time
    int checkpoints          # valid ones
    double* between          # [cell][index difference]: conductance between two cells, added by eliminating others
    double* saved            # `between` of the next cells, at each checkpoint
    double to_near[MAX_CELLS + MAX_BAND]   # conductance to each edge
    double to_far[MAX_CELLS + MAX_BAND]
    double saved_edges[MAX_CELLS][2 * MAX_BAND + 1]

cdef enum:                   # of an entry of the transposition table
    FIXED_EXACT = 0
    FIXED_LOWER
    FIXED_UPPER

cdef struct FixedEntry:
    uint64_t key
    double score
    int16_t depth            # remaining
    int16_t bound

cdef struct FixedSearch:
    int root_side            # scores are for this side
    int prune
    int chance               # expectiminimax: the opponent moves at random
    int order
    int merge                # search moves to the same position once
    int evaluation
    int utility
    double win_bonus
    double unit              # scores are returned in multiples of it
    int root_ply
    int depth                # of the search, in moves
    int guard                # cut off where the branching factor shrinks evenly, …
    int guard_from           # … from this level on, …
    int guard_slack          # … by at most this much per level
    int branching[MAX_LEVELS]    # moves at each level of the current line
    int focused              # restrict moves to `focus`
    uint8_t focus[MAX_CELLS]
    int16_t x[MAX_CELLS]
    int16_t y[MAX_CELLS]
    int lines
    int32_t* line_first
    uint16_t* line_cells
    int32_t* line_table      # FIXED_EVAL_LINES: start of each line's table in `line_values`
    int32_t* line_values
    int32_t run_open[MAX_RUN]    # FIXED_EVAL_RUNS: with both ends open
    int32_t run_half[MAX_RUN]    # … with one
    int local_radius         # FIXED_EVAL_RUNS: only runs this near to the last move count; 0 for the whole board
    int last_cell            # … which is this
    int broken_run           # two runs of this total length with one gap between them count as one, 0
    int band_of[2][MAX_CELLS]
    int bands[2]
    int bridges
    uint16_t* bridge         # two cells, and the two cells between them
    int near_edge[2]         # regions
    int far_edge[2]
    int width                # FIXED_EVAL_CURRENT: largest index difference of neighbours
    int32_t* after_first     # neighbours of each cell with a larger index
    uint16_t* after
    uint16_t* first_reached  # smallest index among a cell and its neighbours
    Circuit circuit[2]
    CompleteMove* moves      # stack of generated moves
    int top
    int capacity
    CompleteMove line[MAX_LINE + 1][MAX_LINE]  # principal variation from each level on
    int line_length[MAX_LINE + 1]
    FixedEntry* table        # transposition table, or NULL
    uint64_t table_mask
    uint64_t nodes
    uint64_t evaluated
    uint64_t guarded         # lines that the guard has cut off
