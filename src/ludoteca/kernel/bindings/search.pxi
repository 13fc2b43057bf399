# Python binding of the alpha-beta search.

cdef class Searcher:
    """Alpha-beta search. Several searchers, one per thread, may share the transposition table of one."""

    cdef MutablePosition pos
    cdef SearchThread* th
    cdef SharedState* own
    cdef Searcher owner      # keeps the shared state of another searcher alive
    cdef Tablebase tablebase
    cdef int expected

    def __cinit__(self, Rules rules, size_t megabytes=16, Evaluator evaluator=None, Searcher shares=None):
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(evaluator if evaluator is not None else Evaluator(rules))
        self.th = <SearchThread*>calloc(1, sizeof(SearchThread))
        if self.th == NULL:
            raise MemoryError()
        memset(&self.th.options, 1, sizeof(SearchOptions))
        set_abort_level(self.th, NO_ABORT)
        if shares is None:
            self.allocate_shared(megabytes)
        else:
            self.owner = shares
            self.th.shared = shares.th.shared
            self.allocate_history()
            self.join()
        self.allocate_rotation_table()
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
        if self.th.history == NULL or self.th.countermoves == NULL:
            raise MemoryError()
        return 0

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
        if self.owner is not None:
            self.leave()
        if self.th != NULL:
            free(self.th.history)
            free(self.th.countermoves)
            free(self.th.synced_history)
            free(self.th.rotation_table)
            free(self.th.root_only)
            free(self.th.root_exclude)
            free(self.th)
        if self.own != NULL:
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
        cdef int i, kept = 0
        for i in range(self.th.shared.n_threads):
            if self.th.shared.threads[i] != self.th:
                self.th.shared.threads[kept] = self.th.shared.threads[i]
                kept += 1
        self.th.shared.n_threads = kept

    def disable(self, names):
        """Search without some of: table, ordering, reductions, pruning, null-move, aspiration, quiescence, threats."""
        memset(&self.th.options, 1, sizeof(SearchOptions))
        self.th.options.table = "table" not in names
        self.th.options.ordering = "ordering" not in names
        self.th.options.reductions = "reductions" not in names
        self.th.options.pruning = "pruning" not in names
        self.th.options.null_move = "null-move" not in names
        self.th.options.aspiration = "aspiration" not in names
        self.th.options.quiescence = "quiescence" not in names
        self.th.options.threats = "threats" not in names

    def set_tablebase(self, Tablebase tablebase):
        """Probe a tablebase during the search, or none with None. Clears the transposition table."""
        self.tablebase = tablebase
        self.th.tablebase = &tablebase.view if tablebase is not None else NULL
        self.clear_hash()

    def set_evaluator(self, Evaluator evaluator):
        """Use another evaluator. Clears the transposition table."""
        self.pos.set_evaluator(evaluator)
        self.clear_hash()

    def clear_hash(self):
        memset(self.th.shared.tt, 0, (self.th.shared.tt_mask + 1) * sizeof(TTSlot))
        if self.th.rotation_table != NULL:
            memset(self.th.rotation_table, 0, ROTATION_ENTRIES * sizeof(RotationEntry))

    def begin(self, Snapshot snapshot, uint64_t nodes, int repetition_score=0):
        """Load a position and set the node limit. `repetition_score` is the value of a repetition for the side to move;
        negative to avoid repetitions (contempt)."""
        cdef size_t bytes_ = self.th.history_size * sizeof(int32_t)
        self.pos.load(snapshot)
        memset(self.th.killers, 0, sizeof(self.th.killers))
        memset(self.th.history, 0, bytes_)
        memset(self.th.countermoves, 0, self.th.history_size * sizeof(uint64_t))
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
        self.expected = score

    def restrict(self, only, exclude, int expected_score):
        """Restrict the root to the moves of `only`, if there are any, and exclude those of `exclude`. A move is a sequence
        of actions. `expected_score` is the centre of the aspiration window."""
        self.expected = expected_score
        free(self.th.root_only)
        self.th.root_only = NULL
        self.th.root_only = self.root_moves(only)
        self.th.n_root_only = len(only) if only else 0
        free(self.th.root_exclude)
        self.th.root_exclude = NULL
        self.th.root_exclude = self.root_moves(exclude)
        self.th.n_root_exclude = len(exclude) if exclude else 0

    cdef uint64_t* root_moves(self, moves) except? NULL:
        """Moves in the format of `SearchThread.root_only`."""
        cdef uint64_t* found
        cdef Worker* w = self.pos.w
        cdef int number, step, n, i, start
        cdef uint32_t arena
        if not moves:
            return NULL
        found = <uint64_t*>calloc(len(moves) * MAX_ROOT_STEPS, sizeof(uint64_t))
        if found == NULL:
            raise MemoryError()
        for number, move in enumerate(moves):
            made = 0
            for step, action in enumerate(move[:MAX_ROOT_STEPS]):
                start = w.top
                arena = w.arena_top
                n = generate(self.pos.rules.t, w)
                for i in range(start, start + n):
                    if self.pos.describe(&w.actions[i]) == action:
                        found[number * MAX_ROOT_STEPS + step] = move_of(&w.actions[i])
                        make(self.pos.rules.t, w, &w.actions[i])
                        made += 1
                        break
                w.top = start
                w.arena_top = arena
            for step in range(made):
                unmake(self.pos.rules.t, w)
        return found

    def mark_searching(self, action, int depth):
        """Mark a root action as being searched by another thread at a depth, so that `search` defers it. For tests."""
        cdef uint64_t* move
        if self.th.shared.searching == NULL:
            raise ValueError("a search with one thread defers nothing")
        move = self.root_moves([[action]])
        start_searching(self.th, move_hash(self.pos.w, move[0], depth))
        free(move)

    def search(self, int depth):
        """One iteration of iterative deepening: score, whether it is proved, principal variation, and whether the search was
        stopped. None if it was stopped before it found a move."""
        cdef int score
        cdef Worker* w = self.pos.w
        if self.owner is not None:
            self.expected = self.owner.expected        # the same window, so that threads can share bounds
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

    def verify(self, int score, int depth, uint64_t nodes=0):
        """Verification search without reductions or pruning; returns the same as `search`. For a proved score, looks for a
        win or loss within `depth`; otherwise for a proved draw. None if there is none, or after `nodes` nodes (0 for no
        limit)."""
        cdef int found, alpha = -WIN - 1, beta = WIN + 1
        cdef Worker* w = self.pos.w
        cdef uint64_t limit = self.th.node_limit
        cdef bint given_up
        if score > PROVED:
            alpha = WIN - depth - 1
        elif score < -PROVED:
            beta = depth + 1 - WIN
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
        self.th.node_limit = limit
        if given_up or found <= alpha or found >= beta:
            return None
        return Iteration(found, not self.th.heuristic, self.principal_variation(), False)

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

    def evaluate(self, Snapshot snapshot):
        """Static evaluation of a position for the side to move."""
        self.pos.load(snapshot)
        return evaluate(self.pos.rules.t, self.pos.w)

    def window_features(self, Snapshot snapshot):
        """Network input of a position for the side to move, a byte per window: 0 if it is empty or blocked, else one more
        than the cells it lacks, plus five if it is the opponent's."""
        cdef Worker* w = self.pos.w
        self.pos.load(snapshot)
        update_accumulator(self.pos.rules.t, w)
        return window_features_of(self.pos.rules.t, w.weights, w.acc, w.p.s.mover)

    def rotation_win(self, Snapshot snapshot, int moves):
        """Length of the shortest forced win within `moves` moves, 0 if there is none. Place-and-rotate games only."""
        cdef int found
        if self.th.rotation_table == NULL:
            return 0
        self.begin(snapshot, <uint64_t>1 << 62)
        listen_for_signals(self.pos.w)
        with nogil:
            found = rotation_win(self.pos.rules.t, self.pos.w, self.th, moves)
        self.pos.raise_pending()
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
