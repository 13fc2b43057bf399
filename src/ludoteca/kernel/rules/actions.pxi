# Move generation: the legal actions of the current stage. Their order depends only on the position, not on its history.

cdef inline bint rule_applies(const Tables* t, const Position* p, const Rule* r, int side) noexcept nogil:
    """Test a rule's conditions on the whole position."""
    if r.condition == IF_LEFT:
        return pieces_left(t, p, side) == r.condition_n
    if r.condition == IF_NOT_LEFT:
        return pieces_left(t, p, side) != r.condition_n
    return True


cdef inline bint piece_applies(const Tables* t, const Position* p, const Rule* r, int side, int cell) noexcept nogil:
    """Test a rule's conditions on the moving piece."""
    if r.origin >= 0 and not has_bit(t.regions[r.origin], cell):
        return False
    if r.condition == IF_BESIDE_ENEMY:
        return beside(t, p, cell, 2 - side)
    if r.condition == IF_BESIDE_EMPTY:
        return beside(t, p, cell, EMPTY)
    if r.condition == IF_BESIDE_OWN:
        return beside(t, p, cell, side + 1)
    return True


cdef bint completes(const Tables* t, Worker* w, int windows, int source, int target, int code) noexcept nogil:
    """Whether moving or placing a piece would complete a window of a set."""
    cdef bint full
    cdef int held = w.p.cell[target]
    if source != NO_CELL:
        put(t, &w.p, source, 0)
    put(t, &w.p, target, code)
    full = in_window(t, &w.p, windows, target, t.who[code])
    put(t, &w.p, target, held)
    if source != NO_CELL:
        put(t, &w.p, source, code)
    return full


cdef inline bint brackets(const Tables* t, const Position* p, const Rule* r, int cell, int side) noexcept nogil:
    """Whether a piece placed on a cell would bracket a line of enemies with another own piece."""
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* ray
    cdef int i, k, length
    cdef int own = side + 1, enemy = 2 - side
    for i in range(table.first[cell], table.first[cell + 1], 3):
        ray = t.ray_cells + table.items[i]
        length = table.items[i + 1]
        if t.who[p.cell[ray[0]]] != enemy:
            continue
        k = 1
        while k < length and t.who[p.cell[ray[k]]] == enemy:
            k += 1
        if k < length and t.who[p.cell[ray[k]]] == own:
            return True
    return False


cdef inline uint64_t shifted(uint64_t cells, int by) noexcept nogil:
    return cells << by if by > 0 else cells >> -by


cdef uint64_t bracketing(const Tables* t, const Position* p, int side) noexcept nogil:
    """Bitboard of all cells where a placement brackets a line of enemies, by shifts in each direction."""
    cdef uint64_t own = p.sets[side + 1][0], enemy = p.sets[2 - side][0], run, found = 0
    cdef int i, by
    for i in range(t.shifts):
        by = t.shift[i]
        run = shifted(own & t.shift_from[i], by) & enemy
        while run:
            run = shifted(run & t.shift_from[i], by)
            found |= run
            run &= enemy
    return found


cdef bint is_lowest_empty(const Tables* t, const Position* p, int cell) noexcept nogil:
    """Whether no cell below this one is empty."""
    cdef int below = t.columns.items[cell]
    while below != -1:
        if p.cell[below] == 0:
            return False
        below = t.columns.items[below]
    return True


cdef void list_placements(const Tables* t, Worker* w, int rule, int side) noexcept nogil:
    cdef const Rule* r = &t.rules[rule]
    cdef const Position* p = &w.p
    cdef uint64_t bits
    cdef int word, cell, flips = r.flips
    if r.hand and not p.s.hand[side][r.kind]:
        return
    for word in range(t.words):
        bits = p.sets[EMPTY][word]
        if r.region >= 0:
            bits &= t.regions[r.region][word]
        if r.gravity and t.gravity_width:
            bits &= t.gravity_floor | (~p.sets[EMPTY][0] << t.gravity_width)
        if r.flips and t.shifts:
            bits &= bracketing(t, p, side)
            flips = 0
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            if r.gravity and not t.gravity_width and not is_lowest_empty(t, p, cell):
                continue
            if r.filters and not passes_filters(t, p, r.filters, side, NO_CELL, cell):
                continue
            if r.condition and not piece_applies(t, p, r, side, cell):
                continue
            if flips and not (beside(t, p, cell, 2 - side) and brackets(t, p, r, cell, side)):
                continue
            if r.forbids >= 0 and completes(t, w, r.forbids, NO_CELL, cell, r.code):
                continue
            emit(w, NO_CELL, cell, rule, 0)


cdef void list_pairs(const Tables* t, Worker* w, int rule, int side) noexcept nogil:
    """Generate placements of two pieces; the pair is unordered, so the lower cell comes first."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef int a, b, i, k, n = 0
    cdef uint16_t free_cells[MAX_CELLS]
    if r.together:
        if r.hand and w.p.s.hand[side][r.kind] < 2:
            return
        for a in range(t.cells):
            if w.p.cell[a] or not allowed(t, r.region, a):
                continue
            for i in range(table.first[a], table.first[a + 1]):
                b = table.items[i]
                if b > a and not w.p.cell[b] and allowed(t, r.region, b):
                    emit(w, a, b, rule, 0)
        return
    for a in range(t.cells):
        if not w.p.cell[a] and allowed(t, r.region, a):
            free_cells[n] = <uint16_t>a
            n += 1
    if r.hand and w.p.s.hand[side][r.kind] < 2:
        if w.p.s.hand[side][r.kind] == 1:
            for i in range(n):
                emit(w, NO_CELL, free_cells[i], rule, 0)
        return
    if n == 1:
        emit(w, NO_CELL, free_cells[0], rule, 0)
    for i in range(n):
        for k in range(i + 1, n):
            emit(w, free_cells[i], free_cells[k], rule, 0)


cdef inline void list_steps(const Tables* t, Worker* w, int rule, int side, int source) noexcept nogil:
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef int i, target, code
    for i in range(table.first[source], table.first[source + 1]):
        target = table.items[i]
        code = w.p.cell[target]
        if code == 0:
            if not r.onto_empty:
                continue
        elif not r.onto_enemy or t.who[code] != 2 - side:
            continue
        if r.region >= 0 and not has_bit(t.regions[r.region], target):
            continue
        if r.forbids >= 0 and completes(t, w, r.forbids, source, target, r.code):
            continue
        if r.filters and not passes_filters(t, &w.p, r.filters, side, source, target):
            continue
        emit(w, source, target, rule, code != 0)


cdef void list_full_slides(const Tables* t, Worker* w, int rule, int side, int source) noexcept nogil:
    """Generate slides to the last empty cell of each ray, or onto the enemy behind it."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* ray
    cdef const uint64_t* path
    cdef uint64_t held
    cdef int i, j, k, length, onto
    if t.words == 1 and r.onto_empty and not r.onto_enemy and r.region < 0:
        # Count the free cells of the ray without branches: they would be unpredictable.
        held = ~w.p.sets[EMPTY][0]
        path = table.paths + 2 * table.first_path[source]
        for i in range(table.first[source], table.first[source + 1], 3):
            length = table.items[i + 1]
            k = -1
            for j in range(length):
                k += path[2 * j] & held == 0
            path += 2 * length
            if k >= 0:
                emit(w, source, t.ray_cells[table.items[i] + k], rule, 0)
        return
    for i in range(table.first[source], table.first[source + 1], 3):
        ray = t.ray_cells + table.items[i]
        length = table.items[i + 1]
        k = 0
        while k < length and w.p.cell[ray[k]] == 0:
            k += 1
        onto = k < length and r.onto_enemy and t.who[w.p.cell[ray[k]]] == 2 - side
        if not onto:
            k -= 1
            if k < 0 or not r.onto_empty:
                continue
        if allowed(t, r.region, ray[k]):
            emit(w, source, ray[k], rule, onto)


cdef void list_slides(const Tables* t, Worker* w, int rule, int side, int source, int from_cell) noexcept nogil:
    """Generate slides along each ray over empty cells. `from_cell` is the source, or the cell of the shooting piece."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* ray
    cdef int i, k, length, code
    if r.whole_way:
        list_full_slides(t, w, rule, side, source)
        return
    for i in range(table.first[from_cell], table.first[from_cell + 1], 3):
        ray = t.ray_cells + table.items[i]
        length = table.items[i + 1]
        for k in range(length):
            code = w.p.cell[ray[k]]
            if code:
                if (r.onto_enemy and t.who[code] == 2 - side and k + 1 >= r.least
                        and allowed(t, r.region, ray[k])):
                    emit(w, source, ray[k], rule, 1)
                break
            if k + 1 < r.least:
                continue
            if r.onto_empty and (r.region < 0 or has_bit(t.regions[r.region], ray[k])):
                emit(w, source, ray[k], rule, 0)


cdef void list_counted(const Tables* t, Worker* w, int rule, int side, int source) noexcept nogil:
    """Generate moves by exactly as many cells as there are pieces on the line, over the pieces that the rule names."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* ahead
    cdef const uint16_t* behind
    cdef uint64_t held = ~w.p.sets[EMPTY][0]
    cdef int i, k, n, n_ahead, n_behind, who
    for i in range(table.first[source], table.first[source + 1], 5):
        ahead = t.ray_cells + table.items[i]
        n_ahead = table.items[i + 1]
        behind = t.ray_cells + table.items[i + 3]
        n_behind = table.items[i + 4]
        if t.words == 1:
            n = count_bits(held & table.masks[i // 5])
        else:
            n = 1
            for k in range(n_ahead):
                n += w.p.cell[ahead[k]] != 0
            for k in range(n_behind):
                n += w.p.cell[behind[k]] != 0
        if n > n_ahead:
            continue
        who = t.who[w.p.cell[ahead[n - 1]]]
        if who != EMPTY and (who != 2 - side or not r.onto_enemy):
            continue
        k = 0
        while k < n - 1 and (w.p.cell[ahead[k]] == 0 or can_leap_over(t, r, w.p.cell[ahead[k]], side)):
            k += 1
        if k == n - 1 and allowed(t, r.region, ahead[n - 1]):
            emit(w, source, ahead[n - 1], rule, who != EMPTY)


cdef void list_loops(const Tables* t, Worker* w, int rule, int side, int source) noexcept nogil:
    """Generate captures along closed tracks that pass at least one loop; each target once."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* track
    cdef uint64_t seen[MAX_WORDS]
    cdef int i, k, cell, code
    for i in range(t.words):
        seen[i] = 0
    for i in range(table.first[source], table.first[source + 1], 3):
        track = t.ray_cells + table.items[i]
        for k in range(table.items[i + 1]):
            cell = track[k] & PATH_CELL
            code = w.p.cell[cell]
            if code == 0 or cell == source:
                continue
            if (track[k] & RAY_LOOPED) and t.who[code] == 2 - side and not has_bit(seen, cell):
                seen[cell >> 6] |= <uint64_t>1 << (cell & 63)
                emit(w, source, cell, rule, 1)
            break


cdef void list_flights(const Tables* t, Worker* w, int rule, int source) noexcept nogil:
    cdef const Rule* r = &t.rules[rule]
    cdef uint64_t bits
    cdef int word, target
    for word in range(t.words):
        bits = w.p.sets[EMPTY][word]
        if r.region >= 0:
            bits &= t.regions[r.region][word]
        while bits:
            target = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            if r.forbids >= 0 and completes(t, w, r.forbids, source, target, r.code):
                continue
            emit(w, source, target, rule, 0)


cdef void list_removals(const Tables* t, Worker* w, int rule, int side) noexcept nogil:
    """Generate removals. Pieces in a window of the protected set can be removed only if there are no others."""
    cdef const Rule* r = &t.rules[rule]
    cdef int who = side + 1 if r.wanted == 1 else 2 - side
    cdef int start = w.top, sparing = r.spare >= 0, word, cell
    cdef uint64_t bits
    while True:
        for word in range(t.words):
            bits = w.p.sets[who][word]
            if r.region >= 0:
                bits &= t.regions[r.region][word]
            while bits:
                cell = (word << 6) + lowest_bit(bits)
                bits &= bits - 1
                if sparing and in_window(t, &w.p, r.spare, cell, who):
                    continue
                if r.condition and not piece_applies(t, &w.p, r, side, cell):
                    continue
                emit(w, NO_CELL, cell, rule, r.wanted == 2)
        if w.top > start or not sparing or r.spare_all:
            return
        sparing = 0


cdef inline void list_piece(const Tables* t, Worker* w, int rule, int op, int side, int source,
                            int limit, int start) noexcept nogil:
    """Generate the actions of one piece by one rule."""
    if op == OP_STEP:
        list_steps(t, w, rule, side, source)
    elif op == OP_LEAP or op == OP_FLY_LEAP or op == OP_APPROACH or op == OP_SANDWICH:
        list_chains(t, w, rule, side, source, limit)
    elif op == OP_SLIDE:
        list_slides(t, w, rule, side, source, source)
    elif op == OP_HOP:
        list_hops(t, w, rule, side, source, start)
    elif op == OP_FLY:
        list_flights(t, w, rule, source)
    elif op == OP_COUNTED:
        list_counted(t, w, rule, side, source)
    elif op == OP_LOOP:
        list_loops(t, w, rule, side, source)
    elif op == OP_EXIT:
        emit(w, source, NO_CELL, rule, 0)


cdef inline void list_rule(const Tables* t, Worker* w, int rule, int side, int limit, int start) noexcept nogil:
    """Generate a side's actions by one rule."""
    cdef const Rule* r = &t.rules[rule]
    cdef int op = r.op, word, cell, i, first = w.top
    cdef uint64_t bits, over = ~<uint64_t>0
    cdef bint beside_empty = t.words == 1 and (op == OP_APPROACH or op == OP_SANDWICH)
    if op == OP_LEAP and t.words == 1 and r.over == 2:
        over = w.p.sets[2 - side][0]
    if r.condition and not rule_applies(t, &w.p, r, side):
        return
    if op == OP_STEP and r.plain_targets and t.words == 1:
        list_plain_steps(t, w, rule, side)
    elif op == OP_PLACE:
        if r.plain and not r.hand:
            list_plain_placements(t, w, rule)
        else:
            list_placements(t, w, rule, side)
    elif op == OP_SHOOT:
        list_slides(t, w, rule, side, NO_CELL, w.p.s.anchor)
    elif op == OP_BLOCK:
        list_flights(t, w, rule, NO_CELL)
    elif op == OP_REMOVE:
        list_removals(t, w, rule, side)
    elif op == OP_ROTATE:
        for i in range(t.blocks * 2):
            emit(w, NO_CELL, NO_CELL, rule, i)
    elif op == OP_SOW:
        list_sowings(t, w, rule, side)
    elif op == OP_PAIR:
        list_pairs(t, w, rule, side)
    elif w.p.counts[r.code]:
        for word in range(t.words):
            bits = w.p.sets[t.who[r.code]][word]
            while bits:
                cell = (word << 6) + lowest_bit(bits)
                bits &= bits - 1
                if w.p.cell[cell] != r.code:
                    continue
                if op == OP_LEAP and t.words == 1 and not (t.tables[r.table].masks[cell] & over):
                    continue
                if beside_empty and not (t.near[cell] & w.p.sets[EMPTY][0]):
                    continue
                if (r.condition or r.origin >= 0) and not piece_applies(t, &w.p, r, side, cell):
                    continue
                list_piece(t, w, rule, op, side, cell, limit, start)
    if r.filters and op != OP_PLACE and op != OP_STEP:
        filter_actions(t, w, r.filters, side, first)


cdef inline int captures_of(const Tables* t, const Action* a) noexcept nogil:
    """The number of pieces that an action captures."""
    return 0 if t.rules[a.rule].op == OP_ROTATE else a.extra


cdef inline bint has_capture(const Tables* t, const Worker* w, int start) noexcept nogil:
    """Whether a capture is among the actions from `start` on."""
    cdef int i
    for i in range(start, w.top):
        if captures_of(t, &w.actions[i]):
            return True
    return False


cdef void keep_captures(const Tables* t, Worker* w, int start, bint most) noexcept nogil:
    """If there is a capture, drop all other actions; with `most`, drop all but the maximum captures."""
    cdef int i, best = 0, kept = start
    for i in range(start, w.top):
        best = max(best, captures_of(t, &w.actions[i]))
    if best == 0:
        return
    if not most:
        best = 1
    for i in range(start, w.top):
        if captures_of(t, &w.actions[i]) >= best:
            w.actions[kept] = w.actions[i]
            kept += 1
    w.top = kept


cdef int list_stage(const Tables* t, Worker* w, int stage, int side) noexcept nogil:
    """Generate a side's actions in a stage, without passes and swaps; returns their number."""
    cdef const Stage* s = &t.stages[stage]
    cdef int start = w.top, i, limit = -1
    cdef int first = s.first_rule[side], last = s.first_rule[side] + s.rules[side]
    w.chain_steps = 0
    if s.capture_limit[side] >= 0:
        limit = pieces_left(t, &w.p, 1 - side) - s.capture_limit[side]
    if s.capture == CAPTURE_OPTIONAL or s.capture == CAPTURE_HUFF:
        for i in range(first, last):
            list_rule(t, w, i, side, limit, start)
        return w.top - start
    for i in range(first, last):
        if t.rules[i].may_take:
            list_rule(t, w, i, side, limit, start)
    if not has_capture(t, w, start):
        for i in range(first, last):
            if not t.rules[i].may_take:
                list_rule(t, w, i, side, limit, start)
    keep_captures(t, w, start, s.capture == CAPTURE_MOST)
    return w.top - start


cdef bint has_action(const Tables* t, Worker* w, int stage, int side) noexcept nogil:
    """Whether a side has an action in a stage. Leaves the action stack unchanged."""
    cdef int start = w.top
    cdef uint32_t arena = w.arena_top
    cdef int n = list_stage(t, w, stage, side)
    w.top = start
    w.arena_top = arena
    return n > 0


cdef inline bint may_swap(const Tables* t, const Position* p, int side) noexcept nogil:
    """Whether the swap rule applies: after the first move, with one enemy piece on the board and no own piece."""
    cdef int code, own = 0, enemy = 0
    if p.s.ply != 1 or p.s.mid_move:
        return False
    for code in range(2, t.codes):
        if t.who[code] == side + 1:
            own += p.counts[code]
        elif t.who[code] == 2 - side:
            enemy += p.counts[code]
    return own == 0 and enemy == 1


cdef int drop_repetitions(const Tables* t, Worker* w, int start) noexcept nogil:
    """Drop the actions that repeat a position, where that is not legal; returns the number left."""
    cdef int i, kept = start, end = w.top
    cdef bint back
    cdef int counting = w.counting
    w.counting = 0           # these moves are undone, even in playouts
    for i in range(start, end):
        make(t, w, &w.actions[i])
        back = w.p.s.outcome == NOT_LEGAL
        unmake(t, w)
        if not back:
            w.actions[kept] = w.actions[i]
            kept += 1
    w.top = kept
    w.counting = counting
    return kept - start


cdef int generate(const Tables* t, Worker* w) noexcept nogil:
    """Push the legal actions on the action stack; returns their number, 0 if the game is over."""
    cdef Position* p = &w.p
    cdef int side = p.s.mover, n
    cdef int start = w.top
    cdef const Stage* s = &t.stages[p.s.stage]
    if p.s.outcome:
        return 0
    n = list_stage(t, w, p.s.stage, side)
    if t.duplicates:
        n = drop_duplicates(t, w, start)
    if t.repetition_result == FORBIDDEN:
        n = drop_repetitions(t, w, start)
    if s.swap and may_swap(t, p, side):
        emit(w, NO_CELL, NO_CELL, SWAP_RULE, 0)
        n = w.top - start
    if s.pass_allowed and not p.s.mid_move:
        emit(w, NO_CELL, NO_CELL, PASS_RULE, 0)
        n = w.top - start
    if n == 0 and s.pass_forced and not p.s.mid_move:
        if has_action(t, w, phase_stage(t, p, 1 - side), 1 - side):
            emit(w, NO_CELL, NO_CELL, PASS_RULE, 0)
            n = 1
    return n
