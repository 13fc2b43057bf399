# Principal variation search with iterative deepening, for all games. The side to move is read from the position and
# never assumed to alternate: a move of two stages is two plies of the same side.
#
# Margins are multiples of the volatility: the mean change of the static evaluation between two turns of a side, measured
# during the search. It makes them independent of the units of the evaluation, of the game and of its stage.

cdef uint8_t reductions[64][64]        # late-move reductions in plies: [depth][move number]


cdef void init_reductions() noexcept:
    cdef int depth, number
    for depth in range(64):
        for number in range(64):
            reductions[depth][number] = 0
            if depth >= 3 and number >= 3:
                reductions[depth][number] = <uint8_t>(1 + (number >= 8) + (depth >= 6 and number >= 16)
                                                      + (depth >= 9 and number >= 24) + (depth >= 6 and number >= 40))


init_reductions()


cdef int logarithms[64]                # 32 * ln(i)


cdef void init_logarithms() noexcept:
    cdef int i
    for i in range(1, 64):
        logarithms[i] = <int>(32 * log(i))


init_logarithms()


cdef inline bint is_selective(const SearchOptions* o) noexcept nogil:
    """Whether some part of the search needs static evaluations of inner nodes."""
    return (o.futility or o.razoring or o.probcut or o.singular or o.history_reductions or o.verified_null_move
            or o.scaled_window)


cdef inline bint note_eval(SearchThread* th, int level, int mover, int eval_) noexcept nogil:
    """Record the static evaluation of a node. Returns whether it is better than at the side's last turn."""
    cdef int k, change
    th.evals[level] = eval_
    th.eval_mover[level] = <uint8_t>mover
    for k in range(level - 1, level - 7 if level > 6 else -1, -1):
        if th.evals[k] != NO_EVAL and th.eval_mover[k] == mover:
            change = eval_ - th.evals[k]
            if th.volatility_count == VOLATILITY_MOST:
                th.volatility_sum >>= 1
                th.volatility_count >>= 1
            th.volatility_sum += change if change > 0 else -change
            th.volatility_count += 1
            if th.volatility_count >= VOLATILITY_LEAST:
                th.volatility = 1 + <int>(th.volatility_sum // th.volatility_count)
            return change > 0
    return True


cdef inline int margin(const SearchThread* th, int sixteenths) noexcept nogil:
    return <int>(<long long>th.volatility * sixteenths >> 4)


cdef inline int late_reduction(const SearchThread* th, int depth, int number, int history, bint improving) noexcept nogil:
    """Late-move reduction in plies, by depth, move number, history and trend."""
    cdef int r = th.params.reduction_base + (th.params.reduction_factor * logarithms[depth if depth < 63 else 63]
                                             * logarithms[number if number < 63 else 63] >> 10)
    r -= history // (16 * th.params.reduction_history)
    if not improving:
        r += 512
    return r >> 10 if r > 0 else 0


cdef inline int final_score(const Worker* w, const SearchThread* th) noexcept nogil:
    """Score of a finished game for the side to move: faster wins and slower losses are better."""
    cdef int ply = <int>w.p.s.ply - th.root_ply
    if w.p.s.outcome == DRAW:
        return 0
    if w.p.s.outcome == FIRST_WINS + w.p.s.mover:
        return WIN - ply
    return ply - WIN


cdef inline int repetition_value(const Worker* w, const SearchThread* th) noexcept nogil:
    """Score of a repetition for the side to move."""
    return th.repetition_score if w.p.s.mover == th.root_side else -th.repetition_score


cdef inline void update_pv(SearchThread* th, int level, uint64_t move) noexcept nogil:
    """Triangular PV table: this move, then the child's line."""
    cdef int i
    th.pv[level][level] = move
    for i in range(level + 1, th.pv_length[level + 1]):
        th.pv[level][i] = th.pv[level + 1][i]
    th.pv_length[level] = th.pv_length[level + 1] if th.pv_length[level + 1] > level + 1 else level + 1


cdef inline bint may_finish(const Tables* t, const Worker* w, const SearchThread* th, int side) noexcept nogil:
    """Whether a side may have a quiet move that wins at once: a piece beside its goal, a line that lacks one cell."""
    cdef int i
    if th.line_finish:
        return open_windows(w.acc, 0, side, 1) != 0
    for i in range(t.words):
        if w.p.sets[side + 1][i] & th.goal_steps[side][i]:
            return True
    return False


cdef bint can_finish(const Tables* t, Worker* w, int start, int n) noexcept nogil:
    """Whether one of the generated actions wins at once."""
    cdef int i, wins = FIRST_WINS + w.p.s.mover
    cdef bint found = False
    for i in range(start, start + n):
        make(t, w, &w.actions[i])
        found = w.p.s.outcome == wins
        unmake(t, w)
        if found:
            return True
    return False


cdef int qsearch(const Tables* t, Worker* w, SearchThread* th, int alpha, int beta, int level, int left) noexcept nogil:
    """Quiescence search: captures only, stand pat otherwise."""
    cdef int start, n, i, score, best
    cdef uint32_t arena
    cdef int mover = w.p.s.mover
    cdef bint forced, finishing = False, threatened = False
    th.pv_length[level] = level
    if w.p.s.outcome:
        return final_score(w, th)
    th.heuristic = 1
    best = evaluate(t, w)
    if (th.options.finishes and (th.goals or th.line_finish) and not w.p.s.mid_move and left > 0 and level < MAX_PLY
            and th.qs_left > 0 and w.depth < MAX_DEPTH - 8):
        finishing = may_finish(t, w, th, mover)
        threatened = left >= QS_EVASIONS and may_finish(t, w, th, 1 - mover)
    if not (finishing or threatened) and (best >= beta or left == 0 or th.qs_left <= 0 or level >= MAX_PLY
                                          or not w.weights.use_qsearch or not th.options.quiescence):
        return best
    start = w.top
    arena = w.arena_top
    n = generate(t, w)
    if n == 0:
        resolve_no_move(t, w)
        score = final_score(w, th)
        w.p.s.outcome = UNFINISHED
        w.top = start
        w.arena_top = arena
        return score
    if finishing and can_finish(t, w, start, n):
        w.top = start
        w.arena_top = arena
        return WIN - (<int>w.p.s.ply - th.root_ply) - 1
    if finishing and not threatened and (best >= beta or not w.weights.use_qsearch or not th.options.quiescence):
        w.top = start
        w.arena_top = arena
        return best
    # No stand pat where capturing is compulsory, or where the opponent may win at once.
    forced = w.actions[start].extra and (t.stages[w.p.s.stage].capture == CAPTURE_COMPULSORY
                                         or t.stages[w.p.s.stage].capture == CAPTURE_MOST)
    if forced or threatened:
        best = -WIN
    elif best > alpha:
        alpha = best
    for i in range(start, start + n):
        pick_capture(w, i, start + n)
        if w.actions[i].extra == 0 and not threatened:
            break
        atomic_add_u64(&th.nodes, 1)
        th.qs_left -= 1
        poll_signals(w)
        if th.nodes >= th.node_limit:
            set_stop(w, 1)
        make(t, w, &w.actions[i])
        if w.p.s.mover == mover:
            score = qsearch(t, w, th, alpha, beta, level + 1, left - 1)
        else:
            score = -qsearch(t, w, th, -beta, -alpha, level + 1, left - 1)
        unmake(t, w)
        if is_stopped(w):
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
            if score >= beta:
                break
    w.top = start
    w.arena_top = arena
    return best if best > -WIN else evaluate(t, w)


cdef inline int search_child(const Tables* t, Worker* w, SearchThread* th, int depth, int alpha, int beta, int level,
                             bint same_side) noexcept nogil:
    """Search the position after an action; the score is for the side that made it."""
    if same_side:
        return search(t, w, th, depth, alpha, beta, level)
    return -search(t, w, th, depth, -beta, -alpha, level)


cdef int null_move_search(const Tables* t, Worker* w, SearchThread* th, int depth, int beta, int level) noexcept nogil:
    """Score for the side to move if it passes, with a null window at beta."""
    cdef Scalars* s = &w.p.s
    cdef uint64_t key = s.key
    cdef uint16_t base = s.base
    cdef uint8_t phase = s.phase, stage = s.stage
    cdef int score
    s.key ^= t.key_second
    s.mover = <uint8_t>(1 - s.mover)
    if t.n_phases > 1:
        s.phase = <uint8_t>phase_of(t, &w.p, s.mover)
        s.stage = <uint8_t>t.phases[s.phase].stage
        s.key ^= t.key_phase[phase] ^ t.key_phase[s.phase]
    s.base = s.ply           # no repetition across a null move
    th.path[level] = 0
    th.path_slot[level] = 0
    th.path_to[level] = 0
    score = -search(t, w, th, depth, -beta, 1 - beta, level + 1)
    s.key = key
    s.mover = <uint8_t>(1 - s.mover)
    s.phase = phase
    s.stage = stage
    s.base = base
    return score


cdef inline bint may_pass(const Tables* t, const Worker* w, const SearchThread* th, int depth) noexcept nogil:
    """Whether a null move may be tried: the game has no zugzwang, or it is rare and the result will be verified."""
    if w.weights.use_null_move:
        return th.options.null_move and depth >= 3 and depth < w.p.counts[0]
    return (th.options.verified_null_move and t.features & USE_VERIFIED_NULL_MOVE and depth >= th.params.null_depth
            and th.volatility)


cdef inline bint ends_here(SearchThread* th, const Worker* w, int level, uint64_t node_hash) noexcept nogil:
    """After a search of the same node: restore its state; whether the search was stopped or the node aborted."""
    th.pv_length[level] = level
    atomic_store_u64(&th.node_hash[level], node_hash)
    if is_stopped(w) or abort_level(th) < level:
        return True
    set_abort_level(th, NO_ABORT)
    return False


cdef int razor(const Tables* t, Worker* w, SearchThread* th, int alpha, int beta, int level) noexcept nogil:
    """Quiescence search of an inner node."""
    if w.weights.line_placement and th.options.threats:
        return qsearch_threats(t, w, th, alpha, beta, level, 6)
    th.qs_left = QS_MAX_CAPTURES
    return qsearch(t, w, th, alpha, beta, level, 8)


cdef inline bint is_late(const SearchThread* th, const Worker* w, int depth, int number, bint improving) noexcept nogil:
    """Whether a quiet move comes too late to be searched near the horizon."""
    if not th.options.history_reductions:
        return depth <= 3 and number >= 8 + w.weights.lmp_base * depth * depth
    return depth <= th.params.late_depth and number >= (
        th.params.late_base + th.params.late_factor * w.weights.lmp_base * depth * depth // 6) >> (0 if improving else 1)


cdef int search(const Tables* t, Worker* w, SearchThread* th, int depth, int alpha, int beta, int level) noexcept nogil:
    """Score of the position for the side to move, searched to a depth in moves. `level` counts actions from the root,
    `ply` complete moves."""
    cdef int32_t scores[MAX_ORDERED]
    cdef uint16_t deferred[64]         # moves that another thread is searching, for the second pass
    cdef int start = w.top, n, i, k, ordered, score = 0, best = -WIN - 1, old_alpha = alpha, mover = w.p.s.mover
    cdef int ply = <int>w.p.s.ply - th.root_ply, new_depth, reduced, heuristic, repetition, cell, passes, bound
    cdef int refutation                # moves of the opponent's forced win after a root move
    cdef int move_count, move_number, index, n_deferred = 0, polled
    cdef uint32_t arena = w.arena_top
    cdef uint64_t tt_move = 0, best_move = 0, move, hash_, key
    cdef TTEntry entry
    cdef SharedResult result
    cdef const Action* a
    cdef bint same_side, restricted = ply == 0 and (th.n_root_only or th.n_root_exclude), pruned = False
    cdef bint pv_node = beta - alpha > 1, quiet, cutoff = False, aborted = False
    cdef bint smp = th.shared.searching != NULL and depth >= 3
    cdef bint polling = smp and th.options.table and not restricted
    cdef Attack attack
    cdef bint horizon = depth <= 0 and not w.p.s.mid_move
    cdef bint under_attack = False     # the opponent has a forced win by threats unless it is met
    cdef int static_eval = NO_EVAL     # …
    cdef int eval_ = 0                 # … improved by the transposition table
    cdef int tt_score = 0, tt_depth = -1, tt_bound = BOUND_UPPER, tt_eval = NO_EVAL, history = 0, rbeta, extension
    cdef int no_vct = 0, node_heuristic, node_repetition
    cdef bint generated, improving = True, selective = False, futile, tt_hit = False
    cdef uint64_t excluded = th.excluded[level], node_hash
    cdef const Stage* stage
    th.pv_length[level] = level
    th.evals[level] = NO_EVAL
    if excluded:
        th.excluded[level] = 0         # for this search only
        smp = polling = False

    # Step 1. Game over, repetition, maximum depth, tablebase.
    if w.p.s.outcome:
        if th.repetition_score and w.p.s.outcome == DRAW and w.p.s.reason == REASON_REPETITION:
            th.heuristic = th.repetition = 1
            return repetition_value(w, th)
        return final_score(w, th)
    if level and t.repetition and not w.p.s.mid_move and times_seen(t, w) > 1:
        th.heuristic = th.repetition = 1
        return repetition_value(w, th)
    if level >= MAX_PLY - 1 or w.depth >= MAX_DEPTH - 8:
        th.heuristic = 1
        return evaluate(t, w)
    if th.tablebase != NULL and level and not w.p.s.mid_move:
        score = tb_probe(t, th.tablebase, &w.p, ply)
        if score != TB_MISS and (horizon or tb_decides(score, alpha, beta)):
            atomic_add_u64(&th.nodes, 1)
            th.heuristic |= not tb_decides(score, alpha, beta)
            return score

    # Step 2. Node limit, stop requests, history sync.
    atomic_add_u64(&th.nodes, 1)
    poll_signals(w)
    if th.nodes >= th.node_limit:
        set_stop(w, 1)
    if is_stopped(w) or abort_level(th) < level:
        return 0
    if th.synced_history != NULL and th.nodes >= th.next_history_sync:
        sync_history(th)
    set_abort_level(th, NO_ABORT)      # it named a node that has been left

    # Step 3. Mate distance pruning.
    if level:
        if alpha < ply - WIN:
            alpha = ply - WIN
        if beta > WIN - ply:
            beta = WIN - ply
        if alpha >= beta:
            return alpha
        old_alpha = alpha

    # Step 4. Transposition table. Not at the horizon, where evaluating costs less than a cache miss. A verification
    # search reuses only its own scores, kept under a changed key, but takes the TT move from either.
    if th.verify_key and tt_probe(th, w.p.s.key, &entry):
        tt_move = entry.action
    if th.options.table and not horizon and not excluded and tt_probe(th, w.p.s.key ^ th.verify_key, &entry):
        tt_hit = True
        tt_move = entry.action
        score = tt_score = score_from_tt(entry.score, ply)
        tt_depth = entry.depth
        tt_bound = entry.bound & BOUND_MASK
        tt_eval = entry.eval
        # Scores that depend on a repetition are not reused in later searches (graph history interaction).
        if level and not restricted and not (
                entry.bound & TT_REPETITION and entry.generation != tt_generation(th)) and (
                entry.depth >= depth or holds_at_any_depth(th, &entry, score, alpha, beta)) and (
                entry.bound & BOUND_MASK == BOUND_EXACT or (entry.bound & BOUND_MASK == BOUND_LOWER and score >= beta)
                or (entry.bound & BOUND_MASK == BOUND_UPPER and score <= alpha)):
            th.heuristic |= not entry.bound & TT_PROVED and score < PROVED and score > -PROVED
            th.repetition |= (entry.bound & TT_REPETITION) != 0
            if entry.bound & BOUND_MASK == BOUND_EXACT and tt_move:
                th.pv[level][level] = tt_move
                th.pv_length[level] = level + 1
            return score

    # Step 5. A win that special code reads off the position.
    if level and node_proof(t, w, th):
        return WIN - ply - 1

    # Step 6. Quiescence search at the horizon.
    if horizon:
        if w.weights.line_placement and th.options.threats:
            return qsearch_threats(t, w, th, alpha, beta, level, 6)
        th.qs_left = QS_MAX_CAPTURES
        return qsearch(t, w, th, alpha, beta, level, 8)

    # Internal iterative reduction: without a TT move, the next iteration will do better.
    if (th.options.internal_reduction and depth >= th.params.internal_depth and not tt_move and level and not excluded
            and not w.p.s.mid_move and not th.verify_key):
        depth -= 1

    heuristic = th.heuristic
    repetition = th.repetition
    th.heuristic = th.repetition = 0
    node_hash = move_hash(w, 0, depth) | 1 if smp else 0
    atomic_store_u64(&th.node_hash[level], node_hash)

    # Step 7. Threats: complete a line that lacks one cell, else block one. Then forced wins by threats of either side.
    n = 0
    if w.weights.line_placement:
        update_accumulator(t, w)
        if level and th.options.threats:
            cell = winning_cell(t, w, mover)
            if cell != NO_THREAT:
                if cell == TWO_THREATS:
                    th.heuristic = heuristic
                    th.repetition = repetition
                    return WIN - ply - 1
                placement_at(t, w, cell, &w.actions[start])
                th.pv[level][level] = move_of(&w.actions[start])
                th.pv_length[level] = level + 1
                th.heuristic = heuristic
                th.repetition = repetition
                return WIN - ply - 1
            cell = winning_cell(t, w, 1 - mover)
            if cell == TWO_THREATS:
                th.heuristic = heuristic
                th.repetition = repetition
                return ply + 2 - WIN
            if cell != NO_THREAT:
                placement_at(t, w, cell, &w.actions[start])
                w.top = start + 1
                n = 1
            elif w.weights.use_vcf:
                # The win found may not be the shortest, which matters during verification.
                if vcf_search(t, w, th, &attack, mover, VCF_NODES) and (
                        not th.verify_key or WIN - ply - attack.length >= beta):
                    th.heuristic = heuristic
                    th.repetition = repetition
                    return WIN - ply - attack.length
                if (th.options.vct and depth >= th.params.vct_depth and not excluded and not th.verify_key
                        and not (tt_hit and entry.bound & TT_NO_VCT and tt_depth >= depth - 2)):
                    score = vct_search(t, w, th, th.params.vct_nodes, &cell)
                    if score:
                        th.heuristic = heuristic
                        th.repetition = repetition
                        return WIN - ply - score
                    no_vct = TT_NO_VCT
                under_attack = not th.verify_key and vcf_search(t, w, th, &attack, 1 - mover, VCF_NODES)

    # Step 8. Static evaluation, better where the transposition table has a score. Where capturing is compulsory, it
    # says nothing about a position with captures.
    generated = False
    if n == 0 and not w.p.s.mid_move and not th.verify_key and is_selective(&th.options):
        stage = &t.stages[w.p.s.stage]
        if stage.capture == CAPTURE_COMPULSORY or stage.capture == CAPTURE_MOST:
            n = generate(t, w)
            generated = True
        if not generated or (n and is_quiet(t, &w.actions[start])):
            static_eval = eval_ = tt_eval if tt_eval != NO_EVAL else evaluate(t, w)
            improving = note_eval(th, level, mover, static_eval)
            if tt_hit and tt_score < PROVED and tt_score > -PROVED and (
                    tt_bound == BOUND_EXACT or (tt_bound == BOUND_LOWER) == (tt_score > eval_)):
                eval_ = tt_score
            selective = (not pv_node and level > 0 and not excluded and not under_attack and not restricted
                         and th.volatility and beta < KNOWN_WIN and alpha > -KNOWN_WIN)

    # Step 9. Reverse futility pruning: far above beta, near the horizon. Razoring: far below alpha.
    if selective:
        if th.options.futility and depth <= th.params.futility_depth and (
                eval_ - margin(th, th.params.futility_margin * (depth - improving)) >= beta):
            w.top = start
            w.arena_top = arena
            th.heuristic = 1
            th.repetition = repetition
            return eval_
        if th.options.razoring and depth <= th.params.razor_depth and (
                eval_ + margin(th, th.params.razor_margin * depth) <= alpha):
            score = razor(t, w, th, alpha, beta, level)
            if is_stopped(w) or score <= alpha:
                w.top = start
                w.arena_top = arena
                th.heuristic = 1
                th.repetition |= repetition
                return score
            th.heuristic = th.repetition = 0
            th.pv_length[level] = level

    # Step 10. Null move pruning, in games without zugzwang; verified in games where it is rare.
    if (not pv_node and n == 0 and not under_attack and not excluded and level and th.path[level - 1]
            and beta < PROVED and beta > -PROVED and not w.p.s.mid_move and not th.no_null[level]
            and may_pass(t, w, th, depth)):
        if (eval_ if static_eval != NO_EVAL else evaluate(t, w)) >= beta:
            k = depth - th.params.null_base - depth // th.params.null_divisor
            score = null_move_search(t, w, th, k, beta, level)
            if is_stopped(w) or abort_level(th) < level:
                th.heuristic |= heuristic
                th.repetition |= repetition
                return 0
            aborted = abort_level(th) == level
            if score >= beta and not aborted and not w.weights.use_null_move and depth >= th.params.null_verify:
                th.no_null[level] = 1
                score = search(t, w, th, k, beta - 1, beta, level)
                th.no_null[level] = 0
                if ends_here(th, w, level, node_hash):
                    th.heuristic |= heuristic
                    th.repetition |= repetition
                    return 0
            if score >= beta and not aborted:
                th.heuristic = 1
                th.repetition |= repetition
                return score if score < PROVED else beta
            set_abort_level(th, NO_ABORT)
            th.heuristic = th.repetition = 0
            th.pv_length[level] = level

    # Step 11. ProbCut: a shallow search far outside the window predicts the deep one.
    if (selective and th.options.probcut and t.features & USE_PROBCUT and depth >= th.params.probcut_depth
            and not th.no_null[level]):
        k = margin(th, th.params.probcut_margin)
        reduced = depth - th.params.probcut_reduction - (depth - th.params.probcut_depth) // 4
        rbeta = NO_EVAL
        if eval_ >= beta + k and beta + k < PROVED:
            rbeta = beta + k
        elif eval_ <= alpha - k and alpha - k > -PROVED:
            rbeta = alpha - k + 1
        if rbeta != NO_EVAL and tt_hit and tt_depth >= reduced and (
                (rbeta > beta and tt_bound != BOUND_LOWER and tt_score < rbeta)
                or (rbeta <= beta and tt_bound != BOUND_UPPER and tt_score >= rbeta)):
            rbeta = NO_EVAL            # it is known to fail
        if rbeta != NO_EVAL:
            score = search(t, w, th, reduced, rbeta - 1, rbeta, level)
            if ends_here(th, w, level, node_hash):
                w.top = start
                w.arena_top = arena
                th.heuristic |= heuristic
                th.repetition |= repetition
                return 0
            if (score >= rbeta and rbeta > beta) or (score < rbeta and rbeta <= beta):
                w.top = start
                w.arena_top = arena
                th.heuristic = 1
                th.repetition |= repetition
                return score
            th.heuristic = th.repetition = 0
            th.evals[level] = static_eval

    # Step 12. Generate and order the moves.
    if n == 0:
        n = generate(t, w)
        generated = True
    if generated:
        if n == 0:
            resolve_no_move(t, w)
            score = final_score(w, th)
            w.p.s.outcome = UNFINISHED
            w.top = start
            th.heuristic = heuristic
            th.repetition = repetition
            return score
        if restricted:
            n = filter_root_moves(w, th, level, start, n)
        if under_attack:
            best = ply + 1 + attack.length - WIN
            n = keep_defences(w, &attack, start, n)
    ordered = n if n < MAX_ORDERED else MAX_ORDERED
    if w.weights.use_locality and th.options.pruning and n > 1 and not under_attack:
        ordered = near_pieces_first(t, w, start, n)
    score_actions(t, w, th, start, ordered, tt_move, level, scores)

    # Step 13. Loop through the moves. The first pass defers moves that another thread is searching to the second.
    i = 0
    move_count = 0
    key = w.p.s.key ^ th.verify_key
    for passes in range(2):
        k = 0
        while (i < n) if passes == 0 else (k < n_deferred):
            if polling and (move_count or aborted):
                polled = poll_shared(th, key, depth, ply, level, alpha, old_alpha, beta, &result)
                if polled:
                    best = alpha = result.score
                    best_move = result.action
                cutoff = polled == SHARED_CUTOFF
                if cutoff:
                    break
            if passes == 0:
                if i < ordered:
                    pick_best(w, start, ordered, i, scores)
                index = i
                move_number = move_count + n_deferred
                i += 1
            else:
                index = move_number = deferred[k]
                k += 1
            a = &w.actions[start + index]
            move = move_of(a)
            if move == excluded:
                continue
            quiet = is_quiet(t, a)
            hash_ = move_hash(w, move, depth)
            if smp and passes == 0 and move_count >= (1 if pv_node else DEFER_AFTER) and n_deferred < 64 and (
                    is_being_searched(th, hash_)):
                deferred[n_deferred] = <uint16_t>index
                n_deferred += 1
                continue

            # Step 14. Late-move pruning near the horizon; on large boards, quiet moves far from all pieces.
            if th.options.pruning and best > -KNOWN_WIN and quiet and (
                    (not pv_node and level and is_late(th, w, depth, move_number, improving))
                    or (w.weights.use_locality and index >= ordered)):
                pruned = True
                continue

            # Step 15. Singular extension: all other moves fail low at a lower depth.
            extension = 0
            if (th.options.singular and move == tt_move and depth >= th.params.singular_depth and level and not excluded
                    and static_eval != NO_EVAL and not restricted and not under_attack and n > 1 and passes == 0
                    and th.volatility and level < 2 * th.root_depth and tt_depth >= depth - 3
                    and tt_bound != BOUND_UPPER and tt_score < PROVED and tt_score > -PROVED):
                rbeta = tt_score - margin(th, th.params.singular_margin * depth)
                node_heuristic = th.heuristic
                node_repetition = th.repetition
                th.excluded[level] = move
                score = search(t, w, th, (depth - 1) // 2, rbeta - 1, rbeta, level)
                th.excluded[level] = 0
                if ends_here(th, w, level, node_hash):
                    break
                th.heuristic = node_heuristic
                th.repetition = node_repetition
                th.evals[level] = static_eval
                if score < rbeta:
                    extension = 1
                elif rbeta >= beta and not pv_node:
                    w.top = start
                    w.arena_top = arena
                    th.heuristic = 1
                    th.repetition = repetition
                    return rbeta

            futile = (selective and quiet and move_count > 0 and th.options.futility and depth <= th.params.quiet_depth
                      and best > -KNOWN_WIN
                      and eval_ + margin(th, th.params.quiet_base + th.params.quiet_margin * depth) <= alpha)
            th.path[level] = move
            th.path_slot[level] = history_index(t, mover, a)
            th.path_to[level] = mover * (t.cells + 1) + (a.target if a.target < t.cells else t.cells)
            if th.options.history_reductions and quiet and move_count:
                history = quiet_history(th, level, th.path_slot[level])
            # Making the action prefetches the child's hash bucket, unless the child is a horizon node.
            w.tt = th.shared.tt if depth > 1 or (t.n_stages > 1 and not w.p.s.mid_move) else NULL
            make(t, w, a)
            same_side = w.p.s.mover == mover

            # Step 16. Futility pruning of quiet moves, unless they end the game or the turn goes on.
            if futile and not w.p.s.outcome and not same_side:
                unmake(t, w)
                pruned = True
                continue
            if smp:
                start_searching(th, hash_)
            # Extensions: a single reply, meeting an attack, and the later stages of a move cost no depth.
            new_depth = depth if w.p.s.mid_move or n == 1 or (under_attack and level < VCF_EXTENSION_PLY) else depth - 1
            if new_depth < depth:
                new_depth += extension
            reduced = new_depth

            # Step 17. Late-move reductions, then PVS: null window first, re-search on fail high.
            if th.options.reductions and move_count and quiet:
                if not th.options.history_reductions:
                    reduced -= reductions[depth if depth < 63 else 63][move_number if move_number < 63 else 63]
                elif depth >= 3 and move_number >= 2:
                    reduced -= late_reduction(th, depth, move_number, history, improving)
                if w.weights.use_vcf and depth >= 3 and move_number >= 8 and not under_attack:
                    reduced -= 1
                if pv_node and reduced < new_depth:
                    reduced += 1
                if w.p.s.mid_move and reduced < 1:
                    reduced = 1
            if move_count:
                score = search_child(t, w, th, reduced, alpha, alpha + 1, level + 1, same_side)
                while polling and pv_node and score > alpha and not is_stopped(w) and abort_level(th) > level:
                    # Another thread may have raised alpha meanwhile.
                    polled = poll_shared(th, key, depth, ply, level, alpha, old_alpha, beta, &result)
                    if not polled:
                        break
                    best = alpha = result.score
                    best_move = result.action
                    cutoff = polled == SHARED_CUTOFF
                    if cutoff:
                        break
                    score = search_child(t, w, th, reduced, alpha, alpha + 1, level + 1, same_side)
                if score > alpha and reduced < new_depth and not cutoff:
                    score = search_child(t, w, th, new_depth, alpha, alpha + 1, level + 1, same_side)
                if score > alpha and score < beta and not cutoff:
                    score = search_child(t, w, th, new_depth, alpha, beta, level + 1, same_side)
            else:
                score = search_child(t, w, th, new_depth, alpha, beta, level + 1, same_side)
            if score > alpha and score < PROVED and not (is_stopped(w) or cutoff or abort_level(th) <= level):
                refutation = root_move_proof(t, w, th)
                if refutation:
                    score = 1 + refutation - WIN
            unmake(t, w)
            if smp:
                finish_searching(th, hash_)
            if is_stopped(w) or abort_level(th) < level or cutoff:
                break
            if abort_level(th) == level:
                # Another thread finished this node: discard the score, poll, and repeat the move if that is not enough.
                set_abort_level(th, NO_ABORT)
                aborted = True
                if passes == 0:
                    i -= 1
                else:
                    k -= 1
                continue
            move_count += 1
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    alpha = score
                    update_pv(th, level, move)
                    if score >= beta:
                        # Step 18. Beta cutoff.
                        if passes == 0:
                            update_history(t, w, th, level, start, i - 1, depth)
                        break
                    if polling and pv_node:
                        publish_best(th, key, depth, ply, level, best)
        if is_stopped(w) or best >= beta or cutoff or abort_level(th) < level:
            break
    w.top = start
    w.arena_top = arena
    if is_stopped(w):
        return best if best > -WIN else 0
    if abort_level(th) < level or cutoff:
        th.heuristic |= heuristic
        th.repetition |= repetition
        return best if cutoff else 0

    if excluded:
        if best < -WIN:
            best = old_alpha           # it was the only move
        th.heuristic |= heuristic
        th.repetition |= repetition
        return best

    # Step 19. Store in the transposition table. A proved win or loss stays proved whatever the other moves are.
    if best > PROVED or best < -PROVED:
        th.heuristic = th.repetition = 0
    elif pruned:
        th.heuristic = 1
    if th.options.table and not restricted:
        bound = BOUND_LOWER if best >= beta else (BOUND_EXACT if best > old_alpha else BOUND_UPPER)
        # Reductions may hide a shorter win, so the distance is a bound only.
        if th.options.reductions and bound == BOUND_EXACT and (best > PROVED or best < -PROVED):
            bound = BOUND_LOWER if best > 0 else BOUND_UPPER
        bound |= (0 if th.heuristic else TT_PROVED) | (TT_REPETITION if th.repetition else 0) | no_vct
        tt_store(th, key, best_move, score_to_tt(best, ply), depth, bound, static_eval)
        if smp and depth >= 4:
            abort_node(th, th.node_hash[level])
    th.heuristic |= heuristic
    th.repetition |= repetition
    return best


cdef int vct_root(const Tables* t, Worker* w, SearchThread* th) noexcept nogil:
    """The score of a win of the root position by continuous threats, 0 if none is found. Repeated with more threats when
    the nodes justify it."""
    cdef uint64_t threats = th.nodes * <uint64_t>th.params.vct_share >> 10
    cdef int length, cell = 0
    cdef Action a
    if (not w.weights.use_vcf or not th.options.vct or not th.options.threats or th.n_root_only or th.n_root_exclude
            or threats < 64 or threats < 2 * th.vct_spent):
        return 0
    th.vct_spent = threats
    update_accumulator(t, w)
    length = vct_search(t, w, th, <int>threats if threats < 1 << 30 else 1 << 30, &cell)
    if not length:
        return 0
    placement_at(t, w, cell, &a)
    th.pv[0][0] = move_of(&a)
    th.pv_length[0] = 1
    th.heuristic = th.repetition = 0
    return WIN - length


cdef int search_root(const Tables* t, Worker* w, SearchThread* th, int depth, int expected) noexcept nogil:
    """Search the loaded position with an aspiration window around the expected score."""
    cdef int alpha = -WIN - 1, beta = WIN + 1, score, delta = 60
    th.root_depth = depth
    score = root_proof(t, w, th)
    if score or is_stopped(w):
        return score
    score = vct_root(t, w, th)
    if score or is_stopped(w):
        return score
    if th.options.aspiration and depth >= 4 and expected > -PROVED and expected < PROVED:
        if th.options.scaled_window and th.volatility:
            delta = 4 + margin(th, th.params.window)
        alpha = expected - delta
        beta = expected + delta
    while True:
        th.heuristic = 0
        score = search(t, w, th, depth, alpha, beta, 0)
        if is_stopped(w) or (score > alpha and score < beta) or (alpha <= -WIN and beta > WIN):
            return score
        delta *= 4
        if score <= alpha:
            alpha = score - delta if score - delta > -PROVED else -WIN - 1
        if score >= beta:
            beta = score + delta if score + delta < PROVED else WIN + 1


cdef int search_full_width(const Tables* t, Worker* w, SearchThread* th, int depth, int alpha, int beta) noexcept nogil:
    """Verification search: no reductions, pruning or null moves."""
    cdef SearchOptions options = th.options
    cdef int score
    th.options.reductions = th.options.pruning = th.options.null_move = 0
    th.options.futility = th.options.razoring = th.options.probcut = th.options.singular = 0
    th.options.internal_reduction = th.options.verified_null_move = th.options.vct = 0
    th.verify_key = <uint64_t>0xA0761D6478BD642F
    th.heuristic = 0
    score = search(t, w, th, depth, alpha, beta, 0)
    th.options = options
    th.verify_key = 0
    return score
