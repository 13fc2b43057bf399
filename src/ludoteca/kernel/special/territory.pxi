# Territory games (Amazons): a piece moves over empty cells and shoots an arrow, the cell it hits is blocked for good, and a
# side that cannot move loses. Every move fills one cell of the connected region of its piece, so where a region belongs to
# one side, its moves can be counted and nobody can take them away.

cdef enum:
    MAX_TERRITORY_MOVES = 1 << 17      # moves of all positions on the path
    MOVE_COUNT_SLOTS = 1 << 16
    MOVE_COUNT_NODES = 400   # limit of one count
    TERRITORY_CODES = 3      # own pieces, the opponent's, empty cells

cdef struct TerritoryPosition:         # from the mover's point of view
    uint64_t own
    uint64_t other
    uint64_t free

cdef struct TerritoryMove:   # a move with its arrow
    TerritoryPosition to     # the position after it, from the next mover's point of view
    uint64_t place           # … and its canonical key
    uint64_t check

cdef struct TerritoryEntry:  # as ProofEntry
    uint64_t check
    uint64_t data            # whether the mover wins; eight bits of work

cdef struct MoveCount:       # cache: the most moves of pieces alone in their region
    uint64_t pieces
    uint64_t free
    uint64_t most

cdef struct TerritorySearch:
    ProofTable* table
    MoveCount* move_counts
    TerritoryMove* moves
    uint64_t* order          # of the pending moves: opponent's mobility, index
    int pending
    int move                 # rules of moving and shooting
    int shoot
    int images
    uint64_t* keys           # [cell][code][symmetry], then the same for the verification key
    uint64_t adjacent[64]    # cells next to each other on some line of movement or fire
    uint64_t nodes
    int budget               # nodes left to the current count
    int use_counts           # whether regions are counted at all
    uint64_t limit           # node limit
    int too_many


cdef inline uint64_t targets_from(const Tables* t, int rule, int cell, uint64_t free_) noexcept nogil:
    """Cells that a piece can move or shoot to."""
    cdef const Table* table = &t.tables[t.rules[rule].table]
    cdef const uint16_t* ray
    cdef uint64_t found = 0
    cdef int i, k
    if t.rules[rule].op == OP_STEP:
        return table.masks[cell] & free_
    for i in range(table.first[cell], table.first[cell + 1], 3):
        ray = t.ray_cells + table.items[i]
        for k in range(table.items[i + 1]):
            if not free_ >> ray[k] & 1:
                break
            found |= <uint64_t>1 << ray[k]
    return found


cdef inline uint64_t connected_region(const TerritorySearch* h, uint64_t pieces, uint64_t within) noexcept nogil:
    """The cells connected to these pieces, including their own."""
    cdef uint64_t found = pieces, new = pieces, next_
    while new:
        next_ = 0
        while new:
            next_ |= h.adjacent[lowest_bit(new)]
            new &= new - 1
        new = next_ & within & ~found
        found |= new
    return found


cdef int count_moves(const Tables* t, TerritorySearch* h, uint64_t pieces, uint64_t free_) noexcept nogil:
    """The most moves of pieces alone in their region, or as many as were found within the budget."""
    cdef int room = count_bits(free_), best = 0, n, cell, target
    cdef uint64_t from_, to, hit, left, moved, rest
    cdef MoveCount* known
    if room == 0:
        return 0
    known = &h.move_counts[mix(pieces ^ mix(free_)) & (MOVE_COUNT_SLOTS - 1)]
    if known.pieces == pieces and known.free == free_:
        return <int>known.most
    h.budget -= 1
    from_ = pieces
    while from_ and best < room and h.budget > 0:
        cell = lowest_bit(from_)
        from_ &= from_ - 1
        to = targets_from(t, h.move, cell, free_)
        while to and best < room and h.budget > 0:
            target = lowest_bit(to)
            to &= to - 1
            left = (free_ | <uint64_t>1 << cell) & ~(<uint64_t>1 << target)
            moved = (pieces & ~(<uint64_t>1 << cell)) | <uint64_t>1 << target
            hit = targets_from(t, h.shoot, target, left)
            while hit and best < room and h.budget > 0:
                rest = left & ~(hit & (~hit + 1))
                hit &= hit - 1
                rest &= connected_region(h, moved, rest | moved)
                if count_bits(rest) + 1 > best:
                    n = 1 + count_moves(t, h, moved, rest)
                    if n > best:
                        best = n
    if best == room or h.budget > 0:
        known.pieces = pieces
        known.free = free_
        known.most = best
    return best


cdef int decided_by_counting(const Tables* t, TerritorySearch* h, const TerritoryPosition* at) noexcept nogil:
    """1 if the mover wins by counting, having more safe moves than the opponent can get, 0 if the opponent does, -1 if
    undecided."""
    cdef uint64_t all_ = at.own | at.other | at.free, left = at.own | at.other, part
    cdef uint64_t alone[2][16]
    cdef int number[2]
    cdef int sure[2]         # safe moves …
    cdef int most[2]         # … and upper bound
    cdef int could[2]        # upper bound of the safe moves
    cdef int i, side, n, met = 0
    for side in range(2):
        number[side] = sure[side] = most[side] = could[side] = 0
    while left:
        part = connected_region(h, left & (~left + 1), all_)
        left &= ~part
        n = count_bits(part & at.free)
        if part & at.own and part & at.other:
            # Shared region: every cell could become either side's.
            met = 1
            most[0] += n
            most[1] += n
            continue
        side = 0 if part & at.own else 1
        most[side] += n
        if number[side] < 16 and n:
            alone[side][number[side]] = part
            number[side] += 1
            could[side] += n
    if met and could[0] <= most[1] and could[1] < most[0]:
        return -1
    for side in range(2):
        for i in range(number[side]):
            part = alone[side][i]
            h.budget = MOVE_COUNT_NODES
            n = count_moves(t, h, part & (at.other if side else at.own), part & at.free)
            sure[side] += n
            if h.budget > 0:
                most[side] -= count_bits(part & at.free) - n
    if sure[0] > most[1]:
        return 1
    return 0 if sure[1] >= most[0] else -1


cdef inline void territory_key(const Tables* t, const TerritorySearch* h, const TerritoryPosition* at, uint64_t* place, uint64_t* check) noexcept nogil:
    """Canonical key of a position. Unreachable empty cells are left out."""
    cdef uint64_t all[MAX_SYMMETRIES]
    cdef uint64_t bits, second = 0
    cdef uint64_t sets[3]
    cdef const uint64_t* keys
    cdef int code, i, n = h.images, best = 0
    cdef size_t other = <size_t>t.cells * TERRITORY_CODES * n
    sets[0] = at.own
    sets[1] = at.other
    sets[2] = at.free & connected_region(h, at.own | at.other, at.own | at.other | at.free)
    for i in range(n):
        all[i] = 0
    for code in range(TERRITORY_CODES):
        bits = sets[code]
        while bits:
            keys = h.keys + (lowest_bit(bits) * TERRITORY_CODES + code) * n
            bits &= bits - 1
            for i in range(n):
                all[i] ^= keys[i]
    for i in range(1, n):
        if all[i] < all[best]:
            best = i
    for code in range(TERRITORY_CODES):
        bits = sets[code]
        while bits:
            second ^= h.keys[other + (lowest_bit(bits) * TERRITORY_CODES + code) * n + best]
            bits &= bits - 1
    place[0] = all[best]
    check[0] = second if second else 1


cdef inline int probe_territory(const TerritorySearch* h, uint64_t place, uint64_t check) noexcept nogil:
    """Whether the mover wins; -1 without an entry."""
    cdef const TerritoryEntry* e = <const TerritoryEntry*>proof_find(h.table, place, check)
    return -1 if e == NULL else <int>(e.data & 1)


cdef void store_territory(TerritorySearch* h, uint64_t place, uint64_t check, bint won, int work) noexcept nogil:
    cdef bint known
    cdef TerritoryEntry* e = <TerritoryEntry*>proof_claim(h.table, place, check, &known)
    e.data = <uint64_t>won | (<uint64_t>work << 56)


cdef int compare_u64(const void* a, const void* b) noexcept nogil:
    cdef uint64_t first = (<const uint64_t*>a)[0], second = (<const uint64_t*>b)[0]
    return (first > second) - (first < second)


cdef int generate_territory_moves(const Tables* t, TerritorySearch* h, const TerritoryPosition* at, int source) noexcept nogil:
    """All moves with their arrows, or only the arrows of the piece on `source`, which has just moved. Returns their number,
    or -1 if one of them leaves the opponent without a move."""
    cdef int first = h.pending, cell, target, replies
    cdef uint64_t from_ = at.own, to, hit, left, moved, bits
    cdef TerritoryMove* s
    while from_:
        cell = lowest_bit(from_)
        from_ &= from_ - 1
        if source >= 0:
            if cell != source:
                continue
            to = <uint64_t>1 << cell
        else:
            to = targets_from(t, h.move, cell, at.free)
        while to:
            target = lowest_bit(to)
            to &= to - 1
            left = (at.free | <uint64_t>1 << cell) & ~(<uint64_t>1 << target)
            moved = (at.own & ~(<uint64_t>1 << cell)) | <uint64_t>1 << target
            hit = targets_from(t, h.shoot, target, left)
            while hit:
                if h.pending >= MAX_TERRITORY_MOVES:
                    h.too_many = 1
                    h.pending = first
                    return 0
                s = &h.moves[h.pending]
                s.to.own = at.other
                s.to.other = moved
                s.to.free = left & ~(hit & (~hit + 1))
                hit &= hit - 1
                replies = 0
                bits = at.other
                while bits:
                    replies += count_bits(targets_from(t, h.move, lowest_bit(bits), s.to.free))
                    bits &= bits - 1
                if replies == 0:
                    h.pending = first
                    return -1
                h.order[h.pending] = (<uint64_t>replies << 32) | <uint64_t>h.pending
                h.pending += 1
    return h.pending - first


cdef int probe_move(const Tables* t, TerritorySearch* h, TerritoryMove* s) noexcept nogil:
    """Whether the opponent wins after a move, by the table or by counting; -1 if unknown."""
    cdef int result
    territory_key(t, h, &s.to, &s.place, &s.check)
    result = probe_territory(h, s.place, s.check)
    if result < 0 and h.use_counts:
        result = decided_by_counting(t, h, &s.to)
        if result >= 0:
            store_territory(h, s.place, s.check, result, 0)
    return result


cdef bint mover_moves_last(const Tables* t, Worker* w, TerritorySearch* h, const TerritoryPosition* at, int source) noexcept nogil:
    """Whether the mover wins. `source` is the cell of a piece that has moved and must shoot, -1 at the start of a move."""
    cdef int first = h.pending, n, i, result, left = 0
    cdef uint64_t nodes_before = h.nodes
    cdef TerritoryMove* s
    cdef bint won = False

    # Step 1. Generate the moves. One that leaves no reply wins.
    atomic_add_u64(&h.nodes, 1)
    n = generate_territory_moves(t, h, at, source)
    if h.too_many or h.nodes >= h.limit:
        set_stop(w, 1)
    if is_stopped(w):
        return False
    if n < 0:
        return True

    # Step 2. Probe the positions they lead to.
    for i in range(first, first + n):
        result = probe_move(t, h, &h.moves[i])
        if result == 0:
            h.pending = first
            return True
        if result < 0:
            h.order[first + left] = h.order[i]
            left += 1

    # Step 3. Search the others, lowest mobility of the opponent first.
    qsort(&h.order[first], left, sizeof(uint64_t), compare_u64)
    for i in range(first, first + left):
        s = &h.moves[h.order[i] & (MAX_TERRITORY_MOVES - 1)]
        result = probe_territory(h, s.place, s.check)
        if result < 0:
            nodes_before = h.nodes
            result = mover_moves_last(t, w, h, &s.to, -1)
            if is_stopped(w):
                break
            store_territory(h, s.place, s.check, result, work_of(h.nodes - nodes_before))
        if result == 0:
            won = True
            break
    h.pending = first
    return won


cdef class TerritoryProver(Prover):
    """Proves who moves last."""

    cdef TerritorySearch* h

    def __cinit__(self, Rules rules not None, images not None, size_t bytes_, bint use_counts=True):
        cdef const Tables* t = rules.t
        cdef size_t code_index
        cdef int cell, code, i, n = min(len(images), <int>MAX_SYMMETRIES)
        require(t, USE_TERRITORY_SOLVER)
        check_images(t, images)
        self.pos = MutablePosition(rules)
        self.h = <TerritorySearch*>calloc(1, sizeof(TerritorySearch))
        if self.h == NULL:
            raise MemoryError()
        self.h.move_counts = <MoveCount*>calloc(MOVE_COUNT_SLOTS, sizeof(MoveCount))
        self.h.moves = <TerritoryMove*>malloc(MAX_TERRITORY_MOVES * sizeof(TerritoryMove))
        self.h.order = <uint64_t*>malloc(MAX_TERRITORY_MOVES * sizeof(uint64_t))
        self.h.keys = <uint64_t*>calloc(2 * t.cells * TERRITORY_CODES * n, sizeof(uint64_t))
        if self.h.move_counts == NULL or self.h.moves == NULL or self.h.order == NULL or self.h.keys == NULL:
            raise MemoryError()
        proof_allocate(&self.table, bytes_)
        self.h.table = &self.table
        self.h.use_counts = use_counts
        self.h.move = t.stages[0].first_rule[0]
        self.h.shoot = t.stages[1].first_rule[0]
        self.h.images = n
        for cell in range(t.cells):
            for code in range(TERRITORY_CODES):
                for i in range(n):
                    code_index = <size_t>images[i][cell] * TERRITORY_CODES + code
                    self.h.keys[(cell * TERRITORY_CODES + code) * n + i] = mix(code_index + <uint64_t>0xA440)
                    self.h.keys[(<size_t>(t.cells + cell) * TERRITORY_CODES + code) * n + i] = mix(
                        mix(code_index + <uint64_t>0xA440) + <uint64_t>0x5EC0)
        self.init_adjacent(self.h.move)
        self.init_adjacent(self.h.shoot)

    cdef int init_adjacent(self, int rule) except -1:
        """Add the neighbours along the lines of a rule, in both directions."""
        cdef const Tables* t = self.pos.rules.t
        cdef const Table* table = &t.tables[t.rules[rule].table]
        cdef int cell, at, i, k, next_
        for cell in range(t.cells):
            if t.rules[rule].op == OP_STEP:
                for k in range(t.cells):
                    if table.masks[cell] >> k & 1:
                        self.h.adjacent[cell] |= <uint64_t>1 << k
                        self.h.adjacent[k] |= <uint64_t>1 << cell
                continue
            for i in range(table.first[cell], table.first[cell + 1], 3):
                at = cell
                for k in range(table.items[i + 1]):
                    next_ = t.ray_cells[table.items[i] + k]
                    self.h.adjacent[at] |= <uint64_t>1 << next_
                    self.h.adjacent[next_] |= <uint64_t>1 << at
                    at = next_
        return 0

    def __dealloc__(self):
        if self.h != NULL:
            free(self.h.move_counts)
            free(self.h.moves)
            free(self.h.order)
            free(self.h.keys)
            free(self.h)

    cdef TerritoryPosition position(self):
        """The loaded position from the mover's point of view."""
        cdef const Position* p = &self.pos.w.p
        cdef TerritoryPosition at
        at.own = p.sets[1 + p.s.mover][0]
        at.other = p.sets[2 - p.s.mover][0]
        at.free = p.sets[EMPTY][0]
        return at

    def prove(self, int side, uint64_t most=0):
        """Whether a side wins from the loaded position. None if the search was stopped or reached `most` nodes."""
        cdef const Tables* t = self.pos.rules.t
        cdef Worker* w = self.pos.w
        cdef TerritoryPosition at
        cdef uint64_t place, check
        cdef int found = -1, source = -1
        check_side(side)
        self.pos.acquire_loaded()
        try:
            if w.p.s.outcome:
                return w.p.s.outcome == FIRST_WINS + side
            at = self.position()
            if w.p.s.mid_move:
                source = w.p.s.anchor
            self.h.pending = 0
            self.h.limit = self.h.nodes + most if most else <uint64_t>-1
            with nogil:
                territory_key(t, self.h, &at, &place, &check)
                if source < 0:
                    found = probe_territory(self.h, place, check)
                if found < 0:
                    found = mover_moves_last(t, w, self.h, &at, source)
                    if source < 0 and not is_stopped(w):
                        store_territory(self.h, place, check, found, work_of(self.h.nodes))
        finally:
            self.pos.release()
        if self.h.too_many:
            raise LimitExceeded("limit.queue", limit=MAX_TERRITORY_MOVES)
        return None if is_stopped(w) else found == (w.p.s.mover == side)

    def probe(self, int side):
        """Whether a side wins from the loaded position, without search. None if unknown."""
        cdef const Tables* t = self.pos.rules.t
        cdef const Position* p = &self.pos.w.p
        cdef TerritoryPosition at = self.position()
        cdef uint64_t place, check
        cdef int found = -1, n, i, result
        check_side(side)
        self.pos.check_ready()
        if p.s.outcome:
            return p.s.outcome == FIRST_WINS + side
        self.h.pending = 0
        territory_key(t, self.h, &at, &place, &check)
        if not p.s.mid_move:
            found = probe_territory(self.h, place, check)
        if found < 0:
            n = generate_territory_moves(t, self.h, &at, p.s.anchor if p.s.mid_move else -1)
            found = n < 0
            for i in range(n):
                result = probe_move(t, self.h, &self.h.moves[i])
                if result == 0:
                    found = 1
                    break
                if result < 0:
                    found = -1
        return None if found < 0 else found == (p.s.mover == side)

    def count_verdict(self):
        """Who wins the loaded position by counting: 1 the mover, 0 the opponent, -1 undecided."""
        cdef TerritoryPosition at = self.position()
        self.pos.check_ready()
        return decided_by_counting(self.pos.rules.t, self.h, &at)

    @property
    def nodes(self):
        return atomic_load_u64(&self.h.nodes)
