#!/usr/bin/env bash
# The examples' tracking plans are as committed, and a rename in a scratch copy of Beatles turns its plan red.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Where `CI` is set, a plan that is missing is a failure, as it is for whoever forgot to commit it.
# The tests are those that the step `test` has built.
run_tests env CI=true swift test "${strict[@]}" --filter PlanTests

# A package of its own: the sources as they are, and a copy of Beatles in which one event is renamed.
package=$plan_scratch/package
rm -rf "$package"
mkdir -p "$package/Examples"
ln -s "$PWD/Sources" "$package/Sources"
cp -R Examples/Beatles "$package/Examples/Beatles"
cat >"$package/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Renamed",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Trackable"),
    .target(name: "TrackableHub", dependencies: ["Trackable"]),
    .target(name: "TrackableHTTP", dependencies: ["Trackable", "TrackableHub"], exclude: ["PrivacyInfo.xcprivacy"]),
    .target(name: "TrackableTesting", dependencies: ["Trackable"]),
    .executableTarget(
      name: "Beatles", dependencies: ["Trackable", "TrackableHTTP", "TrackableHub", "TrackableTesting"],
      path: "Examples/Beatles", exclude: ["Expected", "PlanTests", "Server", "Sessions"]),
    .testTarget(
      name: "BeatlesPlanTests", dependencies: ["Beatles", "TrackableTesting"], path: "Examples/Beatles/PlanTests",
      exclude: ["tracking-plan.json"]),
  ])
MANIFEST

while read -r file; do
  sed 's/didRateAlbum/didRate/g' "$file" >"$file.renamed"
  mv "$file.renamed" "$file"
done < <(grep -rl --include='*.swift' didRateAlbum "$package/Examples/Beatles")

log=$plan_scratch/log
if run env CI=true swift test --package-path "$package" --scratch-path "$plan_scratch/build" >"$log" 2>&1; then
  fail "An event of Beatles was renamed, and nobody noticed. See $log"
fi
sentence="event 'Beatles.Events.User.didRateAlbum' is gone, 'Beatles.Events.User.didRate' is new: \
a rename breaks dashboards; pin the old path or accept. To pin it: case didRate = \"didRateAlbum\""
if ! grep -qF "$sentence" "$log"; then
  cat "$log"
  fail "The renamed copy of Beatles fails for another reason than its plan."
fi
if ! cmp -s Examples/Beatles/PlanTests/tracking-plan.json "$package/Examples/Beatles/PlanTests/tracking-plan.json"; then
  fail "A plan that failed was written."
fi
: >"${CI_COMMAND_FILE:-/dev/null}"
echo "renamed: $sentence"
