# Placement games that lines decide, asked one question at a time: can this side complete a line within so many moves?
# A stone more never hurts whoever places it, so a move elsewhere is never worth waiting for, and much of the tree
# can be told from the windows alone: what the other side holds by pairs of cells need not be searched.

cdef enum:
    LINE_WORDS = 3           # windows as sets: three words of them
    LONGEST_LINE = 15        # cells of the longest window
    MOST_PAIRS = 105         # of its cells
    PAIR_TRIES = 30          # how long pairs are looked for
    MANY_TRIES = 300         # … where there is more time
    STONES_TRIED = 6         # stones of the other side with which it might hold the rest by pairs
    REFUTED_HERE = 800       # what it counts that a cell refuted another move at the same level
    FOR_EVER = 255           # within any number of moves

cdef struct Attempt:         # what is remembered of a position: sixteen bytes, the last of which is the work it cost
    uint64_t check
    uint8_t wins             # the side wins within so many moves, …
    uint8_t holds            # … but not within so many
    uint8_t good             # the cell that settled it, turned as the position is; 255 if none did
    uint8_t spare[4]
    uint8_t work

cdef struct Standing:        # the windows of one side
    uint64_t open[LINE_WORDS]          # those that it can still complete
    uint64_t count[4][LINE_WORDS]      # fifteen less the cells that each lacks, bit by bit
    uint64_t stones

cdef struct Stand:           # a position
    Standing side[2]
    uint64_t empty

cdef struct Look:            # what a search notes down at one level
    uint64_t lack[2][LONGEST_LINE + 1][LINE_WORDS]
    uint64_t live[2][LINE_WORDS]       # windows that can still come to something within the moves that are left
    uint64_t cells[2]        # all cells of these
    uint64_t through[2][64][LINE_WORDS]
    uint64_t missing[64 * LINE_WORDS]
    uint8_t cell[64]
    int32_t mark[64]
    int32_t worth[64]        # of each cell, for the side that is asked about
    uint8_t refutes[2][2]    # cells that settled positions at this level, for each side
    Stand after

cdef struct Lines:           # one search, and what it remembers
    Attempt* table
    uint64_t mask            # of groups of four
    uint64_t nodes
    uint64_t stored
    int32_t stop
    int cells
    int windows
    int words
    int longest
    uint64_t window[64 * LINE_WORDS]
    uint64_t through[64][LINE_WORDS]
    uint64_t owned[2][LINE_WORDS]      # windows that win for a side
    uint64_t none_yet[4][LINE_WORDS]   # the counts of windows without a stone
    int images
    uint8_t image[MOST_IMAGES][64]
    uint64_t turned[MOST_IMAGES][8][256]
    int tries
    uint64_t paired          # the cells of the pairs that were found, …
    uint64_t pairs[32]       # … and each of these
    Look looks[66]


cdef inline void place_stone(const Lines* g, Stand* at, int side, int cell) noexcept nogil:
    cdef Standing* own = &at.side[side]
    cdef Standing* other = &at.side[1 - side]
    cdef uint64_t bit = <uint64_t>1 << cell, carry, both
    cdef int i, k
    at.empty &= ~bit
    own.stones |= bit
    for i in range(g.words):
        carry = g.through[cell][i]
        other.open[i] &= ~carry
        for k in range(4):
            both = own.count[k][i] & carry
            own.count[k][i] ^= carry
            carry = both


cdef inline bint lacking_cells(const Lines* g, const Standing* s, int n, uint64_t* found) noexcept nogil:
    """The open windows that lack just so many cells. Whether there are any."""
    cdef int i, k, wanted = LONGEST_LINE - n
    cdef uint64_t bits, any_ = 0
    for i in range(g.words):
        bits = s.open[i]
        for k in range(4):
            bits &= s.count[k][i] if wanted >> k & 1 else ~s.count[k][i]
        found[i] = bits
        any_ |= bits
    return any_ != 0


cdef inline uint64_t cells_of_windows(const Lines* g, const uint64_t* windows) noexcept nogil:
    cdef uint64_t found = 0, bits
    cdef int i
    for i in range(g.words):
        bits = windows[i]
        while bits:
            found |= g.window[(i << 6) + lowest_bit(bits)]
            bits &= bits - 1
    return found


cdef inline int count_windows(const Lines* g, const uint64_t* one, const uint64_t* other) noexcept nogil:
    cdef int i, n = 0
    for i in range(g.words):
        n += count_bits(one[i] & other[i])
    return n


cdef inline bint within(const Lines* g, const uint64_t* one, const uint64_t* other) noexcept nogil:
    cdef int i
    for i in range(g.words):
        if one[i] & ~other[i]:
            return False
    return True


cdef bint held_by_pairs(Lines* g, const uint64_t* windows, int n, uint64_t used) noexcept nogil:
    """Whether each window can be given two of its cells, no cell being in two pairs: who takes one of a pair is answered
    on the other, and none of the windows is ever completed. What is found is so; not all is found."""
    cdef uint64_t left[64 * LINE_WORDS]
    cdef uint64_t pairs[MOST_PAIRS]
    cdef int marks[MOST_PAIRS]
    cdef uint64_t free_ = 0, one, two, rest, pair
    cdef int i, j, k, few = 99, choices = 0, mark
    if n == 0:
        g.paired = used
        return True
    g.tries -= 1
    if g.tries < 0:
        return False
    # The window with the fewest free cells …
    for i in range(n):
        k = count_bits(windows[i] & ~used)
        if k < 2:
            return False
        if k < few:
            few = k
            free_ = windows[i] & ~used
    # … and its pairs, those that hold the most windows first.
    one = free_
    while one:
        rest = one & (one - 1)
        two = rest
        while two:
            pair = (one ^ rest) | (two & (~two + 1))
            two &= two - 1
            mark = 0
            for i in range(n):
                if windows[i] & pair == pair:
                    mark += 8
                elif windows[i] & pair:
                    mark -= 2 if count_bits(windows[i] & ~used) <= 3 else 1
            j = choices
            while j > 0 and marks[j - 1] < mark:
                marks[j] = marks[j - 1]
                pairs[j] = pairs[j - 1]
                j -= 1
            marks[j] = mark
            pairs[j] = pair
            choices += 1
        one = rest
    for j in range(choices):
        pair = pairs[j]
        k = 0
        for i in range(n):
            if windows[i] & pair != pair:
                left[k] = windows[i]
                k += 1
        g.pairs[count_bits(used) >> 1] = pair
        if held_by_pairs(g, left, k, used | pair):
            return True
        if g.tries < 0:
            return False
    return False


cdef inline uint64_t turn_cells(const Lines* g, int image, uint64_t cells) noexcept nogil:
    cdef uint64_t found = 0
    cdef int i
    for i in range((g.cells + 7) >> 3):
        found |= g.turned[image][i][cells >> (8 * i) & 255]
    return found


cdef inline void name_lines(const Lines* g, const Stand* at, const Look* look, int side, int mover, Name* name) noexcept nogil:
    """A name that all images of a position share. Only stones in windows that count have a part in it."""
    cdef uint64_t own = at.side[side].stones & look.cells[0]
    cdef uint64_t other = at.side[1 - side].stones & look.cells[1]
    cdef uint64_t free_ = at.empty & (look.cells[0] | look.cells[1])
    cdef uint64_t a, b, c, key, salt = mix(<uint64_t>(2 * side + mover) + 99)
    cdef int i
    name.place = 0
    for i in range(g.images):
        a = turn_cells(g, i, own)
        b = turn_cells(g, i, other)
        c = turn_cells(g, i, free_)
        key = mix(a * <uint64_t>0x9E3779B97F4A7C15 + mix(b + <uint64_t>0x1234567) + 3 * mix(c + 77))
        if i == 0 or key < name.place:
            name.place = key
            name.check = mix(a + mix(c + mix(b + salt)))
            name.image = i
    name.place ^= salt
    if name.check == 0:
        name.check = 1


cdef void keep_attempt(Lines* g, const Name* name, bint won, int within_, int good, int work) noexcept nogil:
    """Remember an answer. The entry that cost the least work makes room."""
    cdef Attempt* four = g.table + ((name.place & g.mask) << 2)
    cdef Attempt* old = four
    cdef int i
    for i in range(4):
        if four[i].check == name.check:
            old = &four[i]
            break
        if four[i].check == 0 or (old.check and four[i].work < old.work):
            old = &four[i]
    if old.check != name.check:
        atomic_add_u64(&g.stored, old.check == 0)
        old.check = name.check
        old.wins = FOR_EVER
        old.holds = 0
        old.work = 0
    if won:
        if within_ < old.wins:
            old.wins = <uint8_t>within_
    elif within_ > old.holds:
        old.holds = <uint8_t>within_
    old.good = <uint8_t>good
    if work > old.work:
        old.work = <uint8_t>work


cdef inline int weigh_windows(const Lines* g, const Look* look, int who, int cell) noexcept nogil:
    """What a cell is worth for the windows of one side: those that lack little count most."""
    cdef int n, found = 0, worth = 1024
    for n in range(2, g.longest + 1):
        found += worth * count_windows(g, look.through[who][cell], look.lack[who][n])
        if worth > 4:
            worth >>= 3
    return found


cdef bint look_at_windows(const Lines* g, const Stand* at, Look* look, int side, bint attacks, int left) noexcept nogil:
    """Which windows can still come to something within the moves that are left. False if those that are sought are so few
    that the other side holds them whatever happens (each open_windows cell halves what a window weighs)."""
    cdef int n, i, who, moves
    cdef int weight = 0
    for who in range(2):
        # A window of the other side counts as soon as it can become a threat.
        moves = (left + (attacks if who == 0 else not attacks)) // 2 + who
        for i in range(g.words):
            look.live[who][i] = 0
        for n in range(2, g.longest + 1):
            if n > moves:
                for i in range(g.words):
                    look.lack[who][n][i] = 0
                continue
            lacking_cells(g, &at.side[side if who == 0 else 1 - side], n, look.lack[who][n])
            for i in range(g.words):
                look.live[who][i] |= look.lack[who][n][i]
                if who == 0:
                    weight += count_bits(look.lack[0][n][i]) << (20 - n)
    return weight >= 1 << (19 if attacks else 20)


cdef uint64_t cells_of_hope(Lines* g, const Look* look, uint64_t cells, int n) noexcept nogil:
    """Where a stone of the side that is asked about is not refuted at once. If the other side holds all windows but those
    through one cell by pairs, a stone on none of the pairs is answered on that cell."""
    cdef uint64_t left[64 * LINE_WORDS]
    cdef uint64_t hope = cells, bits
    cdef int i, k, tried, cell, best
    for tried in range(STONES_TRIED):
        best = -1
        bits = cells
        while bits:
            cell = lowest_bit(bits)
            bits &= bits - 1
            if best < 0 or look.worth[cell] > look.worth[best]:
                best = cell
        if best < 0 or look.worth[best] == 0:
            break
        cells &= ~(<uint64_t>1 << best)
        k = 0
        for i in range(n):
            if not look.missing[i] >> best & 1:
                left[k] = look.missing[i]
                k += 1
        g.tries = PAIR_TRIES // 2
        if held_by_pairs(g, left, k, 0):
            hope &= g.paired | (<uint64_t>1 << best)
            if hope == 0:
                break
    return hope


cdef int list_cells(Lines* g, const Stand* at, Look* look, int side, bint attacks, int good, int missing) noexcept nogil:
    """The cells worth a stone, likely ones first. A cell whose windows all lead through another one is left out."""
    cdef uint64_t bits = at.empty & (look.cells[0] | look.cells[1]), hope = bits
    cdef int n = 0, kept = 0, i, j, k, cell, mark
    cdef uint8_t one
    while bits:
        cell = lowest_bit(bits)
        bits &= bits - 1
        for k in range(2):
            for i in range(g.words):
                look.through[k][cell][i] = g.through[cell][i] & look.live[k][i]
        look.worth[cell] = weigh_windows(g, look, 0, cell)
        mark = 4 * look.worth[cell] + (1 if attacks else 2) * weigh_windows(g, look, 1, cell)
        if not attacks and cell == look.refutes[side][0]:
            mark += REFUTED_HERE
        elif not attacks and cell == look.refutes[side][1]:
            mark += REFUTED_HERE // 2
        j = n
        while j > 0 and look.mark[j - 1] < mark:
            look.mark[j] = look.mark[j - 1]
            look.cell[j] = look.cell[j - 1]
            j -= 1
        look.mark[j] = mark
        look.cell[j] = <uint8_t>cell
        n += 1
    if attacks:
        hope = cells_of_hope(g, look, hope, missing)
    for i in range(n):
        one = look.cell[i]
        if not hope >> one & 1:
            continue
        for j in range(kept):
            cell = look.cell[j]
            if within(g, look.through[0][one], look.through[0][cell]) and (
                    within(g, look.through[1][one], look.through[1][cell])):
                break
        else:
            look.cell[kept] = one
            kept += 1
    for i in range(1, kept):
        if look.cell[i] == good:
            for j in range(i, 0, -1):
                look.cell[j] = look.cell[j - 1]
            look.cell[0] = <uint8_t>good
            break
    return kept


cdef int list_missing(const Lines* g, const uint64_t* windows, uint64_t empty, uint64_t* missing) noexcept nogil:
    """The empty cells of each window. How many windows there are."""
    cdef int i, n = 0
    cdef uint64_t bits
    for i in range(g.words):
        bits = windows[i]
        while bits:
            missing[n] = g.window[(i << 6) + lowest_bit(bits)] & empty
            bits &= bits - 1
            n += 1
    return n


cdef bint completes_line(Lines* g, const Stand* at, int side, int mover, int left, int level) noexcept nogil:
    """Whether a side can complete a line within so many moves of both, before the other side completes one."""
    cdef uint64_t found[LINE_WORDS]
    cdef uint64_t bits, begun = g.nodes
    cdef int i, n, cell, good = 255, kept, free_ = count_bits(at.empty)
    cdef bint attacks = mover == side, threatens, won
    cdef Look* look = &g.looks[level]
    cdef Attempt* four
    cdef Name name
    atomic_add_u64(&g.nodes, 1)
    if atomic_load_i32(&g.stop):
        return False
    if left > free_:
        left = free_

    # Step 1. A line that lacks one cell is completed, or stopped.
    threatens = lacking_cells(g, &at.side[mover], 1, found)
    if threatens:
        return attacks and left >= 1
    threatens = lacking_cells(g, &at.side[1 - mover], 1, found)
    if threatens:
        bits = cells_of_windows(g, found) & at.empty
        if bits & (bits - 1):
            return not attacks and left >= 2
        look.after = at[0]
        place_stone(g, &look.after, mover, lowest_bit(bits))
        return completes_line(g, &look.after, side, 1 - mover, left - 1, level + 1) if left > 2 else False
    if left < 3 + (not attacks):
        return False

    # Step 2. Is too little left, or is it known?
    if not look_at_windows(g, at, look, side, attacks, left):
        return False
    for i in range(2):
        look.cells[i] = cells_of_windows(g, look.live[i])
    name_lines(g, at, look, side, mover, &name)
    four = g.table + ((name.place & g.mask) << 2)
    for i in range(4):
        if four[i].check == name.check:
            if four[i].wins <= left:
                return True
            if four[i].holds >= left:
                return False
            good = four[i].good
            break
    if good != 255:
        for cell in range(g.cells):
            if g.image[name.image][cell] == good:
                good = cell
                break

    # Step 3. Does the other side hold by pairs?
    n = list_missing(g, look.live[0], at.empty, look.missing)
    g.tries = PAIR_TRIES
    if held_by_pairs(g, look.missing, n, 0):
        # For ever, if no window was left out for want of time.
        keep_attempt(g, &name, False, FOR_EVER if within(g, at.side[side].open, look.live[0]) else left, 255, 0)
        return False

    # Step 4. Search.
    kept = list_cells(g, at, look, side, attacks, good, n)
    won = not attacks
    good = 255
    for i in range(kept):
        look.after = at[0]
        cell = look.cell[i]
        place_stone(g, &look.after, mover, cell)
        if completes_line(g, &look.after, side, 1 - mover, left - 1, level + 1) == attacks:
            won = attacks
            good = g.image[name.image][cell]
            if not attacks and cell != look.refutes[side][0]:
                look.refutes[side][1] = look.refutes[side][0]
                look.refutes[side][0] = <uint8_t>cell
            break
    if atomic_load_i32(&g.stop):
        return False
    keep_attempt(g, &name, won, left, good, work_of(g.nodes - begun))
    return won


cdef class LineProver:
    """A worker that knows who completes a line, and how soon."""

    cdef Rules rules
    cdef Lines* g
    cdef Stand at
    cdef int mover
    cdef int outcome

    def __cinit__(self, Rules rules, images, size_t bytes_):
        cdef const Tables* t = rules.t
        cdef size_t groups = 1
        cdef int i, k, cell, side
        self.rules = rules
        require(t, USE_LINE_SOLVER)
        for i in range(t.n_ends):
            if t.windows[t.ends[i].windows].size > LONGEST_LINE:
                raise ValueError("lines too long for the line solver")
        self.g = <Lines*>calloc(1, sizeof(Lines))
        if self.g == NULL:
            raise MemoryError()
        self.g.cells = t.cells
        for i in range(t.n_ends):
            self.take_windows(&t.windows[t.ends[i].windows], t.ends[i].owners)
        self.g.words = (self.g.windows + 63) >> 6
        self.g.images = min(len(images), <int>MOST_IMAGES)
        for i in range(self.g.images):
            for cell in range(t.cells):
                self.g.image[i][cell] = images[i][cell]
            for cell in range((t.cells + 7) & ~7):
                for k in range(256):
                    if cell < t.cells and k >> (cell & 7) & 1:
                        self.g.turned[i][cell >> 3][k] |= <uint64_t>1 << self.g.image[i][cell]
        while groups * 2 * 4 * sizeof(Attempt) <= bytes_:
            groups *= 2
        self.g.mask = groups - 1
        self.g.table = <Attempt*>calloc(groups * 4, sizeof(Attempt))
        if self.g.table == NULL:
            raise MemoryError()

    cdef int take_windows(self, const WindowSet* s, int owners) except -1:
        cdef Lines* g = self.g
        cdef int i, j, k, word, size
        cdef uint64_t bit
        for i in range(s.count):
            if g.windows == 64 * LINE_WORDS:
                raise ValueError("too many lines")
            word = g.windows >> 6
            bit = <uint64_t>1 << (g.windows & 63)
            size = s.sizes[i]
            for j in range(size):
                g.window[g.windows] |= <uint64_t>1 << s.cells[i * s.size + j]
                g.through[s.cells[i * s.size + j]][word] |= bit
            for k in range(2):
                if owners >> k & 1:
                    g.owned[k][word] |= bit
            for k in range(4):
                if (LONGEST_LINE - size) >> k & 1:
                    g.none_yet[k][word] |= bit
            if size > g.longest:
                g.longest = size
            g.windows += 1
        return 0

    def __dealloc__(self):
        if self.g != NULL:
            free(self.g.table)
            free(self.g)

    def begin(self, Snapshot snapshot):
        """Load the position that is asked about."""
        cdef const Position* p = &snapshot.p
        cdef int cell, k
        memset(&self.at, 0, sizeof(Stand))
        for k in range(2):
            memcpy(self.at.side[k].open, self.g.owned[k], sizeof(self.g.owned[k]))
            memcpy(self.at.side[k].count, self.g.none_yet, sizeof(self.g.none_yet))
        self.at.empty = p.sets[EMPTY][0]
        for cell in range(self.g.cells):
            if p.sets[FIRST][0] >> cell & 1:
                place_stone(self.g, &self.at, 0, cell)
            elif p.sets[SECOND][0] >> cell & 1:
                place_stone(self.g, &self.at, 1, cell)
            elif not p.sets[EMPTY][0] >> cell & 1:
                for k in range(LINE_WORDS):
                    self.at.side[0].open[k] &= ~self.g.through[cell][k]
                    self.at.side[1].open[k] &= ~self.g.through[cell][k]
        self.mover = p.s.mover
        self.outcome = p.s.outcome
        atomic_store_i32(&self.g.stop, 0)

    cdef bint attack(self, int side, int left):
        cdef bint won
        with nogil:
            won = completes_line(self.g, &self.at, side, self.mover, left, 0)
        return won

    def prove(self, int goal):
        """Is the loaded position worth the goal to the mover? A bound: at least the goal if it is, less if not. None if
        it was stopped."""
        cdef int left, free_ = count_bits(self.at.empty)
        cdef bint won
        if self.outcome:
            if self.outcome == DRAW:
                return 0
            return WIN if self.outcome == FIRST_WINS + self.mover else -WIN
        left = min(WIN - goal if goal > 0 else goal + WIN - 1, free_)
        won = self.attack(self.mover if goal > 0 else 1 - self.mover, left)
        if atomic_load_i32(&self.g.stop):
            return None
        if not won:
            # Not within so many moves: perhaps with the next one of this side, if there is one.
            left += 1 + (left + (goal <= 0)) % 2
            won = left <= free_
        if not won:
            return 0
        return WIN - left if goal > 0 else left - WIN

    def pairing(self, int side):
        """Pairs of empty cells by which a side holds the loaded position, whoever is to move; None if none are found."""
        cdef Lines* g = self.g
        cdef Look* look = &g.looks[0]
        cdef int i, n = list_missing(g, self.at.side[1 - side].open, self.at.empty, look.missing)
        g.tries = MANY_TRIES
        if not held_by_pairs(g, look.missing, n, 0):
            return None
        n = count_bits(g.paired) >> 1
        return [(lowest_bit(g.pairs[i]), lowest_bit(g.pairs[i] & (g.pairs[i] - 1))) for i in range(n)]

    def candidates(self, int side):
        """Cells for the mover of the loaded position, likely ones first, where it is asked whether a side completes a
        line. Not all that might do."""
        cdef Lines* g = self.g
        cdef Look* look = &g.looks[0]
        cdef uint64_t found[LINE_WORDS]
        cdef int i, n
        for i in (self.mover, 1 - self.mover):
            if lacking_cells(g, &self.at.side[i], 1, found):
                n = lowest_bit(cells_of_windows(g, found) & self.at.empty)
                return [n]
        look_at_windows(g, &self.at, look, side, self.mover == side, 64)
        for i in range(2):
            look.cells[i] = cells_of_windows(g, look.live[i])
        n = list_missing(g, look.live[0], self.at.empty, look.missing)
        n = list_cells(g, &self.at, look, side, self.mover == side, 255, n)
        return [look.cell[i] for i in range(n)]

    def stop(self):
        """End the search that runs in another thread."""
        atomic_store_i32(&self.g.stop, 1)

    @property
    def nodes(self):
        """Positions looked at."""
        return atomic_load_u64(&self.g.nodes)

    @property
    def stored(self):
        """Positions remembered."""
        return atomic_load_u64(&self.g.stored)

    @property
    def bytes(self):
        """SharedState of the table."""
        return (self.g.mask + 1) * 4 * sizeof(Attempt)

    def save(self, size_t most):
        """The table as bytes, at most so many: what cost the most work."""
        return save_table(<const uint8_t*>self.g.table, (self.g.mask + 1) * 4, most)

    def restore(self, const uint8_t[::1] saved):
        """Take what was saved of a table of the same size."""
        self.g.stored += restore_table(<uint8_t*>self.g.table, (self.g.mask + 1) * 4, saved)
