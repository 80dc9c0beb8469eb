// Atomic words for Swift. `Synchronization.Atomic` needs iOS 18, and an event reads some fifteen of them, too many for locks.
// The functions are inlined into their callers; the thread sanitizer sees them there.
#ifndef TRACKABLE_ATOMICS_H
#define TRACKABLE_ATOMICS_H

#include <stdint.h>

#define TRACKABLE_INLINE static inline __attribute__((always_inline))

TRACKABLE_INLINE uint64_t trackable_load(const uint64_t *_Nonnull word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

TRACKABLE_INLINE void trackable_store(uint64_t *_Nonnull word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

TRACKABLE_INLINE uint64_t trackable_add(uint64_t *_Nonnull word, uint64_t value) {
  return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
}

TRACKABLE_INLINE uint64_t trackable_exchange(uint64_t *_Nonnull word, uint64_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

#endif
