#define _GNU_SOURCE
#include "CBlackHole.h"

#include <time.h>

static __thread int64_t sum;

void black_hole_note(int64_t number) { sum += number; }

int64_t black_hole_sum(void) { return sum; }

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t monotonic_nanoseconds(void) { return nanoseconds(CLOCK_MONOTONIC); }
uint64_t thread_nanoseconds(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

__attribute__((noinline, used)) void trackable_measured_run(void (*body)(void *context), void *context) {
  body(context);
  // Not a tail call: callgrind has to see the return.
  __asm__ volatile("" ::: "memory");
}
