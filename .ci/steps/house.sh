#!/usr/bin/env bash
# The repository keeps its rules: top level, no dependencies, short README, reasons for unsafe code, 32 bits, floors.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

problems=0
problem() {
  echo "error: $*" >&2
  problems=$((problems + 1))
}

# In a container the checkout often belongs to somebody else, which git takes for an attack.
tracked=$(git -c safe.directory="$PWD" ls-files)

# Dotfiles are not visible.
while read -r name; do
  case "$name" in
    .* | Package.swift | README.md | Sources | Tests | Benchmarks | Examples | LICENSE) ;;
    *) problem "'$name' is not one of the names that belong at the top level." ;;
  esac
done < <(cut -d / -f 1 <<<"$tracked" | sort -u)

while read -r path; do
  problem "'$path' is made by a build and must not be tracked."
done < <(grep -oE '^(.*/)?(Package\.resolved$|\.build/)' <<<"$tracked" | sort -u || true)

if grep -nE '\.package[[:space:]]*\(' Package.swift; then
  problem "The package has no dependencies; Package.swift names one. Tools belong in Benchmarks/Package.swift."
fi

if [[ -f README.md ]]; then
  lines=$(wc -l <README.md)
  if [[ "$lines" -ge 200 ]]; then problem "README.md has $((lines)) lines; it stays under 200."; fi
fi

# The package index documents every product.
products=$(library_products | sort | paste -sd , -)
documented=$(sed -n 's/.*documentation_targets: \[\(.*\)\].*/\1/p' .spi.yml | tr , '\n' | tr -d ' ' | sort | paste -sd , -)
if [[ "$documented" != "$products" ]]; then
  problem ".spi.yml documents $documented; the products in Package.swift are $products."
fi

if ! python3 .ci/privacy.py; then problem "Privacy manifests say what the modules do."; fi

if ! python3 .ci/bits.py; then problem "Numbers fit an Int of 32 bits, or name their type."; fi

# What the compiler cannot check, a comment must explain: on the line or within the three lines above it.
while read -r file; do
  while read -r place; do
    problem "$place: unsafe, and no comment on this line or the three above says why it is sound."
  done < <(awk '
    /@unchecked Sendable|nonisolated\(unsafe\)|unowned\(unsafe\)|unsafeBitCast|Unmanaged/ && !/^[[:space:]]*\/\// {
      if (!($0 ~ /\/\// || above[1] ~ /\/\// || above[2] ~ /\/\// || above[3] ~ /\/\//)) print FILENAME ":" FNR
    }
    { above[3] = above[2]; above[2] = above[1]; above[1] = $0 }
  ' "$file")
done < <(find Sources -name '*.swift' | sort)

if ! python3 .ci/commands.py; then problem "Steps run the commands of the documentation."; fi

# Comments name no symbol of a higher floor, and each floor compiles without those above it.
if ! python3 .ci/floors.py; then problem "References between the folders of Sources/Trackable run downwards only."; fi

if [[ "$problems" -gt 0 ]]; then fail "$problems found."; fi
echo "Nothing found."
