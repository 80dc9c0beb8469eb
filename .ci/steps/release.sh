#!/usr/bin/env bash
# The tests pass with optimisation.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# The attacks of this build are a step of their own.
run_tests "${library_only[@]}" swift test "${release[@]}" --skip AttackTests
