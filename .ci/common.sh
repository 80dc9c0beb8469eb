# What the steps share. Sourced, with the root of the repository as the working directory.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1

# Three builds of the library, shared by all steps and by the packages that depend on it. Nothing here uses `.build` itself,
# which belongs to whoever types `swift test`.
# shellcheck disable=SC2034  # the steps use them
{
  # For tests, documentation, examples, and programs that must not compile.
  debug_scratch=$PWD/.build/ci-debug
  debug=(-Xswiftc -warnings-as-errors --scratch-path "$debug_scratch")
  debug_bin=$debug_scratch/debug
  # With optimisation, for tests, which see what is internal.
  tested_scratch=$PWD/.build/ci-tested
  tested=(-c release -Xswiftc -enable-testing --scratch-path "$tested_scratch")
  tested_bin=$tested_scratch/release
  # With optimisation, as adopters and benchmarks have it.
  release_scratch=$PWD/.build/ci-release
  release=(-c release --scratch-path "$release_scratch")
  release_bin=$release_scratch/release
  # Only `--all`: under the thread sanitizer.
  tsan_scratch=$PWD/.build/ci-tsan
}

# Several packages share each of these builds. SwiftPM looks for added and removed files only in the package for which it
# planned the build: without this, a build of another one fails with "missing inputs", or misses a new file. To plan anew
# takes less than a second.
rm -f .build/ci-*/debug.yaml .build/ci-*/release.yaml

# Swift's own tools leave folders in the temporary one. Here they go when the step runs the next time.
export TMPDIR=$PWD/.build/ci-temporary/$(basename "$0" .sh)
rm -rf "$TMPDIR"
mkdir -p "$TMPDIR"

# Prints a command in a form that can be pasted into a shell, then runs it. The driver reads `CI_COMMAND_FILE`: it holds
# the command that is running, and so the one that failed. How long it took says where a step's time goes.
run() {
  local line status=0 TIMEFORMAT='  (%R s, of processors %U s)'
  line=$(quoted "$@")
  echo "\$ $line"
  echo "$line" >"${CI_COMMAND_FILE:-/dev/null}"
  time { "$@" || status=$?; }
  if [[ "$status" -eq 0 ]]; then : >"${CI_COMMAND_FILE:-/dev/null}"; fi
  return "$status"
}

# The words of a command, escaped where a shell needs it.
quoted() {
  local line
  printf -v line '%q ' "$@"
  echo "${line% }"
}

# What Package.swift has of a type, one name on each line: named <products|targets> <type>.
named() {
  TRACKABLE_TESTS=all swift package dump-package | python3 -c '
import json, sys
for each in json.load(sys.stdin)[sys.argv[1]]:
    if sys.argv[2] in each["type"]: print(each["name"])' "$@"
}

library_products() { named products library; }
test_targets() { named targets test; }

# Where the system has no SwiftUI: compiles TrackableSwiftUI, the files as they are, against the declarations of
# Tests/Documentation/SwiftUIDeclarations, and leaves both modules in .build/ci-swiftui. Only whoever names that folder with
# -I can import that SwiftUI; to everybody else `canImport(SwiftUI)` stays false. Expects that Trackable was built. Emits SIL,
# because errors about regions of isolation come from passes over it, and into a file, because the compiler replaces what it
# writes to, which for root would be /dev/null itself. Without -package-name: the module uses no more of the core than an
# adopter could.
swiftui_modules=.build/ci-swiftui
# The C module that the core is compiled with: who compiles without SwiftPM has to name it.
atomics=Sources/TrackableAtomics/include
compile_with_swiftui_declarations() {
  local compile=(swiftc -wmo -swift-version 6 -warnings-as-errors -parse-as-library -emit-sil -o "$swiftui_modules/unused.sil"
    -I "$swiftui_modules" -I "$debug_bin/Modules" -I "$atomics")
  rm -rf "$swiftui_modules"
  mkdir -p "$swiftui_modules"
  local module
  for module in UniformTypeIdentifiers CoreTransferable WebKit; do
    emit_module "$swiftui_modules" "$module" "Tests/Documentation/WebKitDeclarations/$module.swift"
  done
  emit_module "$swiftui_modules" SwiftUI Tests/Documentation/SwiftUIDeclarations/SwiftUI/*.swift
  emit_module "$swiftui_modules" TrackableSwiftUI Sources/TrackableSwiftUI/*.swift
  # The inspector with its view, for either framework of views, in a folder of its own: elsewhere the module is the one without.
  # It uses declarations that are `package`, and SwiftPM names a package after its folder.
  local package
  package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]_\n' _)
  find Sources/TrackableInspector -name '*.swift' >"$swiftui_modules/inspector.sources"
  for module in UIKit AppKit; do
    emit_module "$swiftui_modules/$module" "$module" "Tests/Documentation/AppleDeclarations/$module.swift"
    emit_module "$swiftui_modules/inspector" TrackableInspector -package-name "$package" -I "$swiftui_modules/$module" \
      "@$swiftui_modules/inspector.sources"
  done
}

# emit_module <folder> <name> <flags and sources…>: compiles a module with the command that is in `compile`.
emit_module() {
  mkdir -p "$1"
  run "${compile[@]}" -emit-module -emit-module-path "$1/$2.swiftmodule" -module-name "$2" "${@:3}"
}

# Where the system has no Darwin: type-checks the lines for Apple's systems, the files as they are, against the declarations of
# Tests/Documentation/AppleDeclarations. `canImport(Darwin)` is true only for a compiler that is given their folder.
check_lines_for_apple() {
  local darwin=.build/ci-darwin module compile
  rm -rf "$darwin"
  mkdir -p "$darwin"
  compile=(swiftc -wmo -swift-version 6 -warnings-as-errors -parse-as-library -package-name trackable -I "$darwin" -I "$atomics")
  emit_module "$darwin" Darwin Tests/Documentation/AppleDeclarations/Darwin.swift
  for module in Trackable TrackableHub TrackableHTTP TrackableApp; do
    find "Sources/$module" -name '*.swift' | sort >"$darwin/$module.sources"
    if [[ "$module" == Trackable || "$module" == TrackableApp ]]; then
      echo Tests/Documentation/AppleDeclarations/Foundation.swift >>"$darwin/$module.sources"
    fi
    if [[ "$module" == TrackableApp ]]; then
      echo Tests/Documentation/AppleDeclarations/ExpiringActivity.swift >>"$darwin/$module.sources"
    fi
    emit_module "$darwin" "$module" "@$darwin/$module.sources"
  done
  # What an app's own framework says: a file follows the one that can be imported.
  for module in UIKit AppKit WatchKit; do
    emit_module "$darwin/$module" "$module" "Tests/Documentation/AppleDeclarations/$module.swift"
    run "${compile[@]}" -typecheck -I "$darwin/$module" -module-name TrackableApp "@$darwin/TrackableApp.sources"
  done
}

# What the compiler knows about the public declarations of each product, in .build/ci-symbols: <Module>.symbols.json, and
# <Module>@<Other>.symbols.json for what it adds to the types of other modules. Expects that they were built.
symbol_graphs() {
  local module products extract=(swift-symbolgraph-extract)
  target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -n 1)
  if command -v xcrun >/dev/null; then extract=(xcrun swift-symbolgraph-extract -sdk "$(xcrun --show-sdk-path)"); fi
  products=$(library_products)
  rm -rf .build/ci-symbols
  mkdir -p .build/ci-symbols
  # What TrackableSwiftUI declares for SwiftUI is compiled apart, and found first.
  if [[ "$(uname)" == Linux ]]; then compile_with_swiftui_declarations; fi
  while read -r module; do
    "${extract[@]}" -module-name "$module" -I "$swiftui_modules" -I "$debug_bin/Modules" -I "$atomics" -target "$target" \
      -minimum-access-level public -emit-extension-block-symbols -output-dir .build/ci-symbols
  done <<<"$products"
}

# Otherwise all tests of a process begin together: hundreds of destinations, each of which blocks a thread of Dispatch in a call of
# URLSession's that waits for another one, have all 255 that there are.
few=(--experimental-maximum-parallelization-width 16)

# Runs tests. `swift test` succeeds when a filter matches nothing; here that is a failure.
run_tests() {
  run "$@" 2>&1 | tee "$TMPDIR/tests"
  if ! grep -Eq 'Test run with [1-9][0-9]* test' "$TMPDIR/tests"; then fail "No test ran: $(quoted "$@")"; fi
}

# Ends the step.
fail() {
  echo "error: $*" >&2
  exit 1
}

# Ends the step without a verdict. 77 is the driver's sign for that.
skip() {
  echo "Skipped: $*"
  exit 77
}
