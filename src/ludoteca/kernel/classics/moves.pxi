# Generation and ordering of complete moves for the fixed-depth searches.

cdef bint can_place_anywhere(const Tables* t, const Worker* w) noexcept nogil:
    """Whether the side to move may place on any empty cell and there is one: then no move generation is needed."""
    cdef const Stage* s = &t.stages[w.p.s.stage]
    cdef const Rule* r = &t.rules[s.first_rule[w.p.s.mover]]
    return (s.rules[w.p.s.mover] > 0 and r.op == OP_PLACE and w.p.counts[0] > 0 and r.region < 0 and r.forbids < 0
            and not (r.hand or r.filters or r.flips or r.condition) and t.repetition_result != FORBIDDEN)


cdef bint has_no_move(const Tables* t, Worker* w) noexcept nogil:
    """Whether the side to move has no legal move; if so, the game's outcome is set."""
    cdef int start = w.top, n
    cdef uint32_t arena = w.arena_top
    if can_place_anywhere(t, w):
        return False
    n = generate(t, w)
    w.top = start
    w.arena_top = arena
    if n == 0:
        resolve_no_move(t, w)
    return n == 0


cdef inline int target_of(const CompleteMove* c) noexcept nogil:
    """Target of the first action, NO_CELL if it has none."""
    return c.action[0].target


cdef bint push_move(Worker* w, FixedSearch* fs, const Action* first, const Action* second) noexcept nogil:
    cdef CompleteMove* larger
    if fs.top >= fs.capacity:
        larger = <CompleteMove*>realloc(fs.moves, 2 * fs.capacity * sizeof(CompleteMove))
        if larger == NULL or fs.capacity >= 4 * MAX_ACTIONS:
            w.overflow = 1
            return False
        fs.moves = larger
        fs.capacity *= 2
    fs.moves[fs.top].action[0] = first[0]
    fs.moves[fs.top].n_actions = 1
    if second != NULL:
        fs.moves[fs.top].action[1] = second[0]
        fs.moves[fs.top].n_actions = 2
    fs.top += 1
    return True


cdef inline void make_move(const Tables* t, Worker* w, const CompleteMove* c) noexcept nogil:
    make(t, w, &c.action[0])
    if c.n_actions == 2:
        make(t, w, &c.action[1])


cdef inline void unmake_move(const Tables* t, Worker* w, int n_actions) noexcept nogil:
    unmake(t, w)
    if n_actions == 2:
        unmake(t, w)


cdef int generate_moves(const Tables* t, Worker* w, FixedSearch* fs, int last) noexcept nogil:
    """Push the complete moves of the position on the move stack, in search order; returns their number."""
    cdef int start = w.top, first = fs.top, n, m, i, j, inner
    n = generate(t, w)
    if t.stages[w.p.s.stage].next_when == NEXT_NEVER:
        for i in range(start, start + n):
            if not push_move(w, fs, &w.actions[i], NULL):
                break
    else:
        for i in range(start, start + n):
            make(t, w, &w.actions[i])
            if w.p.s.mid_move:
                inner = w.top
                m = generate(t, w)
                for j in range(inner, inner + m):
                    if not push_move(w, fs, &w.actions[i], &w.actions[j]):
                        break
                w.top = inner
            else:
                push_move(w, fs, &w.actions[i], NULL)
            unmake(t, w)
            if w.overflow:
                break
    w.top = start
    if fs.focused:
        filter_focus(fs, first)
    if fs.merge:
        merge_transpositions(t, w, fs, first)
    if fs.order == FIXED_ORDER_SHUFFLED:
        shuffle_moves(w, fs, first)
    elif fs.order == FIXED_ORDER_NEAREST and last != NO_CELL:
        sort_by_distance(w, fs, first, last)
    return fs.top - first


cdef void filter_focus(FixedSearch* fs, int first) noexcept nogil:
    """Drop the moves outside the focus, unless all are."""
    cdef int i, kept = first
    cdef bint any_ = False
    for i in range(first, fs.top):
        if target_of(&fs.moves[i]) == NO_CELL or fs.focus[target_of(&fs.moves[i])]:
            any_ = True
            break
    if not any_:
        return
    for i in range(first, fs.top):
        if target_of(&fs.moves[i]) == NO_CELL or fs.focus[target_of(&fs.moves[i])]:
            fs.moves[kept] = fs.moves[i]
            kept += 1
    fs.top = kept


cdef void merge_transpositions(const Tables* t, Worker* w, FixedSearch* fs, int first) noexcept nogil:
    """Keep only the first of the moves that lead to the same position."""
    cdef int n = fs.top - first, size = 16, i, kept = first, place
    cdef uint64_t key
    cdef uint64_t* seen
    while size < 2 * n:
        size *= 2
    seen = <uint64_t*>calloc(size, sizeof(uint64_t))
    if seen == NULL:
        return               # merging is only an optimization
    for i in range(first, first + n):
        make_move(t, w, &fs.moves[i])
        key = (w.p.s.key ^ mix(w.p.s.outcome)) | 1
        unmake_move(t, w, fs.moves[i].n_actions)
        place = <int>(key >> 1) & (size - 1)
        while seen[place] and seen[place] != key:
            place = (place + 1) & (size - 1)
        if seen[place] == 0:
            seen[place] = key
            fs.moves[kept] = fs.moves[i]
            kept += 1
    free(seen)
    fs.top = kept


cdef void shuffle_moves(Worker* w, FixedSearch* fs, int first) noexcept nogil:
    cdef int i, j
    cdef CompleteMove c
    for i in range(fs.top - 1, first, -1):
        j = first + <int>random_below(w, <uint32_t>(i - first + 1))
        c = fs.moves[i]
        fs.moves[i] = fs.moves[j]
        fs.moves[j] = c


cdef void sort_by_distance(Worker* w, FixedSearch* fs, int first, int last) noexcept nogil:
    """Stable counting sort by distance to a cell, nearest first."""
    cdef int begin[MAX_DISTANCE + 1]
    cdef int i, dx, dy, cell, n = fs.top - first, at
    memset(begin, 0, sizeof(begin))
    for i in range(first, first + n):
        cell = target_of(&fs.moves[i])
        fs.moves[i].distance = MAX_DISTANCE - 1
        if cell != NO_CELL:
            dx = fs.x[cell] - fs.x[last]
            dy = fs.y[cell] - fs.y[last]
            if dx * dx + dy * dy < MAX_DISTANCE:
                fs.moves[i].distance = dx * dx + dy * dy
        begin[fs.moves[i].distance + 1] += 1
    for i in range(MAX_DISTANCE):
        begin[i + 1] += begin[i]
    # Copy the moves behind the list, then write them back in order.
    for i in range(first, first + n):
        if not push_move(w, fs, &fs.moves[i].action[0], NULL):
            fs.top = first + n
            return
        fs.moves[fs.top - 1] = fs.moves[i]
    for i in range(first + n, first + 2 * n):
        at = first + begin[fs.moves[i].distance]
        begin[fs.moves[i].distance] += 1
        fs.moves[at] = fs.moves[i]
    fs.top = first + n
