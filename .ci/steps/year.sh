#!/usr/bin/env bash
# A year of each of a thousand installations leads to what the pages say: events, persons, visits, the account, the disk.
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "$0")/../common.sh"

# Others: `TRACKABLE_YEARS=100x365x2000 bash .ci/steps/year.sh` plays 100 installations for 365 days, from the seed 2000 on.
IFS=x read -r installations days seed <<<"${TRACKABLE_YEARS:-1000x365x1}"
[[ "$(uname)" == Linux ]] || skip "elsewhere than on Linux a bundle of tests is no program."

run env TRACKABLE_TESTS=all swift build --build-tests "${tested[@]}"

# A process for a few installations, as many at once as there are processors. Each has a folder of its own, in memory if it can,
# and one processor: its threads hand over to each other all the time, and elsewhere they would wait for each other by turning.
logs=$TMPDIR/logs
folder=$TMPDIR
if [[ -w /dev/shm ]]; then folder=$(mktemp -d /dev/shm/trackable-year.XXXXXX); fi
trap 'rm -rf "$folder"' EXIT
mkdir -p "$logs"
play() {
  mkdir -p "$folder/$2"
  # Without the search for the shortest diary, which takes an hour, and without a backtrace of each error that is thrown: a file
  # that is missing is one.
  local processor
  processor=$(cut -d ' ' -f $((SLOT + 1)) <<<"$processors")
  TMPDIR=$folder/$2 TRACKABLE_YEARS=${1}x${days}x$2 TRACKABLE_YEARS_SHORTEN=no \
    SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0 taskset -c "$processor" \
    "$program" --testing-library swift-testing --filter 'YearTests/' >"$logs/$2" 2>&1 ||
    echo "ended with $?" >>"$logs/$2"
  rm -rf "${folder:?}/$2"
}
export -f play
processors=$(python3 -c 'import os; print(*sorted(os.sched_getaffinity(0)))')
export days folder logs processors program=$tested_bin/TrackablePackageTests.xctest
started=$SECONDS
for ((first = 0; first < installations; first += 5)); do
  echo $((installations - first < 5 ? installations - first : 5)) $((seed + first))
done | xargs -P "$(wc -w <<<"$processors")" --process-slot-var=SLOT -L 1 bash -c 'play "$@"' play

python3 - "$logs" "$installations" "$days" "$seed" $((SECONDS - started)) <<'END'
import pathlib, re, sys
logs, installations, days, seed, seconds = sys.argv[1], *map(int, sys.argv[2:])
texts = {int(log.name): log.read_text(errors="replace") for log in pathlib.Path(logs).iterdir()}
def numbers(word):
    return [int(number) for text in texts.values() for number in re.findall(rf"{word}:\s+(\d+)", text)]
sums = ", ".join(f"{sum(numbers(word)):,} {word}" for word in ("events", "launches", "kills", "extensions"))
print(f"{installations} installations for {days} days from the seed {seed}: {sums}; at most {max(numbers('files'), default=0)} files"
      f" and {max(numbers('VmHWM'), default=0) // 1024} MB; {seconds} s, {installations * days / max(seconds, 1):.0f} days a second")
failed = 0
for first, text in sorted(texts.items()):
    if "Test run with 1 test" in text and "✘" not in text: continue
    failed += 1
    seeds = re.findall(r"Seed (\d+), .*", text)
    for line in re.findall(r"Seed \d+, .*", text): print(f"error: {line[:600]}")
    if not seeds: print(f"error: the process from the seed {first} on: {text[-600:]}")
    for one in seeds:
        print(f"    TRACKABLE_TESTS=YearTests TRACKABLE_YEARS=1x{days}x{one} swift test")
sys.exit(1 if failed or sum(numbers("launches")) == 0 else 0)
END
