# What the kernel knows: tables (one per game, read only) and positions (changed in place).
# All sizes are fixed, so that a position is one block of memory and nothing is allocated in a search.

cdef enum:
    MAX_CELLS = 384          # 19x19 and a little more; six words of 64 bits
    MAX_WORDS = 6
    MAX_CODES = 16           # what can stand on a cell: empty, blocked, a code per kind and side, a ghost
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
    MAX_VICTIMS = 384        # pieces one action can take
    MOST_HELD = 160          # … by custody, in one step
    MAX_RAY = 20             # … along one line
    MAX_DEPTH = 512          # actions that can be made before they are undone
    MAX_LOG = 24576          # cells they can change
    MAX_HISTORY = 4096       # moves in a game
    MAX_ACTIONS = 262144     # actions waiting on the stack of one search
    MAX_CHAIN_STEPS = 200000 # hops looked at while the chains of one position are listed
    MAX_ARENA = 2097152      # cells of all paths waiting on the stack
    GHOST = 15               # a captured piece that still stands while its chain goes on

cpdef enum:
    NO_CELL = 65535
    PATH_CELL = 0x0FFF       # an entry of a path: the cell, …
    PATH_APPROACH = 0x4000   # … the choice between approach and withdrawal, …
    PATH_WITHDRAWAL = 0x8000
    RAY_LOOPED = 0x4000      # an entry of a track: a loop lies before the cell
    PASS_RULE = MAX_RULES - 2
    SWAP_RULE = MAX_RULES - 1
    OVER_OWN = 1             # what a leap may jump over
    OVER_ENEMY = 2
    OVER_BLOCKED = 4

cpdef enum:                  # who stands on a cell
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
    OP_SANDWICH              # steps that capture by custody, chained
    OP_COUNTED               # slides as far as there are pieces on the line
    OP_LOOP                  # captures along a loop
    OP_PASS
    OP_SWAP

cpdef enum:                  # chains
    CHAIN_NONE = 0
    CHAIN_FREE               # may stop after any hop
    CHAIN_FINISH             # must go on while it can
    CHAIN_STRAIGHT           # may go on in the same direction only

cpdef enum:                  # must one capture?
    CAPTURE_OPTIONAL = 0
    CAPTURE_COMPULSORY
    CAPTURE_MOST
    CAPTURE_HUFF

cpdef enum:                  # when the next stage of a move comes
    NEXT_NEVER = 0
    NEXT_ALWAYS
    NEXT_IF_ALIGNED
    NEXT_IF_CAPTURED

cpdef enum:                  # when a phase is over
    UNTIL_NEVER = 0
    UNTIL_HAND_EMPTY
    UNTIL_HANDS_EMPTY
    UNTIL_PLIES

cpdef enum:                  # conditions of a rule
    IF_ALWAYS = 0
    IF_LEFT                  # the owner has just n pieces left
    IF_NOT_LEFT
    IF_BESIDE_ENEMY          # an enemy stands beside the piece
    IF_BESIDE_EMPTY          # an empty cell lies beside the piece
    IF_BESIDE_OWN            # an own piece stands beside the cell

cpdef enum:                  # promotion in the middle of a chain
    PROMOTE_AT_END = 0
    PROMOTE_AND_STOP
    PROMOTE_AND_GO_ON

cpdef enum:                  # ends
    END_WINDOW = 1           # all cells of a window are the owner's
    END_ALIGN                # a run of n, counted along rays (large boards)
    END_REACH
    END_FILL
    END_FILL_ANY
    END_LEFT                 # the other side has n pieces or fewer
    END_OWN_LEFT
    END_CONNECT
    END_GROUP
    END_STILL_IN
    END_SIDE_EMPTY
    END_SEEDS                # more than n seeds are stored
    END_PASSED               # no enemy piece is behind the owner's piece any more
    END_STALLED
    END_FEW                  # both sides have n pieces or fewer
    END_BOARD_FULL
    END_NO_MOVE
    END_NO_MOVES_AT_ALL

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
    NOT_LEGAL                # never seen outside the listing of moves

cpdef enum:                  # reasons beside the number of an end
    REASON_REPETITION = 100
    REASON_NO_PROGRESS
    REASON_FULL_BOARD
    REASON_LENGTH
    REASON_NO_MOVE

cdef struct Rule:
    int op
    int code                 # the piece that is placed or moved
    int takes                # the action is a capture
    int plain                # nothing but a piece placed, or moved from cell to cell: see fast_moves.pxi
    int plain_unless_promoted
    int plain_targets        # its targets depend on nothing but what stands on them
    int onto_empty
    int onto_enemy
    int whole_way            # sliding: only as far as it can go
    int converts             # enemies beside the cell it comes to change sides
    int over                 # leaps: 1 over own, 2 over enemies, 4 over blocked cells
    int chain
    int removal_at_end       # captured pieces stay on the board until the chain is over
    int run_up               # leaps: any number of empty cells before the piece leapt over
    int land                 # leaps: on any empty cell behind it
    int trail                # the cell left behind is blocked
    int promote_code
    int promote_region
    int promote_mode
    int promote_rule         # the rule a piece goes on with when promoted in mid-chain
    int condition
    int condition_n
    int region               # cells it may arrive on, -1 = all
    int origin               # cells it may leave from, -1 = all
    int table                # its steps, leaps or rays
    int hand                 # placing: pieces come from the hand
    int kind
    int filters              # keywords that rule out some targets: filters.pxi
    int gravity              # placing: on the lowest empty cell of a column
    int flips                # placing: brackets and flips lines of enemies
    int forbids              # a window set that the action may not complete, -1 = none
    int sandwich             # number of the custody rule applied where it arrives, -1 = none
    int progress             # counts as progress
    int irreversible         # no earlier position can come back
    int wanted               # removing: 1 own piece, 2 enemy
    int spare                # removing: a window set whose members are spared, -1 = none
    int spare_all            # removing: if all are spared nothing is removed (else any may be)
    int by_withdrawal
    int by_approach
    int once                 # a path may not visit a cell twice
    int turn                 # a path may not go on in the direction it came
    int may_repeat           # the same source and target may come from an earlier rule too
    int together             # placing two: on neighbouring cells, the second as its table says

cdef struct Stage:
    int first_rule[2]
    int rules[2]
    int capture
    int capture_limit[2]     # what is left of the other side when the game ends in mid-chain, -1
    int next_stage
    int next_when
    int next_windows
    int next_sure            # the next stage always has an action
    int chooser[2]           # how a random action is found without listing all: see playouts.pxi
    int pass_forced
    int pass_allowed
    int swap
    int ends_checked         # ends are looked at before the next stage

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
    int code[2]              # the code it speaks of for each owner, 0 = any
    int owners               # bit 1: first may be the owner, bit 2: second
    int result
    int both                 # when both sides reach it at once: 0 the mover's result, else a result
    int after_move           # looked at only when the move is complete
    int local                # only the mover can have reached it, and only by what the action changed
    int neither              # fill: not while either side stands as at the start
    int exactly

cdef struct Table:
    int32_t* first
    int32_t* items
    uint64_t* masks          # boards of one word: all targets of a step, all cells leapt over, or whole lines
    uint64_t* paths          # boards of two words: for each cell on a ray, the ray up to it as a set …
    uint16_t* path_ends      # … and the cell; first_path says where those of each cell begin
    int32_t* first_path
    int most_paths

cdef struct WindowSet:
    int size
    int count
    uint64_t* mask           # one word, when the board has no more than 64 cells
    uint64_t* beyond         # cells that must not be the owner's too (exactly k in a row)
    uint16_t* cells
    uint8_t* sizes           # how many cells each window has
    uint16_t* ends           # large boards: the cells beyond each window, or NO_CELL
    int32_t* first           # windows through each cell
    int32_t* through
    uint64_t* masks          # their masks, `most` for each cell, on boards of one word
    int least                # cells of the smallest window
    int most                 # windows through the busiest cell; the others are filled up with full boards
    int exact                # `beyond` counts

cdef struct Sandwich:
    int table                # rays along which pieces are taken
    int run                  # whole runs, not single pieces
    int hostile              # region that counts as an enemy of both when empty, -1
    int safe                 # region on which nobody is taken, -1
    int corner               # pieces in a corner are taken by the two neighbours
    int royal[2]             # code of a piece with rules of its own, 0
    int royal_fort           # region where the royal piece needs all its neighbours taken
    int royal_beside         # … and beside it, all but the fort

cdef struct Sowing:
    int in_use
    int pits
    int row                  # pits of one side
    uint64_t row_mask        # as many bytes, for rows of at most eight
    int first_pit[2]
    int store[2]
    int skip_origin
    int again
    int take_opposite
    int take_alone
    int take_counts          # bit n: a pit brought to n is captured
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
    int no_move[2]           # for each mover: number of the end "no move", -1
    int no_move_result[2]
    int no_moves_at_all      # number of the end "no move for both", -1
    Table tables[MAX_TABLES]
    uint16_t* ray_cells
    WindowSet windows[MAX_WINDOW_SETS]
    uint64_t regions[MAX_REGIONS][MAX_WORDS]
    uint64_t near[64]        # neighbours of each cell, boards of one word
    Table neighbours
    Sandwich sandwiches[4]
    Sowing sowing
    int blocks
    int block_cells
    uint16_t turned[2][8][MAX_CELLS]   # where each cell of a block goes, clockwise and counter-clockwise
    uint16_t block_cell[8][64]
    uint64_t block_mask[8]   # boards of one word
    uint16_t mirror[MAX_CELLS]
    int gravity_width
    uint64_t gravity_floor
    Table columns
    int repetition
    int repetition_result
    int stagnation_result
    int repetition_span      # moves that a repetition takes at least
    int no_progress
    int quiet_limit          # the same, or more than any game holds_at_any_depth
    int full_at              # empty cells when the board is full: 0, or -1 if that ends nothing
    int full_board
    int length
    int capture_progress
    int promote_progress
    int stalled_side
    int counts_turns         # an end asks how many turns a side has had
    int start[2]             # region where each side's pieces stand at the start, -1
    int connect_end
    int cold                 # 1 hands, 2 pits are in use
    int plain                # all rules are plain: see fast_moves.pxi
    int plain_moves          # plain rules, where there are any, may be made the short way
    int alternating          # no side moves twice running
    int ends_by_capture      # no end can be reached without a capture
    int first_end_is_line    # the only end is a line of the mover's, and wins: the pieces it takes
    int shift[8]             # the eight directions as shifts of bits, on a full rectangle of one word
    uint64_t shift_from[8]   # cells from which each shift stays on the board
    int shifts               # how many there are
    int traits               # of the game, as the compiler found them: special/requires.pxi
    int features             # special code that the traits allow
    int connect_fast         # stones are never taken off: union-find can follow
    uint64_t key_cell[MAX_CELLS][MAX_CODES]
    uint64_t key_pit[MAX_PITS]
    uint64_t key_hand[2][MAX_KINDS][MAX_HAND + 1]
    uint64_t key_stage[MAX_STAGES]
    uint64_t key_phase[MAX_PHASES]
    uint64_t key_anchor[MAX_CELLS]
    uint64_t key_second

cdef struct Action:
    uint16_t source          # the cell it leaves, or NO_CELL
    uint16_t target
    uint8_t rule
    uint8_t extra            # block and sense of a rotation; captures of a chain
    uint16_t tag             # tells chains with equal ends apart
    uint32_t path            # where the path starts in the arena, 0 = none

cdef struct Chain:           # a capturing path while it grows
    uint16_t path[MAX_PATH]
    uint16_t victims[MAX_VICTIMS]
    int hops
    int captures
    int limit                # the capture that ends the game, -1
    int direction
    int side
    int origin
    int rule                 # the rule the action is made with

cdef struct Scalars:         # all that is not on the board; saved and restored whole
    uint64_t key
    uint32_t log_top
    uint16_t anchor          # the cell the moved piece stands on, between two stages
    uint16_t progress_ply    # when progress was made last
    uint16_t ply
    uint16_t turns[2]
    uint16_t base            # the ply of the oldest position that can still come back
    uint16_t stalled
    uint16_t joined          # unions made so far (connection games)
    uint8_t mover
    uint8_t stage
    uint8_t phase
    uint8_t mid_move
    uint8_t outcome
    uint8_t reason
    uint8_t captured_now     # this move has captured
    uint8_t progressed       # this move has made progress
    uint8_t undo             # how the last action is taken back: UNDO_LOG, UNDO_PLACE or UNDO_MOVE
    uint8_t undo_code        # … the piece it captured on its target
    uint16_t undo_source
    uint16_t undo_target
    # What follows is saved only in games that use it.
    uint8_t hand[2][MAX_KINDS]
    uint8_t pits[MAX_PITS]

cdef enum:
    LOGGED = 0xFFFF          # the last action was not made the short way
    UNDO_LOG = 0
    UNDO_PLACE
    UNDO_MOVE
    UNDO_TURN                # a block was turned; undo_code says which and how
    HOT_BYTES = 48
    WARM_BYTES = 64          # … with the hands

cdef struct PlainUndo:       # what a plain move has changed, as it was: restoring is storing, nothing is reckoned
    uint64_t key
    uint64_t empty           # the words of the sets that changed
    uint64_t own
    uint64_t enemy           # … this one only if something was taken
    uint32_t cells           # source and target; NO_CELL as the source of a placing
    uint32_t plies           # base and progress_ply
    uint16_t codes           # what moved and what was taken
    uint16_t joined

cdef struct Change:
    uint16_t cell
    uint8_t code

cdef struct Position:        # a position without its past
    Scalars s
    uint64_t sets[CLASSES][MAX_WORDS]
    int16_t counts[MAX_CODES]
    uint8_t cell[MAX_CELLS]
