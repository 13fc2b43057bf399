# Bit operations for all supported compilers, and a random number generator.

cdef extern from * nogil:
    """
    #include <stdint.h>
    #include <string.h>
    /* Write the first eight bytes of an action in one store; field by field on big-endian machines. */
    static inline void write_action(void* action, unsigned source, unsigned target, unsigned rule, unsigned extra)
    {
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        unsigned short cells[2]; unsigned char rest[4] = {0, 0, 0, 0};
        cells[0] = source; cells[1] = target; rest[0] = rule; rest[1] = extra;
        memcpy(action, cells, 4); memcpy((char*)action + 4, rest, 4);
    #else
        uint64_t packed = (uint64_t)source | ((uint64_t)target << 16) | ((uint64_t)rule << 32) | ((uint64_t)extra << 40);
        memcpy(action, &packed, 8);
    #endif
        memset((char*)action + 8, 0, 4);
    }
    #define HOT 48
    static inline void copy_hot(void* to, const void* from) { memcpy(to, from, HOT); }
    static inline void copy_warm(void* to, const void* from) { memcpy(to, from, 64); }
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
    void write_action(void* action, unsigned source, unsigned target, unsigned rule, unsigned extra)
    void copy_hot(void* to, const void* from_)
    void copy_warm(void* to, const void* from_)
    int lowest_bit(uint64_t w)
    int count_bits(uint64_t w)
    bint LIKELY(bint x)
    bint UNLIKELY(bint x)


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """SplitMix64."""
    x += <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint32_t random_below(Worker* w, uint32_t n) noexcept nogil:
    """A random number from 0 to n - 1: xorshift64*, reduced by multiply and shift; the bias is negligible."""
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
