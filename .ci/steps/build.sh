#!/usr/bin/env bash
# Everything builds without a warning, and every public type says whether it is Sendable.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

run swift build --build-tests "${strict[@]}"

# Not together with the tests: the runner that SwiftPM generates for them says nothing about its public types. And not
# by `-require-explicit-sendable`: the driver does not hand it to the compiler, and it only ever warns.
if swift_at_least 6 3; then
  run swift build -Xswiftc -warnings-as-errors -Xswiftc -Werror -Xswiftc ExplicitSendable \
    --scratch-path "$sendable_scratch"
else
  echo "The check for Sendable needs Swift 6.3; left out here."
fi
