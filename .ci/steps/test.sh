#!/usr/bin/env bash
# Everything builds without a warning, and the tests pass.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Every test but the attacks, which `optimised` runs, and compiles for that; with warnings as errors.
tests=$(test_targets | grep -vx AttackTests | paste -sd , -)
run_tests env TRACKABLE_TESTS="$tests" swift test "${debug[@]}" "${few[@]}"
# The night runs these programs; a change that they do not compile with is seen now.
run swift build --package-path Tests/Programs "${debug[@]}"
# Tests too have to compile and run on the oldest systems. The step `coverage` looks at all of them.
run python3 .ci/availability.py "$debug_bin/index/store" Tests
