# A second way to look for a move: a tree that grows where random play goes well. Each simulation goes down the
# tree from the root, opens a new position, plays on at random, and writes what came of it into every node of
# its way. What is proved on the way (won, lost, drawn) is proved upwards too. The mover of a position is asked
# for, never reckoned from its depth: the stages of one move are nodes of one mover.

cdef inline uint32_t code_of_action(const Tables* t, const Tree* tree, const Action* a) noexcept nogil:
    """A small number for an action: equal for equal sources and targets, whatever the position."""
    cdef uint32_t source = a.source + 1 if a.source != NO_CELL else 0
    cdef uint32_t target = a.target + 1 if a.target != NO_CELL else 0
    if source == 0 and target == 0:
        return tree.width * tree.width + a.extra
    return source * tree.width + target


cdef inline double worth_of(int outcome) noexcept nogil:
    """A finished game for the first player, from 0 to 1."""
    return 1.0 if outcome == FIRST_WINS else (0.0 if outcome == SECOND_WINS else 0.5)


cdef inline double chance(const Tables* t, Worker* w, const Tree* tree) noexcept nogil:
    """The opinion on a position as the first player's chance, from 0 to 1."""
    cdef double units = evaluate(t, w)
    if w.p.s.mover:
        units = -units
    return 1.0 / (1.0 + exp(-units / tree.habits.scale))


cdef inline void note(const Tables* t, Worker* w, Tree* tree, const Action* a) noexcept nogil:
    """Remember that the mover has chosen an action in this simulation."""
    tree.when[w.p.s.mover * tree.codes + code_of_action(t, tree, a)] = tree.now
    tree.now += 1
    tree.hints.last[w.p.s.mover] = a.target


cdef inline void step(const Tables* t, Worker* w, const Action* a) noexcept nogil:
    """Make an action that will not be taken back."""
    cdef int ply = w.p.s.ply
    make(t, w, a)
    w.depth = 0
    w.p.s.log_top = 0
    if t.repetition and w.p.s.ply != ply:
        w.seen[w.p.s.key & 1023] += 1


cdef bint came_back(const Tables* t, const Worker* w) noexcept nogil:
    """Whether the current position has stood on the board before."""
    cdef int i = <int>w.p.s.ply - 1, base = w.p.s.base
    cdef const uint64_t* history = w.history - w.first_ply
    if not t.repetition or w.p.s.mid_move:
        return False
    while i >= base:
        if history[i] == w.p.s.key:
            return True
        i -= 1
    return False


cdef void return_to_root(const Tables* t, Worker* w, Tree* tree) noexcept nogil:
    w.p = tree.root
    w.depth = 0
    w.top = 0
    w.arena_top = 1
    if t.repetition:
        memcpy(w.seen, tree.seen, sizeof(w.seen))
    if t.connect_fast:
        memcpy(w.parent, tree.parent, (t.cells + 4) * sizeof(uint16_t))
        memcpy(w.weight, tree.weight, (t.cells + 4) * sizeof(uint16_t))


cdef void inherit(Tree* tree, Node* children, int n, int side) noexcept nogil:
    """New nodes begin with what the same actions did above, at the nearest node of the same side and stage."""
    cdef int d = tree.depth - 1, i
    cdef Node* above
    cdef Node* old
    cdef float most = tree.habits.inherit
    while d >= 0 and (tree.mover[d] != side or tree.stage[d] != tree.stage[tree.depth]):
        d -= 1
    if d < 0:
        return
    above = &tree.nodes[tree.path[d].first]
    for i in range(<int>tree.path[d].children):
        tree.heir[above[i].code] = tree.path[d].first + i
    for i in range(n):
        old = &tree.nodes[tree.heir[children[i].code]]
        # What an older inheritance left here is told apart by its place and its code.
        if old >= above and old < above + tree.path[d].children and old.code == children[i].code:
            children[i].likely = old.likely
            children[i].likely_visits = old.likely_visits if old.likely_visits < most else most


cdef void look_at_child(const Tables* t, Worker* w, Tree* tree, Node* child, const Action* a, int side) noexcept nogil:
    """Does the action end the game? If opinions count, what is the one on what it leads to?"""
    cdef double worth
    make(t, w, a)
    if w.p.s.outcome:
        child.outcome = w.p.s.outcome
        child.last_ply = w.p.s.ply
        worth = worth_of(w.p.s.outcome)
        child.opinion = <float>(1.0 - worth if side else worth)
    elif tree.habits.trust > 0:
        worth = chance(t, w, tree)
        child.opinion = <float>(1.0 - worth if side else worth)
    unmake(t, w)


cdef bint open_node(const Tables* t, Worker* w, Tree* tree, Node* node) noexcept nogil:
    """List the actions of the current position as children. False if there is no room."""
    cdef int start = w.top, i, n, side = w.p.s.mover
    cdef uint32_t arena = w.arena_top
    cdef Node* child
    cdef const Action* a
    n = generate(t, w)
    if w.overflow or tree.used + <uint32_t>n > tree.size:
        w.top = start
        w.arena_top = arena
        return False
    if n == 0:
        resolve_no_move(t, w)
        node.outcome = w.p.s.outcome
        node.last_ply = w.p.s.ply
        return True
    w.counting = 0
    for i in range(n):
        a = &w.actions[start + i]
        child = &tree.nodes[tree.used + i]
        memset(child, 0, sizeof(Node))
        child.action = move_of(a)
        child.code = code_of_action(t, tree, a)
        child.listed = a.path != 0
        child.opinion = 0.5
        look_at_child(t, w, tree, child, a, side)
    w.counting = 1
    if tree.habits.inherit:
        inherit(tree, &tree.nodes[tree.used], n, side)
    node.first = tree.used
    node.children = n
    tree.used += n
    w.top = start
    w.arena_top = arena
    prove(tree, node, side)
    return True


cdef bint prove(Tree* tree, Node* node, int side) noexcept nogil:
    """Prove a node from its children: one that wins is enough; else all must be proved. Whether it is proved."""
    cdef const Node* child = &tree.nodes[node.first]
    cdef int i, wins = FIRST_WINS + side
    cdef bint all_known = True, drawn = False
    cdef uint16_t soonest = 65535, latest = 0, latest_draw = 0
    for i in range(<int>node.children):
        if child[i].outcome == wins:
            if child[i].last_ply < soonest:
                soonest = child[i].last_ply
        elif child[i].outcome == UNFINISHED:
            all_known = False
        elif child[i].outcome == NOT_LEGAL:
            continue
        elif child[i].outcome == DRAW:
            drawn = True
            latest_draw = max(latest_draw, child[i].last_ply)
        else:
            latest = max(latest, child[i].last_ply)
    if soonest != 65535:
        node.outcome = <uint8_t>wins
        node.last_ply = soonest
    elif all_known and drawn:
        node.outcome = DRAW
        node.last_ply = latest_draw
    elif all_known:
        node.outcome = <uint8_t>(SECOND_WINS - side)
        node.last_ply = latest
    return node.outcome != UNFINISHED


cdef inline float attraction(const Tree* tree, const Node* c, float log_visits) noexcept nogil:
    """How much a child attracts the side that chooses."""
    cdef const Habits* h = &tree.habits
    cdef float n = c.visits, m = c.likely_visits, value, share
    value = c.mean if c.visits else (c.opinion if h.trust > 0 else 0.5)
    if h.trust > 0:
        value += <float>h.trust * (c.opinion - value)
    if h.likeness > 0 and m > 0:
        share = m / (m + n + m * n * <float>h.likeness)
        value += share * (c.likely - value)
    elif c.visits == 0 and h.trust <= 0:
        return 2.0
    if h.explore > 0:
        value += <float>h.explore * log_visits * tree.root_of[c.visits if c.visits < ROOTS else ROOTS - 1]
    return value


cdef Node* select_child(Worker* w, Tree* tree, const Node* node) noexcept nogil:
    """The child that attracts most and is not proved; among equals, chance decides where to look first."""
    cdef Node* children = &tree.nodes[node.first]
    cdef int n = node.children, i, k, best = 0, begin = random_below(w, n)
    cdef float log_visits = <float>sqrt(log(node.visits + 1.0)), value, most = -2.0
    cdef bint drawn = False
    for k in range(n):
        i = begin + k if begin + k < n else begin + k - n
        if children[i].outcome:
            drawn |= children[i].outcome == DRAW
            continue
        value = attraction(tree, &children[i], log_visits)
        if value > most:
            most = value
            best = i
    tree.drawn[tree.depth] = drawn and most < 0.5
    return &children[best]


cdef bint take_step(const Tables* t, Worker* w, Tree* tree, const Node* node, const Node* child) noexcept nogil:
    """Make the action that leads to a child. False if it is not to be found, which never happens."""
    cdef Action a
    cdef int start = w.top, n, i
    cdef uint32_t arena = w.arena_top
    memset(&a, 0, sizeof(Action))
    memcpy(&a, &child.action, 8)
    note(t, w, tree, &a)
    if not child.listed:
        step(t, w, &a)
        return True
    n = generate(t, w)
    i = start + <int>(child - &tree.nodes[node.first])
    if node.children != <uint32_t>n or move_of(&w.actions[i]) != child.action:
        i = start
        while i < start + n and move_of(&w.actions[i]) != child.action:
            i += 1
        if i == start + n:
            w.overflow = 1
            return False
    step(t, w, &w.actions[i])
    w.top = start
    w.arena_top = arena
    return True


cdef inline void learn(Tree* tree, int d, double first) noexcept nogil:
    """Write a result into a node of the path: its own mean, and what its children's actions did further on."""
    cdef Node* node = tree.path[d]
    cdef int side = tree.mover[d], i
    cdef float value = <float>(1.0 - first if side else first), best = 0
    cdef Node* child
    cdef const uint32_t* when = tree.when + side * tree.codes
    cdef uint32_t since = tree.clock + d
    cdef bint trusting = tree.habits.trust > 0
    node.visits += 1
    if d:
        node.mean += (<float>(1.0 - first if tree.mover[d - 1] else first) - node.mean) / <float>node.visits
    if node.first == 0:
        return
    child = &tree.nodes[node.first]
    if tree.habits.likeness > 0:
        for i in range(<int>node.children):
            if when[child[i].code] >= since:
                child[i].likely_visits += 1
                child[i].likely += (value - child[i].likely) / child[i].likely_visits
    if trusting and d:
        for i in range(<int>node.children):
            if child[i].opinion > best:
                best = child[i].opinion
        node.opinion = best if tree.mover[d - 1] == side else <float>1.0 - best


cdef void simulate(const Tables* t, Worker* w, Tree* tree) noexcept nogil:
    """One simulation: down the tree, on at random, and back."""
    cdef Node* node = tree.nodes
    cdef Node* child
    cdef double first
    cdef int d

    # Step 1. Back to the root.
    return_to_root(t, w, tree)
    tree.clock = tree.now
    tree.depth = 0
    tree.hints.last[0] = tree.hints.last[1] = NO_CELL
    tree.path[0] = node
    tree.mover[0] = w.p.s.mover
    tree.stage[0] = w.p.s.stage

    # Step 2. Down the tree, to a position that is proved, comes back, or is not opened.
    while True:
        if node.outcome:
            first = worth_of(node.outcome)
            break
        if tree.depth and came_back(t, w):
            first = 0.5
            break
        if node.first == 0 and (node.visits < <uint32_t>tree.habits.open_at or tree.depth >= DEEPEST_PATH
                                or not open_node(t, w, tree, node)):
            # Step 3. On at random.
            first = play_on(t, w, tree)
            break
        if node.outcome:
            first = worth_of(node.outcome)
            break
        child = select_child(w, tree, node)
        if not take_step(t, w, tree, node, child):
            return
        tree.depth += 1
        node = child
        tree.path[tree.depth] = node
        tree.mover[tree.depth] = w.p.s.mover
        tree.stage[tree.depth] = w.p.s.stage
    if w.overflow:
        return

    # Step 4. What is proved is proved upwards.
    d = tree.depth
    while d > 0 and tree.path[d].outcome and prove(tree, tree.path[d - 1], tree.mover[d - 1]):
        d -= 1

    # Step 5. Every node of the way learns. Where a draw is certain, what was looked at to know more counts no more.
    for d in range(tree.depth, -1, -1):
        if d < tree.depth and tree.drawn[d]:
            first = 0.5
        learn(tree, d, first)
    tree.playouts += 1


cdef void grow(const Tables* t, Worker* w, Tree* tree, uint64_t playouts) noexcept nogil:
    """Simulate until there were so many playouts in all, the root is proved, or somebody says stop."""
    w.counting = 1
    while tree.playouts < playouts and not is_stopped(w) and not w.overflow and not tree.nodes[0].outcome:
        if tree.now > <uint32_t>4000000000:
            memset(tree.when, 0, 2 * tree.codes * sizeof(uint32_t))
            tree.now = 1
        simulate(t, w, tree)
    w.counting = 0
    return_to_root(t, w, tree)
