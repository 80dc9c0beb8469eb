#!/usr/bin/env bash
# The public API is the one that was reviewed, and the documentation is of it: snippets compile, are run, and every symbol is described.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

#   bash .ci/steps/surface.sh             compares what the compiler sees with what was reviewed
#   bash .ci/steps/surface.sh --update    prints the difference, and writes it to Tests/PublicAPI/Reviewed
# A name that begins with an underscore is not API.
run swift build "${debug[@]}"
symbols=.build/ci-symbols
products=$(library_products)
symbol_graphs

surface() {
  local reviewed=Tests/PublicAPI/Reviewed actual=.build/ci-surface module difference status=0
  rm -rf "$actual"
  mkdir -p "$actual" "$reviewed"
  while read -r module; do
    run swift-synthesize-interface -module-name "$module" -I "$swiftui_modules" -I "$debug_bin/Modules" -I "$atomics" -target "$target" \
      -o "$actual/$module.interface"
    python3 .ci/surface.py text "$actual/$module.interface" >"$actual/$module.txt"
    rm "$actual/$module.interface"
    run python3 .ci/surface.py sendable "$symbols" "$module"
  done <<<"$products"

  # The @@ line of a change names the type.
  difference=$(diff -r -N -U1 -F '^[^ ]' "$reviewed" "$actual") || status=$?
  if [[ "$status" -gt 1 ]]; then fail "the reviewed API could not be compared."; fi
  if [[ "${1:-}" == --update ]]; then
    rm -f "$reviewed"/*.txt
    cp "$actual"/*.txt "$reviewed"
    echo "${difference:-Nothing has changed.}"
    exit 0
  elif [[ -n "$difference" ]]; then
    echo "$difference"
    fail "the public API is not the reviewed one. If this is meant: bash .ci/steps/surface.sh --update"
  fi

  # An adopter can read each property that stands there, and assign those, and only those, with a setter.
  while read -r module; do
    if [[ "$module" == TrackableMigration || "$module" == TrackableSwiftUI ]]; then continue; fi
    python3 .ci/surface.py program "$reviewed/$module.txt" >"$actual/$module.swift"
    run swiftc -typecheck -module-name Program -parse-as-library -swift-version 6 -Xfrontend -verify -Xfrontend -verify-ignore-unrelated \
      -I "$debug_bin/Modules" -I "$atomics" "$actual/$module.swift"
  done <<<"$products"

  if grep -rnE '^[[:space:]]*@testable' Tests/PublicAPI; then fail "PublicAPITests see what adopters see, and nothing else."; fi
  # Deprecated protocols are adopted by those who come from elsewhere.
  run python3 .ci/surface.py conformances "$reviewed" Tests/PublicAPI Tests/Documentation/MigrationTests Tests/TrackableMigrationTests \
    Tests/Documentation/SeedsInSwift6
}
if [[ "$(uname)" != Linux ]]; then
  echo "The reviewed API is that of Linux; other platforms add to it. It is not compared."
else
  surface "$@"
  check_lines_for_apple
fi

# TrackableSwiftUI and its snippets: on Linux against declarations of our own, which `symbol_graphs` has compiled, on macOS
# against SwiftUI. As adopters compile them, in every setting that an app can choose.
compile=(swiftc)
mkdir -p "$swiftui_modules"
if [[ "$(uname)" == Linux ]]; then
  compile+=(-I "$swiftui_modules/inspector" -I "$swiftui_modules")
else
  compile=(xcrun swiftc -sdk "$(xcrun --show-sdk-path)" -target "$(uname -m)-apple-macosx15.0")
fi
compile+=(-I "$debug_bin/Modules" -I "$atomics" -wmo -warnings-as-errors -parse-as-library -emit-sil -o "$swiftui_modules/unused.sil"
  -module-name MyApp)
for settings in "-swift-version 6" "-swift-version 6 -default-isolation MainActor" "-swift-version 5" \
  "-swift-version 6 -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature InferIsolatedConformances"; do
  read -r -a flags <<<"$settings"
  run "${compile[@]}" "${flags[@]}" Tests/Documentation/SwiftUIDeclarations/Pages/*.swift
done
# Whoever uses the package elsewhere is not told that there is a SwiftUI.
if [[ "$(uname)" == Linux ]] &&
  ! swiftc -typecheck -I "$debug_bin/Modules" - <<<$'#if canImport(SwiftUI)\n#error("SwiftUI")\n#endif'; then
  fail "an ordinary build can import the declarations."
fi

# The pages: every symbol is described, every figure is a measured one, every snippet is compiled, run, and compared. The step
# `docs` builds them.
run python3 Benchmarks/plots.py --check
while read -r module; do run python3 .ci/surface.py undocumented "$symbols" "$module"; done <<<"$products"
run_tests swift test --package-path Tests/Documentation "${debug[@]}"
