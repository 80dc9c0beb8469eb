#!/usr/bin/env bash
# The attacks pass with optimisation, and identifiers have the same names in every build, or an issue says that they cannot be had.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# The build that adopters and benchmarks have: built by `swift build`, because `swift test` compiles the library with flags of
# its own, and so once more. The step `attacks` runs every test with optimisation.
run env TRACKABLE_TESTS=AttackTests swift build "${release[@]}" --build-tests
run_tests env TRACKABLE_TESTS=AttackTests swift test "${release[@]}" --skip-build

# Names come from the runtime's type metadata. What a dashboard shows must not depend on what an optimiser, or a setting
# that adopters use to make their apps smaller, does to it. The tests compare debug and release builds with the same
# literals; here the fixtures become a program of their own, compiled with each setting as an adopter's module would be.
fixtures=(Tests/TrackableTests/Names/{NameFixtures,CaseFixtures,NamedIdentifiers}.swift)
out=.build/ci-names
rm -rf "$out"
mkdir -p "$out"

# By the sources, because a build leaves the objects of sources that were removed.
find Sources/Trackable -name '*.swift' -exec basename {} \; \
  | sed "s|.*|\"$release_bin/Trackable.build/&.o\"|" >"$out/objects"

# check <title> <none|some> <flags>: whether none or some of the enums should be without names.
check() {
  local title=$1 unnamed=$2
  shift 2
  run swiftc -j2 -module-name TrackableTests -swift-version 6 -I "$release_bin/Modules" -I "$atomics" -O "$@" \
    "${fixtures[@]}" .ci/names/main.swift "@$out/objects" -o "$out/$title"
  run "$out/$title" "$unnamed"
}

check release none
check no-metadata some -Xfrontend -disable-reflection-metadata
check no-names some -Xfrontend -disable-reflection-names
check debugger-only some -Xfrontend -reflection-metadata-for-debugger-only
# An app may link the standard library statically.
if [[ "$(uname)" == Linux ]]; then check static none -static-stdlib; fi
