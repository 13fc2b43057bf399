# Virtual connections in the tree of connection games, as in MoHex (B. Arneson, R. Hayward and P. Henderson, "Monte Carlo tree
# search in Hex", 2010). When a node has enough visits, H-search may prove its value; else children outside the must-play
# region are proved losses, and dead and captured cells are excluded below it and filled in its rollouts.

cdef inline int placed_cell(const Node* child) noexcept nogil:
    """The cell of a placement."""
    cdef Action a
    memcpy(&a, &child.action, 8)
    return a.target


cdef void exclude_filled(const Tree* tree, Node* children, int n) noexcept nogil:
    """Exclude the dead and captured cells from new children, unless nothing else is left."""
    cdef const FillIn* filled = tree.fill_in
    cdef int i, cell, left = 0
    for i in range(n):
        cell = placed_cell(&children[i])
        left += not has_bit(filled.cells[0].w, cell) and not has_bit(filled.cells[1].w, cell)
    if left == 0:
        return
    for i in range(n):
        cell = placed_cell(&children[i])
        if children[i].outcome == UNFINISHED and (has_bit(filled.cells[0].w, cell) or has_bit(filled.cells[1].w, cell)):
            children[i].outcome = NOT_LEGAL


cdef void keep_fill_in(Tree* tree, Node* node, const Position* p) noexcept nogil:
    """Remember the fill-in of a node. Dead cells are given to the first player."""
    cdef const HSearch* h = tree.connections
    cdef FillIn* filled = &tree.fill_ins[tree.n_fill_ins]
    cdef int cell
    memset(filled, 0, sizeof(FillIn))
    for cell in range(h.cells):
        if p.cell[cell] == 0 and h.colour[cell] != EMPTY:
            add_to_carrier(&filled.cells[1 if h.colour[cell] == SECOND else 0], cell)
    tree.n_fill_ins += 1
    node.known = tree.n_fill_ins


cdef inline uint16_t proved_ply(const HSearch* h, const Position* p, const Carrier* carrier) noexcept nogil:
    """The last ply, at most, of a game whose winner always plays inside a carrier or on filled-in cells."""
    cdef int cells = p.counts[0] - carrier_size(&h.empty) + carrier_size(carrier)
    return <uint16_t>(p.s.ply + min(<int>p.counts[0], 2 * cells))


cdef void prune_children(Tree* tree, Node* node, const Position* p) noexcept nogil:
    """Children outside the must-play region lose."""
    cdef const HSearch* h = tree.connections
    cdef Node* child = &tree.nodes[node.first]
    cdef int i, cell
    if h.n_threats == 0:
        return
    for i in range(<int>node.children):
        cell = placed_cell(&child[i])
        if child[i].outcome == UNFINISHED and h.colour[cell] == EMPTY and not has_bit(h.must_play.w, cell):
            child[i].outcome = <uint8_t>(SECOND_WINS - p.s.mover)
            child[i].last_ply = proved_ply(h, p, &h.union_)


cdef bint apply_connections(const Tables* t, Worker* w, Tree* tree, Node* node) noexcept nogil:
    """Use the virtual connections of a node, built once it has enough visits. Whether they prove it."""
    cdef HSearch* h = tree.connections
    if node.known:
        tree.fill_in = &tree.fill_ins[node.known - 1]
        return False
    if (node.visits < <uint32_t>tree.options.connection_visits or node == tree.nodes or tree.n_fill_ins == MAX_FILL_INS
            or not knows_connections(t, &w.p)):
        return False
    analyse_connections(t, h, &w.p)
    keep_fill_in(tree, node, &w.p)
    if h.winner:
        node.outcome = <uint8_t>(FIRST_WINS + h.winner - FIRST)
        node.last_ply = proved_ply(h, &w.p, &h.threat if h.n_threats else &h.carrier)
        tree.proof_key = h.key if h.winner == FIRST + w.p.s.mover else NO_CELL
        return True
    tree.fill_in = &tree.fill_ins[node.known - 1]
    exclude_filled(tree, &tree.nodes[node.first], node.children)
    prune_children(tree, node, &w.p)
    return back_up_proof(tree, node, w.p.s.mover)


cdef bint prune_siblings(const Tables* t, Worker* w, Tree* tree, int d) noexcept nogil:
    """A child of node d on the path was refuted by a stone on some cell. If the opponent is connected with that stone alone,
    all children outside the carrier lose as well; so do dead cells and those that the mover captures. Whether the node is
    proved now."""
    cdef HSearch* h = tree.connections
    cdef Node* node = tree.path[d]
    cdef Node* child = &tree.nodes[node.first]
    cdef int mover = tree.mover[d], key = tree.proof_key, i, cell
    cdef Action a
    if tree.depth > d + 1:
        key = placed_cell(tree.path[d + 2])
    if key == NO_CELL or not node.known or tree.mover[d + 1] == mover:
        return False
    return_to_root(t, w, tree)
    for i in range(1, d + 1):
        memset(&a, 0, sizeof(Action))
        memcpy(&a, &tree.path[i].action, 8)
        play_forward(t, w, &a)
    if not knows_connections(t, &w.p):
        return False
    begin_connections(t, h, &w.p)
    set_colour(h, key, SECOND - mover)
    label_groups(t, h, 1 - mover)
    fill_in(t, h)
    build_connections(t, h, 1 - mover, False)
    if not h.connected:
        return False
    for i in range(<int>node.children):
        cell = placed_cell(&child[i])
        if child[i].outcome == UNFINISHED and h.colour[cell] != SECOND - mover and not has_bit(h.carrier.w, cell):
            child[i].outcome = <uint8_t>(SECOND_WINS - mover)
            child[i].last_ply = proved_ply(h, &w.p, &h.carrier)
    return back_up_proof(tree, node, mover)


cdef void choose_key(const Tables* t, Worker* w, Tree* tree) noexcept nogil:
    """The mover wins: prove the root by the key move, preferably without the help of filled-in cells."""
    cdef HSearch* h = tree.connections
    cdef Node* child = &tree.nodes[tree.nodes[0].first]
    cdef int i, key = h.key
    cdef uint16_t ply = proved_ply(h, &w.p, &h.threat if h.n_threats else &h.carrier)
    begin_connections(t, h, &w.p)
    build_connections(t, h, w.p.s.mover, True)
    if h.key != NO_CELL:
        key = h.key
        ply = proved_ply(h, &w.p, &h.threat)
    for i in range(<int>tree.nodes[0].children):
        if placed_cell(&child[i]) == key and child[i].outcome == UNFINISHED:
            child[i].outcome = <uint8_t>(FIRST_WINS + w.p.s.mover)
            child[i].last_ply = ply


cdef void apply_connections_at_root(const Tables* t, Worker* w, Tree* tree) noexcept nogil:
    """Prove the root or restrict its moves. A lost root is searched on, for the move that resists best."""
    cdef HSearch* h = tree.connections
    cdef Node* root = tree.nodes
    return_to_root(t, w, tree)
    if not knows_connections(t, &w.p) or root.first == 0:
        return
    analyse_connections(t, h, &w.p)
    keep_fill_in(tree, root, &w.p)
    if h.winner == FIRST + w.p.s.mover:
        choose_key(t, w, tree)
    elif h.winner:
        tree.lost = <uint8_t>(SECOND_WINS - w.p.s.mover)
        tree.lost_ply = proved_ply(h, &w.p, &h.carrier)
    else:
        prune_children(tree, root, &w.p)
        if not tree.restricted:
            tree.fill_in = &tree.fill_ins[root.known - 1]
            exclude_filled(tree, &tree.nodes[root.first], root.children)
    back_up_proof(tree, root, w.p.s.mover)
    if h.winner or tree.restricted:
        # The fill-in would hide moves that a player may still choose.
        memset(&tree.fill_ins[root.known - 1], 0, sizeof(FillIn))
