#!/usr/bin/env bash
# The tests pass, by the README's own command.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

run_tests swift test
