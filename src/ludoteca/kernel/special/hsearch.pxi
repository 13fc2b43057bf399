# Virtual connections of connection games: H-search (V. Anshelevich, "A hierarchical approach to computer Hex", 2002;
# P. Henderson, B. Arneson and R. Hayward, "Hex, braids, the crossing rule, and XH-search", 2010). Points are the edges,
# the groups and the empty cells of one side. A full connection between two points holds if the opponent moves first, a
# semi-connection if the owner does; the carrier is the set of empty cells that it needs.
#
#   and-rule    two full connections with disjoint carriers that meet in a group make a full connection, in an empty cell
#               a semi-connection
#   or-rule     semi-connections without a common cell make a full connection
#
# Full connections are combined in the order of their sizes, so that small carriers replace large ones early. The limits
# on sizes, carriers for each pair, distances and steps make the search incomplete, never unsound.

cdef inline bint is_empty_carrier(const Carrier* a) noexcept nogil:
    return (a.w[0] | a.w[1] | a.w[2] | a.w[3]) == 0


cdef inline bint carriers_meet(const Carrier* a, const Carrier* b) noexcept nogil:
    return ((a.w[0] & b.w[0]) | (a.w[1] & b.w[1]) | (a.w[2] & b.w[2]) | (a.w[3] & b.w[3])) != 0


cdef inline bint is_inside(const Carrier* a, const Carrier* b) noexcept nogil:
    """Whether b contains a."""
    return ((a.w[0] & ~b.w[0]) | (a.w[1] & ~b.w[1]) | (a.w[2] & ~b.w[2]) | (a.w[3] & ~b.w[3])) == 0


cdef inline void join_carriers(Carrier* out, const Carrier* a, const Carrier* b) noexcept nogil:
    cdef int i
    for i in range(CARRIER_WORDS):
        out.w[i] = a.w[i] | b.w[i]


cdef inline void common_cells(Carrier* out, const Carrier* a, const Carrier* b) noexcept nogil:
    cdef int i
    for i in range(CARRIER_WORDS):
        out.w[i] = a.w[i] & b.w[i]


cdef inline int carrier_size(const Carrier* a) noexcept nogil:
    return count_bits(a.w[0]) + count_bits(a.w[1]) + count_bits(a.w[2]) + count_bits(a.w[3])


cdef inline void add_to_carrier(Carrier* a, int cell) noexcept nogil:
    a.w[cell >> 6] |= <uint64_t>1 << (cell & 63)


cdef int link_between(HSearch* h, int one, int other) noexcept nogil:
    """The link of two points, created if necessary; NO_LINK if there are too many."""
    cdef int found = h.link_of[one * h.n_points + other]
    cdef Link* link
    if found != NO_LINK or h.n_links == MAX_LINKS:
        return found
    found = h.n_links
    h.n_links += 1
    link = &h.links[found]
    link.one = <uint16_t>one
    link.other = <uint16_t>other
    link.n_full = link.n_semi = 0
    link.done = 0
    h.link_of[one * h.n_points + other] = <uint16_t>found
    h.link_of[other * h.n_points + one] = <uint16_t>found
    return found


cdef void add_pending(HSearch* h, int link, const Carrier* carrier, int size) noexcept nogil:
    cdef int at = h.n_pending
    h.n_pending += 1
    h.pending[at].carrier = carrier[0]
    h.pending[at].link = <uint16_t>link
    h.pending[at].next = NO_LINK
    if h.first[size] == NO_LINK:
        h.first[size] = <uint16_t>at
    else:
        h.pending[h.last[size]].next = <uint16_t>at
    h.last[size] = <uint16_t>at


cdef void add_full(HSearch* h, int one, int other, const Carrier* carrier, int size) noexcept nogil:
    """Record a full connection unless a smaller one is known."""
    cdef int number, i, worst
    cdef Link* link
    if one + other == 1:
        h.connected = h.finished = 1
        h.carrier = carrier[0]
        return
    number = link_between(h, one, other)
    if number == NO_LINK or h.n_pending == MAX_PENDING_FULL:
        return
    link = &h.links[number]
    for i in range(link.n_full):
        if is_inside(&link.full[i], carrier):
            return
    # Supersets that were not combined yet are replaced.
    i = 0
    while i < link.n_full:
        if not link.done >> i & 1 and is_inside(carrier, &link.full[i]):
            link.n_full -= 1
            link.full[i] = link.full[link.n_full]
            link.full_size[i] = link.full_size[link.n_full]
            link.done = (link.done & ~(1 << i)) | ((link.done >> link.n_full & 1) << i)
            link.done &= (1 << link.n_full) - 1
        else:
            i += 1
    if link.n_full == MAX_FULL:
        worst = -1
        for i in range(MAX_FULL):
            if not link.done >> i & 1 and (worst < 0 or link.full_size[i] > link.full_size[worst]):
                worst = i
        if worst < 0 or link.full_size[worst] <= size:
            return
    else:
        worst = link.n_full
        link.n_full += 1
    link.full[worst] = carrier[0]
    link.full_size[worst] = <uint8_t>size
    i = 0
    while i < link.n_semi:
        if is_inside(carrier, &link.semi[i]):
            link.n_semi -= 1
            link.semi[i] = link.semi[link.n_semi]
            link.semi_size[i] = link.semi_size[link.n_semi]
        else:
            i += 1
    add_pending(h, number, carrier, size)


cdef void or_rule(HSearch* h, Link* link, const Carrier* carrier, int limit) noexcept nogil:
    """Full connections made of a new semi-connection, the last one of its link, and others. A union has at most MAX_UNION
    members, each of which removes a common cell."""
    cdef Carrier found[6]
    cdef Carrier common[MAX_UNION]
    cdef Carrier joined[MAX_UNION]
    cdef Carrier rest[MAX_SEMI + 1]    # cells common to the semi-connections from each one on
    cdef int at[MAX_UNION]
    cdef int n = link.n_semi - 1, level = 0, n_found = 0, i, k, one = link.one, other = link.other
    cdef bint known
    memset(&rest[n], 0xFF, sizeof(Carrier))
    for i in range(n - 1, -1, -1):
        common_cells(&rest[i], &rest[i + 1], &link.semi[i])
    common[0] = carrier[0]
    joined[0] = carrier[0]
    at[0] = 0
    while level >= 0 and n_found < 6:
        i = at[level]
        at[level] += 1
        if i >= n or carriers_meet(&common[level], &rest[i]):
            level -= 1
            continue
        common_cells(&common[level + 1], &common[level], &link.semi[i])
        if is_inside(&common[level], &common[level + 1]):
            continue
        join_carriers(&joined[level + 1], &joined[level], &link.semi[i])
        if carrier_size(&joined[level + 1]) > limit:
            continue
        known = False
        for k in range(link.n_full):
            known |= is_inside(&link.full[k], &joined[level + 1])
        for k in range(n_found):
            known |= is_inside(&found[k], &joined[level + 1])
        if known:
            continue
        if is_empty_carrier(&common[level + 1]):
            found[n_found] = joined[level + 1]
            n_found += 1
        elif level + 2 < MAX_UNION:
            level += 1
            at[level] = i + 1
    for i in range(n_found):
        add_full(h, one, other, &found[i], carrier_size(&found[i]))


cdef void add_edge_threat(HSearch* h, const Carrier* carrier, int size, int key) noexcept nogil:
    """A semi-connection between the edges."""
    if h.n_threats == 0 or size < h.key_size:
        h.key = key
        h.key_size = size
        h.threat = carrier[0]
    if h.n_threats:
        common_cells(&h.must_play, &h.must_play, carrier)
        join_carriers(&h.union_, &h.union_, carrier)
    else:
        h.must_play = h.union_ = carrier[0]
    h.n_threats += 1
    if is_empty_carrier(&h.must_play):
        h.connected = h.finished = 1
        h.carrier = h.union_
    if h.stop_at_semi:
        h.finished = 1


cdef void add_semi(HSearch* h, int one, int other, const Carrier* carrier, int size, int key, int limit) noexcept nogil:
    """Record a semi-connection unless a smaller connection is known, and apply the or-rule."""
    cdef int number, i, worst
    cdef Link* link
    if one + other == 1:
        add_edge_threat(h, carrier, size, key)
        return
    number = link_between(h, one, other)
    if number == NO_LINK:
        return
    link = &h.links[number]
    for i in range(link.n_full):
        if is_inside(&link.full[i], carrier):
            return
    for i in range(link.n_semi):
        if is_inside(&link.semi[i], carrier):
            return
    i = 0
    while i < link.n_semi:
        if is_inside(carrier, &link.semi[i]):
            link.n_semi -= 1
            link.semi[i] = link.semi[link.n_semi]
            link.semi_size[i] = link.semi_size[link.n_semi]
        else:
            i += 1
    if link.n_semi == MAX_SEMI:
        worst = 0
        for i in range(1, MAX_SEMI):
            if link.semi_size[i] > link.semi_size[worst]:
                worst = i
        if link.semi_size[worst] <= size:
            return
        link.semi[worst] = link.semi[MAX_SEMI - 1]
        link.semi_size[worst] = link.semi_size[MAX_SEMI - 1]
        link.n_semi -= 1
    link.semi[link.n_semi] = carrier[0]
    link.semi_size[link.n_semi] = <uint8_t>size
    link.n_semi += 1
    or_rule(h, link, carrier, limit)


cdef void and_rule_at(HSearch* h, const Carrier* carrier, int size, int middle, int end, int far) noexcept nogil:
    """Combine a full connection between `end` and `middle` with those between `middle` and `far`."""
    cdef int end_cell = h.cell_of[end], middle_cell = h.cell_of[middle], j, total
    cdef int limit = h.most_cells if end_cell >= 0 and h.cell_of[far] >= 0 else MAX_CARRIER
    cdef const Link* b = &h.links[h.link_of[middle * h.n_points + far]]
    cdef Carrier joined
    for j in range(b.n_full):
        if not b.done >> j & 1:
            continue
        h.steps += 1
        total = size + b.full_size[j] + (middle_cell >= 0)
        if total > limit or carriers_meet(carrier, &b.full[j]):
            continue
        if end_cell >= 0 and has_bit(b.full[j].w, end_cell):
            continue
        join_carriers(&joined, carrier, &b.full[j])
        if middle_cell >= 0:
            add_to_carrier(&joined, middle_cell)
            add_semi(h, end, far, &joined, total, middle_cell, limit)
        else:
            add_full(h, end, far, &joined, total)
        if h.finished:
            return


cdef void and_rule(HSearch* h, const Carrier* carrier, int size, int middle, int end) noexcept nogil:
    """Combine a full connection between `end` and `middle` with all others of `middle`."""
    cdef int end_cell = h.cell_of[end], k, word, far
    cdef uint64_t bits
    for word in range(CARRIER_WORDS):
        bits = h.reach[middle].w[word] & ~carrier.w[word] & ~h.adjacent_to[end].w[word]
        if end_cell >= 0:
            bits &= h.near[end_cell].w[word]
        while bits:
            far = h.point[(word << 6) + lowest_bit(bits)]
            bits &= bits - 1
            if far != end:
                and_rule_at(h, carrier, size, middle, end, far)
                if h.finished:
                    return
    for k in range(h.n_beside[middle]):
        far = h.beside[middle][k]
        if far != end and not (end_cell >= 0 and has_bit(h.adjacent_to[far].w, end_cell)):
            and_rule_at(h, carrier, size, middle, end, far)
            if h.finished:
                return


cdef void mark_done(HSearch* h, Link* link, int i) noexcept nogil:
    """Let a full connection take part in the and-rule."""
    cdef int k, one = link.one, other = link.other
    if not link.done:
        for k in range(2):
            if h.cell_of[other] >= 0:
                add_to_carrier(&h.reach[one], h.cell_of[other])
            else:
                h.beside[one][h.n_beside[one]] = <uint16_t>other
                h.n_beside[one] += 1
            one, other = other, one
    link.done |= 1 << i


cdef void add_adjacent(HSearch* h, int cell, int point) noexcept nogil:
    """A cell and a point beside it are connected without a carrier."""
    cdef Carrier none
    memset(&none, 0, sizeof(none))
    add_full(h, h.point[cell], point, &none, 0)
    add_to_carrier(&h.adjacent_to[point], cell)
    if h.cell_of[point] >= 0:
        add_to_carrier(&h.adjacent_to[h.point[cell]], h.cell_of[point])


cdef void begin_points(const Tables* t, HSearch* h, int side) noexcept nogil:
    """Number the points of a side and connect neighbours."""
    cdef const End* e = &t.ends[t.connect_end]
    cdef int cell, other, i, n = h.n_labels[side]
    for i in range(n):
        h.cell_of[i] = -1
    for cell in range(h.cells):
        h.point[cell] = h.label[side][cell]
        if h.colour[cell] == EMPTY:
            h.point[cell] = <uint16_t>n
            h.cell_of[n] = <int16_t>cell
            n += 1
    h.n_points = n
    h.n_links = h.n_pending = 0
    memset(h.link_of, 0xFF, n * n * sizeof(uint16_t))
    memset(h.n_beside, 0, n * sizeof(uint16_t))
    memset(h.reach, 0, n * sizeof(Carrier))
    memset(h.adjacent_to, 0, n * sizeof(Carrier))
    memset(h.first, 0xFF, sizeof(h.first))
    for cell in range(h.cells):
        if h.colour[cell] != EMPTY:
            continue
        for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
            other = t.neighbours.items[i]
            if h.point[other] != NO_CELL and (h.colour[other] != EMPTY or other > cell):
                add_adjacent(h, cell, h.point[other])
        if has_bit(t.regions[e.region[side]], cell):
            add_adjacent(h, cell, 0)
        if has_bit(t.regions[e.far[side]], cell):
            add_adjacent(h, cell, 1)


cdef void build_connections(const Tables* t, HSearch* h, int side, bint stop_at_semi) noexcept nogil:
    """Find the connections of a side in the filled-in position, until its edges are connected."""
    cdef int size, at, i
    cdef Link* link
    cdef Carrier carrier
    h.side = side
    h.builds += 1
    h.steps = 0
    h.connected = h.finished = h.n_threats = 0
    h.key = NO_CELL
    h.stop_at_semi = stop_at_semi
    memset(&h.must_play, 0, sizeof(Carrier))
    memset(&h.union_, 0, sizeof(Carrier))
    memset(&h.carrier, 0, sizeof(Carrier))
    if edges_joined(t, h, side):
        h.connected = 1
        return
    begin_points(t, h, side)
    for size in range(MAX_CARRIER + 1):
        while h.first[size] != NO_LINK:
            at = h.first[size]
            h.first[size] = h.pending[at].next
            link = &h.links[h.pending[at].link]
            carrier = h.pending[at].carrier
            i = 0
            while i < link.n_full and (link.full_size[i] != size or link.done >> i & 1
                                       or not is_inside(&link.full[i], &carrier)):
                i += 1
            if i == link.n_full:
                continue     # replaced by a smaller one
            mark_done(h, link, i)
            if link.other > 1:
                and_rule(h, &carrier, size, link.other, link.one)
            if link.one > 1 and not h.finished:
                and_rule(h, &carrier, size, link.one, link.other)
            if h.finished or h.steps > <uint64_t>h.most_steps:
                return


cdef void begin_connections(const Tables* t, HSearch* h, const Position* p) noexcept nogil:
    """Take the stones of a position, without fill-in."""
    cdef int i
    for i in range(h.cells):
        h.colour[i] = <uint8_t>t.who[p.cell[i]]
    for i in range(CARRIER_WORDS):
        h.empty.w[i] = p.sets[EMPTY][i]
    label_groups(t, h, 0)
    label_groups(t, h, 1)


cdef void load_connections(const Tables* t, HSearch* h, const Position* p) noexcept nogil:
    """Take the stones of a position and fill in dead and captured cells."""
    begin_connections(t, h, p)
    fill_in(t, h)


cdef bint knows_connections(const Tables* t, const Position* p) noexcept nogil:
    """Whether virtual connections decide a position: neither blocked cells nor a swap to come."""
    cdef int word
    if not t.features & USE_VIRTUAL_CONNECTIONS or p.s.mid_move or p.s.outcome:
        return False
    if t.traits & TRAIT_SWAP and not (p.counts[t.code_of[0][0]] and p.counts[t.code_of[1][0]]):
        return False
    for word in range(t.words):
        if p.sets[BLOCKED][word] | p.sets[SHARED][word]:
            return False
    return True


cdef void analyse_connections(const Tables* t, HSearch* h, const Position* p) noexcept nogil:
    """The winner of a position if virtual connections prove one, with the key move of the mover; else the opponent's
    must-play region."""
    cdef int mover = p.s.mover
    load_connections(t, h, p)
    build_connections(t, h, mover, True)
    if h.connected or h.n_threats:
        h.winner = FIRST + mover
        return
    build_connections(t, h, 1 - mover, False)
    h.winner = SECOND - mover if h.connected else 0


cdef HSearch* new_hsearch(const Tables* t) except NULL:
    """Allocate the memory of a search once, and derive from the board graph which cells are near."""
    cdef HSearch* h = <HSearch*>calloc(1, sizeof(HSearch))
    cdef int cell, i, k
    if h == NULL:
        raise MemoryError()
    h.cells = t.cells
    h.most_steps = 400000
    h.most_cells = 12
    for cell in range(t.cells):
        add_to_carrier(&h.near[cell], cell)
        for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
            add_to_carrier(&h.adjacent[cell], t.neighbours.items[i])
    for k in range(2):
        widen_near(t, h)
    return h


cdef int widen_near(const Tables* t, HSearch* h) except -1:
    cdef Carrier wider[MAX_HSEARCH_CELLS]
    cdef int cell, i
    for cell in range(t.cells):
        wider[cell] = h.near[cell]
        for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
            join_carriers(&wider[cell], &wider[cell], &h.near[t.neighbours.items[i]])
    memcpy(h.near, wider, t.cells * sizeof(Carrier))
    return 0
