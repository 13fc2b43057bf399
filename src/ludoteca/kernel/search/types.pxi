# Types of the alpha-beta search: transposition table entries, what threads share, and what each thread owns.

cpdef enum:
    WIN = 30000              # score of a win, minus the distance in plies
    PROVED = 28000           # scores beyond this are proved wins or losses

cdef enum:
    MAX_EVAL = 20000         # evaluations are clamped to this
    MAX_PLY = 120            # actions on one search path
    MAX_ORDERED = 1024       # actions of a node that are scored and sorted
    MAX_THREADS = 64
    MAX_ROOT_STEPS = 8       # actions of one move, for moves the root is restricted to
    HISTORY_LIMIT = 1 << 24
    QS_MAX_CAPTURES = 200    # captures per quiescence search: where capturing is compulsory, they may never end
    CONTINUATION_BITS = 16   # a continuation history has 2 ** CONTINUATION_BITS entries
    CONTINUATION_LIMIT = 1 << 14       # of all histories, if continuation histories are used
    CONTINUATION_BONUS = 1600
    NO_EVAL = 32767          # TTEntry.eval of a node that was not evaluated
    QS_EVASIONS = 7          # plies left in a quiescence search down to which a threatened win is answered
    VOLATILITY_LEAST = 64    # samples without which nothing is pruned by margins
    VOLATILITY_MOST = 1 << 14
    MAX_ROTATION_DEPTH = 15  # moves searched over all block rotations

cdef enum:                   # TTEntry.bound: two bits of bound type, then flags
    BOUND_EXACT = 0
    BOUND_LOWER = 1
    BOUND_UPPER = 2
    BOUND_MASK = 3
    TT_PROVED = 4            # the whole subtree was searched: no evaluation was used
    TT_NO_VCT = 16           # a VCT was searched in vain
    TT_REPETITION = 8        # depends on a repetition, so valid only on the path where it was found

cdef enum:                   # SMP
    SEARCHING_BITS = 14      # the table of moves being searched has 2 ** SEARCHING_BITS slots
    DEFER_AFTER = 3          # moves of a non-PV node that threads search together before they defer
    NO_ABORT = 1 << 20       # no level is to be aborted
    HISTORY_SYNC_NODES = 256 # at least this many nodes between two syncs of the history tables

cdef enum:                   # what poll_shared found
    SHARED_NONE = 0
    SHARED_RAISES_ALPHA
    SHARED_CUTOFF

cdef struct TTSlot:          # an entry in the table; threads read and write its words without locks (Hyatt & Mann 2002)
    uint64_t check           # Zobrist key xor the other two words: a torn entry fails the comparison
    uint64_t action
    uint64_t rest            # the eight bytes of TTEntry

cdef struct TTEntry:         # a copy of an entry
    uint64_t action          # best action, its first eight bytes
    int16_t score
    int8_t depth
    uint8_t bound
    uint16_t generation
    int16_t eval             # static evaluation of the node, or NO_EVAL

cdef struct RootPV:          # best root line so far, shared by all threads without locks
    uint64_t check           # as in TTSlot, over root key, depth and line
    int32_t score
    int32_t flags
    int32_t length
    uint64_t line[MAX_PLY + 4]

cdef struct SharedResult:    # what another thread has found for a node
    int score
    uint64_t action

cdef struct SearchOptions:   # parts of the search that can be disabled; no proved value may depend on them
    int table
    int ordering
    int reductions
    int pruning
    int null_move
    int aspiration
    int quiescence
    int threats
    int futility             # reverse futility pruning, and futility pruning of quiet moves
    int razoring
    int probcut
    int singular             # singular extensions and multi-cut
    int internal_reduction   # internal iterative reductions
    int history_reductions   # late-move reductions by history and evaluation trend; by depth and number alone without
    int continuation         # continuation history and capture history
    int verified_null_move   # null move in games with rare zugzwang, verified
    int scaled_window        # aspiration window from the volatility
    int vct                  # forced wins by threes and fours
    int finishes             # quiescence search over quiet wins and the replies to their threat

cdef struct SearchParams:    # constants of the selective search. Margins are in sixteenths of the volatility
    int futility_depth       # reverse futility: largest depth, …
    int futility_margin      # … margin per ply
    int quiet_depth          # futility of quiet moves: largest depth, …
    int quiet_base           # … margin
    int quiet_margin         # … and margin per ply
    int razor_depth
    int razor_margin         # per ply
    int late_depth           # late-move pruning: largest depth, …
    int late_base            # … quiet moves searched, …
    int late_factor          # … and more of them by the square of the depth
    int null_depth           # null move: least depth, …
    int null_base            # … reduction, …
    int null_divisor         # … and depth for a further ply
    int null_verify          # least depth that is verified
    int probcut_depth        # least depth, …
    int probcut_reduction    # … depth saved, …
    int probcut_margin
    int singular_depth       # least depth, …
    int singular_margin      # … per ply
    int internal_depth       # least depth of an internal iterative reduction
    int reduction_base       # late-move reductions, in 1024ths: constant, …
    int reduction_factor     # … and factor of log(depth) * log(number)
    int reduction_history    # history that changes a reduction by a ply, in 1024ths of its limit
    int window               # half of the aspiration window
    int vct_depth            # forced wins by threes and fours: least depth, …
    int vct_nodes            # … threats tried per node, …
    int vct_share            # … and at the root for each 1024 nodes

cdef struct SearchThread

cdef struct SharedState:     # shared by the threads of one search
    TTSlot* tt
    uint64_t tt_mask
    uint32_t generation
    uint64_t* searching      # hashes of moves being searched (ABDADA); NULL with one thread
    RootPV root_pv
    int32_t* history         # sum of the threads' history tables
    SearchThread* threads[MAX_THREADS]
    int n_threads
    int running              # searches under way; changed with the GIL only
    SearchThread* orphans    # freed when no thread can read them any more

cdef struct SearchThread:    # search state of one thread
    SharedState* shared
    SearchThread* next_orphan
    SearchOptions options
    SearchParams params
    int root_depth
    int goals                # some piece may win by one step …
    uint64_t goal_steps[2][MAX_WORDS]  # … from these cells
    int line_finish          # a piece that moves may complete a winning line
    uint64_t vct_spent       # threats tried at the root
    long long volatility_sum           # of the changes of the static evaluation between two turns of a side …
    int volatility_count     # … and their number
    int volatility           # their mean; 0 with too few of them
    int evals[MAX_PLY + 4]   # static evaluations of the path, or NO_EVAL …
    uint8_t eval_mover[MAX_PLY + 4]    # … and whose they are
    uint8_t no_null[MAX_PLY + 4]       # the node at this level is being verified
    uint64_t excluded[MAX_PLY + 4]     # the move left out by a singular search, else 0
    int path_to[MAX_PLY + 4]           # side and target of the actions on the path
    int16_t* continuation    # continuation histories of one and of two actions before
    uint64_t killers[MAX_PLY + 4][2]
    uint64_t* countermoves   # [side][source or none][target]
    int32_t* history         # same index
    int32_t* synced_history  # `history` at the last sync; NULL with one thread
    int history_size
    uint64_t next_history_sync         # in nodes
    uint64_t path[MAX_PLY + 4]         # actions from the root
    int path_slot[MAX_PLY + 4]         # … and their history indices
    uint64_t node_hash[MAX_PLY + 4]    # nodes on the path, read by other threads; 0 ends the list
    int32_t abort_level      # another thread has finished the node at this level, or NO_ABORT
    uint64_t nodes
    uint64_t node_limit
    int root_ply
    uint64_t verify_key      # xored into the Zobrist key during a full-width verification, else 0
    int repetition           # the score depends on a repetition
    int repetition_score     # value of a repetition for the root side
    int root_side
    int qs_left              # captures left to this quiescence search
    int heuristic            # an evaluation was used: the score is not proved
    uint64_t pv[MAX_PLY + 4][MAX_PLY + 4]
    int pv_length[MAX_PLY + 4]
    uint64_t* root_only      # restricts the root to these moves: MAX_ROOT_STEPS actions each, zero-terminated
    int n_root_only
    uint64_t* root_exclude   # moves excluded at the root
    int n_root_exclude
    const TablebaseView* tablebase     # NULL without one
    int rotation_depth       # depth of the search over block rotations (special/rotation_wins.pxi) …
    int rotation_done        # … and the depth already done at the root
    RotationEntry* rotation_table      # NULL where no blocks rotate
    uint64_t rotation_replies[MAX_ROTATION_DEPTH + 1]      # killer replies by remaining depth

cdef enum:                   # threats
    NO_THREAT = -1
    TWO_THREATS = -2
    VCF_MAX_THREATS = 20     # in one attack
    VCF_NODES = 60           # threats tried per search
    VCF_NODES_AT_HORIZON = 24
    VCF_EXTENSION_PLY = 12   # up to this level, meeting an attack costs no depth
    VCT_MAX_THREATS = 8      # in one VCT, besides those of the VCF that ends it
    VCT_MAX_CELLS = 16       # threats tried in one position
    VCT_VCF_NODES = 60       # threats tried per VCF

cdef struct Attack:          # a forced win by threats
    int left                 # threats that may still be tried
    int length               # cells of the attack: threat and answer alternating, then the winning cell
    uint16_t cells[2 * VCF_MAX_THREATS + 4]
    uint64_t defences[MAX_WORDS]       # every other placement loses
