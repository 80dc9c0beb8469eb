#include "CAllocationCounter.h"

#include <stdlib.h>

// The allocator's functions that are defined here replace the C library's in the whole process, because the dynamic
// linker searches the executable first. Each counts, and then calls glibc's own, which has a second name for this
// purpose.

#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

#include <errno.h>
#include <malloc.h>
#include <time.h>

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
PER_THREAD uint64_t stalled;
PER_THREAD bool counts_stalls;

// What an ordinary call takes is not a stall.
#define SHORTEST_STALL 2000

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t begin(void) { return counts_stalls ? now() : 0; }

static void end(uint64_t start) {
  if (!counts_stalls) return;
  uint64_t duration = now() - start;
  if (duration >= SHORTEST_STALL) stalled += duration;
}

static void *counted(void *memory, uint64_t start) {
  end(start);
  count += 1;
  if (counts_bytes) live_bytes += (int64_t)malloc_usable_size(memory);
  return memory;
}

void *malloc(size_t size) {
  uint64_t start = begin();
  return counted(__libc_malloc(size), start);
}

void *calloc(size_t number, size_t size) {
  uint64_t start = begin();
  return counted(__libc_calloc(number, size), start);
}

void *realloc(void *memory, size_t size) {
  int64_t old = counts_bytes ? (int64_t)malloc_usable_size(memory) : 0;
  uint64_t start = begin();
  void *result = __libc_realloc(memory, size);
  if (result != NULL || size == 0) live_bytes -= old;
  return counted(result, start);
}

void *memalign(size_t alignment, size_t size) {
  uint64_t start = begin();
  return counted(__libc_memalign(alignment, size), start);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *result = memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *memory = result;
  return 0;
}

void free(void *memory) {
  if (counts_bytes) live_bytes -= (int64_t)malloc_usable_size(memory);
  uint64_t start = begin();
  __libc_free(memory);
  end(start);
}

bool allocation_counter_is_available(void) { return true; }
uint64_t allocation_counter_of_this_thread(void) { return count; }
void allocation_counter_count_bytes(bool isOn) { counts_bytes = isOn; }
int64_t allocation_counter_live_bytes_of_this_thread(void) { return live_bytes; }
void allocation_counter_count_stalls(bool isOn) { counts_stalls = isOn; }
uint64_t allocation_counter_stalled_nanoseconds_of_this_thread(void) { return stalled; }

#else

bool allocation_counter_is_available(void) { return false; }
uint64_t allocation_counter_of_this_thread(void) { return 0; }
void allocation_counter_count_bytes(bool isOn) { (void)isOn; }
int64_t allocation_counter_live_bytes_of_this_thread(void) { return 0; }
void allocation_counter_count_stalls(bool isOn) { (void)isOn; }
uint64_t allocation_counter_stalled_nanoseconds_of_this_thread(void) { return 0; }

#endif
