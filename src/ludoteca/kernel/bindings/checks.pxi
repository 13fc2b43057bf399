# Checks of arguments from Python. Nothing here is called from a search.

cdef enum:
    MAX_MEGABYTES = 1 << 20  # of a transposition table: one terabyte
    MAX_PLIES_ASKED = 1000000          # of a fixed-depth search, which stops earlier by itself
    MAX_PROOF_BYTES_LOG2 = 40          # of a proof table: one terabyte
    MAX_TREE_MEGABYTES = 1 << 17       # of a tree, whose nodes have numbers of 32 bits

cdef int check_range(object name, long long value, long long least, long long most) except -1:
    """Raise ValueError unless a number is in a range."""
    if not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {value}")
    return 0


cdef int check_side(int side) except -1:
    return check_range("a side", side, 0, 1)


cdef int check_megabytes(size_t megabytes) except -1:
    if megabytes > MAX_MEGABYTES:
        raise ValueError(f"megabytes must be at most {MAX_MEGABYTES}, not {megabytes}")
    return 0


@cython.boundscheck(True)
cdef int check_images(const Tables* t, images) except -1:
    """Raise ValueError unless these are maps of the board's cells to its cells."""
    if not images:
        raise ValueError("there must be at least one symmetry")
    for image in images:
        if len(image) != t.cells or not all([0 <= cell < t.cells for cell in image]):
            raise ValueError("a symmetry must map every cell to a cell of the board")
    return 0


@cython.boundscheck(True)
cdef int parse_action(tuple action, GivenAction* given) except -1:
    """An action tuple as numbers. Raises ValueError if they do not fit their fields."""
    cdef tuple path, victims
    cdef Py_ssize_t i
    if len(action) != 6:
        raise ValueError("an action has six fields")
    path = action[4]
    victims = action[5]
    if path is None or victims is None:
        raise TypeError("the path and the captured cells of an action must be tuples")
    if len(path) > MAX_PATH or len(victims) > MAX_VICTIMS:
        raise ValueError("the path of an action is too long")
    try:
        given.a.rule = action[0]
        given.a.source = action[1]
        given.a.target = action[2]
        given.a.extra = action[3]
        for i in range(len(path)):
            given.cells[i] = path[i]
        for i in range(len(victims)):
            given.cells[len(path) + i] = victims[i]
    except OverflowError:
        raise ValueError("a number of an action is out of range") from None
    given.a.tag = 0
    given.a.path = 0
    given.hops = <int>len(path)
    given.captures = <int>len(victims)
    return 0


cdef int check_alignment(size_t address) except -1:
    """Raise ValueError unless 16-bit numbers can start at an address."""
    if address % 2:
        raise ValueError("the buffer of values must be aligned to two bytes")
    return 0
