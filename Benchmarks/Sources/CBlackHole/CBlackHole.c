#define _GNU_SOURCE
#include "CBlackHole.h"

#include <time.h>

#if defined(__linux__)
#include <stdio.h>
#include <sys/personality.h>
#include <unistd.h>
#endif

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

#if defined(__linux__)
// The arguments of this process, read again: the caller need not have them.
static char arguments[65536];
static char *argument_list[256];

bool fix_addresses(void) {
  int current = personality(0xffffffff);
  if (current != -1 && (current & ADDR_NO_RANDOMIZE)) return true;
  if (current == -1 || personality((unsigned long)current | ADDR_NO_RANDOMIZE) == -1) return false;
  FILE *file = fopen("/proc/self/cmdline", "r");
  if (file == NULL) return false;
  size_t length = fread(arguments, 1, sizeof arguments - 1, file);
  fclose(file);
  int count = 0;
  for (size_t start = 0; start < length && count < 255; count += 1) {
    argument_list[count] = arguments + start;
    while (start < length && arguments[start] != 0) start += 1;
    start += 1;
  }
  execv("/proc/self/exe", argument_list);
  return false;
}
#else
bool fix_addresses(void) { return false; }
#endif

__attribute__((noinline, used)) void trackable_measured_run(void (*body)(void *context), void *context) {
  body(context);
  // Not a tail call: callgrind has to see the return.
  __asm__ volatile("" ::: "memory");
}
