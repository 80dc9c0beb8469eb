#ifndef C_BLACK_HOLE_H
#define C_BLACK_HOLE_H

#include <stdint.h>

/// Where numbers end, so that the optimiser cannot leave out what leads to them. A sum for each thread: one for all
/// would make threads wait for each other, and be measured instead of the library.
void black_hole_note(int64_t number);

/// The sum of this thread.
int64_t black_hole_sum(void);

/// Nanoseconds on a clock that only runs forwards.
uint64_t monotonic_nanoseconds(void);

/// Nanoseconds that this thread has run: what others do with the processor meanwhile is not in it.
uint64_t thread_nanoseconds(void);

/// Calls `body(context)`. Its name is what callgrind is told to collect: see Gates.
void trackable_measured_run(void (*body)(void *context), void *context);

#endif
