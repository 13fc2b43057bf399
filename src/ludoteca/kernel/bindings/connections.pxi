# Python binding of the virtual connections.

cdef tuple carrier_cells(const Carrier* carrier, int cells):
    return tuple([cell for cell in range(cells) if has_bit(carrier.w, cell)])


cdef class VirtualConnections:
    """Virtual connections, dead and captured cells of positions of a connection game. Calls keep the GIL: threads may
    share an object. Raises ValueError if the traits of the game do not allow it."""

    cdef Rules rules
    cdef HSearch* h

    def __cinit__(self, Rules rules not None):
        require(rules.t, USE_VIRTUAL_CONNECTIONS)
        self.rules = rules
        self.h = new_hsearch(rules.t)

    def __dealloc__(self):
        free(self.h)

    cdef int check(self, Snapshot snapshot) except -1:
        if snapshot.rules is not self.rules:
            self.rules.check_position(snapshot.rules)
        if not knows_connections(self.rules.t, &snapshot.p):
            raise ValueError("the game is over, or virtual connections do not decide this position")
        return 0

    def analyse(self, Snapshot snapshot not None):
        """What is proved about an unfinished position."""
        cdef HSearch* h = self.h
        cdef int cell
        self.check(snapshot)
        analyse_connections(self.rules.t, h, &snapshot.p)
        filled = [tuple([cell for cell in range(h.cells) if snapshot.p.cell[cell] == 0 and h.colour[cell] == colour])
                  for colour in (FIRST, SECOND, DEAD)]
        mover_wins = h.winner == FIRST + snapshot.p.s.mover
        return ConnectionProof(
            h.winner, h.key if mover_wins and h.key != NO_CELL else -1,
            carrier_cells(&h.threat if mover_wins and h.n_threats else &h.carrier, h.cells),
            carrier_cells(&h.must_play, h.cells) if h.winner == 0 and h.n_threats else None, *filled)

    def links(self, Snapshot snapshot not None, int side):
        """All connections found for a side, after fill-in: two points, each a cell, or -1 and the cells of a group or -2 and
        -3 for the edges, whether the connection is full, and the carrier."""
        cdef HSearch* h = self.h
        cdef const Link* link
        cdef int i, k
        check_side(side)
        self.check(snapshot)
        load_connections(self.rules.t, h, &snapshot.p)
        build_connections(self.rules.t, h, side, False)
        found = []
        if edges_joined(self.rules.t, h, side):
            return found
        for i in range(h.n_links):
            link = &h.links[i]
            ends = self.describe(link.one), self.describe(link.other)
            found += [(*ends, True, carrier_cells(&link.full[k], h.cells)) for k in range(link.n_full)]
            found += [(*ends, False, carrier_cells(&link.semi[k], h.cells)) for k in range(link.n_semi)]
        if h.connected:
            found.append((-2, -3, True, carrier_cells(&h.carrier, h.cells)))
        elif h.n_threats:
            found.append((-2, -3, False, carrier_cells(&h.threat, h.cells)))
        return found

    cdef object describe(self, int point):
        cdef int cell
        if point < 2:
            return -2 - point
        if self.h.cell_of[point] >= 0:
            return self.h.cell_of[point]
        return tuple([cell for cell in range(self.h.cells) if self.h.label[self.h.side][cell] == point])

    @property
    def colours(self):
        """The cells after the last fill-in: 0 empty, 1 first, 2 second, 3 dead."""
        return bytes(self.h.colour[:self.h.cells])

    @property
    def steps(self):
        """Steps of the and-rule in the last build."""
        return self.h.steps
