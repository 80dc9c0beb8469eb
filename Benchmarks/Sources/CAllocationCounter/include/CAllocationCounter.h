#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted here: on Linux with glibc. Elsewhere the counts stay 0.
bool allocation_counter_is_available(void);

/// How often this thread has asked the allocator for memory since it started.
uint64_t allocation_counter_of_this_thread(void);

/// Switches the counting of bytes on or off for this thread. It is off at first, because asking the allocator for the
/// size of each block takes time.
void allocation_counter_count_bytes(bool isOn);

/// The bytes that this thread has allocated while counting was on, less those that it has freed. They include the
/// allocator's rounding, but not its own bookkeeping.
int64_t allocation_counter_live_bytes_of_this_thread(void);

/// Switches the timing of the allocator on or off for this thread. It is off at first.
void allocation_counter_count_stalls(bool isOn);

/// How long this thread has been in calls of the allocator that took two microseconds or more, while timing was on. Such
/// a call tidies up earlier freed memory of any thread, or waits for the system.
uint64_t allocation_counter_stalled_nanoseconds_of_this_thread(void);

#endif
