#!/usr/bin/env bash
# The tests pass with optimisation.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

run_tests "${library_only[@]}" swift test "${release[@]}"
