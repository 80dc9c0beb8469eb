#!/usr/bin/env bash
# The app of "Adopt in ten minutes", made by following that page word for word, compiles after each step and prints what it says.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Shares the build of the step `consumers`: the library is built once for both. The last task needs a server: it is built here,
# and run by the step `clickhouse`.
run python3 .ci/adopters.py check
adopter=(--scratch-path "$adopter_scratch" -Xswiftc -warnings-as-errors)
run swift build --package-path Tests/Adopters/4-Database "${adopter[@]}" --build-tests
run python3 .ci/adopters.py typecheck "$(swift build --package-path Tests/Adopters/4-Database "${adopter[@]}" --show-bin-path)/Modules"
for task in 0 1 2 3; do run python3 .ci/adopters.py run "$adopter_scratch" "$task"; done
echo "Task 4 compiles. It needs a ClickHouse server, which the step 'clickhouse' starts."
