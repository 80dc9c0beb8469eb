#!/usr/bin/env bash
# Programs that must not compile do not, for the reason they name; without the lines that break the rule they do.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Tests/Rejections/*.swift holds programs that break a rule the library enforces at compile time. Each is compiled alone
# against the built modules, with `-D REJECTED`, and the compiler's own verifier compares what it says with comments in the file:
#   // expected-error {{part of the message}}       on the line of the error, or @-1, @+2 for a line above or below
#   // expected-note {{...}}, expected-warning      likewise; `expected-note * {{}}` allows any number of any note
# Nothing else may be said of the file. The compiler looks for errors about regions of isolation ("sending ... risks
# causing data races") only where it found no others, so a file holds one sort or the other.
# A file with `#if REJECTED` is compiled without that, too, and must be silent then. It shows that the rejection has no other cause.
# A file that begins with lines such as `// swiftc: -default-isolation MainActor` is compiled once for each, with these
# flags; the line `// swiftc:` has none. `// swiftc, rejected:` and `// swiftc, accepted:` are for one of the two.
run swift build "${debug[@]}" --target TrackableMigration
run swift build "${debug[@]}" --target TrackableTesting
modules=${debug_bin#"$PWD/"}/Modules

swiftc=(swiftc)
if command -v xcrun >/dev/null; then swiftc=(xcrun swiftc); fi

vacuous=$(grep -LE '// expected-(in[56]-)?error|warnings count as errors' Tests/Rejections/*.swift || true)
if [[ -n "$vacuous" ]]; then fail "these expect no error, and do not say that 'warnings count as errors': $vacuous"; fi

# The rejected programs, and then the accepted ones.
programs=()
for file in Tests/Rejections/*.swift; do programs+=("rejected $file"); done
while read -r file; do programs+=("accepted $file"); done < <(grep -lE '^ *#if !?REJECTED$|^// swiftc, accepted:' Tests/Rejections/*.swift)

# Compiles a program with each of its settings, and returns whether it is as it says. Emits SIL, because errors about regions of
# isolation come from passes over it: -typecheck does not find them. The verifier ignores notes inside the library's own files.
check() {
  local what=$1 file=$2 line flags command said
  while IFS= read -r line; do
    read -r -a flags <<<"$line" || true
    command=("${swiftc[@]}" -emit-sil -o .build/ci-program.sil -parse-as-library -swift-version 6 -module-name Program)
    if [[ "$what" == rejected ]]; then command+=(-D REJECTED -Xfrontend -verify -Xfrontend -verify-ignore-unrelated); fi
    command+=(${flags[@]+"${flags[@]}"} -I "$modules" -I "$atomics" "$file")
    if ! said=$("${command[@]}" 2>&1) || [[ -n "$said" ]]; then
      echo "$said"
      echo "error: $file is not $what as it says. What the compiler says:"
      echo "    $(quoted "${command[@]}" | sed 's/-Xfrontend -verify[-a-z]* //g')"
      return 1
    fi
  done <<<"$(sed -nE "s#^// swiftc(, $what)?:##p" "$file")"
}

wrong=.build/ci-rejections
rm -rf "$wrong"
mkdir -p "$wrong"

# Two at a time. What is wrong is told when both have come to their end.
share() {
  local index=$1 program
  while [[ "$index" -lt ${#programs[@]} ]]; do
    read -r -a program <<<"${programs[$index]}"
    check "${program[@]}" >"$wrong/$index" && rm "$wrong/$index"
    index=$((index + 2))
  done
}
share 0 &
share 1
wait

found=$(find "$wrong" -type f | wc -l)
if [[ "$found" -gt 0 ]]; then
  cat "$wrong"/*
  fail "$((found)) wrong, of ${#programs[@]} programs."
fi
echo "${#programs[@]} programs, each rejected or accepted as it says."
