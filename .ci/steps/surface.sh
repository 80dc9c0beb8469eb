#!/usr/bin/env bash
# The public API is the one that was reviewed, in Tests/PublicAPI, all its types are Sendable, and an adopter conforms to each of its protocols.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

#   bash .ci/steps/surface.sh             compares what the compiler sees with what was reviewed
#   bash .ci/steps/surface.sh --update    prints the difference, and writes it to Tests/PublicAPI
# A name that begins with an underscore is not API.
if [[ "$(uname)" != Linux ]]; then skip "the reviewed API is that of Linux; other platforms add to it."; fi
if ! swift_at_least 6 3; then skip "the reviewed API is spelt as Swift 6.3 does."; fi

reviewed=Tests/PublicAPI
actual=.build/ci-surface
products=$(library_products)
symbol_graphs
rm -rf "$actual"
mkdir -p "$actual" "$reviewed"
while read -r module; do
  python3 .ci/surface.py text .build/ci-symbols "$module" >"$actual/$module.txt"
  python3 .ci/surface.py count .build/ci-symbols "$module"
  python3 .ci/surface.py sendable .build/ci-symbols "$module"
done <<<"$products"

# The @@ line of a change names the type.
status=0
difference=$(diff -r -N -U1 -F '^[^ ]' "$reviewed" "$actual") || status=$?
if [[ "$status" -gt 1 ]]; then fail "the reviewed API could not be compared."; fi
if [[ "${1:-}" == --update ]]; then
  rm -f "$reviewed"/*.txt
  cp "$actual"/*.txt "$reviewed"
  echo "${difference:-Nothing has changed.}"
elif [[ -n "$difference" ]]; then
  echo "$difference"
  fail "the public API is not the reviewed one. If this is meant: bash .ci/steps/surface.sh --update"
fi

if grep -rnE '^[[:space:]]*@testable' Tests/PublicAPITests; then fail "PublicAPITests see what adopters see, and nothing else."; fi
# Deprecated protocols are adopted by those who come from elsewhere.
python3 .ci/surface.py conformances "$reviewed" Tests/PublicAPITests Tests/MigrationTests

# A module that uses no more than an adopter could, but for four declarations: it compiles without those that are
# `package`, and with these instead of the four.
instead=.build/ci-instead-of-package.swift
cat >"$instead" <<'SWIFT'
import Trackable

extension TrackableSystem {
  static func value<Value: Sendable>(_ make: () -> Value) -> Value { make() }
}

struct ConsentMoment: Sendable, Comparable {
  static var ofLateCall: ConsentMoment? { nil }
  static func next() -> ConsentMoment { ConsentMoment() }
  static func < (first: ConsentMoment, second: ConsentMoment) -> Bool { false }
}

enum CurrentTime {
  static var seconds: Double { 0 }
}

struct SystemTime: Sendable {
  static var computer: SystemTime { SystemTime() }
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
}
SWIFT
if ! swiftc -typecheck -swift-version 6 -I "$(swift build --show-bin-path)/Modules" \
  -module-name TrackableValuePropositions Sources/TrackableValuePropositions/*.swift "$instead"; then
  fail "TrackableValuePropositions uses more of the core than its public API, TrackableSystem.value, ConsentMoment," \
    "CurrentTime and SystemTime."
fi
