# Python binding of the Monte Carlo tree search.

cdef tuple _OPTION_RANGES = (
    ("exploration", 0, 1e6), ("rave_bias", 0, 1e6), ("eval_weight", 0, 1), ("eval_scale", 1e-3, 1e9),
    ("prior_weight", 0, 1e6), ("prior_sharpness", 0, 16), ("rollout_cutoff", -1, (1 << 31) - 1),
    ("rollout_weight", 0, 1), ("expand_after", 1, (1 << 31) - 1), ("amaf_prior", 0, (1 << 31) - 1),
    ("connection_visits", 0, (1 << 31) - 1),
)


@cython.boundscheck(True)
cdef class MctsSearcher:
    """Monte Carlo tree search. One thread at a time may use a searcher: other calls meanwhile raise `ConcurrentUse`, except
    `stop` and the properties. Before `begin` there is no tree, and calls raise ValueError."""

    cdef MutablePosition pos
    cdef Tree* tree
    cdef HSearch* hsearch    # NULL until it is needed
    cdef Searcher leaf       # None until it is needed

    def __cinit__(self, Rules rules not None, size_t megabytes=64, Evaluator evaluator=None):
        cdef int i
        cdef const Tables* t = rules.t
        check_range("megabytes", min(megabytes, <size_t>MAX_MEGABYTES), 0, MAX_TREE_MEGABYTES)
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(evaluator if evaluator is not None else Evaluator(rules))
        self.tree = <Tree*>calloc(1, sizeof(Tree))
        if self.tree == NULL:
            raise MemoryError()
        self.tree.size = <uint32_t>((megabytes or 1) * 1024 * 1024 // sizeof(Node))
        self.tree.width = max(t.cells, MAX_PITS) + 1
        self.tree.codes = self.tree.width * self.tree.width + 256
        self.tree.nodes = <Node*>malloc(self.tree.size * sizeof(Node))
        self.tree.played = <uint32_t*>calloc(2 * self.tree.codes, sizeof(uint32_t))
        self.tree.prior = <uint32_t*>calloc(self.tree.codes, sizeof(uint32_t))
        if self.tree.nodes == NULL or self.tree.played == NULL or self.tree.prior == NULL:
            raise MemoryError()
        memset(self.tree.nodes, 0, sizeof(Node))
        for i in range(INVERSE_ROOTS):
            self.tree.inverse_root[i] = <float>(1.0 / sqrt(i + 1.0))
        if t.features & USE_VIRTUAL_CONNECTIONS:
            self.tree.fill_ins = <FillIn*>malloc(MAX_FILL_INS * sizeof(FillIn))
            if self.tree.fill_ins == NULL:
                raise MemoryError()
        self.derive_policy()

    def __dealloc__(self):
        if self.tree != NULL:
            free(self.tree.nodes)
            free(self.tree.played)
            free(self.tree.prior)
            free(self.tree.policy.bridges)
            free(self.tree.fill_ins)
            free(self.hsearch)
            free(self.tree)

    # -- rollout policy -------------------------------------------------------------------------------

    cdef int derive_policy(self) except -1:
        """Derive the rollout policy from the rules."""
        cdef const Tables* t = self.pos.rules.t
        cdef RolloutPolicy* h = &self.tree.policy
        cdef int side, i
        h.fill_board = t.features & (USE_FILL_ROLLOUT | USE_FILL_CHAINS)
        h.bridge_answers = t.features & USE_BRIDGES
        h.line_end = -1
        for i in range(t.n_ends):
            if t.ends[i].result == OWNER_WINS and t.ends[i].owners == 3 and h.line_end < 0 and (
                    t.ends[i].type == END_ALIGN
                    or (t.ends[i].type == END_WINDOW and t.words == 1 and not t.windows[t.ends[i].windows].exact)):
                h.line_end = i
        pairs = self.bridges() if h.fill_board or h.bridge_answers else [[] for i in range(t.cells)]
        h.bridges = <Bridge*>calloc(sum(map(len, pairs)) + 1, sizeof(Bridge))
        if h.bridges == NULL:
            raise MemoryError()
        i = 0
        for side, found in enumerate(pairs):
            h.first[side] = i
            for answer, one, other, sides in found:
                h.bridges[i].answer = answer
                h.bridges[i].one = one
                h.bridges[i].other = other
                h.bridges[i].sides = sides
                i += 1
        h.first[t.cells] = i
        return 0

    cdef list bridges(self):
        """For each cell its bridges: (answer, one stone, the other or NO_CELL for an edge, sides)."""
        cdef const Tables* t = self.pos.rules.t
        cdef int cell, i, side
        near = [{t.neighbours.items[i] for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1])}
                for cell in range(t.cells)]
        found = [[] for cell in range(t.cells)]
        for cell in range(t.cells):
            for one in sorted(near[cell]):
                for other in sorted(near[cell]):
                    both = near[one] & near[other]
                    if one < other and other not in near[one] and len(both) == 2:
                        found[cell].append((min(both - {cell}), one, other, 3))
        for side in range(2):
            for edge in self.edges(side):
                for one in sorted(set(range(t.cells)) - edge):
                    both = near[one] & edge
                    if len(both) == 2:
                        found[min(both)].append((max(both), one, NO_CELL, 1 << side))
                        found[max(both)].append((min(both), one, NO_CELL, 1 << side))
        return found

    cdef list edges(self, int side):
        """The edges that a side connects, each as a set of cells."""
        cdef const Tables* t = self.pos.rules.t
        cdef const End* e = &t.ends[0]
        cdef int cell, bit, region
        if not t.has_goals:
            return [{cell for cell in range(t.cells) if has_bit(t.regions[region], cell)}
                    for region in (e.region[side], e.far[side])]
        return [{cell for cell in range(t.cells) if t.goals[side][cell] >> bit & 1} for bit in range(30)]

    # -- search ---------------------------------------------------------------------------------------

    def begin(self, Snapshot snapshot not None, uint64_t seed, options):
        """Start a tree at an unfinished position."""
        cdef Worker* w = self.pos.w
        cdef Tree* tree = self.tree
        cdef const Tables* t = self.pos.rules.t
        cdef TreeOptions given
        if snapshot.p.s.outcome:
            raise ValueError("the game is over")
        given = self.options_of(options)
        if self.hsearch == NULL and given.connection_visits and t.features & USE_VIRTUAL_CONNECTIONS:
            self.hsearch = new_hsearch(t)
        if self.leaf is None and given.quiescence:
            self.leaf = Searcher(self.pos.rules, 0, self.pos.evaluator)
        self.pos.load_free(snapshot)
        tree.options = given
        tree.leaf = NULL
        if given.quiescence:
            self.leaf.begin(snapshot, <uint64_t>1 << 62)
            tree.leaf = self.leaf.th
        tree.connections = self.hsearch if given.connection_visits else NULL
        tree.fill_in = NULL
        tree.n_fill_ins = 0
        tree.lost = tree.restricted = 0
        set_stop(w, 0)
        w.random = mix(seed) | 1
        count_seen(t, w)
        tree.root = w.p
        memcpy(tree.seen, w.seen, sizeof(w.seen))
        memcpy(tree.parent, w.parent, sizeof(w.parent))
        memcpy(tree.weight, w.weight, sizeof(w.weight))
        memcpy(tree.reached, w.reached, sizeof(w.reached))
        memset(tree.played, 0, 2 * tree.codes * sizeof(uint32_t))
        memset(tree.nodes, 0, sizeof(Node))
        tree.now = 1
        tree.used = 1
        tree.playouts = 0
        tree.steps = 0
        tree.depth = 0
        tree.path[0] = tree.nodes
        tree.mover[0] = w.p.s.mover
        tree.stage[0] = w.p.s.stage
        tree.nodes[0].eval = 0.5
        if uses_evals(tree) and not w.p.s.mid_move:
            tree.nodes[0].eval = <float>probability_of(tree, evaluate(t, w))
        expand(t, w, tree, tree.nodes)
        w.counting = 0
        self.pos.fail_on_overflow()

    cdef TreeOptions options_of(self, options) except *:
        cdef TreeOptions o
        for name, least, most in _OPTION_RANGES:
            if not least <= getattr(options, name) <= most:
                raise ValueError(f"{name} must be from {least} to {most}, not {getattr(options, name)}")
        o.exploration = options.exploration
        o.rave_bias = options.rave_bias
        o.eval_weight = options.eval_weight
        o.eval_scale = options.eval_scale
        o.prior_weight = options.prior_weight
        o.prior_sharpness = options.prior_sharpness
        o.rollout_weight = options.rollout_weight
        o.rollout_cutoff = options.rollout_cutoff
        o.quiescence = bool(options.quiescence)
        o.expand_after = options.expand_after
        o.amaf_prior = options.amaf_prior
        o.use_policy = options.use_policy
        o.connection_visits = options.connection_visits
        return o

    def restrict(self, moves not None):
        """Restrict the root to these moves, each a tuple of action tuples. Moves that are not legal are left out; if none is
        legal, raises ValueError."""
        cdef int i
        wanted = {tuple(move) for move in moves}
        self.pos.acquire_loaded()
        self.tree.restricted = 1
        try:
            self.prune(self.tree.nodes, wanted, 0)
            if all([self.tree.nodes[self.tree.nodes[0].first + i].outcome == NOT_LEGAL
                    for i in range(<int>self.tree.nodes[0].children)]):
                raise ValueError("none of these moves is legal")
        finally:
            return_to_root(self.pos.rules.t, self.pos.w, self.tree)
            self.pos.release()

    cdef int prune(self, Node* node, set moves, int depth) except -1:
        """Exclude the children that begin none of the moves; recurse into moves of several actions."""
        cdef Worker* w = self.pos.w
        cdef const Tables* t = self.pos.rules.t
        cdef Node* children = &self.tree.nodes[node.first]
        cdef Position here = w.p
        cdef int i, n, side = w.p.s.mover
        n = generate(t, w)
        listed = [self.pos.describe(&w.actions[i]) for i in range(n)]
        w.top = 0
        w.arena_top = 1
        self.check_children(node, n)
        for i in range(n):
            begun = {move for move in moves if len(move) > depth and move[depth] == listed[i]}
            if not begun:
                children[i].outcome = NOT_LEGAL
            elif any(len(move) > depth + 1 for move in begun):
                self.descend(&children[i], i, depth + 1)
                self.prune(&children[i], begun, depth + 1)
                w.p = here
        node.outcome = UNFINISHED
        back_up_proof(self.tree, node, side)
        return 0

    cdef int check_children(self, const Node* node, int n) except -1:
        """Raise MemoryError unless a node has a child for each of its actions."""
        if <int>node.children != n:
            raise MemoryError("the tree is too small for the moves to choose from")
        return 0

    cdef int descend(self, Node* child, int number, int depth) except -1:
        """Make an action in mid-move and expand its node."""
        cdef Tree* tree = self.tree
        cdef Worker* w = self.pos.w
        cdef const Tables* t = self.pos.rules.t
        w.counting = 1
        generate(t, w)
        play_forward(t, w, &w.actions[number])
        w.top = 0
        w.arena_top = 1
        tree.depth = depth
        tree.path[depth] = child
        tree.mover[depth] = w.p.s.mover
        tree.stage[depth] = w.p.s.stage
        if not expand(t, w, tree, child):
            raise MemoryError("the tree is too small for the moves to choose from")
        w.counting = 0
        return 0

    def simulate(self, uint64_t playouts):
        """Run simulations up to a total number of playouts, until the root is proved or a stop is requested."""
        self.pos.acquire_loaded()
        listen_for_signals(self.pos.w)
        with nogil:
            run_simulations(self.pos.rules.t, self.pos.w, self.tree, playouts)
        self.pos.release()
        self.pos.fail_on_overflow()

    def stop(self):
        """Stop a search that runs in another thread."""
        set_stop(self.pos.w, 1)

    # -- results --------------------------------------------------------------------------------------

    @property
    def stopped(self):
        return is_stopped(self.pos.w)

    @property
    def proved(self):
        """Whether the root is proved."""
        return self.tree.nodes[0].outcome != UNFINISHED

    @property
    def playouts(self):
        return self.tree.playouts

    @property
    def steps(self):
        """Moves of all rollouts."""
        return self.tree.steps

    @property
    def nodes(self):
        """Nodes in the tree."""
        return self.tree.used

    @property
    def capacity(self):
        """Nodes that the tree can hold."""
        return self.tree.size

    cdef Node* best_child(self, const Node* node, int side):
        """The shortest win; else the most visited unproved child, or a draw if its mean is worse; else the longest
        loss."""
        cdef Node* child = &self.tree.nodes[node.first]
        cdef Node* best = child
        cdef Node* drawn = NULL
        cdef int i
        for i in range(<int>node.children):
            if child[i].outcome == DRAW:
                drawn = &child[i]
            if self.rank(&child[i], side) > self.rank(best, side):
                best = &child[i]
        if drawn != NULL and best.outcome == UNFINISHED and best.mean < 0.5:
            return drawn
        return best

    cdef tuple rank(self, const Node* c, int side):
        if c.outcome == NOT_LEGAL:
            return -1, 0, 0.0
        if c.outcome == FIRST_WINS + side:
            return 3, -<int>c.last_ply, 0.0
        if c.outcome == SECOND_WINS - side:
            return 0, <int>c.last_ply, <double>c.visits
        if c.outcome == DRAW:
            return 1, 0, 0.0
        return 2, <int>c.visits, c.mean + c.eval

    def best(self):
        """Winning probability of the first player, proved outcome (0 if none) and its ply, principal variation."""
        self.pos.acquire_loaded()
        try:
            return self.best_line()
        finally:
            return_to_root(self.pos.rules.t, self.pos.w, self.tree)
            self.pos.release()

    cdef object best_line(self):
        cdef Tree* tree = self.tree
        cdef Worker* w = self.pos.w
        cdef const Tables* t = self.pos.rules.t
        cdef Node* node = tree.nodes
        cdef Node* child
        cdef int start = w.top, n, i, side
        cdef uint32_t arena = w.arena_top
        line = []
        mean = 0.5
        return_to_root(t, w, tree)
        while node.first and len(line) < MAX_TREE_PATH:
            side = w.p.s.mover
            child = self.best_child(node, side)
            if node != tree.nodes and not child.visits and not child.outcome:
                break
            if node == tree.nodes and child.visits:
                mean = 1.0 - child.mean if side else child.mean
            n = generate(t, w)
            i = start + <int>(child - &tree.nodes[node.first])
            line.append(self.pos.describe(&w.actions[i]))
            w.counting = 1
            play_forward(t, w, &w.actions[i])
            w.counting = 0
            w.top = start
            w.arena_top = arena
            node = child
        if tree.lost and not tree.nodes[0].outcome:
            return TreeResult(mean, tree.lost, tree.lost_ply, line)
        return TreeResult(mean, tree.nodes[0].outcome, tree.nodes[0].last_ply, line)

    def root_children(self):
        """Statistics of each root action."""
        cdef Tree* tree = self.tree
        cdef Worker* w = self.pos.w
        cdef Node* child = &tree.nodes[tree.nodes[0].first]
        cdef int n, i
        self.pos.acquire_loaded()
        try:
            n = generate(self.pos.rules.t, w)
            self.check_children(tree.nodes, n)
            return [RootChild(self.pos.describe(&w.actions[i]), child[i].visits, child[i].mean, child[i].amaf,
                              child[i].eval, child[i].outcome) for i in range(n)]
        finally:
            w.top = 0
            w.arena_top = 1
            self.pos.release()
