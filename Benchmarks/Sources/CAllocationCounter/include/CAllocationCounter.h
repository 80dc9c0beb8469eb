#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted here: on Linux with glibc. Elsewhere the count stays 0.
bool allocation_counter_is_available(void);

/// How often this thread has asked the allocator for memory since it started.
uint64_t allocation_counter_of_this_thread(void);

#endif
