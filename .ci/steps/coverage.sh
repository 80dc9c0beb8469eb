#!/usr/bin/env bash
# The tests run 95 % of the lines of Sources, and all of them compile and run on the oldest systems.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# A build of its own, which counts how often each line is run.
scratch=.build/ci-coverage
run_tests env TRACKABLE_TESTS=all swift test --enable-code-coverage --scratch-path "$scratch" --skip AttackTests
run python3 .ci/coverage.py "$scratch/debug/codecov/Trackable.json"
run python3 .ci/availability.py "$scratch/debug/index/store" Tests
