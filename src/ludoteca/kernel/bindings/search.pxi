# The door to the search.

cdef class Searcher:
    """A worker with a memory: looks for the best move of a position. Several may share one memory, one per thread."""

    cdef MutablePosition pos
    cdef Mind* m
    cdef Memory* own
    cdef Searcher owner      # keeps the memory of another alive
    cdef Tablebase tablebase
    cdef int guess

    def __cinit__(self, Rules rules, size_t megabytes=16, Evaluator evaluator=None, Searcher shares=None):
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(evaluator if evaluator is not None else Evaluator(rules))
        self.m = <Mind*>calloc(1, sizeof(Mind))
        if self.m == NULL:
            raise MemoryError()
        memset(&self.m.ways, 1, sizeof(Ways))
        self.m.back = NOWHERE
        if shares is None:
            self.set_up_memory(megabytes)
        else:
            self.owner = shares
            self.m.shared = shares.m.shared
            self.set_up_history()
            self.join()
        self.set_up_plots()
        self.pos.w.table = self.m.shared.table
        self.pos.w.table_mask = self.m.shared.mask

    cdef int set_up_memory(self, size_t megabytes) except -1:
        cdef size_t entries = 2
        while entries * 2 * sizeof(Entry) <= megabytes * 1024 * 1024:
            entries *= 2
        self.own = <Memory*>calloc(1, sizeof(Memory))
        if self.own == NULL:
            raise MemoryError()
        self.m.shared = self.own
        self.own.minds[0] = self.m
        self.own.threads = 1
        self.own.mask = entries - 1
        self.own.table = <Entry*>malloc(entries * sizeof(Entry))
        if self.own.table == NULL:
            raise MemoryError()
        want_large_pages(self.own.table, entries * sizeof(Entry))
        memset(self.own.table, 0, entries * sizeof(Entry))   # taken from the system now, not in the midst of a search
        return self.set_up_history()

    cdef int set_up_history(self) except -1:
        self.m.places = 2 * (self.pos.rules.t.cells + 1) * (self.pos.rules.t.cells + 1)
        self.m.history = <int32_t*>calloc(self.m.places, sizeof(int32_t))
        self.m.counters = <uint64_t*>calloc(self.m.places, sizeof(uint64_t))
        if self.m.history == NULL or self.m.counters == NULL:
            raise MemoryError()
        return 0

    cdef int set_up_plots(self) except -1:
        if self.m.plots == NULL and self.pos.w.opinion.turnings != NULL:
            self.m.plots = <Plot*>calloc(PLOTS, sizeof(Plot))
            if self.m.plots == NULL:
                raise MemoryError()
        return 0

    cdef int set_up_talk(self) except -1:
        """Make ready to tell others what was good in the past, unless that was done."""
        if self.m.told == NULL:
            self.m.told = <int32_t*>calloc(self.m.places, sizeof(int32_t))
        if self.m.told == NULL:
            raise MemoryError()
        return 0

    def __dealloc__(self):
        if self.owner is not None:
            self.leave()
        if self.m != NULL:
            free(self.m.history)
            free(self.m.counters)
            free(self.m.told)
            free(self.m.plots)
            free(self.m.wanted)
            free(self.m.unwanted)
            free(self.m)
        if self.own != NULL:
            free(self.own.table)
            free(self.own.busy)
            free(self.own.history)
            free(self.own)

    cdef int join(self) except -1:
        """Look at the tree of the others."""
        cdef Memory* shared = self.m.shared
        if shared.busy == NULL:
            shared.busy = <uint64_t*>calloc(BUSY_SLOTS, sizeof(uint64_t))
        if shared.history == NULL:
            shared.history = <int32_t*>calloc(self.m.places, sizeof(int32_t))
        if shared.busy == NULL or shared.history == NULL:
            raise MemoryError()
        self.owner.set_up_talk()
        self.set_up_talk()
        if shared.threads < MAX_THREADS:
            shared.minds[shared.threads] = self.m
            shared.threads += 1
        return 0

    cdef void leave(self) noexcept:
        cdef int i, kept = 0
        for i in range(self.m.shared.threads):
            if self.m.shared.minds[i] != self.m:
                self.m.shared.minds[kept] = self.m.shared.minds[i]
                kept += 1
        self.m.shared.threads = kept

    def disable(self, names):
        """Search without some of its ways, to see what they are good for: table, ordering, reductions, pruning,
        null-move, aspiration, quiescence, threats."""
        memset(&self.m.ways, 1, sizeof(Ways))
        self.m.ways.table = "table" not in names
        self.m.ways.ordering = "ordering" not in names
        self.m.ways.reductions = "reductions" not in names
        self.m.ways.pruning = "pruning" not in names
        self.m.ways.null_move = "null-move" not in names
        self.m.ways.aspiration = "aspiration" not in names
        self.m.ways.quiescence = "quiescence" not in names
        self.m.ways.threats = "threats" not in names

    def set_tablebase(self, Tablebase tablebase):
        """Ask a table of solved positions from now on; None asks nobody. What was remembered is forgotten."""
        self.tablebase = tablebase
        self.m.known = &tablebase.known if tablebase is not None else NULL
        self.clear_hash()

    def set_evaluator(self, Evaluator evaluator):
        """See positions with other eyes; what was remembered is forgotten."""
        self.pos.set_evaluator(evaluator)
        self.clear_hash()

    def clear_hash(self):
        memset(self.m.shared.table, 0, (self.m.shared.mask + 1) * sizeof(Entry))
        if self.m.plots != NULL:
            memset(self.m.plots, 0, PLOTS * sizeof(Plot))

    def begin(self, Snapshot snapshot, uint64_t nodes, int repetition_score=0):
        """Load a position to be searched, with at most so many nodes in all. `repetition_score` is what a repetition is worth to
        its mover: for one who would rather play on, less than nothing."""
        cdef size_t bytes_ = self.m.places * sizeof(int32_t)
        self.pos.load(snapshot)
        memset(self.m.killers, 0, sizeof(self.m.killers))
        memset(self.m.history, 0, bytes_)
        memset(self.m.counters, 0, self.m.places * sizeof(uint64_t))
        if self.m.told != NULL:
            memset(self.m.told, 0, bytes_)
            memset(self.m.shared.history, 0, bytes_)
        self.m.talk = TALK
        self.m.nodes = 0
        self.m.foreseen = 0
        memset(self.m.replies, 0, sizeof(self.m.replies))
        self.m.node_limit = nodes
        self.m.root_ply = snapshot.p.s.ply
        self.m.circle = repetition_score
        self.m.searcher = snapshot.p.s.mover
        if self.own != NULL:
            self.own.age += 1
        self.pos.w.stop = 0
        self.guess = 0
        self.m.wanted_moves = self.m.unwanted_moves = 0

    def set_expected_score(self, int score):
        """The score around which the next depth is looked at."""
        self.guess = score

    def restrict(self, only, exclude, int expected_score):
        """Which moves of the loaded position may be played: `only` if any are named, and none of `exclude`. A move is
        a sequence of actions. `expected_score` is the score that is expected."""
        self.guess = expected_score
        free(self.m.wanted)
        self.m.wanted = NULL
        self.m.wanted = self.in_bits(only)
        self.m.wanted_moves = len(only) if only else 0
        free(self.m.unwanted)
        self.m.unwanted = NULL
        self.m.unwanted = self.in_bits(exclude)
        self.m.unwanted_moves = len(exclude) if exclude else 0

    cdef uint64_t* in_bits(self, moves) except? NULL:
        """Moves as the search knows them: MAX_STEPS actions each."""
        cdef uint64_t* found
        cdef Worker* w = self.pos.w
        cdef int number, step, n, i, start
        cdef uint32_t arena
        if not moves:
            return NULL
        found = <uint64_t*>calloc(len(moves) * MAX_STEPS, sizeof(uint64_t))
        if found == NULL:
            raise MemoryError()
        for number, move in enumerate(moves):
            made = 0
            for step, action in enumerate(move[:MAX_STEPS]):
                start = w.top
                arena = w.arena_top
                n = generate(self.pos.rules.t, w)
                for i in range(start, start + n):
                    if self.pos.describe(&w.actions[i]) == action:
                        found[number * MAX_STEPS + step] = action_bits(&w.actions[i])
                        make(self.pos.rules.t, w, &w.actions[i])
                        made += 1
                        break
                w.top = start
                w.arena_top = arena
            for step in range(made):
                unmake(self.pos.rules.t, w)
        return found

    def search(self, int depth):
        """Search the loaded position: score, whether no opinion was needed, the line as action tuples, and whether it
        was stopped. None if it was stopped before anything was found."""
        cdef int score
        cdef Worker* w = self.pos.w
        if self.owner is not None:
            self.guess = self.owner.guess      # the same window: what one finds is of use to the other
        with nogil:
            score = search_root(self.pos.rules.t, w, self.m, depth, self.guess)
        self.pos.fail_on_overflow()
        stopped = w.stop != 0
        if stopped and self.m.length[0] == 0:
            return None
        if not stopped:
            self.guess = score
        return score, not self.m.guessed and not stopped, self.walk_line(), stopped

    def verify(self, int score, int depth, uint64_t nodes=0):
        """Look again with nothing left out, as `search`. A proved win or loss could come within a depth; a draw could be
        proved within it. None if it could not, or if there was no time to know: after so many nodes, 0 for any number."""
        cdef int found, alpha = -WIN - 1, beta = WIN + 1
        cdef Worker* w = self.pos.w
        cdef uint64_t limit = self.m.node_limit
        cdef bint given_up
        if score > PROVED:
            alpha = WIN - depth - 1
        elif score < -PROVED:
            beta = depth + 1 - WIN
        if nodes and self.m.nodes + nodes < limit:
            self.m.node_limit = self.m.nodes + nodes
        with nogil:
            if score > PROVED and w.opinion.turnings != NULL and self.m.ways.threats:
                found = scheme(self.pos.rules.t, w, self.m, depth)
                self.m.guessed = 0
            else:
                found = search_fully(self.pos.rules.t, w, self.m, depth, alpha, beta)
        self.pos.fail_on_overflow()
        given_up = w.stop != 0
        if given_up and self.m.nodes >= self.m.node_limit and self.m.nodes < limit:
            w.stop = 0
        self.m.node_limit = limit
        if given_up or found <= alpha or found >= beta:
            return None
        return found, not self.m.guessed, self.walk_line(), False

    cdef list walk_line(self):
        """The best line, replayed: each action as a tuple."""
        cdef int level, made = 0
        cdef Worker* w = self.pos.w
        cdef int start = w.top, n, i
        cdef uint32_t arena
        found = []
        for level in range(self.m.length[0]):
            if w.p.s.outcome:
                break
            arena = w.arena_top
            n = generate(self.pos.rules.t, w)
            for i in range(start, start + n):
                if action_bits(&w.actions[i]) == self.m.line[0][level]:
                    found.append(self.pos.describe(&w.actions[i]))
                    make(self.pos.rules.t, w, &w.actions[i])
                    made += 1
                    break
            else:
                w.top = start
                w.arena_top = arena
                break
            w.top = start
            w.arena_top = arena
        for i in range(made):
            unmake(self.pos.rules.t, w)
        return found

    def evaluate(self, Snapshot snapshot):
        """The evaluation of a position, in the mover's eyes."""
        self.pos.load(snapshot)
        return judge(self.pos.rules.t, self.pos.w)

    def window_features(self, Snapshot snapshot):
        """The windows of a position in the mover's eyes, as a network sees them: 0 if open to nobody, else one more than
        the cells it lacks, and five more still if it is the other side's."""
        cdef Worker* w = self.pos.w
        self.pos.load(snapshot)
        settle(self.pos.rules.t, w)
        return kinds_of_windows(self.pos.rules.t, w.opinion, w.account, w.p.s.mover)

    def rotation_win(self, Snapshot snapshot, int moves):
        """In how many moves the mover of a position wins, if in no more than so many; 0 if not. Where blocks turn."""
        cdef int found
        if self.m.plots == NULL:
            return 0
        self.begin(snapshot, <uint64_t>1 << 62)
        with nogil:
            found = plot(self.pos.rules.t, self.pos.w, self.m, moves)
        return found

    @property
    def nodes(self):
        return self.m.nodes

    def stop(self):
        """End the search that runs in another thread."""
        self.pos.w.stop = 1

    def resume(self):
        """Be ready to deepen again after a stop."""
        self.pos.w.stop = 0
