# Move ordering: the TT move, captures, killers, the countermove, then history and what a piece does on its lines.
# Captures are ordered by their number, then by their history. The history of a quiet action is joined with the
# histories of the same action as a continuation of the one and of the two actions before; these are hash tables
# without keys, since boards and numbers of kinds have any size.

cdef enum:
    ORDER_TT_MOVE = 1 << 30
    ORDER_CAPTURE = 1 << 28
    ORDER_KILLER = 1 << 27
    ORDER_COUNTERMOVE = 1 << 26


cdef int32_t line_gain[2][256]         # [side][window state]: what a piece of a side builds or blocks in a window


cdef void init_line_gain() noexcept:
    cdef int side, state, mine, theirs
    for side in range(2):
        for state in range(256):
            mine = min((state >> 4 * side) & 15, 9)
            theirs = min((state >> (4 - 4 * side)) & 15, 9)
            line_gain[side][state] = 3 << 3 * mine >> 1 if theirs == 0 else 1 << 3 * theirs if mine == 0 else 0


init_line_gain()


cdef inline int line_gain_at(const Tables* t, const Worker* w, int number, int cell, int side) noexcept nogil:
    """What a piece on an empty cell builds and blocks, over all windows of a set through the cell."""
    cdef const EvalWeights* ew = w.weights
    cdef const WindowSet* s = &t.windows[ew.set_of[number]]
    cdef const uint8_t* state = w.acc.state + ew.first_window[number]
    cdef int k, total = 0
    for k in range(s.first[cell], s.first[cell + 1]):
        total += line_gain[side][state[s.through[k]]]
    return total


cdef inline int history_index(const Tables* t, int side, const Action* a) noexcept nogil:
    cdef int source = a.source if a.source < t.cells else t.cells
    cdef int target = a.target if a.target < t.cells else t.cells
    if a.target == NO_CELL and a.source == NO_CELL and a.extra < t.cells:
        source = a.extra               # rotations differ by their block only
    return (side * (t.cells + 1) + source) * (t.cells + 1) + target


cdef inline bint is_quiet(const Tables* t, const Action* a) noexcept nogil:
    """Not a capture. The extra byte of a rotation is its block, not a number of captures."""
    return a.extra == 0 or t.rules[a.rule].op == OP_ROTATE


cdef inline uint32_t continuation_index(int before, int index) noexcept nogil:
    return ((<uint32_t>before * <uint32_t>0x9E3779B1 + <uint32_t>index) * <uint32_t>0x85EBCA6B) >> (32 - CONTINUATION_BITS)


cdef inline int quiet_history(const SearchThread* th, int level, int index) noexcept nogil:
    """History of a quiet action: by itself, and as a continuation of the last two actions."""
    cdef int total = th.history[index]
    if th.options.continuation:
        total *= 2
        if level > 0:
            total += th.continuation[continuation_index(th.path_to[level - 1], index)]
        if level > 1:
            total += th.continuation[(1 << CONTINUATION_BITS)
                                     + continuation_index(th.path_to[level - 2], index)]
        return total * 256
    return total


cdef inline int converted_by(const Tables* t, const Worker* w, const Action* a) noexcept nogil:
    """Enemies that an action converts by contact."""
    cdef int i, n = 0, enemy = 2 - w.p.s.mover
    if not t.rules[a.rule].converts or a.target >= t.cells:
        return 0
    if t.words == 1:
        return count_bits(t.near[a.target] & w.p.sets[enemy][0])
    for i in range(t.neighbours.first[a.target], t.neighbours.first[a.target + 1]):
        n += t.who[w.p.cell[t.neighbours.items[i]]] == enemy
    return n


cdef void score_actions(const Tables* t, Worker* w, const SearchThread* th, int start, int n, uint64_t tt_move, int level,
                        int32_t* scores) noexcept nogil:
    """Ordering scores of all actions of a node."""
    cdef int i, side = w.p.s.mover
    cdef uint64_t move, countermove = 0
    cdef const Action* a
    if level:
        countermove = th.countermoves[th.path_slot[level - 1]]
    if w.weights.rotation_set and not w.p.s.mid_move:
        update_accumulator(t, w)
    for i in range(n):
        a = &w.actions[start + i]
        move = move_of(a)
        if move == tt_move:
            scores[i] = ORDER_TT_MOVE
        elif not th.options.ordering:
            scores[i] = 0
        elif not is_quiet(t, a):
            scores[i] = ORDER_CAPTURE + a.extra
            if th.options.continuation:
                scores[i] += (a.extra << 16) + 2 * th.history[history_index(t, side, a)]
        elif move == th.killers[level][0]:
            scores[i] = ORDER_KILLER + 1
        elif move == th.killers[level][1]:
            scores[i] = ORDER_KILLER
        elif move == countermove:
            scores[i] = ORDER_COUNTERMOVE
        else:
            scores[i] = quiet_history(th, level, history_index(t, side, a))
            if th.options.continuation and t.rules[a.rule].converts:
                scores[i] = (scores[i] >> 2) + (2 * converted_by(t, w, a) + (a.source == NO_CELL) << 20)
            if w.weights.line_placement:
                scores[i] = (scores[i] >> 8) + (line_gain_at(t, w, 0, a.target, side) << 4)
            elif w.weights.rotation_set and not w.p.s.mid_move:
                scores[i] = (scores[i] >> 8) + (line_gain_at(t, w, w.weights.rotation_set, a.target, side) << 2)


cdef inline void pick_best(Worker* w, int start, int n, int from_, int32_t* scores) noexcept nogil:
    """One step of a selection sort. Ties are broken by the order of generation, so that the search is deterministic."""
    cdef int i, best = from_
    cdef Action a
    cdef int32_t most = scores[from_]
    for i in range(from_ + 1, n):      # the maximum first, then its index: this loop vectorizes
        most = scores[i] if scores[i] > most else most
    if most > scores[from_]:
        while scores[best] != most:
            best += 1
        a = w.actions[start + best]
        w.actions[start + best] = w.actions[start + from_]
        w.actions[start + from_] = a
        scores[best] = scores[from_]
        scores[from_] = most


cdef inline void pick_capture(Worker* w, int start, int end) noexcept nogil:
    """Swap the action with the most captures to the front."""
    cdef int i, most = start
    cdef Action a
    for i in range(start + 1, end):
        if w.actions[i].extra > w.actions[most].extra:
            most = i
    if most != start:
        a = w.actions[most]
        w.actions[most] = w.actions[start]
        w.actions[start] = a


cdef int near_pieces_first(const Tables* t, Worker* w, int start, int n) noexcept nogil:
    """Move placements near some piece to the front. Returns their number, or n if there are none."""
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
                near[i] |= w.weights.near[cell][i]
    for i in range(start, start + n):
        if has_bit(near, w.actions[i].target):
            a = w.actions[i]
            w.actions[i] = w.actions[front]
            w.actions[front] = a
            front += 1
    return front - start if front > start else n


cdef inline void add_history_bonus(SearchThread* th, int index, int bonus) noexcept nogil:
    """History with gravity: a bonus counts less the closer the entry is to its limit."""
    th.history[index] += bonus - <int>(
        (<long long>th.history[index] * (bonus if bonus > 0 else -bonus)) // HISTORY_LIMIT)


cdef inline void add_continuation_bonus(int16_t* entry, int bonus) noexcept nogil:
    entry[0] = <int16_t>(entry[0] + bonus - <int>entry[0] * (bonus if bonus > 0 else -bonus) // CONTINUATION_LIMIT)


cdef inline void add_bonus(SearchThread* th, int level, int index, int bonus) noexcept nogil:
    """A bonus for an action in all histories, a malus if negative."""
    th.history[index] += bonus - <int>(
        <long long>th.history[index] * (bonus if bonus > 0 else -bonus) // CONTINUATION_LIMIT)
    if level > 0:
        add_continuation_bonus(&th.continuation[continuation_index(th.path_to[level - 1], index)], bonus)
    if level > 1:
        add_continuation_bonus(&th.continuation[(1 << CONTINUATION_BITS)
                                                + continuation_index(th.path_to[level - 2], index)], bonus)


cdef void update_histories(const Tables* t, Worker* w, SearchThread* th, int level, int start, int tried,
                           int depth) noexcept nogil:
    """After a beta cutoff, with continuation histories: a bonus for the action, a malus for those tried before. A quiet
    action that cuts says nothing about captures."""
    cdef int i, bonus = 24 * depth * depth + 32 * depth, side = w.p.s.mover
    cdef bint quiet = is_quiet(t, &w.actions[start + tried])
    if bonus > CONTINUATION_BONUS:
        bonus = CONTINUATION_BONUS
    add_bonus(th, level, history_index(t, side, &w.actions[start + tried]), bonus)
    for i in range(start, start + tried):
        if quiet or not is_quiet(t, &w.actions[i]):
            add_bonus(th, level, history_index(t, side, &w.actions[i]), -(bonus >> 1))


cdef void update_history(const Tables* t, Worker* w, SearchThread* th, int level, int start, int tried,
                         int depth) noexcept nogil:
    """After a beta cutoff: update killers, countermove and history; earlier quiets get a malus."""
    cdef const Action* a = &w.actions[start + tried]
    cdef uint64_t move = move_of(a)
    cdef int i, bonus = depth * depth * 256, side = w.p.s.mover
    if th.options.continuation:
        update_histories(t, w, th, level, start, tried, depth)
    if not is_quiet(t, a):
        return
    if th.killers[level][0] != move:
        th.killers[level][1] = th.killers[level][0]
        th.killers[level][0] = move
    if level:
        th.countermoves[th.path_slot[level - 1]] = move
    if th.options.continuation:
        return
    if bonus > HISTORY_LIMIT // 4:
        bonus = HISTORY_LIMIT // 4
    add_history_bonus(th, history_index(t, side, a), bonus)
    for i in range(start, start + tried):
        if is_quiet(t, &w.actions[i]):
            add_history_bonus(th, history_index(t, side, &w.actions[i]), -(bonus >> 2))


cdef inline bint same_prefix(const SearchThread* th, const uint64_t* move, int level) noexcept nogil:
    """Whether a root move begins with the actions of the current path."""
    cdef int k = 0
    while k < level and move[k] == th.path[k]:
        k += 1
    return k == level


cdef bint is_root_move(const SearchThread* th, int level, uint64_t action) noexcept nogil:
    """Whether an action continues a move that the root may play."""
    cdef int i
    cdef const uint64_t* move
    cdef bint found = th.n_root_only == 0
    if level >= MAX_ROOT_STEPS:
        return True
    for i in range(th.n_root_only):
        move = th.root_only + i * MAX_ROOT_STEPS
        if same_prefix(th, move, level) and move[level] == action:
            found = True
            break
    if not found:
        return False
    for i in range(th.n_root_exclude):
        move = th.root_exclude + i * MAX_ROOT_STEPS
        # Only the last action is excluded: the ones before may begin other moves.
        if same_prefix(th, move, level) and move[level] == action and (
                level + 1 == MAX_ROOT_STEPS or move[level + 1] == 0):
            return False
    return True


cdef int filter_root_moves(Worker* w, const SearchThread* th, int level, int start, int n) noexcept nogil:
    """Drop the actions that the root may not play."""
    cdef int i, kept = start
    for i in range(start, start + n):
        if is_root_move(th, level, move_of(&w.actions[i])):
            w.actions[kept] = w.actions[i]
            kept += 1
    w.top = kept
    return kept - start
