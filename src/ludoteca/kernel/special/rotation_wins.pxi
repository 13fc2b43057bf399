# Forced wins where a block is rotated after each placement, searched over all 256 rotations of four blocks at once. Only
# placements branch; a rotation is a shift of bits. All rotations of a position share one hash entry. The idea of working
# on the set of all rotations is known from G. Irving, "Pentago is a first player win" (2014). Requires USE_ROTATION_WINS.

# Nodes to spend in the main search before a rotation search of one, three, five … moves: it then costs a fraction of them.
cdef uint64_t[6] ROTATION_NODES = [0, 1000, 4000, 120000, 6000000, 300000000]


cdef inline bint wins_by_rotation(const Tables* t, Worker* w) noexcept nogil:
    """Place-and-rotate games: whether the mover can complete a line now without completing one for the opponent."""
    cdef int number = w.weights.rotation_set, mover = w.p.s.mover
    update_accumulator(t, w)
    if open_windows(w.acc, 0, mover, 1) == 0 and open_windows(w.acc, number, mover, 1) == 0 and (
            open_windows(w.acc, number, mover, 0) == 0):
        return False
    return open_windows(w.acc, number, 1 - mover, 0) == 0


cdef void loses_within(const RotationTables* g, Worker* w, SearchThread* th, uint64_t mine, uint64_t theirs, int moves, const RotationSet* asked,
                       const RotationSet* lost, RotationSet* found) noexcept nogil:
    """Of the rotations in `asked`, those in which the mover loses within a number of moves. In those of `lost` the
    opponent already has a line, which loses unless the mover completes one too."""
    cdef uint64_t free_ = g.all_places & ~(mine | theirs), bit
    cdef uint64_t first = th.rotation_replies[moves] & free_
    cdef RotationSet lines, near, won
    cdef int i
    found[0] = asked[0]
    if free_ == 0:
        memset(found, 0, sizeof(RotationSet))
    while free_ and rs_any(found):
        bit = first if first else free_ & (~free_ + 1)
        first = 0
        free_ ^= bit
        atomic_add_u64(&th.nodes, 1)
        lines_of(g, mine | bit, &lines)
        if moves == 2:
            rotation_wins_now(g, theirs, mine | bit, &lines, &won)
        else:
            rs_neighbours(found, &near)
            for i in range(4):
                near.word[i] &= ~(lines.word[i] | lost.word[i])
            wins_within(g, w, th, theirs, mine | bit, moves - 1, &near, &won)
        for i in range(4):
            won.word[i] = (won.word[i] | lost.word[i]) & ~lines.word[i]
        rs_surrounded(&won, &near)
        for i in range(4):
            found.word[i] &= near.word[i]
            if g.at_once:
                found.word[i] &= ~lines.word[i]
        if not rs_any(found):
            th.rotation_replies[moves] = bit


cdef void wins_within(const RotationTables* g, Worker* w, SearchThread* th, uint64_t mine, uint64_t theirs, int moves, const RotationSet* asked,
                      RotationSet* found) noexcept nogil:
    """Of the rotations in `asked`, those in which the mover wins within a number of moves."""
    cdef RotationSet against, left, lines, near
    cdef RotationEntry* p
    cdef uint64_t free_, bit
    cdef int by[4]
    cdef int back[4]
    cdef int i
    memset(found, 0, sizeof(RotationSet))
    poll_signals(w)
    if is_stopped(w) or count_bits(mine) + (moves + 1) // 2 < g.size or not rs_any(asked):
        return
    if moves == 1:
        lines_of(g, theirs, &against)
        rotation_wins_now(g, mine, theirs, &against, found)
        return
    # Step 1. Probe the hash table under the canonical rotation.
    to_canonical_rotation(g, &mine, &theirs, by)
    for i in range(4):
        back[i] = (4 - by[i]) & 3
    rs_rotate(asked, back, &left)
    p = rotation_slot(th, mine, theirs, moves)
    if p.mine == mine and p.theirs == (theirs | <uint64_t>moves << 56) and rs_contains(&p.asked, &left):
        rs_rotate(&p.won, by, found)
        return
    # Step 2. Faster wins first.
    wins_within(g, w, th, mine, theirs, moves - 2, &left, found)
    lines_of(g, theirs, &against)
    # Step 3. Every placement.
    free_ = g.all_places & ~(mine | theirs)
    for i in range(4):
        left.word[i] &= ~found.word[i]
    while free_ and rs_any(&left) and not is_stopped(w):
        bit = free_ & (~free_ + 1)
        free_ ^= bit
        lines_of(g, mine | bit, &lines)
        rs_neighbours(&left, &near)
        for i in range(4):
            near.word[i] &= ~(against.word[i] | lines.word[i])
        loses_within(g, w, th, theirs, mine | bit, moves - 1, &near, &lines, &near)
        rs_neighbours(&near, &near)
        for i in range(4):
            found.word[i] |= near.word[i] & left.word[i]
            left.word[i] &= ~near.word[i]
    if th.nodes >= th.node_limit:
        set_stop(w, 1)
    if is_stopped(w):
        memset(found, 0, sizeof(RotationSet))
        return
    rotation_store(th, mine, theirs, moves, asked, back, found)
    rs_rotate(found, by, found)


cdef inline RotationEntry* rotation_slot(SearchThread* th, uint64_t mine, uint64_t theirs, int moves) noexcept nogil:
    return &th.rotation_table[mix(mine ^ mix(theirs + <uint64_t>moves)) & (ROTATION_ENTRIES - 1)]


cdef void rotation_store(SearchThread* th, uint64_t mine, uint64_t theirs, int moves, const RotationSet* asked, const int* back,
                        const RotationSet* won) noexcept nogil:
    """Store the result, merged with what is known of other rotations of the same position."""
    cdef RotationEntry* p = rotation_slot(th, mine, theirs, moves)
    cdef RotationSet known
    cdef int i
    rs_rotate(asked, back, &known)
    if p.mine == mine and p.theirs == (theirs | <uint64_t>moves << 56):
        for i in range(4):
            p.won.word[i] |= won.word[i] & known.word[i]
            p.asked.word[i] |= known.word[i]
        return
    p.mine = mine
    p.theirs = theirs | <uint64_t>moves << 56
    p.won = won[0]
    p.asked = known


cdef uint64_t to_block_layout(const RotationTables* g, uint64_t cells) noexcept nogil:
    cdef uint64_t found = 0
    cdef int i
    for i in range(8):
        found |= g.places[i][cells >> (8 * i) & 255]
    return found


cdef bint is_lost_within(const Tables* t, Worker* w, SearchThread* th, int moves) noexcept nogil:
    """Whether the mover loses within a number of moves."""
    cdef const RotationTables* g = w.weights.rotations
    cdef uint64_t mine = to_block_layout(g, w.p.sets[FIRST + w.p.s.mover][0])
    cdef uint64_t theirs = to_block_layout(g, w.p.sets[SECOND - w.p.s.mover][0])
    cdef RotationSet asked, found, lines
    memset(&asked, 0, sizeof(RotationSet))
    asked.word[0] = 1
    lines_of(g, theirs, &lines)
    loses_within(g, w, th, mine, theirs, moves, &asked, &lines, &found)
    return found.word[0] & 1 and not is_stopped(w)


cdef int rotation_win_root(const Tables* t, Worker* w, SearchThread* th, int moves) noexcept nogil:
    """Score of a win within a number of moves, with its first move as the principal variation; 0 if there is none."""
    cdef int start = w.top, then, n, k, i, j, length
    cdef uint32_t arena = w.arena_top
    th.pv_length[0] = 0
    length = rotation_win(t, w, th, moves)
    if not length or is_stopped(w):
        return 0
    n = generate(t, w)
    for i in range(start, start + n):
        make(t, w, &w.actions[i])
        th.pv[0][0] = move_of(&w.actions[i])
        th.pv_length[0] = 1
        if w.p.s.outcome:
            unmake(t, w)
            if length == 1:
                break
            continue
        then = w.top
        k = generate(t, w)
        for j in range(then, then + k):
            make(t, w, &w.actions[j])
            th.pv[0][1] = move_of(&w.actions[j])
            th.pv_length[0] = 2
            if (w.p.s.outcome == th.root_side + 1) if w.p.s.outcome else length > 1 and is_lost_within(t, w, th, length - 1):
                unmake(t, w)
                unmake(t, w)
                w.top = start
                w.arena_top = arena
                return WIN - length
            unmake(t, w)
        w.top = then
        unmake(t, w)
    else:
        th.pv_length[0] = 0
        length = 0
    w.top = start
    w.arena_top = arena
    return WIN - length if length else 0


cdef inline int rotation_search_depth(const Worker* w, const SearchThread* th) noexcept nogil:
    """Depth of the rotation search the nodes spent so far justify; 0 where no blocks rotate."""
    cdef int i, found = 0
    if w.weights.rotations != NULL and th.options.threats:
        for i in range(6):
            if th.nodes >= ROTATION_NODES[i]:
                found = 2 * i + 1
    return found


cdef int rotation_win(const Tables* t, Worker* w, SearchThread* th, int moves) noexcept nogil:
    """Length of the mover's shortest win within a number of moves; 0 if there is none."""
    cdef const RotationTables* g = w.weights.rotations
    cdef uint64_t mine = to_block_layout(g, w.p.sets[FIRST + w.p.s.mover][0])
    cdef uint64_t theirs = to_block_layout(g, w.p.sets[SECOND - w.p.s.mover][0])
    cdef RotationSet asked, found
    cdef int n
    memset(&asked, 0, sizeof(RotationSet))
    asked.word[0] = 1
    for n in range(1, (moves if moves < MAX_ROTATION_DEPTH else MAX_ROTATION_DEPTH) + 1, 2):
        wins_within(g, w, th, mine, theirs, n, &asked, &found)
        if found.word[0] & 1:
            return n
    return 0
