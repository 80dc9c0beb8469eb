#!/usr/bin/env bash
# Identifiers have the same names in every build, or an issue says that they cannot be had.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Names come from the runtime's type metadata. What a dashboard shows must not depend on what an optimiser, or a setting
# that adopters use to make their apps smaller, does to it. The tests compare debug and release builds with the same
# literals; here the fixtures become a program of their own, compiled with each setting as an adopter's module would be.
fixtures=(Tests/TrackableTests/Names/{NameFixtures,CaseFixtures,NamedIdentifiers}.swift)
out=.build/ci-names
rm -rf "$out"
mkdir -p "$out"

run "${library_only[@]}" swift build "${release[@]}" --target Trackable
optimised=$("${library_only[@]}" swift build "${release[@]}" --show-bin-path)
run swift build --target Trackable
debug=$(swift build --show-bin-path)

# check <title> <none|some> <products> <flags>: whether none or some of the enums should be without names.
check() {
  local title=$1 unnamed=$2 products=$3
  shift 3
  # By the sources, because a build leaves the objects of sources that were removed.
  find Sources/Trackable -name '*.swift' -exec basename {} \; \
    | sed "s|.*|\"$products/Trackable.build/&.o\"|" >"$out/objects"
  run swiftc -j2 -module-name TrackableTests -swift-version 6 -I "$products/Modules" "$@" \
    "${fixtures[@]}" .ci/names/main.swift "@$out/objects" -o "$out/$title"
  run "$out/$title" "$unnamed"
}

check debug none "$debug" -Onone
check release none "$optimised" -O
check no-metadata some "$optimised" -O -Xfrontend -disable-reflection-metadata
check no-names some "$optimised" -O -Xfrontend -disable-reflection-names
check debugger-only some "$optimised" -O -Xfrontend -reflection-metadata-for-debugger-only
# An app may link the standard library statically.
if [[ "$(uname)" == Linux ]]; then check static none "$optimised" -O -static-stdlib; fi
