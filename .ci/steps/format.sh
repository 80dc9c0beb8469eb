#!/usr/bin/env bash
# The sources are formatted as .swift-format says.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

existing=()
for path in Sources Tests Examples Benchmarks Package.swift; do
  if [[ -e "$path" ]]; then existing+=("$path"); fi
done
run swift format lint --recursive --strict "${existing[@]}"
