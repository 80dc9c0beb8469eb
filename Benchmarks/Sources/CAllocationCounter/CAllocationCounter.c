#include "CAllocationCounter.h"

#include <stdlib.h>

// The allocator's functions that are defined here replace the C library's in the whole process, because the dynamic
// linker searches the executable first. Each counts, and then calls glibc's own, which has a second name for this
// purpose.

#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// Counted per thread, so that other threads do not disturb the figures. The counters are in the executable's own
// thread-local block, which exists before anything allocates.
#define PER_THREAD static __thread __attribute__((tls_model("initial-exec")))
PER_THREAD uint64_t count;
PER_THREAD int64_t live_bytes;
PER_THREAD bool counts_bytes;

static void *counted(void *memory) {
  count += 1;
  if (counts_bytes) live_bytes += (int64_t)malloc_usable_size(memory);
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *memory, size_t size) {
  int64_t old = counts_bytes ? (int64_t)malloc_usable_size(memory) : 0;
  void *result = __libc_realloc(memory, size);
  if (result != NULL || size == 0) live_bytes -= old;
  return counted(result);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *result = counted(__libc_memalign(alignment, size));
  if (result == NULL) return ENOMEM;
  *memory = result;
  return 0;
}

void free(void *memory) {
  if (counts_bytes) live_bytes -= (int64_t)malloc_usable_size(memory);
  __libc_free(memory);
}

bool allocation_counter_is_available(void) { return true; }
uint64_t allocation_counter_of_this_thread(void) { return count; }
void allocation_counter_count_bytes(bool isOn) { counts_bytes = isOn; }
int64_t allocation_counter_live_bytes_of_this_thread(void) { return live_bytes; }

#else

bool allocation_counter_is_available(void) { return false; }
uint64_t allocation_counter_of_this_thread(void) { return 0; }
void allocation_counter_count_bytes(bool isOn) { (void)isOn; }
int64_t allocation_counter_live_bytes_of_this_thread(void) { return 0; }

#endif
