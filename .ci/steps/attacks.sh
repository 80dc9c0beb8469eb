#!/usr/bin/env bash
# All tests pass with optimisation, and programs that try to break the laws fail to, at a large scale.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# With the long rounds of all searches. One target after the other: in a process that has all of them a test would wait for the
# rounds of the others longer than an event waits for an actor.
targets=$(test_targets)
for target in $targets; do
  run_tests env TRACKABLE_TESTS=all TRACKABLE_ATTACK_SCALE=2 swift test "${tested[@]}" "${few[@]}" --filter "^$target\\."
done
# The step `optimised` runs the attacks at the least scale, `tsan` at twice that. A minute on two processors.
run_tests env TRACKABLE_TESTS=all TRACKABLE_ATTACK_SCALE=20 swift test "${tested[@]}" "${few[@]}" --filter AttackTests
