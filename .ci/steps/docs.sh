#!/usr/bin/env bash
# A static site of all catalogues can be made; links of the pages and the README lead somewhere; pictures have sizes and texts.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

#   bash .ci/steps/docs.sh            makes it in .build/ci-site, to be served from the root of a host:
#                                     python3 -m http.server --directory .build/ci-site
#   bash .ci/steps/docs.sh /manual    the same for https://host/manual
base=${1:-/}
run swift build "${debug[@]}"
symbols=.build/ci-symbols
symbol_graphs

docc=(docc)
if command -v xcrun >/dev/null; then docc=(xcrun docc); fi
archives=.build/ci-archives
rm -rf "$archives" .build/ci-site
mkdir -p "$archives"
for catalogue in Sources/*/*.docc; do
  module=$(basename "$(dirname "$catalogue")")
  mkdir -p "$archives/$module.symbols"
  for graph in "$symbols/$module.symbols.json" "$symbols/$module"@*.symbols.json; do
    if [[ -f "$graph" ]]; then cp "$graph" "$archives/$module.symbols"; fi
  done
  run "${docc[@]}" convert "$catalogue" --additional-symbol-graph-dir "$archives/$module.symbols" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" --warnings-as-errors \
    --transform-for-static-hosting --hosting-base-path "$base" --output-path "$archives/$module.doccarchive"
done
run "${docc[@]}" merge "$archives"/*.doccarchive --output-path .build/ci-site --synthesized-landing-page-name Trackable \
  --synthesized-landing-page-topics-style list
run python3 .ci/site.py .build/ci-site "$base"
