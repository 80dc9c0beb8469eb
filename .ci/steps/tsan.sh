#!/usr/bin/env bash
# The concurrency suites are clean under the thread sanitizer.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# The first race ends the run: what follows one is noise. The flag tells the suites to do less, because the sanitizer is
# slow.
run_tests env TSAN_OPTIONS=halt_on_error=1 swift test --sanitize=thread -Xswiftc -DTRACKABLE_SANITIZER \
  --scratch-path "$tsan_scratch" --filter Concurrency
