# Proof numbers, depth first: can one side force a win? Always look next where the fewest positions are missing to a
# proof or a refutation, leave a position once others are as promising, and remember it in a bounded table.

cdef enum:
    PROVED_NUMBER = 0
    ENDLESS = 0x0FFFFFFF     # a number that no work can reach: the other side's claim is proved
    MAX_WAITING = 1 << 20    # positions one action away, of all positions on the way

cdef struct Numbers:         # what is remembered of a position
    uint64_t check
    uint64_t numbers         # 28 bits to a proof, 28 to a refutation, 8 of work

cdef struct Child:           # a position one action away
    Name name
    uint32_t action          # its number in the list
    uint32_t proof           # the numbers it begins with; solved if the game is over there
    uint32_t refutation
    uint32_t worst

cdef struct Hunt:            # a search for a forced win of one side
    Numbers* table
    uint64_t mask
    Names names
    Child* children
    int waiting
    int attacker
    uint64_t salt            # positions are remembered apart for each attacker
    uint64_t nodes
    uint64_t stored
    int root_ply
    int too_deep
    int greed                # how much better than the second best, in quarters, before it is left
    int mobility             # numbers to begin with: how many actions there are


cdef inline void recall_numbers(const Hunt* h, const Name* name, uint32_t* proof, uint32_t* refutation) noexcept nogil:
    """The numbers of a position, if they are remembered; else they stay as they are."""
    cdef const Numbers* four = h.table + ((name.place & h.mask) << 2)
    cdef uint64_t check = name.check ^ h.salt
    cdef int i
    for i in range(4):
        if four[i].check == check:
            proof[0] = <uint32_t>(four[i].numbers & ENDLESS)
            refutation[0] = <uint32_t>((four[i].numbers >> 28) & ENDLESS)
            return


cdef void note_down(Hunt* h, const Name* name, uint32_t proof, uint32_t refutation, int work) noexcept nogil:
    """Remember the numbers of a position; the one of four that cost the least work makes room."""
    cdef Numbers* four = h.table + ((name.place & h.mask) << 2)
    cdef Numbers* old = four
    cdef uint64_t check = name.check ^ h.salt
    cdef int i
    for i in range(4):
        if four[i].check == check:
            old = &four[i]
            if work < <int>(old.numbers >> 56):
                work = <int>(old.numbers >> 56)
            break
        if four[i].check == 0 or (old.check and four[i].numbers >> 56 < old.numbers >> 56):
            old = &four[i]
    atomic_add_u64(&h.stored, old.check == 0)
    old.check = check
    old.numbers = <uint64_t>proof | (<uint64_t>refutation << 28) | (<uint64_t>work << 56)


cdef inline void begin_child(const Tables* t, Worker* w, Hunt* h, Child* c) noexcept nogil:
    """What is known of a position without searching it."""
    cdef int start = w.top, n
    cdef uint32_t arena = w.arena_top
    if w.p.s.outcome:
        c.name.check = 0
        c.proof = PROVED_NUMBER if w.p.s.outcome == FIRST_WINS + h.attacker else ENDLESS
        c.refutation = ENDLESS if c.proof == PROVED_NUMBER else PROVED_NUMBER
        return
    name_position(t, w, &h.names, &c.name)
    c.proof = c.refutation = 1
    if h.mobility:
        n = generate(t, w)
        w.top = start
        w.arena_top = arena
        if n == 0:
            resolve_no_move(t, w)
            c.name.check = 0
            c.proof = PROVED_NUMBER if w.p.s.outcome == FIRST_WINS + h.attacker else ENDLESS
            c.refutation = ENDLESS if c.proof == PROVED_NUMBER else PROVED_NUMBER
            w.p.s.outcome = UNFINISHED
        elif w.p.s.mover == h.attacker:
            c.refutation = n
        else:
            c.proof = n


cdef inline uint32_t capped(uint64_t number) noexcept nogil:
    return <uint32_t>number if number < ENDLESS else ENDLESS - 1


cdef void hunt(const Tables* t, Worker* w, Hunt* h, const Name* name, uint32_t most_proof, uint32_t most_refutation,
               uint32_t* proof, uint32_t* refutation, int level) noexcept nogil:
    """Search a position until its number to a proof or to a refutation reaches what is given."""
    cdef int start = w.top, n = 0, i, best, mover = w.p.s.mover, cell, first = h.waiting, open_
    cdef uint32_t arena = w.arena_top, least, second, other, child_proof, child_refutation
    cdef uint64_t sum_, begun = h.nodes
    cdef bint attacks = mover == h.attacker
    cdef Child* c

    atomic_add_u64(&h.nodes, 1)
    if level >= MAX_PLY - 1 or w.depth >= MAX_DEPTH - 8 or first + 2048 > MAX_WAITING:
        h.too_deep = 1
        set_stop(w, 1)
    if is_stopped(w):
        return

    # Step 1. The actions. A line that lacks one cell leaves no choice.
    if w.weights.line_placement:
        update_accumulator(t, w)
        cell = winning_cell(t, w, mover)
        if h.names.what == NAME_LINES and not has_line_left(t, w, h.attacker):
            # No line is left to be completed.
            proof[0] = ENDLESS
            refutation[0] = PROVED_NUMBER
            note_down(h, name, proof[0], refutation[0], 0)
            return
        if cell == NO_THREAT:
            cell = winning_cell(t, w, 1 - mover)
            if cell == TWO_THREATS:
                proof[0] = ENDLESS if attacks else PROVED_NUMBER
                refutation[0] = PROVED_NUMBER if attacks else ENDLESS
                note_down(h, name, proof[0], refutation[0], 0)
                return
            if cell != NO_THREAT:
                placement_at(t, w, cell, &w.actions[start])
                w.top = start + 1
                n = 1
        else:
            proof[0] = PROVED_NUMBER if attacks else ENDLESS
            refutation[0] = ENDLESS if attacks else PROVED_NUMBER
            note_down(h, name, proof[0], refutation[0], 0)
            return
    if n == 0:
        n = generate(t, w)
    if n == 0:
        resolve_no_move(t, w)
        proof[0] = PROVED_NUMBER if w.p.s.outcome == FIRST_WINS + h.attacker else ENDLESS
        refutation[0] = ENDLESS if proof[0] == PROVED_NUMBER else PROVED_NUMBER
        w.p.s.outcome = UNFINISHED
        note_down(h, name, proof[0], refutation[0], 0)
        return

    # Step 2. The positions they lead to. One that settles everything is enough.
    for i in range(n):
        c = &h.children[first + i]
        make(t, w, &w.actions[start + i])
        begin_child(t, w, h, c)
        unmake(t, w)
        c.action = i
        if c.name.check and w.overflow == 0:
            recall_numbers(h, &c.name, &c.proof, &c.refutation)
        if (c.proof if attacks else c.refutation) == PROVED_NUMBER:
            proof[0] = c.proof
            refutation[0] = c.refutation
            note_down(h, name, proof[0], refutation[0], work_of(n))
            w.top = start
            w.arena_top = arena
            return
    h.waiting = first + n

    # Step 3. The most promising first, as long as it is better than the second.
    while True:
        least = ENDLESS
        second = ENDLESS
        best = first
        sum_ = 0
        other = 0
        open_ = 0
        for i in range(first, first + n):
            c = &h.children[i]
            if c.name.check:
                recall_numbers(h, &c.name, &c.proof, &c.refutation)
            child_proof = c.proof if attacks else c.refutation
            child_refutation = c.refutation if attacks else c.proof
            if child_proof < least:
                second = least
                least = child_proof
                best = i
            elif child_proof < second:
                second = child_proof
            # Positions meet again by other ways: added up, their work would count many times over.
            if child_refutation > other:
                other = child_refutation
            open_ += child_refutation > 0
        sum_ = <uint64_t>other + (open_ - 1 if open_ else 0)
        if other >= ENDLESS:
            sum_ = ENDLESS
        # least: to what the mover wants; sum_: to what the other side wants
        proof[0] = least if attacks else (ENDLESS if sum_ >= ENDLESS else <uint32_t>sum_)
        refutation[0] = (ENDLESS if sum_ >= ENDLESS else <uint32_t>sum_) if attacks else least
        if proof[0] >= most_proof or refutation[0] >= most_refutation or is_stopped(w):
            break
        c = &h.children[best]
        child_proof = c.proof
        child_refutation = c.refutation
        second = capped(<uint64_t>second + 1 + (<uint64_t>second * h.greed >> 2)) if second < ENDLESS else ENDLESS
        make(t, w, &w.actions[start + c.action])
        if attacks:
            hunt(t, w, h, &c.name, most_proof if most_proof < second else second,
                 capped(<uint64_t>most_refutation - open_ + 1) if most_refutation < ENDLESS else ENDLESS,
                 &child_proof, &child_refutation, level + 1)
        else:
            hunt(t, w, h, &c.name,
                 capped(<uint64_t>most_proof - open_ + 1) if most_proof < ENDLESS else ENDLESS,
                 most_refutation if most_refutation < second else second, &child_proof, &child_refutation, level + 1)
        unmake(t, w)
        if is_stopped(w):
            break
        c.proof = child_proof
        c.refutation = child_refutation
    h.waiting = first
    w.top = start
    w.arena_top = arena
    if not is_stopped(w):
        note_down(h, name, proof[0], refutation[0], work_of(h.nodes - begun))


cdef class DfpnProver:
    """A worker that looks for a forced win of one side."""

    cdef MutablePosition pos
    cdef Hunt* h

    def __cinit__(self, Rules rules, images, size_t bytes_, int counted=0, int greed=1, int mobility=0):
        cdef size_t groups = 1
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(Evaluator(rules))
        self.h = <Hunt*>calloc(1, sizeof(Hunt))
        if self.h == NULL:
            raise MemoryError()
        take_names(rules.t, self.pos.w, &self.h.names, images, counted)
        self.h.greed = greed
        self.h.mobility = mobility
        self.h.children = <Child*>malloc(MAX_WAITING * sizeof(Child))
        while groups * 2 * 4 * sizeof(Numbers) <= bytes_:
            groups *= 2
        self.h.mask = groups - 1
        self.h.table = <Numbers*>calloc(groups * 4, sizeof(Numbers))
        if self.h.table == NULL or self.h.children == NULL:
            raise MemoryError()

    def __dealloc__(self):
        if self.h != NULL:
            free(self.h.names.keys)
            free(self.h.children)
            free(self.h.table)
            free(self.h)

    def begin(self, Snapshot snapshot):
        """Load the position that is asked about."""
        self.pos.load(snapshot)
        set_stop(self.pos.w, 0)

    def prove(self, int attacker):
        """Can this side force a win from the loaded position? None if it was stopped."""
        cdef uint32_t proof = 1, refutation = 1
        cdef Name name
        cdef const Tables* t = self.pos.rules.t
        cdef Hunt* h = self.h
        if self.pos.w.p.s.outcome:
            return self.pos.w.p.s.outcome == FIRST_WINS + attacker
        h.attacker = attacker
        h.salt = mix(attacker + 5)
        h.waiting = 0
        with nogil:
            name_position(t, self.pos.w, &h.names, &name)
            recall_numbers(h, &name, &proof, &refutation)
            while proof and refutation and not is_stopped(self.pos.w):
                hunt(t, self.pos.w, h, &name, ENDLESS, ENDLESS, &proof, &refutation, 0)
        self.pos.fail_on_overflow()
        if h.too_deep:
            raise LimitExceeded("limit.line", limit=MAX_PLY)
        return None if is_stopped(self.pos.w) else proof == PROVED_NUMBER

    def stop(self):
        """End the search that runs in another thread."""
        set_stop(self.pos.w, 1)

    @property
    def nodes(self):
        """Positions looked at, each as often as it was."""
        return atomic_load_u64(&self.h.nodes)

    @property
    def stored(self):
        return atomic_load_u64(&self.h.stored)

    @property
    def bytes(self):
        return (self.h.mask + 1) * 4 * sizeof(Numbers)

    def save(self, size_t most):
        """The table as bytes, at most so many: what cost the most work."""
        return save_table(<const uint8_t*>self.h.table, (self.h.mask + 1) * 4, most)

    def restore(self, const uint8_t[::1] saved):
        """Take what was saved of a table of the same size."""
        self.h.stored += restore_table(<uint8_t*>self.h.table, (self.h.mask + 1) * 4, saved)
