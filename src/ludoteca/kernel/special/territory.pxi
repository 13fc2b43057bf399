# Games of arrows: a piece moves over empty cells and shoots from where it stands, the cell that is hit is blocked for
# good, and who cannot move loses. Every move spends one cell of the ground that its side can come to, and no piece
# leaves its ground: so where one side is alone, its moves can be counted, and nobody can take them away. Requires
# USE_TERRITORY_SOLVER.

cdef enum:
    MAX_SHOTS = 1 << 17      # moves that wait, of all positions on the way
    MOST_COUNTINGS = 1 << 16 # countings that are remembered
    COUNTING = 400           # positions that one counting may take
    ARROW_CODES = 3          # own pieces, the other side's, empty cells

cdef struct Ground:          # a position in the mover's eyes
    uint64_t own
    uint64_t other
    uint64_t free

cdef struct Shot:            # a whole move: where it leads, in the eyes of the side that moves then
    Ground to
    uint64_t place           # its name
    uint64_t check

cdef struct Outlast:         # what is remembered of a position: whether the mover wins, and eight bits of work
    uint64_t check
    uint64_t told

cdef struct Counted:         # pieces alone on their ground: the most moves they can make
    uint64_t pieces
    uint64_t free
    uint64_t most

cdef struct Archery:
    Outlast* table
    uint64_t mask
    Counted* counted
    Shot* shots
    uint64_t* order          # for each shot that waits: the replies it leaves, and its number
    int waiting
    int move                 # the rules by which pieces move and shoot
    int shoot
    int images
    uint64_t* keys           # [cell][code][image], then the same for the second name
    uint64_t beside[64]      # cells that a move or an arrow could come to next
    uint64_t nodes
    uint64_t stored
    int budget               # positions left to the counting that goes on
    int counts               # whether ground is counted at all
    uint64_t limit           # positions after which it is given up
    int too_many


cdef inline uint64_t reached_from(const Tables* t, int rule, int cell, uint64_t free_) noexcept nogil:
    """Cells that a piece can move to, or hit."""
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


cdef inline uint64_t ground_of(const Archery* h, uint64_t pieces, uint64_t within) noexcept nogil:
    """Cells that hang together with these pieces, themselves among them."""
    cdef uint64_t found = pieces, new = pieces, next_
    while new:
        next_ = 0
        while new:
            next_ |= h.beside[lowest_bit(new)]
            new &= new - 1
        new = next_ & within & ~found
        found |= new
    return found


cdef int count_moves(const Tables* t, Archery* h, uint64_t pieces, uint64_t free_) noexcept nogil:
    """How many moves pieces can make that are alone on their ground: the most, or as many as were found in time."""
    cdef int room = count_bits(free_), best = 0, n, cell, target
    cdef uint64_t from_, to, hit, left, moved, rest
    cdef Counted* known
    if room == 0:
        return 0
    known = &h.counted[mix(pieces ^ mix(free_)) & (MOST_COUNTINGS - 1)]
    if known.pieces == pieces and known.free == free_:
        return <int>known.most
    h.budget -= 1
    from_ = pieces
    while from_ and best < room and h.budget > 0:
        cell = lowest_bit(from_)
        from_ &= from_ - 1
        to = reached_from(t, h.move, cell, free_)
        while to and best < room and h.budget > 0:
            target = lowest_bit(to)
            to &= to - 1
            left = (free_ | <uint64_t>1 << cell) & ~(<uint64_t>1 << target)
            moved = (pieces & ~(<uint64_t>1 << cell)) | <uint64_t>1 << target
            hit = reached_from(t, h.shoot, target, left)
            while hit and best < room and h.budget > 0:
                rest = left & ~(hit & (~hit + 1))
                hit &= hit - 1
                rest &= ground_of(h, moved, rest | moved)
                if count_bits(rest) + 1 > best:
                    n = 1 + count_moves(t, h, moved, rest)
                    if n > best:
                        best = n
    if best == room or h.budget > 0:
        known.pieces = pieces
        known.free = free_
        known.most = best
    return best


cdef int settled_by_ground(const Tables* t, Archery* h, const Ground* at) noexcept nogil:
    """1 if the mover wins because more moves are sure than the other side can have, 0 if it is the other way round, -1
    if that is open."""
    cdef uint64_t all_ = at.own | at.other | at.free, left = at.own | at.other, part
    cdef uint64_t alone[2][16]
    cdef int number[2]
    cdef int sure[2]         # moves that nobody can take away …
    cdef int most[2]         # … and more there cannot be
    cdef int could[2]        # the first, if every cell of one's own ground were worth a move
    cdef int i, side, n, met = 0
    for side in range(2):
        number[side] = sure[side] = most[side] = could[side] = 0
    while left:
        part = ground_of(h, left & (~left + 1), all_)
        left &= ~part
        n = count_bits(part & at.free)
        if part & at.own and part & at.other:
            # Who stands in the way may leave: every cell could be anybody's.
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
            h.budget = COUNTING
            n = count_moves(t, h, part & (at.other if side else at.own), part & at.free)
            sure[side] += n
            if h.budget > 0:
                most[side] -= count_bits(part & at.free) - n
    if sure[0] > most[1]:
        return 1
    return 0 if sure[1] >= most[0] else -1


cdef inline void name_ground(const Tables* t, const Archery* h, const Ground* at, uint64_t* place, uint64_t* check) noexcept nogil:
    """A name that all images of a position share. Empty cells that nobody can come to are left out."""
    cdef uint64_t all[MOST_IMAGES]
    cdef uint64_t bits, second = 0
    cdef uint64_t sets[3]
    cdef const uint64_t* keys
    cdef int code, i, n = h.images, best = 0
    cdef size_t other = <size_t>t.cells * ARROW_CODES * n
    sets[0] = at.own
    sets[1] = at.other
    sets[2] = at.free & ground_of(h, at.own | at.other, at.own | at.other | at.free)
    for i in range(n):
        all[i] = 0
    for code in range(ARROW_CODES):
        bits = sets[code]
        while bits:
            keys = h.keys + (lowest_bit(bits) * ARROW_CODES + code) * n
            bits &= bits - 1
            for i in range(n):
                all[i] ^= keys[i]
    for i in range(1, n):
        if all[i] < all[best]:
            best = i
    for code in range(ARROW_CODES):
        bits = sets[code]
        while bits:
            second ^= h.keys[other + (lowest_bit(bits) * ARROW_CODES + code) * n + best]
            bits &= bits - 1
    place[0] = all[best]
    check[0] = second if second else 1


cdef inline int told_of(const Archery* h, uint64_t place, uint64_t check) noexcept nogil:
    """Whether the mover wins, as far as is remembered; -1 if it is not."""
    cdef const Outlast* four = h.table + ((place & h.mask) << 2)
    cdef int i
    for i in range(4):
        if four[i].check == check:
            return four[i].told & 1
    return -1


cdef void keep_outlast(Archery* h, uint64_t place, uint64_t check, bint won, int work) noexcept nogil:
    """Remember who wins; the one of four that cost the least work makes room."""
    cdef Outlast* four = h.table + ((place & h.mask) << 2)
    cdef Outlast* old = four
    cdef int i
    for i in range(4):
        if four[i].check == check:
            old = &four[i]
            break
        if four[i].check == 0 or (old.check and four[i].told >> 56 < old.told >> 56):
            old = &four[i]
    atomic_add_u64(&h.stored, old.check == 0)
    old.check = check
    old.told = <uint64_t>won | (<uint64_t>work << 56)


cdef int by_number(const void* a, const void* b) noexcept nogil:
    cdef uint64_t first = (<const uint64_t*>a)[0], second = (<const uint64_t*>b)[0]
    return (first > second) - (first < second)


cdef int list_shots(const Tables* t, Archery* h, const Ground* at, int source) noexcept nogil:
    """All whole moves, or only the arrows of the piece on `source`, which has moved. How many; -1 if one of them leaves
    the other side without a move."""
    cdef int first = h.waiting, cell, target, replies
    cdef uint64_t from_ = at.own, to, hit, left, moved, bits
    cdef Shot* s
    while from_:
        cell = lowest_bit(from_)
        from_ &= from_ - 1
        if source >= 0:
            if cell != source:
                continue
            to = <uint64_t>1 << cell
        else:
            to = reached_from(t, h.move, cell, at.free)
        while to:
            target = lowest_bit(to)
            to &= to - 1
            left = (at.free | <uint64_t>1 << cell) & ~(<uint64_t>1 << target)
            moved = (at.own & ~(<uint64_t>1 << cell)) | <uint64_t>1 << target
            hit = reached_from(t, h.shoot, target, left)
            while hit:
                if h.waiting >= MAX_SHOTS:
                    h.too_many = 1
                    h.waiting = first
                    return 0
                s = &h.shots[h.waiting]
                s.to.own = at.other
                s.to.other = moved
                s.to.free = left & ~(hit & (~hit + 1))
                hit &= hit - 1
                replies = 0
                bits = at.other
                while bits:
                    replies += count_bits(reached_from(t, h.move, lowest_bit(bits), s.to.free))
                    bits &= bits - 1
                if replies == 0:
                    h.waiting = first
                    return -1
                h.order[h.waiting] = (<uint64_t>replies << 32) | <uint64_t>h.waiting
                h.waiting += 1
    return h.waiting - first


cdef int known_of(const Tables* t, Archery* h, Shot* s) noexcept nogil:
    """Whether the side to move wins after a shot, as far as is remembered or can be counted; -1 if that is open."""
    cdef int told
    name_ground(t, h, &s.to, &s.place, &s.check)
    told = told_of(h, s.place, s.check)
    if told < 0 and h.counts:
        told = settled_by_ground(t, h, &s.to)
        if told >= 0:
            keep_outlast(h, s.place, s.check, told, 0)
    return told


cdef bint mover_outlasts(const Tables* t, Worker* w, Archery* h, const Ground* at, int source) noexcept nogil:
    """Whether the mover wins. `source` is the piece that has moved and has to shoot, -1 if none has."""
    cdef int first = h.waiting, n, i, told, left = 0
    cdef uint64_t begun = h.nodes
    cdef Shot* s
    cdef bint won = False

    # Step 1. The moves. One that leaves no reply is enough.
    atomic_add_u64(&h.nodes, 1)
    n = list_shots(t, h, at, source)
    if h.too_many or h.nodes >= h.limit:
        set_stop(w, 1)
    if is_stopped(w):
        return False
    if n < 0:
        return True

    # Step 2. What is known of the positions they lead to?
    for i in range(first, first + n):
        told = known_of(t, h, &h.shots[i])
        if told == 0:
            h.waiting = first
            return True
        if told < 0:
            h.order[first + left] = h.order[i]
            left += 1

    # Step 3. The rest, those that leave the fewest replies first.
    qsort(&h.order[first], left, sizeof(uint64_t), by_number)
    for i in range(first, first + left):
        s = &h.shots[h.order[i] & (MAX_SHOTS - 1)]
        told = told_of(h, s.place, s.check)
        if told < 0:
            begun = h.nodes
            told = mover_outlasts(t, w, h, &s.to, -1)
            if is_stopped(w):
                break
            keep_outlast(h, s.place, s.check, told, work_of(h.nodes - begun))
        if told == 0:
            won = True
            break
    h.waiting = first
    return won


cdef class TerritoryProver:
    """A worker that knows who moves last where arrows block cells."""

    cdef MutablePosition pos
    cdef Archery* h

    def __cinit__(self, Rules rules, images, size_t bytes_, bint counts=True):
        cdef const Tables* t = rules.t
        cdef size_t groups = 1
        cdef int cell, code, i, n = min(len(images), <int>MOST_IMAGES)
        require(t, USE_TERRITORY_SOLVER)
        self.pos = MutablePosition(rules)
        self.h = <Archery*>calloc(1, sizeof(Archery))
        if self.h == NULL:
            raise MemoryError()
        while groups * 2 * 4 * sizeof(Outlast) <= bytes_:
            groups *= 2
        self.h.mask = groups - 1
        self.h.table = <Outlast*>calloc(groups * 4, sizeof(Outlast))
        self.h.counted = <Counted*>calloc(MOST_COUNTINGS, sizeof(Counted))
        self.h.shots = <Shot*>malloc(MAX_SHOTS * sizeof(Shot))
        self.h.order = <uint64_t*>malloc(MAX_SHOTS * sizeof(uint64_t))
        self.h.keys = <uint64_t*>calloc(2 * t.cells * ARROW_CODES * n, sizeof(uint64_t))
        if (self.h.table == NULL or self.h.counted == NULL or self.h.shots == NULL or self.h.order == NULL
                or self.h.keys == NULL):
            raise MemoryError()
        self.h.counts = counts
        self.h.move = t.stages[0].first_rule[0]
        self.h.shoot = t.stages[1].first_rule[0]
        self.h.images = n
        for cell in range(t.cells):
            for code in range(ARROW_CODES):
                for i in range(n):
                    groups = <size_t>images[i][cell] * ARROW_CODES + code
                    self.h.keys[(cell * ARROW_CODES + code) * n + i] = mix(groups + <uint64_t>0xA440)
                    self.h.keys[(<size_t>(t.cells + cell) * ARROW_CODES + code) * n + i] = mix(
                        mix(groups + <uint64_t>0xA440) + <uint64_t>0x5EC0)
        self.join(self.h.move)
        self.join(self.h.shoot)

    cdef int join(self, int rule) except -1:
        """Cells that lie beside each other on a way of a rule, in both directions."""
        cdef const Tables* t = self.pos.rules.t
        cdef const Table* table = &t.tables[t.rules[rule].table]
        cdef int cell, at, i, k, next_
        for cell in range(t.cells):
            if t.rules[rule].op == OP_STEP:
                for k in range(t.cells):
                    if table.masks[cell] >> k & 1:
                        self.h.beside[cell] |= <uint64_t>1 << k
                        self.h.beside[k] |= <uint64_t>1 << cell
                continue
            for i in range(table.first[cell], table.first[cell + 1], 3):
                at = cell
                for k in range(table.items[i + 1]):
                    next_ = t.ray_cells[table.items[i] + k]
                    self.h.beside[at] |= <uint64_t>1 << next_
                    self.h.beside[next_] |= <uint64_t>1 << at
                    at = next_
        return 0

    def __dealloc__(self):
        if self.h != NULL:
            free(self.h.table)
            free(self.h.counted)
            free(self.h.shots)
            free(self.h.order)
            free(self.h.keys)
            free(self.h)

    cdef Ground ground(self):
        """The loaded position in the mover's eyes."""
        cdef const Position* p = &self.pos.w.p
        cdef Ground at
        at.own = p.sets[1 + p.s.mover][0]
        at.other = p.sets[2 - p.s.mover][0]
        at.free = p.sets[EMPTY][0]
        return at

    def begin(self, Snapshot snapshot):
        """Load the position that is asked about."""
        self.pos.load(snapshot)
        set_stop(self.pos.w, 0)

    def prove(self, int side, uint64_t most=0):
        """Does a side win from the loaded position? None if it was stopped, or is open after so many positions."""
        cdef const Tables* t = self.pos.rules.t
        cdef Worker* w = self.pos.w
        cdef Ground at
        cdef uint64_t place, check
        cdef int found = -1, source = -1
        if w.p.s.outcome:
            return w.p.s.outcome == FIRST_WINS + side
        at = self.ground()
        if w.p.s.mid_move:
            source = w.p.s.anchor
        self.h.waiting = 0
        self.h.limit = self.h.nodes + most if most else <uint64_t>-1
        with nogil:
            name_ground(t, self.h, &at, &place, &check)
            if source < 0:
                found = told_of(self.h, place, check)
            if found < 0:
                found = mover_outlasts(t, w, self.h, &at, source)
                if source < 0 and not is_stopped(w):
                    keep_outlast(self.h, place, check, found, work_of(self.h.nodes))
        if self.h.too_many:
            raise LimitExceeded("limit.queue", limit=MAX_SHOTS)
        return None if is_stopped(w) else found == (w.p.s.mover == side)

    def probe(self, int side):
        """Does a side win from the loaded position, as far as is known without a search? None if it is not."""
        cdef const Tables* t = self.pos.rules.t
        cdef const Position* p = &self.pos.w.p
        cdef Ground at = self.ground()
        cdef uint64_t place, check
        cdef int found = -1, n, i, told
        if p.s.outcome:
            return p.s.outcome == FIRST_WINS + side
        self.h.waiting = 0
        name_ground(t, self.h, &at, &place, &check)
        if not p.s.mid_move:
            found = told_of(self.h, place, check)
        if found < 0:
            n = list_shots(t, self.h, &at, p.s.anchor if p.s.mid_move else -1)
            found = n < 0
            for i in range(n):
                told = known_of(t, self.h, &self.h.shots[i])
                if told == 0:
                    found = 1
                    break
                if told < 0:
                    found = -1
        return None if found < 0 else found == (p.s.mover == side)

    def count_verdict(self):
        """Who wins the loaded position by counting moves alone: 1 the mover, 0 the other side, -1 is not known."""
        cdef Ground at = self.ground()
        return settled_by_ground(self.pos.rules.t, self.h, &at)

    def stop(self):
        """End the search that runs in another thread."""
        set_stop(self.pos.w, 1)

    @property
    def nodes(self):
        """Positions looked at."""
        return atomic_load_u64(&self.h.nodes)

    @property
    def stored(self):
        return atomic_load_u64(&self.h.stored)

    @property
    def bytes(self):
        return (self.h.mask + 1) * 4 * sizeof(Outlast)

    def save(self, size_t most):
        """The table as bytes, at most so many: what cost the most work."""
        return save_table(<const uint8_t*>self.h.table, (self.h.mask + 1) * 4, most)

    def restore(self, const uint8_t[::1] saved):
        """Take what was saved of a table of the same size."""
        self.h.stored += restore_table(<uint8_t*>self.h.table, (self.h.mask + 1) * 4, saved)
