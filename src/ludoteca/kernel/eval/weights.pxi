# With what eyes a position is judged: the weights of one game, as the search reads them.

cdef class Evaluator:
    """Weights. Read only once made; many workers may share them."""

    cdef Opinion o
    cdef Rules rules

    def __cinit__(self, Rules rules, dict row=None):
        self.rules = rules
        self.load(row if row is not None else rules.opinion)
        if self.o.turned:
            self.find_through()
            self.find_turnings()
        given = (row if row is not None else rules.opinion).get("network")
        if given is not None:
            self.load_network(given)

    def __dealloc__(self):
        free(self.o.through)
        if self.o.network != NULL:
            free(self.o.network.first)
            free(self.o.network)
        free(self.o.turnings)

    cdef int load(self, dict row) except -1:
        cdef Opinion* o = &self.o
        cdef const Tables* t = self.rules.t
        cdef const Rule* r
        cdef int i, code, side, cell, lack
        o.counted = len(row["windows"])
        for i, (number, mine, theirs) in enumerate(row["windows"]):
            o.set_of[i] = number
            o.first_window[i] = o.windows
            o.windows += whole_lanes(t.windows[o.set_of[i]].count)
            for lack in range(LACKS):
                o.mine[i][lack] = mine[lack]
                o.theirs[i][lack] = theirs[lack]
        for i, value in enumerate(row["alone"]):
            o.alone[i] = value
        for code, values in enumerate(row["cells"]):
            for cell, value in enumerate(values):
                o.cell[code][cell] = value
        for code, value in enumerate(row["hands"]):
            o.hand[code] = value
        o.races = len(row["races"])
        for i, (number, pair) in enumerate(row["races"]):
            o.race_end[i] = number
            for side in range(2):
                for cell, value in enumerate(pair[side]):
                    o.distance[i][side][cell] = value
        o.furthest = row["furthest"]
        o.race_best = row["foremost"]
        o.tempo = row["tempo"]
        o.squeeze = row["squeeze"]
        o.link = row["link"]
        o.group = row["group"]
        o.store = row["store"]
        o.seeds = row["seeds"]
        o.territory = row["territory"]
        o.nearness = row["nearness"]
        for side in range(2):
            for i in range(2):
                o.hanging[side][i] = row["hanging"][side][i]
            o.mobility[side] = row["mobility"][side]
            o.room[side] = row["room"][side]
        o.captures = row["captures"]
        if t.gravity_width:
            for i in range(0, t.cells, 2 * t.gravity_width):
                o.odd_rows |= t.gravity_floor << i
        self.find_steps()
        # Threats can be counted where lines win, nothing else does, and pieces are only placed: on any empty cell,
        # or on the lowest of a column.
        r = &t.rules[t.stages[0].first_rule[0]]
        o.placing = (t.plain and t.first_end_is_line > 2 and r.op == OP_PLACE and o.counted == 1
                     and not t.ends[0].exactly and not t.windows[o.set_of[0]].exact
                     and t.stages[0].rules[0] == 1 and t.stages[0].rules[1] == 1)
        # … and whole attacks of them, where all cells are free to all.
        o.forcing = (o.placing and not r.gravity and not r.hand and r.region < 0
                     and t.windows[o.set_of[0]].least == t.windows[o.set_of[0]].size)
        o.breadth = 2 if o.forcing else 6
        # … or where a block is turned after each placing, on any empty cell.
        o.turned = row["turned"]
        if (r.op != OP_PLACE or r.hand or r.gravity or r.region >= 0 or t.n_phases > 1 or t.n_stages != 2 or t.n_ends > 1
                or t.ends[0].result != OWNER_WINS or t.ends[0].owners != 3 or t.windows[o.set_of[0]].exact
                or t.stages[0].rules[0] != 1 or t.stages[0].rules[1] != 1 or t.stages[1].rules[0] != 1
                or t.rules[t.stages[1].first_rule[0]].op != OP_ROTATE):
            o.turned = 0
        # A piece more on the board never hurts whoever wants to make a line or a chain of them, unless it makes
        # room for another above it.
        o.null_move = (o.placing and not t.gravity_width) or (t.connect_fast and t.plain)
        o.focus = o.placing and t.words > 1
        if o.focus:
            self.find_near(&t.windows[o.set_of[0]])
        return 0

    cdef int find_through(self) except -1:
        """For each cell the windows through it, if all windows of a set are of one size and few enough to be counted in
        lanes of a byte."""
        cdef Opinion* o = &self.o
        cdef const Tables* t = self.rules.t
        cdef const WindowSet* s
        cdef int i, k, cell
        for i in range(o.counted):
            s = &t.windows[o.set_of[i]]
            if s.least != s.size or o.alone[i] or s.count > 255 * LANES:
                return 0
        o.through = <uint8_t*>calloc(t.cells, o.windows)
        if o.through == NULL:
            raise MemoryError()
        for i in range(o.counted):
            s = &t.windows[o.set_of[i]]
            for cell in range(t.cells):
                for k in range(s.first[cell], s.first[cell + 1]):
                    o.through[cell * o.windows + o.first_window[i] + s.through[k]] = 255
        return 0

    cdef int load_network(self, given) except -1:
        """Weights of a network: the units' own, what they are worth, and what each window adds to them, a byte each."""
        cdef Opinion* o = &self.o
        cdef int i, k, n, at = 0
        cdef const unsigned char[::1] adds
        cdef Network* net = <Network*>calloc(1, sizeof(Network))
        if net == NULL:
            raise MemoryError()
        o.network = net
        net.first = <int16_t*>calloc(o.windows * KINDS * UNITS, sizeof(int16_t))
        if net.first == NULL:
            raise MemoryError()
        bias, worth, adds = given
        n = sum([self.rules.t.windows[o.set_of[i]].count for i in range(o.counted)]) * KINDS * UNITS
        if n == 0 or adds.shape[0] != n or len(bias) != UNITS or len(worth) != UNITS:
            raise ValueError("a network of other windows")
        for i in range(UNITS):
            net.bias[i] = bias[i]
            net.last[i] = worth[i]
        for i in range(o.counted):
            n = self.rules.t.windows[o.set_of[i]].count * KINDS * UNITS
            for k in range(n):
                net.first[o.first_window[i] * KINDS * UNITS + k] = <int8_t>adds[at]
                at += 1
        return 0

    cdef int find_turnings(self) except -1:
        """Tables for looking at all ways of standing at once, if there are four blocks and few lines across them."""
        cdef const Tables* t = self.rules.t
        if t.blocks != 4 or t.block_cells > PLACES or t.words > 1:
            return 0
        self.o.turnings = <Turnings*>calloc(1, sizeof(Turnings))
        if self.o.turnings == NULL:
            raise MemoryError()
        if not find_turnings(t, &t.windows[self.o.set_of[0]], self.o.turnings):
            free(self.o.turnings)
            self.o.turnings = NULL
        return 0

    cdef int find_steps(self) except -1:
        """The directions of sliding as differences of cells, if all pieces slide alike on a board of two words."""
        cdef Opinion* o = &self.o
        cdef const Tables* t = self.rules.t
        cdef const Rule* r = &t.rules[t.stages[0].first_rule[0]]
        cdef const Table* table = &t.tables[r.table]
        cdef int cell, i, k
        o.steps = 0
        if t.words > 2 or t.n_phases > 1 or t.kinds > 1 or r.op != OP_SLIDE or t.stages[0].rules[0] != 1 or (
                t.stages[0].rules[1] != 1 or t.rules[t.stages[0].first_rule[1]].table != r.table):
            return 0
        found = {}
        for cell in range(t.cells):
            for i in range(table.first[cell], table.first[cell + 1], 3):
                found.setdefault(t.ray_cells[table.items[i]] - cell, []).append(cell)
        # A row of cells must not run on into the next: each direction is left where the board ends.
        if len(found) > 8:
            return 0
        for k, (by, cells) in enumerate(sorted(found.items())):
            o.step[k] = by
            for cell in cells:
                o.step_from[k][cell >> 6] |= <uint64_t>1 << (cell & 63)
        o.steps = len(found)
        return 0

    cdef int find_near(self, const WindowSet* s) except -1:
        cdef int number, i, j, a, b
        for number in range(s.count):
            for i in range(s.sizes[number]):
                for j in range(max(0, i - 2), min(<int>s.sizes[number], i + 3)):
                    a = s.cells[number * s.size + i]
                    b = s.cells[number * s.size + j]
                    self.o.near[a][b >> 6] |= <uint64_t>1 << (b & 63)
        return 0
