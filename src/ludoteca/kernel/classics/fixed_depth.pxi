cdef bint explodes(const Plan* plan, int level) noexcept nogil:
    """Whether the moves on the way here became fewer so evenly that their number grows like a factorial."""
    cdef int i
    if not plan.guarded or level < plan.threshold:
        return False
    for i in range(level - 1):
        if plan.counts[i] - plan.counts[i + 1] > plan.slack or plan.counts[i + 1] - plan.counts[i] > plan.slack:
            return False
    return True


cdef inline bint at_horizon(const Worker* w, const Plan* plan, int depth, int level) noexcept nogil:
    return (depth <= 0 or level >= MAX_LEVELS - 1 or w.depth >= MAX_DEPTH - 4
            or w.p.s.log_top >= MAX_LOG - 2 * MAX_CELLS or explodes(plan, level))


cdef double minimax(const Tables* t, Worker* w, Plan* plan, int depth, double alpha, double beta, int last,
                    int level) noexcept nogil:
    """What the position is worth to the plan's side, which takes the best of what it can get, while the other side
    leaves it the worst (or anything, if it moves at random). Whose turn it is, the position knows."""
    cdef int first = plan.top, n, i, looked = 0, parts, cell
    cdef uint32_t arena = w.arena_top
    cdef bint mine = w.p.s.mover == plan.mine, chance = plan.chance and not mine
    cdef double best = 0, score

    # Step 1. Is the game over, or as far as we look?
    atomic_add_u64(&plan.nodes, 1)
    if w.p.s.outcome:
        return finished(t, w, plan)
    if at_horizon(w, plan, depth, level):
        return finished(t, w, plan) if is_stuck(t, w) else judge_by_plan(t, &w.p, plan)

    # Step 2. The moves.
    n = list_choices(t, w, plan, last)
    plan.counts[level] = n
    if n == 0:
        resolve_no_move(t, w)
        return finished(t, w, plan)

    # Step 3. Each of them. If time runs out, what was seen until then counts.
    for i in range(first, first + n):
        parts = plan.pool[i].parts
        cell = arrival(&plan.pool[i])
        make_choice(t, w, &plan.pool[i])
        score = minimax(t, w, plan, depth - 1, alpha, beta, cell, level + 1)
        unmake_choice(t, w, parts)
        if chance:
            best += score
        elif looked == 0 or (score > best if mine else score < best):
            best = score
        looked += 1
        if is_stopped(w) or w.overflow:
            break
        # Step 4. Prune: one side already has something better elsewhere.
        if plan.prune and not chance:
            if mine and best > alpha:
                alpha = best
            elif not mine and best < beta:
                beta = best
            if alpha >= beta:
                break
    plan.top = first
    w.arena_top = arena
    return best / looked if chance else best


cdef double negamax(const Tables* t, Worker* w, Plan* plan, int depth, double alpha, double beta, int last,
                    int level) noexcept nogil:
    """The same in the mover's eyes: what is good for one side is as bad for the other, so that one rule, the best of
    what is left by whoever comes next, serves both. Where the same side goes on, nothing changes sign."""
    cdef int first = plan.top, n, i, parts, cell, mover = w.p.s.mover
    cdef uint32_t arena = w.arena_top
    cdef int sign = 1 if mover == plan.mine else -1
    cdef double best = 0, score
    atomic_add_u64(&plan.nodes, 1)
    if w.p.s.outcome:
        return sign * finished(t, w, plan)
    if at_horizon(w, plan, depth, level):
        return sign * (finished(t, w, plan) if is_stuck(t, w) else judge_by_plan(t, &w.p, plan))
    n = list_choices(t, w, plan, last)
    plan.counts[level] = n
    if n == 0:
        resolve_no_move(t, w)
        return sign * finished(t, w, plan)
    for i in range(first, first + n):
        parts = plan.pool[i].parts
        cell = arrival(&plan.pool[i])
        make_choice(t, w, &plan.pool[i])
        if w.p.s.mover == mover:
            score = negamax(t, w, plan, depth - 1, alpha, beta, cell, level + 1)
        else:
            score = -negamax(t, w, plan, depth - 1, -beta, -alpha, cell, level + 1)
        unmake_choice(t, w, parts)
        if i == first or score > best:
            best = score
        if is_stopped(w) or w.overflow:
            break
        if plan.prune:
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
    plan.top = first
    w.arena_top = arena
    return best
