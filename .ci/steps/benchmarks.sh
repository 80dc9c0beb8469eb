#!/usr/bin/env bash
# The benchmarks build, and combinators allocate nothing for an event.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

if [[ ! -f Benchmarks/Package.swift ]]; then skip "there are no benchmarks yet."; fi
run swift build -c release --package-path Benchmarks
run swift run -c release --package-path Benchmarks Allocations
