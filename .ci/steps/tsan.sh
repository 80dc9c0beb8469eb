#!/usr/bin/env bash
# The concurrency suites and the attacks are clean under the thread sanitizer.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# The first race ends its process: what follows one is noise. An attack's process has no output of its own, so reports go
# to files. The flag tells the suites to do less, because the sanitizer is slow.
reports=.build/ci-tsan-reports
rm -rf "$reports"
mkdir -p "$reports"
trap 'if [[ $? -ne 0 ]]; then cat "$reports"/* 2>/dev/null || true; fi' EXIT

# How much memory a process takes says nothing under the sanitizer.
run_tests env TRACKABLE_TESTS=all TSAN_OPTIONS="halt_on_error=1 atexit_sleep_ms=0 log_path=$PWD/$reports/race" TRACKABLE_ATTACK_SCALE=2 \
  swift test --sanitize=thread -Xswiftc -DTRACKABLE_SANITIZER --scratch-path "$tsan_scratch" \
  --filter Concurrency --filter AttackTests --skip 'Memory does not grow'
