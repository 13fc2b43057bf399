# The door to the tree.

cdef class MctsSearcher:
    """A worker with a tree: looks for the best move of a position by random play."""

    cdef MutablePosition pos
    cdef Tree* tree

    def __cinit__(self, Rules rules, size_t megabytes=64, Evaluator evaluator=None):
        cdef int i
        cdef const Tables* t = rules.t
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(evaluator if evaluator is not None else Evaluator(rules))
        self.tree = <Tree*>calloc(1, sizeof(Tree))
        if self.tree == NULL:
            raise MemoryError()
        self.tree.size = <uint32_t>((megabytes or 1) * 1024 * 1024 // sizeof(Node))
        self.tree.width = max(t.cells, MAX_PITS) + 1
        self.tree.codes = self.tree.width * self.tree.width + 256
        self.tree.nodes = <Node*>malloc(self.tree.size * sizeof(Node))
        self.tree.when = <uint32_t*>calloc(2 * self.tree.codes, sizeof(uint32_t))
        self.tree.heir = <uint32_t*>calloc(self.tree.codes, sizeof(uint32_t))
        if self.tree.nodes == NULL or self.tree.when == NULL or self.tree.heir == NULL:
            raise MemoryError()
        for i in range(ROOTS):
            self.tree.root_of[i] = <float>(1.0 / sqrt(i + 1.0))
        self.find_hints()

    def __dealloc__(self):
        if self.tree != NULL:
            free(self.tree.nodes)
            free(self.tree.when)
            free(self.tree.heir)
            free(self.tree.hints.pairs)
            free(self.tree)

    # -- what the rules say of random play ------------------------------------------------------------

    cdef int find_hints(self) except -1:
        """Whether random play may just fill the board, and the pairs of cells that join."""
        cdef const Tables* t = self.pos.rules.t
        cdef Hints* h = &self.tree.hints
        cdef int side, i
        h.filling = t.features & USE_FILL_ROLLOUT
        h.line = -1
        for i in range(t.n_ends):
            if t.ends[i].result == OWNER_WINS and t.ends[i].owners == 3 and h.line < 0 and (
                    t.ends[i].type == END_ALIGN
                    or (t.ends[i].type == END_WINDOW and t.words == 1 and not t.windows[t.ends[i].windows].exact)):
                h.line = i
        pairs = self.pairs() if h.filling else [[] for i in range(t.cells)]
        h.pairs = <Pair*>calloc(sum(map(len, pairs)) + 1, sizeof(Pair))
        if h.pairs == NULL:
            raise MemoryError()
        i = 0
        for side, found in enumerate(pairs):
            h.first[side] = i
            for answer, one, other, sides in found:
                h.pairs[i].answer = answer
                h.pairs[i].one = one
                h.pairs[i].other = other
                h.pairs[i].sides = sides
                i += 1
        h.first[t.cells] = i
        return 0

    cdef list pairs(self):
        """For each cell the pairs it belongs to: (answer, one stone, the other or NO_CELL for an edge, sides)."""
        cdef const Tables* t = self.pos.rules.t
        cdef const End* e = &t.ends[0]
        cdef int cell, i, side, region
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
            for region in (e.region[side], e.far[side]):
                edge = {cell for cell in range(t.cells) if has_bit(t.regions[region], cell)}
                for one in sorted(set(range(t.cells)) - edge):
                    both = near[one] & edge
                    if len(both) == 2:
                        found[min(both)].append((max(both), one, NO_CELL, 1 << side))
                        found[max(both)].append((min(both), one, NO_CELL, 1 << side))
        return found

    # -- growing --------------------------------------------------------------------------------------

    def begin(self, Snapshot snapshot, uint64_t seed, dict habits):
        """Plant a tree in a position that is not over."""
        cdef Worker* w = self.pos.w
        cdef Tree* tree = self.tree
        cdef const Tables* t = self.pos.rules.t
        tree.habits = habits
        self.pos.load(snapshot)
        set_stop(w, 0)
        w.random = mix(seed) | 1
        count_seen(t, w)
        tree.root = w.p
        memcpy(tree.seen, w.seen, sizeof(w.seen))
        memcpy(tree.parent, w.parent, sizeof(w.parent))
        memcpy(tree.weight, w.weight, sizeof(w.weight))
        memset(tree.when, 0, 2 * tree.codes * sizeof(uint32_t))
        memset(tree.nodes, 0, sizeof(Node))
        tree.now = 1
        tree.used = 1
        tree.playouts = 0
        tree.steps = 0
        tree.depth = 0
        tree.path[0] = tree.nodes
        tree.mover[0] = w.p.s.mover
        tree.stage[0] = w.p.s.stage
        open_node(t, w, tree, tree.nodes)
        w.counting = 0
        self.pos.fail_on_overflow()

    def restrict(self, moves):
        """Choose among these moves only, each given as a sequence of action tuples."""
        cdef int i
        self.prune(self.tree.nodes, set(moves), 0)
        if all([self.tree.nodes[self.tree.nodes[0].first + i].outcome == NOT_LEGAL
                for i in range(<int>self.tree.nodes[0].children)]):
            raise ValueError("none of these moves can be made")
        return_to_root(self.pos.rules.t, self.pos.w, self.tree)

    cdef int prune(self, Node* node, set moves, int depth) except -1:
        """Bar the children that begin none of the moves; those in mid-move are opened and pruned too."""
        cdef Worker* w = self.pos.w
        cdef const Tables* t = self.pos.rules.t
        cdef Node* children = &self.tree.nodes[node.first]
        cdef Position here = w.p
        cdef int i, n, side = w.p.s.mover
        n = generate(t, w)
        listed = [self.pos.describe(&w.actions[i]) for i in range(n)]
        w.top = 0
        w.arena_top = 1
        for i in range(n):
            begun = {move for move in moves if move[depth] == listed[i]}
            if not begun:
                children[i].outcome = NOT_LEGAL
            elif any(len(move) > depth + 1 for move in begun):
                self.descend(&children[i], i, depth + 1)
                self.prune(&children[i], begun, depth + 1)
                w.p = here
        node.outcome = UNFINISHED
        prove(self.tree, node, side)
        return 0

    cdef int descend(self, Node* child, int number, int depth) except -1:
        """Make an action of a move that is not finished, and open what it leads to."""
        cdef Tree* tree = self.tree
        cdef Worker* w = self.pos.w
        cdef const Tables* t = self.pos.rules.t
        w.counting = 1
        generate(t, w)
        step(t, w, &w.actions[number])
        w.top = 0
        w.arena_top = 1
        tree.depth = depth
        tree.path[depth] = child
        tree.mover[depth] = w.p.s.mover
        tree.stage[depth] = w.p.s.stage
        if not open_node(t, w, tree, child):
            raise MemoryError("no room in the tree for the moves to choose from")
        w.counting = 0
        return 0

    def simulate(self, uint64_t playouts):
        """Simulate until there were so many playouts in all, the root is proved, or somebody says stop."""
        with nogil:
            grow(self.pos.rules.t, self.pos.w, self.tree, playouts)
        self.pos.fail_on_overflow()

    def stop(self):
        """End the growth that runs in another thread."""
        set_stop(self.pos.w, 1)

    # -- what it has found ----------------------------------------------------------------------------

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
        """Moves of random play."""
        return self.tree.steps

    @property
    def nodes(self):
        """Positions in the tree."""
        return self.tree.used

    @property
    def capacity(self):
        """Positions that the tree can hold."""
        return self.tree.size

    cdef Node* best_child(self, const Node* node, int side):
        """A win, the soonest; else the most visited that is not lost; else the loss that comes last. A draw
        is better than what does badly."""
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
            return 0, <int>c.last_ply, 0.0
        if c.outcome == DRAW:
            return 1, 0, 0.0
        return 2, <int>c.visits, c.mean + c.opinion

    def best(self):
        """The first player's chance (0 to 1), the proved outcome (0 if none) and its ply, and the main line."""
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
        while node.first and len(line) < DEEPEST_PATH:
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
            step(t, w, &w.actions[i])
            w.counting = 0
            w.top = start
            w.arena_top = arena
            node = child
        return_to_root(t, w, tree)
        return mean, tree.nodes[0].outcome, tree.nodes[0].last_ply, line

    def root_children(self):
        """What is known of each action at the root: the action, visits, mean, outcome."""
        cdef Tree* tree = self.tree
        cdef Worker* w = self.pos.w
        cdef Node* child = &tree.nodes[tree.nodes[0].first]
        cdef int n, i
        n = generate(self.pos.rules.t, w)
        found = [(self.pos.describe(&w.actions[i]), child[i].visits, child[i].mean, child[i].likely,
                  child[i].opinion, child[i].outcome) for i in range(n)]
        w.top = 0
        w.arena_top = 1
        return found
