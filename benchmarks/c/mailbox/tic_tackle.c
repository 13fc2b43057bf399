/* Tic Tackle, written for this one game as one naturally would: how fast is a plain C program?
 *
 * Five men each on a 5x5 board with alquerque diagonals; a man steps along a drawn line to an empty
 * neighbour; four of one side in any straight line win; the third occurrence of a position, or 120
 * plies, is a draw.
 *
 *     cc -O2 -o tic_tackle tic_tackle.c && ./tic_tackle 8
 */
#include "../random.h"

/* The board has a border of one cell all round, where every walk along a line stops. */
enum { SIDE = 5, STRIDE = SIDE + 2, AREA = STRIDE * STRIDE, MEN = 5, MAX_PLY = 120, MAX_MOVES = 40 };
enum { FIRST, SECOND, EMPTY, BORDER };

typedef struct {
    uint8_t man, from, to; /* which of the mover's men, and its cells */
} Move;

typedef struct {
    uint64_t key;
    Move move;
} Undo;

typedef struct {
    uint8_t board[AREA];
    uint8_t men[2][MEN]; /* where each man stands */
    int mover, ply, ended;
    uint64_t key;
    Undo undo[MAX_PLY];
} Position;

static uint8_t neighbours[AREA][8], degree[AREA];
static uint64_t zobrist[2][AREA], zobrist_mover;

static int cell_at(int column, int row)
{
    return (row + 1) * STRIDE + column + 1;
}

static void put_man(Position *p, int side, int man, int cell)
{
    p->men[side][man] = (uint8_t)cell;
    p->board[cell] = (uint8_t)side;
    p->key ^= zobrist[side][cell];
}

static void set_up(Position *p)
{
    *p = (Position){.mover = FIRST};
    memset(p->board, BORDER, sizeof p->board);
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            p->board[cell_at(column, row)] = EMPTY;
    static const int steps[8] = {1, -1, STRIDE, -STRIDE, STRIDE + 1, STRIDE - 1, -STRIDE + 1, -STRIDE - 1};
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            int cell = cell_at(column, row);
            int ways = (row + column) % 2 ? 4 : 8; /* every other point has no diagonals */
            for (int i = 0; i < ways; i++)
                if (p->board[cell + steps[i]] == EMPTY)
                    neighbours[cell][degree[cell]++] = (uint8_t)(cell + steps[i]);
        }
    for (int side = FIRST; side <= SECOND; side++)
        for (int cell = 0; cell < AREA; cell++)
            zobrist[side][cell] = next_random();
    zobrist_mover = next_random();

    int placed[2] = {0, 0};
    for (int column = 0; column < SIDE; column++) {
        int below = column % 2, above = 1 - below;
        put_man(p, below, placed[below]++, cell_at(column, 0));
        put_man(p, above, placed[above]++, cell_at(column, SIDE - 1));
    }
}

static int generate(const Position *p, Move *moves)
{
    int n = 0;
    for (int man = 0; man < MEN; man++) {
        int from = p->men[p->mover][man];
        for (int i = 0; i < degree[from]; i++) {
            int to = neighbours[from][i];
            if (p->board[to] == EMPTY)
                moves[n++] = (Move){(uint8_t)man, (uint8_t)from, (uint8_t)to};
        }
    }
    return n;
}

/* How many men of one side follow the given cell in one direction. */
static int run(const uint8_t *board, int cell, int step, int side)
{
    int length = 0;
    while (board[cell += step] == side)
        length++;
    return length;
}

static int four_through(const uint8_t *board, int cell, int side)
{
    static const int steps[4] = {1, STRIDE, STRIDE - 1, STRIDE + 1};
    for (int i = 0; i < 4; i++)
        if (run(board, cell, steps[i], side) + run(board, cell, -steps[i], side) >= 3)
            return 1;
    return 0;
}

static int third_occurrence(const Position *p)
{
    int seen = 1;
    for (int ply = p->ply - 4; ply >= 0; ply -= 2)
        if (p->undo[ply].key == p->key && ++seen == 3)
            return 1;
    return 0;
}

static void make(Position *p, Move move)
{
    int side = p->mover;
    p->undo[p->ply++] = (Undo){p->key, move};
    p->board[move.from] = EMPTY;
    p->board[move.to] = (uint8_t)side;
    p->men[side][move.man] = move.to;
    p->key ^= zobrist[side][move.from] ^ zobrist[side][move.to] ^ zobrist_mover;
    p->mover = 1 - side;
    p->ended = four_through(p->board, move.to, side) || p->ply >= MAX_PLY || third_occurrence(p);
}

static void unmake(Position *p)
{
    Undo undo = p->undo[--p->ply];
    int side = p->mover = 1 - p->mover;
    p->board[undo.move.to] = EMPTY;
    p->board[undo.move.from] = (uint8_t)side;
    p->men[side][undo.move.man] = undo.move.from;
    p->key = undo.key;
    p->ended = 0;
}

#define MOVE Move
#define MAKE(p, m) make(p, (m))
#define UNMAKE(p, m) unmake(p)
#define KEY(p) (p)->key
#define ENDED(p) (p)->ended
#define DEFAULT_DEPTH 5
#define MAX_DEPTH 63
#include "../perft.h"
