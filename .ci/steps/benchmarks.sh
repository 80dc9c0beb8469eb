#!/usr/bin/env bash
# The benchmarks build.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

if [[ ! -f Benchmarks/Package.swift ]]; then skip "there are no benchmarks yet."; fi
run swift build --package-path Benchmarks
