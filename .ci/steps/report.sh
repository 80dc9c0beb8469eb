#!/usr/bin/env bash
# A tracking report works in a browser: filter, search, keyboard, 10,000 events, hostile texts, nothing loaded; and a folder while an app runs.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

find_browser() {
  local name
  for name in chromium chromium-browser google-chrome-stable google-chrome chrome; do
    # Some systems have a command of that name that only says where to get one.
    if "$name" --version >/dev/null 2>&1; then echo "$name"; return; fi
  done
}

browser=$(find_browser)
if [[ -z "$browser" ]] && command -v apt-get >/dev/null && [[ $(id -u) -eq 0 ]]; then
  echo "There is no browser. Debian's Chromium is installed."
  { apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1 || true
  browser=$(find_browser)
fi
if [[ -z "$browser" ]]; then skip "there is no Chromium here, and it cannot be installed."; fi

reports=$PWD/.build/ci-reports
rm -rf "$reports"
mkdir -p "$reports"
run_tests env TRACKABLE_TESTS=TrackableInspectorTests TRACKING_REPORTS="$reports" swift test "${debug[@]}" --filter ReportSampleTests
run swift build --package-path Examples "${debug[@]}"
for name in BeatlesDelivery Browser Crowdfunding VideoPlayer Wallet; do
  run "$debug_bin/$name" --report "$reports/${name%Delivery}.html" </dev/null >/dev/null
done
run swift build "${debug[@]}" --product Beatles
run python3 Tests/Programs/Report/report.py "$browser" "$reports" "$debug_bin/Beatles"
