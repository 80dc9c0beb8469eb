#!/usr/bin/env bash
# Every library builds for each of Apple's platforms, with Xcode, and the core's tests pass on the oldest simulators.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Never run so far: see .github/workflows/ci.yml. The SDKs of all platforms must be installed.
if ! command -v xcodebuild >/dev/null; then skip "Apple's platforms are built with Xcode."; fi

derived=.build/ci-apple
mkdir -p "$derived"
products=$(library_products)
failed=0
# Each library has a scheme of its own.
for platform in iOS macOS tvOS watchOS visionOS "macOS,variant=Mac Catalyst"; do
  while read -r product; do
    if ! run xcodebuild build -quiet -scheme "$product" -destination "generic/platform=$platform" \
      -derivedDataPath "$derived"; then
      echo "error: $product does not build for $platform." >&2
      failed=$((failed + 1))
    fi
  done <<<"$products"
done

# The scheme of the whole package holds the core's tests alone, as `swift test` does.
while read -r platform device; do
  if ! run xcodebuild test -quiet -scheme Trackable-Package -destination "platform=$platform Simulator,id=$device" \
    -derivedDataPath "$derived"; then
    echo "error: The tests fail on the simulator of $platform." >&2
    failed=$((failed + 1))
  fi
done < <(xcrun simctl list --json devices available | python3 .ci/simulators.py)
if [[ "$failed" -gt 0 ]]; then fail "$failed builds or test runs failed."; fi
