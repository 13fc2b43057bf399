# Bitsets over the 256 rotations of four blocks, and the rotations in which a side has a line.

cdef int[6][2] PAIRS = [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]]
cdef uint64_t by_second[16]           # rotations of the second block, with every rotation of the others
cdef uint64_t by_third[16]


cdef void init_rotation_sets() noexcept:
    cdef int i, k
    for i in range(16):
        by_second[i] = by_third[i] = 0
        for k in range(4):
            if i >> k & 1:
                by_second[i] |= <uint64_t>0x000F000F000F000F << (4 * k)
                by_third[i] |= <uint64_t>0xFFFF << (16 * k)


init_rotation_sets()


cdef inline bint rs_any(const RotationSet* a) noexcept nogil:
    return (a.word[0] | a.word[1] | a.word[2] | a.word[3]) != 0


cdef inline bint rs_contains(const RotationSet* a, const RotationSet* of) noexcept nogil:
    return not ((of.word[0] & ~a.word[0]) | (of.word[1] & ~a.word[1]) | (of.word[2] & ~a.word[2]) | (of.word[3] & ~a.word[3]))


cdef inline uint64_t rs_neighbours_word(uint64_t x) noexcept nogil:
    """Rotations one turn of the first three blocks away."""
    return (((x << 1) & <uint64_t>0xEEEEEEEEEEEEEEEE) | ((x >> 3) & <uint64_t>0x1111111111111111)
            | ((x >> 1) & <uint64_t>0x7777777777777777) | ((x << 3) & <uint64_t>0x8888888888888888)
            | ((x << 4) & <uint64_t>0xFFF0FFF0FFF0FFF0) | ((x >> 12) & <uint64_t>0x000F000F000F000F)
            | ((x >> 4) & <uint64_t>0x0FFF0FFF0FFF0FFF) | ((x << 12) & <uint64_t>0xF000F000F000F000)
            | (x << 16) | (x >> 48) | (x >> 16) | (x << 48))


cdef inline void rs_neighbours(const RotationSet* x, RotationSet* found) noexcept nogil:
    """Rotations one turn away. The relation is symmetric."""
    cdef RotationSet old = x[0]
    cdef int i
    for i in range(4):
        found.word[i] = rs_neighbours_word(old.word[i]) | old.word[(i + 1) & 3] | old.word[(i + 3) & 3]


cdef inline void rs_surrounded(const RotationSet* x, RotationSet* found) noexcept nogil:
    """Rotations from which every turn leads into the set."""
    cdef RotationSet other
    cdef int i
    for i in range(4):
        other.word[i] = ~x.word[i]
    rs_neighbours(&other, found)
    for i in range(4):
        found.word[i] = ~found.word[i]


cdef inline uint64_t rs_rotate_word(uint64_t x, int a, int b, int c) noexcept nogil:
    """The set with the first three blocks turned a, b and c times more."""
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


cdef inline void rs_rotate(const RotationSet* x, const int* by, RotationSet* found) noexcept nogil:
    """The set with each block turned further."""
    cdef RotationSet made
    cdef int i
    for i in range(4):
        made.word[(i + by[3]) & 3] = rs_rotate_word(x.word[i], by[0], by[1], by[2])
    found[0] = made


cdef inline uint64_t nonzero_bytes(uint64_t x) noexcept nogil:
    """Bit mask of the nonzero bytes; each must be at most 127."""
    return (((x + <uint64_t>0x7F7F7F7F7F7F7F7F) >> 7 & <uint64_t>0x0101010101010101) * <uint64_t>0x0102040810204080) >> 56


cdef inline void from_pairs(const uint64_t* pair, RotationSet* found) noexcept nogil:
    """Rotations that satisfy some pair of blocks: sixteen bits for each of the six pairs."""
    cdef uint64_t base = pair[0] * <uint64_t>0x0001000100010001
    cdef int i
    for i in range(4):
        base |= ((pair[2] >> (4 * i) & 15) * 0x1111 | (by_second[pair[5] >> (4 * i) & 15] & 0xFFFF)) << (16 * i)
    for i in range(4):
        found.word[i] = (base | by_third[pair[1] >> (4 * i) & 15] | by_second[pair[3] >> (4 * i) & 15]
                         | (pair[4] >> (4 * i) & 15) * <uint64_t>0x1111111111111111)


cdef inline void add_corner(const RotationTables* g, int number, const int* ways, RotationSet* found) noexcept nogil:
    """Add the rotations that satisfy a window across three blocks, given the rotations of each block."""
    cdef int stands[4]
    cdef int i
    cdef uint64_t word
    stands[0] = stands[1] = stands[2] = stands[3] = 15
    for i in range(3):
        stands[g.corner[number][i]] = ways[i]
    word = stands[0] * <uint64_t>0x1111111111111111 & by_second[stands[1]] & by_third[stands[2]]
    for i in range(4):
        if stands[3] >> i & 1:
            found.word[i] |= word


cdef inline int pattern_of(uint64_t pieces, int block) noexcept nogil:
    return <int>(pieces >> (PLACES * block)) & (PATTERNS - 1)


cdef void lines_of(const RotationTables* g, uint64_t mine, RotationSet* found) noexcept nogil:
    """Rotations in which a side has a line."""
    cdef uint64_t pair[6]
    cdef int i, k
    cdef int ways[3]
    cdef const BlockPart* a
    cdef const BlockPart* b
    for i in range(6):
        a = &g.part[i][0][pattern_of(mine, PAIRS[i][0])]
        b = &g.part[i][1][pattern_of(mine, PAIRS[i][1])]
        pair[i] = nonzero_bytes(a.full[0] & b.full[0]) | nonzero_bytes(a.full[1] & b.full[1]) << 8
    from_pairs(pair, found)
    for i in range(g.corners):
        for k in range(3):
            ways[k] = g.full[i][k][pattern_of(mine, g.corner[i][k])]
        if ways[0] and ways[1] and ways[2]:
            add_corner(g, i, ways, found)


cdef void lines_with_one_more(const RotationTables* g, uint64_t mine, uint64_t theirs, RotationSet* found) noexcept nogil:
    """Rotations in which a side can complete a line with one placement."""
    cdef uint64_t pair[6]
    cdef uint64_t half[2]
    cdef int full[3]
    cdef int nearly[3]
    cdef int ways[3]
    cdef int i, k, free_
    cdef const BlockPart* a
    cdef const BlockPart* b
    cdef const BlockPart* x
    cdef const BlockPart* y
    for i in range(6):
        a = &g.part[i][0][pattern_of(mine, PAIRS[i][0])]
        b = &g.part[i][1][pattern_of(mine, PAIRS[i][1])]
        x = &g.part[i][0][pattern_of(theirs, PAIRS[i][0])]
        y = &g.part[i][1][pattern_of(theirs, PAIRS[i][1])]
        for k in range(2):
            half[k] = (a.nearly[k] & x.free_[k] & b.full[k]) | (a.full[k] & b.nearly[k] & y.free_[k])
        pair[i] = nonzero_bytes(half[0]) | nonzero_bytes(half[1]) << 8
    from_pairs(pair, found)
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


cdef inline void rotation_wins_now(const RotationTables* g, uint64_t mine, uint64_t theirs, const RotationSet* against, RotationSet* found) noexcept nogil:
    """Rotations in which the mover wins with this move; in those of `against` the opponent has a line."""
    cdef RotationSet lines, alone
    cdef int i
    lines_with_one_more(g, mine, theirs, &lines)
    for i in range(4):
        alone.word[i] = lines.word[i] & ~against.word[i]
    rs_neighbours(&alone, found)
    if g.at_once:
        for i in range(4):
            found.word[i] |= lines.word[i]


cdef void to_canonical_rotation(const RotationTables* g, uint64_t* mine, uint64_t* theirs, int* by) noexcept nogil:
    """Turn every block to its canonical rotation; `by` receives the number of quarter turns."""
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


cdef bint init_rotation_tables(const Tables* t, const WindowSet* lines, RotationTables* g) noexcept:
    """Fill the tables of a game. False if it has lines that they cannot hold."""
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
    # Patterns after each rotation, and the canonical one.
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
    # The share of each block in each line.
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


cdef void add_part(BlockPart* part, int end, int way, int bit, bint full, bint nearly, bint free_) noexcept:
    """Enter a pattern's share in a window, for one rotation of its block and all of the other."""
    cdef int other, place
    for other in range(4):
        place = way + 4 * other if end == 0 else other + 4 * way
        if full:
            part.full[place >> 3] |= <uint64_t>bit << (8 * (place & 7))
        if nearly:
            part.nearly[place >> 3] |= <uint64_t>bit << (8 * (place & 7))
        if free_:
            part.free_[place >> 3] |= <uint64_t>bit << (8 * (place & 7))
