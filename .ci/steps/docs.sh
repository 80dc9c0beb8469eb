#!/usr/bin/env bash
# The documentation builds without a warning, describes every public symbol, and shows the committed figures.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

docc=(docc)
if command -v xcrun >/dev/null; then docc=(xcrun docc); fi

symbols=.build/ci-symbols
output=.build/ci-docs
rm -rf "$output"
symbol_graphs

run python3 Benchmarks/plots.py --check
while read -r module; do run python3 .ci/surface.py undocumented "$symbols" "$module"; done < <(library_products)

for catalogue in Sources/*/*.docc; do
  module=$(basename "$(dirname "$catalogue")")
  # Every catalogue gets the graphs of its own module only.
  mkdir -p "$output/$module.symbols"
  for graph in "$symbols/$module.symbols.json" "$symbols/$module"@*.symbols.json; do
    if [[ -f "$graph" ]]; then cp "$graph" "$output/$module.symbols"; fi
  done
  run "${docc[@]}" convert "$catalogue" --additional-symbol-graph-dir "$output/$module.symbols" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" --warnings-as-errors \
    --output-path "$output/$module.doccarchive"
done
