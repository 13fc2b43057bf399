# Connection games: whoever has a chain has it whatever lies elsewhere. A refutation of one move therefore refutes
# every move outside the cells it needs, and only moves inside all of these are worth a look. Requires
# USE_CONNECTION_SOLVER.

cdef enum:
    MOST_LINKED = 54         # cells that fit beside the rest of an entry
    MOST_GROUPS = 24         # of one side: edges, and groups of stones that touch an empty cell

cdef struct Link:            # what is remembered of a position
    uint64_t check
    uint64_t told            # cells that the winner needs, then whether that is the mover, then eight bits of work

cdef struct Links:
    Link* table
    uint64_t mask
    Names names
    uint64_t nodes
    uint64_t stored
    int undecided            # a full board without a winner was met: not a game for this


cdef inline uint64_t turned_cells(const uint16_t* image, uint64_t cells) noexcept nogil:
    cdef uint64_t found = 0
    while cells:
        found |= <uint64_t>1 << image[lowest_bit(cells)]
        cells &= cells - 1
    return found


cdef void keep_link(Links* h, const Name* name, bint won, uint64_t needed, int work) noexcept nogil:
    cdef Link* four = h.table + ((name.place & h.mask) << 2)
    cdef Link* old = four
    cdef int i
    for i in range(4):
        if four[i].check == name.check:
            old = &four[i]
            break
        if four[i].check == 0 or (old.check and four[i].told >> 56 < old.told >> 56):
            old = &four[i]
    atomic_add_u64(&h.stored, old.check == 0)
    old.check = name.check
    old.told = (turned_cells(h.names.image[name.image], needed) | (<uint64_t>won << MOST_LINKED)
                | (<uint64_t>work << 56))


cdef bint joined_by_pairs(uint64_t common[MOST_GROUPS][MOST_GROUPS], int n, int at, uint64_t used, uint32_t seen,
                          uint64_t* pairs) noexcept nogil:
    """Whether a way from a group leads to the far edge by pairs of cells, no cell twice: who takes one of a pair is
    answered on the other."""
    cdef int i
    cdef uint64_t free_, two
    for i in range(n):
        if seen >> i & 1:
            continue
        free_ = common[at][i] & ~used
        two = free_ & (free_ - 1)
        if two == 0:
            continue
        two = (free_ ^ two) | (two & (~two + 1))
        if i == 1:
            pairs[0] = used | two
            return True
        if joined_by_pairs(common, n, i, used | two, seen | (<uint32_t>1 << i), pairs):
            return True
    return False


cdef inline int group_number(int* roots, int* n, int root) noexcept nogil:
    """The number of a group among those met so far; -1 if they are too many."""
    cdef int i
    for i in range(n[0]):
        if roots[i] == root:
            return i
    if n[0] >= MOST_GROUPS:
        return -1
    roots[n[0]] = root
    n[0] += 1
    return n[0] - 1


cdef uint64_t sure_chain(const Tables* t, const Worker* w, int side, int extra) noexcept nogil:
    """If a side had a stone more on the cell `extra` (-1: none) and the other side were to move: the cells by which its
    edges are as good as joined, 0 if they are not. What is found is so; not all is found."""
    cdef uint64_t common[MOST_GROUPS][MOST_GROUPS]
    cdef int roots[MOST_GROUPS]
    cdef uint64_t merged = 0, bits = w.p.sets[EMPTY][0], pairs = 0
    cdef int found[16]
    cdef int n = 2, i, j, cell, near, touching
    cdef const End* e = &t.ends[t.connect_end]
    memset(common, 0, sizeof(common))
    roots[0] = root_of(w, t.cells + 2 * side)
    roots[1] = root_of(w, t.cells + 2 * side + 1)
    # Group 2 is the extra stone; groups that it touches become one with it.
    if extra >= 0:
        roots[2] = -1
        n = 3
        bits &= ~(<uint64_t>1 << extra)
        if has_bit(t.regions[e.region[side]], extra):
            merged |= 1
        if has_bit(t.regions[e.far[side]], extra):
            merged |= 2
        for i in range(t.neighbours.first[extra], t.neighbours.first[extra + 1]):
            near = t.neighbours.items[i]
            if t.who[w.p.cell[near]] == side + 1:
                j = group_number(roots, &n, root_of(w, near))
                if j < 0:
                    return 0
                merged |= <uint64_t>1 << j
        if merged & 3 == 3:
            return <uint64_t>1 << extra
    while bits:
        cell = lowest_bit(bits)
        bits &= bits - 1
        touching = 0
        if has_bit(t.regions[e.region[side]], cell):
            found[touching] = 0
            touching += 1
        if has_bit(t.regions[e.far[side]], cell):
            found[touching] = 1
            touching += 1
        for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
            near = t.neighbours.items[i]
            if near == extra:
                j = 2
            elif t.who[w.p.cell[near]] == side + 1:
                j = group_number(roots, &n, root_of(w, near))
                if j < 0:
                    return 0
            else:
                continue
            if touching < 14:
                found[touching] = j
                touching += 1
        for i in range(touching):
            if merged >> found[i] & 1:
                found[i] = 2
        for i in range(touching):
            for j in range(touching):
                if found[i] != found[j]:
                    common[found[i]][found[j]] |= <uint64_t>1 << cell
    # Edges that are one with the extra stone are found under its number.
    if merged & 1:
        for i in range(n):
            common[0][i] = common[2][i]
    if merged & 2:
        for i in range(n):
            common[i][1] |= common[i][2]
    if joined_by_pairs(common, n, 0, 0, 1 | (4 if merged & 1 else 0), &pairs):
        return pairs
    return 0


cdef bint mover_connects(const Tables* t, Worker* w, Links* h, uint64_t* needed, int level) noexcept nogil:
    """Whether the mover wins, and the cells that the winner needs for it."""
    cdef int32_t marks[64]
    cdef int start = w.top, n, i, k, mover = w.p.s.mover
    cdef uint64_t must = w.p.sets[EMPTY][0], all_ = 0, bit, below, begun = h.nodes, told
    cdef const Link* four
    cdef Name name
    cdef Action* a

    # Step 1. Is it known?
    atomic_add_u64(&h.nodes, 1)
    if is_stopped(w):
        return False
    name_position(t, w, &h.names, &name)
    four = h.table + ((name.place & h.mask) << 2)
    for i in range(4):
        if four[i].check == name.check:
            told = four[i].told
            needed[0] = 0
            bit = must
            while bit:
                k = lowest_bit(bit)
                bit &= bit - 1
                needed[0] |= (told >> h.names.image[name.image][k] & 1) << k
            return told >> MOST_LINKED & 1

    # Step 2. Is a side as good as joined, or with one stone more? The other side must stop all such threats.
    needed[0] = sure_chain(t, w, 1 - mover, -1)
    if needed[0]:
        return False
    bit = must
    while bit:
        k = lowest_bit(bit)
        bit &= bit - 1
        below = sure_chain(t, w, mover, k)
        if below:
            needed[0] = below | (<uint64_t>1 << k)
            return True
    bit = must
    while bit:
        k = lowest_bit(bit)
        bit &= bit - 1
        below = sure_chain(t, w, 1 - mover, k)
        if below:
            below |= <uint64_t>1 << k
            if must & ~below:
                must &= below
                all_ |= below
    if must == 0:
        needed[0] = all_
        return False

    # Step 3. The stones in the order of what they seem to be worth.
    n = generate(t, w)
    if n == 0:
        h.undecided = 1
        set_stop(w, 1)
        return False
    k = start
    for i in range(start, start + n):
        if must >> w.actions[i].target & 1:
            w.actions[k] = w.actions[i]
            k += 1
    n = k - start
    w.top = k
    for i in range(n):
        marks[i] = 0
        if n > 1:
            make(t, w, &w.actions[start + i])
            marks[i] = -evaluate(t, w)
            unmake(t, w)

    # Step 4. Try those that no refutation leaves out.
    for i in range(n):
        pick_best(w, start, n, i, marks)
        a = &w.actions[start + i]
        bit = <uint64_t>1 << a.target
        if must & bit == 0:
            continue
        make(t, w, a)
        if not mover_connects(t, w, h, &below, level + 1) and not is_stopped(w):
            unmake(t, w)
            needed[0] = below | bit
            w.top = start
            keep_link(h, &name, True, needed[0], work_of(h.nodes - begun))
            return True
        unmake(t, w)
        if is_stopped(w):
            w.top = start
            return False
        must &= below
        all_ |= below
    w.top = start
    needed[0] = all_
    keep_link(h, &name, False, all_, work_of(h.nodes - begun))
    return False


cdef class ConnectionProver:
    """A worker that knows who connects."""

    cdef MutablePosition pos
    cdef Links* h

    def __cinit__(self, Rules rules, images, size_t bytes_):
        cdef const Tables* t = rules.t
        cdef size_t groups = 1
        require(t, USE_CONNECTION_SOLVER)
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(Evaluator(rules))
        self.h = <Links*>calloc(1, sizeof(Links))
        if self.h == NULL:
            raise MemoryError()
        take_names(t, self.pos.w, &self.h.names, images, 0)
        while groups * 2 * 4 * sizeof(Link) <= bytes_:
            groups *= 2
        self.h.mask = groups - 1
        self.h.table = <Link*>calloc(groups * 4, sizeof(Link))
        if self.h.table == NULL:
            raise MemoryError()

    def __dealloc__(self):
        if self.h != NULL:
            free(self.h.names.keys)
            free(self.h.table)
            free(self.h)

    def begin(self, Snapshot snapshot):
        """Load the position that is asked about."""
        self.pos.load(snapshot)
        set_stop(self.pos.w, 0)

    def prove(self, int side):
        """Does a side win from the loaded position? None if it was stopped."""
        cdef bint found
        cdef uint64_t needed = 0
        if self.pos.w.p.s.outcome:
            return self.pos.w.p.s.outcome == FIRST_WINS + side
        with nogil:
            found = mover_connects(self.pos.rules.t, self.pos.w, self.h, &needed, 0)
        self.pos.fail_on_overflow()
        if self.h.undecided:
            raise LimitExceeded("limit.internal", problem="a game ended without a winner")
        return None if is_stopped(self.pos.w) else found == (self.pos.w.p.s.mover == side)

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
        return (self.h.mask + 1) * 4 * sizeof(Link)

    def save(self, size_t most):
        """The table as bytes, at most so many: what cost the most work."""
        return save_table(<const uint8_t*>self.h.table, (self.h.mask + 1) * 4, most)

    def restore(self, const uint8_t[::1] saved):
        """Take what was saved of a table of the same size."""
        self.h.stored += restore_table(<uint8_t*>self.h.table, (self.h.mask + 1) * 4, saved)
