# Where a block is turned after each placing: wins within a few moves, looked for in all the 256 ways that four blocks may
# stand at once. Who places a piece chooses among places only; what turning a block adds is a shift of bits. So a position
# and all its relatives cost no more than one of them, and what is found is remembered for all.

cdef enum:
    PLOTS = 1 << 16          # positions of which is remembered what they come to

cdef struct Plot:            # what is remembered: the sides' pieces, the moves it may take, and in which ways it is won
    uint64_t mine
    uint64_t theirs
    Ways4 asked
    Ways4 won

# Nodes that are spent before one, three, five … moves are looked at: the look then costs no more than a share of them.
cdef uint64_t[6] WORTH_IT = [0, 1000, 4000, 120000, 6000000, 300000000]


cdef void loses_within(const Turnings* g, Worker* w, Mind* m, uint64_t mine, uint64_t theirs, int moves, const Ways4* asked,
                       const Ways4* lost, Ways4* found) noexcept nogil:
    """Of the ways that are asked about those in which the mover loses within so many moves; in some the other side has a
    line already, which is lost unless the mover has one too."""
    cdef uint64_t free_ = g.all_places & ~(mine | theirs), bit
    cdef uint64_t first = m.replies[moves] & free_
    cdef Ways4 lines, near, won
    cdef int i
    found[0] = asked[0]
    if free_ == 0:
        memset(found, 0, sizeof(Ways4))
    while free_ and has_ways(found):
        bit = first if first else free_ & (~free_ + 1)
        first = 0
        free_ ^= bit
        m.nodes += 1
        lines_of(g, mine | bit, &lines)
        if moves == 2:
            wins_now(g, theirs, mine | bit, &lines, &won)
        else:
            around(found, &near)
            for i in range(4):
                near.word[i] &= ~(lines.word[i] | lost.word[i])
            wins_within(g, w, m, theirs, mine | bit, moves - 1, &near, &won)
        for i in range(4):
            won.word[i] = (won.word[i] | lost.word[i]) & ~lines.word[i]
        within_ways(&won, &near)
        for i in range(4):
            found.word[i] &= near.word[i]
            if g.at_once:
                found.word[i] &= ~lines.word[i]
        if not has_ways(found):
            m.replies[moves] = bit


cdef void wins_within(const Turnings* g, Worker* w, Mind* m, uint64_t mine, uint64_t theirs, int moves, const Ways4* asked,
                      Ways4* found) noexcept nogil:
    """Of the ways that are asked about those in which the mover wins within so many moves."""
    cdef Ways4 against, left, lines, near
    cdef Plot* p
    cdef uint64_t free_, bit
    cdef int by[4]
    cdef int back[4]
    cdef int i
    memset(found, 0, sizeof(Ways4))
    if w.stop or count_bits(mine) + (moves + 1) // 2 < g.size or not has_ways(asked):
        return
    if moves == 1:
        lines_of(g, theirs, &against)
        wins_now(g, mine, theirs, &against, found)
        return
    # Step 1. What is remembered, told for the blocks as they stand here.
    go_home(g, &mine, &theirs, by)
    for i in range(4):
        back[i] = (4 - by[i]) & 3
    shift_ways(asked, back, &left)
    p = place_of_plot(m, mine, theirs, moves)
    if p.mine == mine and p.theirs == (theirs | <uint64_t>moves << 56) and has_all_ways(&p.asked, &left):
        shift_ways(&p.won, by, found)
        return
    # Step 2. Sooner?
    wins_within(g, w, m, mine, theirs, moves - 2, &left, found)
    lines_of(g, theirs, &against)
    # Step 3. Each piece that could be placed.
    free_ = g.all_places & ~(mine | theirs)
    for i in range(4):
        left.word[i] &= ~found.word[i]
    while free_ and has_ways(&left) and not w.stop:
        bit = free_ & (~free_ + 1)
        free_ ^= bit
        lines_of(g, mine | bit, &lines)
        around(&left, &near)
        for i in range(4):
            near.word[i] &= ~(against.word[i] | lines.word[i])
        loses_within(g, w, m, theirs, mine | bit, moves - 1, &near, &lines, &near)
        around(&near, &near)
        for i in range(4):
            found.word[i] |= near.word[i] & left.word[i]
            left.word[i] &= ~near.word[i]
    if m.nodes >= m.node_limit:
        w.stop = 1
    if w.stop:
        memset(found, 0, sizeof(Ways4))
        return
    remember_plot(m, mine, theirs, moves, asked, back, found)
    shift_ways(found, by, found)


cdef inline Plot* place_of_plot(Mind* m, uint64_t mine, uint64_t theirs, int moves) noexcept nogil:
    return &m.plots[mix(mine ^ mix(theirs + <uint64_t>moves)) & (PLOTS - 1)]


cdef void remember_plot(Mind* m, uint64_t mine, uint64_t theirs, int moves, const Ways4* asked, const int* back,
                        const Ways4* won) noexcept nogil:
    """Keep what was found of the ways that were asked about, beside what was known of others."""
    cdef Plot* p = place_of_plot(m, mine, theirs, moves)
    cdef Ways4 known
    cdef int i
    shift_ways(asked, back, &known)
    if p.mine == mine and p.theirs == (theirs | <uint64_t>moves << 56):
        for i in range(4):
            p.won.word[i] |= won.word[i] & known.word[i]
            p.asked.word[i] |= known.word[i]
        return
    p.mine = mine
    p.theirs = theirs | <uint64_t>moves << 56
    p.won = won[0]
    p.asked = known


cdef uint64_t in_places(const Turnings* g, uint64_t cells) noexcept nogil:
    cdef uint64_t found = 0
    cdef int i
    for i in range(8):
        found |= g.places[i][cells >> (8 * i) & 255]
    return found


cdef bint is_lost(const Tables* t, Worker* w, Mind* m, int moves) noexcept nogil:
    """Whether the mover loses within so many moves."""
    cdef const Turnings* g = w.opinion.turnings
    cdef uint64_t mine = in_places(g, w.p.sets[FIRST + w.p.s.mover][0])
    cdef uint64_t theirs = in_places(g, w.p.sets[SECOND - w.p.s.mover][0])
    cdef Ways4 asked, found, lines
    memset(&asked, 0, sizeof(Ways4))
    asked.word[0] = 1
    lines_of(g, theirs, &lines)
    loses_within(g, w, m, mine, theirs, moves, &asked, &lines, &found)
    return found.word[0] & 1 and not w.stop


cdef int scheme(const Tables* t, Worker* w, Mind* m, int moves) noexcept nogil:
    """Whether the loaded position is won within so many moves, and the first of them: the score, or 0."""
    cdef int start = w.top, then, n, k, i, j, length
    cdef uint32_t arena = w.arena_top
    m.length[0] = 0
    length = plot(t, w, m, moves)
    if not length or w.stop:
        return 0
    n = generate(t, w)
    for i in range(start, start + n):
        make(t, w, &w.actions[i])
        m.line[0][0] = action_bits(&w.actions[i])
        m.length[0] = 1
        if w.p.s.outcome:
            unmake(t, w)
            if length == 1:
                break
            continue
        then = w.top
        k = generate(t, w)
        for j in range(then, then + k):
            make(t, w, &w.actions[j])
            m.line[0][1] = action_bits(&w.actions[j])
            m.length[0] = 2
            if (w.p.s.outcome == m.searcher + 1) if w.p.s.outcome else length > 1 and is_lost(t, w, m, length - 1):
                unmake(t, w)
                unmake(t, w)
                w.top = start
                w.arena_top = arena
                return WIN - length
            unmake(t, w)
        w.top = then
        unmake(t, w)
    else:
        m.length[0] = 0
        length = 0
    w.top = start
    w.arena_top = arena
    return WIN - length if length else 0


cdef inline int moves_worth_a_look(const Worker* w, const Mind* m) noexcept nogil:
    """How many moves ahead all ways of standing are looked at, after what was spent so far; 0 where blocks do not turn."""
    cdef int i, found = 0
    if w.opinion.turnings != NULL and m.ways.threats:
        for i in range(6):
            if m.nodes >= WORTH_IT[i]:
                found = 2 * i + 1
    return found


cdef int plot(const Tables* t, Worker* w, Mind* m, int moves) noexcept nogil:
    """In how many moves the mover wins, if in no more than so many; 0 if not."""
    cdef const Turnings* g = w.opinion.turnings
    cdef uint64_t mine = in_places(g, w.p.sets[FIRST + w.p.s.mover][0])
    cdef uint64_t theirs = in_places(g, w.p.sets[SECOND - w.p.s.mover][0])
    cdef Ways4 asked, found
    cdef int n
    memset(&asked, 0, sizeof(Ways4))
    asked.word[0] = 1
    for n in range(1, (moves if moves < LONGEST_PLOT else LONGEST_PLOT) + 1, 2):
        wins_within(g, w, m, mine, theirs, n, &asked, &found)
        if found.word[0] & 1:
            return n
    return 0
