# The door between Python and the kernel: tables come in as plain dictionaries and lists, positions go out
# as values.

RULE_FIELDS = (
    "op", "code", "takes", "onto_empty", "onto_enemy", "over", "chain", "removal_at_end", "run_up", "land",
    "trail", "promote_code", "promote_region", "promote_mode", "promote_rule", "condition", "condition_n",
    "region", "origin", "table", "hand", "kind", "apart", "gravity", "flips", "forbids", "sandwich",
    "progress", "irreversible", "wanted", "spare", "spare_all", "by_withdrawal", "by_approach", "once",
    "turn", "not_start", "may_repeat",
)
LIMITS = {
    "cells": MAX_CELLS, "kinds": MAX_KINDS, "rules": MAX_RULES - 2, "stages": MAX_STAGES, "phases": MAX_PHASES,
    "ends": MAX_ENDS, "window sets": MAX_WINDOW_SETS, "tables": MAX_TABLES, "regions": MAX_REGIONS,
    "pits": MAX_PITS, "hand": MAX_HAND, "path": MAX_PATH, "moves in a game": MAX_HISTORY - 1,
    "blocks": 8, "cells in a block": 64, "codes": MAX_CODES - 1,
}


cdef class Rules:
    """The tables of one game. Read only once made; many workers may share them."""

    cdef Tables* t
    cdef list kept           # blocks of memory to free

    def __cinit__(self, dict data):
        self.kept = []
        self.t = <Tables*>calloc(1, sizeof(Tables))
        if self.t == NULL:
            raise MemoryError()
        self.load(data)

    def __dealloc__(self):
        cdef size_t address
        if self.kept is not None:
            for address in self.kept:
                free(<void*>address)
        free(self.t)

    cdef void* keep(self, size_t size) except NULL:
        cdef void* memory = calloc(1, size if size else 8)
        if memory == NULL:
            raise MemoryError()
        self.kept.append(<size_t>memory)
        return memory

    cdef int32_t* ints(self, values) except NULL:
        cdef int32_t* memory = <int32_t*>self.keep(len(values) * sizeof(int32_t))
        cdef Py_ssize_t i
        for i in range(len(values)):
            memory[i] = values[i]
        return memory

    cdef uint16_t* shorts(self, values) except NULL:
        cdef uint16_t* memory = <uint16_t*>self.keep(len(values) * sizeof(uint16_t))
        cdef Py_ssize_t i
        for i in range(len(values)):
            memory[i] = values[i]
        return memory

    cdef uint64_t* longs(self, values) except NULL:
        cdef uint64_t* memory = <uint64_t*>self.keep(len(values) * sizeof(uint64_t))
        cdef Py_ssize_t i
        for i in range(len(values)):
            memory[i] = values[i]
        return memory

    cdef int load(self, dict data) except -1:
        cdef Tables* t = self.t
        cdef int i, j, side
        t.cells = data["cells"]
        t.words = (t.cells + 63) // 64
        t.codes = len(data["who"])
        t.kinds = data["kinds"]
        for i, value in enumerate(data["who"]):
            t.who[i] = value
        t.who[GHOST] = BLOCKED
        for i, value in enumerate(data["kind_of"]):
            t.kind_of[i] = value
        for side in range(2):
            for i, value in enumerate(data["code_of"][side]):
                t.code_of[side][i] = value
            t.start[side] = data["start"][side]
        t.has_shared = SHARED in data["who"]
        for i, row in enumerate(data["rules"]):
            self.load_rule(&t.rules[i], row)
        t.rules[MAX_RULES - 1].op = OP_SWAP
        t.rules[MAX_RULES - 2].op = OP_PASS
        t.n_stages = len(data["stages"])
        for i, row in enumerate(data["stages"]):
            self.load_stage(&t.stages[i], row)
        t.n_phases = len(data["phases"])
        for i, row in enumerate(data["phases"]):
            t.phases[i].until, t.phases[i].plies, t.phases[i].stage = row
        t.n_ends = data["checked_ends"]
        for i, row in enumerate(data["ends"]):
            self.load_end(&t.ends[i], row)
        t.no_move = data["no_move"]
        t.no_move_result = data["no_move_result"]
        t.no_moves_at_all = data["no_moves_at_all"]
        for i, (first, items) in enumerate(data["tables"]):
            t.tables[i].first = self.ints(first)
            t.tables[i].items = self.ints(items)
        t.neighbours.first = self.ints(data["neighbours"][0])
        t.neighbours.items = self.ints(data["neighbours"][1])
        t.ray_cells = self.shorts(data["ray_cells"])
        for i, row in enumerate(data["windows"]):
            self.load_windows(&t.windows[i], row)
        for i, mask in enumerate(data["regions"]):
            for j in range(t.words):
                t.regions[i][j] = (mask >> (64 * j)) & 0xFFFFFFFFFFFFFFFF
        if t.words == 1:
            for i, mask in enumerate(data["near"]):
                t.near[i] = mask
        for i, row in enumerate(data["sandwiches"]):
            self.load_sandwich(&t.sandwiches[i], row)
        self.load_sowing(data["sowing"])
        t.blocks = len(data["blocks"])
        for i, cells in enumerate(data["blocks"]):
            t.block_cells = len(cells)
            for j, value in enumerate(cells):
                t.block_cell[i][j] = value
            for side in range(2):
                for j, value in enumerate(data["turned"][side]):
                    t.turned[side][i][j] = value
        for i, value in enumerate(data["mirror"]):
            t.mirror[i] = value
        t.gravity_width = data["gravity_width"]
        t.gravity_floor = data["gravity_floor"] & 0xFFFFFFFFFFFFFFFF
        t.columns.items = self.ints(data["below"])
        t.repetition = data["repetition"]
        t.repetition_result = data["repetition_result"]
        t.no_progress = data["no_progress"]
        t.stagnation_result = data["stagnation_result"]
        t.full_board = data["full_board"]
        t.quiet_limit = t.no_progress if t.no_progress else 65535
        t.full_at = 0 if t.full_board else -1
        t.length = data["length"]
        t.capture_progress = data["capture_progress"]
        t.promote_progress = data["promote_progress"]
        t.stalled_side = data["stalled_side"]
        t.connect_end = data["connect_end"]
        t.connect_fast = data["connect_fast"]
        t.cold = t.sowing.in_use or any(rule["hand"] for rule in data["rules"])
        t.alternating = not t.sowing.again
        # Without passing nobody can come back to where he was in less than four moves.
        null_moves = any(stage["pass_forced"] or stage["pass_allowed"] for stage in data["stages"])
        t.repetition_span = (t.repetition - 1) * (4 if t.alternating and not null_moves else 2 if t.alternating else 1)
        self.load_shifts(data["shifts"])
        self.find_plain()
        self.load_keys()
        return 0

    cdef int load_shifts(self, rows) except -1:
        cdef int i
        self.t.shifts = len(rows)
        for i, (by, cells) in enumerate(rows):
            self.t.shift[i] = by
            self.t.shift_from[i] = cells
        return 0

    cdef int find_plain(self) except -1:
        """Which rules are plain, and whether the whole game is: see plain.pxi."""
        cdef Tables* t = self.t
        cdef Scalars probe
        cdef Rule* r
        cdef End* e
        cdef Stage* s
        cdef int i, j, k
        if <size_t>&probe.hand - <size_t>&probe > HOT_BYTES:
            raise LimitExceeded("the kernel was built wrongly: hot scalars do not fit")
        for i in range(MAX_RULES - 2):
            r = &t.rules[i]
            r.plain_targets = (r.region < 0 and r.origin < 0 and not r.condition and r.forbids < 0
                               and not r.not_start and t.who[r.code] != SHARED)
            r.plain = (r.plain_targets and r.sandwich < 0 and not r.trail and not r.apart and not r.flips
                       and (r.op == OP_PLACE or r.op == OP_STEP or r.op == OP_SLIDE or r.op == OP_FLY)
                       and not (r.gravity and not t.gravity_width))
            r.plain_unless_promoted = r.plain and r.promote_code
            r.plain = r.plain and not r.promote_code
            if t.words == 1 and r.op == OP_STEP:
                self.masks(&t.tables[r.table], 1)
            if t.words == 1 and r.op == OP_LEAP:
                self.masks(&t.tables[r.table], 3)
        for i in range(t.n_ends):
            e = &t.ends[i]
            e.local = (e.type in (END_WINDOW, END_ALIGN, END_LEFT) or (e.type == END_REACH and not t.has_shared))
        t.ends_by_capture = all(t.ends[i].type == END_LEFT for i in range(t.n_ends))
        t.first_end_is_line = (t.n_ends == 1 and t.ends[0].type == END_WINDOW and t.ends[0].owners == 3
                               and t.ends[0].result == OWNER_WINS)
        for i in range(t.n_ends):
            t.counts_turns |= t.ends[i].type == END_STILL_IN
        t.plain_moves = (t.n_phases == 1 and t.n_stages == 1 and not t.counts_turns and not t.cold
                         and t.stalled_side < 0 and t.stages[0].capture != CAPTURE_HUFF and not t.stages[0].swap)
        t.plain = t.plain_moves and t.repetition_result != FORBIDDEN
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
        return 0

    cdef int masks(self, Table* table, int stride) except -1:
        """The first cell of each entry of a table, as one set for each cell of the board."""
        cdef int cell, i
        if table.masks != NULL:
            return 0
        table.masks = <uint64_t*>self.keep(64 * sizeof(uint64_t))
        for cell in range(self.t.cells):
            for i in range(table.first[cell], table.first[cell + 1], stride):
                table.masks[cell] |= <uint64_t>1 << table.items[i]
        return 0

    cdef int load_rule(self, Rule* r, dict row) except -1:
        r.op = row["op"]; r.code = row["code"]; r.takes = row["takes"]
        r.onto_empty = row["onto_empty"]; r.onto_enemy = row["onto_enemy"]; r.over = row["over"]
        r.chain = row["chain"]; r.removal_at_end = row["removal_at_end"]; r.run_up = row["run_up"]
        r.land = row["land"]; r.trail = row["trail"]; r.promote_code = row["promote_code"]
        r.promote_region = row["promote_region"]; r.promote_mode = row["promote_mode"]
        r.promote_rule = row["promote_rule"]; r.condition = row["condition"]
        r.condition_n = row["condition_n"]; r.region = row["region"]; r.origin = row["origin"]
        r.table = row["table"]; r.hand = row["hand"]; r.kind = row["kind"]; r.apart = row["apart"]
        r.gravity = row["gravity"]; r.flips = row["flips"]; r.forbids = row["forbids"]
        r.sandwich = row["sandwich"]; r.progress = row["progress"]; r.irreversible = row["irreversible"]
        r.wanted = row["wanted"]; r.spare = row["spare"]; r.spare_all = row["spare_all"]
        r.by_withdrawal = row["by_withdrawal"]; r.by_approach = row["by_approach"]
        r.once = row["once"]; r.turn = row["turn"]; r.not_start = row["not_start"]
        r.may_repeat = row["may_repeat"]
        return 0

    cdef int load_stage(self, Stage* s, dict row) except -1:
        cdef int side
        for side in range(2):
            s.first_rule[side] = row["first_rule"][side]
            s.rules[side] = row["rules"][side]
            s.capture_limit[side] = row["capture_limit"][side]
            s.simple_place[side] = row["simple_place"][side]
        s.capture = row["capture"]
        s.next_stage = row["next_stage"]
        s.next_when = row["next_when"]
        s.next_windows = row["next_windows"]
        s.next_sure = row["next_sure"]
        s.pass_forced = row["pass_forced"]
        s.pass_allowed = row["pass_allowed"]
        s.swap = row["swap"]
        s.ends_checked = row["ends_checked"]
        return 0

    cdef int load_end(self, End* e, dict row) except -1:
        cdef int side
        e.type = row["type"]; e.n = row["n"]; e.windows = row["windows"]; e.table = row["table"]
        for side in range(2):
            e.region[side] = row["region"][side]
            e.far[side] = row["far"][side]
            e.code[side] = row["code"][side]
        e.owners = row["owners"]; e.result = row["result"]; e.both = row["both"]
        e.after_move = row["after_move"]; e.neither = row["neither"]; e.exactly = row["exactly"]
        return 0

    cdef int load_windows(self, WindowSet* s, dict row) except -1:
        s.size = row["size"]
        s.count = row["count"]
        s.mask = self.longs(row["mask"])
        s.beyond = self.longs(row["beyond"])
        s.cells = self.shorts(row["cells"])
        s.first = self.ints(row["first"])
        s.through = self.ints(row["through"])
        s.exact = any(row["beyond"])
        if row["mask"]:
            through = [row["through"][a:b] for a, b in zip(row["first"], row["first"][1:])]
            s.most = max(len(numbers) for numbers in through)
            never = 0xFFFFFFFFFFFFFFFF
            s.masks = self.longs([mask for numbers in through for mask in
                                  [*(row["mask"][n] for n in numbers), *[never] * (s.most - len(numbers))]])
        return 0

    cdef int load_sandwich(self, Sandwich* s, dict row) except -1:
        s.table = row["table"]; s.run = row["run"]; s.hostile = row["hostile"]; s.safe = row["safe"]
        s.corner = row["corner"]; s.royal[0] = row["royal"][0]; s.royal[1] = row["royal"][1]
        s.royal_fort = row["royal_fort"]; s.royal_beside = row["royal_beside"]
        return 0

    cdef int load_sowing(self, row) except -1:
        cdef Sowing* s = &self.t.sowing
        cdef int i, side
        if row is None:
            return 0
        s.in_use = 1
        s.pits = row["pits"]
        s.row = (s.pits - 2) // 2
        s.first_pit[1] = s.row + 1
        for side in range(2):
            s.store[side] = row["store"][side]
            for i, value in enumerate(row["next_pit"][side]):
                s.next_pit[side][i] = value
        for i in range(s.pits):
            s.opposite[i] = row["opposite"][i]
            s.owner[i] = row["owner"][i]
        s.skip_origin = row["skip_origin"]
        s.again = row["again"]
        s.take_opposite = row["take_opposite"]
        s.take_alone = row["take_alone"]
        s.take_counts = row["take_counts"]
        s.grand_slam = row["grand_slam"]
        s.feed = row["feed"]
        return 0

    cdef int load_keys(self) except -1:
        """Keys are the same on every machine and in every run: they come from a counter."""
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




cdef class Snapshot:
    """A position as a value: what stands where, who moves, and the keys that may still repeat."""

    cdef Position p
    cdef readonly tuple history

    @property
    def cells(self):
        return bytes(self.p.cell[:MAX_CELLS])

    @property
    def pits(self):
        return bytes(self.p.s.pits[:MAX_PITS])

    @property
    def mover(self):
        return self.p.s.mover

    @property
    def key(self):
        return self.p.s.key

    @property
    def ply(self):
        return self.p.s.ply

    @property
    def turns(self):
        return self.p.s.turns[0], self.p.s.turns[1]

    @property
    def quiet(self):
        return quiet(&self.p)

    @property
    def stalled(self):
        return self.p.s.stalled

    @property
    def stage(self):
        return self.p.s.stage

    @property
    def phase(self):
        return self.p.s.phase

    @property
    def mid_move(self):
        return bool(self.p.s.mid_move)

    @property
    def anchor(self):
        return self.p.s.anchor

    @property
    def outcome(self):
        """0 unfinished, 1 first wins, 2 second wins, 3 draw."""
        return self.p.s.outcome

    @property
    def reason(self):
        return self.p.s.reason

    def hand(self, int side):
        return tuple(self.p.s.hand[side][kind] for kind in range(MAX_KINDS))

    def same(self, Snapshot other):
        """Whether two positions are equal bit for bit, their past aside."""
        return memcmp(&self.p, &other.p, sizeof(Position)) == 0


cdef class Player:
    """One worker: loads positions, lists and makes actions, counts and plays at random. Not for two threads."""

    cdef Worker* w
    cdef Rules rules

    def __cinit__(self, Rules rules):
        self.rules = rules
        self.w = <Worker*>calloc(1, sizeof(Worker))
        if self.w == NULL:
            raise MemoryError()
        self.w.actions = <Action*>malloc(MAX_ACTIONS * sizeof(Action))
        self.w.arena = <uint16_t*>malloc(MAX_ARENA * sizeof(uint16_t))
        if self.w.actions == NULL or self.w.arena == NULL:
            raise MemoryError()
        self.w.arena_top = 1
        self.w.random = 88172645463325252

    def __dealloc__(self):
        if self.w != NULL:
            free(self.w.actions)
            free(self.w.arena)
            free(self.w)

    # -- positions ------------------------------------------------------------------------------------

    def set_up(self, cells, int mover, hands, pits, int ply, turns, int stage, int anchor, int quiet_moves,
               int stalled):
        """Load a position given piece by piece; `stage` -1 means the beginning of a turn."""
        cdef const Tables* t = self.rules.t
        cdef Position* p = &self.w.p
        cdef int i, side, kind
        memset(p, 0, sizeof(Position))
        for i in range(t.cells):
            p.sets[EMPTY][i >> 6] |= <uint64_t>1 << (i & 63)
        p.counts[0] = <int16_t>t.cells
        for i in range(t.cells):
            if cells[i]:
                put(t, p, i, cells[i])
        for side in range(2):
            for kind in range(t.kinds):
                p.s.hand[side][kind] = hands[side][kind]
            p.s.turns[side] = turns[side]
        for i in range(len(pits)):
            p.s.pits[i] = pits[i]
        p.s.mover = <uint8_t>mover
        p.s.ply = <uint16_t>ply
        p.s.progress_ply = <uint16_t>max(0, ply - quiet_moves)
        p.s.stalled = <uint16_t>stalled
        p.s.anchor = NO_CELL
        p.s.phase = <uint8_t>phase_of(t, p, mover)
        p.s.stage = <uint8_t>t.phases[p.s.phase].stage
        if stage >= 0 and stage != p.s.stage:
            p.s.stage = <uint8_t>stage
            p.s.mid_move = 1
            p.s.anchor = <uint16_t>anchor
        p.s.key = self.fresh_key()
        self.begin(())
        # An end that holds already has been reached, by whoever moved before.
        check_ends(t, self.w, 1 - mover, NO_CELL, True, p.s.mid_move == 0)
        if p.s.outcome == UNFINISHED and t.full_board and p.counts[0] == 0:
            conclude(t, p, DRAWN, 0, REASON_FULL_BOARD)

    cdef void begin(self, tuple history):
        """The past of the loaded position; its own key belongs to it."""
        cdef Worker* w = self.w
        cdef uint64_t key
        cdef int i
        w.depth = 0
        w.top = 0
        w.arena_top = 1
        w.overflow = 0
        w.p.s.log_top = 0
        w.first_ply = <int>w.p.s.ply - max(len(history) - 1, 0)
        w.p.s.base = <uint16_t>w.first_ply
        for i, key in enumerate(history):
            w.history[i] = key
        remember(w)
        if self.rules.t.connect_fast:
            connect_afresh(self.rules.t, w)

    cpdef load(self, Snapshot snapshot):
        self.w.p = snapshot.p
        self.begin(snapshot.history)

    cpdef Snapshot snapshot(self):
        cdef Snapshot s = Snapshot.__new__(Snapshot)
        cdef int i
        s.p = self.w.p
        s.p.s.log_top = 0
        s.p.s.base = 0
        s.p.s.joined = 0
        s.history = tuple([self.w.history[i - self.w.first_ply] for i in range(self.w.p.s.base, self.w.p.s.ply + 1)])
        if not self.rules.t.repetition:
            s.history = ()
        return s

    def fresh_key(self):
        """The key computed from nothing but the position."""
        cdef const Tables* t = self.rules.t
        cdef const Position* p = &self.w.p
        cdef uint64_t key = 0
        cdef int i, side, kind
        if t.sowing.in_use:
            for i in range(t.sowing.pits):
                key += t.key_pit[i] * <uint64_t>p.s.pits[i]
            if p.s.mover:
                key += t.key_second
            return key
        for i in range(t.cells):
            key ^= t.key_cell[i][p.cell[i]]
        for side in range(2):
            for kind in range(t.kinds):
                key ^= t.key_hand[side][kind][p.s.hand[side][kind]]
        if p.s.mover:
            key ^= t.key_second
        key ^= t.key_phase[p.s.phase]
        if p.s.mid_move:
            key ^= t.key_stage[p.s.stage]
            if p.s.anchor != NO_CELL:
                key ^= t.key_anchor[p.s.anchor]
        return key

    # -- actions --------------------------------------------------------------------------------------

    cdef int fail_on_overflow(self) except -1:
        if self.w.overflow:
            self.w.overflow = 0
            raise LimitExceeded("a position of this game has more moves than can be listed "
                                f"({MAX_ACTIONS} actions, {MAX_CHAIN_STEPS} steps in chains)")
        return 0

    def actions(self):
        """The legal actions as tuples (rule, source, target, extra, path, victims)."""
        cdef Worker* w = self.w
        cdef int start = w.top, n, i
        cdef uint32_t arena = w.arena_top
        with nogil:
            n = generate(self.rules.t, w)
        self.fail_on_overflow()
        found = [self.describe(&w.actions[start + i]) for i in range(n)]
        w.top = start
        w.arena_top = arena
        return found

    cdef tuple describe(self, const Action* a):
        cdef int i, hops, at
        path = ()
        victims = ()
        if a.path:
            hops = self.w.arena[a.path]
            path = tuple([self.w.arena[a.path + 1 + i] for i in range(hops)])
            at = a.path + 1 + hops
            victims = tuple([self.w.arena[at + 1 + i] for i in range(self.w.arena[at])])
        return (a.rule, a.source, a.target, a.extra, path, victims)

    def make(self, tuple action):
        """Make one of the actions just listed."""
        cdef Worker* w = self.w
        cdef Action a
        cdef uint32_t at
        if w.depth >= MAX_DEPTH - 1 or w.p.s.log_top >= MAX_DEPTH * 48 - 4 * MAX_CELLS:
            raise LimitExceeded("too many moves were made without taking any back")
        a.rule, a.source, a.target, a.extra, path, victims = action
        a.tag = 0
        a.path = 0
        if path:
            at = w.arena_top
            a.path = at
            w.arena[at] = len(path)
            for cell in path:
                at += 1
                w.arena[at] = cell
            at += 1
            w.arena[at] = len(victims)
            for cell in victims:
                at += 1
                w.arena[at] = cell
        make(self.rules.t, w, &a)
        self.fail_on_overflow()

    def unmake(self):
        if self.w.depth == 0:
            raise LimitExceeded("nothing to take back")
        unmake(self.rules.t, self.w)

    @property
    def depth(self):
        """How many actions can be taken back."""
        return self.w.depth

    @property
    def mid_move(self):
        return bool(self.w.p.s.mid_move)

    def occupied(self, int cell):
        return self.w.p.cell[cell] != 0

    def resolve(self):
        """Give the position its outcome if the mover has nothing to do. The outcome, 0 while unfinished."""
        cdef int start = self.w.top, n
        cdef uint32_t arena = self.w.arena_top
        if self.w.p.s.outcome == UNFINISHED:
            n = generate(self.rules.t, self.w)
            self.w.top = start
            self.w.arena_top = arena
            self.fail_on_overflow()
            if n == 0:
                resolve_no_move(self.rules.t, self.w)
        return self.w.p.s.outcome

    # -- walks ----------------------------------------------------------------------------------------

    def perft(self, int depth, bint bulk):
        """Counts of move sequences of length 1 to depth, and the moves made."""
        cdef Walk walk
        cdef int i
        if not 1 <= depth <= 60:
            raise LimitExceeded("depth must be between 1 and 60")
        memset(&walk, 0, sizeof(Walk))
        self.w.stop = 0
        with nogil:
            if self.rules.t.plain and not bulk and not self.w.p.s.outcome:
                perft_plain(self.rules.t, self.w, depth, 0, &walk)
            else:
                perft(self.rules.t, self.w, depth, 0, bulk, &walk)
        self.fail_on_overflow()
        return [walk.counts[i] for i in range(depth)]

    def playouts(self, int n, uint64_t seed, Snapshot start):
        """Play n random games from a position. Moves played, and how many were won, drawn, lost by first."""
        cdef uint64_t moves = 0
        cdef int results[4]
        cdef int i
        cdef Worker* w = self.w
        cdef const Tables* t = self.rules.t
        self.load(start)
        cdef uint16_t base = w.p.s.base
        memset(results, 0, sizeof(results))
        w.stop = 0
        w.random = mix(seed) | 1
        with nogil:
            for i in range(n):
                moves += playout(t, w)
                results[w.p.s.outcome] += 1
                if w.overflow or w.stop:
                    break
                w.p = start.p
                w.p.s.base = base
                w.top = 0
                w.arena_top = 1
                if t.connect_fast:
                    connect_afresh(t, w)
        self.fail_on_overflow()
        return moves, (results[FIRST_WINS], results[DRAW], results[SECOND_WINS])

    def stop(self):
        """End a walk that runs in another thread."""
        self.w.stop = 1
