# Types of the Monte Carlo tree search.

cdef enum:
    MAX_TREE_PATH = 400      # nodes on the path of one simulation
    MAX_ROLLOUT = 600        # plies of a rollout, after which the position is evaluated in any case
    MAX_FILL_INS = 8192      # nodes of a tree with virtual connections
    INVERSE_ROOTS = 4096     # table of 1 / sqrt(n + 1)
    PRIOR_UNIT = 65535

cdef extern from *:
    """
    #define UNKNOWN_EVAL -2.0f    /* of a child in the middle of a move, until its siblings are evaluated */
    #define UNIFORM_SHARE 0.05    /* of the prior probabilities, for all children alike */
    """
    const float UNKNOWN_EVAL
    const double UNIFORM_SHARE

cdef struct Node:            # a position, reached by an action
    uint64_t action          # first eight bytes
    uint32_t code            # index of the action in the AMAF tables: see amaf_code
    uint32_t first           # index of the first child, children are contiguous; 0 = not expanded
    uint32_t children
    uint32_t visits
    float mean               # mean result for the side that chose the action, 0 to 1
    float amaf               # AMAF mean: results when that side played the same action later in the simulation
    float amaf_visits
    float eval               # static evaluation as a winning probability, backed up by minimax; same side
    uint16_t last_ply        # proved: ply at which the game ends
    uint8_t outcome          # proved: its outcome; NOT_LEGAL = excluded
    uint8_t has_path         # the action has a path, and must be generated again to be made
    uint16_t known           # virtual connections: 1 + index of the node's fill-in; 0 = not built yet
    uint16_t prior           # PUCT: the prior probability of the action, in units of 1 / PRIOR_UNIT

cdef struct TreeOptions:     # see rows.MctsOptions
    double exploration
    double rave_bias
    double eval_weight
    double eval_scale
    double prior_weight
    double prior_sharpness
    double rollout_weight
    int rollout_cutoff
    int quiescence
    int expand_after
    int amaf_prior
    int use_policy
    int connection_visits

cdef struct Bridge:          # two cells that connect two stones, or a stone and an edge: an intrusion on one …
    uint16_t answer          # … is answered on the other
    uint16_t one             # the stones it connects
    uint16_t other           # … or NO_CELL: an edge
    uint16_t sides           # bit 1: may be the first player's, bit 2: the second's

cdef struct RolloutPolicy:
    int fill_board           # connection games: fill the board, then look for the winner once
    int bridge_answers       # other games of chains: defend bridges
    int line_end             # index of the end that lines win, -1 = none
    uint16_t last[2]         # last placement of each side
    int32_t first[MAX_CELLS + 1]       # bridges of each cell
    Bridge* bridges

cdef struct FillIn:          # dead and captured cells of a node, by the colour they are filled with
    Carrier cells[2]

cdef struct Tree:
    TreeOptions options
    Node* nodes
    uint32_t size
    uint32_t used
    uint64_t playouts
    uint64_t steps           # moves of all rollouts
    Position root
    uint16_t parent[MAX_CELLS + 8]     # root state of the union-find and repetition tables
    uint16_t weight[MAX_CELLS + 8]
    uint32_t reached[MAX_CELLS + 8]
    uint8_t seen[1024]
    Node* path[MAX_TREE_PATH + 4]      # of the current simulation
    uint8_t mover[MAX_TREE_PATH + 4]
    uint8_t stage[MAX_TREE_PATH + 4]
    uint8_t drawn[MAX_TREE_PATH + 4]   # a draw is available there, and no child looks better
    int depth
    uint32_t* played         # AMAF: [side][code], time of the last play of an action, …
    uint32_t clock           # … in a clock over all simulations; its value at the start of this one
    uint32_t now
    uint32_t* prior          # [code]: node whose AMAF statistics a new child starts with
    uint32_t codes
    uint32_t width
    float inverse_root[INVERSE_ROOTS]
    RolloutPolicy policy
    SearchThread* leaf       # state of the quiescence search at evaluation cut-offs; NULL: static evaluation
    HSearch* connections     # NULL: virtual connections are not used
    FillIn* fill_ins
    uint32_t n_fill_ins
    const FillIn* fill_in    # of the deepest node of the path that has one, or NULL
    int proof_key            # the key move of the mover's virtual connection at the end of the path, or NO_CELL
    int restricted           # some root moves are excluded
    uint8_t lost             # the opponent's virtual connection wins: the outcome
    uint16_t lost_ply
