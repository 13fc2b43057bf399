/* Tic Tackle, written for this one game with bitboards: how fast can an expert's program be?
 *
 * Five men each on a 5x5 board with alquerque diagonals; a man steps along a drawn line to an empty
 * neighbour; four of one side in any straight line win; the third occurrence of a position, or 120
 * plies, is a draw.
 *
 *     cc -O2 -o tic_tackle tic_tackle.c && ./tic_tackle 8
 */
#include "../random.h"

enum { SIDE = 5, STRIDE = 6, BITS = SIDE * STRIDE, MAX_PLY = 120, MAX_MOVES = 40 };
/* Rows are six bits apart: the sixth is always empty, so that a line cannot wrap round the edge. */

typedef struct { uint8_t from, to; } Move;

typedef struct {
    uint32_t men[2];
    int mover, ply, ended;
    uint64_t key;
    uint64_t history[MAX_PLY + 2];
} Position;

static uint32_t neighbours[BITS];
static uint32_t board_mask;
static uint64_t zobrist[2][BITS], zobrist_mover;

static void set_up(Position *p)
{
    for (int row = 0; row < SIDE; row++)
        for (int col = 0; col < SIDE; col++) {
            int cell = row * STRIDE + col;
            board_mask |= 1u << cell;
            for (int dr = -1; dr <= 1; dr++)
                for (int dc = -1; dc <= 1; dc++) {
                    int r = row + dr, c = col + dc;
                    int diagonal = dr && dc;
                    if ((dr || dc) && r >= 0 && r < SIDE && c >= 0 && c < SIDE
                        && !(diagonal && (row + col) % 2))
                        neighbours[cell] |= 1u << (r * STRIDE + c);
                }
        }
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < BITS; cell++)
            zobrist[side][cell] = next_random();
    zobrist_mover = next_random();

    *p = (Position){0};
    for (int col = 0; col < SIDE; col++) {
        p->men[col % 2] |= 1u << col;
        p->men[1 - col % 2] |= 1u << ((SIDE - 1) * STRIDE + col);
    }
    for (int side = 0; side < 2; side++)
        for (uint32_t men = p->men[side]; men; men &= men - 1)
            p->key ^= zobrist[side][__builtin_ctz(men)];
    p->history[0] = p->key;
}

static int generate(const Position *p, Move *moves)
{
    uint32_t empty = board_mask & ~(p->men[0] | p->men[1]);
    int n = 0;
    for (uint32_t men = p->men[p->mover]; men; men &= men - 1) {
        int from = __builtin_ctz(men);
        for (uint32_t to = neighbours[from] & empty; to; to &= to - 1)
            moves[n++] = (Move){(uint8_t)from, (uint8_t)__builtin_ctz(to)};
    }
    return n;
}

static int four_along(uint32_t men, int step)
{
    uint32_t pairs = men & (men >> step);
    return (pairs & (pairs >> 2 * step)) != 0;
}

static int four_in_line(uint32_t men)
{
    return four_along(men, 1) || four_along(men, STRIDE) || four_along(men, STRIDE - 1)
        || four_along(men, STRIDE + 1);
}

static int third_occurrence(const Position *p)
{
    int seen = 1;
    for (int ply = p->ply - 4; ply >= 0; ply -= 2)
        if (p->history[ply] == p->key && ++seen == 3)
            return 1;
    return 0;
}

static void make(Position *p, Move move)
{
    int mover = p->mover;
    p->men[mover] ^= (1u << move.from) | (1u << move.to);
    p->key ^= zobrist[mover][move.from] ^ zobrist[mover][move.to] ^ zobrist_mover;
    p->mover = 1 - mover;
    p->history[++p->ply] = p->key;
    p->ended = four_in_line(p->men[mover]) || p->ply >= MAX_PLY || third_occurrence(p);
}

static void unmake(Position *p, Move move)
{
    p->mover = 1 - p->mover;
    p->men[p->mover] ^= (1u << move.from) | (1u << move.to);
    p->key = p->history[--p->ply];
    p->ended = 0;
}

#define MOVE Move
#define MAKE(p, m) make(p, (m))
#define UNMAKE(p, m) unmake(p, (m))
#define KEY(p) (p)->key
#define ENDED(p) (p)->ended
#define DEFAULT_DEPTH 5
#define MAX_DEPTH 63
#include "../perft.h"
