# The complete moves that a plan looks at, in its order.

cdef bint surely_moves(const Tables* t, const Worker* w) noexcept nogil:
    """Whether the mover can put a piece on any empty cell, and there is one: then nothing need be listed."""
    cdef const Stage* s = &t.stages[w.p.s.stage]
    cdef const Rule* r = &t.rules[s.first_rule[w.p.s.mover]]
    return (s.rules[w.p.s.mover] > 0 and r.op == OP_PLACE and w.p.counts[0] > 0 and r.region < 0 and r.forbids < 0
            and not (r.hand or r.filters or r.flips or r.condition) and t.repetition_result != FORBIDDEN)


cdef bint is_stuck(const Tables* t, Worker* w) noexcept nogil:
    """Whether the mover has nothing to do, which ends the game."""
    cdef int start = w.top, n
    cdef uint32_t arena = w.arena_top
    if surely_moves(t, w):
        return False
    n = generate(t, w)
    w.top = start
    w.arena_top = arena
    if n == 0:
        resolve_no_move(t, w)
    return n == 0


cdef inline int arrival(const Choice* c) noexcept nogil:
    """The cell that a move goes to first, NO_CELL if it goes to none."""
    return c.part[0].target


cdef bint add_choice(Worker* w, Plan* plan, const Action* first, const Action* second) noexcept nogil:
    cdef Choice* larger
    if plan.top >= plan.room:
        larger = <Choice*>realloc(plan.pool, 2 * plan.room * sizeof(Choice))
        if larger == NULL or plan.room >= 4 * MAX_ACTIONS:
            w.overflow = 1
            return False
        plan.pool = larger
        plan.room *= 2
    plan.pool[plan.top].part[0] = first[0]
    plan.pool[plan.top].parts = 1
    if second != NULL:
        plan.pool[plan.top].part[1] = second[0]
        plan.pool[plan.top].parts = 2
    plan.top += 1
    return True


cdef inline void make_choice(const Tables* t, Worker* w, const Choice* c) noexcept nogil:
    make(t, w, &c.part[0])
    if c.parts == 2:
        make(t, w, &c.part[1])


cdef inline void unmake_choice(const Tables* t, Worker* w, int parts) noexcept nogil:
    unmake(t, w)
    if parts == 2:
        unmake(t, w)


cdef int list_choices(const Tables* t, Worker* w, Plan* plan, int last) noexcept nogil:
    """Push the complete moves of the position on the plan's stack, in its order. How many."""
    cdef int start = w.top, first = plan.top, n, m, i, j, inner
    n = generate(t, w)
    if t.stages[w.p.s.stage].next_when == NEXT_NEVER:
        for i in range(start, start + n):
            if not add_choice(w, plan, &w.actions[i], NULL):
                break
    else:
        for i in range(start, start + n):
            make(t, w, &w.actions[i])
            if w.p.s.mid_move:
                inner = w.top
                m = generate(t, w)
                for j in range(inner, inner + m):
                    if not add_choice(w, plan, &w.actions[i], &w.actions[j]):
                        break
                w.top = inner
            else:
                add_choice(w, plan, &w.actions[i], NULL)
            unmake(t, w)
            if w.overflow:
                break
    w.top = start
    if plan.focused:
        keep_focused(plan, first)
    if plan.merge:
        merge_choices(t, w, plan, first)
    if plan.order == FIXED_ORDER_SHUFFLED:
        shuffle_choices(w, plan, first)
    elif plan.order == FIXED_ORDER_NEAREST and last != NO_CELL:
        sort_choices(w, plan, first, last)
    return plan.top - first


cdef void keep_focused(Plan* plan, int first) noexcept nogil:
    """Drop the moves that go elsewhere, unless all do."""
    cdef int i, kept = first
    cdef bint any_ = False
    for i in range(first, plan.top):
        if arrival(&plan.pool[i]) == NO_CELL or plan.focus[arrival(&plan.pool[i])]:
            any_ = True
            break
    if not any_:
        return
    for i in range(first, plan.top):
        if arrival(&plan.pool[i]) == NO_CELL or plan.focus[arrival(&plan.pool[i])]:
            plan.pool[kept] = plan.pool[i]
            kept += 1
    plan.top = kept


cdef void merge_choices(const Tables* t, Worker* w, Plan* plan, int first) noexcept nogil:
    """Of the moves that lead to the same position keep the first."""
    cdef int n = plan.top - first, size = 16, i, kept = first, place
    cdef uint64_t key
    cdef uint64_t* seen
    while size < 2 * n:
        size *= 2
    seen = <uint64_t*>calloc(size, sizeof(uint64_t))
    if seen == NULL:
        return               # not merging is slower, not wrong
    for i in range(first, first + n):
        make_choice(t, w, &plan.pool[i])
        key = (w.p.s.key ^ mix(w.p.s.outcome)) | 1
        unmake_choice(t, w, plan.pool[i].parts)
        place = <int>(key >> 1) & (size - 1)
        while seen[place] and seen[place] != key:
            place = (place + 1) & (size - 1)
        if seen[place] == 0:
            seen[place] = key
            plan.pool[kept] = plan.pool[i]
            kept += 1
    free(seen)
    plan.top = kept


cdef void shuffle_choices(Worker* w, Plan* plan, int first) noexcept nogil:
    cdef int i, j
    cdef Choice c
    for i in range(plan.top - 1, first, -1):
        j = first + <int>random_below(w, <uint32_t>(i - first + 1))
        c = plan.pool[i]
        plan.pool[i] = plan.pool[j]
        plan.pool[j] = c


cdef void sort_choices(Worker* w, Plan* plan, int first, int last) noexcept nogil:
    """The nearest to a cell first; those as near as each other stay in order."""
    cdef int begin[MAX_DISTANCE + 1]
    cdef int i, dx, dy, cell, n = plan.top - first, at
    memset(begin, 0, sizeof(begin))
    for i in range(first, first + n):
        cell = arrival(&plan.pool[i])
        plan.pool[i].far = MAX_DISTANCE - 1
        if cell != NO_CELL:
            dx = plan.x[cell] - plan.x[last]
            dy = plan.y[cell] - plan.y[last]
            if dx * dx + dy * dy < MAX_DISTANCE:
                plan.pool[i].far = dx * dx + dy * dy
        begin[plan.pool[i].far + 1] += 1
    for i in range(MAX_DISTANCE):
        begin[i + 1] += begin[i]
    # A copy behind the list is put back in order.
    for i in range(first, first + n):
        if not add_choice(w, plan, &plan.pool[i].part[0], NULL):
            plan.top = first + n
            return
        plan.pool[plan.top - 1] = plan.pool[i]
    for i in range(first + n, first + 2 * n):
        at = first + begin[plan.pool[i].far]
        begin[plan.pool[i].far] += 1
        plan.pool[at] = plan.pool[i]
    plan.top = first + n
