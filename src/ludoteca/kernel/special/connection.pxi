# Connection games (Hex), solved with must-play regions: a refutation of one move also refutes every move outside its
# carrier, the set of cells it needs, so only moves inside all carriers need to be searched (V. Anshelevich, "A hierarchical
# approach to computer Hex", 2002; R. Hayward et al., "Solving 7x7 Hex", 2004).

cdef enum:
    MAX_CONNECTION_CELLS = 54          # a carrier shares eight bytes with the rest of an entry
    MAX_GROUPS = 24          # of one side: edges, and groups that touch an empty cell

cdef struct ConnectionEntry:           # as ProofEntry
    uint64_t check
    uint64_t data            # the winner's carrier, whether that is the mover, eight bits of work

cdef struct ConnectionSearch:
    ProofTable* table
    SymmetryKeys sym
    HSearch* connections     # NULL: bridges only
    uint64_t nodes
    int undecided            # a full board without a winner: not a connection game


cdef inline uint64_t map_cells(const uint16_t* image, uint64_t cells) noexcept nogil:
    cdef uint64_t found = 0
    while cells:
        found |= <uint64_t>1 << image[lowest_bit(cells)]
        cells &= cells - 1
    return found


cdef void store_connection(ConnectionSearch* h, const CanonicalKey* key, bint won, uint64_t carrier, int work) noexcept nogil:
    cdef bint known
    cdef ConnectionEntry* e = <ConnectionEntry*>proof_claim(h.table, key.place, key.check, &known)
    e.data = (map_cells(h.sym.image[key.image], carrier) | (<uint64_t>won << MAX_CONNECTION_CELLS)
              | (<uint64_t>work << 56))


cdef bint connects_by_bridges(uint64_t common[MAX_GROUPS][MAX_GROUPS], int n, int at, uint64_t used, uint32_t seen,
                          uint64_t* pairs) noexcept nogil:
    """Whether bridges lead from a group to the far edge, no cell being used twice: an intrusion on one cell of a bridge is
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
        if connects_by_bridges(common, n, i, used | two, seen | (<uint32_t>1 << i), pairs):
            return True
    return False


cdef inline int group_number(int* roots, int* n, int root) noexcept nogil:
    """Index of a group among those found so far; -1 if there are too many."""
    cdef int i
    for i in range(n[0]):
        if roots[i] == root:
            return i
    if n[0] >= MAX_GROUPS:
        return -1
    roots[n[0]] = root
    n[0] += 1
    return n[0] - 1


cdef uint64_t virtual_connection(const Tables* t, const Worker* w, int side, int extra) noexcept nogil:
    """The carrier of a virtual connection between a side's edges with the opponent to move, given an extra stone on a cell
    (-1: none); 0 if none is found. Sound, not complete."""
    cdef uint64_t common[MAX_GROUPS][MAX_GROUPS]
    cdef int roots[MAX_GROUPS]
    cdef uint64_t merged = 0, bits = w.p.sets[EMPTY][0], pairs = 0
    cdef int found[16]
    cdef int n = 2, i, j, cell, near, touching
    cdef const End* e = &t.ends[t.connect_end]
    memset(common, 0, sizeof(common))
    roots[0] = root_of(w, t.cells + 2 * side)
    roots[1] = root_of(w, t.cells + 2 * side + 1)
    # Group 2 is the extra stone, merged with the groups it touches.
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
    # Edges merged with the extra stone are found under its index.
    if merged & 1:
        for i in range(n):
            common[0][i] = common[2][i]
    if merged & 2:
        for i in range(n):
            common[i][1] |= common[i][2]
    if connects_by_bridges(common, n, 0, 0, 1 | (4 if merged & 1 else 0), &pairs):
        return pairs
    return 0


cdef int known_connections(const Tables* t, const Worker* w, ConnectionSearch* h, uint64_t* carrier, uint64_t* must_play,
                           uint64_t* carriers) noexcept nogil:
    """1 if the mover is connected, -1 if the opponent is, with the carrier; else 0 and the opponent's threats."""
    cdef int mover = w.p.s.mover, k
    cdef uint64_t bits = must_play[0], found
    cdef HSearch* c = h.connections
    if c != NULL:
        # Without fill-in: a carrier has to hold in other positions too.
        begin_connections(t, c, &w.p)
        build_connections(t, c, mover, True)
        if c.connected or c.n_threats:
            carrier[0] = c.threat.w[0] if c.n_threats else c.carrier.w[0]
            return 1
        build_connections(t, c, 1 - mover, False)
        if c.connected:
            carrier[0] = c.carrier.w[0]
            return -1
        if c.n_threats:
            must_play[0] &= c.must_play.w[0]
            carriers[0] |= c.union_.w[0]
        return 0
    carrier[0] = virtual_connection(t, w, 1 - mover, -1)
    if carrier[0]:
        return -1
    while bits:
        k = lowest_bit(bits)
        bits &= bits - 1
        found = virtual_connection(t, w, mover, k)
        if found:
            carrier[0] = found | (<uint64_t>1 << k)
            return 1
    bits = must_play[0]
    while bits:
        k = lowest_bit(bits)
        bits &= bits - 1
        found = virtual_connection(t, w, 1 - mover, k)
        if found:
            found |= <uint64_t>1 << k
            if must_play[0] & ~found:
                must_play[0] &= found
                carriers[0] |= found
    return 0


cdef bint mover_connects(const Tables* t, Worker* w, ConnectionSearch* h, uint64_t* carrier, int level) noexcept nogil:
    """Whether the mover wins, and the winner's carrier."""
    cdef int32_t scores[64]
    cdef int start = w.top, n, i, k, mover = w.p.s.mover
    cdef uint64_t must_play = w.p.sets[EMPTY][0], carriers = 0, bit, child_carrier, nodes_before = h.nodes
    cdef const ConnectionEntry* entry
    cdef CanonicalKey key
    cdef Action* a

    # Step 1. Proof table.
    atomic_add_u64(&h.nodes, 1)
    if is_stopped(w):
        return False
    canonical_key(t, w, &h.sym, &key)
    entry = <const ConnectionEntry*>proof_find(h.table, key.place, key.check)
    if entry != NULL:
        carrier[0] = 0
        bit = must_play
        while bit:
            k = lowest_bit(bit)
            bit &= bit - 1
            carrier[0] |= (entry.data >> h.sym.image[key.image][k] & 1) << k
        return entry.data >> MAX_CONNECTION_CELLS & 1

    # Step 2. Virtual connections, now or with one more stone; the opponent's restrict the must-play region.
    k = known_connections(t, w, h, carrier, &must_play, &carriers)
    if k:
        return k > 0
    if must_play == 0:
        carrier[0] = carriers
        return False

    # Step 3. Order the moves of the must-play region by evaluation.
    n = generate(t, w)
    if n == 0:
        h.undecided = 1
        set_stop(w, 1)
        return False
    k = start
    for i in range(start, start + n):
        if must_play >> w.actions[i].target & 1:
            w.actions[k] = w.actions[i]
            k += 1
    n = k - start
    w.top = k
    for i in range(n):
        scores[i] = 0
        if n > 1:
            make(t, w, &w.actions[start + i])
            scores[i] = -evaluate(t, w)
            unmake(t, w)

    # Step 4. Search; every refutation shrinks the must-play region.
    for i in range(n):
        pick_best(w, start, n, i, scores)
        a = &w.actions[start + i]
        bit = <uint64_t>1 << a.target
        if must_play & bit == 0:
            continue
        make(t, w, a)
        if not mover_connects(t, w, h, &child_carrier, level + 1) and not is_stopped(w):
            unmake(t, w)
            carrier[0] = child_carrier | bit
            w.top = start
            store_connection(h, &key, True, carrier[0], work_of(h.nodes - nodes_before))
            return True
        unmake(t, w)
        if is_stopped(w):
            w.top = start
            return False
        must_play &= child_carrier
        carriers |= child_carrier
    w.top = start
    carrier[0] = carriers
    store_connection(h, &key, False, carriers, work_of(h.nodes - nodes_before))
    return False


cdef class ConnectionProver(Prover):
    """Proves who connects."""

    cdef ConnectionSearch* h

    def __cinit__(self, Rules rules not None, images not None, size_t bytes_):
        cdef const Tables* t = rules.t
        require(t, USE_CONNECTION_SOLVER)
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(Evaluator(rules))
        self.h = <ConnectionSearch*>calloc(1, sizeof(ConnectionSearch))
        if self.h == NULL:
            raise MemoryError()
        init_symmetry_keys(t, self.pos.w, &self.h.sym, images, 0)
        proof_allocate(&self.table, bytes_)
        self.h.table = &self.table
        if t.features & USE_VIRTUAL_CONNECTIONS:
            self.h.connections = new_hsearch(t)

    def __dealloc__(self):
        if self.h != NULL:
            free(self.h.connections)
            free(self.h.sym.keys)
            free(self.h)

    def prove(self, int side):
        """Whether a side wins from the loaded position. None if the search was stopped."""
        cdef bint found
        cdef uint64_t carrier = 0
        check_side(side)
        self.pos.acquire_loaded()
        try:
            if self.pos.w.p.s.outcome:
                return self.pos.w.p.s.outcome == FIRST_WINS + side
            with nogil:
                found = mover_connects(self.pos.rules.t, self.pos.w, self.h, &carrier, 0)
        finally:
            self.pos.release()
        self.pos.fail_on_overflow()
        if self.h.undecided:
            raise LimitExceeded("limit.internal", problem="a game ended without a winner")
        return None if is_stopped(self.pos.w) else found == (self.pos.w.p.s.mover == side)

    @property
    def nodes(self):
        return atomic_load_u64(&self.h.nodes)
