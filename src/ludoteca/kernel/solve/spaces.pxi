# Python binding of ranking and of tablebases.

cdef uint32_t UNSEEN = <uint32_t>0xFFFFFFFF


@cython.boundscheck(True)
cdef class Ranking(MemoryOwner):
    """Ranks the positions of a game. Immutable; threads may share it. Built from the tables of the solver, which are trusted
    beyond their sizes and the cells of their symmetries."""

    cdef Space* s
    cdef Unmoves* unmoves
    cdef readonly Rules rules

    def __cinit__(self, Rules rules not None, data not None):
        cdef int i
        self.rules = rules
        if rules.t.words != 1 or rules.t.sowing.in_use or rules.t.connect_fast:
            raise LimitExceeded("limit.numbering")
        self.s = <Space*>self.allocate(sizeof(Space))
        self.s.cells = rules.t.cells
        self.s.codes = rules.t.codes
        self.s.chunks = (self.s.cells + 7) // 8
        for i in range(65):
            self.s.choose[i][0] = 1
            for j in range(1, i + 1):
                self.s.choose[i][j] = self.s.choose[i - 1][j - 1] + (self.s.choose[i - 1][j] if j < i else 0)
        self.s.clock = data.clock
        self.init_images(data.images, data.swap, data.after, data.partner)
        self.init_rank_parts()
        self.init_slice_keys()
        self.init_slices(data.slices, data.inverse)
        self.init_unmoves()

    # -- tables ---------------------------------------------------------------------------------------

    cdef int init_images(self, images, swap, after, partner) except -1:
        cdef Space* s = self.s
        cdef int number, chunk, byte, bit, a, b
        cdef uint64_t found
        check_images(self.rules.t, images)
        if swap is not None:
            check_images(self.rules.t, [swap])
        check_range("the number of pieces", len(partner), 0, MAX_CODES)
        s.images = len(images)
        s.swaps = swap is not None
        if s.images > MAX_IMAGES:
            raise LimitExceeded("limit.symmetries")
        rows = list(images)
        if swap is not None:
            rows += [[image[cell] for cell in swap] for image in images]
        s.image = <uint64_t*>self.allocate(<size_t>len(rows) * s.chunks * 256 * sizeof(uint64_t))
        for number, image in enumerate(rows):
            for chunk in range(s.chunks):
                for byte in range(256):
                    found = 0
                    for bit in range(8):
                        if byte >> bit & 1 and 8 * chunk + bit < s.cells:
                            found |= <uint64_t>1 << <int>image[8 * chunk + bit]
                    s.image[((number * s.chunks + chunk) << 8) + byte] = found
        s.after = <uint8_t*>self.allocate(MAX_IMAGES * MAX_IMAGES)
        for a in range(s.images):
            for b in range(s.images):
                s.after[a * MAX_IMAGES + b] = after[a][b]
        for a, code in enumerate(partner):
            s.partner[a] = code
        s.simple = self.rules.t.kinds == 1 and not self.rules.t.has_shared
        for a in range(2):
            s.code[a] = self.rules.t.code_of[a][0]
        return 0

    cdef int init_rank_parts(self) except -1:
        cdef Space* s = self.s
        cdef int chunk, before, byte, bit, n
        cdef uint64_t sum_
        s.part = <uint64_t*>self.allocate(<size_t>s.chunks * 65 * 256 * sizeof(uint64_t))
        for chunk in range(s.chunks):
            for before in range(min(8 * chunk, 64) + 1):
                for byte in range(256):
                    sum_ = 0
                    n = before
                    for bit in range(8):
                        if byte >> bit & 1 and 8 * chunk + bit < s.cells:
                            n += 1
                            if n <= 64:
                                sum_ += s.choose[8 * chunk + bit][n]
                    s.part[((chunk * 65 + before) << 8) + byte] = sum_
        return 0

    cdef int init_slice_keys(self) except -1:
        """Random numbers for the keys of slices."""
        cdef Space* s = self.s
        cdef uint64_t n = 0x534C49434553
        cdef int code, side, kind
        s.mark_mover = mix(n)
        s.mark_stalled = mix(n + 0x10000)
        s.mark_clock = mix(n + 0x20000)
        for code in range(2, s.codes):
            n += 1
            s.mark_count[0][code] = mix(n)
        for code in range(2, s.codes):
            s.mark_count[1][code] = s.mark_count[0][s.partner[code]]
        for side in range(2):
            for kind in range(MAX_KINDS):
                n += 1
                s.mark_hand[0][side][kind] = mix(n)
        for side in range(2):
            for kind in range(MAX_KINDS):
                s.mark_hand[1][side][kind] = s.mark_hand[0][1 - side][kind]
        return 0

    cdef int init_slices(self, rows, inverse) except -1:
        cdef Space* s = self.s
        cdef Slice* c
        cdef uint64_t at, places = 4, free_cells
        cdef int i, side, kind, code
        cdef Position probe
        s.n_slices = len(rows)
        s.slices = <Slice*>self.allocate(s.n_slices * sizeof(Slice))
        while places < 4 * <uint64_t>s.n_slices:
            places *= 2
        s.key_mask = places - 1
        s.by_key = <int32_t*>self.allocate(places * sizeof(int32_t))
        for i in range(places):
            s.by_key[i] = -1
        for i, row in enumerate(rows):
            c = &s.slices[i]
            memset(&probe, 0, sizeof(Position))
            check_range("the number of pieces", len(row.counts), 0, MAX_CODES)
            check_range("the number of pieces", len(row.order), 0, MAX_CODES)
            for code, n in enumerate(row.counts):
                check_range("the number of pieces of a kind", n, 0, s.cells)
                c.count[code] = n
                c.key += s.mark_count[0][code] * <uint64_t>c.count[code]
            for side in range(2):
                for kind, n in enumerate(row.hands[side]):
                    c.hand[side][kind] = n
                    c.key += s.mark_hand[0][side][kind] * <uint64_t>c.hand[side][kind]
                    probe.s.hand[side][kind] = <uint8_t>c.hand[side][kind]
            c.mover = row.mover
            if c.mover:
                c.key += s.mark_mover
            c.stalled = row.stalled
            c.clock = row.clock
            c.key += s.mark_stalled * <uint64_t>c.stalled + s.mark_clock * <uint64_t>c.clock
            probe.s.ply = <uint16_t>c.clock
            c.outside = row.outside
            for side in range(2):
                c.stage[side] = phase_stage(self.rules.t, &probe, side)
            c.rest = 1
            free_cells = s.cells
            for code in row.order:
                if c.codes:
                    c.ways[c.codes] = s.choose[free_cells][c.count[code]]
                    c.rest *= c.ways[c.codes]
                c.order[c.codes] = code
                c.codes += 1
                free_cells -= c.count[code]
            c.offset = s.total
            c.size = c.rest
            if c.codes:
                self.init_lead_sets(c.count[c.order[0]], inverse)
                c.size *= s.leads[c.count[c.order[0]]].classes
            s.total += c.size
            if slice_by_key(s, c.key) != NULL:
                raise LimitExceeded("limit.internal", problem="two slices of a game have the same key")
            at = (c.key * <uint64_t>0x9E3779B97F4A7C15) >> 32 & s.key_mask
            while s.by_key[at] >= 0:
                at = (at + 1) & s.key_mask
            s.by_key[at] = i
        return 0

    cdef int init_lead_sets(self, int n, inverse) except -1:
        """Symmetry classes of the sets of n cells."""
        cdef Space* s = self.s
        cdef LeadSets* lead = &s.leads[n]
        cdef uint64_t sets = s.choose[s.cells][n], rank, other, mask, turned, low, ripple
        cdef int image
        cdef uint8_t unmoves[MAX_IMAGES]
        if lead.classes:
            return 0
        for image, number in enumerate(inverse):
            unmoves[image] = number
        lead.class_of = <uint32_t*>self.allocate(sets * sizeof(uint32_t))
        lead.turn = <uint8_t*>self.allocate(sets)
        with nogil:
            for rank in range(sets):
                lead.class_of[rank] = UNSEEN
            mask = (<uint64_t>1 << n) - 1 if n < 64 else ~<uint64_t>0
            for rank in range(sets):
                if lead.class_of[rank] == UNSEEN:
                    for image in range(s.images):
                        other = rank_set(s, map_set(s, image, mask))
                        if lead.class_of[other] == UNSEEN:
                            lead.class_of[other] = <uint32_t>lead.classes
                            lead.turn[other] = unmoves[image]
                    lead.classes += 1
                if rank + 1 < sets and n:
                    low = mask & (~mask + 1)
                    ripple = mask + low
                    mask = (((mask ^ ripple) >> 2) // low) | ripple
        lead.mask = <uint64_t*>self.allocate(lead.classes * sizeof(uint64_t))
        lead.still = <uint64_t*>self.allocate(lead.classes * sizeof(uint64_t))
        with nogil:
            other = 0
            mask = (<uint64_t>1 << n) - 1 if n < 64 else ~<uint64_t>0
            for rank in range(sets):
                if lead.class_of[rank] == other:
                    lead.mask[other] = mask
                    for image in range(s.images):
                        turned = map_set(s, image, mask)
                        if turned == mask:
                            lead.still[other] |= <uint64_t>1 << image
                    other += 1
                if rank + 1 < sets and n:
                    low = mask & (~mask + 1)
                    ripple = mask + low
                    mask = (((mask ^ ripple) >> 2) // low) | ripple
        return 0

    cdef int init_unmoves(self) except -1:
        """Retrograde moves of every stage and side."""
        cdef const Tables* t = self.rules.t
        cdef const Stage* stage
        cdef Unmoves* unmoves
        cdef int number, side, k
        self.unmoves = <Unmoves*>self.allocate(2 * t.n_stages * sizeof(Unmoves))
        for number in range(t.n_stages):
            stage = &t.stages[number]
            for side in range(2):
                unmoves = &self.unmoves[2 * number + side]
                unmoves.passing = stage.pass_allowed or stage.pass_forced
                for k in range(stage.first_rule[side], stage.first_rule[side] + stage.rules[side]):
                    ways = self.quiet_moves(&t.rules[k])
                    if ways:
                        self.init_unmove(&unmoves.rule[unmoves.rules], stage, &t.rules[k], ways)
                        unmoves.rules += 1
        return 0

    cdef list quiet_moves(self, const Rule* r):
        """All (target, source, cells between) of a rule's quiet moves."""
        cdef const Tables* t = self.rules.t
        cdef const Table* table = &t.tables[r.table]
        cdef int cell, to, i, k, stride
        cdef uint64_t between
        ways = []
        for cell in range(t.cells):
            if not allowed(t, r.origin, cell):
                continue
            if r.op == OP_STEP and r.onto_empty:
                for i in range(table.first[cell], table.first[cell + 1]):
                    ways.append((table.items[i], cell, 0))
            elif (r.op == OP_SLIDE and r.onto_empty) or r.op == OP_COUNTED:
                stride = 3 if r.op == OP_SLIDE else 5
                for i in range(table.first[cell], table.first[cell + 1], stride):
                    between = 0
                    for k in range(table.items[i + 1]):
                        to = t.ray_cells[table.items[i] + k]
                        if r.op != OP_SLIDE or k + 1 >= r.least:
                            ways.append((to, cell, between if r.op == OP_SLIDE else 0))
                        between |= <uint64_t>1 << to
            elif r.op == OP_FLY or r.op == OP_HOP:
                ways.extend((to, cell, 0) for to in range(t.cells) if to != cell)
        return [way for way in ways if allowed(t, r.region, way[0])
                and not (r.promote_code and allowed(t, r.promote_region, way[0]))]

    cdef int init_unmove(self, UnmoveRule* row, const Stage* stage, const Rule* r, list ways) except -1:
        cdef int to, i
        row.code = r.code
        row.check = (stage.capture != CAPTURE_OPTIONAL or stage.next_when or r.condition or r.forbids >= 0
                     or r.filters or r.sandwich >= 0 or r.converts or r.whole_way
                     or r.op == OP_HOP or r.op == OP_COUNTED)
        row.origin = <uint8_t*>self.allocate(len(ways))
        row.between = <uint64_t*>self.allocate(len(ways) * sizeof(uint64_t))
        i = 0
        for to in range(self.rules.t.cells):
            row.first[to] = i
            for way in ways:
                if way[0] == to:
                    row.origin[i] = way[1]
                    row.between[i] = way[2]
                    i += 1
            row.first[to + 1] = i
        return 0

    # -- queries --------------------------------------------------------------------------------------

    @property
    def total(self):
        """Number of ranks."""
        return self.s.total

    @property
    def slices(self):
        """First rank and size of each slice."""
        return [(self.s.slices[i].offset, self.s.slices[i].size) for i in range(self.s.n_slices)]

    def rank(self, Snapshot snapshot not None):
        """Rank of a position at the start of a turn; None if it is outside the space."""
        cdef uint64_t found
        self.rules.check_position(snapshot.rules)
        found = rank_position(self.rules.t, self.s, &snapshot.p)
        return None if snapshot.p.s.mid_move or found == NO_RANK else found

    def unrank(self, uint64_t index):
        """The position with a rank."""
        cdef PieceSets pieces
        cdef const Slice* c
        cdef int i, kind, side
        cdef uint64_t bits
        if index >= self.s.total:
            raise IndexError(index)
        c = slice_at(self.s, index)
        unrank_pieces(self.s, c, index, &pieces)
        cells = [0] * self.s.cells
        for i in range(c.codes):
            bits = pieces.by[c.order[i]]
            while bits:
                cells[lowest_bit(bits)] = c.order[i]
                bits &= bits - 1
        hands = tuple([c.hand[side][kind] for kind in range(self.rules.t.kinds)] for side in range(2))
        return UnrankedPosition(cells, c.mover, hands, c.clock)


cdef class ProbedTable:
    """What the search can probe. Immutable once it is complete: then threads may share it."""

    cdef TablebaseView view
    cdef Rules rules
    cdef bint complete


@cython.boundscheck(True)
cdef class Tablebase(ProbedTable):
    """A tablebase in memory."""

    cdef readonly Ranking ranking
    cdef const unsigned char[::1] data         # keeps the buffer from being resized or closed

    def __cinit__(self, Ranking ranking not None, values not None, tuple symbols not None=()):
        """`values` has one byte per position if `symbols` gives their meaning, else two bytes. They must not change."""
        cdef const unsigned char[::1] data = values
        cdef int i
        if <uint64_t>data.shape[0] < ranking.s.total * (1 if symbols else 2) or len(symbols) > 256:
            raise LimitExceeded("limit.internal", problem="a table of values is too small for its positions")
        self.ranking = ranking
        self.rules = ranking.rules
        self.complete = True
        self.data = data
        self.view.space = ranking.s
        if ranking.s.total == 0:
            raise LimitExceeded("limit.internal", problem="a table without positions")
        if symbols:
            self.view.symbols = <const uint8_t*>&data[0]
            for i, value in enumerate(symbols):
                self.view.values[i] = value
        else:
            check_alignment(<size_t>&data[0])
            self.view.numbers = <const uint16_t*>&data[0]
