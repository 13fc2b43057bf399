/* Connect Four, written for this one game with bitboards: how fast can an expert's program be?
 *
 * Seven columns of six; a stone falls to the lowest free cell; four in a line win; a full board is a
 * draw.
 *
 *     cc -O2 -o connect_four connect_four.c && ./connect_four 10
 */
#include "../random.h"

enum { WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1, BITS = WIDTH * STRIDE, CELLS = WIDTH * HEIGHT };
/* Columns are seven bits apart: the seventh is always empty, so that a line cannot wrap round. */

typedef struct {
    uint64_t stones[2];
    uint64_t key;
    uint8_t top[WIDTH]; /* the bit on which the next stone of the column falls */
    int mover, ply, ended;
} Position;

static uint64_t zobrist[2][BITS], zobrist_mover;

static void set_up(Position *p)
{
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < BITS; cell++)
            zobrist[side][cell] = next_random();
    zobrist_mover = next_random();
    *p = (Position){0};
    for (int column = 0; column < WIDTH; column++)
        p->top[column] = (uint8_t)(column * STRIDE);
}

static int generate(const Position *p, uint8_t *moves)
{
    int n = 0;
    for (int column = 0; column < WIDTH; column++)
        if (p->top[column] < column * STRIDE + HEIGHT)
            moves[n++] = (uint8_t)column;
    return n;
}

static int four_along(uint64_t stones, int step)
{
    uint64_t pairs = stones & (stones >> step);
    return (pairs & (pairs >> 2 * step)) != 0;
}

static int four_in_line(uint64_t stones)
{
    return four_along(stones, 1) || four_along(stones, STRIDE) || four_along(stones, STRIDE - 1)
        || four_along(stones, STRIDE + 1);
}

static void make(Position *p, int column)
{
    int mover = p->mover, cell = p->top[column]++;
    p->stones[mover] |= (uint64_t)1 << cell;
    p->key ^= zobrist[mover][cell] ^ zobrist_mover;
    p->mover = 1 - mover;
    p->ply++;
    p->ended = four_in_line(p->stones[mover]) || p->ply == CELLS;
}

static void unmake(Position *p, int column)
{
    int mover = p->mover = 1 - p->mover, cell = --p->top[column];
    p->stones[mover] ^= (uint64_t)1 << cell;
    p->key ^= zobrist[mover][cell] ^ zobrist_mover;
    p->ply--;
    p->ended = 0;
}

#define MOVE uint8_t
#define MAX_MOVES WIDTH
#define MAKE(p, m) make(p, (m))
#define UNMAKE(p, m) unmake(p, (m))
#define KEY(p) (p)->key
#define ENDED(p) (p)->ended
#define DEFAULT_DEPTH 7
#define MAX_DEPTH CELLS
#include "../perft.h"
