#!/usr/bin/env bash
# The examples print what Examples/<Name>/Expected says, write a report without saying anything else, and keep their tracking plans.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# A case is a file Expected/<case>.stdout, and beside it, where they are needed:
#   <case>.args    one line of arguments, separated by spaces, without quoting
#   <case>.stdin   standard input; none without it
#   <case>.stderr  what must stand on standard error; not compared without it
#   <case>.status  the exit status; 0 without it
# Everything runs from the root of the repository.
run swift build "${debug[@]}" --product Beatles
actual=.build/ci-examples
rm -rf "$actual"
cases=0
wrong=0

wrong() {
  echo "error: $*" >&2
  wrong=$((wrong + 1))
}

# cases <name>: runs the cases of an example that is built.
cases() {
  local name=$1 expected=Examples/$1/Expected file case output command arguments input expected_status status differs
  mkdir -p "$actual/$name"
  if ! ls "$expected"/*.stdout >/dev/null 2>&1; then
    wrong "$expected has no <case>.stdout: nothing says what $name should print."
    return
  fi
  for file in "$expected"/*; do
    if [[ ! -f "${file%.*}.stdout" ]]; then wrong "$file belongs to no case: ${file%.*}.stdout is missing."; fi
  done

  for file in "$expected"/*.stdout; do
    case=${file%.stdout}
    output=$actual/$name/$(basename "$case")
    cases=$((cases + 1))

    command=("$debug_bin/$name")
    if [[ -f "$case.args" ]]; then
      read -r -a arguments <"$case.args" || true
      command+=(${arguments[@]+"${arguments[@]}"})
    fi
    input=/dev/null
    if [[ -f "$case.stdin" ]]; then input=$case.stdin; fi
    expected_status=0
    if [[ -f "$case.status" ]]; then read -r expected_status <"$case.status" || true; fi

    status=0
    "${command[@]}" <"$input" >"$output.stdout" 2>"$output.stderr" || status=$?

    differs=
    if [[ "$status" != "$expected_status" ]]; then
      differs=yes
      echo "exit status $status instead of $expected_status"
      # Without an expectation of its own, standard error is what explains a crash.
      if [[ ! -f "$case.stderr" ]]; then cat "$output.stderr"; fi
    fi
    diff -u "$case.stdout" "$output.stdout" || differs=yes
    if [[ -f "$case.stderr" ]]; then diff -u "$case.stderr" "$output.stderr" || differs=yes; fi
    if [[ -n "$differs" ]]; then
      wrong "$case does not match. To see what it prints: $(quoted "${command[@]}") <$input"
    fi
  done
}

# report <name>: the example says the same when it writes a report.
report() {
  local name=$1 output=$actual/$1/report
  "$debug_bin/$name" </dev/null >"$output.without" 2>"$output.without.errors" || true
  "$debug_bin/$name" --report "$output.html" </dev/null >"$output.with" 2>"$output.with.errors" || wrong "this fails: $debug_bin/$name --report $output.html </dev/null"
  diff -u "$output.without" "$output.with" || wrong "$debug_bin/$name says something else with --report $output.html."
  diff -u "$output.without.errors" "$output.with.errors" \
    || wrong "$debug_bin/$name says something else on standard error with --report $output.html."
  if ! grep -q '"kind":"event"' "$output.html"; then wrong "$name writes no report."; fi
}

cases Beatles

# The others are a package of their own. Where `CI` is set, a plan that is missing is a failure, as it is for whoever forgot
# to commit it.
run_tests env CI=true swift test --package-path Examples "${debug[@]}"
for folder in Examples/*/Expected/; do
  name=$(basename "$(dirname "$folder")")
  if [[ "$name" != Beatles ]]; then
    cases "$name"
    report "$name"
  fi
done

if [[ "$wrong" -gt 0 ]]; then fail "$wrong wrong, of $cases cases."; fi
echo "$cases cases, all as expected."
