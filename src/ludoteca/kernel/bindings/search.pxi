# Python binding of the alpha-beta search.

# Defaults of SearchParams, in its order
SEARCH_PARAMETERS = {
    "futility-depth": 6, "futility-margin": 24,
    "quiet-depth": 5, "quiet-base": 16, "quiet-margin": 20,
    "razor-depth": 2, "razor-margin": 64,
    "late-depth": 5, "late-base": 8, "late-factor": 4,
    "null-depth": 3, "null-base": 3, "null-divisor": 4, "null-verify": 8,
    "probcut-depth": 5, "probcut-reduction": 4, "probcut-margin": 12,
    "singular-depth": 6, "singular-margin": 2,
    "internal-depth": 4,
    "reduction-base": 768, "reduction-factor": 480, "reduction-history": 512,
    "window": 24,
    "vct-depth": 4, "vct-nodes": 256, "vct-share": 128,
}

# Options of the search that can be disabled, in the order of SearchOptions
SEARCH_OPTIONS = (
    "table", "ordering", "reductions", "pruning", "null-move", "aspiration", "quiescence", "threats", "futility",
    "razoring", "probcut", "singular", "internal-reduction", "history-reductions", "continuation",
    "verified-null-move", "scaled-window", "vct", "finishes",
)


@cython.no_gc_clear          # __dealloc__ needs the owner
@cython.boundscheck(True)
cdef class Searcher:
    """Alpha-beta search. Several searchers, one per thread, may share the transposition table of one. One thread at a time
    may use a searcher: other calls meanwhile raise `ConcurrentUse`, except `stop`, `resume` and `nodes`."""

    cdef MutablePosition pos
    cdef SearchThread* th
    cdef SharedState* own
    cdef Searcher owner      # keeps the shared state of another searcher alive
    cdef ProbedTable tablebase
    cdef int expected

    def __cinit__(self, Rules rules not None, size_t megabytes=16, Evaluator evaluator=None, Searcher shares=None):
        check_megabytes(megabytes)
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(evaluator if evaluator is not None else Evaluator(rules))
        self.th = <SearchThread*>calloc(1, sizeof(SearchThread))
        if self.th == NULL:
            raise MemoryError()
        self.disable(())
        self.set_parameters({})
        set_abort_level(self.th, NO_ABORT)
        if shares is None:
            self.allocate_shared(megabytes)
        else:
            rules.check_same(shares.pos.rules)
            if shares.th.shared.running:
                raise ConcurrentUse("in-use")
            self.th.shared = shares.th.shared
            self.owner = shares
            self.allocate_history()
            self.join()
        self.allocate_rotation_table()
        self.init_finishes()
        self.pos.w.tt = self.th.shared.tt
        self.pos.w.tt_mask = self.th.shared.tt_mask

    cdef int allocate_shared(self, size_t megabytes) except -1:
        cdef size_t entries = 2
        while entries * 2 * sizeof(TTSlot) <= megabytes * 1024 * 1024:
            entries *= 2
        self.own = <SharedState*>calloc(1, sizeof(SharedState))
        if self.own == NULL:
            raise MemoryError()
        self.th.shared = self.own
        self.own.threads[0] = self.th
        self.own.n_threads = 1
        self.own.tt_mask = entries - 1
        self.own.tt = <TTSlot*>malloc(entries * sizeof(TTSlot))
        if self.own.tt == NULL:
            raise MemoryError()
        use_large_pages(self.own.tt, entries * sizeof(TTSlot))
        memset(self.own.tt, 0, entries * sizeof(TTSlot))   # page in now, not during a search
        return self.allocate_history()

    cdef int allocate_history(self) except -1:
        self.th.history_size = 2 * (self.pos.rules.t.cells + 1) * (self.pos.rules.t.cells + 1)
        self.th.history = <int32_t*>calloc(self.th.history_size, sizeof(int32_t))
        self.th.countermoves = <uint64_t*>calloc(self.th.history_size, sizeof(uint64_t))
        self.th.continuation = <int16_t*>calloc(<size_t>2 << CONTINUATION_BITS, sizeof(int16_t))
        if self.th.history == NULL or self.th.countermoves == NULL or self.th.continuation == NULL:
            raise MemoryError()
        return 0

    cdef void init_finishes(self) noexcept:
        """How a quiet move may win at once: by a step into a goal, or by a line."""
        cdef const Tables* t = self.pos.rules.t
        cdef const EvalWeights* ew = self.pos.w.weights
        cdef SearchThread* th = self.th
        cdef int i, side, cell
        th.goals = 0
        memset(th.goal_steps, 0, sizeof(th.goal_steps))
        for i in range(ew.n_races):
            if t.ends[ew.race_end[i]].type != END_REACH or t.ends[ew.race_end[i]].result != OWNER_WINS:
                continue
            for side in range(2):
                for cell in range(t.cells):
                    if t.ends[ew.race_end[i]].owners >> side & 1 and ew.distance[i][side][cell] == 1:
                        th.goal_steps[side][cell >> 6] |= <uint64_t>1 << (cell & 63)
                        th.goals = 1
        th.line_finish = (t.first_end_is_line != 0 and ew.n_sets == 1 and not ew.line_placement and not ew.rotation_set
                          and t.n_stages == 1)

    cdef int allocate_rotation_table(self) except -1:
        if self.th.rotation_table == NULL and self.pos.w.weights.rotations != NULL:
            self.th.rotation_table = <RotationEntry*>calloc(ROTATION_ENTRIES, sizeof(RotationEntry))
            if self.th.rotation_table == NULL:
                raise MemoryError()
        return 0

    cdef int allocate_synced_history(self) except -1:
        if self.th.synced_history == NULL:
            self.th.synced_history = <int32_t*>calloc(self.th.history_size, sizeof(int32_t))
        if self.th.synced_history == NULL:
            raise MemoryError()
        return 0

    def __dealloc__(self):
        cdef SearchThread* th
        if self.th != NULL:
            free(self.th.history)
            free(self.th.countermoves)
            free(self.th.continuation)
            free(self.th.synced_history)
            free(self.th.rotation_table)
            free(self.th.root_only)
            free(self.th.root_exclude)
            if self.owner is not None:
                self.leave()
            else:
                free(self.th)
        if self.own != NULL:
            while self.own.orphans != NULL:
                th = self.own.orphans
                self.own.orphans = th.next_orphan
                free(th)
            free(self.own.tt)
            free(self.own.searching)
            free(self.own.history)
            free(self.own)

    cdef int join(self) except -1:
        """Search the same tree as the other threads."""
        cdef SharedState* shared = self.th.shared
        if shared.searching == NULL:
            shared.searching = <uint64_t*>calloc(<size_t>1 << SEARCHING_BITS, sizeof(uint64_t))
        if shared.history == NULL:
            shared.history = <int32_t*>calloc(self.th.history_size, sizeof(int32_t))
        if shared.searching == NULL or shared.history == NULL:
            raise MemoryError()
        self.owner.allocate_synced_history()
        self.allocate_synced_history()
        if shared.n_threads < MAX_THREADS:
            shared.threads[shared.n_threads] = self.th
            shared.n_threads += 1
        return 0

    cdef void leave(self) noexcept:
        """Leave the other threads. One that is searching may still read this thread's path: then it is freed later."""
        cdef SharedState* shared = self.th.shared
        cdef int i, kept = 0
        for i in range(shared.n_threads):
            if shared.threads[i] != self.th:
                shared.threads[kept] = shared.threads[i]
                kept += 1
        shared.n_threads = kept
        if shared.running:
            self.th.next_orphan = shared.orphans
            shared.orphans = self.th
        else:
            free(self.th)
        self.th = NULL

    cdef int begin_search(self) except -1:
        """Claim the searcher for a search without the GIL."""
        self.pos.acquire_loaded()
        self.th.shared.running += 1
        return 0

    cdef void end_search(self) noexcept:
        self.th.shared.running -= 1
        self.pos.release()

    cdef int check_free(self) except -1:
        """For calls that change what a running search reads."""
        if atomic_load_i32(&self.pos.in_use):
            raise ConcurrentUse("in-use")
        return 0

    def disable(self, names not None):
        """Search without some of SEARCH_OPTIONS."""
        cdef int* options = <int*>&self.th.options
        cdef int i
        names = set(names)
        self.check_free()
        for i, name in enumerate(SEARCH_OPTIONS):
            options[i] = name not in names

    def set_parameters(self, changes not None):
        """Change some of SEARCH_PARAMETERS; the others have their defaults."""
        cdef int* params = <int*>&self.th.params
        cdef int i
        unknown = set(changes) - set(SEARCH_PARAMETERS)
        if unknown:
            raise ValueError(f"unknown parameters: {sorted(unknown)}")
        self.check_free()
        for i, (name, value) in enumerate(SEARCH_PARAMETERS.items()):
            value = changes.get(name, value)
            check_range(name, value, 1, 1 << 14)
            params[i] = value

    def set_tablebase(self, ProbedTable tablebase):
        """Probe a tablebase during the search, or none with None. Clears the transposition table."""
        if tablebase is not None:
            self.pos.rules.check_same(tablebase.rules)
            if not tablebase.complete:
                raise ValueError("this table is not complete")
        self.clear_hash()
        self.tablebase = tablebase
        self.th.tablebase = &tablebase.view if tablebase is not None else NULL

    def set_evaluator(self, Evaluator evaluator not None):
        """Use another evaluator of the same rules. Clears the transposition table."""
        self.clear_hash()
        self.pos.set_evaluator(evaluator)
        self.allocate_rotation_table()
        self.init_finishes()

    def clear_hash(self):
        """Clear the transposition table. Raises `ConcurrentUse` while a thread that shares it is searching."""
        self.check_free()
        if self.th.shared.running:
            raise ConcurrentUse("in-use")
        memset(self.th.shared.tt, 0, (self.th.shared.tt_mask + 1) * sizeof(TTSlot))
        if self.th.rotation_table != NULL:
            memset(self.th.rotation_table, 0, ROTATION_ENTRIES * sizeof(RotationEntry))

    def begin(self, Snapshot snapshot not None, uint64_t nodes, int repetition_score=0):
        """Load a position and set the node limit. `repetition_score` is the value of a repetition for the side to move;
        negative to avoid repetitions (contempt)."""
        cdef size_t bytes_ = self.th.history_size * sizeof(int32_t)
        check_range("the score of a repetition", repetition_score, -MAX_EVAL, MAX_EVAL)
        self.pos.load_free(snapshot)
        memset(self.th.killers, 0, sizeof(self.th.killers))
        memset(self.th.history, 0, bytes_)
        memset(self.th.countermoves, 0, self.th.history_size * sizeof(uint64_t))
        memset(self.th.continuation, 0, (<size_t>2 << CONTINUATION_BITS) * sizeof(int16_t))
        memset(self.th.no_null, 0, sizeof(self.th.no_null))
        memset(self.th.excluded, 0, sizeof(self.th.excluded))
        self.th.vct_spent = 0
        self.th.volatility_sum = self.th.volatility_count = self.th.volatility = 0
        if self.th.synced_history != NULL:
            memset(self.th.synced_history, 0, bytes_)
            memset(self.th.shared.history, 0, bytes_)
        self.th.next_history_sync = HISTORY_SYNC_NODES
        atomic_store_u64(&self.th.nodes, 0)
        self.th.rotation_done = 0
        memset(self.th.rotation_replies, 0, sizeof(self.th.rotation_replies))
        self.th.node_limit = nodes
        self.th.root_ply = snapshot.p.s.ply
        self.th.repetition_score = repetition_score
        self.th.root_side = snapshot.p.s.mover
        if self.own != NULL:
            self.own.generation += 1
        set_stop(self.pos.w, 0)
        self.expected = 0
        self.th.n_root_only = self.th.n_root_exclude = 0

    def set_expected_score(self, int score):
        """Centre of the next aspiration window."""
        check_range("a score", score, -WIN, WIN)
        self.expected = score

    def restrict(self, only, exclude, int expected_score):
        """Restrict the root to the moves of `only`, if there are any, and exclude those of `exclude`. A move is a sequence
        of actions; one that is not legal raises ValueError. `expected_score` is the centre of the aspiration window."""
        cdef uint64_t* found
        check_range("a score", expected_score, -WIN, WIN)
        only, exclude = list(only or ()), list(exclude or ())
        self.pos.acquire_loaded()
        try:
            found = self.root_moves(only)
            free(self.th.root_only)
            self.th.root_only = found
            self.th.n_root_only = len(only)
            found = self.root_moves(exclude)
            free(self.th.root_exclude)
            self.th.root_exclude = found
            self.th.n_root_exclude = len(exclude)
            self.expected = expected_score
        finally:
            self.pos.release()

    cdef uint64_t* root_moves(self, list moves) except? NULL:
        """Moves in the format of `SearchThread.root_only`. Raises ValueError if one is not legal."""
        cdef uint64_t* found
        cdef int number
        if not moves:
            return NULL
        found = <uint64_t*>calloc(len(moves) * MAX_ROOT_STEPS, sizeof(uint64_t))
        if found == NULL:
            raise MemoryError()
        try:
            for number, move in enumerate(moves):
                self.root_move(tuple(move), &found[number * MAX_ROOT_STEPS])
        except BaseException:
            free(found)
            raise
        return found

    cdef int root_move(self, tuple actions, uint64_t* found) except -1:
        """One move, replayed action by action."""
        cdef Worker* w = self.pos.w
        cdef int start = w.top, n, i, made = 0
        cdef uint32_t arena = w.arena_top
        try:
            for action in actions[:MAX_ROOT_STEPS]:
                n = generate(self.pos.rules.t, w)
                self.pos.fail_on_overflow()
                for i in range(start, start + n):
                    if self.pos.describe(&w.actions[i]) == action:
                        found[made] = move_of(&w.actions[i])
                        make(self.pos.rules.t, w, &w.actions[i])
                        made += 1
                        break
                else:
                    raise ValueError("this move is not legal")
                w.top = start
                w.arena_top = arena
            if made == 0:
                raise ValueError("a move has at least one action")
        finally:
            w.top = start
            w.arena_top = arena
            for i in range(made):
                unmake(self.pos.rules.t, w)
        return 0

    def mark_searching(self, action, int depth):
        """Mark a root action as being searched by another thread at a depth, so that `search` defers it. For tests."""
        cdef uint64_t move[MAX_ROOT_STEPS]
        if self.th.shared.searching == NULL:
            raise ValueError("a search with one thread defers nothing")
        self.pos.acquire_loaded()
        try:
            self.root_move((action,), move)
            start_searching(self.th, move_hash(self.pos.w, move[0], depth))
        finally:
            self.pos.release()

    def search(self, int depth):
        """One iteration of iterative deepening: score, whether it is proved, principal variation, and whether the search was
        stopped. None if it was stopped before it found a move."""
        cdef int score
        cdef Worker* w = self.pos.w
        check_range("the depth", depth, 1, MAX_PLY)
        self.begin_search()
        try:
            if self.owner is not None:
                self.expected = self.owner.expected    # the same window, so that threads can share bounds
            listen_for_signals(w)
            with nogil:
                score = search_root(self.pos.rules.t, w, self.th, depth, self.expected)
            self.pos.fail_on_overflow()
            stopped = is_stopped(w)
            if stopped and self.th.pv_length[0] == 0:
                return None
            if not stopped:
                self.expected = score
            return Iteration(score, not self.th.heuristic and not stopped, self.principal_variation(), stopped)
        finally:
            self.end_search()

    def verify(self, int score, int depth, uint64_t nodes=0):
        """Verification search without reductions or pruning; returns the same as `search`. For a proved score, looks for a
        win or loss within `depth`; otherwise for a proved draw. None if there is none, or after `nodes` nodes (0 for no
        limit)."""
        cdef int found, alpha = -WIN - 1, beta = WIN + 1
        cdef Worker* w = self.pos.w
        cdef uint64_t limit = self.th.node_limit
        cdef bint given_up
        check_range("a score", score, -WIN, WIN)
        check_range("the depth", depth, 0, WIN - PROVED)
        if score > PROVED:
            alpha = WIN - depth - 1
        elif score < -PROVED:
            beta = depth + 1 - WIN
        self.begin_search()
        try:
            if nodes and self.th.nodes + nodes < limit:
                self.th.node_limit = self.th.nodes + nodes
            listen_for_signals(w)
            with nogil:
                if score > PROVED and has_root_proof(w, self.th):
                    found = rotation_win_root(self.pos.rules.t, w, self.th, depth)
                    self.th.heuristic = 0
                else:
                    found = search_full_width(self.pos.rules.t, w, self.th, depth, alpha, beta)
            self.pos.fail_on_overflow()
            given_up = is_stopped(w)
            if given_up and self.th.nodes >= self.th.node_limit and self.th.nodes < limit:
                set_stop(w, 0)
            if given_up or found <= alpha or found >= beta:
                return None
            return Iteration(found, not self.th.heuristic, self.principal_variation(), False)
        finally:
            self.th.node_limit = limit
            self.end_search()

    cdef list principal_variation(self):
        """The principal variation as action tuples. Replayed, since the search keeps only the first eight bytes of each."""
        cdef int level, made = 0
        cdef Worker* w = self.pos.w
        cdef int start = w.top, n, i
        cdef uint32_t arena
        found = []
        for level in range(self.th.pv_length[0]):
            if w.p.s.outcome:
                break
            arena = w.arena_top
            n = generate(self.pos.rules.t, w)
            for i in range(start, start + n):
                if move_of(&w.actions[i]) == self.th.pv[0][level]:
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

    def evaluate(self, Snapshot snapshot not None):
        """Static evaluation of a position for the side to move."""
        self.pos.load_free(snapshot)
        return evaluate(self.pos.rules.t, self.pos.w)

    def window_features(self, Snapshot snapshot not None):
        """Network input of a position for the side to move, a byte per window: 0 if it is empty or blocked, else one more
        than the cells it lacks, plus five if it is the opponent's."""
        cdef Worker* w = self.pos.w
        self.pos.load_free(snapshot)
        update_accumulator(self.pos.rules.t, w)
        return window_features_of(self.pos.rules.t, w.weights, w.acc, w.p.s.mover)

    def vct(self, Snapshot snapshot not None, int threats):
        """A forced win of the side to move by continuous threats, with at most so many threats tried: its first cell and
        its length in plies. None if none is found, or if the game has no such threats."""
        cdef int length, cell = 0
        check_range("the number of threats", threats, 0, 1 << 30)
        self.begin(snapshot, <uint64_t>1 << 62)
        if not self.pos.w.weights.use_vcf or snapshot.p.s.outcome:
            return None
        self.begin_search()
        try:
            listen_for_signals(self.pos.w)
            with nogil:
                update_accumulator(self.pos.rules.t, self.pos.w)
                length = vct_search(self.pos.rules.t, self.pos.w, self.th, threats, &cell)
            self.pos.raise_pending()
        finally:
            self.end_search()
        return (cell, length) if length else None

    def rotation_win(self, Snapshot snapshot not None, int moves):
        """Length of the shortest forced win within `moves` moves, 0 if there is none. Place-and-rotate games only."""
        cdef int found
        if self.th.rotation_table == NULL or self.pos.w.weights.rotations == NULL:
            return 0
        self.begin(snapshot, <uint64_t>1 << 62)
        self.begin_search()
        try:
            listen_for_signals(self.pos.w)
            with nogil:
                found = rotation_win(self.pos.rules.t, self.pos.w, self.th, moves)
            self.pos.raise_pending()
        finally:
            self.end_search()
        return found

    @property
    def nodes(self):
        return atomic_load_u64(&self.th.nodes)

    def stop(self):
        """Stop the search that runs in another thread."""
        set_stop(self.pos.w, 1)

    def resume(self):
        """Allow the next iteration after a stop."""
        set_stop(self.pos.w, 0)
