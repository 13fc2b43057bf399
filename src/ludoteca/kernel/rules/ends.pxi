# End conditions and results. End conditions are checked in the order of the rules file; the first that is met decides.

cdef inline int root_of(const Worker* w, int node) noexcept nogil:
    while w.parent[node] != node:
        node = w.parent[node]
    return node


cdef inline int union_groups(Worker* w, int root, int node) noexcept nogil:
    """Union by size of the group with this root and the group of a node, recorded for undo; returns the new root."""
    cdef int other = root_of(w, node)
    if root == other:
        return root
    if w.weight[root] > w.weight[other]:
        root, other = other, root
    w.parent[root] = <uint16_t>other
    w.weight[other] += w.weight[root]
    w.unions[w.p.s.n_unions] = <uint16_t>root
    w.p.s.n_unions += 1
    return other


cdef inline void undo_unions(const Tables* t, Worker* w, int n_unions) noexcept nogil:
    """Undo all but the first `n_unions` unions."""
    cdef int a
    cdef int top = w.p.s.n_unions
    while top > n_unions:
        top -= 1
        a = w.unions[top]
        if t.has_goals:
            w.reached[w.parent[a]] = w.reached_before[top]
        w.weight[w.parent[a]] -= w.weight[a]
        w.parent[a] = <uint16_t>a


cdef bint closes_ring(const Tables* t, const Worker* w, int cell, const uint64_t* own) noexcept nogil:
    """Whether a stone closes a ring: two separate runs of own stones around it are connected already, or it is the last
    stone around a cell of its own side. `own` are the stones whose unions are made."""
    cdef const uint16_t* around = t.around + 6 * cell
    cdef const uint16_t* beyond
    cdef int roots[3]
    cdef int k, j, mask = 0, n = 0
    for k in range(6):
        if around[k] != NO_CELL and has_bit(own, around[k]):
            mask |= 1 << k
    if mask == 63:
        return True
    for k in range(6):
        if not mask >> k & 1:
            continue
        if mask >> ((k + 1) % 6) & 1 and mask >> ((k + 5) % 6) & 1:
            # The stones beside this neighbour are own: it may be the centre of a filled ring.
            beyond = t.around + 6 * around[k]
            j = 0
            while j < 6 and beyond[j] != NO_CELL and (beyond[j] == cell or has_bit(own, beyond[j])):
                j += 1
            if j == 6:
                return True
        if not mask >> ((k + 5) % 6) & 1:
            roots[n] = root_of(w, around[k])
            for j in range(n):
                if roots[j] == roots[n]:
                    return True
            n += 1
    return False


cdef void join_stone(const Tables* t, Worker* w, int cell, int side, const uint64_t* own) noexcept nogil:
    """Connect a stone to its neighbours among `own` and note the goals that the chain has reached."""
    cdef int i, neighbour, root = cell, other
    cdef bint ring = t.around != NULL and closes_ring(t, w, cell, own)
    w.reached[cell] = t.goals[side][cell]
    for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
        neighbour = t.neighbours.items[i]
        if not has_bit(own, neighbour):
            continue
        other = root_of(w, neighbour)
        if other == root:
            continue
        if w.weight[root] > w.weight[other]:
            root, other = other, root
        w.parent[root] = <uint16_t>other
        w.weight[other] += w.weight[root]
        w.unions[w.p.s.n_unions] = <uint16_t>root
        w.reached_before[w.p.s.n_unions] = w.reached[other]
        w.p.s.n_unions += 1
        w.reached[other] |= w.reached[root]
        root = other
    if ring:
        w.reached[root] |= GOAL_RING


cdef inline void connect_stone(const Tables* t, Worker* w, int cell, int side) noexcept nogil:
    """Connect a stone to its own neighbours and to the edges it touches."""
    cdef const End* e = &t.ends[t.connect_end]
    cdef int i, neighbour, who = side + 1, root
    if t.has_goals:
        join_stone(t, w, cell, side, w.p.sets[who])
        return
    root = root_of(w, cell)
    for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
        neighbour = t.neighbours.items[i]
        if t.who[w.p.cell[neighbour]] == who:
            root = union_groups(w, root, neighbour)
    if has_bit(t.regions[e.region[side]], cell):
        root = union_groups(w, root, t.cells + 2 * side)
    if has_bit(t.regions[e.far[side]], cell):
        union_groups(w, root, t.cells + 2 * side + 1)


cdef void rebuild_groups(const Tables* t, Worker* w) noexcept nogil:
    """Compute the groups of the loaded position from scratch."""
    cdef uint64_t own[2][MAX_WORDS]
    cdef int i, who
    memset(own, 0, sizeof(own))
    w.p.s.n_unions = 0
    for i in range(t.cells + 4):
        w.parent[i] = <uint16_t>i
        w.weight[i] = 1
        w.reached[i] = 0
    for i in range(t.cells):
        who = t.who[w.p.cell[i]]
        if who != FIRST and who != SECOND:
            continue
        if t.has_goals:
            # A ring is seen when its last stone is connected, so stones are added one by one.
            join_stone(t, w, i, who - 1, own[who - 1])
            own[who - 1][i >> 6] |= <uint64_t>1 << (i & 63)
        else:
            connect_stone(t, w, i, who - 1)


cdef bint flood(const Tables* t, const Position* p, int who, const uint64_t* begin, const uint64_t* goal,
                int* reached) noexcept nogil:
    """Flood fill over cells of one class from `begin`; returns whether it reaches `goal`, and counts the cells."""
    cdef uint64_t seen[MAX_WORDS]
    cdef uint16_t waiting[MAX_CELLS]
    cdef int head = 0, tail = 0, i, at, cell
    cdef bint found = False
    for i in range(t.words):
        seen[i] = 0
    for cell in range(t.cells):
        if has_bit(begin, cell) and t.who[p.cell[cell]] == who:
            seen[cell >> 6] |= <uint64_t>1 << (cell & 63)
            waiting[tail] = <uint16_t>cell
            tail += 1
    while head < tail:
        at = waiting[head]
        head += 1
        if goal != NULL and has_bit(goal, at):
            found = True
        for i in range(t.neighbours.first[at], t.neighbours.first[at + 1]):
            cell = t.neighbours.items[i]
            if t.who[p.cell[cell]] == who and not has_bit(seen, cell):
                seen[cell >> 6] |= <uint64_t>1 << (cell & 63)
                waiting[tail] = <uint16_t>cell
                tail += 1
    reached[0] = tail
    return found


cdef bint is_connected(const Tables* t, Worker* w, const End* e, int owner) noexcept nogil:
    cdef int reached
    if t.connect_fast:
        return root_of(w, t.cells + 2 * owner) == root_of(w, t.cells + 2 * owner + 1)
    return flood(t, &w.p, owner + 1, t.regions[e.region[owner]], t.regions[e.far[owner]], &reached)


cdef uint32_t goals_of_chain(const Tables* t, const Position* p, int cell, int owner, uint8_t* seen) noexcept nogil:
    """The goals that the chain of a stone has reached. Marks its cells as seen."""
    cdef uint16_t waiting[MAX_CELLS]
    cdef uint32_t goals = 0
    cdef int n = 1, at, i, near
    waiting[0] = <uint16_t>cell
    seen[cell] = 1
    while n:
        n -= 1
        at = waiting[n]
        goals |= t.goals[owner][at]
        for i in range(t.neighbours.first[at], t.neighbours.first[at + 1]):
            near = t.neighbours.items[i]
            if not seen[near] and t.who[p.cell[near]] == owner + 1:
                seen[near] = 1
                waiting[n] = <uint16_t>near
                n += 1
    return goals


cdef bint joins_goals(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    """Whether a chain of the owner connects as many goals as the condition asks for."""
    cdef uint8_t seen[MAX_CELLS]
    cdef int cell
    memset(seen, 0, t.cells)
    for cell in range(t.cells):
        if (not seen[cell] and t.who[p.cell[cell]] == owner + 1
                and count_bits(goals_of_chain(t, p, cell, owner, seen) & e.goals[owner]) >= e.n):
            return True
    return False


cdef bint has_ring(const Tables* t, const Position* p, int owner) noexcept nogil:
    """Whether a chain of the owner surrounds a cell: one without an own stone that has no way to the edge over such cells,
    or an own stone among six."""
    cdef uint8_t outside[MAX_CELLS]
    cdef uint16_t waiting[MAX_CELLS]
    cdef const uint16_t* around
    cdef int n = 0, cell, k, inner
    memset(outside, 0, t.cells)
    for cell in range(t.cells):
        around = t.around + 6 * cell
        inner = 0
        for k in range(6):
            inner += around[k] != NO_CELL
        if inner < 6 and t.who[p.cell[cell]] != owner + 1:
            outside[cell] = 1
            waiting[n] = <uint16_t>cell
            n += 1
    while n:
        n -= 1
        around = t.around + 6 * waiting[n]
        for k in range(6):
            cell = around[k]
            if cell != NO_CELL and not outside[cell] and t.who[p.cell[cell]] != owner + 1:
                outside[cell] = 1
                waiting[n] = <uint16_t>cell
                n += 1
    for cell in range(t.cells):
        if t.who[p.cell[cell]] != owner + 1:
            if not outside[cell]:
                return True
            continue
        around = t.around + 6 * cell
        inner = 0
        for k in range(6):
            inner += around[k] != NO_CELL and t.who[p.cell[around[k]]] == owner + 1
        if inner == 6:
            return True
    return False


cdef bint chain_decides(const Tables* t, const Worker* w, const End* e, int owner, int target) noexcept nogil:
    """Whether a chain of the owner meets the condition: the chain of `target`, or any if it is NO_CELL."""
    cdef uint32_t goals = GOAL_RING if e.type == END_RING else e.goals[owner]
    cdef int cell, n = 1 if e.type == END_RING else e.n
    if not t.connect_fast:
        return has_ring(t, &w.p, owner) if e.type == END_RING else joins_goals(t, &w.p, e, owner)
    if target != NO_CELL:
        return count_bits(w.reached[root_of(w, target)] & goals) >= n
    for cell in range(t.cells):
        if (t.who[w.p.cell[cell]] == owner + 1 and w.parent[cell] == cell
                and count_bits(w.reached[cell] & goals) >= n):
            return True
    return False


cdef bint is_one_group(const Tables* t, const Position* p, int owner) noexcept nogil:
    """Whether all pieces of a side form one group; false without pieces."""
    cdef uint64_t begin[MAX_WORDS]
    cdef uint64_t unseen, waiting
    cdef int word, reached, pieces = 0
    cdef bint started = False
    if t.words == 1:
        unseen = p.sets[owner + 1][0]
        waiting = unseen & (~unseen + 1)
        unseen ^= waiting
        started = waiting != 0
        while waiting:
            word = lowest_bit(waiting)
            waiting = (waiting & (waiting - 1)) | (t.near[word] & unseen)
            unseen &= ~t.near[word]
        return started and unseen == 0
    for word in range(t.words):
        begin[word] = 0
        pieces += count_bits(p.sets[owner + 1][word])
        if p.sets[owner + 1][word] and not started:
            begin[word] = p.sets[owner + 1][word] & (~p.sets[owner + 1][word] + 1)
            started = True
    flood(t, p, owner + 1, begin, NULL, &reached)
    return pieces > 0 and reached == pieces


cdef bint run_through(const Tables* t, const Position* p, const End* e, int cell, int who) noexcept nogil:
    """Whether a run of at least (or exactly) n pieces of one class passes through a cell."""
    cdef const Table* table = &t.tables[e.table]
    cdef const uint16_t* ahead
    cdef const uint16_t* behind
    cdef int i, k, n, length
    for i in range(table.first[cell], table.first[cell + 1], 5):
        ahead = t.ray_cells + table.items[i]
        length = table.items[i + 1]
        n = 1
        k = 0
        while k < length and t.who[p.cell[ahead[k]]] == who:
            k += 1
        n += k
        behind = t.ray_cells + table.items[i + 3]
        length = table.items[i + 4]
        k = 0
        while k < length and t.who[p.cell[behind[k]]] == who:
            k += 1
        n += k
        if n == e.n or (n > e.n and not e.exactly):
            return True
    return False


cdef bint occupies_region(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    """Whether a piece of the owner, of the required kind, or the shared piece is in the condition's region."""
    cdef const uint64_t* region = t.regions[e.region[owner]]
    cdef int word, cell
    cdef uint64_t bits
    for word in range(t.words):
        bits = (p.sets[owner + 1][word] | p.sets[SHARED][word]) & region[word]
        if bits and e.code[owner] == 0:
            return True
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            if p.cell[cell] == e.code[owner] or t.who[p.cell[cell]] == SHARED:
                return True
    return False


cdef bint region_is_full(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    cdef const uint64_t* region = t.regions[e.region[owner]]
    cdef int word
    cdef uint64_t held
    for word in range(t.words):
        held = p.sets[owner + 1][word]
        if e.type == END_FILL_ANY:
            held = p.sets[FIRST][word] | p.sets[SECOND][word]
        if (held & region[word]) != region[word]:
            return False
    if not e.neither:
        return True
    return not (in_initial_setup(t, p, 0) or in_initial_setup(t, p, 1))


cdef bint in_initial_setup(const Tables* t, const Position* p, int side) noexcept nogil:
    cdef int word
    for word in range(t.words):
        if p.sets[side + 1][word] != t.regions[t.start[side]][word]:
            return False
    return True


cdef bint has_passed(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    """Whether no enemy is further in the condition's direction than any of the owner's pieces; false without pieces."""
    cdef int word, cell, i
    cdef uint64_t bits
    cdef bint found = False
    for word in range(t.words):
        bits = p.sets[owner + 1][word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            found = True
            for i in range(t.words):
                if t.regions[t.tables[e.table].items[cell]][i] & p.sets[2 - owner][i]:
                    return False
    return found


cdef bint end_is_met(const Tables* t, Worker* w, const End* e, int owner, int mover, int target,
                     bint whole) noexcept nogil:
    """Whether an end condition is met for an owner. `target` is the target of the last action; with `whole`, other cells
    may have changed too."""
    cdef Position* p = &w.p
    cdef int type = e.type, word, i
    cdef bint local = not whole and target != NO_CELL
    if type == END_WINDOW:
        if pieces_on_board(t, p, owner) < t.windows[e.windows].least:
            return False
        if local:
            return owner == mover and in_window(t, p, e.windows, target, owner + 1)
        return any_window(t, p, e.windows, owner + 1)
    if type == END_ALIGN:
        if local:
            return owner == mover and run_through(t, p, e, target, owner + 1)
        for word in range(t.cells):
            if t.who[p.cell[word]] == owner + 1 and run_through(t, p, e, word, owner + 1):
                return True
        return False
    if type == END_REACH:
        if local and t.who[p.cell[target]] != SHARED:
            return (owner == mover and has_bit(t.regions[e.region[owner]], target)
                    and (e.code[owner] == 0 or e.code[owner] == p.cell[target]))
        return occupies_region(t, p, e, owner)
    if type == END_FILL or type == END_FILL_ANY:
        return region_is_full(t, p, e, owner)
    if type == END_LEFT:
        if not whole and not p.s.captured_now:
            return False
        if e.code[owner]:
            return p.counts[e.code[owner]] + p.s.hand[1 - owner][t.kind_of[e.code[owner]]] <= e.n
        return pieces_left(t, p, 1 - owner) <= e.n
    if type == END_OWN_LEFT:
        if e.code[owner]:
            return p.counts[e.code[owner]] + p.s.hand[owner][t.kind_of[e.code[owner]]] <= e.n
        return pieces_left(t, p, owner) <= e.n
    if type == END_CONNECT:
        return is_connected(t, w, e, owner)
    if type == END_JOIN or type == END_RING:
        if local and t.connect_fast:
            return owner == mover and chain_decides(t, w, e, owner, target)
        return chain_decides(t, w, e, owner, NO_CELL)
    if type == END_GROUP:
        return is_one_group(t, p, owner)
    if type == END_STILL_IN:
        return owner == mover and p.s.turns[owner] > e.n and occupies_region(t, p, e, owner)
    if type == END_SIDE_EMPTY:
        return row_is_empty(t, &p.s, owner)
    if type == END_SEEDS:
        return p.s.pits[t.sowing.store[owner]] > e.n
    if type == END_PASSED:
        return has_passed(t, p, e, owner)
    if type == END_STALLED:
        return p.s.stalled >= e.n
    if type == END_FEW:
        return pieces_left(t, p, 0) <= e.n and pieces_left(t, p, 1) <= e.n
    if type == END_BOARD_FULL:
        return p.counts[0] == 0
    return False


cdef void conclude(const Tables* t, Position* p, int result, int owner, int reason) noexcept nogil:
    """Set the outcome of a result."""
    cdef int code, first = 0, second = 0
    p.s.reason = <uint8_t>reason
    if result == OWNER_WINS:
        p.s.outcome = <uint8_t>(FIRST_WINS + owner)
    elif result == OWNER_LOSES:
        p.s.outcome = <uint8_t>(SECOND_WINS - owner)
    elif result == DRAWN:
        p.s.outcome = DRAW
    elif result == FORBIDDEN:
        p.s.outcome = NOT_LEGAL
    else:
        if result == MOST_SEEDS:
            store_remaining(t, &p.s)
            first = p.s.pits[t.sowing.store[0]]
            second = p.s.pits[t.sowing.store[1]]
        else:
            for code in range(t.codes):
                if t.who[code] == FIRST:
                    first += p.counts[code]
                elif t.who[code] == SECOND:
                    second += p.counts[code]
            if result == FEWEST_PIECES:
                first, second = second, first
        p.s.outcome = DRAW if first == second else (FIRST_WINS if first > second else SECOND_WINS)


cdef void check_ends(const Tables* t, Worker* w, int mover, int target, bint whole, bint complete) noexcept nogil:
    """Apply the first end condition that is met, for the mover before the opponent."""
    cdef int i
    cdef const End* e
    cdef bint mine, theirs
    for i in range(t.n_ends):
        e = &t.ends[i]
        if e.after_move and not complete:
            continue
        if e.after_move:
            whole = True         # earlier actions of the move have changed other cells
        mine = (e.owners >> mover) & 1 and end_is_met(t, w, e, mover, mover, target, whole)
        if mine and not e.both:
            conclude(t, &w.p, e.result, mover, i)
            return
        theirs = False
        if whole or not e.local:
            theirs = (e.owners >> (1 - mover)) & 1 and end_is_met(t, w, e, 1 - mover, mover, target, whole)
        if mine and theirs:
            conclude(t, &w.p, e.both, mover, i)
            return
        if mine or theirs:
            conclude(t, &w.p, e.result, mover if mine else 1 - mover, i)
            return


cdef inline int times_seen(const Tables* t, const Worker* w) noexcept nogil:
    """Number of occurrences of the current position, including this one."""
    cdef int i, times = 1, step = 2 if t.alternating else 1
    if w.counting and w.seen[w.p.s.key & 1023] + 1 < t.repetition:
        return 1
    cdef const uint64_t* history = w.history - w.first_ply
    i = <int>w.p.s.ply - step
    while i >= w.p.s.base:
        times += history[i] == w.p.s.key
        i -= step
    return times


cdef bint can_move(const Tables* t, Worker* w) noexcept nogil:
    """Whether the side to move has a legal move or pass. Having none takes precedence over the draw rules."""
    cdef const Stage* s = &t.stages[w.p.s.stage]
    cdef int side = w.p.s.mover
    if s.pass_allowed or has_action(t, w, w.p.s.stage, side):
        return True
    return s.pass_forced and has_action(t, w, phase_stage(t, &w.p, 1 - side), 1 - side)


cdef void check_draws(const Tables* t, Worker* w, bint passed) noexcept nogil:
    """Check the draw rules: repetition, full board, no progress, game length. A pass is legal even where a move that
    repeats a position is not."""
    cdef Position* p = &w.p
    if t.repetition and not (passed and t.repetition_result == FORBIDDEN) and times_seen(t, w) >= t.repetition:
        conclude(t, p, t.repetition_result, p.s.mover, REASON_REPETITION)
        return
    if t.full_board and p.counts[0] == 0:
        conclude(t, p, DRAWN, 0, REASON_FULL_BOARD)
    elif t.no_progress and quiet(p) >= t.no_progress:
        if can_move(t, w):
            conclude(t, p, t.stagnation_result, 0, REASON_NO_PROGRESS)
    elif p.s.ply >= t.length:
        if can_move(t, w):
            conclude(t, p, DRAWN, 0, REASON_LENGTH)


cdef void resolve_no_move(const Tables* t, Worker* w) noexcept nogil:
    """Set the outcome when the side to move has no legal action."""
    cdef int side = w.p.s.mover
    if t.no_moves_at_all >= 0 and not has_action(t, w, phase_stage(t, &w.p, 1 - side), 1 - side):
        conclude(t, &w.p, t.ends[t.no_moves_at_all].result, side, t.no_moves_at_all)
    else:
        conclude(t, &w.p, t.no_move_result[side], side,
                 t.no_move[side] if t.no_move[side] >= 0 else REASON_NO_MOVE)
