#!/usr/bin/env bash
# Everything builds without a warning, the tests pass, and run 95 % of the lines of Sources.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Every test but the attacks, which `optimised` runs; with warnings as errors, and with a count of how often each line is run.
run_tests env TRACKABLE_TESTS=all swift test "${debug[@]}" --skip AttackTests
# Tests too have to compile and run on the oldest systems.
run python3 .ci/availability.py "$debug_bin/index/store" Tests
run python3 .ci/coverage.py "$(swift test "${debug[@]}" --show-codecov-path)"
