# The door to looking ahead.

cdef class FixedDepthSearch:
    """A worker that looks so many moves ahead, as a plan says, and remembers nothing."""

    cdef MutablePosition pos
    cdef Plan* plan
    cdef list kept           # blocks of memory to free
    cdef bint by_sign

    def __cinit__(self, Rules rules, dict plan):
        self.kept = []
        self.pos = MutablePosition(rules)
        self.plan = <Plan*>calloc(1, sizeof(Plan))
        if self.plan == NULL:
            raise MemoryError()
        self.plan.room = 4096
        self.plan.pool = <Choice*>malloc(self.plan.room * sizeof(Choice))
        if self.plan.pool == NULL:
            raise MemoryError()
        self.load_plan(plan)
        self.load_judging(plan["judging"])

    def __dealloc__(self):
        cdef size_t address
        if self.kept is not None:
            for address in self.kept:
                free(<void*>address)
        if self.plan != NULL:
            free(self.plan.pool)
            free(self.plan)

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

    cdef int load_plan(self, dict row) except -1:
        cdef Plan* plan = self.plan
        cdef int cell
        self.by_sign = row["by_sign"]
        plan.prune = row["prune"]; plan.chance = row["chance"]; plan.order = row["order"]
        plan.merge = row["merge"]; plan.utility = row["utility"]
        plan.base = row["base"]; plan.unit = row["unit"]
        plan.guarded = row["guarded"]; plan.threshold = row["threshold"]; plan.slack = row["slack"]
        for cell, (x, y) in enumerate(row["places"]):
            plan.x[cell] = x
            plan.y[cell] = y
        return 0

    cdef int load_judging(self, dict row) except -1:
        cdef Plan* plan = self.plan
        cdef int side, i
        plan.judging = row["kind"]
        if plan.judging in (FIXED_EVAL_LINES, FIXED_EVAL_RUNS, FIXED_EVAL_LONGEST):
            plan.lines = len(row["lines"])
            plan.line_first = self.ints(offsets(row["lines"]))
            plan.line_cells = self.shorts([cell for line in row["lines"] for cell in line])
        if plan.judging == FIXED_EVAL_LINES:
            plan.line_table = self.ints(row["line_tables"])
            plan.worth = self.ints(row["worth"])
        elif plan.judging == FIXED_EVAL_RUNS:
            for i in range(MAX_RUN):
                plan.run_open[i] = row["run_open"][i]
                plan.run_half[i] = row["run_half"][i]
            plan.broken = row["broken"]
        elif plan.judging == FIXED_EVAL_BANDS:
            for side in range(2):
                plan.bands[side] = row["bands"][side]
                for i, band in enumerate(row["band_of"][side]):
                    plan.band_of[side][i] = band
            plan.bridges = len(row["bridges"])
            plan.bridge = self.shorts([cell for bridge in row["bridges"] for cell in bridge])
        elif plan.judging == FIXED_EVAL_CURRENT:
            self.load_circuits(row)
        return 0

    cdef int load_circuits(self, dict row) except -1:
        cdef Plan* plan = self.plan
        cdef int side, cells = self.pos.rules.t.cells
        plan.width = row["width"]
        if not 1 <= plan.width <= MAX_BAND:
            raise LimitExceeded("limit.band", limit=MAX_BAND)
        plan.after_first = self.ints(offsets(row["after"]))
        plan.after = self.shorts([cell for others in row["after"] for cell in others])
        plan.lowest = self.shorts(row["lowest"])
        for side in range(2):
            plan.near_edge[side] = row["near_edge"][side]
            plan.far_edge[side] = row["far_edge"][side]
            size = (cells + 2 * plan.width) * (plan.width + 1) * sizeof(double)
            plan.circuit[side].joined = <double*>self.keep(size)
            plan.circuit[side].kept = <double*>self.keep(size)
        return 0

    def begin(self, Snapshot snapshot, int depth, int choices, uint64_t seed, focus):
        """Load a position from which `choices` moves are looked at, `depth` moves deep; `focus` holds the cells
        to which moves may go, or nothing."""
        cdef Plan* plan = self.plan
        cdef int cell
        self.pos.load(snapshot)
        set_stop(self.pos.w, 0)
        plan.mine = snapshot.p.s.mover
        plan.root_ply = snapshot.p.s.ply
        plan.reached = depth
        plan.counts[0] = choices
        self.pos.w.random = mix(seed) | 1
        plan.nodes = plan.judged = 0
        plan.focused = len(focus) > 0
        memset(plan.focus, 0, sizeof(plan.focus))
        for cell in focus:
            plan.focus[cell] = 1

    def score(self, tuple actions, double alpha, double beta):
        """What a move of the loaded position is worth to its mover. Beyond the bounds, no more than a bound."""
        cdef Worker* w = self.pos.w
        cdef const Tables* t = self.pos.rules.t
        cdef Plan* plan = self.plan
        cdef double found
        cdef int last = actions[0][2]
        for action in actions:
            self.pos.make(action)
        with nogil:
            if not self.by_sign:
                found = minimax(t, w, plan, plan.reached - 1, alpha, beta, last, 1)
            elif w.p.s.mover == plan.mine:
                found = negamax(t, w, plan, plan.reached - 1, alpha, beta, last, 1)
            else:
                found = -negamax(t, w, plan, plan.reached - 1, -beta, -alpha, last, 1)
        for _ in actions:
            self.pos.unmake()
        plan.top = 0
        self.pos.fail_on_overflow()
        return found / plan.unit

    def evaluate(self, Snapshot snapshot):
        """What is thought of a position as it stands, in the mover's eyes."""
        self.pos.load(snapshot)
        self.plan.mine = snapshot.p.s.mover
        self.plan.root_ply = snapshot.p.s.ply
        self.plan.reached = 0
        if self.pos.w.p.s.outcome:
            return finished(self.pos.rules.t, self.pos.w, self.plan) / self.plan.unit
        return judge_by_plan(self.pos.rules.t, &self.pos.w.p, self.plan) / self.plan.unit

    def successors(self, Snapshot snapshot):
        """The complete moves that the plan would look at in a position, each as its actions, in its order."""
        cdef Plan* plan = self.plan
        cdef int n, i
        self.pos.load(snapshot)
        n = list_choices(self.pos.rules.t, self.pos.w, plan, NO_CELL)
        found = [tuple([self.pos.describe(&plan.pool[i].part[k]) for k in range(plan.pool[i].parts)])
                 for i in range(n)]
        plan.top = 0
        self.pos.fail_on_overflow()
        return found

    @property
    def nodes(self):
        """Positions looked at."""
        return atomic_load_u64(&self.plan.nodes)

    @property
    def evaluated(self):
        """Positions of which something was thought."""
        return self.plan.judged

    @property
    def stopped(self):
        return is_stopped(self.pos.w)

    def stop(self):
        """End a look that runs in another thread; it answers with what it has seen."""
        set_stop(self.pos.w, 1)


def offsets(rows):
    """Where each row begins when all stand one behind the other, and where the last one ends."""
    found, end = [0], 0
    for row in rows:
        end += len(row)
        found.append(end)
    return found
