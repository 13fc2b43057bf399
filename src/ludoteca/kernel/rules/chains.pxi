# Generation of multi-hop paths: leaps, and steps that capture by approach, withdrawal or custody. The recursion changes
# and restores only the mailbox `cell`, not bitboards, counts and key.

cdef inline void emit(Worker* w, int source, int target, int rule, int extra) noexcept nogil:
    """Push an action on the action stack."""
    cdef int top = w.top
    if UNLIKELY(top >= MAX_ACTIONS):
        w.overflow = 1
        return
    write_action(&w.actions[top], source, target, rule, extra)
    w.top = top + 1


cdef void emit_chain(Worker* w, const Chain* c) noexcept nogil:
    """Push the current path as an action, with its cells and captures in the arena."""
    cdef int i
    cdef uint32_t at = w.arena_top
    cdef uint32_t tag = 0
    if UNLIKELY(at + c.hops + c.captures + 2 >= MAX_ARENA):
        w.overflow = 1
        return
    emit(w, c.origin, c.path[c.hops - 1] & PATH_CELL, c.rule, c.captures)
    if UNLIKELY(w.overflow):
        return
    w.arena[at] = <uint16_t>c.hops
    for i in range(c.hops):
        w.arena[at + 1 + i] = c.path[i]
        tag = tag * 31 + c.path[i] + 1
    w.arena[at + 1 + c.hops] = <uint16_t>c.captures
    for i in range(c.captures):
        w.arena[at + 2 + c.hops + i] = c.victims[i]
    w.actions[w.top - 1].path = at
    w.actions[w.top - 1].tag = <uint16_t>(tag ^ (tag >> 16))
    w.arena_top = at + 2 + c.hops + c.captures


cdef inline bint can_leap_over(const Tables* t, const Rule* r, int code, int side) noexcept nogil:
    cdef int who = t.who[code]
    if code == GHOST or code == 0:
        return False
    if who == side + 1:
        return r.over & OVER_OWN
    if who == 2 - side:
        return r.over & OVER_ENEMY
    return r.over & OVER_BLOCKED


cdef inline int run_to_leap(const Tables* t, const Worker* w, const Rule* r, const uint16_t* ray, int length,
                            int side) noexcept nogil:
    """Length of the run of pieces at the start of a ray, if a leap over it is possible; else 0."""
    cdef int n = 0, most = r.most_over if r.most_over else 1
    while n < length and n < most and can_leap_over(t, r, w.p.cell[ray[n]], side):
        n += 1
    return n if n < length and w.p.cell[ray[n]] == 0 else 0


cdef bint hop_over(const Tables* t, Worker* w, Chain* c, int rule, const uint16_t* over, int n, int land,
                   int direction) noexcept nogil:
    """Capture the pieces on the `n` cells of `over`, land and extend the chain; emits the resulting actions and restores
    the board."""
    cdef const Rule* r = &t.rules[rule]
    cdef uint8_t taken[MAX_RAY]
    cdef int i
    cdef int came = c.direction
    cdef int next_rule = rule
    cdef bint stop = r.chain == CHAIN_NONE
    cdef bint continues = False
    for i in range(n):
        taken[i] = w.p.cell[over[i]]
        w.p.cell[over[i]] = GHOST if r.removal_at_end else 0
        c.victims[c.captures + i] = over[i]
    c.path[c.hops] = <uint16_t>land
    c.hops += 1
    c.captures += n
    c.direction = direction
    if r.promote_code and r.promote_mode != PROMOTE_AT_END and allowed(t, r.promote_region, land):
        if r.promote_mode == PROMOTE_AND_STOP:
            stop = True
        else:
            next_rule = r.promote_rule
    if not stop and (c.limit < 0 or c.captures < c.limit):
        continues = extend_leaps(t, w, c, next_rule, land)
    if not continues or r.chain == CHAIN_FREE or r.chain == CHAIN_STRAIGHT:
        emit_chain(w, c)
    c.hops -= 1
    c.captures -= n
    c.direction = came
    for i in range(n):
        w.p.cell[over[i]] = taken[i]
    return True


cdef bint extend_leaps(const Tables* t, Worker* w, Chain* c, int rule, int at) noexcept nogil:
    """Extend a chain by all leaps from `at`; returns whether there was one."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* ray
    cdef uint16_t beside
    cdef int i, k, n, first, length, over, land, direction
    cdef bint found = False
    if c.hops >= MAX_PATH - 1 or c.captures > 255 - MAX_RAY or w.overflow:
        return False
    w.chain_steps += 1
    if UNLIKELY(w.chain_steps > MAX_CHAIN_STEPS):
        w.overflow = 1
        return False
    if r.op == OP_LEAP:
        for i in range(table.first[at], table.first[at + 1], 3):
            over = table.items[i]
            land = table.items[i + 1]
            if w.p.cell[land] or not can_leap_over(t, r, w.p.cell[over], c.side):
                continue
            direction = table.items[i + 2]
            if r.chain == CHAIN_STRAIGHT and c.hops and direction != c.direction:
                continue
            if not allowed(t, r.region, land):
                continue
            beside = <uint16_t>over
            found = hop_over(t, w, c, rule, &beside, 1, land, direction)
        return found
    for i in range(table.first[at], table.first[at + 1], 3):
        ray = t.ray_cells + table.items[i]
        length = table.items[i + 1]
        direction = table.items[i + 2]
        if r.chain == CHAIN_STRAIGHT and c.hops and direction != c.direction:
            continue
        k = 0
        while k < length and not w.p.cell[ray[k]] and r.run_up:
            k += 1
        n = run_to_leap(t, w, r, ray + k, length - k, c.side)
        if n == 0:
            continue
        first = k
        k += n
        while k < length and not w.p.cell[ray[k]]:
            if allowed(t, r.region, ray[k]):
                found = hop_over(t, w, c, rule, ray + first, n, ray[k], direction)
            k += 1
            if not r.land:
                break
    return found


cdef inline bint can_leap(const Tables* t, const Worker* w, int rule, int side, int source) noexcept nogil:
    """Quick test whether a short leap exists: most pieces have none."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef int i
    for i in range(table.first[source], table.first[source + 1], 3):
        if w.p.cell[table.items[i + 1]] == 0 and can_leap_over(t, r, w.p.cell[table.items[i]], side):
            return True
    return False


cdef void list_hops(const Tables* t, Worker* w, int rule, int side, int source, int start) noexcept nogil:
    """Generate the targets that a piece reaches by leaps without captures, each once (breadth-first)."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef uint64_t seen[MAX_WORDS]
    cdef uint64_t listed[MAX_WORDS]    # by other rules: a chain may pass, but they are not listed again
    cdef uint16_t waiting[MAX_CELLS]
    cdef int head = 0, tail = 1, i, n, at, land, code = w.p.cell[source]
    for i in range(t.words):
        seen[i] = listed[i] = 0
    seen[source >> 6] |= <uint64_t>1 << (source & 63)
    if r.may_repeat:
        for i in range(start, w.top):
            if w.actions[i].source == source and w.actions[i].target != NO_CELL and w.actions[i].extra == 0:
                land = w.actions[i].target
                listed[land >> 6] |= <uint64_t>1 << (land & 63)
    waiting[0] = <uint16_t>source
    w.p.cell[source] = 0
    while head < tail:
        at = waiting[head]
        head += 1
        for i in range(table.first[at], table.first[at + 1], 3):
            if r.most_over:
                n = run_to_leap(t, w, r, t.ray_cells + table.items[i], table.items[i + 1], side)
                if n == 0:
                    continue
                land = t.ray_cells[table.items[i] + n]
            else:
                land = table.items[i + 1]
            if w.p.cell[land] or has_bit(seen, land):
                continue
            if not r.most_over and not can_leap_over(t, r, w.p.cell[table.items[i]], side):
                continue
            seen[land >> 6] |= <uint64_t>1 << (land & 63)
            if r.chain != CHAIN_NONE:
                waiting[tail] = <uint16_t>land
                tail += 1
            if allowed(t, r.region, land) and not has_bit(listed, land):
                emit(w, source, land, rule, 0)
    w.p.cell[source] = <uint8_t>code


cdef bint visited(const Chain* c, int cell) noexcept nogil:
    cdef int i
    if cell == c.origin:
        return True
    for i in range(c.hops):
        if (c.path[i] & PATH_CELL) == cell:
            return True
    return False


cdef void take_run(const Tables* t, Worker* w, Chain* c, int rule, int target, int direction,
                   const uint16_t* run, int length, int mark) noexcept nogil:
    """Step to `target`, capture the unbroken run of enemies along `run` and extend the chain; emits and restores."""
    cdef const Rule* r = &t.rules[rule]
    cdef uint8_t codes[MAX_VICTIMS]
    cdef int enemy = 2 - c.side
    cdef int taken = 0, came = c.direction, i
    while (taken < length and c.captures + taken < MAX_VICTIMS - 1
           and t.who[w.p.cell[run[taken]]] == enemy):
        codes[taken] = w.p.cell[run[taken]]
        c.victims[c.captures + taken] = run[taken]
        w.p.cell[run[taken]] = 0
        taken += 1
    c.captures += taken
    c.path[c.hops] = <uint16_t>(target | mark)
    c.hops += 1
    c.direction = direction
    cdef bint continues = False
    if r.chain != CHAIN_NONE and (c.limit < 0 or c.captures < c.limit):
        continues = extend_approach(t, w, c, rule, target)
    if not continues or r.chain == CHAIN_FREE or r.chain == CHAIN_STRAIGHT:
        emit_chain(w, c)
    c.hops -= 1
    c.captures -= taken
    c.direction = came
    for i in range(taken):
        w.p.cell[run[i]] = codes[i]


cdef bint extend_approach(const Tables* t, Worker* w, Chain* c, int rule, int at) noexcept nogil:
    """Extend a chain by all steps that capture by approach or withdrawal; returns whether there was one."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef const uint16_t* ahead
    cdef const uint16_t* behind
    cdef int i, n_ahead, n_behind, target, direction
    cdef bint approach, withdrawal, found = False
    cdef int enemy = 2 - c.side
    if c.hops >= MAX_PATH - 1 or w.overflow:
        return False
    w.chain_steps += 1
    if UNLIKELY(w.chain_steps > MAX_CHAIN_STEPS):
        w.overflow = 1
        return False
    for i in range(table.first[at], table.first[at + 1], 5):
        ahead = t.ray_cells + table.items[i]
        n_ahead = table.items[i + 1]
        direction = table.items[i + 2]
        behind = t.ray_cells + table.items[i + 3]
        n_behind = table.items[i + 4]
        target = ahead[0]
        if w.p.cell[target] or not allowed(t, r.region, target):
            continue
        if r.chain == CHAIN_STRAIGHT and c.hops and direction != c.direction:
            continue
        approach = r.by_approach and n_ahead > 1 and t.who[w.p.cell[ahead[1]]] == enemy
        withdrawal = r.by_withdrawal and n_behind > 0 and t.who[w.p.cell[behind[0]]] == enemy
        if not (approach or withdrawal):
            continue
        if (r.turn and direction == c.direction) or (r.once and visited(c, target)):
            continue
        if approach:
            found = True
            take_run(t, w, c, rule, target, direction, ahead + 1, n_ahead - 1,
                     PATH_APPROACH if withdrawal else 0)
        if withdrawal:
            found = True
            take_run(t, w, c, rule, target, direction, behind, n_behind,
                     PATH_WITHDRAWAL if approach else 0)
    return found


cdef inline bint is_anvil(const Tables* t, const Worker* w, const Sandwich* s, int cell, int side) noexcept nogil:
    """Whether a cell supports a custodial capture: it holds an own piece, or is empty and hostile."""
    cdef int code = w.p.cell[cell]
    if code == 0:
        return s.hostile >= 0 and has_bit(t.regions[s.hostile], cell)
    return t.who[code] == side + 1


cdef bint royal_is_surrounded(const Tables* t, const Worker* w, const Sandwich* s, int cell, int side) noexcept nogil:
    """Whether a royal piece in or beside its fort is surrounded; beside it, the empty fort counts as an enemy."""
    cdef const Table* table = &t.tables[s.table]
    cdef const uint16_t* ray
    cdef int i
    cdef bint in_fort = has_bit(t.regions[s.royal_fort], cell)
    for i in range(table.first[cell], table.first[cell + 1], 3):
        ray = t.ray_cells + table.items[i]
        if t.who[w.p.cell[ray[0]]] == side + 1:
            continue
        if not in_fort and has_bit(t.regions[s.royal_fort], ray[0]) and w.p.cell[ray[0]] == 0:
            continue
        return False
    return True


cdef inline int add_victim(uint16_t* victims, int n, int cell) noexcept nogil:
    """Add a captured cell unless it is listed; returns the new count."""
    cdef int i
    for i in range(n):
        if victims[i] == cell:
            return n
    victims[n] = <uint16_t>cell
    return n + 1


cdef int custodial_captures(const Tables* t, const Worker* w, int sandwich, int at, int side,
                            uint16_t* victims) noexcept nogil:
    """Collect the enemies captured custodially by the piece of `side` on `at`; returns their number."""
    cdef const Sandwich* s = &t.sandwiches[sandwich]
    cdef const Table* table = &t.tables[s.table]
    cdef const uint16_t* ray
    cdef int i, j, k, length, other, n = 0
    cdef int enemy = 2 - side
    cdef int royal = s.royal[1 - side]
    for i in range(table.first[at], table.first[at + 1], 3):
        ray = t.ray_cells + table.items[i]
        length = table.items[i + 1]
        if n >= MAX_CUSTODIAL - MAX_RAY:
            break            # only on boards with very many lines through a cell
        if length == 0 or t.who[w.p.cell[ray[0]]] != enemy:
            continue
        if s.corner and table.first[ray[0] + 1] - table.first[ray[0]] == 6:
            # A corner has two neighbours: captured when the mover occupies both.
            for j in range(table.first[ray[0]], table.first[ray[0] + 1], 3):
                other = t.ray_cells[table.items[j]]
                if other != at and t.who[w.p.cell[other]] == side + 1:
                    n = add_victim(victims, n, ray[0])
            continue
        if royal and w.p.cell[ray[0]] == royal and s.royal_fort >= 0 and (
                has_bit(t.regions[s.royal_fort], ray[0])
                or (s.royal_beside >= 0 and has_bit(t.regions[s.royal_beside], ray[0]))):
            if royal_is_surrounded(t, w, s, ray[0], side):
                n = add_victim(victims, n, ray[0])
            continue
        k = 1
        if s.run:
            while k < length and t.who[w.p.cell[ray[k]]] == enemy:
                k += 1
        if k >= length or not is_anvil(t, w, s, ray[k], side):
            continue
        for j in range(k if k < MAX_RAY else MAX_RAY):
            if s.safe < 0 or not has_bit(t.regions[s.safe], ray[j]):
                n = add_victim(victims, n, ray[j])
    return n


cdef void extend_custodial(const Tables* t, Worker* w, Chain* c, int rule, int at, int code) noexcept nogil:
    """Generate all steps from `at`; after a capture the piece may continue with capturing steps."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Table* table = &t.tables[r.table]
    cdef uint8_t codes[MAX_VICTIMS]
    cdef int i, j, n, target, before
    if c.hops >= MAX_PATH - 1 or c.captures >= MAX_VICTIMS - MAX_CUSTODIAL or w.overflow:
        return
    w.chain_steps += 1
    if UNLIKELY(w.chain_steps > MAX_CHAIN_STEPS):
        w.overflow = 1
        return
    for i in range(table.first[at], table.first[at + 1]):
        target = table.items[i]
        if w.p.cell[target] or not allowed(t, r.region, target):
            continue
        w.p.cell[target] = <uint8_t>code
        n = custodial_captures(t, w, r.sandwich, target, c.side, &c.victims[c.captures])
        if n or c.hops == 0:
            for j in range(n):
                codes[j] = w.p.cell[c.victims[c.captures + j]]
                w.p.cell[c.victims[c.captures + j]] = 0
            c.path[c.hops] = <uint16_t>target
            c.hops += 1
            c.captures += n
            if r.chain != CHAIN_FINISH:
                emit_chain(w, c)
            before = w.top
            if n and r.chain != CHAIN_NONE and (c.limit < 0 or c.captures < c.limit):
                w.p.cell[target] = 0
                extend_custodial(t, w, c, rule, target, code)
            if r.chain == CHAIN_FINISH and w.top == before:
                emit_chain(w, c)
            c.hops -= 1
            c.captures -= n
            for j in range(n):
                w.p.cell[c.victims[c.captures + j]] = codes[j]
        w.p.cell[target] = 0


cdef void list_chains(const Tables* t, Worker* w, int rule, int side, int source, int limit) noexcept nogil:
    """Generate all paths of one piece by a chaining rule; the source is emptied during the recursion."""
    cdef Chain c
    cdef int op = t.rules[rule].op, code = w.p.cell[source]
    if op == OP_LEAP and not can_leap(t, w, rule, side, source):
        return
    c.hops = 0
    c.captures = 0
    c.limit = limit
    c.direction = -1
    c.side = side
    c.origin = source
    c.rule = rule
    w.p.cell[source] = 0
    if op == OP_APPROACH:
        extend_approach(t, w, &c, rule, source)
    elif op == OP_SANDWICH:
        extend_custodial(t, w, &c, rule, source, code)
    else:
        extend_leaps(t, w, &c, rule, source)
    w.p.cell[source] = <uint8_t>code
