# Rollouts. The policy is derived from the rules: in connection games, bridges are defended (the save-bridge pattern of Hex
# programs); where lines win, a line that lacks one cell is completed or blocked. Everything else is uniformly random.

cdef inline int bridge_answer(const Tables* t, Worker* w, const RolloutPolicy* h, int cell, int side) noexcept nogil:
    """The answer of a side to an intrusion into one of its bridges, or NO_CELL."""
    cdef int first = h.first[cell], n = h.first[cell + 1] - h.first[cell], i, begin, who = side + 1
    cdef const Bridge* bridge
    if n == 0:
        return NO_CELL
    begin = random_below(w, n)
    for i in range(n):
        bridge = &h.bridges[first + (begin + i if begin + i < n else begin + i - n)]
        if (w.p.cell[bridge.answer] == 0 and (bridge.sides >> side) & 1 and t.who[w.p.cell[bridge.one]] == who
                and (bridge.other == NO_CELL or t.who[w.p.cell[bridge.other]] == who)):
            return bridge.answer
    return NO_CELL


cdef bint connects_sides(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    """Whether the owner's stones connect its two sides."""
    cdef uint8_t seen[MAX_CELLS]
    cdef uint16_t waiting[MAX_CELLS]
    cdef const uint64_t* far = t.regions[e.far[owner]]
    cdef uint64_t bits
    cdef int n = 0, i, at, cell, word, code = t.code_of[owner][0]
    memset(seen, 0, t.cells)
    for word in range(t.words):
        bits = t.regions[e.region[owner]][word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            if p.cell[cell] == code:
                seen[cell] = 1
                waiting[n] = <uint16_t>cell
                n += 1
    while n:
        n -= 1
        at = waiting[n]
        if has_bit(far, at):
            return True
        for i in range(t.neighbours.first[at], t.neighbours.first[at + 1]):
            cell = t.neighbours.items[i]
            if p.cell[cell] == code and not seen[cell]:
                seen[cell] = 1
                waiting[n] = <uint16_t>cell
                n += 1
    return False


cdef inline uint64_t fill_cells(const Tables* t, Position* p, const FillIn* filled, int word, uint64_t empty) noexcept nogil:
    """Fill the dead and captured cells of one word of the board, and return them."""
    cdef uint64_t bits
    cdef int side
    for side in range(2):
        bits = filled.cells[side].w[word] & empty
        while bits:
            p.cell[(word << 6) + lowest_bit(bits)] = <uint8_t>t.code_of[side][0]
            bits &= bits - 1
    return filled.cells[0].w[word] | filled.cells[1].w[word]


cdef double fill_board(const Tables* t, Worker* w, Tree* tree) noexcept nogil:
    """Connection games: fill the board with alternating stones, then look for the winner once."""
    cdef uint16_t left[MAX_CELLS]
    cdef uint16_t place[MAX_CELLS]
    cdef Position* p = &w.p
    cdef uint64_t bits
    cdef int n = 0, word, cell, k, side = p.s.mover, answer = NO_CELL
    cdef bint use_policy = tree.options.use_policy
    cdef bint first, second
    for word in range(t.words):
        bits = p.sets[EMPTY][word]
        if tree.fill_in != NULL and word < CARRIER_WORDS:
            bits &= ~fill_cells(t, p, tree.fill_in, word, bits)
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            left[n] = <uint16_t>cell
            place[cell] = <uint16_t>n
            n += 1
    tree.steps += n
    while n:
        cell = answer if answer != NO_CELL else left[random_below(w, n)]
        k = place[cell]
        n -= 1
        left[k] = left[n]
        place[left[k]] = <uint16_t>k
        p.cell[cell] = <uint8_t>t.code_of[side][0]
        tree.played[side * tree.codes + cell + 1] = tree.now
        tree.now += 1
        side = 1 - side
        answer = bridge_answer(t, w, &tree.policy, cell, side) if use_policy else NO_CELL
    if t.has_goals:
        first = joins_goals(t, p, &t.ends[0], 0)
        second = not first
    else:
        first = connects_sides(t, p, &t.ends[0], 0)
        second = not first and connects_sides(t, p, &t.ends[0], 1)
    return 1.0 if first else (0.0 if second else 0.5)


cdef int completing_cell_in_windows(const Tables* t, Worker* w, int windows, int side, uint64_t free) noexcept nogil:
    """On a board of one word: the cell that completes a window of the mover, else of the opponent; or NO_CELL."""
    cdef const WindowSet* s = &t.windows[windows]
    cdef uint64_t own = ~w.p.sets[side + 1][0], enemy = ~w.p.sets[2 - side][0], lacks, stop = 0
    cdef int i
    for i in range(s.count):
        lacks = s.mask[i] & own
        if (lacks & (lacks - 1)) == 0 and lacks & free:
            return lowest_bit(lacks)
        lacks = s.mask[i] & enemy
        if (lacks & (lacks - 1)) == 0:
            stop |= lacks & free
    return lowest_bit(stop) if stop else NO_CELL


cdef int completing_cell_on_ray(const Tables* t, const Position* p, const End* e, int cell, int who) noexcept nogil:
    """The empty cell that completes a run through a stone, or NO_CELL."""
    cdef const Table* table = &t.tables[e.table]
    cdef const uint16_t* ray[2]
    cdef int length[2]
    cdef int run[2]
    cdef int i, j, k, n
    if cell == NO_CELL or t.who[p.cell[cell]] != who:
        return NO_CELL
    for i in range(table.first[cell], table.first[cell + 1], 5):
        n = 1
        for j in range(2):
            ray[j] = t.ray_cells + table.items[i + 3 * j]
            length[j] = table.items[i + 3 * j + 1]
            k = 0
            while k < length[j] and t.who[p.cell[ray[j][k]]] == who:
                k += 1
            run[j] = k
            n += k
        for j in range(2):
            k = run[j]
            if k >= length[j] or p.cell[ray[j][k]]:
                continue
            k += 1
            while k < length[j] and t.who[p.cell[ray[j][k]]] == who:
                k += 1
            if n + k - run[j] >= e.n and (not e.exactly or run_through(t, p, e, ray[j][run[j]], who)):
                return ray[j][run[j]]
    return NO_CELL


cdef bint choose_by_policy(const Tables* t, Worker* w, Tree* tree, Action* a) noexcept nogil:
    """The answer to an intrusion into a bridge; or the placement that completes a line of the mover, else blocks one.
    False if there is none."""
    cdef int side = w.p.s.mover, cell, rule = t.stages[w.p.s.stage].first_rule[side]
    cdef const End* e = &t.ends[max(tree.policy.line_end, 0)]
    cdef uint64_t free
    if t.stages[w.p.s.stage].chooser[side] != BY_CELL:
        return False
    if tree.policy.bridge_answers:
        cell = NO_CELL
        if tree.policy.last[1 - side] != NO_CELL:
            cell = bridge_answer(t, w, &tree.policy, tree.policy.last[1 - side], side)
    elif e.type == END_WINDOW:
        free = w.p.sets[EMPTY][0]
        if t.rules[rule].gravity:
            free &= t.gravity_floor | (~free << t.gravity_width)
        cell = completing_cell_in_windows(t, w, e.windows, side, free)
    else:
        cell = completing_cell_on_ray(t, &w.p, e, tree.policy.last[side], side + 1)
        if cell == NO_CELL:
            cell = completing_cell_on_ray(t, &w.p, e, tree.policy.last[1 - side], 2 - side)
    if cell == NO_CELL:
        return False
    write_action(a, NO_CELL, cell, rule, 0)
    return True


cdef double rollout(const Tables* t, Worker* w, Tree* tree) noexcept nogil:
    """Play a rollout from the current position: its result for the first player, 0 to 1."""
    cdef int start = w.top, n, begun = w.p.s.ply, last
    cdef uint32_t arena = w.arena_top
    cdef Action chosen
    cdef Action* a
    cdef Node* node = tree.path[tree.depth]
    cdef bint has_lines = tree.options.use_policy and (tree.policy.line_end >= 0 or tree.policy.bridge_answers)
    cdef double value = 0, share = 0
    if tree.policy.fill_board:
        return fill_board(t, w, tree)
    last = begun + (tree.options.rollout_cutoff if 0 <= tree.options.rollout_cutoff < MAX_ROLLOUT else MAX_ROLLOUT)
    while not w.p.s.outcome and not w.overflow:
        if w.p.s.ply >= last and not w.p.s.mid_move:
            value = cutoff_eval(t, w, tree)
            if w.p.s.ply == begun and tree.depth:
                node.eval = <float>(1.0 - value if tree.mover[tree.depth - 1] else value)
            if tree.options.rollout_weight <= 0 or last >= begun + MAX_ROLLOUT:
                tree.steps += w.p.s.ply - begun
                return value
            # Play on to the end, and mix.
            share = 1.0 - tree.options.rollout_weight
            last = begun + MAX_ROLLOUT
        a = &chosen
        if not (has_lines and choose_by_policy(t, w, tree, a)) and not choose(t, w, a):
            n = generate(t, w)
            if n == 0:
                resolve_no_move(t, w)
                if w.p.s.ply == begun and not w.p.s.mid_move:
                    node.outcome = w.p.s.outcome
                    node.last_ply = w.p.s.ply
                break
            a = &w.actions[start + random_below(w, n)]
        record_play(t, w, tree, a)
        play_forward(t, w, a)
        w.top = start
        w.arena_top = arena
    tree.steps += w.p.s.ply - begun
    return share * value + (1.0 - share) * result_for_first(w.p.s.outcome)
