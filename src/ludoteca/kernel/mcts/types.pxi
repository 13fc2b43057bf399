# Types of the Monte Carlo tree search.

cdef enum:
    DEEPEST_PATH = 400       # nodes on the way of one simulation
    ROOTS = 4096             # square roots kept ready

cdef struct Node:            # a position, reached by an action
    uint64_t action          # the eight bytes of the action
    uint32_t code            # its number among all actions of this game: see code_of_action
    uint32_t first           # its children lie one after the other; 0 = not opened
    uint32_t children
    uint32_t visits
    float mean               # what came of it for the side that chose it, 0 to 1
    float likely             # … when that side chose the same action somewhere further on
    float likely_visits
    float opinion            # what the evaluation says, backed up from below; in the same eyes
    uint16_t last_ply        # proved: when the game ends
    uint8_t outcome          # proved: how it ends; NOT_LEGAL = not to be chosen
    uint8_t listed           # the action has a path, and must be listed to be made

cdef struct Habits:          # how a tree is grown
    double explore           # how much what is seldom visited attracts
    double likeness          # how soon a node's own mean outweighs that of the same action elsewhere; 0 = at once
    double trust             # the share of the opinion in a node's worth
    double scale             # units of opinion that make a lead of about three to one
    int cut                  # moves of random play before an opinion is taken; -1 = to the end
    int open_at              # visits before a node is opened
    int inherit              # the most visits of the same action that a new node inherits
    int guided               # random play follows hints: see rollout_policy.pxi

cdef struct Pair:            # a stone on one cell of a pair wants its answer on the other: see rollout_policy.pxi
    uint16_t answer
    uint16_t one             # the stones that the pair joins …
    uint16_t other           # … or NO_CELL: an edge
    uint16_t sides           # bit 1: it may be the first player's, bit 2: the second's

cdef struct Hints:
    int filling              # who has won is looked for on the full board only
    int line                 # the end that a line of stones wins, -1 = none
    uint16_t last[2]         # where each side placed last
    int32_t first[MAX_CELLS + 1]
    Pair* pairs

cdef struct Tree:
    Habits habits
    Node* nodes
    uint32_t size
    uint32_t used
    uint64_t playouts
    uint64_t steps           # moves of all simulations
    Position root
    uint16_t parent[MAX_CELLS + 8]
    uint16_t weight[MAX_CELLS + 8]
    uint8_t seen[1024]
    Node* path[DEEPEST_PATH + 4]
    uint8_t mover[DEEPEST_PATH + 4]      # who chooses at each node of the path, and in which stage
    uint8_t stage[DEEPEST_PATH + 4]
    uint8_t drawn[DEEPEST_PATH + 4]      # a draw is certain there, and nothing looks better
    int depth
    uint32_t* when           # [side][code]: when the action was chosen last …
    uint32_t clock           # … counted from the first choice of all; where this simulation began
    uint32_t now
    uint32_t* heir           # [code]: where an inheritance lies
    uint32_t codes
    uint32_t width
    float root_of[ROOTS]     # 1 / sqrt(n + 1)
    Hints hints
