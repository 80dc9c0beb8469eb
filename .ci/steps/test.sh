#!/usr/bin/env bash
# The tests pass, and run 95 % of the lines of Sources.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# What the step `build` has built. It takes no longer than the README's own command, `swift test`, and tests the same.
run_tests swift test "${strict[@]}"
run python3 .ci/coverage.py "$(swift test "${strict[@]}" --show-codecov-path)"
