/* English draughts, written for this one game as one naturally would: how fast is a plain C program?
 *
 * Men step and take forward, kings one step any way; taking is compulsory, a chain is finished, any
 * choice; reaching the last rank ends the turn; without a piece or a move one loses; the third
 * occurrence of a position, or 80 plies by kings alone without a capture, is a draw.
 *
 *     cc -O2 -o english_draughts english_draughts.c && ./english_draughts 11
 */
#include "../random.h"

/* The board is 8x8 with a border of one cell all round, so that no step leaves the array; a leap looks
 * beyond a neighbour only where a piece stands, hence never past the border. */
enum { SIDE = 8, STRIDE = SIDE + 2, AREA = STRIDE * STRIDE, MEN = 12 };
enum { QUIET_PLIES = 80, MAX_PLY = 63, MAX_MOVES = 128 };
enum { EMPTY = 0, FIRST = 1, SECOND = 2, KING = 4, BORDER = 8, PIECES = 8 };

typedef struct {
    uint8_t from, to, takes;
    uint8_t over[MEN]; /* where the pieces taken stand */
} Move;

typedef struct {
    uint64_t key;
    int quiet;
    uint8_t piece;                  /* what moved, before any promotion */
    uint8_t taken[MEN], slot[MEN]; /* what was taken, and where it was in its list */
} Undo;

typedef struct {
    uint8_t board[AREA];
    uint8_t list[SECOND + 1][MEN]; /* the cells of each side's pieces, in no order */
    uint8_t slot[AREA];            /* where a cell's piece is in its list */
    int left[SECOND + 1];
    int mover, ply, quiet, ended;
    uint64_t key;
    Undo undo[MAX_PLY + 1];
} Position;

/* Up, then down: the first side's men use the first half, the second's the other, kings all. */
static const int steps[4] = {STRIDE - 1, STRIDE + 1, -STRIDE - 1, -STRIDE + 1};
static const int first_way[PIECES] = {[FIRST] = 0, [SECOND] = 2};
static const int last_way[PIECES] = {[FIRST] = 2, [SECOND] = 4, [FIRST | KING] = 4, [SECOND | KING] = 4};

static uint64_t zobrist[PIECES][AREA], zobrist_mover;

static int cell_at(int column, int row)
{
    return (row + 1) * STRIDE + column + 1;
}

static void set_up(Position *p)
{
    for (int piece = FIRST; piece < PIECES; piece++)
        for (int cell = 0; cell < AREA; cell++)
            zobrist[piece][cell] = next_random();
    zobrist_mover = next_random();
    *p = (Position){.mover = FIRST};
    memset(p->board, BORDER, sizeof p->board);
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            int cell = cell_at(column, row), dark = (row + column) % 2 == 0;
            int side = dark && row < 3 ? FIRST : dark && row >= SIDE - 3 ? SECOND : EMPTY;
            p->board[cell] = (uint8_t)side;
            if (side == EMPTY)
                continue;
            p->slot[cell] = (uint8_t)p->left[side];
            p->list[side][p->left[side]++] = (uint8_t)cell;
            p->key ^= zobrist[side][cell];
        }
}

/* One finished chain is one move, so two ways round to the same cell are two moves. */
static int extend(uint8_t *board, int piece, int at, Move *chain, Move *moves, int n)
{
    int enemy = (piece & ~KING) ^ (FIRST | SECOND), before = n;
    for (int way = first_way[piece]; way < last_way[piece]; way++) {
        int over = at + steps[way], to = over + steps[way], taken = board[over];
        if (!(taken & enemy) || board[to] != EMPTY)
            continue;
        board[over] = EMPTY;
        chain->over[chain->takes++] = (uint8_t)over;
        n = extend(board, piece, to, chain, moves, n);
        chain->takes--;
        board[over] = (uint8_t)taken;
    }
    if (n == before) {
        moves[n] = *chain;
        moves[n++].to = (uint8_t)at;
    }
    return n;
}

static int captures(Position *p, Move *moves)
{
    uint8_t *board = p->board;
    int side = p->mover, enemy = side ^ (FIRST | SECOND), n = 0;
    for (int i = 0; i < p->left[side]; i++) {
        int from = p->list[side][i], piece = board[from];
        for (int way = first_way[piece]; way < last_way[piece]; way++) {
            int over = from + steps[way];
            if (!(board[over] & enemy) || board[over + steps[way]] != EMPTY)
                continue;
            Move chain = {.from = (uint8_t)from};
            board[from] = EMPTY; /* a chain may come back through where it began */
            n = extend(board, piece, from, &chain, moves, n);
            board[from] = (uint8_t)piece;
            break; /* all chains of this piece are found */
        }
    }
    return n;
}

static int generate(Position *p, Move *moves)
{
    int side = p->mover, n = captures(p, moves);
    if (n)
        return n;
    for (int i = 0; i < p->left[side]; i++) {
        int from = p->list[side][i], piece = p->board[from];
        for (int way = first_way[piece]; way < last_way[piece]; way++) {
            int to = from + steps[way];
            if (p->board[to] != EMPTY)
                continue;
            moves[n].from = (uint8_t)from;
            moves[n].to = (uint8_t)to;
            moves[n++].takes = 0;
        }
    }
    return n;
}

static int third_occurrence(const Position *p)
{
    int seen = 1, first = p->ply - p->quiet;
    for (int ply = p->ply - 4; ply >= first; ply -= 2)
        if (p->undo[ply].key == p->key && ++seen == 3)
            return 1;
    return 0;
}

static void move_piece(Position *p, int side, int from, int to, int piece)
{
    int slot = p->slot[from];
    p->board[from] = EMPTY;
    p->board[to] = (uint8_t)piece;
    p->list[side][slot] = (uint8_t)to;
    p->slot[to] = (uint8_t)slot;
}

static void make(Position *p, const Move *move)
{
    int side = p->mover, enemy = side ^ (FIRST | SECOND), piece = p->board[move->from], now = piece;
    Undo *undo = &p->undo[p->ply++];
    undo->key = p->key;
    undo->quiet = p->quiet;
    undo->piece = (uint8_t)piece;

    if (move->to / STRIDE == (side == FIRST ? SIDE : 1))
        now |= KING;
    move_piece(p, side, move->from, move->to, now);
    p->key ^= zobrist_mover ^ zobrist[piece][move->from] ^ zobrist[now][move->to];
    for (int i = 0; i < move->takes; i++) {
        int cell = move->over[i], slot = p->slot[cell], last = p->list[enemy][--p->left[enemy]];
        undo->taken[i] = p->board[cell];
        undo->slot[i] = (uint8_t)slot;
        p->key ^= zobrist[p->board[cell]][cell];
        p->board[cell] = EMPTY;
        p->list[enemy][slot] = (uint8_t)last; /* the last one fills the gap */
        p->slot[last] = (uint8_t)slot;
    }
    p->quiet = (piece & KING) && !move->takes ? p->quiet + 1 : 0;
    p->mover = enemy;
    p->ended = !p->left[enemy] || p->quiet >= QUIET_PLIES || third_occurrence(p);
}

static void unmake(Position *p, const Move *move)
{
    const Undo *undo = &p->undo[--p->ply];
    int enemy = p->mover, side = p->mover = enemy ^ (FIRST | SECOND);
    for (int i = move->takes; i-- > 0;) {
        int cell = move->over[i], slot = undo->slot[i], last = p->list[enemy][slot];
        p->slot[last] = (uint8_t)p->left[enemy];
        p->list[enemy][p->left[enemy]++] = (uint8_t)last;
        p->list[enemy][slot] = (uint8_t)cell;
        p->slot[cell] = (uint8_t)slot;
        p->board[cell] = undo->taken[i];
    }
    move_piece(p, side, move->to, move->from, undo->piece);
    p->key = undo->key;
    p->quiet = undo->quiet;
    p->ended = 0;
}

#define MOVE Move
#define MAKE(p, m) make(p, &(m))
#define UNMAKE(p, m) unmake(p, &(m))
#define KEY(p) (p)->key
#define ENDED(p) (p)->ended
#define DEFAULT_DEPTH 6
#define MAX_DEPTH MAX_PLY
#include "../perft.h"
