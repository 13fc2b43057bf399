# The door to the search.

cdef class Searcher:
    """A worker with a memory: looks for the best move of a position."""

    cdef Player player
    cdef Mind* m

    def __cinit__(self, Rules rules, size_t megabytes=16):
        cdef size_t entries = 1
        self.player = Player(rules)
        self.m = <Mind*>calloc(1, sizeof(Mind))
        while entries * 2 * sizeof(Entry) <= megabytes * 1024 * 1024:
            entries *= 2
        if self.m == NULL:
            raise MemoryError()
        self.m.mask = entries - 1
        self.m.table = <Entry*>calloc(entries, sizeof(Entry))
        self.m.history = <int32_t*>calloc(2 * (MAX_CELLS + 1) * (MAX_CELLS + 1), sizeof(int32_t))
        if self.m.table == NULL or self.m.history == NULL:
            raise MemoryError()

    def __dealloc__(self):
        if self.m != NULL:
            free(self.m.table)
            free(self.m.history)
            free(self.m)

    def begin(self, Snapshot snapshot, uint64_t nodes):
        """Load a position to be searched, with at most so many nodes in all."""
        self.player.load(snapshot)
        memset(self.m.killers, 0, sizeof(self.m.killers))
        memset(self.m.history, 0, 2 * (MAX_CELLS + 1) * (MAX_CELLS + 1) * sizeof(int32_t))
        self.m.nodes = 0
        self.m.node_limit = nodes
        self.m.root_ply = snapshot.p.s.ply
        self.player.w.stop = 0

    def deepen(self, int depth):
        """Search the loaded position: score, whether no opinion was needed, and the line as action tuples.
        None if it was stopped before it was done."""
        cdef int score, i
        cdef Worker* w = self.player.w
        self.m.guessed = 0
        with nogil:
            score = search(self.player.rules.t, w, self.m, depth, -WIN - 1, WIN + 1, 0)
        self.player.fail_on_overflow()
        stopped = w.stop != 0
        if stopped and self.m.length[0] == 0:
            return None
        return score, not self.m.guessed and not stopped, self.walk_line(), stopped

    cdef list walk_line(self):
        """The best line, replayed: each action as a tuple."""
        cdef int level, made = 0
        cdef Worker* w = self.player.w
        cdef int start = w.top, n, i
        cdef uint32_t arena
        found = []
        for level in range(self.m.length[0]):
            arena = w.arena_top
            n = generate(self.player.rules.t, w)
            for i in range(start, start + n):
                if action_bits(&w.actions[i]) == self.m.line[0][level]:
                    found.append(self.player.describe(&w.actions[i]))
                    make(self.player.rules.t, w, &w.actions[i])
                    made += 1
                    break
            else:
                w.top = start
                w.arena_top = arena
                break
            w.top = start
            w.arena_top = arena
        for i in range(made):
            unmake(self.player.rules.t, w)
        return found

    def opinion(self, Snapshot snapshot):
        """The evaluation of a position, in the mover's eyes."""
        self.player.load(snapshot)
        return judge(self.player.rules.t, self.player.w)

    @property
    def nodes(self):
        return self.m.nodes

    def stop(self):
        """End the search that runs in another thread."""
        self.player.w.stop = 1
