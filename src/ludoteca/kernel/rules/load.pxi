# Loads a game's tables from the compiler's dictionaries and lists into C structures.

LIMITS = {
    "cells": MAX_CELLS, "kinds": MAX_KINDS, "rules": PASS_RULE, "stages": MAX_STAGES, "phases": MAX_PHASES,
    "ends": MAX_ENDS, "window sets": MAX_WINDOW_SETS, "tables": MAX_TABLES, "regions": MAX_REGIONS,
    "pits": MAX_PITS, "hand": MAX_HAND, "path": MAX_PATH, "moves in a game": MAX_HISTORY - 1,
    "blocks": 8, "cells in a block": 64, "codes": MAX_CODES - 1,
    "units": HIDDEN_UNITS, "kinds of windows": WINDOW_FEATURES,
}


cdef int check_table_sizes(data) except -1:
    """Raise ValueError if a table is larger than its array."""
    check_range("the number of cells", data.cells, 1, MAX_CELLS)
    check_range("the number of kinds", data.kinds, 1, MAX_KINDS)
    for name, most in (("who", MAX_CODES - 1), ("kind_of", MAX_CODES - 1), ("rules", PASS_RULE), ("stages", MAX_STAGES),
                       ("phases", MAX_PHASES), ("ends", MAX_ENDS), ("windows", MAX_WINDOW_SETS), ("tables", MAX_TABLES),
                       ("regions", MAX_REGIONS), ("near", MAX_CELLS), ("sandwiches", 4), ("blocks", 8),
                       ("mirror", MAX_CELLS), ("shifts", 8), ("goals", 2), ("around", 6 * MAX_CELLS)):
        check_range(f"the number of entries of {name}", len(getattr(data, name)), 0, most)
    for row in data.goals:
        check_range("the number of entries of goals", len(row), data.cells, data.cells)
    if data.around:
        check_range("the number of entries of around", len(data.around), 6 * data.cells, 6 * data.cells)
    check_range("the number of checked ends", data.checked_ends, 0, len(data.ends))
    check_range("the number of phases", len(data.phases), 1, MAX_PHASES)
    return 0


@cython.boundscheck(True)
cdef class Rules(MemoryOwner):
    """The tables of one game. Immutable, so that threads can share them. Built from the compiler's tables, whose numbers
    are trusted: only their sizes are checked."""

    cdef Tables* t
    cdef readonly object tables                # as the compiler made them
    cdef object weights                        # used where no evaluator is given, or a function that returns them
    cdef bint fast
    cdef object known_identity                 # computed when it is first needed

    def __cinit__(self, tables not None, weights not None, bint fast=True):
        self.t = <Tables*>calloc(1, sizeof(Tables))
        if self.t == NULL:
            raise MemoryError()
        self.tables = tables
        self.weights = weights
        self.fast = fast
        check_table_sizes(tables)
        self.load(tables, fast)

    cdef object identity(self):
        """Equal for rules that can share positions."""
        if self.known_identity is None:
            self.known_identity = self.tables.position_identity()
        return self.known_identity

    cdef bint shares_positions(self, Rules other) except -1:
        """Whether positions of other rules are positions of these: only move counters may differ."""
        return other is self or (other is not None and other.identity() == self.identity())

    cdef int check_same(self, Rules other) except -1:
        """Raise ValueError if a part of a search is for other rules."""
        if not self.shares_positions(other):
            raise ValueError("this object belongs to other rules")
        return 0

    cdef int check_position(self, Rules other) except -1:
        """Raise `BadPosition` if a position is of other rules."""
        if not self.shares_positions(other):
            raise BadPosition("position.other-rules")
        return 0

    @property
    def default_weights(self):
        """The weights used where no evaluator is given. Made when they are first needed."""
        if callable(self.weights):
            self.weights = self.weights()
        return self.weights

    def __reduce__(self):
        return Rules, (self.tables, self.default_weights, self.fast)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __dealloc__(self):
        free(self.t)

    cdef int load(self, data, bint fast) except -1:
        cdef Tables* t = self.t
        cdef int i, j, side
        t.n_window_sets = len(data.windows)
        t.cells = data.cells
        t.words = (t.cells + 63) // 64
        t.codes = len(data.who)
        t.kinds = data.kinds
        for i, value in enumerate(data.who):
            t.who[i] = value
        t.who[GHOST] = BLOCKED
        for i, value in enumerate(data.kind_of):
            t.kind_of[i] = value
        for side in range(2):
            for i, value in enumerate(data.code_of[side]):
                t.code_of[side][i] = value
            t.start[side] = data.start[side]
        t.has_shared = SHARED in data.who
        for i, row in enumerate(data.rules):
            self.load_rule(&t.rules[i], row)
        t.rules[SWAP_RULE].op = OP_SWAP
        t.rules[PASS_RULE].op = OP_PASS
        t.rules[PASS_RULE].one_way = t.rules[SWAP_RULE].one_way = -1
        t.n_stages = len(data.stages)
        for i, row in enumerate(data.stages):
            self.load_stage(&t.stages[i], row)
        t.n_phases = len(data.phases)
        for i, row in enumerate(data.phases):
            t.phases[i].until, t.phases[i].plies, t.phases[i].stage = row
        t.n_ends = data.checked_ends
        for i, row in enumerate(data.ends):
            self.load_end(&t.ends[i], row)
        for side in range(2):
            t.no_move[side] = data.no_move[side]
            t.no_move_result[side] = data.no_move_result[side]
        t.no_moves_at_all = data.no_moves_at_all
        for i, (first, items) in enumerate(data.tables):
            t.tables[i].first = self.ints(first)
            t.tables[i].items = self.ints(items)
        t.neighbours.first = self.ints(data.neighbours[0])
        t.neighbours.items = self.ints(data.neighbours[1])
        t.ray_cells = self.shorts(data.ray_cells)
        for i, row in enumerate(data.windows):
            self.load_windows(&t.windows[i], row)
        for i, mask in enumerate(data.regions):
            for j in range(t.words):
                t.regions[i][j] = (mask >> (64 * j)) & 0xFFFFFFFFFFFFFFFF
        if t.words == 1:
            for i, mask in enumerate(data.near):
                t.near[i] = mask
        for i, row in enumerate(data.sandwiches):
            self.load_sandwich(&t.sandwiches[i], row)
        self.load_sowing(data.sowing)
        t.blocks = len(data.blocks)
        for i, cells in enumerate(data.blocks):
            t.block_cells = len(cells)
            for j, value in enumerate(cells):
                t.block_cell[i][j] = value
                if t.words == 1:
                    t.block_mask[i] |= <uint64_t>1 << <int>value
            for side in range(2):
                for j, value in enumerate(data.turned[side]):
                    t.turned[side][i][j] = value
        for i, value in enumerate(data.mirror):
            t.mirror[i] = value
        t.gravity_width = data.gravity_width
        t.gravity_floor = data.gravity_floor & 0xFFFFFFFFFFFFFFFF
        t.columns.items = self.ints(data.below)
        t.repetition = data.repetition
        t.repetition_result = data.repetition_result
        t.no_progress = data.no_progress
        t.stagnation_result = data.stagnation_result
        t.full_board = data.full_board
        t.quiet_limit = t.no_progress if t.no_progress else 65535
        t.full_at = 0 if t.full_board else -1
        t.length = data.length
        t.capture_progress = data.capture_progress
        t.promote_progress = data.promote_progress
        t.stalled_side = data.stalled_side
        t.connect_end = data.connect_end
        t.connect_fast = data.connect_fast
        t.has_goals = len(data.goals) > 0
        for side, row in enumerate(data.goals):
            for i, value in enumerate(row):
                t.goals[side][i] = value
        if data.around:
            t.around = self.shorts([NO_CELL if cell is None else cell for cell in data.around])
        t.cold = 2 if t.sowing.in_use else any(rule.hand for rule in data.rules)
        t.alternating = not t.sowing.again
        # Where each side only moves its own pieces, a position cannot repeat within fewer than four moves.
        null_moves = any(stage.pass_forced or stage.pass_allowed for stage in data.stages)
        others = (OP_PLACE, OP_PAIR, OP_REMOVE, OP_ROTATE, OP_SOW)
        quick = null_moves or t.has_shared or any(rule.op in others or rule.converts for rule in data.rules)
        t.repetition_span = (t.repetition - 1) * (1 if not t.alternating else 2 if quick else 4)
        t.traits = data.traits
        t.features = features_of(t.traits, t.cells)
        t.duplicates = (t.traits & TRAIT_DUPLICATES) != 0
        self.load_shifts(data.shifts)
        self.find_fast_paths()
        if not fast:
            self.disable_fast_paths()
        self.load_keys()
        return 0

    cdef int disable_fast_paths(self) except -1:
        """Use the general functions only, so that tests can compare the fast paths with them."""
        cdef Tables* t = self.t
        cdef int i, side
        t.plain = t.plain_moves = t.first_end_is_line = t.ends_by_capture = t.connect_fast = t.shifts = 0
        t.features = 0
        t.cold = 2
        for i in range(PASS_RULE):
            t.rules[i].plain = t.rules[i].plain_targets = t.rules[i].plain_unless_promoted = 0
        for i in range(t.n_ends):
            t.ends[i].local = 0
        for i in range(t.n_stages):
            for side in range(2):
                t.stages[i].chooser[side] = BY_LISTING
        return 0

    cdef int load_shifts(self, rows) except -1:
        cdef int i
        self.t.shifts = len(rows)
        for i, (by, cells) in enumerate(rows):
            self.t.shift[i] = by
            self.t.shift_from[i] = cells
        return 0

    cdef int find_fast_paths(self) except -1:
        """Determine which rules are plain and which fast paths apply: see fast_moves.pxi."""
        cdef Tables* t = self.t
        cdef Scalars probe
        cdef Rule* r
        cdef End* e
        cdef Stage* s
        cdef int i, j, k
        if <size_t>&probe.hand - <size_t>&probe > HOT_BYTES:
            raise LimitExceeded("limit.internal", problem="hot scalars do not fit")
        if <size_t>&probe.pits - <size_t>&probe > WARM_BYTES:
            raise LimitExceeded("limit.internal", problem="hands do not fit")
        for i in range(PASS_RULE):
            r = &t.rules[i]
            r.may_take = (r.takes or r.op == OP_SANDWICH or (r.op == OP_REMOVE and r.wanted == 2)
                          or (r.onto_enemy and (r.op == OP_STEP or r.op == OP_SLIDE or r.op == OP_COUNTED)))
            r.plain_targets = (r.region < 0 and r.origin < 0 and r.condition <= IF_NOT_LEFT and r.forbids < 0
                               and not r.filters and t.who[r.code] != SHARED)
            r.plain = (r.plain_targets and not r.condition and r.sandwich < 0 and not r.trail and not r.flips
                       and not r.converts and not r.whole_way and r.one_way < 0
                       and (r.op == OP_PLACE or r.op == OP_STEP or r.op == OP_SLIDE or r.op == OP_FLY)
                       and not (r.gravity and not t.gravity_width))
            r.plain_unless_promoted = r.plain and r.promote_code
            r.plain = r.plain and not r.promote_code
            if t.words == 1 and r.op == OP_STEP:
                self.build_masks(&t.tables[r.table], 1)
            if t.words <= 2 and (r.op == OP_SLIDE or r.op == OP_SHOOT):
                self.build_ray_paths(&t.tables[r.table])
            if t.words == 1 and r.op == OP_LEAP:
                self.build_masks(&t.tables[r.table], 3)
            if t.words == 1 and r.op == OP_COUNTED:
                self.build_line_masks(&t.tables[r.table])
        for i in range(t.n_ends):
            e = &t.ends[i]
            e.local = (e.type in (END_WINDOW, END_ALIGN, END_LEFT) or (e.type == END_REACH and not t.has_shared)
                       or (e.type in (END_CONNECT, END_JOIN, END_RING) and t.connect_fast))
        t.ends_by_capture = all(t.ends[i].type == END_LEFT for i in range(t.n_ends))
        t.first_end_is_line = 0
        if t.n_ends == 1 and t.ends[0].owners == 3 and t.ends[0].result == OWNER_WINS and t.kinds == 1:
            if t.ends[0].type == END_WINDOW and t.words == 1:
                t.first_end_is_line = t.windows[t.ends[0].windows].least
            elif t.ends[0].type == END_ALIGN:
                t.first_end_is_line = t.ends[0].n
        for i in range(t.n_ends):
            t.counts_turns |= t.ends[i].type == END_STILL_IN
        t.plain_moves = (t.n_phases == 1 and t.n_stages == 1 and not t.counts_turns and not t.cold
                         and t.stalled_side < 0 and t.stages[0].capture != CAPTURE_HUFF and not t.stages[0].swap)
        t.plain = t.plain_moves and t.repetition_result != FORBIDDEN and not t.duplicates
        for i in range(t.n_stages):
            s = &t.stages[i]
            if s.pass_forced or s.pass_allowed or s.capture:
                t.plain = 0
            for j in range(2):
                for k in range(s.first_rule[j], s.first_rule[j] + s.rules[j]):
                    r = &t.rules[k]
                    if not r.plain or not (r.op == OP_PLACE or (r.op == OP_STEP and t.words == 1)):
                        t.plain = 0
                    if r.op != OP_PLACE and t.words > 1:
                        t.plain_moves = 0
                s.chooser[j] = chooser_of(t, s, j)
        return 0

    cdef int build_line_masks(self, Table* table) except -1:
        """Bitboard of the line of each entry: the cells ahead, the cells behind and the cell itself."""
        cdef Tables* t = self.t
        cdef int cell, i, k
        if table.masks != NULL:
            return 0
        table.masks = <uint64_t*>self.allocate(table.first[t.cells] // 5 * sizeof(uint64_t))
        for cell in range(t.cells):
            for i in range(table.first[cell], table.first[cell + 1], 5):
                table.masks[i // 5] = <uint64_t>1 << cell
                for k in range(table.items[i + 1]):
                    table.masks[i // 5] |= <uint64_t>1 << t.ray_cells[table.items[i] + k]
                for k in range(table.items[i + 4]):
                    table.masks[i // 5] |= <uint64_t>1 << t.ray_cells[table.items[i + 3] + k]
        return 0

    cdef int build_ray_paths(self, Table* table) except -1:
        """For each cell on each ray, the bitboard of the ray up to it."""
        cdef Tables* t = self.t
        cdef int cell, i, k, n = 0
        cdef uint64_t low, high
        cdef const uint16_t* ray
        if table.paths != NULL:
            return 0
        for i in range(0, table.first[t.cells], 3):
            n += table.items[i + 1]
        table.paths = <uint64_t*>self.allocate(2 * n * sizeof(uint64_t))
        table.path_ends = <uint16_t*>self.allocate(n * sizeof(uint16_t))
        table.first_path = <int32_t*>self.allocate((t.cells + 1) * sizeof(int32_t))
        n = 0
        for cell in range(t.cells):
            for i in range(table.first[cell], table.first[cell + 1], 3):
                ray = t.ray_cells + table.items[i]
                low = high = 0
                for k in range(table.items[i + 1]):
                    if ray[k] < 64:
                        low |= <uint64_t>1 << ray[k]
                    else:
                        high |= <uint64_t>1 << (ray[k] - 64)
                    table.paths[2 * n] = low
                    table.paths[2 * n + 1] = high
                    table.path_ends[n] = ray[k]
                    n += 1
            table.first_path[cell + 1] = n
            table.most_paths = max(table.most_paths, n - table.first_path[cell])
        return 0

    cdef int build_masks(self, Table* table, int stride) except -1:
        """For each cell, the bitboard of the first cells of its table entries."""
        cdef int cell, i
        if table.masks != NULL:
            return 0
        table.masks = <uint64_t*>self.allocate(64 * sizeof(uint64_t))
        for cell in range(self.t.cells):
            for i in range(table.first[cell], table.first[cell + 1], stride):
                table.masks[cell] |= <uint64_t>1 << table.items[i]
        return 0

    cdef int load_rule(self, Rule* r, row) except -1:
        r.op = row.op; r.code = row.code; r.takes = row.takes
        r.onto_empty = row.onto_empty; r.onto_enemy = row.onto_enemy; r.over = row.over
        r.chain = row.chain; r.removal_at_end = row.removal_at_end; r.run_up = row.run_up
        r.land = row.land; r.trail = row.trail; r.promote_code = row.promote_code
        r.promote_region = row.promote_region; r.promote_mode = row.promote_mode
        r.promote_rule = row.promote_rule; r.condition = row.condition
        r.condition_n = row.condition_n; r.region = row.region; r.origin = row.origin
        r.table = row.table; r.hand = row.hand; r.kind = row.kind
        r.gravity = row.gravity; r.flips = row.flips; r.forbids = row.forbids
        r.sandwich = row.sandwich; r.progress = row.progress; r.irreversible = row.irreversible
        r.wanted = row.wanted; r.spare = row.spare; r.spare_all = row.spare_all
        r.by_withdrawal = row.by_withdrawal; r.by_approach = row.by_approach
        r.once = row.once; r.turn = row.turn
        r.may_repeat = row.may_repeat; r.together = row.together; r.converts = row.converts
        r.whole_way = row.whole_way; r.least = row.least; r.most_over = row.most_over
        r.one_way = row.one_way; r.one_way_progress = row.one_way_progress
        # The first two filters have fields of their own, which the rules hash covers.
        r.filters = row.filters
        r.filters |= FILTER_APART * row.apart | FILTER_NOT_BACK_TO_START * row.not_start
        return 0

    cdef int load_stage(self, Stage* s, row) except -1:
        cdef int side
        for side in range(2):
            s.first_rule[side] = row.first_rule[side]
            s.rules[side] = row.rules[side]
            s.capture_limit[side] = row.capture_limit[side]
        s.capture = row.capture
        s.next_stage = row.next_stage
        s.next_when = row.next_when
        s.next_windows = row.next_windows
        s.next_sure = row.next_sure
        s.pass_forced = row.pass_forced
        s.pass_allowed = row.pass_allowed
        s.swap = row.swap
        s.ends_checked = row.ends_checked
        return 0

    cdef int load_end(self, End* e, row) except -1:
        cdef int side
        e.type = row.type; e.n = row.n; e.windows = row.windows; e.table = row.table
        for side in range(2):
            e.region[side] = row.region[side]
            e.far[side] = row.far[side]
            e.code[side] = row.code[side]
            e.goals[side] = row.goals[side]
        e.owners = row.owners; e.result = row.result; e.both = row.both
        e.after_move = row.after_move; e.neither = row.neither; e.exactly = row.exactly
        return 0

    cdef int load_windows(self, WindowSet* s, row) except -1:
        s.size = row.size
        s.count = row.count
        s.mask = self.longs(row.mask)
        s.beyond = self.longs(row.beyond)
        s.cells = self.shorts(row.cells)
        s.first = self.ints(row.first)
        s.through = self.ints(row.through)
        s.exact = row.exact
        s.ends = self.shorts(row.ends)
        s.least = row.least
        s.sizes = <uint8_t*>self.allocate(s.count)
        for i in range(s.count):
            s.sizes[i] = min(255, sum(cell != NO_CELL for cell in row.cells[i * s.size:(i + 1) * s.size]))
        if row.mask:
            through = [row.through[a:b] for a, b in zip(row.first, row.first[1:])]
            s.most = max(len(numbers) for numbers in through)
            never = 0xFFFFFFFFFFFFFFFF
            s.masks = self.longs([mask for numbers in through for mask in
                                  [*(row.mask[n] for n in numbers), *[never] * (s.most - len(numbers))]])
        return 0

    cdef int load_sandwich(self, Sandwich* s, row) except -1:
        s.table = row.table; s.run = row.run; s.hostile = row.hostile; s.safe = row.safe
        s.corner = row.corner; s.royal[0] = row.royal[0]; s.royal[1] = row.royal[1]
        s.royal_fort = row.royal_fort; s.royal_beside = row.royal_beside
        return 0

    cdef int load_sowing(self, row) except -1:
        cdef Sowing* s = &self.t.sowing
        cdef int i, side
        if row is None:
            return 0
        s.in_use = 1
        s.pits = row.pits
        s.row = (s.pits - 2) // 2
        s.first_pit[1] = s.row + 1
        s.row_mask = 0 if s.row > 8 else (0xFFFFFFFFFFFFFFFF >> (64 - 8 * s.row))
        for side in range(2):
            s.store[side] = row.store[side]
            for i, value in enumerate(row.next_pit[side]):
                s.next_pit[side][i] = value
        for i in range(s.pits):
            s.opposite[i] = row.opposite[i]
            s.owner[i] = row.owner[i]
        s.skip_origin = row.skip_origin
        s.again = row.again
        s.take_opposite = row.take_opposite
        s.take_alone = row.take_alone
        s.take_counts = row.take_counts
        s.grand_slam = row.grand_slam
        s.feed = row.feed
        return 0

    cdef int load_keys(self) except -1:
        """Zobrist keys: generated from a counter, so that they are the same on every machine and in every run."""
        cdef Tables* t = self.t
        cdef uint64_t n = 0x4C55444F54454341
        cdef int i, j, side
        for i in range(t.cells):
            for j in range(1, MAX_CODES):
                n += 1
                t.key_cell[i][j] = mix(n)
            n += 1
            t.key_anchor[i] = mix(n)
        for i in range(MAX_PITS):
            n += 1
            t.key_pit[i] = mix(n) | 1
        for side in range(2):
            for i in range(MAX_KINDS):
                for j in range(1, MAX_HAND + 1):
                    n += 1
                    t.key_hand[side][i][j] = mix(n)
        for i in range(MAX_STAGES):
            n += 1
            t.key_stage[i] = mix(n)
        for i in range(1, MAX_PHASES):
            n += 1
            t.key_phase[i] = mix(n)
        t.key_second = mix(n + 1)
        return 0
