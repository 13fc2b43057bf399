# Depth-first proof-number search (df-pn: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
# 2002), with the 1+epsilon trick (J. Pawlewicz, L. Lew 2007). Disproof numbers of OR nodes are the maximum over the children
# instead of the sum, so that transpositions do not count several times (weak proof-number search, T. Ueda et al. 2008).

cdef enum:
    PROVED_NUMBER = 0
    INFINITE_NUMBER = 0x0FFFFFFF       # disproved
    MAX_PENDING = 1 << 20    # children of all nodes on the path

cdef struct DfpnEntry:       # as ProofEntry
    uint64_t check
    uint64_t numbers         # 28 bits of proof number, 28 of disproof number, 8 of work

cdef struct DfpnChild:
    CanonicalKey key
    uint32_t action          # index in the action list
    uint32_t proof
    uint32_t disproof

cdef struct DfpnSearch:      # a search for a forced win of one side
    ProofTable* table
    SymmetryKeys sym
    DfpnChild* children
    int pending
    int attacker
    uint64_t attacker_key    # xored into the verification key: each attacker has entries of its own
    uint64_t nodes
    int too_deep
    int epsilon              # in quarters: how far a child may exceed the second best before it is left
    int mobility             # initialize proof numbers by the number of actions


cdef inline void probe_numbers(const DfpnSearch* h, const CanonicalKey* key, uint32_t* proof, uint32_t* disproof) noexcept nogil:
    """Read the numbers of a position; they stay as they are without an entry."""
    cdef const DfpnEntry* e = <const DfpnEntry*>proof_find(h.table, key.place, key.check ^ h.attacker_key)
    if e != NULL:
        proof[0] = <uint32_t>(e.numbers & INFINITE_NUMBER)
        disproof[0] = <uint32_t>((e.numbers >> 28) & INFINITE_NUMBER)


cdef void store_numbers(DfpnSearch* h, const CanonicalKey* key, uint32_t proof, uint32_t disproof, int work) noexcept nogil:
    cdef bint known
    cdef DfpnEntry* e = <DfpnEntry*>proof_claim(h.table, key.place, key.check ^ h.attacker_key, &known)
    if work < <int>(e.numbers >> 56):
        work = <int>(e.numbers >> 56)
    e.numbers = <uint64_t>proof | (<uint64_t>disproof << 28) | (<uint64_t>work << 56)


cdef inline void init_dfpn_child(const Tables* t, Worker* w, DfpnSearch* h, DfpnChild* c) noexcept nogil:
    """Terminal value or initial numbers of a child."""
    cdef int start = w.top, n
    cdef uint32_t arena = w.arena_top
    if w.p.s.outcome:
        c.key.check = 0
        c.proof = PROVED_NUMBER if w.p.s.outcome == FIRST_WINS + h.attacker else INFINITE_NUMBER
        c.disproof = INFINITE_NUMBER if c.proof == PROVED_NUMBER else PROVED_NUMBER
        return
    canonical_key(t, w, &h.sym, &c.key)
    c.proof = c.disproof = 1
    if h.mobility:
        n = generate(t, w)
        w.top = start
        w.arena_top = arena
        if n == 0:
            resolve_no_move(t, w)
            c.key.check = 0
            c.proof = PROVED_NUMBER if w.p.s.outcome == FIRST_WINS + h.attacker else INFINITE_NUMBER
            c.disproof = INFINITE_NUMBER if c.proof == PROVED_NUMBER else PROVED_NUMBER
            w.p.s.outcome = UNFINISHED
        elif w.p.s.mover == h.attacker:
            c.disproof = n
        else:
            c.proof = n


cdef inline uint32_t capped(uint64_t number) noexcept nogil:
    return <uint32_t>number if number < INFINITE_NUMBER else INFINITE_NUMBER - 1


cdef void dfpn(const Tables* t, Worker* w, DfpnSearch* h, const CanonicalKey* key, uint32_t proof_limit, uint32_t disproof_limit,
               uint32_t* proof, uint32_t* disproof, int level) noexcept nogil:
    """Search a position until its proof or disproof number reaches its limit."""
    cdef int start = w.top, n = 0, i, best, mover = w.p.s.mover, cell, first = h.pending, open_
    cdef uint32_t arena = w.arena_top, least, second, other, child_proof, child_disproof
    cdef uint64_t sum_, nodes_before = h.nodes
    cdef bint or_node = mover == h.attacker
    cdef DfpnChild* c

    atomic_add_u64(&h.nodes, 1)
    if level >= MAX_PLY - 1 or w.depth >= MAX_DEPTH - 8 or first + 2048 > MAX_PENDING:
        h.too_deep = 1
        set_stop(w, 1)
    if is_stopped(w):
        return

    # Step 1. Generate the moves. A line that lacks one cell must be completed or blocked.
    if w.weights.line_placement:
        update_accumulator(t, w)
        cell = winning_cell(t, w, mover)
        if h.sym.mode == KEY_OPEN_LINES and not has_line_left(t, w, h.attacker):
            proof[0] = INFINITE_NUMBER
            disproof[0] = PROVED_NUMBER
            store_numbers(h, key, proof[0], disproof[0], 0)
            return
        if cell == NO_THREAT:
            cell = winning_cell(t, w, 1 - mover)
            if cell == TWO_THREATS:
                proof[0] = INFINITE_NUMBER if or_node else PROVED_NUMBER
                disproof[0] = PROVED_NUMBER if or_node else INFINITE_NUMBER
                store_numbers(h, key, proof[0], disproof[0], 0)
                return
            if cell != NO_THREAT:
                placement_at(t, w, cell, &w.actions[start])
                w.top = start + 1
                n = 1
        else:
            proof[0] = PROVED_NUMBER if or_node else INFINITE_NUMBER
            disproof[0] = INFINITE_NUMBER if or_node else PROVED_NUMBER
            store_numbers(h, key, proof[0], disproof[0], 0)
            return
    if n == 0:
        n = generate(t, w)
    if n == 0:
        resolve_no_move(t, w)
        proof[0] = PROVED_NUMBER if w.p.s.outcome == FIRST_WINS + h.attacker else INFINITE_NUMBER
        disproof[0] = INFINITE_NUMBER if proof[0] == PROVED_NUMBER else PROVED_NUMBER
        w.p.s.outcome = UNFINISHED
        store_numbers(h, key, proof[0], disproof[0], 0)
        return

    # Step 2. Initialize the children. One that proves the node is enough.
    for i in range(n):
        c = &h.children[first + i]
        make(t, w, &w.actions[start + i])
        init_dfpn_child(t, w, h, c)
        unmake(t, w)
        c.action = i
        if c.key.check and w.overflow == 0:
            probe_numbers(h, &c.key, &c.proof, &c.disproof)
        if (c.proof if or_node else c.disproof) == PROVED_NUMBER:
            proof[0] = c.proof
            disproof[0] = c.disproof
            store_numbers(h, key, proof[0], disproof[0], work_of(n))
            w.top = start
            w.arena_top = arena
            return
    h.pending = first + n

    # Step 3. Search the most proving child until it exceeds the second best.
    while True:
        least = INFINITE_NUMBER
        second = INFINITE_NUMBER
        best = first
        sum_ = 0
        other = 0
        open_ = 0
        for i in range(first, first + n):
            c = &h.children[i]
            if c.key.check:
                probe_numbers(h, &c.key, &c.proof, &c.disproof)
            child_proof = c.proof if or_node else c.disproof
            child_disproof = c.disproof if or_node else c.proof
            if child_proof < least:
                second = least
                least = child_proof
                best = i
            elif child_proof < second:
                second = child_proof
            if child_disproof > other:
                other = child_disproof
            open_ += child_disproof > 0
        sum_ = <uint64_t>other + (open_ - 1 if open_ else 0)
        if other >= INFINITE_NUMBER:
            sum_ = INFINITE_NUMBER
        proof[0] = least if or_node else (INFINITE_NUMBER if sum_ >= INFINITE_NUMBER else <uint32_t>sum_)
        disproof[0] = (INFINITE_NUMBER if sum_ >= INFINITE_NUMBER else <uint32_t>sum_) if or_node else least
        if proof[0] >= proof_limit or disproof[0] >= disproof_limit or is_stopped(w):
            break
        c = &h.children[best]
        child_proof = c.proof
        child_disproof = c.disproof
        second = capped(<uint64_t>second + 1 + (<uint64_t>second * h.epsilon >> 2)) if second < INFINITE_NUMBER else INFINITE_NUMBER
        make(t, w, &w.actions[start + c.action])
        if or_node:
            dfpn(t, w, h, &c.key, proof_limit if proof_limit < second else second,
                 capped(<uint64_t>disproof_limit - open_ + 1) if disproof_limit < INFINITE_NUMBER else INFINITE_NUMBER,
                 &child_proof, &child_disproof, level + 1)
        else:
            dfpn(t, w, h, &c.key,
                 capped(<uint64_t>proof_limit - open_ + 1) if proof_limit < INFINITE_NUMBER else INFINITE_NUMBER,
                 disproof_limit if disproof_limit < second else second, &child_proof, &child_disproof, level + 1)
        unmake(t, w)
        if is_stopped(w):
            break
        c.proof = child_proof
        c.disproof = child_disproof
    h.pending = first
    w.top = start
    w.arena_top = arena
    if not is_stopped(w):
        store_numbers(h, key, proof[0], disproof[0], work_of(h.nodes - nodes_before))


cdef class DfpnProver(Prover):
    """Proves forced wins of one side by df-pn."""

    cdef DfpnSearch* h

    def __cinit__(self, Rules rules not None, images not None, size_t bytes_, int counted=0, int epsilon=1, int mobility=0):
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(Evaluator(rules))
        self.h = <DfpnSearch*>calloc(1, sizeof(DfpnSearch))
        if self.h == NULL:
            raise MemoryError()
        init_symmetry_keys(rules.t, self.pos.w, &self.h.sym, images, counted)
        check_range("epsilon", epsilon, 0, 1000)
        check_range("the weight of mobility", mobility, 0, 1000)
        self.h.epsilon = epsilon
        self.h.mobility = mobility
        self.h.children = <DfpnChild*>malloc(MAX_PENDING * sizeof(DfpnChild))
        if self.h.children == NULL:
            raise MemoryError()
        proof_allocate(&self.table, bytes_)
        self.h.table = &self.table

    def __dealloc__(self):
        if self.h != NULL:
            free(self.h.sym.keys)
            free(self.h.children)
            free(self.h)

    def prove(self, int attacker):
        """Whether this side can force a win from the loaded position. None if the search was stopped."""
        cdef uint32_t proof = 1, disproof = 1
        cdef CanonicalKey key
        cdef const Tables* t = self.pos.rules.t
        cdef DfpnSearch* h = self.h
        check_side(attacker)
        self.pos.acquire_loaded()
        try:
            if self.pos.w.p.s.outcome:
                return self.pos.w.p.s.outcome == FIRST_WINS + attacker
            check_shared_piece(self.pos.w, &h.sym)
            h.attacker = attacker
            h.attacker_key = mix(attacker + 5)
            h.pending = 0
            with nogil:
                canonical_key(t, self.pos.w, &h.sym, &key)
                probe_numbers(h, &key, &proof, &disproof)
                while proof and disproof and not is_stopped(self.pos.w):
                    dfpn(t, self.pos.w, h, &key, INFINITE_NUMBER, INFINITE_NUMBER, &proof, &disproof, 0)
        finally:
            self.pos.release()
        self.pos.fail_on_overflow()
        if h.too_deep:
            raise LimitExceeded("limit.line", limit=MAX_PLY)
        return None if is_stopped(self.pos.w) else proof == PROVED_NUMBER

    @property
    def nodes(self):
        """Visits of positions."""
        return atomic_load_u64(&self.h.nodes)
