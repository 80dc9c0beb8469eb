#!/usr/bin/env bash
# Programs that try to break the laws fail to, at a large scale and with optimisation.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# The step `test` runs them at the least scale, `tsan` at twice that. A minute on two processors.
run_tests "${library_only[@]}" TRACKABLE_ATTACK_SCALE=20 swift test "${release[@]}" --filter AttackTests
