# Connection games (Hex): the evaluation counts the stones a side still needs. Requires the trait `connects`: the
# compiler leaves the weight `link` zero in other games.

cdef int connection_distance(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    """Stones the owner still needs to connect its sides: a 0-1 breadth-first search over own stones and empty cells."""
    cdef uint8_t cost[MAX_CELLS]
    cdef uint16_t ring[2][MAX_CELLS]
    cdef int n[2]
    cdef int now = 0, i, k, cell, other, depth = 0, who
    for cell in range(t.cells):
        cost[cell] = 255
    n[0] = n[1] = 0
    for cell in range(t.cells):
        if not has_bit(t.regions[e.region[owner]], cell):
            continue
        who = t.who[p.cell[cell]]
        if who == owner + 1:
            cost[cell] = 0
            ring[0][n[0]] = <uint16_t>cell
            n[0] += 1
        elif who == EMPTY:
            cost[cell] = 1
            ring[1][n[1]] = <uint16_t>cell
            n[1] += 1
    while n[0] or n[1]:
        i = 0
        while i < n[now]:
            cell = ring[now][i]
            i += 1
            if cost[cell] != depth:
                continue
            if has_bit(t.regions[e.far[owner]], cell):
                return depth
            for k in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
                other = t.neighbours.items[k]
                who = t.who[p.cell[other]]
                if who == owner + 1 and cost[other] > depth and n[now] < MAX_CELLS:
                    cost[other] = <uint8_t>depth
                    ring[now][n[now]] = <uint16_t>other
                    n[now] += 1
                elif who == EMPTY and cost[other] > depth + 1 and n[1 - now] < MAX_CELLS:
                    cost[other] = <uint8_t>(depth + 1)
                    ring[1 - now][n[1 - now]] = <uint16_t>other
                    n[1 - now] += 1
        n[now] = 0
        now = 1 - now
        depth += 1
        if depth > 200:
            break
    return 200


cdef void goal_distances(const Tables* t, const Position* p, int owner, uint32_t goal, uint8_t* cost) noexcept nogil:
    """For each cell the stones that the owner still needs for a chain from it to a goal, the cell included: a 0-1
    breadth-first search. 255 where there is no way."""
    cdef uint16_t ring[2][MAX_CELLS]
    cdef int n[2]
    cdef int now = 0, i, k, cell, other, depth = 0, who
    memset(cost, 255, t.cells)
    n[0] = n[1] = 0
    for cell in range(t.cells):
        if not t.goals[owner][cell] & goal:
            continue
        who = t.who[p.cell[cell]]
        if who == owner + 1 or who == EMPTY:
            k = who == EMPTY
            cost[cell] = <uint8_t>k
            ring[k][n[k]] = <uint16_t>cell
            n[k] += 1
    while n[0] or n[1]:
        i = 0
        while i < n[now]:
            cell = ring[now][i]
            i += 1
            if cost[cell] != depth:
                continue
            for k in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
                other = t.neighbours.items[k]
                who = t.who[p.cell[other]]
                if who == owner + 1 and cost[other] > depth and n[now] < MAX_CELLS:
                    cost[other] = <uint8_t>depth
                    ring[now][n[now]] = <uint16_t>other
                    n[now] += 1
                elif who == EMPTY and cost[other] > depth + 1 and n[1 - now] < MAX_CELLS:
                    cost[other] = <uint8_t>(depth + 1)
                    ring[1 - now][n[1 - now]] = <uint16_t>other
                    n[1 - now] += 1
        n[now] = 0
        now = 1 - now
        depth += 1
        if depth > 200:
            break


cdef int join_distance(const Tables* t, const Position* p, const End* e, int owner) noexcept nogil:
    """Stones the owner still needs to connect `n` of the goals. The paths are assumed to meet in one cell, which is exact
    for two and three goals."""
    cdef uint8_t cost[12][MAX_CELLS]
    cdef int nearest[12]
    cdef int n = 0, bit, cell, i, j, total, best = 200
    for bit in range(30):
        if e.goals[owner] >> bit & 1 and n < 12:
            goal_distances(t, p, owner, <uint32_t>1 << bit, cost[n])
            n += 1
    if n < e.n:
        return best
    for cell in range(t.cells):
        if t.who[p.cell[cell]] != owner + 1 and t.who[p.cell[cell]] != EMPTY:
            continue
        # The costs of the goals in ascending order; the cell itself is counted once.
        for i in range(n):
            j = i
            while j > 0 and nearest[j - 1] > cost[i][cell]:
                nearest[j] = nearest[j - 1]
                j -= 1
            nearest[j] = cost[i][cell]
        total = 0
        for i in range(e.n):
            total += nearest[i]
        if p.cell[cell] == 0:
            total -= e.n - 1
        best = min(best, total)
    return best


cdef int ring_distance(const Tables* t, const Position* p, int owner) noexcept nogil:
    """Stones the owner still needs for a ring of six; larger rings are left to the search."""
    cdef const uint16_t* around
    cdef int cell, k, lacks, best = 200
    for cell in range(t.cells):
        around = t.around + 6 * cell
        lacks = 0
        for k in range(6):
            if around[k] == NO_CELL or (p.cell[around[k]] and t.who[p.cell[around[k]]] != owner + 1):
                lacks = 200
                break
            lacks += p.cell[around[k]] == 0
        best = min(best, lacks)
    return best


cdef int chain_distance(const Tables* t, const Position* p, int owner) noexcept nogil:
    """Stones the owner still needs for the nearest end that a chain decides."""
    cdef const End* e
    cdef int i, best = 200
    for i in range(t.n_ends):
        e = &t.ends[i]
        if not e.owners >> owner & 1 or e.result != OWNER_WINS:
            continue
        if e.type == END_JOIN:
            best = min(best, join_distance(t, p, e, owner))
        elif e.type == END_RING:
            best = min(best, ring_distance(t, p, owner))
    return best
