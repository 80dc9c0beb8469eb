#!/usr/bin/env bash
# TrackableSwiftUI and the snippets of its documentation compile: on Linux against declarations of our own, on macOS against SwiftUI.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

run swift build --target TrackableSwiftUI
run swift build --target TrackableValuePropositions  # whose documentation has a view
modules=$(swift build --show-bin-path)/Modules
mkdir -p "$swiftui_modules"
compile=(swiftc)
if [[ "$(uname)" == Linux ]]; then
  compile_with_swiftui_declarations
  compile+=(-I "$swiftui_modules")
else
  compile=(xcrun swiftc -sdk "$(xcrun --show-sdk-path)" -target "$(uname -m)-apple-macosx15.0")
fi
compile+=(-I "$modules" -wmo -warnings-as-errors -parse-as-library -emit-sil -o "$swiftui_modules/unused.sil" -module-name MyApp)

# As adopters compile them, in every setting that an app can choose.
for settings in "-swift-version 6" "-swift-version 6 -default-isolation MainActor" "-swift-version 5" \
  "-swift-version 6 -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature InferIsolatedConformances"; do
  read -r -a flags <<<"$settings"
  run "${compile[@]}" "${flags[@]}" Tests/SwiftUIDeclarations/Pages/*.swift
done

# Whoever uses the package elsewhere is not told that there is a SwiftUI.
if [[ "$(uname)" == Linux ]] &&
  ! swiftc -typecheck -I "$modules" - <<<$'#if canImport(SwiftUI)\n#error("SwiftUI")\n#endif'; then
  fail "an ordinary build can import the declarations."
fi
