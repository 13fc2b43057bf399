# Bits of a word, on every compiler, and a small random generator.

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int lowest_bit(uint64_t w) { unsigned long i; _BitScanForward64(&i, w); return (int)i; }
    static __inline int count_bits(uint64_t w) { return (int)__popcnt64(w); }
    #define LIKELY(x) (x)
    #define UNLIKELY(x) (x)
    #else
    static inline int lowest_bit(uint64_t w) { return __builtin_ctzll(w); }
    static inline int count_bits(uint64_t w) { return __builtin_popcountll(w); }
    #define LIKELY(x) __builtin_expect(!!(x), 1)
    #define UNLIKELY(x) __builtin_expect(!!(x), 0)
    #endif
    """
    int lowest_bit(uint64_t w)
    int count_bits(uint64_t w)
    bint LIKELY(bint x)
    bint UNLIKELY(bint x)


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """Splitmix64: a well-stirred 64-bit number from any number."""
    x += <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint32_t random_below(Worker* w, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1 (xorshift, multiply and shift: no division, no bias worth naming)."""
    cdef uint64_t x = w.random
    x ^= x >> 12
    x ^= x << 25
    x ^= x >> 27
    w.random = x
    return <uint32_t>((((x * <uint64_t>0x2545F4914F6CDD1D) >> 32) * n) >> 32)


cdef inline bint has_bit(const uint64_t* words, int cell) noexcept nogil:
    return (words[cell >> 6] >> (cell & 63)) & 1


cdef inline bint allowed(const Tables* t, int region, int cell) noexcept nogil:
    """Whether a cell belongs to a region; -1 is the whole board."""
    return region < 0 or has_bit(t.regions[region], cell)
