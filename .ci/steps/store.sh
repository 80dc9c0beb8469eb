#!/usr/bin/env bash
# The store and the memories keep what they accepted: processes are killed and stopped for real, and many seeded plans are run.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# About four minutes on two processors. Nothing here depends on time; `speed` prints what it measures and judges nothing.
run swift build --package-path Tests/Programs "${tested[@]}" --product StoreProcess
run swift build --package-path Tests/Programs "${tested[@]}" --product WireClient
process=$tested_bin/StoreProcess

for check in kills sharing suspension purges memories million speed; do
  run "$process" "$check"
done

run python3 Tests/Programs/Wire/kills.py "$tested_bin/WireClient" 60
# A slow disk is a library that the linker loads first: elsewhere there is no such variable.
if [[ "$(uname)" == Linux ]]; then
  run clang -O2 -shared -fPIC -o "$TMPDIR/slow_sync.so" Tests/Programs/Wire/slow_sync.c -ldl
  run env SLOW_SYNC="$TMPDIR/slow_sync.so" python3 Tests/Programs/Wire/denials.py "$tested_bin/WireClient" 60 12 0 5 50 300
fi

run_tests env TRACKABLE_TESTS=all TRACKABLE_STORE_PLANS=60 swift test "${tested[@]}" \
  --filter 'TrackableHTTPTests.Store'
