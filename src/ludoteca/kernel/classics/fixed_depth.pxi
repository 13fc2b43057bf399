cdef bint grows_factorially(const FixedSearch* fs, int level) noexcept nogil:
    """Whether the branching factor shrinks so evenly along this line that the tree grows like a factorial."""
    cdef int i
    if not fs.guard or level < fs.guard_from:
        return False
    for i in range(level - 1):
        if fs.branching[i] - fs.branching[i + 1] > fs.guard_slack or fs.branching[i + 1] - fs.branching[i] > fs.guard_slack:
            return False
    return True


cdef inline bint at_horizon(const Worker* w, FixedSearch* fs, int depth, int level) noexcept nogil:
    if (depth <= 0 or level >= MAX_LEVELS - 1 or w.depth >= MAX_DEPTH - 4
            or w.p.s.log_top >= MAX_LOG - 2 * MAX_CELLS):
        return True
    if grows_factorially(fs, level):
        fs.guarded += 1
        return True
    return False


cdef inline void clear_line(FixedSearch* fs, int level) noexcept nogil:
    if level <= MAX_LINE:
        fs.line_length[level] = 0


cdef inline void prepend_to_line(FixedSearch* fs, int level, const CompleteMove* move) noexcept nogil:
    """The principal variation from a level on: this move, then that of the next level."""
    cdef int n = 0
    if level > MAX_LINE:
        return
    fs.line[level][0] = move[0]
    if level < MAX_LINE:
        n = fs.line_length[level + 1]
        if n > MAX_LINE - 1:
            n = MAX_LINE - 1
        memcpy(&fs.line[level][1], &fs.line[level + 1][0], n * sizeof(CompleteMove))
    fs.line_length[level] = n + 1


cdef inline uint64_t table_key(const Worker* w, const FixedSearch* fs, int last) noexcept nogil:
    """Scores depend on the distance from the root, so that the ply is part of the key; a local evaluation also on the
    last move."""
    return w.p.s.key ^ mix(<uint64_t>w.p.s.ply + 1) ^ (mix(<uint64_t>last + (1 << 20)) if fs.local_radius else 0)


cdef inline bint probe_table(const FixedSearch* fs, uint64_t key, int depth, double alpha, double beta,
                             double* score) noexcept nogil:
    cdef const FixedEntry* e = &fs.table[key & fs.table_mask]
    if e.key != key or e.depth != depth:
        return False
    score[0] = e.score
    return (e.bound == FIXED_EXACT or (e.bound == FIXED_LOWER and e.score >= beta)
            or (e.bound == FIXED_UPPER and e.score <= alpha))


cdef inline void store_table(FixedSearch* fs, uint64_t key, int depth, double score, double alpha,
                             double beta) noexcept nogil:
    cdef FixedEntry* e = &fs.table[key & fs.table_mask]
    e.key = key
    e.depth = <int16_t>depth
    e.score = score
    e.bound = FIXED_LOWER if score >= beta else FIXED_UPPER if score <= alpha else FIXED_EXACT


cdef double minimax(const Tables* t, Worker* w, FixedSearch* fs, int depth, double alpha, double beta, int last,
                    int level) noexcept nogil:
    """Score for the root side by minimax, or by expectiminimax if the opponent moves at random. The side to move is read
    from the position."""
    cdef int first = fs.top, n, i, searched = 0, n_actions, cell
    cdef uint32_t arena = w.arena_top
    cdef bint maximizing = w.p.s.mover == fs.root_side, chance = fs.chance and not maximizing
    cdef double best = 0, score, alpha_at_start = alpha, beta_at_start = beta
    cdef uint64_t key = 0

    # Step 1. Leaf: game over or depth reached.
    atomic_add_u64(&fs.nodes, 1)
    clear_line(fs, level)
    poll_signals(w)
    if w.p.s.outcome:
        return terminal_score(t, w, fs)
    if at_horizon(w, fs, depth, level):
        fs.last_cell = last
        return terminal_score(t, w, fs) if has_no_move(t, w) else evaluate_fixed(t, w, fs)
    if fs.table != NULL:
        key = table_key(w, fs, last)
        if probe_table(fs, key, depth, alpha, beta, &score):
            return score

    # Step 2. Generate the moves.
    n = generate_moves(t, w, fs, last)
    fs.branching[level] = n
    if n == 0:
        resolve_no_move(t, w)
        return terminal_score(t, w, fs)

    # Step 3. Search them. A stopped search returns the best score so far.
    for i in range(first, first + n):
        n_actions = fs.moves[i].n_actions
        cell = target_of(&fs.moves[i])
        make_move(t, w, &fs.moves[i])
        score = minimax(t, w, fs, depth - 1, alpha, beta, cell, level + 1)
        unmake_move(t, w, n_actions)
        if chance:
            best += score
        elif searched == 0 or (score > best if maximizing else score < best):
            best = score
            prepend_to_line(fs, level, &fs.moves[i])
        searched += 1
        if is_stopped(w) or w.overflow:
            break
        # Step 4. Alpha-beta cutoff.
        if fs.prune and not chance:
            if maximizing and best > alpha:
                alpha = best
            elif not maximizing and best < beta:
                beta = best
            if alpha >= beta:
                break
    fs.top = first
    w.arena_top = arena
    if fs.table != NULL and not is_stopped(w):
        store_table(fs, key, depth, best, alpha_at_start, beta_at_start)
    return best / searched if chance else best


cdef double negamax(const Tables* t, Worker* w, FixedSearch* fs, int depth, double alpha, double beta, int last,
                    int level) noexcept nogil:
    """The same for the side to move, by negamax. The score changes sign only where the side to move changes."""
    cdef int first = fs.top, n, i, n_actions, cell, mover = w.p.s.mover
    cdef uint32_t arena = w.arena_top
    cdef int sign = 1 if mover == fs.root_side else -1
    cdef double best = 0, score
    atomic_add_u64(&fs.nodes, 1)
    clear_line(fs, level)
    poll_signals(w)
    if w.p.s.outcome:
        return sign * terminal_score(t, w, fs)
    if at_horizon(w, fs, depth, level):
        fs.last_cell = last
        return sign * (terminal_score(t, w, fs) if has_no_move(t, w) else evaluate_fixed(t, w, fs))
    n = generate_moves(t, w, fs, last)
    fs.branching[level] = n
    if n == 0:
        resolve_no_move(t, w)
        return sign * terminal_score(t, w, fs)
    for i in range(first, first + n):
        n_actions = fs.moves[i].n_actions
        cell = target_of(&fs.moves[i])
        make_move(t, w, &fs.moves[i])
        if w.p.s.mover == mover:
            score = negamax(t, w, fs, depth - 1, alpha, beta, cell, level + 1)
        else:
            score = -negamax(t, w, fs, depth - 1, -beta, -alpha, cell, level + 1)
        unmake_move(t, w, n_actions)
        if i == first or score > best:
            best = score
            prepend_to_line(fs, level, &fs.moves[i])
        if is_stopped(w) or w.overflow:
            break
        if fs.prune:
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
    fs.top = first
    w.arena_top = arena
    return best
