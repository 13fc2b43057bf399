# The 256 ways that four blocks may stand which can be turned: sets of them, and those in which a side has a line.

cdef enum:
    PLACES = 9               # cells of a block, at most
    PATTERNS = 1 << PLACES   # the pieces of one side in it
    SHARED_LINES = 7         # windows across the same two blocks, at most
    CORNER_LINES = 8         # windows across three blocks, at most

cdef struct Ways4:           # a set of ways that four blocks may stand: bit a + 4 b + 16 c of word d
    uint64_t word[4]

cdef struct Part:            # what the pieces of one side in a block do for the windows that it shares with another block:
    uint64_t full[2]         # a byte for each way the two may stand, a bit for each window that has all its cells here,
    uint64_t nearly[2]       # … or lacks no more than one of them,
    uint64_t free_[2]        # … or has none of this side's pieces here

cdef struct Turnings:
    int at_once              # a line wins before a block is turned
    int size                 # cells of the shortest line
    int corners
    uint8_t corner[CORNER_LINES][3]    # the blocks of each window across three, …
    uint8_t full[CORNER_LINES][3][PATTERNS]     # … and for each the ways it may stand, four bits
    uint8_t nearly[CORNER_LINES][3][PATTERNS]
    uint8_t free_[CORNER_LINES][3][PATTERNS]
    Part part[6][2][PATTERNS]
    uint16_t turned[4][PATTERNS]       # the pieces of a block that is turned so many times
    uint16_t ternary[PATTERNS]
    uint8_t home[19683]      # how often a block is turned to stand as the first of its relatives does
    uint64_t all_places
    uint64_t places[8][256]  # cells of the board as places in blocks, a byte of cells at a time

cdef int[6][2] PAIRS = [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]]
cdef uint64_t second_way[16]           # ways of the second block alone: all those of the others with them
cdef uint64_t third_way[16]


cdef void prepare_ways() noexcept:
    cdef int i, k
    for i in range(16):
        second_way[i] = third_way[i] = 0
        for k in range(4):
            if i >> k & 1:
                second_way[i] |= <uint64_t>0x000F000F000F000F << (4 * k)
                third_way[i] |= <uint64_t>0xFFFF << (16 * k)


prepare_ways()


cdef inline bint has_ways(const Ways4* a) noexcept nogil:
    return (a.word[0] | a.word[1] | a.word[2] | a.word[3]) != 0


cdef inline bint has_all_ways(const Ways4* a, const Ways4* of) noexcept nogil:
    return not ((of.word[0] & ~a.word[0]) | (of.word[1] & ~a.word[1]) | (of.word[2] & ~a.word[2]) | (of.word[3] & ~a.word[3]))


cdef inline uint64_t around_word(uint64_t x) noexcept nogil:
    """The ways that a turn of one of the first three blocks leads to."""
    return (((x << 1) & <uint64_t>0xEEEEEEEEEEEEEEEE) | ((x >> 3) & <uint64_t>0x1111111111111111)
            | ((x >> 1) & <uint64_t>0x7777777777777777) | ((x << 3) & <uint64_t>0x8888888888888888)
            | ((x << 4) & <uint64_t>0xFFF0FFF0FFF0FFF0) | ((x >> 12) & <uint64_t>0x000F000F000F000F)
            | ((x >> 4) & <uint64_t>0x0FFF0FFF0FFF0FFF) | ((x << 12) & <uint64_t>0xF000F000F000F000)
            | (x << 16) | (x >> 48) | (x >> 16) | (x << 48))


cdef inline void around(const Ways4* x, Ways4* found) noexcept nogil:
    """The ways that one turn leads to. It leads back too: from these ways one turn leads to some of those."""
    cdef Ways4 old = x[0]
    cdef int i
    for i in range(4):
        found.word[i] = around_word(old.word[i]) | old.word[(i + 1) & 3] | old.word[(i + 3) & 3]


cdef inline void within_ways(const Ways4* x, Ways4* found) noexcept nogil:
    """The ways from which every turn leads to one of those given."""
    cdef Ways4 other
    cdef int i
    for i in range(4):
        other.word[i] = ~x.word[i]
    around(&other, found)
    for i in range(4):
        found.word[i] = ~found.word[i]


cdef inline uint64_t shift_word(uint64_t x, int a, int b, int c) noexcept nogil:
    """Ways with the first three blocks turned so many times more."""
    cdef uint64_t low
    if a:
        low = (<uint64_t>0xF >> (4 - a)) * <uint64_t>0x1111111111111111
        x = ((x << a) & ~low) | ((x >> (4 - a)) & low)
    if b:
        low = (<uint64_t>0xFFFF >> (16 - 4 * b)) * <uint64_t>0x0001000100010001
        x = ((x << (4 * b)) & ~low) | ((x >> (16 - 4 * b)) & low)
    if c:
        x = (x << (16 * c)) | (x >> (64 - 16 * c))
    return x


cdef inline void shift_ways(const Ways4* x, const int* by, Ways4* found) noexcept nogil:
    """All ways with the blocks turned so many times more."""
    cdef Ways4 made
    cdef int i
    for i in range(4):
        made.word[(i + by[3]) & 3] = shift_word(x.word[i], by[0], by[1], by[2])
    found[0] = made


cdef inline uint64_t which_bytes(uint64_t x) noexcept nogil:
    """A bit for each byte that is not zero and no larger than 127."""
    return (((x + <uint64_t>0x7F7F7F7F7F7F7F7F) >> 7 & <uint64_t>0x0101010101010101) * <uint64_t>0x0102040810204080) >> 56


cdef inline void spread(const uint64_t* pair, Ways4* found) noexcept nogil:
    """The ways in which two blocks of some pair stand as they should: sixteen bits for each pair."""
    cdef uint64_t base = pair[0] * <uint64_t>0x0001000100010001
    cdef int i
    for i in range(4):
        base |= ((pair[2] >> (4 * i) & 15) * 0x1111 | (second_way[pair[5] >> (4 * i) & 15] & 0xFFFF)) << (16 * i)
    for i in range(4):
        found.word[i] = (base | third_way[pair[1] >> (4 * i) & 15] | second_way[pair[3] >> (4 * i) & 15]
                         | (pair[4] >> (4 * i) & 15) * <uint64_t>0x1111111111111111)


cdef inline void add_corner(const Turnings* g, int number, const int* ways, Ways4* found) noexcept nogil:
    """A window across three blocks, each of which stands in some ways."""
    cdef int stands[4]
    cdef int i
    cdef uint64_t word
    stands[0] = stands[1] = stands[2] = stands[3] = 15
    for i in range(3):
        stands[g.corner[number][i]] = ways[i]
    word = stands[0] * <uint64_t>0x1111111111111111 & second_way[stands[1]] & third_way[stands[2]]
    for i in range(4):
        if stands[3] >> i & 1:
            found.word[i] |= word


cdef inline int pattern_of(uint64_t pieces, int block) noexcept nogil:
    return <int>(pieces >> (PLACES * block)) & (PATTERNS - 1)


cdef void lines_of(const Turnings* g, uint64_t mine, Ways4* found) noexcept nogil:
    """The ways in which a side has a line."""
    cdef uint64_t pair[6]
    cdef int i, k
    cdef int ways[3]
    cdef const Part* a
    cdef const Part* b
    for i in range(6):
        a = &g.part[i][0][pattern_of(mine, PAIRS[i][0])]
        b = &g.part[i][1][pattern_of(mine, PAIRS[i][1])]
        pair[i] = which_bytes(a.full[0] & b.full[0]) | which_bytes(a.full[1] & b.full[1]) << 8
    spread(pair, found)
    for i in range(g.corners):
        for k in range(3):
            ways[k] = g.full[i][k][pattern_of(mine, g.corner[i][k])]
        if ways[0] and ways[1] and ways[2]:
            add_corner(g, i, ways, found)


cdef void lines_with_one_more(const Turnings* g, uint64_t mine, uint64_t theirs, Ways4* found) noexcept nogil:
    """The ways in which a side has a line once it has placed another piece."""
    cdef uint64_t pair[6]
    cdef uint64_t half[2]
    cdef int full[3]
    cdef int nearly[3]
    cdef int ways[3]
    cdef int i, k, free_
    cdef const Part* a
    cdef const Part* b
    cdef const Part* x
    cdef const Part* y
    for i in range(6):
        a = &g.part[i][0][pattern_of(mine, PAIRS[i][0])]
        b = &g.part[i][1][pattern_of(mine, PAIRS[i][1])]
        x = &g.part[i][0][pattern_of(theirs, PAIRS[i][0])]
        y = &g.part[i][1][pattern_of(theirs, PAIRS[i][1])]
        for k in range(2):
            half[k] = (a.nearly[k] & x.free_[k] & b.full[k]) | (a.full[k] & b.nearly[k] & y.free_[k])
        pair[i] = which_bytes(half[0]) | which_bytes(half[1]) << 8
    spread(pair, found)
    for i in range(g.corners):
        free_ = 0
        for k in range(3):
            full[k] = g.full[i][k][pattern_of(mine, g.corner[i][k])]
            nearly[k] = g.nearly[i][k][pattern_of(mine, g.corner[i][k])] & (
                g.free_[i][k][pattern_of(theirs, g.corner[i][k])])
            free_ += nearly[k] == 0
        if free_:
            continue
        for free_ in range(3):
            for k in range(3):
                ways[k] = nearly[k] if k == free_ else full[k]
            if ways[0] and ways[1] and ways[2]:
                add_corner(g, i, ways, found)


cdef inline void wins_now(const Turnings* g, uint64_t mine, uint64_t theirs, const Ways4* against, Ways4* found) noexcept nogil:
    """The ways in which the mover wins with this move; `against` are those in which the other side has a line."""
    cdef Ways4 lines, alone
    cdef int i
    lines_with_one_more(g, mine, theirs, &lines)
    for i in range(4):
        alone.word[i] = lines.word[i] & ~against.word[i]
    around(&alone, found)
    if g.at_once:
        for i in range(4):
            found.word[i] |= lines.word[i]


cdef void go_home(const Turnings* g, uint64_t* mine, uint64_t* theirs, int* by) noexcept nogil:
    """Turn each block as the first of its relatives stands; how often."""
    cdef uint64_t a = 0, b = 0
    cdef int block, one, other
    for block in range(4):
        one = pattern_of(mine[0], block)
        other = pattern_of(theirs[0], block)
        by[block] = g.home[g.ternary[one] + 2 * g.ternary[other]]
        a |= <uint64_t>g.turned[by[block]][one] << (PLACES * block)
        b |= <uint64_t>g.turned[by[block]][other] << (PLACES * block)
    mine[0] = a
    theirs[0] = b


cdef bint find_turnings(const Tables* t, const WindowSet* lines, Turnings* g) noexcept:
    """The tables of a game; False if it has lines of another kind."""
    cdef int shared[6]
    cdef int place_of[64]
    cdef int parts[4]
    cdef int over[4]
    cdef int i, j, k, r, n, block, cell, pattern, other, bit, lack, pair
    g.at_once = t.stages[0].ends_checked and not t.ends[0].after_move
    g.size = lines.least
    memset(shared, 0, sizeof(shared))
    for i in range(64):
        place_of[i] = -1
    for block in range(4):
        for i in range(t.block_cells):
            place_of[t.block_cell[block][i]] = PLACES * block + i
            g.all_places |= <uint64_t>1 << (PLACES * block + i)
    for cell in range(t.cells):
        if place_of[cell] < 0:
            return False
        for i in range(256):
            if i >> (cell & 7) & 1:
                g.places[cell >> 3][i] |= <uint64_t>1 << place_of[cell]
    # How the pieces of a block stand when it is turned, and which of its relatives comes first.
    for pattern in range(PATTERNS):
        g.turned[0][pattern] = <uint16_t>pattern
        k = 1
        for i in range(PLACES):
            if pattern >> i & 1:
                g.ternary[pattern] += <uint16_t>k
            k *= 3
    for r in range(1, 4):
        for pattern in range(1 << t.block_cells):
            for i in range(t.block_cells):
                if g.turned[r - 1][pattern] >> i & 1:
                    g.turned[r][pattern] |= <uint16_t>(1 << t.turned[0][0][i])
    for pattern in range(1 << t.block_cells):
        for other in range(1 << t.block_cells):
            if pattern & other:
                continue
            k = 0
            for r in range(1, 4):
                if g.ternary[g.turned[r][pattern]] + 2 * g.ternary[g.turned[r][other]] < (
                        g.ternary[g.turned[k][pattern]] + 2 * g.ternary[g.turned[k][other]]):
                    k = r
            g.home[g.ternary[pattern] + 2 * g.ternary[other]] = <uint8_t>k
    # What is in each block of each line.
    for i in range(lines.count):
        memset(parts, 0, sizeof(parts))
        for j in range(lines.sizes[i]):
            k = place_of[lines.cells[i * lines.size + j]]
            parts[k // PLACES] |= 1 << (k % PLACES)
        n = 0
        for block in range(4):
            if parts[block]:
                over[n] = block
                n += 1
        if n == 2:
            pair = 0
            while PAIRS[pair][0] != over[0] or PAIRS[pair][1] != over[1]:
                pair += 1
            if shared[pair] == SHARED_LINES:
                return False
            bit = 1 << shared[pair]
            shared[pair] += 1
        elif n == 3 and g.corners < CORNER_LINES:
            pair = -1
            bit = g.corners
            g.corners += 1
        else:
            return False
        for k in range(n):
            if pair < 0:
                g.corner[bit][k] = <uint8_t>over[k]
            for pattern in range(1 << t.block_cells):
                for r in range(4):
                    lack = parts[over[k]] & ~g.turned[r][pattern]
                    if pair < 0:
                        g.full[bit][k][pattern] |= <uint8_t>((lack == 0) << r)
                        g.nearly[bit][k][pattern] |= <uint8_t>((lack & (lack - 1) == 0) << r)
                        g.free_[bit][k][pattern] |= <uint8_t>((lack == parts[over[k]]) << r)
                    else:
                        add_part(&g.part[pair][k][pattern], k, r, bit, lack == 0, lack & (lack - 1) == 0,
                                 lack == parts[over[k]])
    return True


cdef void add_part(Part* part, int end, int way, int bit, bint full, bint nearly, bint free_) noexcept:
    """What a pattern does for a window when its block stands in some way and the other in any."""
    cdef int other, place
    for other in range(4):
        place = way + 4 * other if end == 0 else other + 4 * way
        if full:
            part.full[place >> 3] |= <uint64_t>bit << (8 * (place & 7))
        if nearly:
            part.nearly[place >> 3] |= <uint64_t>bit << (8 * (place & 7))
        if free_:
            part.free_[place >> 3] |= <uint64_t>bit << (8 * (place & 7))
