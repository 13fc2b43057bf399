# The hooks through which code for one structural kind of game takes part in the search. Each does nothing unless the
# game has the feature (special/requires.pxi). `evaluate` calls evaluate_drop_parity in the same way.
#
#   node_proof          a win that can be read off the position, before the node is searched
#   root_proof          a forced win of the root position, before the main search of an iteration
#   root_move_proof     a forced win of the opponent after a new best root move
#   has_root_proof      whether `root_proof` can verify the length of a win, instead of a full-width search

cdef inline bint node_proof(const Tables* t, Worker* w, const SearchThread* th) noexcept nogil:
    """Whether the mover wins with the next move."""
    return w.weights.rotation_set and not w.p.s.mid_move and th.options.threats and wins_by_rotation(t, w)


cdef inline int root_proof(const Tables* t, Worker* w, SearchThread* th) noexcept nogil:
    """The score of a forced win in the root position, 0 if none is found. Repeated when the nodes justify more depth."""
    th.rotation_depth = rotation_search_depth(w, th)
    if th.rotation_depth <= th.rotation_done or th.n_root_only or th.n_root_exclude:
        return 0
    th.rotation_done = th.rotation_depth
    return rotation_win_root(t, w, th, th.rotation_depth)


cdef inline int root_move_proof(const Tables* t, Worker* w, SearchThread* th) noexcept nogil:
    """After a root move: the length of the opponent's forced win, 0 if none is found."""
    if not th.rotation_depth or w.p.s.ply != th.root_ply + 1 or w.p.s.mid_move or w.p.s.outcome:
        return 0
    return rotation_win(t, w, th, th.rotation_depth)


cdef inline bint has_root_proof(const Worker* w, const SearchThread* th) noexcept nogil:
    return w.weights.rotations != NULL and th.options.threats
