# Proofs by alpha-beta: does a position reach a goal? Null-window search to the end of the game, so that no evaluation is
# used, in games where no position can repeat. Results are stored as bounds, which stay valid whatever is replaced.

cdef enum:
    NO_SCORE = 30001         # beyond any score
    MAX_REPLIES = 500        # mobility counts are capped

cdef struct BoundEntry:      # as ProofEntry; scores of wins and losses count from the position itself
    uint64_t check
    int16_t least            # lower …
    int16_t most             # … and upper bound
    uint32_t good            # best action (nine bits each for source and target, six for the rest); top byte: work

cdef struct Proof:           # one proof search
    ProofTable* table
    SymmetryKeys sym
    SearchThread* th
    int too_deep
    int stuck_may_win        # the mover may have won if it cannot move: such ends are found when moves are generated
    int use_etc              # enhanced transposition cutoffs: probe all children before searching any (Plaat et al. 1996)
    int order_by_eval        # order moves by the evaluation of the child, …
    int order_by_mobility    # … or by the opponent's mobility


cdef inline BoundEntry* probe_bound(const Proof* pr, const CanonicalKey* key) noexcept nogil:
    return <BoundEntry*>proof_find(pr.table, key.place, key.check)


cdef void store_bound(Proof* pr, const CanonicalKey* key, int least, int most, uint32_t good, int work) noexcept nogil:
    """Store bounds, merged with those of the same position."""
    cdef bint known
    cdef BoundEntry* e = <BoundEntry*>proof_claim(pr.table, key.place, key.check, &known)
    if known:
        if least < e.least:
            least = e.least
        if most > e.most:
            most = e.most
        if work < <int>(e.good >> 24):
            work = e.good >> 24
    e.least = <int16_t>least
    e.most = <int16_t>most
    e.good = (good & 0xFFFFFF) | (<uint32_t>work << 24)


cdef inline int replies_left(const Tables* t, Worker* w, const SymmetryKeys* sym, int side) noexcept nogil:
    """Mobility of a side, capped."""
    cdef int n
    if sym.mode == KEY_REACHABLE:
        return count_bits(t.tables[t.rules[sym.step].table].masks[lowest_bit(w.p.sets[SHARED][0])] & w.p.sets[EMPTY][0])
    n = count_actions(t, w, side)
    return n if n < MAX_REPLIES else MAX_REPLIES


cdef bint being_stuck_loses(const Tables* t) noexcept:
    """Whether the game ends only when a side cannot move, and that side loses."""
    return t.n_ends == 0 and t.no_moves_at_all < 0 and t.no_move_result[0] == OWNER_LOSES == t.no_move_result[1]


cdef bint stuck_may_win(const Tables* t) noexcept:
    """Whether a side that cannot move may have won."""
    return t.no_moves_at_all >= 0 or t.no_move_result[0] != OWNER_LOSES or t.no_move_result[1] != OWNER_LOSES


cdef inline bint has_line_left(const Tables* t, const Worker* w, int side) noexcept nogil:
    """Whether a side can still complete a line."""
    cdef const uint8_t* state = w.acc.state + w.weights.first_window[0]
    cdef int i, theirs = 0x0F if side else 0xF0
    if w.acc.open[0][side]:
        return True
    for i in range(t.windows[w.weights.set_of[0]].count):
        if state[i] & theirs == 0:
            return True
    return False


cdef int prove_value(const Tables* t, Worker* w, Proof* pr, int goal, int level) noexcept nogil:
    """Fail-soft null-window search: returns a lower bound if the position reaches the goal for the mover, else an upper
    bound."""
    cdef int32_t scores[MAX_ORDERED]
    cdef SearchThread* th = pr.th
    cdef int ply = <int>w.p.s.ply - th.root_ply, start = w.top, n = 0, i, ordered, score, best = -NO_SCORE, cell
    cdef int mover = w.p.s.mover
    cdef uint32_t arena = w.arena_top, good = 0
    cdef uint64_t nodes_before = th.nodes, dead
    cdef bint dead_tried = False
    cdef int child_ply
    cdef CanonicalKey key, child
    cdef BoundEntry* known
    cdef const Action* a

    # Step 1. Game over; mate distance pruning.
    if w.p.s.outcome:
        return final_score(w, th)
    if WIN - ply - 1 + pr.stuck_may_win < goal:
        return WIN - ply - 1 + pr.stuck_may_win
    if ply - WIN >= goal:
        return ply - WIN
    atomic_add_u64(&th.nodes, 1)
    if th.nodes >= th.node_limit:
        set_stop(w, 1)
    if is_stopped(w):
        return 0
    if level >= MAX_PLY - 1 or w.depth >= MAX_DEPTH - 8:
        pr.too_deep = 1
        set_stop(w, 1)
        return 0

    # Step 2. Threats: win at once, or block.
    if w.weights.line_placement:
        update_accumulator(t, w)
        cell = winning_cell(t, w, mover)
        if cell != NO_THREAT:
            return WIN - ply - 1
        if pr.sym.mode == KEY_OPEN_LINES:
            if not has_line_left(t, w, mover if goal > 0 else 1 - mover):
                return 0
        cell = winning_cell(t, w, 1 - mover)
        if cell == TWO_THREATS:
            return ply + 2 - WIN
        if cell != NO_THREAT:
            placement_at(t, w, cell, &w.actions[start])
            w.top = start + 1
            n = 1

    # Step 3. Proof table.
    canonical_key(t, w, &pr.sym, &key)
    known = probe_bound(pr, &key)
    if known != NULL:
        score = score_from_tt(known.least, ply)
        if score >= goal:
            w.top = start
            return score
        score = score_from_tt(known.most, ply)
        if score < goal:
            w.top = start
            return score
        good = known.good & 0xFFFFFF

    # Step 4. Generate and order the moves.
    if n == 0:
        n = generate(t, w)
        if n == 0:
            resolve_no_move(t, w)
            score = final_score(w, th)
            w.p.s.outcome = UNFINISHED
            return score
    ordered = n if n < MAX_ORDERED else MAX_ORDERED
    score_actions(t, w, th, start, ordered, 0, level, scores)
    if good:
        for i in range(ordered):
            if map_action(t, &pr.sym, key.image, &w.actions[start + i]) == good:
                scores[i] = ORDER_TT_MOVE
    good = 0

    # Step 5. Enhanced transposition cutoff, and ordering by the children.
    if pr.use_etc and n > 1:
        for i in range(ordered):
            a = &w.actions[start + i]
            make(t, w, a)
            score = -NO_SCORE
            if w.p.s.outcome:
                score = final_score(w, th) if w.p.s.mover == mover else -final_score(w, th)
            else:
                canonical_key(t, w, &pr.sym, &child)
                known = probe_bound(pr, &child)
                if known != NULL:
                    child_ply = <int>w.p.s.ply - th.root_ply
                    if w.p.s.mover == mover:
                        score = score_from_tt(known.least, child_ply)
                    else:
                        score = -score_from_tt(known.most, child_ply)
                if pr.order_by_mobility and scores[i] != ORDER_TT_MOVE:
                    scores[i] = (scores[i] >> 8) - (replies_left(t, w, &pr.sym, 1 - mover) << 20)
                elif pr.order_by_eval and scores[i] < ORDER_CAPTURE:
                    scores[i] = (scores[i] >> 6) + 256 * (evaluate(t, w) if w.p.s.mover == mover else -evaluate(t, w))
            unmake(t, w)
            if score >= goal:
                good = map_action(t, &pr.sym, key.image, a)
                w.top = start
                w.arena_top = arena
                store_bound(pr, &key, score_to_tt(score, ply), WIN, good, 0)
                return score

    # Step 6. Search. Placements on dead cells are equivalent, so one of them suffices.
    dead = ~cells_of_open_lines(t, w) if pr.sym.mode == KEY_OPEN_LINES else 0
    for i in range(n):
        if i < ordered:
            pick_best(w, start, ordered, i, scores)
        a = &w.actions[start + i]
        if dead and dead >> a.target & 1:
            if dead_tried:
                continue
            dead_tried = True
        th.path[level] = move_of(a)
        th.path_slot[level] = history_index(t, mover, a)
        make(t, w, a)
        if w.p.s.mover == mover:
            score = prove_value(t, w, pr, goal, level + 1)
        else:
            score = -prove_value(t, w, pr, 1 - goal, level + 1)
        unmake(t, w)
        if is_stopped(w):
            w.top = start
            w.arena_top = arena
            return 0
        if score > best:
            best = score
            if best >= goal:
                good = map_action(t, &pr.sym, key.image, a)
                update_history(t, w, th, level, start, i, 1 + (work_of(th.nodes - nodes_before) >> 2))
                break
    w.top = start
    w.arena_top = arena

    # Step 7. Store the bound.
    if best >= goal:
        store_bound(pr, &key, score_to_tt(best, ply), WIN, good, work_of(th.nodes - nodes_before))
    else:
        store_bound(pr, &key, -WIN, score_to_tt(best, ply), good, work_of(th.nodes - nodes_before))
    return best


cdef class AlphaBetaProver(Prover):
    """Proves values by alpha-beta search to the end of the game."""

    cdef Proof* pr

    def __cinit__(self, Rules rules not None, images not None, size_t bytes_, int counted=0, bint use_etc=True, bint order=True):
        cdef const Tables* t = rules.t
        cdef size_t slots = 2 * (t.cells + 1) * (t.cells + 1)
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(Evaluator(rules))
        self.pr = <Proof*>calloc(1, sizeof(Proof))
        if self.pr == NULL:
            raise MemoryError()
        self.pr.th = <SearchThread*>calloc(1, sizeof(SearchThread))
        if self.pr.th == NULL:
            raise MemoryError()
        memset(&self.pr.th.options, 1, sizeof(SearchOptions))
        self.pr.th.options.continuation = 0
        self.pr.th.history = <int32_t*>calloc(slots, sizeof(int32_t))
        self.pr.th.countermoves = <uint64_t*>calloc(slots, sizeof(uint64_t))
        if self.pr.th.history == NULL or self.pr.th.countermoves == NULL:
            raise MemoryError()
        init_symmetry_keys(t, self.pos.w, &self.pr.sym, images, counted)
        self.pr.order_by_eval = order and not self.pos.w.weights.line_placement and self.pr.sym.mode != KEY_REACHABLE
        self.pr.order_by_mobility = order and (self.pr.sym.mode == KEY_REACHABLE or being_stuck_loses(t))
        self.pr.stuck_may_win = stuck_may_win(t)
        self.pr.use_etc = use_etc
        proof_allocate(&self.table, bytes_)
        self.pr.table = &self.table

    def __dealloc__(self):
        if self.pr != NULL:
            if self.pr.th != NULL:
                free(self.pr.th.history)
                free(self.pr.th.countermoves)
                free(self.pr.th)
            free(self.pr.sym.keys)
            free(self.pr)

    def begin(self, Snapshot snapshot not None):
        """Load the position to be proved."""
        Prover.begin(self, snapshot)
        self.pr.th.root_ply = snapshot.p.s.ply
        self.pr.th.node_limit = <uint64_t>-1

    def prove(self, int goal):
        """Whether the loaded position reaches the goal for the mover: a score of at least the goal if it does, a smaller
        one if not. None if the search was stopped."""
        cdef int score
        check_range("the goal", goal, -WIN, WIN)
        self.pos.acquire_loaded()
        try:
            check_shared_piece(self.pos.w, &self.pr.sym)
            with nogil:
                score = prove_value(self.pos.rules.t, self.pos.w, self.pr, goal, 0)
        finally:
            self.pos.release()
        self.pos.fail_on_overflow()
        if self.pr.too_deep:
            raise LimitExceeded("limit.line", limit=MAX_PLY)
        return None if is_stopped(self.pos.w) else score

    @property
    def nodes(self):
        return atomic_load_u64(&self.pr.th.nodes)
