#!/usr/bin/env bash
# No case of Benchmarks takes more instructions or allocations than was committed.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Instructions are counted by callgrind: exact, and the same on a busy machine. Where valgrind cannot be had, as on
# macOS, Gates says that it does not judge them. Nothing here depends on time: `Ratios` is run by people, and built by the
# step `benchmarks`.
if ! command -v valgrind >/dev/null && command -v apt-get >/dev/null && [[ "$(id -u)" -eq 0 ]]; then
  run apt-get update -qq
  run apt-get install -y -qq --no-install-recommends valgrind
fi
run env TRACKABLE_BENCHMARKS=Gates swift run --package-path Benchmarks "${release[@]}" Gates
