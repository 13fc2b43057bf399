# Types of the evaluation: its weights, the accumulator it is computed from, and the network.

cdef extern from *:
    """
    #define HIDDEN_UNITS 32
    #define WINDOW_FEATURES 10    /* a window of the mover or of the opponent, lacking none to four of its cells */
    #define UNIT_CEILING 64       /* activations are clipped to [0, UNIT_CEILING] */
    """
    enum:
        HIDDEN_UNITS
        WINDOW_FEATURES
        UNIT_CEILING

cpdef enum:
    MAX_EVAL_SETS = 4        # window sets an evaluation can count
    LACKS = 5                # windows lacking none to four cells count; emptier ones are worth nothing
    MAX_WINDOW = 15          # cells of the largest window that is counted

cdef enum:
    LACK_BITS = 12
    LACK_MASK = 0xFFF

cdef struct Network:
    int16_t bias[HIDDEN_UNITS]
    int16_t last[HIDDEN_UNITS]         # output weights, in evaluation units for a saturated unit
    int16_t* first           # [window][feature][unit]

cdef enum:
    PATTERN_SCALE = 4        # table entries per evaluation unit
    MAX_PATTERNS = 4096
    MAX_PATTERN_CELLS = 12
    MAX_TABLE_ENTRIES = 1 << 22        # of all tables, for one side and stage
    MAX_PATTERN_STAGES = 8

cdef struct PatternLink:     # a pattern through a place
    int32_t pattern
    int32_t factor           # by which a digit of the place counts in its index

cdef struct Patterns:        # pattern tables of one game
    int places
    int n                    # patterns
    int size                 # entries of all tables, for one side and stage
    int stages
    uint8_t* digit           # [place][contents]: the digit in an index
    int32_t* first_link      # [place]
    PatternLink* links
    int32_t* start           # [pattern]: index of all zeros
    int16_t* weights         # [stage][side to move][entry]
    uint8_t stage_of[MAX_CELLS + 1]    # by the number of occupied cells

cdef struct PatternState:    # incrementally updated indices
    uint8_t place[MAX_CELLS] # the cells they are valid for, …
    uint8_t counter[MAX_PITS + 2 * MAX_KINDS]              # … and the other places
    int32_t* index           # [pattern]

cdef struct EvalWeights:     # weights of one game, and which parts of the search its rules allow
    int n_sets               # window sets
    int set_of[MAX_EVAL_SETS]
    int first_window[MAX_EVAL_SETS]    # index of a set's first window in the accumulator
    int n_windows            # of all sets
    uint8_t* cell_masks      # [cell][window]: 255 for windows through the cell; where many cells change at a time
    int mine[MAX_EVAL_SETS][LACKS]     # an open window of the side to move, by the number of cells it lacks
    int theirs[MAX_EVAL_SETS][LACKS]   # … of the opponent
    int only_side[MAX_EVAL_SETS]       # class whose pieces alone count in a window set; 0 = both count
    int cell[MAX_CODES][MAX_CELLS]     # piece-square table, from the first player's point of view
    int hand[MAX_CODES]      # a piece in hand
    Network* network         # NULL without one
    const Patterns* patterns # NULL without pattern tables
    int tempo
    int hanging[2][2]        # drop games: [side][row parity] of a winning cell that cannot be played yet
    uint64_t odd_rows
    int squeeze              # drop games: winning once both sides must fill up the columns
    int n_races
    int race_end[4]          # ends that are races, and the distance of each cell to their goals
    uint8_t distance[4][2][MAX_CELLS]
    int furthest
    int foremost             # per step of the foremost piece
    int link                 # per stone less to place for a connection
    int group                # per piece more in the largest group
    int store                # per seed in store
    int seeds                # per seed in one's own pits
    int mobility[2]          # per action
    int room[2]              # per empty cell a side's pieces can reach
    int territory            # per empty cell that a side reaches first
    int nearness             # bonus for reaching it soon
    int n_steps              # sliding directions as bitboard shifts, if all pieces slide alike and the board fits …
    int step[8]
    uint64_t step_from[8][2] # … and the cells from which each shift stays on the board
    int use_qsearch          # the game has captures
    int line_placement       # pieces are only placed, and lines win: threats can be counted
    int use_vcf              # … and searched: all empty cells are available to both sides
    int use_drop_parity      # … and pieces fall
    int lmp_base             # late-move pruning: quiet moves kept near the horizon
    int rotation_set         # place, then rotate a block, lines win: window set of lines one rotation away, else 0
    RotationTables* rotations          # NULL where sets of block rotations do not apply
    int use_null_move        # no zugzwang
    int use_locality         # large boards: placements far from all pieces are ordered last or pruned
    uint64_t near[MAX_CELLS][MAX_WORDS]        # cells at most two steps away within some window

cdef struct Accumulator:     # incrementally updated part of the evaluation
    uint8_t cell[MAX_CELLS]  # the board it is valid for
    uint64_t open[MAX_EVAL_SETS][2]    # open windows by the number of cells they lack, LACK_BITS each
    int sum                  # of the piece-square table
    uint8_t* state           # pieces of either side in each window: first + 16 * second
    PatternState patterns
