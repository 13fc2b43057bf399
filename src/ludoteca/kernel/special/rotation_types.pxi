# Types for games in which a block is rotated after each placement (Pentago): sets of the 256 rotations of four blocks.

cdef enum:
    PLACES = 9               # cells of a block, at most
    PATTERNS = 1 << PLACES   # one side's pieces in a block
    SHARED_LINES = 7         # windows across the same two blocks, at most
    CORNER_LINES = 8         # windows across three blocks, at most
    ROTATION_ENTRIES = 1 << 16

cdef struct RotationSet:     # a set of rotations of four blocks: bit a + 4 b + 16 c of word d
    uint64_t word[4]

cdef struct BlockPart:       # a pattern's share in the windows across two blocks: a byte per rotation of the two blocks,
    uint64_t full[2]         # a bit per window that has all its cells of this block,
    uint64_t nearly[2]       # … lacks at most one of them,
    uint64_t free_[2]        # … or has none of this side's pieces here

cdef struct RotationTables:
    int at_once              # a line wins before the rotation
    int size                 # cells of the shortest line
    int corners              # windows across three blocks: their blocks, …
    uint8_t corner[CORNER_LINES][3]
    uint8_t full[CORNER_LINES][3][PATTERNS]    # … and for each block and pattern four bits, one per rotation
    uint8_t nearly[CORNER_LINES][3][PATTERNS]
    uint8_t free_[CORNER_LINES][3][PATTERNS]
    BlockPart part[6][2][PATTERNS]
    uint16_t turned[4][PATTERNS]       # a pattern after 0 to 3 quarter turns
    uint16_t ternary[PATTERNS]         # a pattern as a base-3 number
    uint8_t home[19683]      # quarter turns that bring a block to its canonical rotation, by both patterns in base 3
    uint64_t all_places
    uint64_t places[8][256]  # board cells to block layout, a byte of cells at a time

cdef struct RotationEntry:   # hash entry: the pieces of both sides, remaining depth in the top byte of `theirs`
    uint64_t mine
    uint64_t theirs
    RotationSet asked        # rotations the entry knows about, …
    RotationSet won          # … and those the mover wins
