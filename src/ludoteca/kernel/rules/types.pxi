# Types of the rules: tables (one set per game, read-only) and positions (updated in place by make and unmake). All sizes
# are fixed, so that a position is one block of memory and a search allocates nothing.

cdef enum:
    MAX_CELLS = 384          # 19×19 fits; six words of 64 bits
    MAX_WORDS = 6
    MAX_CODES = 16           # contents of a cell: empty, blocked, a code per kind and side, a ghost
    MAX_KINDS = 6
    MAX_RULES = 160
    MAX_STAGES = 24
    MAX_PHASES = 6
    MAX_ENDS = 16
    MAX_WINDOW_SETS = 8
    MAX_TABLES = 96
    MAX_REGIONS = 64
    MAX_PITS = 24            # two rows of at most eleven, and two stores
    MAX_HAND = 255
    MAX_PATH = 64            # cells in the path of one action
    MAX_VICTIMS = 384        # pieces one action can capture
    MAX_CUSTODIAL = 160      # … by custodial capture, in one step
    MAX_RAY = 20             # … along one line
    MAX_DEPTH = 512          # size of the undo stack, in actions, …
    MAX_LOG = 24576          # … and in changed cells
    MAX_HISTORY = 4096       # moves in a game
    MAX_ACTIONS = 262144     # size of the action stack
    MAX_CHAIN_STEPS = 200000 # hops tried in the move generation of one position
    MAX_ARENA = 2097152      # cells in the paths of all actions on the stack
    GHOST = 15               # a captured piece that is removed at the end of the chain

cpdef enum:
    NO_CELL = 65535
    PATH_CELL = 0x0FFF       # an entry of a path: the cell, …
    PATH_APPROACH = 0x4000   # … the choice between approach and withdrawal, …
    PATH_WITHDRAWAL = 0x8000
    RAY_LOOPED = 0x4000      # an entry of a track: the track passes a loop before the cell
    PASS_RULE = MAX_RULES - 2
    SWAP_RULE = MAX_RULES - 1
    OVER_OWN = 1             # pieces that a leap may jump over
    OVER_ENEMY = 2
    OVER_BLOCKED = 4
    GOAL_RING = 0x40000000   # in the goals of a chain: it surrounds a cell

cpdef enum:                  # class of a cell's contents
    EMPTY = 0
    FIRST = 1
    SECOND = 2
    BLOCKED = 3
    SHARED = 4
    CLASSES = 5

cpdef enum:                  # kinds of action
    OP_PLACE = 1
    OP_STEP
    OP_SLIDE
    OP_LEAP                  # chains of short leaps that capture
    OP_FLY_LEAP              # chains of long leaps that capture
    OP_HOP                   # leaps that capture nothing
    OP_FLY                   # to any empty cell
    OP_SHOOT
    OP_BLOCK
    OP_REMOVE
    OP_ROTATE
    OP_SOW
    OP_EXIT
    OP_PAIR                  # two pieces placed in one move
    OP_APPROACH              # steps that capture by approach and withdrawal
    OP_SANDWICH              # chains of steps with custodial captures
    OP_COUNTED               # slides by as many cells as there are pieces on the line
    OP_LOOP                  # captures along a loop
    OP_PASS
    OP_SWAP

cpdef enum:                  # chains
    CHAIN_NONE = 0
    CHAIN_FREE               # may stop after any hop
    CHAIN_FINISH             # must continue while it can
    CHAIN_STRAIGHT           # may continue in the same direction only

cpdef enum:                  # capture obligation
    CAPTURE_OPTIONAL = 0
    CAPTURE_COMPULSORY
    CAPTURE_MOST             # the maximum capture
    CAPTURE_HUFF             # a piece that fails to capture is huffed

cpdef enum:                  # condition for the next stage of a move
    NEXT_NEVER = 0
    NEXT_ALWAYS
    NEXT_IF_ALIGNED
    NEXT_IF_CAPTURED

cpdef enum:                  # end of a phase
    UNTIL_NEVER = 0
    UNTIL_HAND_EMPTY
    UNTIL_HANDS_EMPTY
    UNTIL_PLIES

cpdef enum:                  # conditions of a rule
    IF_ALWAYS = 0
    IF_LEFT                  # the owner has exactly n pieces
    IF_NOT_LEFT
    IF_BESIDE_ENEMY          # the piece is adjacent to an enemy
    IF_BESIDE_EMPTY          # the piece is adjacent to an empty cell
    IF_BESIDE_OWN            # the cell is adjacent to an own piece

cpdef enum:                  # promotion during a chain
    PROMOTE_AT_END = 0
    PROMOTE_AND_STOP
    PROMOTE_AND_GO_ON

cpdef enum:                  # end conditions
    END_WINDOW = 1           # the owner occupies all cells of a window
    END_ALIGN                # a run of n, counted along rays (large boards)
    END_REACH
    END_FILL
    END_FILL_ANY
    END_LEFT                 # the opponent has at most n pieces
    END_OWN_LEFT
    END_CONNECT
    END_GROUP
    END_STILL_IN
    END_SIDE_EMPTY
    END_SEEDS                # more than n seeds in the store
    END_PASSED               # the owner's pieces have passed all enemies
    END_STALLED
    END_FEW                  # both sides have at most n pieces
    END_BOARD_FULL
    END_NO_MOVE
    END_NO_MOVES_AT_ALL
    END_JOIN                 # a chain connects n of several goals
    END_RING                 # a chain surrounds a cell

cpdef enum:                  # results
    OWNER_WINS = 1
    OWNER_LOSES
    DRAWN
    MOST_PIECES
    MOST_SEEDS
    FEWEST_PIECES
    FORBIDDEN                # repetition only: the move is not legal

cpdef enum:                  # outcomes
    UNFINISHED = 0
    FIRST_WINS
    SECOND_WINS
    DRAW
    NOT_LEGAL                # only during move generation

cpdef enum:                  # reasons of an outcome, besides the index of an end condition
    REASON_REPETITION = 100
    REASON_NO_PROGRESS
    REASON_FULL_BOARD
    REASON_LENGTH
    REASON_NO_MOVE

cdef struct Rule:
    int op
    int code                 # the piece that is placed or moved
    int takes                # the action is a capture
    int may_take             # it is, or can be one
    int plain                # a plain placement or move: see fast_moves.pxi
    int plain_unless_promoted
    int plain_targets        # the legality of a target depends only on its contents
    int onto_empty
    int onto_enemy
    int whole_way            # slides: to the last free cell of the ray only
    int least                # slides: the fewest cells, 0 = one
    int most_over            # leaps along rays: over a run of at most this many pieces, 0 = one
    int converts             # enemies adjacent to the target change sides
    int over                 # leaps: OVER_OWN, OVER_ENEMY, OVER_BLOCKED
    int chain
    int removal_at_end       # captured pieces are removed at the end of the chain
    int run_up               # leaps: any number of empty cells before the captured piece
    int land                 # leaps: on any empty cell behind it
    int trail                # the source becomes blocked
    int promote_code
    int promote_region
    int promote_mode
    int promote_rule         # the rule that continues a chain after a promotion
    int condition
    int condition_n
    int region               # legal targets, -1 = all cells
    int origin               # legal sources, -1 = all cells
    int table                # its steps, leaps or rays
    int hand                 # placements: from the hand
    int kind
    int filters              # keywords that exclude some targets: filters.pxi
    int gravity              # placements: on the lowest empty cell of a column
    int flips                # placements: bracket and flip lines of enemies
    int forbids              # a window set that the action may not complete, -1 = none
    int sandwich             # custodial capture rule applied at the target, -1 = none
    int progress             # counts as progress
    int irreversible         # no earlier position can repeat
    int one_way              # a table of the moves that are irreversible, where only some are; -1 = none
    int one_way_progress     # those count as progress
    int wanted               # removals: 1 own piece, 2 enemy
    int spare                # removals: a window set whose pieces are protected, -1 = none
    int spare_all            # removals: if all pieces are protected, none is removed (else any)
    int by_withdrawal
    int by_approach
    int once                 # a path may not visit a cell twice
    int turn                 # each hop must change direction
    int may_repeat           # an earlier rule may generate the same source and target
    int together             # pairs: on neighbouring cells, the second from the table

cdef struct Stage:
    int first_rule[2]
    int rules[2]
    int capture
    int capture_limit[2]     # the opponent's pieces at which the game ends in mid-chain, -1
    int next_stage
    int next_when
    int next_windows
    int next_sure            # the next stage always has a legal action
    int chooser[2]           # sampling method for playouts: playouts.pxi
    int pass_forced
    int pass_allowed
    int swap
    int ends_checked         # end conditions are checked before the next stage

cdef struct Phase:
    int until
    int plies
    int stage

cdef struct End:
    int type
    int n
    int windows
    int table
    int region[2]
    int far[2]               # connect: the other edge
    int code[2]              # the piece it refers to, for each owner, 0 = any
    int owners               # bit 0: the first player may be the owner, bit 1: the second
    int result
    int both                 # result when both sides reach it at once; 0 = the mover's
    int after_move           # checked only when the move is complete
    int local                # only the mover can reach it, and only with the cells that the action changed
    int neither              # fill: not while either side is still in its initial setup
    int exactly
    uint32_t goals[2]        # join: sides and corners of the board, as bits

cdef struct Table:
    int32_t* first
    int32_t* items
    uint64_t* masks          # one-word boards: bitboards of all targets of a step, all cells leapt over, or lines
    uint64_t* paths          # two-word boards: for each cell on a ray, the bitboard of the ray up to it, …
    uint16_t* path_ends      # … and the cell
    int32_t* first_path      # start of each cell's paths
    int most_paths

cdef struct WindowSet:
    int size
    int count
    uint64_t* mask           # one-word boards
    uint64_t* beyond         # cells that the owner must not occupy (exactly k in a row)
    uint16_t* cells
    uint8_t* sizes           # number of cells of each window
    uint16_t* ends           # large boards: the cells beyond each window, or NO_CELL
    int32_t* first           # windows through each cell
    int32_t* through
    uint64_t* masks          # one-word boards: their masks, `most` per cell
    int least                # size of the smallest window
    int most                 # maximum number of windows through a cell; shorter lists are padded with full boards
    int exact                # `beyond` is in use

cdef struct Sandwich:        # custodial capture
    int table                # rays along which pieces are captured
    int run                  # captures whole runs, not single pieces
    int hostile              # region that captures with either side when empty, -1
    int safe                 # region where no piece is captured, -1
    int corner               # a piece in a corner is captured by its two neighbours
    int royal[2]             # code of the royal piece, 0
    int royal_fort           # region where the royal piece must be surrounded on all sides, …
    int royal_beside         # … and cells beside it, where the fort counts as a captor

cdef struct Sowing:
    int in_use
    int pits
    int row                  # pits of one side
    uint64_t row_mask        # one byte per pit, for rows of at most eight
    int first_pit[2]
    int store[2]
    int skip_origin
    int again
    int take_opposite
    int take_alone
    int take_counts          # bit n: a pit that reaches n seeds is captured
    int grand_slam
    int feed
    int next_pit[2][MAX_PITS]
    int opposite[MAX_PITS]
    int owner[MAX_PITS]

cdef struct Tables:
    int cells
    int words
    int codes
    int kinds
    int who[MAX_CODES]       # class of each code
    int kind_of[MAX_CODES]
    int code_of[2][MAX_KINDS]
    int has_shared
    Rule rules[MAX_RULES]
    Stage stages[MAX_STAGES]
    int n_stages
    Phase phases[MAX_PHASES]
    int n_phases
    End ends[MAX_ENDS]
    int n_ends
    int no_move[2]           # for each mover: index of the end condition "no move", -1
    int no_move_result[2]
    int no_moves_at_all      # index of the end condition "no move for both", -1
    Table tables[MAX_TABLES]
    uint16_t* ray_cells
    WindowSet windows[MAX_WINDOW_SETS]
    int n_window_sets
    uint64_t regions[MAX_REGIONS][MAX_WORDS]
    uint64_t near[64]        # one-word boards: neighbours of each cell
    Table neighbours
    Sandwich sandwiches[4]
    Sowing sowing
    int blocks
    int block_cells
    uint16_t turned[2][8][MAX_CELLS]   # target of each cell of a block, clockwise and counter-clockwise
    uint16_t block_cell[8][64]
    uint64_t block_mask[8]   # one-word boards
    uint16_t mirror[MAX_CELLS]
    int gravity_width
    uint64_t gravity_floor
    Table columns
    int repetition
    int repetition_result
    int stagnation_result
    int repetition_span      # minimum number of moves of a repetition
    int no_progress
    int quiet_limit          # `no_progress`, or a limit that is never reached
    int full_at              # 0 if a full board ends the game, else -1
    int full_board
    int length
    int capture_progress
    int promote_progress
    int stalled_side
    int counts_turns         # an end condition depends on the number of turns
    int start[2]             # region of each side's initial setup, -1
    int connect_end
    int cold                 # scalars to save: 1 with the hands, 2 with the pits
    int plain                # all rules are plain: see fast_moves.pxi
    int plain_moves          # plain rules use make_plain and unmake_plain
    int alternating          # no side moves twice in a row
    int ends_by_capture      # every end condition needs a capture
    int first_end_is_line    # the only end condition is a winning line of the mover: its length, else 0
    int shift[8]             # the eight directions as bit shifts, on a full rectangle of one word
    uint64_t shift_from[8]   # cells from which each shift stays on the board
    int shifts               # number of shifts, 0 = not in use
    int traits               # of the game, from the compiler: special/requires.pxi
    int duplicates           # two actions can be the same move: duplicates.pxi
    int features             # special code that the traits enable
    int connect_fast         # stones are never removed: union-find is maintained
    int has_goals            # … with the goals that each chain has reached, for END_JOIN and END_RING
    uint32_t goals[2][MAX_CELLS]       # goals that a stone of each side reaches, as bits
    uint16_t* around         # the six neighbours of each cell in the order of rotation, or NO_CELL; NULL without END_RING
    uint64_t key_cell[MAX_CELLS][MAX_CODES]
    uint64_t key_pit[MAX_PITS]
    uint64_t key_hand[2][MAX_KINDS][MAX_HAND + 1]
    uint64_t key_stage[MAX_STAGES]
    uint64_t key_phase[MAX_PHASES]
    uint64_t key_anchor[MAX_CELLS]
    uint64_t key_second

cdef struct Action:
    uint16_t source          # or NO_CELL
    uint16_t target
    uint8_t rule
    uint8_t extra            # block and sense of a rotation; number of captures
    uint16_t tag             # path hash, distinguishes chains with equal source and target
    uint32_t path            # start of the path in the arena, 0 = none

cdef struct Chain:           # a capturing path during move generation
    uint16_t path[MAX_PATH]
    uint16_t victims[MAX_VICTIMS]
    int hops
    int captures
    int limit                # number of captures that ends the game, -1
    int direction
    int side
    int origin
    int rule                 # of the emitted action

cdef struct Scalars:         # state besides the board, saved and restored as a block
    uint64_t key             # Zobrist key
    uint32_t log_top
    uint16_t anchor          # cell of the moved piece, between two stages
    uint16_t progress_ply    # ply of the last progress
    uint16_t ply
    uint16_t turns[2]
    uint16_t base            # ply of the oldest position that can still repeat
    uint16_t stalled
    uint16_t n_unions        # number of unions (connection games)
    uint8_t mover
    uint8_t stage
    uint8_t phase
    uint8_t mid_move
    uint8_t outcome
    uint8_t reason
    uint8_t captured_now     # this move has captured
    uint8_t progressed       # this move has made progress
    uint8_t undo             # how to undo the last action: UNDO_LOG, …
    uint8_t undo_code        # … and the piece it captured at its target
    uint16_t undo_source
    uint16_t undo_target
    # Saved only in games that use them.
    uint8_t hand[2][MAX_KINDS]
    uint8_t pits[MAX_PITS]

cdef enum:
    NOT_PLAIN = 0xFFFF       # PlainUndo.codes of an action that was not made by make_plain
    UNDO_LOG = 0
    UNDO_PLACE
    UNDO_MOVE
    UNDO_TURN                # a block was rotated: undo_code holds block and sense
    HOT_BYTES = 48           # size of Scalars without hands and pits, …
    WARM_BYTES = 64          # … and with the hands

cdef struct PlainUndo:       # undo information of a plain move: the old values
    uint64_t key
    uint64_t empty           # changed words of the bitboards
    uint64_t own
    uint64_t enemy           # … only after a capture
    uint32_t cells           # source and target; the source of a placement is NO_CELL
    uint32_t plies           # base and progress_ply
    uint16_t codes           # moved and captured piece
    uint16_t n_unions

cdef struct Change:          # entry of the undo log
    uint16_t cell
    uint8_t code

cdef struct Position:        # a position without its history
    Scalars s
    uint64_t sets[CLASSES][MAX_WORDS]  # bitboards
    int16_t counts[MAX_CODES]
    uint8_t cell[MAX_CELLS]  # mailbox
