#!/usr/bin/env bash
# The benchmarks that people run by hand build.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

for product in Ratios TrackableBenchmarks; do
  run swift build --package-path Benchmarks "${release[@]}" --product "$product"
done
