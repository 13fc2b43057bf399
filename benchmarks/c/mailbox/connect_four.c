/* Connect Four, written for this one game as one naturally would: how fast is a plain C program?
 *
 * Seven columns of six; a stone falls to the lowest free cell; four in a line win; a full board is a
 * draw.
 *
 *     cc -O2 -o connect_four connect_four.c && ./connect_four 10
 */
#include "../random.h"

/* The board has a border of one cell all round, where every walk along a line stops. */
enum { WIDTH = 7, HEIGHT = 6, STRIDE = WIDTH + 2, AREA = STRIDE * (HEIGHT + 2), CELLS = WIDTH * HEIGHT };
enum { EMPTY, FIRST, SECOND, BORDER };

typedef struct {
    uint64_t key;
    uint8_t column, cell;
} Undo;

typedef struct {
    uint8_t board[AREA];
    uint8_t height[WIDTH];
    int mover, ply, ended;
    uint64_t key;
    Undo undo[CELLS];
} Position;

static uint64_t zobrist[3][AREA], zobrist_mover;

static int cell_at(int column, int row)
{
    return (row + 1) * STRIDE + column + 1;
}

static void set_up(Position *p)
{
    for (int stone = FIRST; stone <= SECOND; stone++)
        for (int cell = 0; cell < AREA; cell++)
            zobrist[stone][cell] = next_random();
    zobrist_mover = next_random();
    *p = (Position){.mover = FIRST};
    memset(p->board, BORDER, sizeof p->board);
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            p->board[cell_at(column, row)] = EMPTY;
}

static int generate(const Position *p, uint8_t *moves)
{
    int n = 0;
    for (int column = 0; column < WIDTH; column++)
        if (p->height[column] < HEIGHT)
            moves[n++] = (uint8_t)column;
    return n;
}

/* How many stones of one colour follow the given cell in one direction. */
static int run(const uint8_t *board, int cell, int step, int stone)
{
    int length = 0;
    while (board[cell += step] == stone)
        length++;
    return length;
}

static int four_through(const uint8_t *board, int cell, int stone)
{
    static const int steps[4] = {1, STRIDE, STRIDE - 1, STRIDE + 1};
    for (int i = 0; i < 4; i++)
        if (run(board, cell, steps[i], stone) + run(board, cell, -steps[i], stone) >= 3)
            return 1;
    return 0;
}

static void make(Position *p, int column)
{
    int stone = p->mover, cell = cell_at(column, p->height[column]++);
    p->undo[p->ply++] = (Undo){p->key, (uint8_t)column, (uint8_t)cell};
    p->board[cell] = (uint8_t)stone;
    p->key ^= zobrist[stone][cell] ^ zobrist_mover;
    p->mover = FIRST + SECOND - stone;
    p->ended = four_through(p->board, cell, stone) || p->ply == CELLS;
}

static void unmake(Position *p)
{
    Undo undo = p->undo[--p->ply];
    p->height[undo.column]--;
    p->board[undo.cell] = EMPTY;
    p->key = undo.key;
    p->mover = FIRST + SECOND - p->mover;
    p->ended = 0;
}

#define MOVE uint8_t
#define MAX_MOVES WIDTH
#define MAKE(p, m) make(p, (m))
#define UNMAKE(p, m) unmake(p)
#define KEY(p) (p)->key
#define ENDED(p) (p)->ended
#define DEFAULT_DEPTH 7
#define MAX_DEPTH CELLS
#include "../perft.h"
