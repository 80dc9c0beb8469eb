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
# Where the error lies in the expansion of a macro such as #isolation, which the verifier cannot address, the line says
#   // rejected {{part of the message}}
# instead: then the errors in the file are those on such lines, and nothing else is compared.
# A first line `// swiftc: -default-isolation MainActor` adds flags.
if ! swift_at_least 6 3; then skip "the expected messages are those of Swift 6.3."; fi

run swift build
modules=$(swift build --show-bin-path)/Modules
modules=${modules#"$PWD/"}

swiftc=(swiftc)
if command -v xcrun >/dev/null; then swiftc=(xcrun swiftc); fi

# Emits SIL, because errors about regions of isolation come from passes over it: -typecheck does not find them. Notes
# inside the library's own files are nobody's expectation.
verify() {
  local file=$1 flags=()
  read -r -a flags < <(sed -n '1s|^// swiftc: ||p' "$file") || true
  local command=("${swiftc[@]}" -emit-sil -o /dev/null -parse-as-library -swift-version 6 -module-name Program
    -Xfrontend -verify -Xfrontend -verify-ignore-unrelated ${flags[@]+"${flags[@]}"} -I "$modules" "$file")
  if ! "${command[@]}"; then
    echo "To see what the compiler says: $(quoted "${command[@]}" | sed 's/-Xfrontend -verify[-a-z]* //g')"
    return 1
  fi
}

# Compares the lines of the errors with the lines that say `// rejected`, and the messages with theirs.
matches_rejected_lines() {
  local file=$1 output line text
  output=$("${swiftc[@]}" -emit-sil -o /dev/null -parse-as-library -swift-version 6 -module-name Program \
    -I "$modules" "$file" 2>&1) && { echo "It compiles."; return 1; }
  while IFS=: read -r line text; do
    text=${text#*// rejected \{\{} text=${text%%\}\}*}
    if ! grep -F "error:" <<<"$output" | grep -qF "$text"; then
      echo "No error '$text' for line $line:"$'\n'"$output"
      return 1
    fi
  done < <(grep -n '// rejected {{' "$file")
  local expected found
  expected=$(grep -n '// rejected {{' "$file" | cut -d: -f1)
  # The second form follows an error in an expansion, and tells the line that was expanded.
  found=$(grep -F "$file:" <<<"$output" |
    sed -n -E 's/^[^:]*:([0-9]+):[0-9]+: (error:|note: expanded code originates here).*/\1/p' | sort -nu)
  if [[ "$expected" != "$found" ]]; then
    echo "Errors in other lines:"$'\n'"$output"
    return 1
  fi
}

wrong=0
wrong() {
  echo "error: $*" >&2
  wrong=$((wrong + 1))
}

rejected=0
for file in Tests/Rejections/*.swift; do
  rejected=$((rejected + 1))
  if grep -q '// rejected {{' "$file"; then
    if ! matches_rejected_lines "$file"; then wrong "$file is not rejected as it says."; fi
  elif grep -q '// expected-warning' "$file" && ! grep -q 'warnings count as errors' "$file"; then
    wrong "$file expects a warning, but does not say why that is enough: 'warnings count as errors'."
  elif ! grep -qE '// expected-(error|warning)' "$file"; then
    wrong "$file expects no error."
  elif ! verify "$file"; then
    wrong "$file is not rejected as it says."
  fi
done

accepted=0
for file in Tests/Rejections/Accepted/*.swift; do
  accepted=$((accepted + 1))
  if grep -q '// expected-' "$file"; then
    wrong "$file must compile in silence; it expects something."
  elif ! verify "$file"; then
    wrong "$file does not compile in silence."
  fi
done

if [[ "$wrong" -gt 0 ]]; then fail "$wrong wrong, of $rejected rejections and $accepted acceptances."; fi
echo "$rejected rejected, $accepted accepted."
