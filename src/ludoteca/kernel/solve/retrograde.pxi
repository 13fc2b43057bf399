# Values worked out backwards from the ends, for all positions of a space at once.
#
# A value is one word of 16 bits. While a position is open, it says how many of its successors are not yet known to
# be lost for the one who goes there; when the last of them is known, the position is lost. Positions are settled in
# the order of their distance to the end. Only quiet moves are ever taken back: whatever changes the material leads
# to slices that were solved before, and is looked up.

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
    MAX_BROOD = 8000         # different successors, or predecessors, of one position

cdef enum:                   # what can be wrong
    FINE = 0
    STRAYED                  # a move led to a position outside the space
    TOO_WIDE                 # a position has too many successors
    OTHERWISE                # the game goes on in a position that is over when it is set up

cdef struct Brood:           # the successors of a position
    uint64_t low             # positions from here to there are open: they are listed, not looked up
    uint64_t high
    int limit                # looked up, but not yet settled at this distance
    int win                  # the fewest moves to a win that is known, 0 if none is
    int loss                 # the most moves among ways to lose
    int drawn
    int open                 # successors of which nothing is known
    int problem
    int many
    uint64_t child[MAX_BROOD]


cdef inline bint is_known(uint16_t value) noexcept nogil:
    return value >= VALUE_KNOWN


cdef inline void add_child(Brood* b, uint64_t index) noexcept nogil:
    """Enter a successor, once."""
    cdef int i
    for i in range(b.many):
        if b.child[i] == index:
            return
    if b.many >= MAX_BROOD:
        b.problem = TOO_WIDE
        return
    b.child[b.many] = index
    b.many += 1


cdef inline void look_up(Brood* b, uint16_t value) noexcept nogil:
    """What a successor's value means for the one who goes there."""
    cdef int far = (value & VALUE_PLIES) + 1
    if not is_known(value):
        if value == VALUE_OVER_LOST or value == VALUE_OVER_WON or value == VALUE_OVER_DRAWN or value == VALUE_NOT_CANONICAL:
            b.problem = OTHERWISE
        b.drawn = 1
    elif far > b.limit:
        b.open += 1
    elif value & VALUE_WON:
        b.loss = max(b.loss, far)
    elif b.win == 0 or far < b.win:
        b.win = far


cdef void breed(const Tables* t, const Space* s, Worker* w, const uint16_t* values, Brood* b, int side) noexcept nogil:
    """All complete moves of the loaded position, action by action."""
    cdef int start = w.top, n = generate(t, w), i
    cdef uint32_t arena = w.arena_top
    cdef uint64_t index
    for i in range(start, start + n):
        if b.win == 1 or b.problem:
            break
        make(t, w, &w.actions[i])
        if w.p.s.mid_move:
            breed(t, s, w, values, b, side)
        elif w.p.s.outcome == DRAW:
            b.drawn = 1
        elif w.p.s.outcome:
            if w.p.s.outcome == FIRST_WINS + side:
                b.win = 1
            else:
                b.loss = max(b.loss, 1)
        else:
            index = index_of(t, s, &w.p)
            if index == NO_INDEX:
                b.problem = STRAYED
            elif b.low <= index < b.high:
                add_child(b, index)
            else:
                look_up(b, read16(&values[index]))
        unmake(t, w)
    if w.overflow:
        w.overflow = 0
        b.problem = TOO_WIDE
    w.top = start
    w.arena_top = arena


cdef inline void clear_brood(Brood* b, uint64_t low, uint64_t high, int limit) noexcept nogil:
    b.low = low
    b.high = high
    b.limit = limit
    b.win = b.loss = b.drawn = b.open = b.problem = b.many = 0


cdef uint16_t over_value(int outcome, int mover) noexcept nogil:
    if outcome == DRAW:
        return VALUE_OVER_DRAWN
    return VALUE_OVER_WON if outcome == FIRST_WINS + mover else VALUE_OVER_LOST


cdef uint16_t stand_at(const Tables* t, const Space* s, Worker* w, const Slice* c, uint64_t index, Men* men,
                       int* copies) noexcept nogil:
    """Load the position with an index. Its value if it is over or stands for nobody, else 0."""
    men_at(s, c, index, men)
    copies[0] = copies_of(s, c, index, men)
    if copies[0] == 0:
        return VALUE_NOT_CANONICAL
    stand(t, w, c, men)
    check_ends(t, w, 1 - c.mover, NO_CELL, True, True)
    if w.p.s.outcome == UNFINISHED and t.full_board and w.p.counts[0] == 0:
        conclude(t, &w.p, DRAWN, 0, REASON_FULL_BOARD)
    if w.p.s.outcome:
        return over_value(w.p.s.outcome, c.mover)
    return 0


cdef uint16_t value_from(const Tables* t, Worker* w, Brood* b) noexcept nogil:
    """The value that follows from the successors of the loaded position."""
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


# -- backwards ----------------------------------------------------------------------------------------

cdef bint leads_to(const Tables* t, const Space* s, Worker* w, uint64_t before, uint64_t index, Brood* b) noexcept nogil:
    """Whether a legal move leads from one position to another."""
    cdef Men men
    cdef int i, copies
    cdef const Slice* c = slice_at(s, before)
    if stand_at(t, s, w, c, before, &men, &copies):
        return False
    clear_brood(b, 0, NO_INDEX, VALUE_PLIES)
    breed(t, s, w, NULL, b, c.mover)
    for i in range(b.many):
        if b.child[i] == index:
            return True
    # A win at once ends the listing; such a position is won in one move anyway.
    return False


cdef void hark_back(const Tables* t, const Space* s, Worker* w, const Back* backs, const uint16_t* values,
                    const Slice* c, uint64_t index, const Men* men, Brood* found, Brood* spare) noexcept nogil:
    """Positions from which a quiet move leads to this one, each once; those that are over are left out."""
    cdef int side = 1 - c.mover, i, k, to
    cdef const Slice* before = slice_by_key(s, key_before(s, c))
    cdef const Back* back = &backs[c.stage[side] * 2 + side]
    cdef const BackRule* r
    cdef bint swapped = s.swaps
    cdef uint64_t held = 0, bits, origin, other
    cdef uint16_t value
    cdef Men was = men[0]
    found.many = 0
    found.problem = FINE
    if before == NULL:
        return
    for i in range(c.codes):
        held |= men.by[c.order[i]]
    for i in range(back.rules):
        r = &back.rule[i]
        bits = men.by[r.code] if c.count[r.code] else 0
        while bits:
            to = lowest_bit(bits)
            bits &= bits - 1
            for k in range(r.first[to], r.first[to + 1]):
                origin = <uint64_t>1 << r.origin[k]
                if (origin | r.between[k]) & held:
                    continue
                was.by[r.code] = men.by[r.code] ^ origin ^ (<uint64_t>1 << to)
                other = index_in(s, before, &was, swapped)
                value = read16(&values[other])
                if VALUE_OVER_LOST <= value < VALUE_KNOWN or value == VALUE_KNOWN | VALUE_WON | 1:
                    continue
                if r.check and not leads_to(t, s, w, other, index, spare):
                    continue
                add_child(found, other)
        was.by[r.code] = men.by[r.code]
    if back.passing:
        other = index_in(s, before, men, swapped)
        value = read16(&values[other])
        if not (VALUE_OVER_LOST <= value < VALUE_KNOWN or value == VALUE_KNOWN | VALUE_WON | 1) and leads_to(t, s, w, other, index, spare):
            add_child(found, other)


cdef inline uint64_t key_before(const Space* s, const Slice* c) noexcept nogil:
    """The key of the slice with the same material, when it was the other side's turn."""
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
                      uint64_t low, uint64_t high, Brood* b) noexcept nogil:
    """The most moves among the ways to lose that lead out of the open positions."""
    cdef Men men
    cdef int copies
    cdef const Slice* c = slice_at(s, index)
    stand_at(t, s, w, c, index, &men, &copies)
    clear_brood(b, low, high, VALUE_PLIES)
    breed(t, s, w, values, b, c.mover)
    return b.loss


cdef int tell_winner(uint16_t* values, uint64_t index, int far) noexcept nogil:
    """A position is won in so many moves at most. Whether that is news."""
    cdef uint16_t old = read16(&values[index])
    while True:
        if VALUE_OVER_LOST <= old < VALUE_KNOWN or (is_known(old) and (not old & VALUE_WON or (old & VALUE_PLIES) <= far)):
            return 0
        if exchange16(&values[index], &old, <uint16_t>(VALUE_KNOWN | VALUE_WON | far)):
            return 1


cdef int tell_loser(const Tables* t, const Space* s, Worker* w, uint16_t* values, uint64_t index, int far,
                    uint64_t low, uint64_t high, Brood* b) noexcept nogil:
    """One way fewer not to lose. Whether the position is lost now."""
    cdef uint16_t old = read16(&values[index]), new
    while True:
        if old >= VALUE_SAFE or old == 0:
            return 0
        new = old - 1
        if new == 0:
            if slice_at(s, index).outside:
                far = max(far, longest_loss(t, s, w, values, index, low, high, b))
            new = <uint16_t>(VALUE_KNOWN | far)
        if exchange16(&values[index], &old, new):
            return is_known(new)


# -- the door -----------------------------------------------------------------------------------------

cdef class RetrogradeSolver:
    """One worker on a table of values, which others share. What it does to a range of indices, it does without
    holding Python up; what it returns are counts, the last of them a problem (0 = none)."""

    cdef MutablePosition pos
    cdef Ranking ranking
    cdef object table
    cdef uint16_t* values
    cdef Brood* brood
    cdef Brood* spare

    def __cinit__(self, Ranking ranking, table):
        cdef unsigned char[::1] view = table
        if <uint64_t>view.shape[0] < 2 * ranking.s.total:
            raise LimitExceeded("limit.internal", problem="a table of values is too small for its positions")
        self.ranking = ranking
        self.pos = MutablePosition(ranking.rules)
        self.table = table
        self.values = <uint16_t*>&view[0] if ranking.s.total else NULL
        self.brood = <Brood*>calloc(1, sizeof(Brood))
        self.spare = <Brood*>calloc(1, sizeof(Brood))
        if self.brood == NULL or self.spare == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.brood)
        free(self.spare)

    def initialize(self, uint64_t first, uint64_t last, uint64_t low, uint64_t high):
        """What can be said of positions at sight; those from `low` to `high` are solved together."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef Brood* b = self.brood
        cdef const Slice* c
        cdef Men men
        cdef uint64_t index, known = 0
        cdef uint16_t value
        cdef int copies, problem = FINE
        with nogil:
            for index in range(first, last):
                c = slice_at(s, index)
                value = stand_at(t, s, w, c, index, &men, &copies)
                if value == 0:
                    clear_brood(b, low, high, VALUE_PLIES)
                    breed(t, s, w, self.values, b, c.mover)
                    problem = b.problem
                    if problem:
                        break
                    value = value_from(t, w, b)
                    known += is_known(value)
                self.values[index] = value
        return known, problem

    def propagate(self, int far, uint64_t first, uint64_t last, uint64_t low, uint64_t high):
        """Tell the predecessors of all positions settled at a distance. How many there were, and how many are
        settled further off."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef Brood* b = self.brood
        cdef const Slice* c
        cdef Men men
        cdef uint64_t index, here = 0, later = 0
        cdef uint16_t value
        cdef int i, problem = FINE
        with nogil:
            for index in range(first, last):
                value = read16(&self.values[index])
                if not is_known(value) or (value & VALUE_PLIES) < far:
                    continue
                if (value & VALUE_PLIES) > far:
                    later += 1
                    continue
                here += 1
                c = slice_at(s, index)
                men_at(s, c, index, &men)
                hark_back(t, s, w, self.ranking.backs, self.values, c, index, &men, b, self.spare)
                problem = b.problem
                if problem:
                    break
                for i in range(b.many):
                    if value & VALUE_WON:
                        later += tell_loser(t, s, w, self.values, b.child[i], far + 1, low, high, self.spare)
                    else:
                        later += tell_winner(self.values, b.child[i], far + 1)
        return here, later, problem

    def sweep(self, int far, uint64_t first, uint64_t last):
        """The same forwards, where moves cannot be taken back: what is settled at a distance, from what is
        settled nearer. How many were settled, and how many are settled further off."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef Brood* b = self.brood
        cdef const Slice* c
        cdef Men men
        cdef uint64_t index, here = 0, later = 0
        cdef uint16_t value
        cdef int copies, problem = FINE
        with nogil:
            for index in range(first, last):
                value = self.values[index]
                if VALUE_OVER_LOST <= value < VALUE_KNOWN:
                    continue
                if is_known(value) and (value & VALUE_PLIES) <= far:
                    here += (value & VALUE_PLIES) == far
                    continue
                c = slice_at(s, index)
                if stand_at(t, s, w, c, index, &men, &copies):
                    continue
                clear_brood(b, 0, 0, far)
                breed(t, s, w, self.values, b, c.mover)
                problem = b.problem
                if problem:
                    break
                if b.win == far:
                    self.values[index] = <uint16_t>(VALUE_KNOWN | VALUE_WON | far)
                    here += 1
                elif not b.win and not b.drawn and b.open == 0 and b.loss == far:
                    self.values[index] = <uint16_t>(VALUE_KNOWN | far)
                    here += 1
                else:
                    later += is_known(value)
        return here, later, problem

    # -- what has become known ------------------------------------------------------------------------

    def mark_terminal(self, uint64_t first, uint64_t last):
        """Write down, over whatever stands there, which positions are over or stand for nobody."""
        cdef const Space* s = self.ranking.s
        cdef Men men
        cdef uint64_t index
        cdef uint16_t value
        cdef int copies
        with nogil:
            for index in range(first, last):
                value = stand_at(self.ranking.rules.t, s, self.pos.w, slice_at(s, index), index, &men, &copies)
                if value:
                    self.values[index] = value

    def verify(self, uint64_t first, uint64_t last):
        """Hold every value against those of the successors, forwards and without regard to how it was found.
        How many positions were held, how many of them are wrong, the first wrong index, and a problem."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef Brood* b = self.brood
        cdef const Slice* c
        cdef Men men
        cdef uint64_t index, held = 0, wrong = 0, first_wrong = 0
        cdef uint16_t value, found
        cdef int copies, problem = FINE
        with nogil:
            for index in range(first, last):
                value = self.values[index]
                if VALUE_OVER_LOST <= value < VALUE_KNOWN and value != VALUE_OVER_DRAWN:
                    continue
                c = slice_at(s, index)
                if stand_at(t, s, w, c, index, &men, &copies):
                    continue
                clear_brood(b, 0, 0, VALUE_PLIES)
                breed(t, s, w, self.values, b, c.mover)
                problem = b.problem
                if problem:
                    break
                found = value_from(t, w, b)
                if not is_known(found):
                    found = 0
                if not is_known(value):
                    value = 0
                held += 1
                if found != value:
                    if wrong == 0:
                        first_wrong = index
                    wrong += 1
        return held, wrong, first_wrong, problem

    def count(self, uint64_t first, uint64_t last, bytearray numbers, among=None):
        """Add to 65,536 numbers of 64 bits, by value, how many positions have it; all images of each counted.
        `among` is a set of indices as bits: only those."""
        cdef const Space* s = self.ranking.s
        cdef uint64_t* counts = <uint64_t*><char*>numbers
        cdef unsigned char[::1] bits = among
        cdef Men men
        cdef uint64_t index
        cdef const Slice* c
        cdef uint16_t value
        cdef bint picking = among is not None
        if len(numbers) != 65536 * sizeof(uint64_t):
            raise LimitExceeded("limit.internal", problem="there must be 65536 numbers")
        with nogil:
            for index in range(first, last):
                if picking and not bits[index >> 3] >> (index & 7) & 1:
                    continue
                value = self.values[index]
                if value == VALUE_NOT_CANONICAL:
                    continue
                c = slice_at(s, index)
                men_at(s, c, index, &men)
                counts[value if value >= VALUE_OVER_LOST else 0] += copies_of(s, c, index, &men)

    def expand(self, uint64_t first, uint64_t last, seen, done):
        """Of the positions that are seen and not yet done: see their successors. How many there were. Both are
        sets of indices as bits."""
        cdef const Tables* t = self.ranking.rules.t
        cdef const Space* s = self.ranking.s
        cdef Worker* w = self.pos.w
        cdef unsigned char[::1] marks = seen
        cdef unsigned char[::1] finished = done
        cdef Men men
        cdef uint64_t index, here = 0
        cdef int copies
        with nogil:
            for index in range(first, last):
                if not (marks[index >> 3] & ~finished[index >> 3]) >> (index & 7) & 1:
                    continue
                here += 1
                set_bit8(&finished[index >> 3], <uint8_t>(1 << (index & 7)))
                if stand_at(t, s, w, slice_at(s, index), index, &men, &copies) == 0:
                    see_onward(t, s, w, &marks[0])
        return here

    def find(self, uint64_t first, uint64_t last, uint16_t value, among=None):
        """The first index with a value; None if there is none."""
        cdef unsigned char[::1] bits = among
        cdef uint64_t index
        for index in range(first, last):
            if self.values[index] == value and (bits is None or bits[index >> 3] >> (index & 7) & 1):
                return index
        return None

    def pack(self, uint64_t first, uint64_t last, const unsigned char[::1] letters):
        """Values as letters of one byte, as `letters` tells them; what nobody will ask for repeats what stands
        before it."""
        cdef uint64_t index
        cdef uint16_t value
        cdef uint8_t letter = 0
        cdef bytes packed = bytes(last - first)
        cdef unsigned char* out = <unsigned char*><char*>packed
        with nogil:
            for index in range(first, last):
                value = self.values[index]
                if value < VALUE_OVER_LOST or value >= VALUE_KNOWN:
                    letter = letters[value if is_known(value) else 0]
                out[index - first] = letter
        return packed

    def unpack(self, uint64_t first, const unsigned char[::1] packed, tuple values):
        """The reverse: letters become values again."""
        cdef uint16_t known[256]
        cdef Py_ssize_t i
        for i, value in enumerate(values):
            known[i] = value
        for i in range(packed.shape[0]):
            self.values[first + i] = known[packed[i]]


cdef void see_onward(const Tables* t, const Space* s, Worker* w, uint8_t* marks) noexcept nogil:
    """See every position that a move leads to, and that is one of the space's."""
    cdef int start = w.top, n = generate(t, w), i
    cdef uint32_t arena = w.arena_top
    cdef uint64_t index
    for i in range(start, start + n):
        make(t, w, &w.actions[i])
        if w.p.s.mid_move:
            see_onward(t, s, w, marks)
        else:
            index = index_of(t, s, &w.p)
            if index != NO_INDEX and not marks[index >> 3] >> (index & 7) & 1:
                set_bit8(&marks[index >> 3], <uint8_t>(1 << (index & 7)))
        unmake(t, w)
    w.top = start
    w.arena_top = arena
