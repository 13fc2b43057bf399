# Good actions first: a search that begins with the best has little left to do.

cdef enum:
    MARK_FIRST = 1 << 30     # what the table remembers
    MARK_CAPTURE = 1 << 28
    MARK_KILLER = 1 << 27
    MARK_COUNTER = 1 << 26


cdef int32_t heat[2][256]    # what a piece of a side does in a window in such a state: for its own, or against the other's


cdef void prepare_heat() noexcept:
    cdef int side, state, mine, theirs
    for side in range(2):
        for state in range(256):
            mine = min((state >> 4 * side) & 15, 9)
            theirs = min((state >> (4 - 4 * side)) & 15, 9)
            heat[side][state] = 3 << 3 * mine >> 1 if theirs == 0 else 1 << 3 * theirs if mine == 0 else 0


prepare_heat()


cdef inline int line_heat(const Tables* t, const Worker* w, int number, int cell, int side) noexcept nogil:
    """How much a piece on an empty cell would do for one's own windows of a set and against the other side's."""
    cdef const Opinion* o = w.opinion
    cdef const WindowSet* s = &t.windows[o.set_of[number]]
    cdef const uint8_t* state = w.account.state + o.first_window[number]
    cdef int k, total = 0
    for k in range(s.first[cell], s.first[cell + 1]):
        total += heat[side][state[s.through[k]]]
    return total


cdef void order_actions(const Tables* t, Worker* w, const Mind* m, int start, int n, uint64_t first, int level,
                        int32_t* marks) noexcept nogil:
    """Marks for all actions: the remembered one, captures, killers, the answer to the last action, then what
    builds or breaks lines and what was good before."""
    cdef int i, side = w.p.s.mover
    cdef uint64_t bits, counter = 0
    cdef const Action* a
    if level:
        counter = m.counters[m.place[level - 1]]
    if w.opinion.turned and not w.p.s.mid_move:
        settle(t, w)
    for i in range(n):
        a = &w.actions[start + i]
        bits = action_bits(a)
        if bits == first:
            marks[i] = MARK_FIRST
        elif not m.ways.ordering:
            marks[i] = 0
        elif a.extra and t.rules[a.rule].op != OP_ROTATE:
            marks[i] = MARK_CAPTURE + a.extra
        elif bits == m.killers[level][0]:
            marks[i] = MARK_KILLER + 1
        elif bits == m.killers[level][1]:
            marks[i] = MARK_KILLER
        elif bits == counter:
            marks[i] = MARK_COUNTER
        else:
            marks[i] = m.history[history_place(t, side, a)]
            if w.opinion.placing:
                marks[i] = (marks[i] >> 8) + (line_heat(t, w, 0, a.target, side) << 4)
            elif w.opinion.turned and not w.p.s.mid_move:
                marks[i] = (marks[i] >> 8) + (line_heat(t, w, w.opinion.turned, a.target, side) << 2)


cdef int focus(const Tables* t, Worker* w, int start, int n) noexcept nogil:
    """Bring the placings near some piece to the front. How many they are; all, if there are none."""
    cdef uint64_t near[MAX_WORDS]
    cdef uint64_t bits
    cdef int word, i, cell, front = start
    cdef Action a
    memset(near, 0, sizeof(near))
    for word in range(t.words):
        bits = w.p.sets[FIRST][word] | w.p.sets[SECOND][word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            for i in range(t.words):
                near[i] |= w.opinion.near[cell][i]
    for i in range(start, start + n):
        if has_bit(near, w.actions[i].target):
            a = w.actions[i]
            w.actions[i] = w.actions[front]
            w.actions[front] = a
            front += 1
    return front - start if front > start else n


cdef inline void pick_best(Worker* w, int start, int n, int from_, int32_t* marks) noexcept nogil:
    """Bring the best of the rest to the front; which one among equals depends on the position alone."""
    cdef int i, best = from_
    cdef Action a
    cdef int32_t most = marks[from_]
    for i in range(from_ + 1, n):      # the mark first, then where it is: several marks are compared at a time
        most = marks[i] if marks[i] > most else most
    if most > marks[from_]:
        while marks[best] != most:
            best += 1
        a = w.actions[start + best]
        w.actions[start + best] = w.actions[start + from_]
        w.actions[start + from_] = a
        marks[best] = marks[from_]
        marks[from_] = most


cdef inline void raise_history(Mind* m, int place, int by) noexcept nogil:
    m.history[place] += by - <int>((<long long>m.history[place] * (by if by > 0 else -by)) // MOST_HISTORY)


cdef void praise(const Tables* t, Worker* w, Mind* m, int level, int start, int tried, int depth) noexcept nogil:
    """The last of the tried actions refuted the position: remember it, and hold it against the others."""
    cdef const Action* a = &w.actions[start + tried]
    cdef uint64_t bits = action_bits(a)
    cdef int i, by = depth * depth * 256, side = w.p.s.mover
    if by > MOST_HISTORY // 4:
        by = MOST_HISTORY // 4
    if a.extra and t.rules[a.rule].op != OP_ROTATE:
        return
    if m.killers[level][0] != bits:
        m.killers[level][1] = m.killers[level][0]
        m.killers[level][0] = bits
    if level:
        m.counters[m.place[level - 1]] = bits
    raise_history(m, history_place(t, side, a), by)
    for i in range(start, start + tried):
        if w.actions[i].extra == 0 or t.rules[w.actions[i].rule].op == OP_ROTATE:
            raise_history(m, history_place(t, side, &w.actions[i]), -(by >> 2))


cdef bint may_play(const Mind* m, int level, uint64_t bits) noexcept nogil:
    """Whether an action leads to a move the root may play."""
    cdef int i, k
    cdef const uint64_t* move
    cdef bint fits = m.wanted_moves == 0
    if level >= MAX_STEPS:
        return True
    for i in range(m.wanted_moves):
        move = m.wanted + i * MAX_STEPS
        k = 0
        while k < level and move[k] == m.path[k]:
            k += 1
        if k == level and move[level] == bits:
            fits = True
            break
    if not fits:
        return False
    for i in range(m.unwanted_moves):
        move = m.unwanted + i * MAX_STEPS
        k = 0
        while k < level and move[k] == m.path[k]:
            k += 1
        # The last action of the unwanted move: what came before may lead elsewhere.
        if k == level and move[level] == bits and (level + 1 == MAX_STEPS or move[level + 1] == 0):
            return False
    return True


cdef int keep_playable(Worker* w, const Mind* m, int level, int start, int n) noexcept nogil:
    """At the root, only the actions that lead to a move it may play."""
    cdef int i, kept = start
    for i in range(start, start + n):
        if may_play(m, level, action_bits(&w.actions[i])):
            w.actions[kept] = w.actions[i]
            kept += 1
    w.top = kept
    return kept - start
