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
