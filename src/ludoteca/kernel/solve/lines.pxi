# Placement games that lines decide: can a side complete a line within a number of moves? An extra stone never hurts, so only
# moves in windows that can still be completed in time matter. Lost attacks are recognized by the Erdos-Selfridge criterion
# (1973) and by pairing strategies (A. Hales, R. Jewett 1963), without search.

cdef enum:
    LINE_WORDS = 3           # sets of windows: three words
    LONGEST_LINE = 15        # cells of the longest window
    MAX_PAIRS = 105          # pairs of its cells
    PAIRING_TRIES = 30       # search limit for pairing strategies, …
    PAIRING_TRIES_ROOT = 300 # … at the root
    PAIRING_STONES = 6       # defender's stones tried in combination with a pairing
    KILLER_BONUS = 800
    UNLIMITED = 255          # within any number of moves

cdef struct LineEntry:       # as ProofEntry
    uint64_t check
    uint8_t wins             # the side wins within this many moves, …
    uint8_t holds            # … but not within this many
    uint8_t good             # the deciding cell in the canonical image, 255 if none
    uint8_t spare[4]
    uint8_t work

cdef struct SideWindows:     # the windows of one side
    uint64_t open[LINE_WORDS]          # windows it can still complete
    uint64_t count[4][LINE_WORDS]      # fifteen minus the cells each lacks, as a bit-sliced counter
    uint64_t stones

cdef struct LinePosition:
    SideWindows side[2]
    uint64_t empty

cdef struct LineNode:        # working data of one level; [0] the attacker, [1] the defender
    uint64_t lack[2][LONGEST_LINE + 1][LINE_WORDS]
    uint64_t live[2][LINE_WORDS]       # windows that still matter within the remaining moves
    uint64_t cells[2]        # their cells
    uint64_t through[2][64][LINE_WORDS]
    uint64_t missing[64 * LINE_WORDS]
    uint8_t cell[64]
    int32_t mark[64]
    int32_t worth[64]        # value of each cell for the attacker
    uint8_t killers[2][2]    # killer moves of the defender, by attacker
    LinePosition after

cdef struct LineSearch:
    ProofTable* table
    uint64_t nodes
    int32_t stop
    int cells
    int windows
    int words
    int longest
    uint64_t window[64 * LINE_WORDS]
    uint64_t through[64][LINE_WORDS]
    uint64_t owned[2][LINE_WORDS]      # windows that win for a side
    uint64_t none_yet[4][LINE_WORDS]   # counters of empty windows
    int images
    uint8_t image[MAX_SYMMETRIES][64]
    uint64_t turned[MAX_SYMMETRIES][8][256]
    int tries
    uint64_t paired          # the pairing found: its cells, …
    uint64_t pairs[32]       # … and its pairs
    LineNode line_nodes[66]


cdef inline void place_stone(const LineSearch* g, LinePosition* at, int side, int cell) noexcept nogil:
    cdef SideWindows* own = &at.side[side]
    cdef SideWindows* other = &at.side[1 - side]
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


cdef inline bint windows_lacking(const LineSearch* g, const SideWindows* s, int n, uint64_t* found) noexcept nogil:
    """The open windows that lack exactly n cells. Whether there are any."""
    cdef int i, k, wanted = LONGEST_LINE - n
    cdef uint64_t bits, any_ = 0
    for i in range(g.words):
        bits = s.open[i]
        for k in range(4):
            bits &= s.count[k][i] if wanted >> k & 1 else ~s.count[k][i]
        found[i] = bits
        any_ |= bits
    return any_ != 0


cdef inline uint64_t cells_of_windows(const LineSearch* g, const uint64_t* windows) noexcept nogil:
    cdef uint64_t found = 0, bits
    cdef int i
    for i in range(g.words):
        bits = windows[i]
        while bits:
            found |= g.window[(i << 6) + lowest_bit(bits)]
            bits &= bits - 1
    return found


cdef inline int count_windows(const LineSearch* g, const uint64_t* one, const uint64_t* other) noexcept nogil:
    cdef int i, n = 0
    for i in range(g.words):
        n += count_bits(one[i] & other[i])
    return n


cdef inline bint within(const LineSearch* g, const uint64_t* one, const uint64_t* other) noexcept nogil:
    cdef int i
    for i in range(g.words):
        if one[i] & ~other[i]:
            return False
    return True


cdef bint has_pairing(LineSearch* g, const uint64_t* windows, int n, uint64_t used) noexcept nogil:
    """Whether a pairing strategy holds all windows: each contains a pair, and pairs are disjoint. The search is limited, so
    not every pairing is found."""
    cdef uint64_t left[64 * LINE_WORDS]
    cdef uint64_t pairs[MAX_PAIRS]
    cdef int marks[MAX_PAIRS]
    cdef uint64_t free_ = 0, one, two, rest, pair
    cdef int i, j, k, few = 99, choices = 0, mark
    if n == 0:
        g.paired = used
        return True
    g.tries -= 1
    if g.tries < 0:
        return False
    # The window with the fewest free cells,
    for i in range(n):
        k = count_bits(windows[i] & ~used)
        if k < 2:
            return False
        if k < few:
            few = k
            free_ = windows[i] & ~used
    # and its pairs, those in the most windows first.
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
        if has_pairing(g, left, k, used | pair):
            return True
        if g.tries < 0:
            return False
    return False


cdef inline uint64_t map_line_cells(const LineSearch* g, int image, uint64_t cells) noexcept nogil:
    cdef uint64_t found = 0
    cdef int i
    for i in range((g.cells + 7) >> 3):
        found |= g.turned[image][i][cells >> (8 * i) & 255]
    return found


cdef inline void line_key(const LineSearch* g, const LinePosition* at, const LineNode* node, int side, int mover, CanonicalKey* key) noexcept nogil:
    """Canonical key of a position. Only stones in windows that matter are part of it."""
    cdef uint64_t own = at.side[side].stones & node.cells[0]
    cdef uint64_t other = at.side[1 - side].stones & node.cells[1]
    cdef uint64_t free_ = at.empty & (node.cells[0] | node.cells[1])
    cdef uint64_t a, b, c, image_key, salt = mix(<uint64_t>(2 * side + mover) + 99)
    cdef int i
    key.place = 0
    for i in range(g.images):
        a = map_line_cells(g, i, own)
        b = map_line_cells(g, i, other)
        c = map_line_cells(g, i, free_)
        image_key = mix(a * <uint64_t>0x9E3779B97F4A7C15 + mix(b + <uint64_t>0x1234567) + 3 * mix(c + 77))
        if i == 0 or image_key < key.place:
            key.place = image_key
            key.check = mix(a + mix(c + mix(b + salt)))
            key.image = i
    key.place ^= salt
    if key.check == 0:
        key.check = 1


cdef void store_line(LineSearch* g, const CanonicalKey* key, bint won, int within_, int good, int work) noexcept nogil:
    cdef bint known
    cdef LineEntry* e = <LineEntry*>proof_claim(g.table, key.place, key.check, &known)
    if not known:
        e.wins = UNLIMITED
    if won:
        if within_ < e.wins:
            e.wins = <uint8_t>within_
    elif within_ > e.holds:
        e.holds = <uint8_t>within_
    e.good = <uint8_t>good
    if work > e.work:
        e.work = <uint8_t>work


cdef inline int window_value(const LineSearch* g, const LineNode* node, int who, int cell) noexcept nogil:
    """Value of a cell for the windows of one side: windows that lack few cells count most."""
    cdef int n, found = 0, worth = 1024
    for n in range(2, g.longest + 1):
        found += worth * count_windows(g, node.through[who][cell], node.lack[who][n])
        if worth > 4:
            worth >>= 3
    return found


cdef bint find_live_windows(const LineSearch* g, const LinePosition* at, LineNode* node, int side, bint attacks, int left) noexcept nogil:
    """Find the windows that still matter within the remaining moves. False if the Erdos-Selfridge sum of the attacker's
    windows (2 to the minus of the cells each lacks) is too small to win."""
    cdef int n, i, who, moves
    cdef int weight = 0
    for who in range(2):
        # A window of the defender matters as soon as it can become a threat.
        moves = (left + (attacks if who == 0 else not attacks)) // 2 + who
        for i in range(g.words):
            node.live[who][i] = 0
        for n in range(2, g.longest + 1):
            if n > moves:
                for i in range(g.words):
                    node.lack[who][n][i] = 0
                continue
            windows_lacking(g, &at.side[side if who == 0 else 1 - side], n, node.lack[who][n])
            for i in range(g.words):
                node.live[who][i] |= node.lack[who][n][i]
                if who == 0:
                    weight += count_bits(node.lack[0][n][i]) << (20 - n)
    return weight >= 1 << (19 if attacks else 20)


cdef uint64_t promising_cells(LineSearch* g, const LineNode* node, uint64_t cells, int n) noexcept nogil:
    """Cells where an attacking stone is not refuted at once. If a pairing holds all windows except those through one cell,
    stones outside the pairs are answered there."""
    cdef uint64_t left[64 * LINE_WORDS]
    cdef uint64_t promising = cells, bits
    cdef int i, k, tried, cell, best
    for tried in range(PAIRING_STONES):
        best = -1
        bits = cells
        while bits:
            cell = lowest_bit(bits)
            bits &= bits - 1
            if best < 0 or node.worth[cell] > node.worth[best]:
                best = cell
        if best < 0 or node.worth[best] == 0:
            break
        cells &= ~(<uint64_t>1 << best)
        k = 0
        for i in range(n):
            if not node.missing[i] >> best & 1:
                left[k] = node.missing[i]
                k += 1
        g.tries = PAIRING_TRIES // 2
        if has_pairing(g, left, k, 0):
            promising &= g.paired | (<uint64_t>1 << best)
            if promising == 0:
                break
    return promising


cdef int order_cells(LineSearch* g, const LinePosition* at, LineNode* node, int side, bint attacks, int good, int missing) noexcept nogil:
    """The cells to try, best first. Cells dominated by another one, in the same windows and more, are left out."""
    cdef uint64_t bits = at.empty & (node.cells[0] | node.cells[1]), promising = bits
    cdef int n = 0, kept = 0, i, j, k, cell, mark
    cdef uint8_t one
    while bits:
        cell = lowest_bit(bits)
        bits &= bits - 1
        for k in range(2):
            for i in range(g.words):
                node.through[k][cell][i] = g.through[cell][i] & node.live[k][i]
        node.worth[cell] = window_value(g, node, 0, cell)
        mark = 4 * node.worth[cell] + (1 if attacks else 2) * window_value(g, node, 1, cell)
        if not attacks and cell == node.killers[side][0]:
            mark += KILLER_BONUS
        elif not attacks and cell == node.killers[side][1]:
            mark += KILLER_BONUS // 2
        j = n
        while j > 0 and node.mark[j - 1] < mark:
            node.mark[j] = node.mark[j - 1]
            node.cell[j] = node.cell[j - 1]
            j -= 1
        node.mark[j] = mark
        node.cell[j] = <uint8_t>cell
        n += 1
    if attacks:
        promising = promising_cells(g, node, promising, missing)
    for i in range(n):
        one = node.cell[i]
        if not promising >> one & 1:
            continue
        for j in range(kept):
            cell = node.cell[j]
            if within(g, node.through[0][one], node.through[0][cell]) and (
                    within(g, node.through[1][one], node.through[1][cell])):
                break
        else:
            node.cell[kept] = one
            kept += 1
    for i in range(1, kept):
        if node.cell[i] == good:
            for j in range(i, 0, -1):
                node.cell[j] = node.cell[j - 1]
            node.cell[0] = <uint8_t>good
            break
    return kept


cdef int list_missing(const LineSearch* g, const uint64_t* windows, uint64_t empty, uint64_t* missing) noexcept nogil:
    """The empty cells of each window. Returns the number of windows."""
    cdef int i, n = 0
    cdef uint64_t bits
    for i in range(g.words):
        bits = windows[i]
        while bits:
            missing[n] = g.window[(i << 6) + lowest_bit(bits)] & empty
            bits &= bits - 1
            n += 1
    return n


cdef bint completes_line(LineSearch* g, const LinePosition* at, int side, int mover, int left, int level) noexcept nogil:
    """Whether a side can complete a line within a number of moves of both sides, before the opponent completes one."""
    cdef uint64_t found[LINE_WORDS]
    cdef uint64_t bits, nodes_before = g.nodes
    cdef int i, n, cell, good = 255, kept, free_ = count_bits(at.empty)
    cdef bint attacks = mover == side, threatens, won
    cdef LineNode* node = &g.line_nodes[level]
    cdef const LineEntry* entry
    cdef CanonicalKey key
    atomic_add_u64(&g.nodes, 1)
    if atomic_load_i32(&g.stop):
        return False
    if left > free_:
        left = free_

    # Step 1. Immediate threats: complete or block.
    threatens = windows_lacking(g, &at.side[mover], 1, found)
    if threatens:
        return attacks and left >= 1
    threatens = windows_lacking(g, &at.side[1 - mover], 1, found)
    if threatens:
        bits = cells_of_windows(g, found) & at.empty
        if bits & (bits - 1):
            return not attacks and left >= 2
        node.after = at[0]
        place_stone(g, &node.after, mover, lowest_bit(bits))
        return completes_line(g, &node.after, side, 1 - mover, left - 1, level + 1) if left > 2 else False
    if left < 3 + (not attacks):
        return False

    # Step 2. Erdos-Selfridge criterion, then the proof table.
    if not find_live_windows(g, at, node, side, attacks, left):
        return False
    for i in range(2):
        node.cells[i] = cells_of_windows(g, node.live[i])
    line_key(g, at, node, side, mover, &key)
    entry = <const LineEntry*>proof_find(g.table, key.place, key.check)
    if entry != NULL:
        if entry.wins <= left:
            return True
        if entry.holds >= left:
            return False
        good = entry.good
    if good != 255:
        for cell in range(g.cells):
            if g.image[key.image][cell] == good:
                good = cell
                break

    # Step 3. Pairing strategy of the defender.
    n = list_missing(g, node.live[0], at.empty, node.missing)
    g.tries = PAIRING_TRIES
    if has_pairing(g, node.missing, n, 0):
        # Valid for any number of moves if all open windows are held.
        store_line(g, &key, False, UNLIMITED if within(g, at.side[side].open, node.live[0]) else left, 255, 0)
        return False

    # Step 4. Search.
    kept = order_cells(g, at, node, side, attacks, good, n)
    won = not attacks
    good = 255
    for i in range(kept):
        node.after = at[0]
        cell = node.cell[i]
        place_stone(g, &node.after, mover, cell)
        if completes_line(g, &node.after, side, 1 - mover, left - 1, level + 1) == attacks:
            won = attacks
            good = g.image[key.image][cell]
            if not attacks and cell != node.killers[side][0]:
                node.killers[side][1] = node.killers[side][0]
                node.killers[side][0] = <uint8_t>cell
            break
    if atomic_load_i32(&g.stop):
        return False
    store_line(g, &key, won, left, good, work_of(g.nodes - nodes_before))
    return won


cdef class LineProver(Prover):
    """Proves who completes a line, and how soon."""

    cdef LineSearch* g
    cdef LinePosition at
    cdef int mover
    cdef int outcome

    def __cinit__(self, Rules rules not None, images not None, size_t bytes_):
        cdef const Tables* t = rules.t
        cdef int i, k, cell, side
        require(t, USE_LINE_SOLVER)
        check_images(t, images)
        self.pos = MutablePosition(rules)
        for i in range(t.n_ends):
            if t.windows[t.ends[i].windows].size > LONGEST_LINE:
                raise ValueError("lines too long for the line solver")
        self.g = <LineSearch*>calloc(1, sizeof(LineSearch))
        if self.g == NULL:
            raise MemoryError()
        self.g.cells = t.cells
        for i in range(t.n_ends):
            self.add_windows(&t.windows[t.ends[i].windows], t.ends[i].owners)
        self.g.words = (self.g.windows + 63) >> 6
        self.g.images = min(len(images), <int>MAX_SYMMETRIES)
        for i in range(self.g.images):
            for cell in range(t.cells):
                self.g.image[i][cell] = images[i][cell]
            for cell in range((t.cells + 7) & ~7):
                for k in range(256):
                    if cell < t.cells and k >> (cell & 7) & 1:
                        self.g.turned[i][cell >> 3][k] |= <uint64_t>1 << self.g.image[i][cell]
        proof_allocate(&self.table, bytes_)
        self.g.table = &self.table

    cdef int add_windows(self, const WindowSet* s, int owners) except -1:
        cdef LineSearch* g = self.g
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
            free(self.g)

    def begin(self, Snapshot snapshot not None):
        """Load the position to be proved."""
        cdef const Position* p = &snapshot.p
        cdef int cell, k
        self.pos.load_free(snapshot)
        memset(&self.at, 0, sizeof(LinePosition))
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
        """Whether the loaded position reaches the goal for the mover: a score of at least the goal if it does, a smaller one
        if not. None if the search was stopped."""
        cdef int left, free_ = count_bits(self.at.empty)
        cdef bint won
        check_range("the goal", goal, -WIN, WIN)
        self.pos.check_ready()
        if self.outcome:
            if self.outcome == DRAW:
                return 0
            return WIN if self.outcome == FIRST_WINS + self.mover else -WIN
        left = min(WIN - goal if goal > 0 else goal + WIN - 1, free_)
        self.pos.acquire()
        won = self.attack(self.mover if goal > 0 else 1 - self.mover, left)
        self.pos.release()
        if atomic_load_i32(&self.g.stop):
            return None
        if not won:
            # Not within this many moves: the bound is the side's next move, if there is one.
            left += 1 + (left + (goal <= 0)) % 2
            won = left <= free_
        if not won:
            return 0
        return WIN - left if goal > 0 else left - WIN

    def pairing(self, int side):
        """A pairing strategy by which a side holds the loaded position, whoever moves; None if none is found."""
        cdef LineSearch* g = self.g
        cdef LineNode* node = &g.line_nodes[0]
        cdef int i, n
        check_side(side)
        self.pos.check_ready()
        n = list_missing(g, self.at.side[1 - side].open, self.at.empty, node.missing)
        g.tries = PAIRING_TRIES_ROOT
        if not has_pairing(g, node.missing, n, 0):
            return None
        n = count_bits(g.paired) >> 1
        return [(lowest_bit(g.pairs[i]), lowest_bit(g.pairs[i] & (g.pairs[i] - 1))) for i in range(n)]

    def candidates(self, int side):
        """Candidate cells for the mover, best first, in the question whether a side completes a line. Not exhaustive."""
        cdef LineSearch* g = self.g
        cdef LineNode* node = &g.line_nodes[0]
        cdef uint64_t found[LINE_WORDS]
        cdef int i, n
        check_side(side)
        self.pos.check_ready()
        for i in (self.mover, 1 - self.mover):
            if windows_lacking(g, &self.at.side[i], 1, found):
                n = lowest_bit(cells_of_windows(g, found) & self.at.empty)
                return [n]
        find_live_windows(g, &self.at, node, side, self.mover == side, 64)
        for i in range(2):
            node.cells[i] = cells_of_windows(g, node.live[i])
        n = list_missing(g, node.live[0], self.at.empty, node.missing)
        n = order_cells(g, &self.at, node, side, self.mover == side, 255, n)
        return [node.cell[i] for i in range(n)]

    def stop(self):
        """Stop a search that runs in another thread."""
        atomic_store_i32(&self.g.stop, 1)

    @property
    def nodes(self):
        return atomic_load_u64(&self.g.nodes)
