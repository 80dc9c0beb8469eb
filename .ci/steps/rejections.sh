#!/usr/bin/env bash
# Programs that must not compile do not, for the reason they name; their twins do.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Tests/Rejections/*.swift holds programs that break a rule the library enforces at compile time. Each is compiled alone
# against the built modules, and the compiler's own verifier compares what it says with comments in the file:
#   // expected-error {{part of the message}}       on the line of the error, or @-1, @+2 for a line above or below
#   // expected-note {{...}}, expected-warning      likewise; `expected-note * {{}}` allows any number of any note
# Nothing else may be said of the file. The compiler looks for errors about regions of isolation ("sending ... risks
# causing data races") only where it found no others, so a file holds one sort or the other.
# Tests/Rejections/Accepted/*.swift are programs that are nearly the same and must compile in silence: they show that a
# rejection has no other cause.
# A file that begins with lines such as `// swiftc: -default-isolation MainActor` is compiled once for each, with these
# flags; the line `// swiftc:` has none.
run swift build "${debug[@]}" --target TrackableMigration
run swift build "${debug[@]}" --target TrackableTesting
modules=${debug_bin#"$PWD/"}/Modules

swiftc=(swiftc)
if command -v xcrun >/dev/null; then swiftc=(xcrun swiftc); fi

vacuous=$(grep -LE '// expected-error|warnings count as errors' Tests/Rejections/*.swift || true)
if [[ -n "$vacuous" ]]; then fail "these expect no error, and do not say that 'warnings count as errors': $vacuous"; fi
loud=$(grep -l '// expected-' Tests/Rejections/Accepted/*.swift || true)
if [[ -n "$loud" ]]; then fail "these must compile in silence, and expect something: $loud"; fi

# Compiles a file with each of its settings, and returns whether it is as it says. Emits SIL, because errors about regions of
# isolation come from passes over it: -typecheck does not find them. The verifier ignores notes inside the library's own files.
check() {
  local file=$1 line flags command
  while IFS= read -r line; do
    read -r -a flags <<<"$line" || true
    command=("${swiftc[@]}" -emit-sil -o .build/ci-program.sil -parse-as-library -swift-version 6 -module-name Program
      -Xfrontend -verify -Xfrontend -verify-ignore-unrelated ${flags[@]+"${flags[@]}"} -I "$modules" -I "$atomics" "$file")
    if ! "${command[@]}" 2>&1; then
      echo "error: $file is not as it says. What the compiler says:"
      echo "    $(quoted "${command[@]}" | sed 's/-Xfrontend -verify[-a-z]* //g')"
      return 1
    fi
  done <<<"$(sed -n 's|^// swiftc:||p' "$file")"
}

files=(Tests/Rejections/*.swift Tests/Rejections/Accepted/*.swift)
wrong=.build/ci-rejections
rm -rf "$wrong"
mkdir -p "$wrong"

# Two at a time. What is wrong is told when both have come to their end.
share() {
  local index=$1
  while [[ "$index" -lt ${#files[@]} ]]; do
    check "${files[$index]}" >"$wrong/$index" && rm "$wrong/$index"
    index=$((index + 2))
  done
}
share 0 &
share 1
wait

found=$(find "$wrong" -type f | wc -l)
if [[ "$found" -gt 0 ]]; then
  cat "$wrong"/*
  fail "$((found)) wrong, of ${#files[@]} programs."
fi
echo "${#files[@]} programs, each rejected or accepted as it says."
