#!/usr/bin/env bash
# Every library builds for each of Apple's platforms, with Xcode, and the core's tests pass on macOS and the oldest simulators.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Never run so far: .github/APPLE.md asks for its result. A platform that is not installed is no failure, except where CI is set.
if ! command -v xcodebuild >/dev/null; then skip "Apple's platforms are built with Xcode."; fi

derived=.build/ci-apple
rm -rf "$derived/logs"
mkdir -p "$derived/logs"
result=$derived/result.md
started=$SECONDS
failed=0
rows=""

# One build or test run: attempt <name> <command …>. Its log stays, and `outcome` says how it ended.
attempt() {
  local log=$derived/logs/${1//[^A-Za-z0-9]/-}.txt
  outcome=passed
  if ! run "${@:2}" >"$log" 2>&1; then
    if [[ -z "${CI:-}" ]] && grep -qE 'is not installed|Unable to find a destination' "$log"; then
      outcome="not installed"
    else
      outcome="FAILED: $(grep -m 1 -E 'error:|failed' "$log" | tr '|' '/' | cut -c 1-160 || true)"
      failed=$((failed + 1))
    fi
  fi
  echo "$1: $outcome"
}

# Each library has a scheme of its own; the scheme of the whole package holds the core's tests alone, as `swift test` does.
products=$(library_products)
attempt "tests, macOS" swift test --scratch-path "$derived/swift"
rows+="| the core's tests, macOS | $outcome |"$'\n'
for platform in iOS macOS "macOS,variant=Mac Catalyst" tvOS watchOS visionOS; do
  all=0 passed=0 others="" row=""
  while read -r product; do
    all=$((all + 1))
    attempt "$product, $platform" xcodebuild build -quiet -scheme "$product" -destination "generic/platform=$platform" \
      -derivedDataPath "$derived/derived"
    case "$outcome" in
      passed) passed=$((passed + 1)) ;;
      "not installed") row=$outcome && break ;;
      *) others+="; $product $outcome" ;;
    esac
  done <<<"$products"
  rows+="| builds, ${platform#*=} | ${row:-$passed of $all$others} |"$'\n'
done
while read -r platform device; do
  attempt "tests, simulator of $platform" xcodebuild test -quiet -scheme Trackable-Package \
    -destination "platform=$platform Simulator,id=$device" -derivedDataPath "$derived/derived"
  rows+="| the core's tests, the oldest simulator of $platform | $outcome |"$'\n'
done < <(xcrun simctl list --json devices available | python3 .ci/simulators.py)

{
  echo "macOS $(sw_vers -productVersion), $(xcodebuild -version | paste -sd ' ' -), commit $(git rev-parse --short HEAD)," \
    "$((SECONDS - started)) s"
  printf '\n| | |\n|---|---|\n%s' "$rows"
} >"$result"
printf '\nFor an issue (%s; the logs are in %s/logs):\n\n' "$result" "$derived"
cat "$result"
if [[ "$failed" -gt 0 ]]; then fail "$failed builds or test runs failed."; fi
