#!/usr/bin/env bash
# Everything builds without a warning.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

run swift build --build-tests "${strict[@]}"
