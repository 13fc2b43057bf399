# Pattern tables, loaded from Python. All numbers are checked: a file of weights is not trusted.

@cython.boundscheck(True)
cdef class PatternTables(MemoryOwner):
    """Pattern tables of one game. Immutable; threads and evaluators may share them. Rows that do not fit together raise
    ValueError. Entries that a symmetry maps to each other share one weight, so that there are fewer weights than entries."""

    cdef Patterns p
    cdef int32_t* shared     # [side to move][entry]: the number of its weight
    cdef readonly object row
    cdef readonly int count  # weights of one stage
    cdef readonly int patterns
    cdef readonly int stages
    cdef list offsets        # the first entry of each table …
    cdef list radices        # … and the number of digits of each of its places
    cdef object given

    def __cinit__(self, row not None, weights=None):
        self.row = row
        self.load_places()
        self.load_tables()
        self.load_patterns()
        self.share_weights()
        self.p.weights = <int16_t*>self.allocate(<size_t>2 * self.p.stages * self.p.size * sizeof(int16_t))
        if weights is not None:
            self.load_weights(weights)

    def __reduce__(self):
        return PatternTables, (self.row, self.given)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    @property
    def weights(self):
        """The weights as given: 16-bit integers in bytes, stage by stage; None for tables without weights."""
        return self.given

    @property
    def size(self):
        """Entries of all tables, for one side and stage."""
        return self.p.size

    cdef int load_places(self) except -1:
        cdef int i, place, digit
        digits, swapped = self.row.digits, self.row.swapped
        check_range("the number of places", len(digits), 1, MAX_CELLS + MAX_PITS + 2 * MAX_KINDS)
        check_range("the number of exchanged places", len(swapped), len(digits), len(digits))
        self.p.places = len(digits)
        self.p.digit = <uint8_t*>self.allocate(256 * self.p.places)
        for place in range(self.p.places):
            check_range("the number of contents", len(digits[place]), 0, 256)
            for i, digit in enumerate(digits[place]):
                self.p.digit[256 * place + i] = digit
        stages = self.row.stages
        check_range("the number of stages of the game", len(stages), 1, MAX_CELLS + 1)
        for i in range(MAX_CELLS + 1):
            self.p.stage_of[i] = stages[min(i, len(stages) - 1)]
            self.p.stages = max(self.p.stages, self.p.stage_of[i] + 1)
        self.stages = self.p.stages
        return check_range("a stage", self.p.stages, 1, MAX_PATTERN_STAGES)

    cdef int radix(self, place) except -1:
        check_range("a place", place, 0, self.p.places - 1)
        digits = self.row.digits[place]
        return max(digits, default=0) + 1

    cdef int load_tables(self) except -1:
        """The sizes of the tables."""
        cdef long long size, total = 0
        self.offsets, self.radices = [], []
        for places in self.row.tables:
            check_range("the number of places of a pattern", len(places), 0, MAX_PATTERN_CELLS)
            radices = [self.radix(place) for place in places]
            size = 1
            for radix in radices:
                size *= radix
                check_range("the size of a table", size, 1, MAX_TABLE_ENTRIES)
            self.offsets.append(total)
            self.radices.append(radices)
            total += size
            check_range("the size of all tables", total, 1, MAX_TABLE_ENTRIES)
        self.p.size = total
        return 0

    cdef int load_patterns(self) except -1:
        cdef int i, k, at, factor, number, place
        patterns = self.row.patterns
        check_range("the number of patterns", len(patterns), 0, MAX_PATTERNS)
        self.p.n = self.patterns = len(patterns)
        self.p.start = <int32_t*>self.allocate(self.p.n * sizeof(int32_t))
        links = [[] for _ in range(self.p.places)]
        for i, (table, places) in enumerate(patterns):
            check_range("a table", table, 0, len(self.offsets) - 1)
            radices = self.radices[table]
            if [self.radix(place) for place in places] != radices or len(set(places)) != len(places):
                raise ValueError("a pattern does not fit its table")
            self.p.start[i] = self.offsets[table]
            factor = 1
            for place, radix in zip(places, radices):
                links[place].append((i, factor))
                self.p.start[i] += factor * self.p.digit[256 * place]
                factor *= radix
        self.p.first_link = <int32_t*>self.allocate((self.p.places + 1) * sizeof(int32_t))
        self.p.links = <PatternLink*>self.allocate(sum(map(len, links)) * sizeof(PatternLink))
        at = 0
        for place in range(self.p.places):
            self.p.first_link[place] = at
            for number, factor in links[place]:
                self.p.links[at].pattern = number
                self.p.links[at].factor = factor
                at += 1
        self.p.first_link[self.p.places] = at
        return 0

    # -- shared weights -------------------------------------------------------------------------------

    cdef int share_weights(self) except -1:
        """Number the weights: the entries that are equal by symmetry have the same number."""
        cdef int table
        if not len(self.row.ties) == len(self.row.parents) == len(self.offsets):
            raise ValueError("symmetries and parents are needed for every table")
        self.shared = <int32_t*>self.allocate(<size_t>2 * self.p.size * sizeof(int32_t))
        for table in range(len(self.offsets)):
            if self.row.parents[table] < 0:
                self.number_entries(table, [self.tie(table, order, swap) for order, swap in self.row.ties[table]])
            else:
                self.take_weights(table, self.row.parents[table])
        return 0

    cdef tuple tie(self, int table, order, swap):
        """A symmetry: for each place of the index, the place its digit comes from, and the new digits."""
        cdef int i
        places, radices = self.row.tables[table], self.radices[table]
        if sorted(order) != list(range(len(places))) or [radices[i] for i in order] != radices:
            raise ValueError("a symmetry does not fit its table")
        return tuple(order), bool(swap), [self.digit_map(places[i], swap) for i in order]

    cdef list digit_map(self, int place, swap):
        cdef int radix = self.radix(place), digit
        if not swap:
            return list(range(radix))
        found = list(self.row.swapped[place][:radix])
        if len(found) != radix or max(found) >= radix:
            raise ValueError("exchanged digits do not fit their place")
        return found

    cdef int number_entries(self, int table, list ties) except -1:
        """Each entry takes the number of the least entry equal to it."""
        cdef int size = 1, i, k, n = len(self.radices[table]), entry, side, image, least, least_side, other, kind
        cdef int radix[MAX_PATTERN_CELLS]
        cdef int factor[MAX_PATTERN_CELLS]
        cdef int digit[MAX_PATTERN_CELLS]
        cdef int32_t* plan       # per tie and place: factor of the digit's new place for each old digit, flattened
        cdef int n_ties = len(ties), at = self.offsets[table]
        for k in range(n):
            radix[k] = self.radices[table][k]
            factor[k] = size
            size *= radix[k]
        plan = <int32_t*>calloc(n_ties * n * 256 + 1, sizeof(int32_t))
        if plan == NULL:
            raise MemoryError()
        try:
            swaps = [tie[1] for tie in ties]
            for i, (order, _, maps) in enumerate(ties):
                for k in range(n):
                    for kind, other in enumerate(maps[k]):
                        # The digit of place order[k] becomes the digit of place k.
                        plan[(i * n + <int>order[k]) * 256 + kind] = factor[k] * other
            for entry in range(size):
                other = entry
                for k in range(n):
                    digit[k] = other % radix[k]
                    other //= radix[k]
                for side in range(2):
                    least = entry
                    least_side = side
                    for i in range(n_ties):
                        image = 0
                        for k in range(n):
                            image += plan[(i * n + k) * 256 + digit[k]]
                        other = 1 - side if swaps[i] else side
                        if image < least or (image == least and other < least_side):
                            least = image
                            least_side = other
                    if least == entry and least_side == side:
                        self.shared[<size_t>side * self.p.size + at + entry] = self.count
                        self.count += 1
                    else:
                        self.shared[<size_t>side * self.p.size + at + entry] = (
                            self.shared[<size_t>least_side * self.p.size + at + least])
        finally:
            free(plan)
        return 0

    cdef int take_weights(self, int table, parent) except -1:
        """The weights of another table, with the sides exchanged."""
        cdef int entry, image, other, k, side, at = self.offsets[table], of_parent, n = len(self.radices[table]), size = 1
        cdef int radix[MAX_PATTERN_CELLS]
        cdef int plan[MAX_PATTERN_CELLS][256]
        check_range("a table before this one", parent, 0, table - 1)
        of_parent = self.offsets[parent]
        if self.radices[table] != self.radices[parent] or self.row.parents[parent] >= 0:
            raise ValueError("a table does not fit the one it takes its weights from")
        for k in range(n):
            radix[k] = self.radices[table][k]
            for other, image in enumerate(self.digit_map(self.row.tables[table][k], True)):
                plan[k][other] = size * image
            size *= radix[k]
        for entry in range(size):
            other = entry
            image = 0
            for k in range(n):
                image += plan[k][other % radix[k]]
                other //= radix[k]
            for side in range(2):
                self.shared[<size_t>side * self.p.size + at + entry] = (
                    self.shared[<size_t>(1 - side) * self.p.size + of_parent + image])
        return 0

    cdef int load_weights(self, weights) except -1:
        cdef const unsigned char[::1] raw = weights
        cdef int stage
        cdef size_t entry, at
        cdef int16_t value
        check_range("the number of weights", raw.shape[0], 2 * self.count * self.p.stages, 2 * self.count * self.p.stages)
        for stage in range(self.p.stages):
            for entry in range(<size_t>2 * self.p.size):
                at = 2 * (<size_t>stage * self.count + self.shared[entry])
                value = <int16_t>(raw[at] | raw[at + 1] << 8)
                self.p.weights[<size_t>2 * stage * self.p.size + entry] = value
        self.given = bytes(weights)
        return 0
