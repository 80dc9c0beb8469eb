#include "CAllocationCounter.h"

#include <stdlib.h>

// The allocator's functions, defined here, take the place of the C library's in the whole process: the dynamic linker
// looks into the executable first. Each counts and hands on to glibc's own, which has a second name for that purpose.

#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

#include <errno.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// A count a thread, so that what others do is not in the way, and in the executable's own block, which is there before
// anything allocates.
static __thread uint64_t count __attribute__((tls_model("initial-exec")));

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count += 1;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count += 1;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count += 1;
  void *result = __libc_memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *memory = result;
  return 0;
}

bool allocation_counter_is_available(void) { return true; }
uint64_t allocation_counter_of_this_thread(void) { return count; }

#else

bool allocation_counter_is_available(void) { return false; }
uint64_t allocation_counter_of_this_thread(void) { return 0; }

#endif
