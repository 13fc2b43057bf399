# Looking a fixed number of moves ahead, as textbooks do: every move or all but those that cannot matter, against the
# best opponent or a random one. No memory, no deepening, no extensions: a plan says what is done, and no more is.

cpdef enum:                  # evaluation at the horizon
    FIXED_EVAL_NONE = 0
    FIXED_EVAL_LINES         # contents of each line, looked up in a table
    FIXED_EVAL_RUNS          # unbroken runs, by length and open ends
    FIXED_EVAL_LONGEST       # the longest run only
    FIXED_EVAL_STORES        # stored seeds
    FIXED_EVAL_BANDS         # rows or columns that a side occupies or bridges
    FIXED_EVAL_CURRENT       # conductance between a side's two edges

cpdef enum:                  # utility of a finished game
    UTILITY_TERNARY = 0      # win, draw or loss
    UTILITY_WEIGHTED         # … faster wins are better
    UTILITY_GRADED           # the evaluation, plus a bonus for a win

cpdef enum:                  # move order
    FIXED_ORDER_CANONICAL = 0
    FIXED_ORDER_NEAREST      # to the last move
    FIXED_ORDER_SHUFFLED

cpdef enum:
    MAX_RUN = 20

cdef enum:
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
    int32_t* line_table      # FIXED_EVAL_LINES: where each line's table begins
    int32_t* worth
    int32_t run_open[MAX_RUN]    # FIXED_EVAL_RUNS: with both ends open
    int32_t run_half[MAX_RUN]    # … with one
    int broken               # two runs of so many together, with one gap, are as good as one
    int band_of[2][MAX_CELLS]
    int bands[2]
    int bridges
    uint16_t* bridge         # two cells, and the two cells between them
    int near_edge[2]         # regions
    int far_edge[2]
    int width                # FIXED_EVAL_CURRENT: how far apart in number neighbours are at most
    int32_t* after_first     # neighbours of each cell with a greater number
    uint16_t* after
    uint16_t* lowest         # the least of a cell and its neighbours
    Circuit circuit[2]
    Choice* pool
    int top
    int room
    uint64_t nodes
    uint64_t judged
