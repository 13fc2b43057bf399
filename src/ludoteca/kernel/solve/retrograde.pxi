# Retrograde analysis of all positions of a space (K. Thompson, "Retrograde analysis of certain endgames", 1986).
#
# A value is 16 bits. Until a position is solved it counts the successors not yet known to be lost moves; at zero the
# position is lost. Positions are solved in the order of their depth to win or loss. Only quiet moves are unmade: moves that
# change the material lead to slices solved before, whose values are looked up.

cdef extern from * nogil:
    """
    #if defined(_MSC_VER)
    static __inline int exchange16(uint16_t* at, uint16_t* old, uint16_t wanted)
    {
        short seen = _InterlockedCompareExchange16((volatile short*)at, (short)wanted, (short)*old);
        if ((uint16_t)seen == *old) return 1;
        *old = (uint16_t)seen;
        return 0;
    }
    static __inline uint16_t read16(const uint16_t* at) { return *(volatile const uint16_t*)at; }
    static __inline void set_bit8(uint8_t* at, uint8_t bit) { _InterlockedOr8((volatile char*)at, (char)bit); }
    #else
    static inline int exchange16(uint16_t* at, uint16_t* old, uint16_t wanted)
    {
        return __atomic_compare_exchange_n(at, old, wanted, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    static inline uint16_t read16(const uint16_t* at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
    static inline void set_bit8(uint8_t* at, uint8_t bit) { __atomic_fetch_or(at, bit, __ATOMIC_RELAXED); }
    #endif
    """
    bint exchange16(uint16_t* at, uint16_t* old, uint16_t wanted)
    uint16_t read16(const uint16_t* at)
    void set_bit8(uint8_t* at, uint8_t bit)

cdef enum:
    MAX_SUCCESSORS = 8000    # distinct successors or predecessors of a position

cdef enum:                   # problems
    NO_PROBLEM = 0
    OUTSIDE_SPACE            # a move leads to a position outside the space
    TOO_MANY_SUCCESSORS
    INCONSISTENT             # the game goes on in a position that is over when it is set up

cdef struct Successors:      # successors of a position
    uint64_t low             # ranks being solved: listed in `child`, not looked up
    uint64_t high
    int limit                # values deeper than this count as unknown
    int win                  # depth of the shortest known win, 0 if none
    int loss                 # depth of the longest known loss
    int drawn
    int open                 # successors of unknown value
    int problem
    int many
    uint64_t child[MAX_SUCCESSORS]


cdef inline bint is_known(uint16_t value) noexcept nogil:
    return value >= VALUE_KNOWN


cdef inline void add_index(Successors* b, uint64_t index) noexcept nogil:
    """Add a rank, once."""
    cdef int i
    for i in range(b.many):
        if b.child[i] == index:
            return
    if b.many >= MAX_SUCCESSORS:
        b.problem = TOO_MANY_SUCCESSORS
        return
    b.child[b.many] = index
    b.many += 1


cdef inline void add_value(Successors* b, uint16_t value) noexcept nogil:
    """Account for the value of a successor."""
    cdef int depth = (value & VALUE_PLIES) + 1
    if not is_known(value):
        if value == VALUE_OVER_LOST or value == VALUE_OVER_WON or value == VALUE_OVER_DRAWN or value == VALUE_NOT_CANONICAL:
            b.problem = INCONSISTENT
        b.drawn = 1
    elif depth > b.limit:
        b.open += 1
    elif value & VALUE_WON:
        b.loss = max(b.loss, depth)
    elif b.win == 0 or depth < b.win:
        b.win = depth


cdef void list_successors(const Tables* t, const Space* s, Worker* w, const uint16_t* values, Successors* b, int side) noexcept nogil:
    """All complete moves of the loaded position."""
    cdef int start = w.top, n = generate(t, w), i
    cdef uint32_t arena = w.arena_top
    cdef uint64_t index
    for i in range(start, start + n):
        if b.win == 1 or b.problem:
            break
        make(t, w, &w.actions[i])
        if w.p.s.mid_move:
            list_successors(t, s, w, values, b, side)
        elif w.p.s.outcome == DRAW:
            b.drawn = 1
        elif w.p.s.outcome:
            if w.p.s.outcome == FIRST_WINS + side:
                b.win = 1
            else:
                b.loss = max(b.loss, 1)
        else:
            index = rank_position(t, s, &w.p)
            if index == NO_RANK:
                b.problem = OUTSIDE_SPACE
            elif b.low <= index < b.high:
                add_index(b, index)
            else:
                add_value(b, read16(&values[index]))
        unmake(t, w)
    if w.overflow:
        w.overflow = 0
        b.problem = TOO_MANY_SUCCESSORS
    w.top = start
    w.arena_top = arena


cdef inline void clear_successors(Successors* b, uint64_t low, uint64_t high, int limit) noexcept nogil:
    b.low = low
    b.high = high
    b.limit = limit
    b.win = b.loss = b.drawn = b.open = b.problem = b.many = 0


cdef uint16_t terminal_value(int outcome, int mover) noexcept nogil:
    if outcome == DRAW:
        return VALUE_OVER_DRAWN
    return VALUE_OVER_WON if outcome == FIRST_WINS + mover else VALUE_OVER_LOST


cdef uint16_t load_rank(const Tables* t, const Space* s, Worker* w, const Slice* c, uint64_t index, PieceSets* pieces,
                       int* orbit) noexcept nogil:
    """Load the position with a rank. Returns its value if it is over or not canonical, else 0."""
    unrank_pieces(s, c, index, pieces)
    orbit[0] = orbit_size(s, c, index, pieces)
    if orbit[0] == 0:
        return VALUE_NOT_CANONICAL
    place_pieces(t, w, c, pieces)
    check_ends(t, w, 1 - c.mover, NO_CELL, True, True)
    if w.p.s.outcome == UNFINISHED and t.full_board and w.p.counts[0] == 0:
        conclude(t, &w.p, DRAWN, 0, REASON_FULL_BOARD)
    if w.p.s.outcome:
        return terminal_value(w.p.s.outcome, c.mover)
    return 0


cdef uint16_t value_of_successors(const Tables* t, Worker* w, Successors* b) noexcept nogil:
    """Value of the loaded position from its successors."""
    if b.win:
        return <uint16_t>(VALUE_KNOWN | VALUE_WON | b.win)
    if b.many + b.open == 0 and b.loss == 0 and not b.drawn:
        resolve_no_move(t, w)
        if w.p.s.outcome == DRAW:
            return VALUE_OVER_DRAWN
        return VALUE_KNOWN | VALUE_WON if w.p.s.outcome == FIRST_WINS + w.p.s.mover else VALUE_KNOWN
    if b.drawn:
        return VALUE_SAFE
    if b.many + b.open == 0:
        return <uint16_t>(VALUE_KNOWN | b.loss)
    return <uint16_t>(b.many + b.open)


# -- unmoves ------------------------------------------------------------------------------------------

cdef bint leads_to(const Tables* t, const Space* s, Worker* w, uint64_t before, uint64_t index, Successors* b) noexcept nogil:
    """Whether a legal move leads from one position to another."""
    cdef PieceSets pieces
    cdef int i, orbit
    cdef const Slice* c = slice_at(s, before)
    if load_rank(t, s, w, c, before, &pieces, &orbit):
        return False
    clear_successors(b, 0, NO_RANK, VALUE_PLIES)
    list_successors(t, s, w, NULL, b, c.mover)
    for i in range(b.many):
        if b.child[i] == index:
            return True
    # A win in one ends the list, but such a position is solved already.
    return False


cdef void list_predecessors(const Tables* t, const Space* s, Worker* w, const Unmoves* all_unmoves, const uint16_t* values,
                    const Slice* c, uint64_t index, const PieceSets* pieces, Successors* found, Successors* spare) noexcept nogil:
    """Positions from which a quiet move leads to this one; finished ones are left out."""
    cdef int side = 1 - c.mover, i, k, to
    cdef const Slice* before = slice_by_key(s, predecessor_key(s, c))
    cdef const Unmoves* unmoves = &all_unmoves[c.stage[side] * 2 + side]
    cdef const UnmoveRule* r
    cdef bint swapped = s.swaps
    cdef uint64_t held = 0, bits, origin, other
    cdef uint16_t value
    cdef PieceSets was = pieces[0]
    found.many = 0
    found.problem = NO_PROBLEM
    if before == NULL:
        return
    for i in range(c.codes):
        held |= pieces.by[c.order[i]]
    for i in range(unmoves.rules):
        r = &unmoves.rule[i]
        bits = pieces.by[r.code] if c.count[r.code] else 0
        while bits:
            to = lowest_bit(bits)
            bits &= bits - 1
            for k in range(r.first[to], r.first[to + 1]):
                origin = <uint64_t>1 << r.origin[k]
                if (origin | r.between[k]) & held:
                    continue
                was.by[r.code] = pieces.by[r.code] ^ origin ^ (<uint64_t>1 << to)
                other = rank_in(s, before, &was, swapped)
                value = read16(&values[other])
                if VALUE_OVER_LOST <= value < VALUE_KNOWN or value == VALUE_KNOWN | VALUE_WON | 1:
                    continue
                if r.check and not leads_to(t, s, w, other, index, spare):
                    continue
                add_index(found, other)
        was.by[r.code] = pieces.by[r.code]
    if unmoves.passing:
        other = rank_in(s, before, pieces, swapped)
        value = read16(&values[other])
        if not (VALUE_OVER_LOST <= value < VALUE_KNOWN or value == VALUE_KNOWN | VALUE_WON | 1) and leads_to(t, s, w, other, index, spare):
            add_index(found, other)


cdef inline uint64_t predecessor_key(const Space* s, const Slice* c) noexcept nogil:
    """Key of the slice with the same material and the other side to move."""
    cdef uint64_t key = 0
    cdef int i, side, kind
    for i in range(c.codes):
        key += s.mark_count[s.swaps][c.order[i]] * <uint64_t>c.count[c.order[i]]
    for side in range(2):
        for kind in range(MAX_KINDS):
            key += s.mark_hand[s.swaps][side][kind] * <uint64_t>c.hand[side][kind]
    if not s.swaps and c.mover == 0:
        key += s.mark_mover
    return key + s.mark_stalled * <uint64_t>c.stalled + s.mark_clock * <uint64_t>c.clock


cdef int longest_loss(const Tables* t, const Space* s, Worker* w, const uint16_t* values, uint64_t index,
                      uint64_t low, uint64_t high, Successors* b) noexcept nogil:
    """Depth of the longest loss among moves that leave the slices being solved."""
    cdef PieceSets pieces
    cdef int orbit
    cdef const Slice* c = slice_at(s, index)
    load_rank(t, s, w, c, index, &pieces, &orbit)
    clear_successors(b, low, high, VALUE_PLIES)
    list_successors(t, s, w, values, b, c.mover)
    return b.loss


cdef int mark_won(uint16_t* values, uint64_t index, int depth) noexcept nogil:
    """Mark a position as won in at most `depth` plies. Whether its value changed."""
    cdef uint16_t old = read16(&values[index])
    while True:
        if VALUE_OVER_LOST <= old < VALUE_KNOWN or (is_known(old) and (not old & VALUE_WON or (old & VALUE_PLIES) <= depth)):
            return 0
        if exchange16(&values[index], &old, <uint16_t>(VALUE_KNOWN | VALUE_WON | depth)):
            return 1


cdef int count_down(const Tables* t, const Space* s, Worker* w, uint16_t* values, uint64_t index, int depth,
                    uint64_t low, uint64_t high, Successors* b) noexcept nogil:
    """One successor more is a lost move. Whether the position is lost now."""
    cdef uint16_t old = read16(&values[index]), new
    while True:
        if old >= VALUE_SAFE or old == 0:
            return 0
        new = old - 1
        if new == 0:
            if slice_at(s, index).outside:
                depth = max(depth, longest_loss(t, s, w, values, index, low, high, b))
            new = <uint16_t>(VALUE_KNOWN | depth)
        if exchange16(&values[index], &old, new):
            return is_known(new)


# -- Python binding -----------------------------------------------------------------------------------

cdef class RetrogradeSolver:
    """Solves ranges of ranks in a table of values that threads share, without the GIL: each thread has a solver of its own,
    and calls of one solver at the same time raise `ConcurrentUse`. Methods return counts, the last of which is a problem
    (0 = none). Ranks and bitmaps out of range raise ValueError."""

    cdef MutablePosition pos
    cdef Ranking ranking
    cdef unsigned char[::1] data               # keeps the buffer from being resized or closed
    cdef uint16_t* values
    cdef Successors* successors
    cdef Successors* spare

    def __cinit__(self, Ranking ranking not None, table not None):
        cdef unsigned char[::1] view = table
        if <uint64_t>view.shape[0] < 2 * ranking.s.total:
            raise LimitExceeded("limit.internal", problem="a table of values is too small for its positions")
        self.ranking = ranking
        self.pos = MutablePosition(ranking.rules)
        self.data = view
        if ranking.s.total:
            check_alignment(<size_t>&view[0])
            self.values = <uint16_t*>&view[0]
        self.successors = <Successors*>calloc(1, sizeof(Successors))
        self.spare = <Successors*>calloc(1, sizeof(Successors))
        if self.successors == NULL or self.spare == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.successors)
        free(self.spare)

    cdef int check_ranks(self, uint64_t first, uint64_t last) except -1:
        if not first <= last <= self.ranking.s.total:
            raise ValueError(f"ranks from {first} to {last} are not among {self.ranking.s.total}")
        return 0

    cdef int begin(self, uint64_t first, uint64_t last) except -1:
        """Claim the solver for a call over a range of ranks."""
        self.check_ranks(first, last)
        return self.pos.acquire()

    cdef int check_bitmap(self, const unsigned char[::1] bits) except -1:
        if bits is not None and <uint64_t>bits.shape[0] < (self.ranking.s.total + 7) // 8:
            raise ValueError("a bitmap is too small for its ranks")
        return 0

    def initialize(self, uint64_t first, uint64_t last, uint64_t low, uint64_t high):
        """Initialize values; ranks from `low` to `high` are solved together."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef Successors* b = self.successors
        cdef const Slice* c
        cdef PieceSets pieces
        cdef uint64_t index, known = 0
        cdef uint16_t value
        cdef int orbit, problem = NO_PROBLEM
        self.begin(first, last)
        with nogil:
            for index in range(first, last):
                c = slice_at(s, index)
                value = load_rank(t, s, w, c, index, &pieces, &orbit)
                if value == 0:
                    clear_successors(b, low, high, VALUE_PLIES)
                    list_successors(t, s, w, self.values, b, c.mover)
                    problem = b.problem
                    if problem:
                        break
                    value = value_of_successors(t, w, b)
                    known += is_known(value)
                self.values[index] = value
        self.pos.release()
        return known, problem

    def propagate(self, int depth, uint64_t first, uint64_t last, uint64_t low, uint64_t high):
        """Propagate the values of a depth to the predecessors. Returns how many positions have that depth, and how many a larger
        one."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef Successors* b = self.successors
        cdef const Slice* c
        cdef PieceSets pieces
        cdef uint64_t index, here = 0, later = 0
        cdef uint16_t value
        cdef int i, problem = NO_PROBLEM
        check_range("the depth", depth, 0, VALUE_PLIES - 1)
        self.begin(first, last)
        with nogil:
            for index in range(first, last):
                value = read16(&self.values[index])
                if not is_known(value) or (value & VALUE_PLIES) < depth:
                    continue
                if (value & VALUE_PLIES) > depth:
                    later += 1
                    continue
                here += 1
                c = slice_at(s, index)
                unrank_pieces(s, c, index, &pieces)
                list_predecessors(t, s, w, self.ranking.unmoves, self.values, c, index, &pieces, b, self.spare)
                problem = b.problem
                if problem:
                    break
                for i in range(b.many):
                    if value & VALUE_WON:
                        later += count_down(t, s, w, self.values, b.child[i], depth + 1, low, high, self.spare)
                    else:
                        later += mark_won(self.values, b.child[i], depth + 1)
        self.pos.release()
        return here, later, problem

    def sweep(self, int depth, uint64_t first, uint64_t last):
        """As `propagate`, by a forward pass over all positions, where moves cannot be unmade. Returns how many positions have
        this depth, and how many a larger one."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef Successors* b = self.successors
        cdef const Slice* c
        cdef PieceSets pieces
        cdef uint64_t index, here = 0, later = 0
        cdef uint16_t value
        cdef int orbit, problem = NO_PROBLEM
        check_range("the depth", depth, 0, VALUE_PLIES - 1)
        self.begin(first, last)
        with nogil:
            for index in range(first, last):
                value = self.values[index]
                if VALUE_OVER_LOST <= value < VALUE_KNOWN:
                    continue
                if is_known(value) and (value & VALUE_PLIES) <= depth:
                    here += (value & VALUE_PLIES) == depth
                    continue
                c = slice_at(s, index)
                if load_rank(t, s, w, c, index, &pieces, &orbit):
                    continue
                clear_successors(b, 0, 0, depth)
                list_successors(t, s, w, self.values, b, c.mover)
                problem = b.problem
                if problem:
                    break
                if b.win == depth:
                    self.values[index] = <uint16_t>(VALUE_KNOWN | VALUE_WON | depth)
                    here += 1
                elif not b.win and not b.drawn and b.open == 0 and b.loss == depth:
                    self.values[index] = <uint16_t>(VALUE_KNOWN | depth)
                    here += 1
                else:
                    later += is_known(value)
        self.pos.release()
        return here, later, problem

    # -- results --------------------------------------------------------------------------------------

    def mark_terminal(self, uint64_t first, uint64_t last):
        """Mark the positions that are over or not canonical, overwriting their values."""
        cdef const Space* s = self.ranking.s
        cdef PieceSets pieces
        cdef uint64_t index
        cdef uint16_t value
        cdef int orbit
        self.begin(first, last)
        with nogil:
            for index in range(first, last):
                value = load_rank(self.ranking.rules.t, s, self.pos.w, slice_at(s, index), index, &pieces, &orbit)
                if value:
                    self.values[index] = value
        self.pos.release()

    def verify(self, uint64_t first, uint64_t last):
        """Verify every value against those of its successors, independently of how it was found. Returns how many positions were
        checked, how many are wrong, the first wrong rank, and a problem."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef Successors* b = self.successors
        cdef const Slice* c
        cdef PieceSets pieces
        cdef uint64_t index, held = 0, wrong = 0, first_wrong = 0
        cdef uint16_t value, found
        cdef int orbit, problem = NO_PROBLEM
        self.begin(first, last)
        with nogil:
            for index in range(first, last):
                value = self.values[index]
                if VALUE_OVER_LOST <= value < VALUE_KNOWN and value != VALUE_OVER_DRAWN:
                    continue
                c = slice_at(s, index)
                if load_rank(t, s, w, c, index, &pieces, &orbit):
                    continue
                clear_successors(b, 0, 0, VALUE_PLIES)
                list_successors(t, s, w, self.values, b, c.mover)
                problem = b.problem
                if problem:
                    break
                found = value_of_successors(t, w, b)
                if not is_known(found):
                    found = 0
                if not is_known(value):
                    value = 0
                held += 1
                if found != value:
                    if wrong == 0:
                        first_wrong = index
                    wrong += 1
        self.pos.release()
        return held, wrong, first_wrong, problem

    def count(self, uint64_t first, uint64_t last, bytearray numbers not None, among=None):
        """Add the number of positions of each value to 65,536 64-bit counters, counting all symmetric images. `among` is a
        bitmap of the ranks to count."""
        cdef const Space* s = self.ranking.s
        cdef unsigned char[::1] counters = numbers
        cdef uint64_t* counts
        cdef const unsigned char[::1] bits = among
        cdef PieceSets pieces
        cdef uint64_t index
        cdef const Slice* c
        cdef uint16_t value
        cdef bint picking = among is not None
        if counters.shape[0] != 65536 * sizeof(uint64_t):
            raise LimitExceeded("limit.internal", problem="there must be 65536 numbers")
        counts = <uint64_t*>&counters[0]
        self.check_bitmap(bits)
        self.begin(first, last)
        with nogil:
            for index in range(first, last):
                if picking and not bits[index >> 3] >> (index & 7) & 1:
                    continue
                value = self.values[index]
                if value == VALUE_NOT_CANONICAL:
                    continue
                c = slice_at(s, index)
                unrank_pieces(s, c, index, &pieces)
                counts[value if value >= VALUE_OVER_LOST else 0] += orbit_size(s, c, index, &pieces)
        self.pos.release()

    def expand(self, uint64_t first, uint64_t last, seen not None, done not None):
        """Breadth-first expansion: mark the successors of all ranks that are seen but not done. Returns their number. Both are
        bitmaps."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef unsigned char[::1] marks = seen
        cdef unsigned char[::1] finished = done
        cdef PieceSets pieces
        cdef uint64_t index, here = 0
        cdef int orbit
        self.check_bitmap(marks)
        self.check_bitmap(finished)
        self.begin(first, last)
        with nogil:
            for index in range(first, last):
                if not (marks[index >> 3] & ~finished[index >> 3]) >> (index & 7) & 1:
                    continue
                here += 1
                set_bit8(&finished[index >> 3], <uint8_t>(1 << (index & 7)))
                if load_rank(t, s, w, slice_at(s, index), index, &pieces, &orbit) == 0:
                    mark_successors(t, s, w, &marks[0])
        self.pos.release()
        return here

    def find(self, uint64_t first, uint64_t last, uint16_t value, among=None):
        """The first rank with a value; None if there is none."""
        cdef const unsigned char[::1] bits = among
        cdef uint64_t index
        self.check_bitmap(bits)
        self.check_ranks(first, last)
        for index in range(first, last):
            if self.values[index] == value and (bits is None or bits[index >> 3] >> (index & 7) & 1):
                return index
        return None

    def pack(self, uint64_t first, uint64_t last, const unsigned char[::1] symbols not None):
        """Values as symbols of one byte; ranks that are never probed repeat the preceding symbol, for compression."""
        cdef uint64_t index
        cdef uint16_t value
        cdef uint8_t symbol = 0
        cdef bytes packed
        cdef unsigned char* out
        if symbols.shape[0] < 65536:
            raise ValueError("there must be a symbol for each of 65536 values")
        self.check_ranks(first, last)
        packed = bytes(last - first)
        out = <unsigned char*><char*>packed
        self.begin(first, last)
        with nogil:
            for index in range(first, last):
                value = self.values[index]
                if value < VALUE_OVER_LOST or value >= VALUE_KNOWN:
                    symbol = symbols[value if is_known(value) else 0]
                out[index - first] = symbol
        self.pos.release()
        return packed

    def unpack(self, uint64_t first, const unsigned char[::1] packed not None, tuple values not None):
        """Inverse of `pack`."""
        cdef uint16_t known[256]
        cdef Py_ssize_t i
        check_range("the number of symbols", len(values), 0, 256)
        memset(known, 0, sizeof(known))
        for i, value in enumerate(values):
            known[i] = value
        if first > self.ranking.s.total or <uint64_t>packed.shape[0] > self.ranking.s.total - first:
            raise ValueError("there are more packed values than ranks")
        for i in range(packed.shape[0]):
            self.values[first + i] = known[packed[i]]


cdef void mark_successors(const Tables* t, const Space* s, Worker* w, uint8_t* marks) noexcept nogil:
    """Mark every successor inside the space."""
    cdef int start = w.top, n = generate(t, w), i
    cdef uint32_t arena = w.arena_top
    cdef uint64_t index
    for i in range(start, start + n):
        make(t, w, &w.actions[i])
        if w.p.s.mid_move:
            mark_successors(t, s, w, marks)
        else:
            index = rank_position(t, s, &w.p)
            if index != NO_RANK and not marks[index >> 3] >> (index & 7) & 1:
                set_bit8(&marks[index >> 3], <uint8_t>(1 << (index & 7)))
        unmake(t, w)
    w.top = start
    w.arena_top = arena
