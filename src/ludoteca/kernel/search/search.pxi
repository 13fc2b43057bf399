# Principal variation search with iterative deepening, for all games. The side to move is read from the position and
# never assumed to alternate: a move of two stages is two plies of the same side.

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


cdef int qsearch(const Tables* t, Worker* w, SearchThread* th, int alpha, int beta, int level, int left) noexcept nogil:
    """Quiescence search: captures only, stand pat otherwise."""
    cdef int start, n, i, score, best
    cdef uint32_t arena
    cdef int mover = w.p.s.mover
    cdef bint forced
    th.pv_length[level] = level
    if w.p.s.outcome:
        return final_score(w, th)
    th.heuristic = 1
    best = evaluate(t, w)
    if (best >= beta or left == 0 or th.qs_left <= 0 or level >= MAX_PLY or not w.weights.use_qsearch
            or not th.options.quiescence):
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
    # No stand pat where capturing is compulsory.
    forced = w.actions[start].extra and (t.stages[w.p.s.stage].capture == CAPTURE_COMPULSORY
                                         or t.stages[w.p.s.stage].capture == CAPTURE_MOST)
    if forced:
        best = -WIN
    elif best > alpha:
        alpha = best
    for i in range(start, start + n):
        pick_capture(w, i, start + n)
        if w.actions[i].extra == 0:
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
    cdef int score
    s.key ^= t.key_second
    s.mover = <uint8_t>(1 - s.mover)
    s.base = s.ply           # no repetition across a null move
    th.path[level] = 0
    th.path_slot[level] = 0
    score = -search(t, w, th, depth, -beta, 1 - beta, level + 1)
    s.key = key
    s.mover = <uint8_t>(1 - s.mover)
    s.base = base
    return score


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
    th.pv_length[level] = level

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
        if score != TB_MISS:
            atomic_add_u64(&th.nodes, 1)
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
    if th.options.table and not horizon and tt_probe(th, w.p.s.key ^ th.verify_key, &entry):
        tt_move = entry.action
        score = score_from_tt(entry.score, ply)
        # Scores that depend on a repetition are not reused in later searches (graph history interaction).
        if level and not restricted and not (
                entry.bound & TT_REPETITION and entry.generation != th.shared.generation) and (
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

    heuristic = th.heuristic
    repetition = th.repetition
    th.heuristic = th.repetition = 0
    atomic_store_u64(&th.node_hash[level], move_hash(w, 0, depth) | 1 if smp else 0)

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
                under_attack = not th.verify_key and vcf_search(t, w, th, &attack, 1 - mover, VCF_NODES)

    # Step 8. Null move pruning, in games without zugzwang.
    if (w.weights.use_null_move and th.options.null_move and not pv_node and n == 0 and not under_attack and level
            and depth >= 3 and th.path[level - 1] and beta < PROVED and beta > -PROVED and depth < w.p.counts[0]):
        if evaluate(t, w) >= beta:
            score = null_move_search(t, w, th, depth - 3 - depth // 4, beta, level)
            if is_stopped(w) or abort_level(th) < level:
                th.heuristic |= heuristic
                th.repetition |= repetition
                return 0
            aborted = abort_level(th) == level
            if score >= beta and not aborted:
                th.heuristic = 1
                return score if score < PROVED else beta
            set_abort_level(th, NO_ABORT)
            th.heuristic = 0
            th.pv_length[level] = level

    # Step 9. Generate and order the moves.
    if n == 0:
        n = generate(t, w)
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

    # Step 10. Loop through the moves. The first pass defers moves that another thread is searching to the second.
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
            quiet = is_quiet(t, a)
            hash_ = move_hash(w, move, depth)
            if smp and passes == 0 and move_count >= (1 if pv_node else DEFER_AFTER) and n_deferred < 64 and (
                    is_being_searched(th, hash_)):
                deferred[n_deferred] = <uint16_t>index
                n_deferred += 1
                continue

            # Step 11. Late-move pruning near the horizon; on large boards, quiet moves far from all pieces.
            if th.options.pruning and best > -PROVED and quiet and (
                    (depth <= 3 and move_number >= 8 + w.weights.lmp_base * depth * depth and not pv_node and level)
                    or (w.weights.use_locality and index >= ordered)):
                pruned = True
                continue
            th.path[level] = move
            th.path_slot[level] = history_index(t, mover, a)
            if smp:
                start_searching(th, hash_)
            # Making the action prefetches the child's hash bucket, unless the child is a horizon node.
            w.tt = th.shared.tt if depth > 1 or (t.n_stages > 1 and not w.p.s.mid_move) else NULL
            make(t, w, a)
            same_side = w.p.s.mover == mover
            # Extensions: a single reply, meeting an attack, and the later stages of a move cost no depth.
            new_depth = depth if w.p.s.mid_move or n == 1 or (under_attack and level < VCF_EXTENSION_PLY) else depth - 1
            reduced = new_depth

            # Step 12. Late-move reductions, then PVS: null window first, re-search on fail high.
            if th.options.reductions and move_count and quiet:
                reduced -= reductions[depth if depth < 63 else 63][move_number if move_number < 63 else 63]
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
                        # Step 13. Beta cutoff.
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

    # Step 14. Store in the transposition table. A proved win or loss stays proved whatever the other moves are.
    if best > PROVED or best < -PROVED:
        th.heuristic = th.repetition = 0
    elif pruned:
        th.heuristic = 1
    if th.options.table and not restricted:
        bound = BOUND_LOWER if best >= beta else (BOUND_EXACT if best > old_alpha else BOUND_UPPER)
        # Reductions may hide a shorter win, so the distance is a bound only.
        if th.options.reductions and bound == BOUND_EXACT and (best > PROVED or best < -PROVED):
            bound = BOUND_LOWER if best > 0 else BOUND_UPPER
        bound |= (0 if th.heuristic else TT_PROVED) | (TT_REPETITION if th.repetition else 0)
        tt_store(th, key, best_move, score_to_tt(best, ply), depth, bound)
        if smp and depth >= 4:
            abort_node(th, th.node_hash[level])
    th.heuristic |= heuristic
    th.repetition |= repetition
    return best


cdef int search_root(const Tables* t, Worker* w, SearchThread* th, int depth, int expected) noexcept nogil:
    """Search the loaded position with an aspiration window around the expected score."""
    cdef int alpha = -WIN - 1, beta = WIN + 1, score, delta = 60
    score = root_proof(t, w, th)
    if score or is_stopped(w):
        return score
    if th.options.aspiration and depth >= 4 and expected > -PROVED and expected < PROVED:
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
    th.verify_key = <uint64_t>0xA0761D6478BD642F
    th.heuristic = 0
    score = search(t, w, th, depth, alpha, beta, 0)
    th.options = options
    th.verify_key = 0
    return score
