#!/usr/bin/env bash
# Every library builds for iOS, macOS, tvOS, watchOS and visionOS, with Xcode.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Never run so far: see .github/workflows/ci.yml. The SDKs of all platforms must be installed; no simulator is needed.
# Each library has a scheme of its own. The scheme of the whole package holds examples and tests as well, which start
# processes, and there are none on these platforms.
if ! command -v xcodebuild >/dev/null; then skip "Apple's platforms are built with Xcode."; fi

derived=.build/ci-apple
mkdir -p "$derived"
products=$(library_products)
failed=0
for platform in iOS macOS tvOS watchOS visionOS; do
  while read -r product; do
    if ! run xcodebuild build -quiet -scheme "$product" -destination "generic/platform=$platform" \
      -derivedDataPath "$derived"; then
      echo "error: $product does not build for $platform." >&2
      failed=$((failed + 1))
    fi
  done <<<"$products"
done
if [[ "$failed" -gt 0 ]]; then fail "$failed builds failed."; fi
