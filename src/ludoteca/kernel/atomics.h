/* Relaxed atomic access to fields that threads share.
 *
 * Relaxed order suffices: a reader that needs several words to fit together verifies a checksum over them, and
 * everything else is a hint, a counter or a request that may arrive late. The exception is atomic_exchange_i32, which
 * claims an object for one thread and therefore orders what happens before and after it.
 */
#ifndef LUDOTECA_ATOMICS_H
#define LUDOTECA_ATOMICS_H

#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)

static inline uint64_t atomic_load_u64(const uint64_t *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
static inline void atomic_store_u64(uint64_t *at, uint64_t value) { __atomic_store_n(at, value, __ATOMIC_RELAXED); }
static inline int32_t atomic_load_i32(const int32_t *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
static inline void atomic_store_i32(int32_t *at, int32_t value) { __atomic_store_n(at, value, __ATOMIC_RELAXED); }
static inline int32_t atomic_exchange_i32(int32_t *at, int32_t value) {
    return __atomic_exchange_n(at, value, __ATOMIC_ACQ_REL);
}

#elif defined(_MSC_VER)

#include <intrin.h>

static inline uint64_t atomic_load_u64(const uint64_t *at) {
    return (uint64_t)__iso_volatile_load64((const volatile __int64 *)at);
}
static inline void atomic_store_u64(uint64_t *at, uint64_t value) {
    __iso_volatile_store64((volatile __int64 *)at, (__int64)value);
}
static inline int32_t atomic_load_i32(const int32_t *at) {
    return __iso_volatile_load32((const volatile __int32 *)at);
}
static inline void atomic_store_i32(int32_t *at, int32_t value) {
    __iso_volatile_store32((volatile __int32 *)at, value);
}
static inline int32_t atomic_exchange_i32(int32_t *at, int32_t value) {
    return _InterlockedExchange((volatile long *)at, value);
}

#else
#error "No atomic access for this compiler: add a branch with its intrinsics."
#endif

/* A counter that one thread adds to and others read: no locked instruction is needed. */
static inline void atomic_add_u64(uint64_t *at, uint64_t more) { atomic_store_u64(at, atomic_load_u64(at) + more); }

#endif
