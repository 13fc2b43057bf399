# Types of the endgame tables: positions ranked without gaps, and a table of their values.

cdef enum:
    MAX_IMAGES = 64          # symmetries of a board
    MAX_TABLE_SEEDS = 63     # seeds in a table of margins
    UNKNOWN_MARGIN = -128

cdef uint64_t NO_RANK = <uint64_t>0xFFFFFFFFFFFFFFFF

cdef struct LeadSets:        # sets of a number of cells, up to symmetry
    uint32_t* class_of       # symmetry class, by the rank of the set
    uint8_t* turn            # the symmetry that maps the set to its canonical set
    uint64_t* mask           # by class: its canonical set, …
    uint64_t* still          # … and its stabilizer, a bit per symmetry
    uint64_t classes

cdef struct Slice:           # positions with the same material, hands and mover
    int count[MAX_CODES]
    int hand[2][MAX_KINDS]
    int mover
    int stalled              # moves without progress, where that ends a game
    int clock                # move number, as far as the rules count it
    int codes                # piece codes on the board, …
    int order[MAX_CODES]     # … the lead first
    uint64_t ways[MAX_CODES] # placements of each other code among the remaining cells
    uint64_t rest            # their product
    uint64_t offset          # rank of its first position
    uint64_t size
    uint64_t key
    int stage[2]             # first stage of a turn, by side
    int reversible           # its quiet moves can be unmade by tables
    int outside              # moves may lead to slices solved before

cdef struct Space:           # all slices of a game, in rank order
    int cells
    int chunks               # of eight cells
    int images
    int swaps                # 1 if sides can be exchanged
    int simple               # one code per side and no shared pieces: bitboards are the piece sets
    int code[2]
    int partner[MAX_CODES]
    int codes
    uint64_t choose[65][65]
    uint64_t* image          # [swapped * images + symmetry][chunk][byte]: images of a byte of cells
    uint8_t* after           # [first][second]: composition of two symmetries
    uint64_t* part           # [chunk][cells before][byte]: contribution of a byte of cells to the rank of a set
    LeadSets leads[65]
    Slice* slices
    int n_slices
    uint64_t mark_count[2][MAX_CODES]  # terms of a slice key; [1] with sides exchanged
    uint64_t mark_hand[2][2][MAX_KINDS]
    uint64_t mark_mover
    uint64_t mark_stalled
    uint64_t mark_clock
    int clock                # largest move number that is counted
    int32_t* by_key
    uint64_t key_mask
    uint64_t total

cdef struct UnmoveRule:      # retrograde moves of a piece code
    int code
    int check                # a candidate only: verify that the forward move is legal
    int32_t first[65]        # by target cell
    uint8_t* origin          # source cell, …
    uint64_t* between        # … and the cells between

cdef struct Unmoves:
    int rules
    int passing              # the opponent may have passed
    UnmoveRule rule[MAX_RULES]

cdef struct PieceSets:       # a position as bitboards, by piece code
    uint64_t by[MAX_CODES]

cdef struct SeedTable:       # the margins of all positions with few seeds in the pits, by rank
    int8_t* margins          # the mover's gain minus the opponent's from here on, or UNKNOWN_MARGIN
    int seeds                # the most seeds in the pits; -1 without a table
    int pits                 # of both sides, without the stores
    uint64_t at_most[2 * MAX_PITS][MAX_TABLE_SEEDS + 1]    # [pits][n]: distributions of at most n seeds
    uint64_t size
    uint64_t known
    int too_deep             # a line was too long for the undo stack

cdef struct TablebaseView:
    const SeedTable* seeds   # margins, or NULL …
    const Space* space       # … with the values of a space
    const uint8_t* symbols   # one byte per position, an index into `values`, …
    const uint16_t* numbers  # … or the value itself
    uint16_t values[256]

cdef enum:
    TB_MISS = 0x3FFFFFFF
    KNOWN_WIN = 24000        # score of a win by a margin, plus the margin: its distance is not known. Beyond every evaluation

cpdef enum:                  # values of positions: below VALUE_SAFE, the number of successors not yet known to be lost moves
    VALUE_DRAWN = 0
    VALUE_SAFE = 0x3FFF      # not solved, but a draw is available: never lost
    VALUE_OVER_LOST = 0x7FF0 # the game is over: the side to move has lost, …
    VALUE_OVER_DRAWN = 0x7FF1
    VALUE_OVER_WON = 0x7FF2
    VALUE_NOT_CANONICAL = 0x7FFF       # a symmetric position has the value
    VALUE_KNOWN = 0x8000     # solved, …
    VALUE_WON = 0x4000       # … won, else lost, …
    VALUE_PLIES = 0x3FFF     # … depth to win or loss

cdef enum:
    MAX_SYMMETRIES = 16
    KEY_ALL_CELLS = 0        # every cell belongs to the key of a position …
    KEY_REACHABLE            # … or only those that the one shared piece can reach …
    KEY_OPEN_LINES           # … or only those of lines that can still be completed
    KEY_EMPTY = 14           # with the last two, code of an empty cell that counts

cdef struct SymmetryKeys:    # Zobrist keys of all symmetric images of a position
    int symmetries           # that the rules share; the first is the identity
    uint16_t image[MAX_SYMMETRIES][MAX_CELLS]
    uint64_t* keys           # [cell][code][symmetry]
    uint64_t second[MAX_CELLS][MAX_CODES]      # of the verification key
    int counted              # up to this ply the move number belongs to the position
    int mode                 # KEY_ALL_CELLS, …
    int step                 # rule by which the shared piece steps

cdef struct CanonicalKey:    # equal for all symmetric images of a position
    uint64_t place           # selects the bucket
    uint64_t check           # verification key: together some 85 bits identify a position
    int image                # symmetry that maps the position to its canonical image

cdef struct ProofData:       # eight bytes of a prover's own; work comes last
    uint8_t payload[7]
    uint8_t work

cdef struct ProofEntry:
    uint64_t check           # verification key; 0 = empty
    ProofData data

cdef struct ProofTable:
    ProofEntry* entries
    uint64_t mask            # of buckets
    uint64_t stored
