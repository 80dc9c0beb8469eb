#ifndef C_BLACK_HOLE_H
#define C_BLACK_HOLE_H

#include <stdbool.h>
#include <stdint.h>

/// Adds a number to a sum, so that the optimiser cannot remove the code that computed it. Each thread has its own sum:
/// if threads shared one, they would contend for it, and that would be measured instead of the library.
void black_hole_note(int64_t number);

/// The sum of this thread.
int64_t black_hole_sum(void);

/// Nanoseconds on a monotonic clock.
uint64_t monotonic_nanoseconds(void);

/// The CPU time of this thread in nanoseconds. Whatever else the processor does meanwhile is not included.
uint64_t thread_nanoseconds(void);

/// Restarts the program, if necessary, such that addresses are the same each time it runs. Returns whether they are.
bool fix_addresses(void);

/// Calls `body(context)`. Callgrind is told to measure this function by its name: see Gates.
void trackable_measured_run(void (*body)(void *context), void *context);

#endif
