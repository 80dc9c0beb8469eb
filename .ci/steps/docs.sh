#!/usr/bin/env bash
# The documentation builds without a warning: every link to a symbol leads somewhere.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

docc=(docc)
if command -v xcrun >/dev/null; then docc=(xcrun docc); fi

products=$(swift build --show-bin-path)
symbols=$(dirname "$products")/symbolgraph
output=.build/ci-docs
rm -rf "$symbols" "$output"
# The dump wants the modules of the tests as well.
run swift build --build-tests
run swift package dump-symbol-graph --minimum-access-level public --emit-extension-block-symbols

for catalogue in Sources/*/*.docc; do
  module=$(basename "$(dirname "$catalogue")")
  # The dump holds every module of the package, tests included. `Module@Other` is what a module adds to another's types.
  mkdir -p "$output/$module.symbols"
  for graph in "$symbols/$module.symbols.json" "$symbols/$module"@*.symbols.json; do
    if [[ -f "$graph" ]]; then cp "$graph" "$output/$module.symbols"; fi
  done
  python3 .ci/symbols.py "$symbols/$module.symbols.json"
  run "${docc[@]}" convert "$catalogue" --additional-symbol-graph-dir "$output/$module.symbols" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" --warnings-as-errors \
    --output-path "$output/$module.doccarchive"
done
