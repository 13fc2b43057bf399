# Which traits of a game the special code requires. The compiler computes the traits (games/compiler/traits.py) and passes
# them as bits; features are switched on once, when the rules are loaded. No other code decides what kind of game it has.

cdef enum:                   # traits, named as in the compiler
    TRAIT_PIECES_FALL = 1
    TRAIT_SWAP = 2
    TRAIT_LINE_PLACEMENT = 4
    TRAIT_LINE_GAME = 8
    TRAIT_CONNECTION_GAME = 16
    TRAIT_ROTATION_GAME = 32
    TRAIT_TERRITORY_GAME = 64
    TRAIT_TRAIL_RACE = 128
    TRAIT_DUPLICATES = 256
    TRAIT_ONE_CONNECTS = 512
    TRAIT_RARE_ZUGZWANG = 1024
    TRAIT_CONVERTS = 2048
    TRAIT_CHAIN_GAME = 4096
    TRAIT_THREE_SIDES_GAME = 8192

TRAIT_BITS = {
    "pieces_fall": TRAIT_PIECES_FALL, "swap": TRAIT_SWAP, "line_placement": TRAIT_LINE_PLACEMENT,
    "line_game": TRAIT_LINE_GAME, "connection_game": TRAIT_CONNECTION_GAME, "rotation_game": TRAIT_ROTATION_GAME,
    "territory_game": TRAIT_TERRITORY_GAME, "trail_race": TRAIT_TRAIL_RACE,
    "duplicates": TRAIT_DUPLICATES, "exactly_one_connects": TRAIT_ONE_CONNECTS,
    "rare_zugzwang": TRAIT_RARE_ZUGZWANG, "converts": TRAIT_CONVERTS,
    "chain_game": TRAIT_CHAIN_GAME, "three_sides_game": TRAIT_THREE_SIDES_GAME,
}

cdef enum:                   # features, one bit each in Tables.features
    USE_LINE_THREATS = 1     # search/threat_search.pxi: count open lines, win or block with the last cell
    USE_VCF = 2              # search/threat_search.pxi: forced wins by continuous threats
    USE_DROP_PARITY = 4      # special/drop_parity.pxi
    USE_ROTATION_WINS = 8    # special/rotation_wins.pxi
    USE_LINE_NULL_MOVE = 16  # null-move pruning: an extra stone never hurts a line …
    USE_CONNECTION_NULL_MOVE = 32      # … or a connection
    USE_FILL_ROLLOUT = 64    # mcts/rollout_policy.pxi: fill the board and see who is connected
    USE_LINE_SOLVER = 128    # solve/lines.pxi
    USE_CONNECTION_SOLVER = 256        # special/connection.pxi
    USE_TERRITORY_SOLVER = 512         # special/territory.pxi
    USE_LINE_KEYS = 1024     # solve/proving.pxi: leave cells of blocked lines out of the keys
    USE_TRAIL_KEYS = 2048    # solve/proving.pxi: leave cells out of reach out of the keys
    USE_VIRTUAL_CONNECTIONS = 4096     # special/hsearch.pxi
    USE_VERIFIED_NULL_MOVE = 8192      # null-move pruning with verification
    USE_PROBCUT = 16384      # ProbCut: where pieces change sides, few sequences of moves are forced
    USE_CHAIN_NULL_MOVE = 32768        # null-move pruning: an extra stone never hurts a chain
    USE_FILL_CHAINS = 65536  # mcts/rollout_policy.pxi: fill the board and see whose chain has all goals
    USE_BRIDGES = 131072     # mcts/rollout_policy.pxi: defend bridges in other rollouts

# feature: traits that the game must have, traits that it must not have, largest board (0: any)
REQUIRES = {
    USE_LINE_THREATS: (TRAIT_LINE_PLACEMENT, 0, 0),
    USE_VCF: (TRAIT_LINE_PLACEMENT, TRAIT_PIECES_FALL, 0),
    USE_DROP_PARITY: (TRAIT_LINE_PLACEMENT | TRAIT_PIECES_FALL, 0, 64),
    USE_ROTATION_WINS: (TRAIT_ROTATION_GAME, 0, 0),
    USE_LINE_NULL_MOVE: (TRAIT_LINE_PLACEMENT, TRAIT_PIECES_FALL, 0),
    USE_CONNECTION_NULL_MOVE: (TRAIT_CONNECTION_GAME, TRAIT_SWAP, 0),
    USE_VERIFIED_NULL_MOVE: (TRAIT_RARE_ZUGZWANG, 0, 0),
    USE_PROBCUT: (TRAIT_CONVERTS, 0, 0),
    USE_FILL_ROLLOUT: (TRAIT_CONNECTION_GAME, 0, 0),
    USE_LINE_SOLVER: (TRAIT_LINE_GAME, 0, 64),
    USE_CONNECTION_SOLVER: (TRAIT_CONNECTION_GAME, TRAIT_SWAP, MAX_CONNECTION_CELLS),
    USE_TERRITORY_SOLVER: (TRAIT_TERRITORY_GAME, 0, 64),
    USE_LINE_KEYS: (TRAIT_LINE_PLACEMENT, TRAIT_PIECES_FALL, 64),
    USE_TRAIL_KEYS: (TRAIT_TRAIL_RACE, 0, 64),
    USE_VIRTUAL_CONNECTIONS: (TRAIT_CONNECTION_GAME | TRAIT_ONE_CONNECTS, 0, MAX_HSEARCH_CELLS),
    USE_CHAIN_NULL_MOVE: (TRAIT_CHAIN_GAME, TRAIT_SWAP, 0),
    USE_FILL_CHAINS: (TRAIT_THREE_SIDES_GAME, 0, 0),
    USE_BRIDGES: (TRAIT_CHAIN_GAME, 0, 0),
}


cdef int features_of(int traits, int cells) except -1:
    """The features whose requirements a game meets."""
    cdef int found = 0
    for feature, (required, excluded, most_cells) in REQUIRES.items():
        if traits & required == required and not traits & excluded and (not most_cells or cells <= most_cells):
            found |= feature
    return found


cdef int require(const Tables* t, int feature) except -1:
    """Raise ValueError unless the game has what a feature requires."""
    if not t.features & feature:
        raise ValueError("the traits of the game do not fit this solver")
    return 0
