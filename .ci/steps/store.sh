#!/usr/bin/env bash
# The store and the memories keep what they accepted: processes are killed and stopped for real, and many seeded plans are run.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# About two minutes on two processors. Nothing here depends on time; `speed` prints what it measures and judges nothing.
run swift build --package-path Tests/Programs "${tested[@]}" --product StoreProcess
run swift build --package-path Tests/Programs "${tested[@]}" --product WireClient
process=$tested_bin/StoreProcess

for check in kills sharing suspension purges memories million speed; do
  run "$process" "$check"
done

run python3 .ci/wire/kills.py "$tested_bin/WireClient" 60

run_tests env TRACKABLE_TESTS=all TRACKABLE_STORE_PLANS=60 swift test "${tested[@]}" \
  --filter 'TrackableHTTPTests.Store'
