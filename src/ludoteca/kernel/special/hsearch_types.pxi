# Types of the virtual connections (special/hsearch.pxi).

cdef enum:
    CARRIER_WORDS = 4        # boards of at most 256 cells
    MAX_HSEARCH_CELLS = 256
    MAX_POINTS = 264         # edges, groups and empty cells of one side
    MAX_LINKS = 12000        # pairs of points with a connection
    MAX_FULL = 8             # full connections of a pair
    MAX_SEMI = 14            # semi-connections of a pair
    MAX_PENDING_FULL = 20000      # full connections that were found in one build
    MAX_CARRIER = 60         # cells of a carrier
    MAX_UNION = 4            # semi-connections that one or-rule joins
    DEAD = 3                 # a filled-in cell whose colour never matters
    NO_LINK = 65535

cdef struct Carrier:         # the empty cells that a connection needs
    uint64_t w[CARRIER_WORDS]

cdef struct Link:            # the connections found between two points; an edge and its stones are one point
    uint16_t one
    uint16_t other
    uint8_t n_full
    uint8_t n_semi
    uint16_t done            # bit i: full[i] was combined with the others
    uint8_t full_size[MAX_FULL]
    uint8_t semi_size[MAX_SEMI]
    Carrier full[MAX_FULL]   # holds if the opponent moves first; no carrier contains another one
    Carrier semi[MAX_SEMI]   # holds if the owner moves first

cdef struct PendingFull:     # a full connection that waits for the and-rule
    Carrier carrier
    uint16_t link
    uint16_t next

cdef struct HSearch:
    int most_steps           # limit of and-rule steps of one build
    int most_cells           # largest carrier between two empty cells
    int cells
    Carrier near[MAX_HSEARCH_CELLS]    # cells close enough for a connection between two empty cells
    Carrier adjacent[MAX_HSEARCH_CELLS]
    # Position after fill-in
    Carrier empty
    uint8_t colour[MAX_HSEARCH_CELLS]  # EMPTY, FIRST, SECOND or DEAD
    uint16_t label[2][MAX_HSEARCH_CELLS]         # group of each cell by side; 0 and 1 are those of its edges
    int n_labels[2]
    uint8_t merged[MAX_POINTS]         # groups that an extra stone merges
    # Points and connections of one side
    int side
    int n_points
    uint16_t point[MAX_HSEARCH_CELLS]
    int16_t cell_of[MAX_POINTS]        # the empty cell of a point; -1: edge or group
    uint16_t link_of[MAX_POINTS * MAX_POINTS]
    int n_links
    Link links[MAX_LINKS]
    Carrier adjacent_to[MAX_POINTS]    # cells beside a point
    Carrier reach[MAX_POINTS]          # cells with a full connection to a point that was combined already
    uint16_t n_beside[MAX_POINTS]
    uint16_t beside[MAX_POINTS][MAX_POINTS]      # … and the groups and edges
    PendingFull pending[MAX_PENDING_FULL]
    int n_pending
    uint16_t first[MAX_CARRIER + 1]    # pending full connections by size
    uint16_t last[MAX_CARRIER + 1]
    uint64_t steps
    # Result for the side's edges
    int finished
    int stop_at_semi
    int connected            # the edges are connected even if the opponent moves first
    Carrier carrier          # … with this carrier
    int key                  # the first move of the smallest semi-connection, or NO_CELL
    int key_size
    Carrier threat           # … and its carrier
    Carrier must_play        # cells in all semi-connections: other moves do not stop them
    Carrier union_           # cells in any semi-connection
    int n_threats
    # Result for a position
    int winner               # FIRST or SECOND, 0 if unknown
    uint64_t builds
