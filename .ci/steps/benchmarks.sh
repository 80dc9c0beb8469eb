#!/usr/bin/env bash
# The benchmarks build, and no case takes more instructions or allocations than was committed.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Instructions are counted by callgrind: exact, and the same on a busy machine. Where valgrind cannot be had, as on
# macOS, Gates says that it does not judge them. Nothing here depends on time: `Ratios` is built, and run by people.
if ! command -v valgrind >/dev/null && command -v apt-get >/dev/null && [[ "$(id -u)" -eq 0 ]]; then
  run apt-get update -qq
  run apt-get install -y -qq --no-install-recommends valgrind
fi

for product in Gates Ratios TrackableBenchmarks; do
  run swift build -c release --package-path Benchmarks --product "$product"
done
run swift run -c release --package-path Benchmarks Gates
