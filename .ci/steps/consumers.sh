#!/usr/bin/env bash
# Apps that depend on this package by path test it, run in every setting, and grow by no more than was committed.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# A package of its own has a build of its own. About a minute on two processors for debug, and another for release.
adopter=(--package-path Tests/AdopterPackage --scratch-path "$adopter_scratch" -Xswiftc -warnings-as-errors)
apps=(MainActorApp UpcomingApp Swift5App CoreOnly Nothing)

# The app's own tests, with Swift Testing and with XCTest, side by side. One attaches a report.
attachments=$PWD/$adopter_scratch/attachments
rm -rf "$attachments"
mkdir -p "$attachments"
run_tests swift test "${adopter[@]}" --parallel --attachments-path "$attachments"
if ! grep -q '"title":"Player"' "$attachments"/*; then fail "no report was attached."; fi

# What the app itself is made of does not know the kit.
if grep -rn TrackableTesting Tests/AdopterPackage/Sources/Player; then fail "The app's own code names the kit."; fi

# Each product is used by the program that runs in every setting.
products=$(library_products)
while read -r product; do
  if ! grep -q "^import $product$" Tests/AdopterPackage/Sources/MainActorApp/EveryProduct.swift; then
    fail "EveryProduct.swift does not use $product."
  fi
done <<<"$products"

run swift build "${adopter[@]}" -c release
for configuration in debug release; do
  for app in "${apps[@]}"; do run "$adopter_scratch/$configuration/$app" >/dev/null; done
done

if [[ "$(uname)" != Linux ]]; then
  echo "Foundation is part of the system here, and sizes are those of Linux: neither is checked."
  exit 0
fi

release=$adopter_scratch/release
if ldd "$release/CoreOnly" | grep -E 'libFoundation(\.|Internationalization|Networking|XML)'; then
  fail "an app that depends on Trackable alone links full Foundation, not only FoundationEssentials."
fi

# What the core adds to an app: the stripped binary with it, less that of the same app without. The Swift runtime and
# FoundationEssentials are shared libraries, and not part of it. The margin is for other releases of the compiler.
stripped_size() {
  strip -o "$release/$1.stripped" "$release/$1"
  wc -c <"$release/$1.stripped"
}
committed=1485
added=$((($(stripped_size CoreOnly) - $(stripped_size Nothing)) / 1024))
echo "Trackable adds $added KiB to a stripped release binary; committed: $committed KiB."
if [[ "$(uname -m)" != x86_64 ]]; then
  echo "The committed size is that of x86_64: not compared."
elif [[ $((added * 100)) -gt $((committed * 105)) ]]; then
  fail "that is more than 5 % above. If it is worth its while, commit the new size: .ci/steps/consumers.sh"
elif [[ $((added * 100)) -lt $((committed * 90)) ]]; then
  fail "that is more than 10 % below. Commit the new size, so that it stays there: .ci/steps/consumers.sh"
fi
