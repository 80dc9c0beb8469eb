#!/usr/bin/env bash
# The tests run 95 % of the lines of Sources, and all of them compile and run on the oldest systems.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# A build of its own, which counts how often each line is run.
scratch=.build/ci-coverage
run_tests env TRACKABLE_TESTS=all swift test --enable-code-coverage --scratch-path "$scratch" --skip AttackTests
program=$scratch/debug/TrackablePackageTests.xctest
if [[ "$(uname)" == Darwin ]]; then program+=/Contents/MacOS/TrackablePackageTests; fi
# That of the compiler: another one cannot read its counts.
cov=$(dirname "$(readlink -f "$(xcrun -f swiftc 2>/dev/null || command -v swiftc)")")/llvm-cov
"$cov" export -format=lcov -instr-profile "$scratch/debug/codecov/default.profdata" "$program" >"$TMPDIR/lcov"
run python3 .ci/coverage.py "$TMPDIR/lcov"
run python3 .ci/availability.py "$scratch/debug/index/store" Tests
