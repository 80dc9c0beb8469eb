#!/usr/bin/env bash
# Identifiers have the same names in debug and in release.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Names come from the runtime's type metadata, which an optimiser may change: what a dashboard shows must not depend on
# it. The test `IdentifierNamesDump` writes all the names it knows, one a line, into `TRACKABLE_NAMES_FILE`.
rm -rf .build/ci-names
mkdir -p .build/ci-names
debug=.build/ci-names/debug.txt
release=.build/ci-names/release.txt

run_tests env TRACKABLE_NAMES_FILE="$PWD/$debug" swift test --filter IdentifierNamesDump
run_tests env TRACKABLE_NAMES_FILE="$PWD/$release" \
  swift test -c release -Xswiftc -enable-testing --scratch-path "$release_scratch" --filter IdentifierNamesDump

if [[ ! -s "$debug" || ! -s "$release" ]]; then fail "IdentifierNamesDump wrote no names."; fi
run diff -u "$debug" "$release"
echo "$(wc -l <"$debug" | tr -d ' ') names, the same in both."
