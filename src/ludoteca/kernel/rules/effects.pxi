# Make and unmake.

cdef inline int phase_of(const Tables* t, const Position* p, int side) noexcept nogil:
    """The phase of a side in this position."""
    cdef int i, until
    for i in range(t.n_phases):
        until = t.phases[i].until
        if until == UNTIL_HAND_EMPTY:
            if hand_is_empty(t, p, side):
                continue
        elif until == UNTIL_HANDS_EMPTY:
            if hand_is_empty(t, p, 0) and hand_is_empty(t, p, 1):
                continue
        elif until == UNTIL_PLIES:
            if p.s.ply >= t.phases[i].plies:
                continue
        return i
    return t.n_phases - 1


cdef inline int phase_stage(const Tables* t, const Position* p, int side) noexcept nogil:
    return t.phases[phase_of(t, p, side)].stage if t.n_phases > 1 else t.phases[0].stage


cdef void flip_lines(const Tables* t, Worker* w, const Rule* r, int cell, int side) noexcept nogil:
    """Flip the enemies bracketed between the new piece and another own one."""
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* ray
    cdef int i, k, j, length
    cdef int own = side + 1, enemy = 2 - side
    for i in range(table.first[cell], table.first[cell + 1], 3):
        ray = t.ray_cells + table.items[i]
        length = table.items[i + 1]
        k = 0
        while k < length and t.who[w.p.cell[ray[k]]] == enemy:
            k += 1
        if k == 0 or k >= length or t.who[w.p.cell[ray[k]]] != own:
            continue
        for j in range(k):
            change(t, w, ray[j], t.code_of[side][t.kind_of[w.p.cell[ray[j]]]])


cdef bint convert_around(const Tables* t, Worker* w, int cell, int side) noexcept nogil:
    """Convert all enemies adjacent to a cell; returns whether there were any."""
    cdef int i, near, code
    cdef bint found = False
    for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
        near = t.neighbours.items[i]
        code = w.p.cell[near]
        if t.who[code] == 2 - side:
            change(t, w, near, t.code_of[side][t.kind_of[code]])
            found = True
    return found


cdef void rotate_block_dense(const Tables* t, Position* p, int block, int sense, bint keyed) noexcept nogil:
    """Rotate a block on a one-word board. Writes every cell, so that no branch depends on the pieces."""
    cdef uint8_t before[64]
    cdef uint64_t bits[CLASSES]
    cdef uint64_t whole = 0, key = 0, bit
    cdef int i, cell, code
    for i in range(CLASSES):
        bits[i] = 0
    for i in range(t.block_cells):
        before[i] = p.cell[t.block_cell[block][i]]
    for i in range(t.block_cells):
        cell = t.block_cell[block][t.turned[sense][block][i]]
        code = before[i]
        bit = <uint64_t>1 << cell
        key ^= t.key_cell[cell][p.cell[cell]] ^ t.key_cell[cell][code]
        p.cell[cell] = <uint8_t>code
        whole |= bit
        bits[t.who[code]] |= bit
    for i in range(CLASSES):
        p.sets[i][0] = (p.sets[i][0] & ~whole) | bits[i]
    if keyed:
        p.s.key ^= key


cdef void rotate_block_sparse(const Tables* t, Worker* w, int block, int sense) noexcept nogil:
    """Rotate a block piece by piece: faster when most of its cells are empty."""
    cdef uint16_t goes_to[64]
    cdef uint8_t codes[64]
    cdef int i, cell, code, n = 0
    for i in range(t.block_cells):
        cell = t.block_cell[block][i]
        code = w.p.cell[cell]
        if code:
            codes[n] = <uint8_t>code
            goes_to[n] = t.block_cell[block][t.turned[sense][block][i]]
            n += 1
            change(t, w, cell, 0)
    for i in range(n):
        change(t, w, goes_to[i], codes[i])


cdef inline void use_hand(const Tables* t, Worker* w, int side, int kind, int n) noexcept nogil:
    cdef int before = w.p.s.hand[side][kind]
    w.p.s.hand[side][kind] = <uint8_t>(before - n)
    w.p.s.key ^= t.key_hand[side][kind][before] ^ t.key_hand[side][kind][before - n]


cdef bint promotes(const Tables* t, const Worker* w, const Rule* r, const Action* a) noexcept nogil:
    """Whether the piece promotes at the target or, where the rule allows, along its path."""
    cdef int i
    if r.promote_code == 0:
        return False
    if allowed(t, r.promote_region, a.target):
        return True
    if r.promote_mode == PROMOTE_AND_GO_ON and a.path:
        for i in range(w.arena[a.path]):
            if allowed(t, r.promote_region, w.arena[a.path + 1 + i] & PATH_CELL):
                return True
    return False


cdef void move_piece(const Tables* t, Worker* w, const Rule* r, const Action* a, int side) noexcept nogil:
    """Move a piece by a step, slide or path: captures, promotion and custodial captures included."""
    cdef Scalars* s = &w.p.s
    cdef uint16_t victims[MAX_VICTIMS]
    cdef int code = w.p.cell[a.source], i, n, at
    if w.p.cell[a.target]:
        s.captured_now = 1
    change(t, w, a.source, 1 if r.trail else 0)
    if a.path:
        at = a.path + 1 + w.arena[a.path]
        n = w.arena[at]
        for i in range(n):
            change(t, w, w.arena[at + 1 + i], 0)
        if n:
            s.captured_now = 1
    if promotes(t, w, r, a):
        code = r.promote_code
        if t.promote_progress:
            s.progressed = 1
        s.base = s.ply + 1
    if w.p.cell[a.target] != code:
        change(t, w, a.target, code)
    if r.sandwich >= 0 and not a.path:
        n = custodial_captures(t, w, r.sandwich, a.target, side, victims)
        for i in range(n):
            change(t, w, victims[i], 0)
        if n:
            s.captured_now = 1


cdef bint can_capture(const Tables* t, Worker* w, int first, int last, int side, int cell) noexcept nogil:
    cdef int i, start = w.top
    cdef uint32_t arena = w.arena_top
    cdef bint can
    for i in range(first, last):
        if t.rules[i].may_take and t.rules[i].code == w.p.cell[cell]:
            list_piece(t, w, i, t.rules[i].op, side, cell, -1, start)
    can = has_capture(t, w, start)
    w.top = start
    w.arena_top = arena
    return can


cdef int find_huffed(const Tables* t, Worker* w, int side, uint16_t* huffed) noexcept nogil:
    """Pieces of a side that can capture; they are huffed if the side does not capture."""
    cdef const Stage* stage = &t.stages[w.p.s.stage]
    cdef int cell, n = 0
    for cell in range(t.cells):
        if t.who[w.p.cell[cell]] == side + 1 and n < MAX_VICTIMS and can_capture(
                t, w, stage.first_rule[side], stage.first_rule[side] + stage.rules[side], side, cell):
            huffed[n] = <uint16_t>cell
            n += 1
    return n


cdef bint is_one_way(const Tables* t, const Rule* r, int source, int target) noexcept nogil:
    """Whether the piece can never come back from the target."""
    cdef const Table* table = &t.tables[r.one_way]
    cdef int i
    for i in range(table.first[source], table.first[source + 1]):
        if table.items[i] == target:
            return True
    return False


cdef inline void record_key(Worker* w) noexcept nogil:
    """Record the current key in the history."""
    w.history[<int>w.p.s.ply - w.first_ply] = w.p.s.key


cdef inline void finish_move(const Tables* t, Worker* w, int target, bint whole, bint again) noexcept nogil:
    """Complete the move: switch sides, check end conditions and draws."""
    cdef Scalars* s = &w.p.s
    cdef int side = s.mover, phase
    if s.mid_move:
        s.key ^= t.key_stage[s.stage]
        if s.anchor != NO_CELL:
            s.key ^= t.key_anchor[s.anchor]
        s.mid_move = 0
    s.anchor = NO_CELL
    s.ply += 1
    if t.counts_turns:
        s.turns[side] += 1
    if s.captured_now and t.capture_progress:
        s.progressed = 1
    if s.captured_now:
        s.base = s.ply
    if t.stalled_side == side:
        s.stalled = 0 if s.base == s.ply else s.stalled + 1
    if s.progressed:
        s.progress_ply = s.ply
        s.progressed = 0
    if not again:
        s.mover = <uint8_t>(1 - side)
        if t.sowing.in_use:
            # Keys of sowing games are sums, updated once per seed.
            s.key += t.key_second if side == 0 else ~t.key_second + 1
        else:
            s.key ^= t.key_second
    if t.n_phases > 1:
        phase = phase_of(t, &w.p, s.mover)
        s.key ^= t.key_phase[s.phase] ^ t.key_phase[phase]
        s.phase = <uint8_t>phase
        s.stage = <uint8_t>t.phases[phase].stage
    else:
        s.stage = <uint8_t>t.phases[0].stage
    tt_prefetch(w, s.key)
    if s.outcome == UNFINISHED and t.n_ends and (whole or s.captured_now or not t.ends_by_capture):
        check_ends(t, w, side, target, whole, True)
    s.captured_now = 0
    if t.repetition:
        record_key(w)
    if s.outcome == UNFINISHED and may_be_drawn(t, w):
        check_draws(t, w, target == NO_CELL and not whole)


cdef inline bint has_next_stage(const Tables* t, const Worker* w, const Stage* stage, int target, int side) noexcept nogil:
    """Whether the move has another stage."""
    if stage.next_when == NEXT_ALWAYS:
        return True
    if stage.next_when == NEXT_IF_ALIGNED:
        return target != NO_CELL and in_window(t, &w.p, stage.next_windows, target, side + 1)
    if stage.next_when == NEXT_IF_CAPTURED:
        return w.p.s.captured_now
    return False


cdef bint enter_stage(const Tables* t, Worker* w, int number, bint sure, int target) noexcept nogil:
    """Enter the next stage of the move; returns False if it has no legal action."""
    cdef Scalars* s = &w.p.s
    cdef int before = s.anchor
    if not sure:
        s.anchor = <uint16_t>target
        if not has_action(t, w, number, s.mover):
            s.anchor = <uint16_t>before
            return False
    if s.mid_move:
        s.key ^= t.key_stage[s.stage]
        if before != NO_CELL:
            s.key ^= t.key_anchor[before]
    s.stage = <uint8_t>number
    s.anchor = <uint16_t>target
    s.mid_move = 1
    s.key ^= t.key_stage[number]
    if target != NO_CELL:
        s.key ^= t.key_anchor[target]
    tt_prefetch(w, s.key)
    return True


cdef inline void save(const Tables* t, Worker* w) noexcept nogil:
    """Push the scalars on the undo stack; hands and pits only in games that use them."""
    if t.cold == 0:
        copy_hot(&w.saved[w.depth], &w.p.s)
    elif t.cold == 1:
        copy_warm(&w.saved[w.depth], &w.p.s)
    else:
        w.saved[w.depth] = w.p.s
    w.depth += 1
    w.p.s.undo = UNDO_LOG


cdef inline void restore(const Tables* t, Worker* w) noexcept nogil:
    if t.cold == 0:
        copy_hot(&w.p.s, &w.saved[w.depth])
    elif t.cold == 1:
        copy_warm(&w.p.s, &w.saved[w.depth])
    else:
        w.p.s = w.saved[w.depth]


cdef void make(const Tables* t, Worker* w, const Action* action) noexcept nogil:
    """Make an action and push its undo information."""
    cdef const Rule* r = &t.rules[action.rule]
    if t.plain_moves:
        if r.plain or (r.plain_unless_promoted and not has_bit(t.regions[r.promote_region], action.target)):
            make_plain(t, w, action, not w.counting)
            return
        w.plain_undo[w.depth].codes = NOT_PLAIN
    make_any(t, w, action)


cdef void make_any(const Tables* t, Worker* w, const Action* action) noexcept nogil:
    """Make an action of any kind."""
    cdef Scalars* s = &w.p.s
    cdef Action a = action[0]
    cdef const Rule* r = &t.rules[a.rule]
    cdef const Stage* stage = &t.stages[s.stage]
    cdef int op = r.op, side = s.mover, target = a.target, i, n = 0
    cdef bint whole = False, again = False, plain = r.plain
    cdef uint16_t huffed[MAX_VICTIMS]

    # Step 1. Save the scalars, except in playouts, which are never undone.
    if not w.counting:
        save(t, w)

    # Step 2. Update the board.
    if UNLIKELY(stage.capture == CAPTURE_HUFF) and not s.mid_move and captures_of(t, &a) == 0:
        n = find_huffed(t, w, side, huffed)
    if r.plain_unless_promoted:
        plain = not has_bit(t.regions[r.promote_region], target)
    if n:
        plain = False        # huffed pieces are undone from the log, so the whole action must be
    if plain and op != OP_PLACE:
        move_plain(t, w, r, a.source, target)
    elif op == OP_PLACE:
        if plain:
            place_plain(t, w, r, target)
        else:
            change(t, w, target, r.code)
        if r.hand:
            use_hand(t, w, side, r.kind, 1)
        if r.flips:
            flip_lines(t, w, r, target, side)
            whole = True
        if t.connect_fast:
            connect_stone(t, w, target, side)
    elif op == OP_SOW:
        again = sow(t, w, a.source)
        whole = True
    elif op == OP_SHOOT or op == OP_BLOCK:
        change(t, w, target, 1)
    elif op == OP_ROTATE:
        i = count_bits(~w.p.sets[EMPTY][0] & t.block_mask[a.extra >> 1]) if t.words == 1 else 1
        if i > 3:
            rotate_block_dense(t, &w.p, a.extra >> 1, a.extra & 1, True)
            s.undo = UNDO_TURN
            s.undo_code = a.extra
        elif i:
            rotate_block_sparse(t, w, a.extra >> 1, a.extra & 1)
        whole = True
    elif op == OP_REMOVE:
        change(t, w, target, 0)
        if r.wanted == 2:
            s.captured_now = 1
        whole = True
    elif op == OP_PAIR:
        change(t, w, target, r.code)
        if a.source != NO_CELL:
            change(t, w, a.source, r.code)
        if r.hand:
            use_hand(t, w, side, r.kind, 2 if a.source != NO_CELL else 1)
        whole = True
    elif op == OP_EXIT:
        change(t, w, a.source, 0)
        whole = True
    elif op == OP_SWAP:
        swap_sides(t, w, side)
        whole = True
    elif op != OP_PASS:
        move_piece(t, w, r, &a, side)
    if not plain and r.converts and convert_around(t, w, target, side):
        whole = True
    for i in range(n):
        # The huffed piece may be the one that has moved or left the board.
        if huffed[i] != a.source:
            change(t, w, huffed[i], 0)
        elif target != NO_CELL:
            change(t, w, target, 0)
        whole = True
        s.base = s.ply + 1
        if t.capture_progress:
            s.progressed = 1
    if r.progress:
        s.progressed = 1
    if r.irreversible:
        s.base = s.ply + 1
    elif r.one_way >= 0 and is_one_way(t, r, a.source, target):
        s.base = s.ply + 1
        if r.one_way_progress:
            s.progressed = 1

    # Step 3. Enter the next stage or complete the move.
    # A shot, a removal or a rotation leaves the moved piece where it is.
    i = s.anchor if s.mid_move and op in (OP_SHOOT, OP_BLOCK, OP_REMOVE, OP_ROTATE) else target
    if stage.next_when and op != OP_PASS and op != OP_SWAP and has_next_stage(t, w, stage, i, side):
        if stage.ends_checked:
            check_ends(t, w, side, target, whole, False)
        if s.outcome == UNFINISHED and enter_stage(t, w, stage.next_stage, stage.next_sure, i):
            return
    finish_move(t, w, target, whole, again)


cdef void swap_sides(const Tables* t, Worker* w, int side) noexcept nogil:
    """Swap rule (pie rule): the only stone on the board changes sides and is mirrored to the equivalent cell."""
    cdef int cell, code = 0, found = 0
    for cell in range(t.cells):
        if t.who[w.p.cell[cell]] == 2 - side:
            found = cell
            code = w.p.cell[cell]
    change(t, w, found, 0)
    change(t, w, t.mirror[found], t.code_of[side][t.kind_of[code]])
    w.p.s.progressed = 1
    w.p.s.base = w.p.s.ply + 1
    if t.connect_fast:
        rebuild_groups(t, w)


cdef inline void unmake(const Tables* t, Worker* w) noexcept nogil:
    """Undo the last action."""
    if t.plain_moves and w.plain_undo[w.depth - 1].codes != NOT_PLAIN:
        unmake_plain(t, w)
    else:
        unmake_any(t, w)


cdef inline void unmake_any(const Tables* t, Worker* w) noexcept nogil:
    cdef const Scalars* before = &w.saved[w.depth - 1]
    cdef uint32_t top = w.p.s.log_top
    cdef bint swapped = False
    if t.connect_fast:
        swapped = top > before.log_top
        if not swapped:
            undo_unions(t, w, before.n_unions)
    if w.p.s.undo == UNDO_TURN:
        rotate_block_dense(t, &w.p, w.p.s.undo_code >> 1, 1 - (w.p.s.undo_code & 1), False)
    elif w.p.s.undo != UNDO_LOG:
        undo_plain(t, w)
    else:
        while top > before.log_top:
            top -= 1
            put(t, &w.p, w.log[top].cell, w.log[top].code)
    w.depth -= 1
    restore(t, w)
    if swapped:
        rebuild_groups(t, w)
