#!/usr/bin/env bash
# Apps that depend on this package by path test it, run in every setting, grow by no more than was committed, and can be made by following "Getting started in ten minutes" word for word.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Tests/Adopter/App. Its own tests, with Swift Testing and with XCTest, side by side. One attaches a report.
app=(--package-path Tests/Adopter/App)
programs=(MainActorApp UpcomingApp Swift5App CoreOnly Nothing)
attachments=$PWD/.build/ci-attachments
rm -rf "$attachments"
mkdir -p "$attachments"
run_tests swift test "${app[@]}" "${debug[@]}" --parallel --attachments-path "$attachments"
if ! grep -q '"title":"Player"' "$attachments"/*; then fail "no report was attached."; fi

# What the app itself is made of does not know the kit.
if grep -rnE "TrackableTesting|TrackablePlan|TrackableInspector" Tests/Adopter/App/Sources/Player; then fail "The app's own code names the kit."; fi

# Each product is used by the program that runs in every setting. Not the one for code of earlier designs: it declares names of the
# core anew, and Tests/Documentation compiles their documents with it in both language modes.
products=$(library_products | grep -vx TrackableMigration)
while read -r product; do
  if ! grep -q "^import $product$" Tests/Adopter/App/Sources/MainActorApp/EveryProduct.swift; then
    fail "EveryProduct.swift does not use $product."
  fi
done <<<"$products"

run swift build "${app[@]}" "${release[@]}"
for program in "${programs[@]}"; do
  run "$debug_bin/$program" >/dev/null
  run "$release_bin/$program" >/dev/null
done

# A package that names a version gets the tag, by the README's line for its manifest, and builds: a versioned dependency may set no
# unsafe flags. The tag is that of a new repository with these files.
tagged=$PWD/.build/ci-tagged/Trackable consumer=$PWD/.build/ci-consumer
rm -rf "$tagged" "$consumer"
mkdir -p "$tagged" "$consumer/Sources/Consumer"
git -c safe.directory="$PWD" archive HEAD | tar -x -C "$tagged"
nobody=(-c user.name=CI -c user.email=ci@example.com -c commit.gpgsign=false)
(cd "$tagged" && git init -q && git add -f . && git "${nobody[@]}" commit -qm Tagged && git "${nobody[@]}" tag 0.1.3)
dependency=$(grep -oE '^\.package\(url: "[^"]*", [^)]*\)\)' README.md | sed "s|url: \"[^\"]*\"|url: \"$tagged\"|")
product=$(grep -oE '^\.product\(name: [^)]*\)' README.md)
cat >"$consumer/Package.swift" <<SWIFT
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Consumer", platforms: [.macOS(.v13)],
  dependencies: [$dependency],
  targets: [.executableTarget(name: "Consumer", dependencies: [$product])]
)
SWIFT
echo 'import Trackable; TrackableSystem.bootstrap(ConsoleTracker())' >"$consumer/Sources/Consumer/main.swift"
run swift build --package-path "$consumer" --cache-path "$consumer/.cache"
if ! grep -q '"version" : "0.1.3"' "$consumer/Package.resolved"; then fail "a consumer does not get the tag."; fi

# Tests/Adopter/<number>-…: the app of the page, after each of its tasks.
run python3 .ci/adopters.py check
run python3 .ci/adopters.py typecheck "$debug_bin/Modules"
for task in 1 2 3; do run python3 .ci/adopters.py run "$task" "${debug[@]}"; done

if [[ "$(uname)" != Linux ]]; then
  echo "Foundation is part of the system here, and sizes are those of Linux: neither is checked."
  exit 0
fi

if ldd "$release_bin/CoreOnly" | grep -E 'libFoundation(\.|Internationalization|Networking|XML)'; then
  fail "an app that depends on Trackable alone links full Foundation, not only FoundationEssentials."
fi

# What an app gets bigger by: the stripped binary with the library, less that of the same app without. The Swift runtime and
# Foundation are shared libraries, and not part of it. The margin is for other releases of the compiler.
stripped_size() {
  strip -o "$release_bin/$1.stripped" "$release_bin/$1"
  wc -c <"$release_bin/$1.stripped"
}

# check_size <program> <what it shows> <committed KiB>
check_size() {
  local added=$((($(stripped_size "$1") - $(stripped_size Nothing)) / 1024))
  echo "$2 adds $added KiB to a stripped release binary; committed: $3 KiB."
  if [[ "$(uname -m)" != x86_64 ]]; then
    echo "The committed size is that of x86_64: not compared."
  elif [[ $((added * 100)) -gt $(($3 * 105)) ]]; then
    fail "that is more than 5 % above. If it is worth its while, commit the new size: .ci/steps/adopters.sh"
  elif [[ $((added * 100)) -lt $(($3 * 90)) ]]; then
    fail "that is more than 10 % below. Commit the new size, so that it stays there: .ci/steps/adopters.sh"
  fi
}
check_size CoreOnly "The core" 980
check_size HubAndHTTP "The core, the hub and one service over HTTP" 1823
