# Monte Carlo tree search: UCT (Kocsis & Szepesvári 2006) with AMAF/RAVE (Gelly & Silver 2007), static evaluations mixed
# into the node values, and proved results backed up as in MCTS-Solver (Winands, Björnsson & Saito 2008). The side to
# move is read from the position: the stages of one move are nodes of the same side. Static evaluations give priors
# (PUCT: Rosin 2011, Silver et al. 2017) and the results of rollouts that are cut off.

cdef inline uint32_t amaf_code(const Tables* t, const Tree* tree, const Action* a) noexcept nogil:
    """Index of an action in the AMAF tables: equal for equal sources and targets in any position."""
    cdef uint32_t source = a.source + 1 if a.source != NO_CELL else 0
    cdef uint32_t target = a.target + 1 if a.target != NO_CELL else 0
    if source == 0 and target == 0:
        return tree.width * tree.width + a.extra
    return source * tree.width + target


cdef inline double result_for_first(int outcome) noexcept nogil:
    """Result of a finished game for the first player, 0 to 1."""
    return 1.0 if outcome == FIRST_WINS else (0.0 if outcome == SECOND_WINS else 0.5)


cdef inline double probability_of(const Tree* tree, double units) noexcept nogil:
    """A score as a winning probability."""
    return 1.0 / (1.0 + exp(-units / tree.options.eval_scale))


cdef inline double probability_for_first(const Worker* w, const Tree* tree, double units) noexcept nogil:
    """A score of the side to move as the first player's winning probability."""
    return probability_of(tree, -units if w.p.s.mover else units)


cdef inline double eval_for_first(const Tables* t, Worker* w, const Tree* tree) noexcept nogil:
    """Static evaluation as the first player's winning probability. Never in the middle of a move."""
    return probability_for_first(w, tree, evaluate(t, w))


cdef inline double cutoff_eval(const Tables* t, Worker* w, Tree* tree) noexcept nogil:
    """Evaluation of a position where a rollout is cut off: static, or by a quiescence search."""
    cdef SearchThread* th = tree.leaf
    cdef double value
    if th == NULL:
        return eval_for_first(t, w, tree)
    th.root_ply = w.p.s.ply
    w.counting = 0
    value = probability_for_first(w, tree, razor(t, w, th, -WIN, WIN, 0))
    w.counting = 1
    return value


cdef inline bint uses_evals(const Tree* tree) noexcept nogil:
    """Whether new children are evaluated."""
    return tree.options.eval_weight > 0 or tree.options.prior_weight > 0


cdef inline void record_play(const Tables* t, Worker* w, Tree* tree, const Action* a) noexcept nogil:
    """Record that the side to move plays an action in this simulation (AMAF)."""
    tree.played[w.p.s.mover * tree.codes + amaf_code(t, tree, a)] = tree.now
    tree.now += 1
    tree.policy.last[w.p.s.mover] = a.target


cdef inline void play_forward(const Tables* t, Worker* w, const Action* a) noexcept nogil:
    """Make an action that will not be undone."""
    cdef int ply = w.p.s.ply
    make(t, w, a)
    w.depth = 0
    w.p.s.log_top = 0
    if t.repetition and w.p.s.ply != ply:
        w.seen[w.p.s.key & 1023] += 1


cdef bint is_repetition(const Tables* t, const Worker* w) noexcept nogil:
    """Whether the current position repeats an earlier one."""
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
    if t.has_goals:
        memcpy(w.reached, tree.reached, t.cells * sizeof(uint32_t))


cdef void init_amaf_priors(Tree* tree, Node* children, int n, int side) noexcept nogil:
    """New children start with the AMAF statistics of the same actions at the nearest ancestor of the same side and stage."""
    cdef int d = tree.depth - 1, i
    cdef Node* above
    cdef Node* old
    cdef float most = tree.options.amaf_prior
    while d >= 0 and (tree.mover[d] != side or tree.stage[d] != tree.stage[tree.depth]):
        d -= 1
    if d < 0:
        return
    above = &tree.nodes[tree.path[d].first]
    for i in range(<int>tree.path[d].children):
        tree.prior[above[i].code] = tree.path[d].first + i
    for i in range(n):
        old = &tree.nodes[tree.prior[children[i].code]]
        # Stale entries of `prior` fail this check.
        if old >= above and old < above + tree.path[d].children and old.code == children[i].code:
            children[i].amaf = old.amaf
            children[i].amaf_visits = old.amaf_visits if old.amaf_visits < most else most


cdef void init_child(const Tables* t, Worker* w, Tree* tree, Node* child, const Action* a, int side) noexcept nogil:
    """Terminal result or static evaluation of a new child."""
    cdef double result
    make(t, w, a)
    if w.p.s.outcome:
        child.outcome = w.p.s.outcome
        child.last_ply = w.p.s.ply
        result = result_for_first(w.p.s.outcome)
        child.eval = <float>(1.0 - result if side else result)
    elif uses_evals(tree):
        if w.p.s.mid_move:
            child.eval = UNKNOWN_EVAL
        else:
            result = eval_for_first(t, w, tree)
            child.eval = <float>(1.0 - result if side else result)
    unmake(t, w)


cdef void complete_evals(const Tree* tree, Node* children, int n, float usual) noexcept nogil:
    """Children in the middle of a move count as much as the best complete move beside them, else as their parent."""
    cdef float best = -1.0
    cdef int i
    for i in range(n):
        if children[i].outcome == UNFINISHED and children[i].eval > best:
            best = children[i].eval
    if best < 0:
        best = usual
    for i in range(n):
        if children[i].eval == <float>UNKNOWN_EVAL:
            children[i].eval = best


cdef void set_priors(const Tree* tree, Node* children, int n) noexcept nogil:
    """Prior probabilities of new children: a softmax over their evaluations in logits, mixed with a uniform share."""
    cdef double value, total = 0, sharpness = tree.options.prior_sharpness
    cdef int i, left = 0
    for i in range(n):
        if children[i].outcome == UNFINISHED:
            value = min(max(<double>children[i].eval, 0.001), 0.999)
            # The mean is unused while there are no visits.
            children[i].mean = <float>(value / (1.0 - value)) ** <float>sharpness
            total += children[i].mean
            left += 1
    for i in range(n):
        if children[i].outcome == UNFINISHED:
            value = (1.0 - UNIFORM_SHARE) * children[i].mean / total + UNIFORM_SHARE / left
            children[i].prior = <uint16_t>(value * PRIOR_UNIT)
        children[i].mean = 0


cdef inline float value_for_mover(const Tree* tree, const Node* node, int side) noexcept nogil:
    """The evaluation of the node at the end of the path, for its side to move."""
    if tree.depth == 0 or tree.mover[tree.depth - 1] == side:
        return node.eval
    return <float>(1.0 - node.eval)


cdef bint expand(const Tables* t, Worker* w, Tree* tree, Node* node) noexcept nogil:
    """Add a child for every action. False if the tree is full."""
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
        child.code = amaf_code(t, tree, a)
        child.has_path = a.path != 0
        child.eval = 0.5
        init_child(t, w, tree, child, a, side)
    w.counting = 1
    if uses_evals(tree):
        complete_evals(tree, &tree.nodes[tree.used], n, value_for_mover(tree, node, side))
    if tree.options.prior_weight > 0:
        set_priors(tree, &tree.nodes[tree.used], n)
    if tree.fill_in != NULL:
        exclude_filled(tree, &tree.nodes[tree.used], n)
    if tree.options.amaf_prior:
        init_amaf_priors(tree, &tree.nodes[tree.used], n, side)
    node.first = tree.used
    node.children = n
    tree.used += n
    w.top = start
    w.arena_top = arena
    back_up_proof(tree, node, side)
    return True


cdef bint back_up_proof(Tree* tree, Node* node, int side) noexcept nogil:
    """Prove a node from its children: one win suffices, else all must be proved. Whether it is proved."""
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


cdef inline float child_score(const Tree* tree, const Node* c, float explore) noexcept nogil:
    """Selection score of a child: mean, evaluation and AMAF mean blended, plus the exploration term of UCT or PUCT.
    `explore` is the part of that term that all children share."""
    cdef const TreeOptions* h = &tree.options
    cdef float n = c.visits, m = c.amaf_visits, value, share, root
    value = c.mean if c.visits else (c.eval if uses_evals(tree) else 0.5)
    if h.eval_weight > 0:
        value += <float>h.eval_weight * (c.eval - value)
    if h.rave_bias > 0 and m > 0:
        share = m / (m + n + m * n * <float>h.rave_bias)
        value += share * (c.amaf - value)
    elif c.visits == 0 and not uses_evals(tree):
        return 2.0
    if explore > 0:
        root = tree.inverse_root[c.visits if c.visits < INVERSE_ROOTS else INVERSE_ROOTS - 1]
        value += explore * root * root * c.prior if h.prior_weight > 0 else explore * root
    return value


cdef inline float exploration_of(const Tree* tree, const Node* node) noexcept nogil:
    """The part of the exploration term that depends on the parent alone: that of PUCT if there are priors, else of UCT."""
    if tree.options.prior_weight > 0:
        return <float>(tree.options.prior_weight / PRIOR_UNIT * sqrt(<double>node.visits))
    return <float>(tree.options.exploration * sqrt(log(node.visits + 1.0)))


cdef Node* select_child(Worker* w, Tree* tree, const Node* node) noexcept nogil:
    """The unproved child with the highest score; ties are broken at random."""
    cdef Node* children = &tree.nodes[node.first]
    cdef int n = node.children, i, k, best = 0, begin = random_below(w, n)
    cdef float explore = exploration_of(tree, node), value, most = -2.0
    cdef bint drawn = False
    for k in range(n):
        i = begin + k if begin + k < n else begin + k - n
        if children[i].outcome:
            drawn |= children[i].outcome == DRAW
            continue
        value = child_score(tree, &children[i], explore)
        if value > most:
            most = value
            best = i
    tree.drawn[tree.depth] = drawn and most < 0.5
    return &children[best]


cdef bint play_child(const Tables* t, Worker* w, Tree* tree, const Node* node, const Node* child) noexcept nogil:
    """Make the action of a child. False if it is not among the generated ones, which would be a bug."""
    cdef Action a
    cdef int start = w.top, n, i
    cdef uint32_t arena = w.arena_top
    memset(&a, 0, sizeof(Action))
    memcpy(&a, &child.action, 8)
    record_play(t, w, tree, &a)
    if not child.has_path:
        play_forward(t, w, &a)
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
    play_forward(t, w, &w.actions[i])
    w.top = start
    w.arena_top = arena
    return True


cdef inline void update_node(Tree* tree, int d, double first) noexcept nogil:
    """Update a node of the path with a result: its mean, and the AMAF means of its children."""
    cdef Node* node = tree.path[d]
    cdef int side = tree.mover[d], i
    cdef float value = <float>(1.0 - first if side else first), best = 0
    cdef Node* child
    cdef const uint32_t* when = tree.played + side * tree.codes
    cdef uint32_t since = tree.clock + d
    cdef bint uses_eval = tree.options.eval_weight > 0
    node.visits += 1
    if d:
        node.mean += (<float>(1.0 - first if tree.mover[d - 1] else first) - node.mean) / <float>node.visits
    if node.first == 0:
        return
    child = &tree.nodes[node.first]
    if tree.options.rave_bias > 0:
        for i in range(<int>node.children):
            if when[child[i].code] >= since:
                child[i].amaf_visits += 1
                child[i].amaf += (value - child[i].amaf) / child[i].amaf_visits
    if uses_eval and d:
        for i in range(<int>node.children):
            if child[i].eval > best:
                best = child[i].eval
        node.eval = best if tree.mover[d - 1] == side else <float>1.0 - best


cdef void simulate(const Tables* t, Worker* w, Tree* tree) noexcept nogil:
    """One simulation: selection, expansion, rollout, backup."""
    cdef Node* node = tree.nodes
    cdef Node* child
    cdef double first
    cdef int d

    # Step 1. Start at the root.
    return_to_root(t, w, tree)
    tree.clock = tree.now
    tree.depth = 0
    tree.policy.last[0] = tree.policy.last[1] = NO_CELL
    tree.fill_in = NULL
    tree.proof_key = NO_CELL
    tree.path[0] = node
    tree.mover[0] = w.p.s.mover
    tree.stage[0] = w.p.s.stage

    # Step 2. Selection, down to a node that is proved, a repetition, or not expanded.
    while True:
        if node.outcome:
            first = result_for_first(node.outcome)
            break
        if tree.depth and is_repetition(t, w):
            first = 0.5
            break
        if node.first == 0 and ((node.visits < <uint32_t>tree.options.expand_after and not (
                w.p.s.mid_move and tree.options.rollout_cutoff == 0)) or tree.depth >= MAX_TREE_PATH
                or not expand(t, w, tree, node)):
            # Step 3. Rollout.
            first = rollout(t, w, tree)
            if is_stopped(w):
                return
            break
        if tree.connections != NULL and apply_connections(t, w, tree, node):
            first = result_for_first(node.outcome)
            break
        if node.outcome:
            first = result_for_first(node.outcome)
            break
        child = select_child(w, tree, node)
        if not play_child(t, w, tree, node, child):
            return
        tree.depth += 1
        node = child
        tree.path[tree.depth] = node
        tree.mover[tree.depth] = w.p.s.mover
        tree.stage[tree.depth] = w.p.s.stage
    if w.overflow:
        return

    # Step 4. Back up proofs.
    d = tree.depth
    while d > 0 and tree.path[d].outcome and (
            back_up_proof(tree, tree.path[d - 1], tree.mover[d - 1])
            or (tree.connections != NULL and prune_siblings(t, w, tree, d - 1))):
        d -= 1

    # Step 5. Back up the result. Where a draw is available and nothing looks better, exploration counts as a draw.
    for d in range(tree.depth, -1, -1):
        if d < tree.depth and tree.drawn[d]:
            first = 0.5
        update_node(tree, d, first)
    tree.playouts += 1


cdef void run_simulations(const Tables* t, Worker* w, Tree* tree, uint64_t playouts) noexcept nogil:
    """Run simulations up to a total number of playouts, until the root is proved or a stop is requested."""
    w.counting = 1
    while tree.playouts < playouts and not is_stopped(w) and not w.overflow and not tree.nodes[0].outcome:
        if tree.now > <uint32_t>4000000000:
            memset(tree.played, 0, 2 * tree.codes * sizeof(uint32_t))
            tree.now = 1
        if tree.connections != NULL and tree.nodes[0].visits == <uint32_t>tree.options.connection_visits:
            apply_connections_at_root(t, w, tree)
            if tree.nodes[0].outcome:
                break
        simulate(t, w, tree)
        check_clock(w)
    w.counting = 0
    return_to_root(t, w, tree)
