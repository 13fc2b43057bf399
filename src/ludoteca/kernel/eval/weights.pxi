# Evaluation weights of one game, loaded from Python.

@cython.boundscheck(True)
cdef class Evaluator:
    """Evaluation weights. Immutable; threads may share them. Weights that do not fit the game raise ValueError."""

    cdef EvalWeights ew
    cdef Rules rules
    cdef PatternTables patterns

    def __cinit__(self, Rules rules not None, weights=None):
        self.rules = rules
        if weights is None:
            weights = rules.default_weights
        self.check_sizes(weights)
        self.load(weights)
        if self.ew.rotation_set:
            self.init_cell_masks()
            self.init_rotation_tables()
        if weights.network is not None:
            self.load_network(weights.network)
        if weights.patterns is not None:
            self.patterns = weights.patterns
            check_range("the number of places of the patterns", self.patterns.p.places, count_places(rules.t),
                        count_places(rules.t))
            self.ew.patterns = &self.patterns.p

    def __dealloc__(self):
        free(self.ew.cell_masks)
        if self.ew.network != NULL:
            free(self.ew.network.first)
            free(self.ew.network)
        free(self.ew.rotations)

    cdef int check_sizes(self, row) except -1:
        """Raise ValueError if some weights have no place."""
        cdef const Tables* t = self.rules.t
        check_range("the number of window sets", len(row.windows), 0, MAX_EVAL_SETS)
        check_range("the number of sides of window sets", len(row.alone), 0, MAX_EVAL_SETS)
        for number, _, _ in row.windows:
            check_range("a window set", number, 0, t.n_window_sets - 1)
            check_range("the size of a window", t.windows[<int>number].size, 0, MAX_WINDOW)
        check_range("the number of pieces", len(row.cells), 0, MAX_CODES)
        check_range("the number of pieces in hand", len(row.hands), 0, MAX_CODES)
        check_range("the number of races", len(row.races), 0, 4)
        for number, pair in row.races:
            check_range("an end", number, 0, MAX_ENDS - 1)
            check_range("the number of sides", len(pair), 2, 2)
        for values in (*row.cells, *(distances for _, pair in row.races for distances in pair)):
            check_range("the number of cells", len(values), 0, MAX_CELLS)
        check_range("a window set", row.turned, 0, max(0, t.n_window_sets - 1))
        return 0

    cdef int load(self, row) except -1:
        cdef EvalWeights* ew = &self.ew
        cdef const Tables* t = self.rules.t
        cdef int i, code, side, cell, lack
        ew.n_sets = len(row.windows)
        for i, (number, mine, theirs) in enumerate(row.windows):
            ew.set_of[i] = number
            ew.first_window[i] = ew.n_windows
            ew.n_windows += padded_to_lanes(t.windows[ew.set_of[i]].count)
            for lack in range(LACKS):
                ew.mine[i][lack] = mine[lack]
                ew.theirs[i][lack] = theirs[lack]
        for i, value in enumerate(row.alone):
            ew.only_side[i] = value
        for code, values in enumerate(row.cells):
            for cell, value in enumerate(values):
                ew.cell[code][cell] = value
        for code, value in enumerate(row.hands):
            ew.hand[code] = value
        ew.n_races = len(row.races)
        for i, (number, pair) in enumerate(row.races):
            ew.race_end[i] = number
            for side in range(2):
                for cell, value in enumerate(pair[side]):
                    ew.distance[i][side][cell] = value
        ew.furthest = row.furthest
        ew.foremost = row.foremost
        ew.tempo = row.tempo
        ew.squeeze = row.squeeze
        ew.link = row.link
        ew.group = row.group
        ew.store = row.store
        ew.seeds = row.seeds
        ew.territory = row.territory
        ew.nearness = row.nearness
        for side in range(2):
            for i in range(2):
                ew.hanging[side][i] = row.hanging[side][i]
            ew.mobility[side] = row.mobility[side]
            ew.room[side] = row.room[side]
        ew.use_qsearch = row.captures
        if t.gravity_width:
            for i in range(0, t.cells, 2 * t.gravity_width):
                ew.odd_rows |= t.gravity_floor << i
        self.init_steps()
        ew.line_placement = t.features & USE_LINE_THREATS and ew.n_sets == 1
        # VCF also needs windows of one size.
        ew.use_vcf = (ew.line_placement and t.features & USE_VCF
                      and t.windows[ew.set_of[0]].least == t.windows[ew.set_of[0]].size)
        ew.use_drop_parity = ew.line_placement and t.features & USE_DROP_PARITY
        ew.lmp_base = 2 if ew.use_vcf else 6
        ew.rotation_set = row.turned if t.features & USE_ROTATION_WINS else 0
        # No zugzwang: an extra piece never hurts a line or a connection, except in drop games, where it enables the
        # cell above.
        ew.use_null_move = ((ew.line_placement and t.features & USE_LINE_NULL_MOVE)
                            or t.features & (USE_CONNECTION_NULL_MOVE | USE_CHAIN_NULL_MOVE))
        ew.use_locality = ew.line_placement and t.words > 1
        if ew.use_locality:
            self.init_near(&t.windows[ew.set_of[0]])
        return 0

    cdef int init_cell_masks(self) except -1:
        """Window masks per cell, if all windows of a set have one size and their counts fit in byte lanes."""
        cdef EvalWeights* ew = &self.ew
        cdef const Tables* t = self.rules.t
        cdef const WindowSet* s
        cdef int i, k, cell
        for i in range(ew.n_sets):
            s = &t.windows[ew.set_of[i]]
            if s.least != s.size or ew.only_side[i] or s.count > 255 * LANES:
                return 0
        ew.cell_masks = <uint8_t*>calloc(t.cells, ew.n_windows)
        if ew.cell_masks == NULL:
            raise MemoryError()
        for i in range(ew.n_sets):
            s = &t.windows[ew.set_of[i]]
            for cell in range(t.cells):
                for k in range(s.first[cell], s.first[cell + 1]):
                    ew.cell_masks[cell * ew.n_windows + ew.first_window[i] + s.through[k]] = 255
        return 0

    cdef int load_network(self, network) except -1:
        """Load a network: hidden biases, output weights and input weights, a byte each."""
        cdef EvalWeights* ew = &self.ew
        cdef int i, k, n, at = 0
        cdef const unsigned char[::1] inputs
        cdef Network* net = <Network*>calloc(1, sizeof(Network))
        if net == NULL:
            raise MemoryError()
        ew.network = net
        net.first = <int16_t*>calloc(ew.n_windows * WINDOW_FEATURES * HIDDEN_UNITS, sizeof(int16_t))
        if net.first == NULL:
            raise MemoryError()
        bias, output, inputs = network
        n = sum([self.rules.t.windows[ew.set_of[i]].count for i in range(ew.n_sets)]) * WINDOW_FEATURES * HIDDEN_UNITS
        if n == 0 or inputs.shape[0] != n or len(bias) != HIDDEN_UNITS or len(output) != HIDDEN_UNITS:
            raise ValueError("the network does not fit the windows of this game")
        for i in range(HIDDEN_UNITS):
            net.bias[i] = bias[i]
            net.last[i] = output[i]
        for i in range(ew.n_sets):
            n = self.rules.t.windows[ew.set_of[i]].count * WINDOW_FEATURES * HIDDEN_UNITS
            for k in range(n):
                net.first[ew.first_window[i] * WINDOW_FEATURES * HIDDEN_UNITS + k] = <int8_t>inputs[at]
                at += 1
        return 0

    cdef int init_rotation_tables(self) except -1:
        """Tables for the search over block rotations, if there are four blocks and few lines across them."""
        cdef const Tables* t = self.rules.t
        if t.blocks != 4 or t.block_cells > PLACES or t.words > 1:
            return 0
        self.ew.rotations = <RotationTables*>calloc(1, sizeof(RotationTables))
        if self.ew.rotations == NULL:
            raise MemoryError()
        if not init_rotation_tables(t, &t.windows[self.ew.set_of[0]], self.ew.rotations):
            free(self.ew.rotations)
            self.ew.rotations = NULL
        return 0

    cdef int init_steps(self) except -1:
        """Sliding directions as shifts, if all pieces slide alike on a board of at most two words."""
        cdef EvalWeights* ew = &self.ew
        cdef const Tables* t = self.rules.t
        cdef const Rule* r = &t.rules[t.stages[0].first_rule[0]]
        cdef const Table* table = &t.tables[r.table]
        cdef int cell, i, k
        ew.n_steps = 0
        if t.words > 2 or t.n_phases > 1 or t.kinds > 1 or r.op != OP_SLIDE or t.stages[0].rules[0] != 1 or (
                t.stages[0].rules[1] != 1 or t.rules[t.stages[0].first_rule[1]].table != r.table):
            return 0
        found = {}
        for cell in range(t.cells):
            for i in range(table.first[cell], table.first[cell + 1], 3):
                found.setdefault(t.ray_cells[table.items[i]] - cell, []).append(cell)
        if len(found) > 8:
            return 0
        for k, (by, cells) in enumerate(sorted(found.items())):
            ew.step[k] = by
            for cell in cells:
                ew.step_from[k][cell >> 6] |= <uint64_t>1 << (cell & 63)
        ew.n_steps = len(found)
        return 0

    cdef int init_near(self, const WindowSet* s) except -1:
        cdef int number, i, j, a, b
        for number in range(s.count):
            for i in range(s.sizes[number]):
                for j in range(max(0, i - 2), min(<int>s.sizes[number], i + 3)):
                    a = s.cells[number * s.size + i]
                    b = s.cells[number * s.size + j]
                    self.ew.near[a][b >> 6] |= <uint64_t>1 << (b & 63)
        return 0
