#!/usr/bin/env bash
# The sources are formatted, and the repository keeps its rules: no dependencies, folders, unsafe code.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

run swift format lint --recursive --strict Sources Tests Examples Benchmarks Package.swift

problems=0
problem() {
  echo "error: $*" >&2
  problems=$((problems + 1))
}

if grep -nE '\.package[[:space:]]*\(' Package.swift; then
  problem "The package has no dependencies; Package.swift names one. Tools belong in Benchmarks/Package.swift."
fi

lines=$(wc -l <README.md)
if [[ "$lines" -ge 150 ]]; then problem "README.md has $((lines)) lines; it stays under 150."; fi

# The package index documents every product.
products=$(library_products | sort | paste -sd , -)
documented=$(sed -n 's/.*documentation_targets: \[\(.*\)\].*/\1/p' .spi.yml | tr , '\n' | tr -d ' ' | sort | paste -sd , -)
if [[ "$documented" != "$products" ]]; then
  problem ".spi.yml documents $documented; the products in Package.swift are $products."
fi

if ! run python3 .ci/privacy.py; then problem "Privacy manifests say what the modules do."; fi

# The contributors' notes have a table of the files with lines that only Apple's systems compile. `import Foundation`, in place of
# one of its parts, is none.
apple=$(find Sources -name '*.swift' -exec awk '
  /canImport\((Darwin|ObjectiveC|UIKit|AppKit|SwiftUI|CoreGraphics|os)\)/ && !/!canImport/ { print FILENAME }
  /^ *#if / { part = /canImport\(Foundation(Essentials|Networking)\)/ }
  /^ *#else/ && part { getline; if (!/import Foundation$/) print FILENAME }
' {} + | sort -u)
while read -r row; do
  files=$(compgen -G "Sources/$row" || true)
  if ! grep -qxF "$files" <<<"$apple"; then problem "CONTRIBUTING.md: '$row' has no line that only Apple's systems compile."; fi
  apple=$(grep -vxF "$files" <<<"$apple" || true)
done < <(sed -n 's/^| `\(Trackable[a-zA-Z]*\/[^`]*\.swift\)` .*/\1/p' .github/CONTRIBUTING.md)
if [[ -n "$apple" ]]; then problem "CONTRIBUTING.md has no row for lines that only Apple's systems compile: $apple"; fi

# What the compiler cannot check, a comment must explain: on the line or within the three lines above it.
while read -r place; do
  problem "$place: unsafe, and no comment on this line or the three above says why it is sound."
done < <(find Sources -name '*.swift' -exec awk '
  FNR == 1 { commented = -3 }
  /\/\// { commented = FNR }
  FNR > commented + 3 && /@unchecked Sendable|nonisolated\(unsafe\)|unowned\(unsafe\)|unsafeBitCast|Unmanaged/ {
    print FILENAME ":" FNR
  }
' {} + | sort)

# What apps link, and the kit for their tests.
if grep -rnE --include='*.swift' '^[^/]*\bimport (Testing|XCTest)\b' Sources; then problem "The library imports no test framework."; fi

# The step `test` goes on with this build. A module imports only those that it depends on in Package.swift.
run swift build "${debug[@]}" --explicit-target-dependency-import-check error
if ! run python3 .ci/house.py "$debug_bin/index/store"; then problem "Files and folders refer to one another as the house allows."; fi
if ! run python3 .ci/availability.py "$debug_bin/index/store"; then
  problem "a line needs a newer system than Package.swift declares; replace it, or put it behind 'if #available'."
fi
# The same check has to fail on systems of a year earlier, where Duration is missing.
if older=$(python3 .ci/availability.py "$debug_bin/index/store" Sources iOS=15 macOS=12 tvOS=15 watchOS=8) ||
  [[ "$(grep -c "error: 'Duration' needs" <<<"$older")" -ne 4 ]]; then
  problem "the check of systems does not find Duration, which is newer than iOS 15 and its like: it sees nothing."
fi

if [[ "$problems" -gt 0 ]]; then fail "$problems found."; fi
echo "Nothing found."
