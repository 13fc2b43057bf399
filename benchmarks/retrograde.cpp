// A straightforward retrograde solver of one game, written by hand: Tic Tackle's rules on a smaller number of
// pieces, so that a comparison is quick. Five by five points on the lines of alquerque, N pieces a side, four in a
// row (in any direction, drawn or not) win, a side that cannot move has lost, endless play is a draw.
//
// It uses the eight symmetries of the board and that of the sides, one byte-pair a position, threads and the usual
// counters of successors: what anybody would write who had one game in mind.
//
//   g++ -O3 -march=native -pthread -o retrograde retrograde.cpp && ./retrograde PIECES THREADS
//
// prints positions won, drawn and lost by the side to move (up to symmetry), the longest win, and the seconds.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

static const int SIDE = 5, CELLS = 25;
static const u16 SAFE = 0x3FFF, OVER = 0x7FF0, NOBODY = 0x7FFF, KNOWN = 0x8000, WON = 0x4000, FAR = 0x3FFF;

static int N;                        // pieces a side
static u64 choose_[CELLS + 1][CELLS + 1];
static u32 near_[CELLS];
static std::vector<u32> lines_;
static int image_[8][CELLS];
static u32 turned_[8][4][256];
static std::vector<u32> class_of_, own_set_;
static std::vector<uint8_t> turn_, still_;
static u64 rest_, total_;
static std::vector<std::atomic<u16>> value_;

static u32 turned(int g, u32 set) {
    return turned_[g][0][set & 255] | turned_[g][1][set >> 8 & 255] | turned_[g][2][set >> 16 & 255] |
           turned_[g][3][set >> 24];
}

static u64 rank_of(u32 set) {
    u64 rank = 0;
    for (int n = 1; set; set &= set - 1, n++) rank += choose_[__builtin_ctz(set)][n];
    return rank;
}

static u64 rank_among(u32 set, u32 taken) {
    u64 rank = 0;
    for (int n = 1; set; set &= set - 1, n++) {
        u32 low = set & -set;
        rank += choose_[__builtin_popcount((low - 1) & ~taken)][n];
    }
    return rank;
}

static u32 set_among(u64 rank, int n, u32 taken) {
    int places[CELLS], many = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (!(taken >> cell & 1)) places[many++] = cell;
    u32 set = 0;
    for (int at = many - 1; n; at--)
        if (choose_[at][n] <= rank) {
            rank -= choose_[at][n--];
            set |= 1u << places[at];
        }
    return set;
}

// The mover's pieces lead.
static u64 index_of(u32 own, u32 enemy) {
    u64 rank = rank_of(own);
    u32 number = class_of_[rank];
    u32 lead = own_set_[number];
    u32 other = turned(turn_[rank], enemy);
    u64 rest = rank_among(other, lead);
    for (int g = 1, still = still_[number] >> 1; still; g++, still >>= 1)
        if (still & 1) rest = std::min(rest, rank_among(turned(g, other), lead));
    return number * rest_ + rest;
}

static bool place(u64 index, u32& own, u32& enemy) {
    own = own_set_[index / rest_];
    enemy = set_among(index % rest_, N, own);
    for (int g = 1, still = still_[index / rest_] >> 1; still; g++, still >>= 1)
        if ((still & 1) && rank_among(turned(g, enemy), own) < index % rest_) return false;
    return true;
}

static bool has_line(u32 set) {
    for (u32 line : lines_)
        if ((set & line) == line) return true;
    return false;
}

static void look(u64 index) {
    u32 own, enemy;
    if (!place(index, own, enemy)) {
        value_[index] = NOBODY;
        return;
    }
    if (has_line(own) || has_line(enemy)) {
        value_[index] = OVER;
        return;
    }
    u64 seen[256];
    int many = 0, moves = 0;
    u32 empty = ~(own | enemy) & ((1u << CELLS) - 1);
    for (u32 from = own; from; from &= from - 1) {
        u32 origin = from & -from;
        for (u32 to = near_[__builtin_ctz(origin)] & empty; to; to &= to - 1) {
            u32 after = own ^ origin ^ (to & -to);
            moves++;
            if (has_line(after)) {
                value_[index] = KNOWN | WON | 1;
                return;
            }
            u64 child = index_of(enemy, after);
            if (std::find(seen, seen + many, child) == seen + many) seen[many++] = child;
        }
    }
    value_[index] = moves ? many : KNOWN;
}

static bool tell_winner(u64 index, int far) {
    u16 old = value_[index];
    while (true) {
        if ((old >= OVER && old < KNOWN) || (old >= KNOWN && (!(old & WON) || (old & FAR) <= far))) return false;
        if (value_[index].compare_exchange_weak(old, KNOWN | WON | far)) return true;
    }
}

static bool tell_loser(u64 index, int far) {
    u16 old = value_[index];
    while (true) {
        if (old >= SAFE || old == 0) return false;
        u16 now = old == 1 ? KNOWN | far : old - 1;
        if (value_[index].compare_exchange_weak(old, now)) return now >= KNOWN;
    }
}

static u64 spread(u64 index, int far) {
    u16 value = value_[index];
    u32 own, enemy;
    place(index, own, enemy);
    u64 seen[256], news = 0;
    int many = 0;
    u32 empty = ~(own | enemy) & ((1u << CELLS) - 1);
    for (u32 to = enemy; to; to &= to - 1) {
        u32 arrived = to & -to;
        for (u32 from = near_[__builtin_ctz(arrived)] & empty; from; from &= from - 1) {
            u64 before = index_of(enemy ^ arrived ^ (from & -from), own);
            if (std::find(seen, seen + many, before) != seen + many) continue;
            seen[many++] = before;
            news += value & WON ? tell_loser(before, far + 1) : tell_winner(before, far + 1);
        }
    }
    return news;
}

template <class Work> static void everywhere(int threads, Work work) {
    std::atomic<u64> next(0);
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; i++)
        workers.emplace_back([&] {
            for (u64 first; (first = next.fetch_add(16384)) < total_;)
                for (u64 index = first; index < std::min(first + 16384, total_); index++) work(index);
        });
    for (auto& worker : workers) worker.join();
}

int main(int argc, char** argv) {
    N = argc > 1 ? atoi(argv[1]) : 4;
    int threads = argc > 2 ? atoi(argv[2]) : 1;
    auto begun = std::chrono::steady_clock::now();
    for (int n = 0; n <= CELLS; n++)
        for (int k = 0; k <= n; k++) choose_[n][k] = k == 0 || k == n ? 1 : choose_[n - 1][k - 1] + choose_[n - 1][k];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int cell = y * SIDE + x;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int u = x + dx, v = y + dy;
                    if ((dx || dy) && u >= 0 && v >= 0 && u < SIDE && v < SIDE && (!(dx && dy) || (x + y) % 2 == 0))
                        near_[cell] |= 1u << (v * SIDE + u);
                    if (dx + 3 * dy > 0) {
                        int a = x + 3 * dx, b = y + 3 * dy;
                        if (a < 0 || b < 0 || a >= SIDE || b >= SIDE) continue;
                        u32 line = 0;
                        for (int i = 0; i < 4; i++) line |= 1u << ((y + i * dy) * SIDE + x + i * dx);
                        lines_.push_back(line);
                    }
                }
            for (int g = 0; g < 8; g++) {
                int u = g & 1 ? SIDE - 1 - x : x, v = g & 2 ? SIDE - 1 - y : y;
                image_[g][cell] = g & 4 ? u * SIDE + v : v * SIDE + u;
            }
        }
    for (int g = 0; g < 8; g++)
        for (int chunk = 0; chunk < 4; chunk++)
            for (int byte = 0; byte < 256; byte++)
                for (int bit = 0; bit < 8; bit++)
                    if (byte >> bit & 1 && chunk * 8 + bit < CELLS)
                        turned_[g][chunk][byte] |= 1u << image_[g][chunk * 8 + bit];
    u64 sets = choose_[CELLS][N];
    class_of_.assign(sets, ~0u);
    turn_.assign(sets, 0);
    u32 set = (1u << N) - 1;
    for (u64 rank = 0; rank < sets; rank++) {
        if (class_of_[rank] == ~0u) {
            uint8_t still = 0;
            for (int g = 0; g < 8; g++) {
                u32 other = turned(g, set);
                if (other == set) still |= 1 << g;
                u64 r = rank_of(other);
                if (class_of_[r] != ~0u) continue;
                class_of_[r] = own_set_.size();
                for (int back = 0; back < 8; back++)
                    if (turned(back, other) == set) turn_[r] = back;
            }
            own_set_.push_back(set);
            still_.push_back(still);
        }
        u32 low = set & -set, ripple = set + low;
        set = ((set ^ ripple) >> 2) / low | ripple;
    }
    rest_ = choose_[CELLS - N][N];
    total_ = own_set_.size() * rest_;
    value_ = std::vector<std::atomic<u16>>(total_);
    everywhere(threads, look);
    for (int far = 0;; far++) {
        std::atomic<u64> here(0), news(0);
        everywhere(threads, [&](u64 index) {
            u16 value = value_[index];
            if (value < KNOWN || (value & FAR) != far) return;
            here++;
            news += spread(index, far);
        });
        if (far && !here && !news) break;
    }
    u64 won = 0, lost = 0, drawn = 0;
    int longest = 0;
    for (u64 index = 0; index < total_; index++) {
        u16 value = value_[index];
        if (value >= OVER && value < KNOWN) continue;
        if (value < KNOWN) drawn++;
        else (value & WON ? won : lost)++, longest = std::max(longest, value & FAR);
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    printf("{\"indices\": %llu, \"won\": %llu, \"drawn\": %llu, \"lost\": %llu, \"longest\": %d, \"seconds\": %.3f}\n",
           (unsigned long long)total_, (unsigned long long)won, (unsigned long long)drawn, (unsigned long long)lost,
           longest, seconds);
}
