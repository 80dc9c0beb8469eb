import Foundation

@testable import TrackableHTTP

/// A process that has as many descriptors as an app is killed in the middle of writing, again and again. Then everything that it
/// had been told was accepted is there, once, in order, and all of it in one folder that only its owner can read.
func checkKills(_ count: Int) {
  let runner = Runner()
  defer { runner.finish() }
  for _ in 0..<count {
    runner.start("write")
    runner.waitForLast()
    usleep(.random(in: 0...30_000))
    runner.kill(0)
  }
  let accepted = runner.said().accepted
  let (folders, files) = runner.paths()
  // The folder of all processes, and the one that each has taken over from the one before.
  if folders.count != 2 { fail("\(count) launches have left \(folders).") }
  for (paths, wanted) in [(folders, 0o700), (files, 0o600)] {
    for path in paths
    where (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int != wanted {
      fail("Others can read \(path).")
    }
  }
  let found = runner.drain()
  expectAll(accepted, in: found)
  if !runner.paths().files.isEmpty { fail("Files are left.") }
  var last: [Int: Int] = [:]
  for text in found {
    if text.number <= last[text.writer, default: -1] { fail("\(text) came after \(last[text.writer] as Any).") }
    last[text.writer] = text.number
  }
  // Written, and killed before it could say so.
  let more = found.count - accepted.count
  if more > 13 * count { fail("\(more) records too many.") }
  print(
    "\(count) kills: \(accepted.count) accepted, all there once and in order; \(more) more were written")
}

/// Several processes write and deliver in one folder; they are killed and others take their place.
func checkSharing(processes: Int, kills: Int) {
  let runner = Runner()
  defer { runner.finish() }
  for _ in 0..<processes { runner.start("share") }
  for _ in 0..<kills {
    runner.waitForLast()
    usleep(.random(in: 0...60_000))
    runner.kill(.random(in: 0..<processes))
    runner.start("share")
  }
  runner.waitForLast()
  while !runner.children.isEmpty { runner.kill(0) }
  let (accepted, delivered) = runner.said()
  // Sent, and killed before that could be written down.
  let twice = expectAll(accepted, in: delivered + runner.drain(), atMostTwice: 20 * (kills + processes))
  let rest = try? FileManager.default.contentsOfDirectory(atPath: runner.events)
  if rest?.isEmpty != true { fail("Folders are left: \(rest as Any).") }
  print(
    "\(processes) processes, \(kills) kills: \(accepted.count) accepted, all delivered by \(kills + processes + 1) "
      + "processes; \(twice) came twice, with the same id")
}

/// A process is stopped at any moment, as an app is suspended. No process touches its records. Then it goes on, and once it
/// is killed, all of them are there, once.
func checkSuspension(_ count: Int) {
  let runner = Runner()
  defer { runner.finish() }
  var found: [Text] = []
  for _ in 0..<count {
    runner.start("write")
    runner.waitForLast()
    for _ in 0..<5 {
      usleep(.random(in: 0...20_000))
      runner.signal(0, SIGSTOP)
      usleep(2_000)
      let taken = runner.drain()
      if !taken.isEmpty { fail("\(taken.count) records of a process that is stopped were taken.") }
      runner.signal(0, SIGCONT)
    }
    usleep(.random(in: 0...20_000))
    runner.kill(0)
    found += runner.drain()
  }
  let accepted = runner.said().accepted
  expectAll(accepted, in: found)
  print("\(count * 5) suspensions: \(accepted.count) accepted, all delivered, once")
}

/// Several processes write, deliver and purge in one folder as fast as they can. None of them has an issue, and
/// no record from before a purge comes after it.
func checkPurges(processes: Int) {
  let runner = Runner()
  defer { runner.finish() }
  for _ in 0..<processes { runner.start("purge") }
  runner.waitForAll()
  let left = runner.drain()
  var purges = 0
  var delivered = 0
  for lines in runner.lines() {
    var accepted: Set<Text> = []
    var purged: Set<Text> = []
    for line in lines {
      if line == "purged" {
        purges += 1
        purged = accepted
      } else if let text = Text(line.dropFirst()) {
        if line.hasPrefix("+") { accepted.insert(text) } else if purged.contains(text) { fail("\(text) was purged.") }
        delivered += line.hasPrefix("-") ? 1 : 0
      } else {
        fail("A log says '\(line)'.")
      }
    }
    if let text = left.first(where: { purged.contains($0) }) { fail("\(text) was purged, and is there.") }
  }
  print("\(purges) purges by \(processes) processes at once: nothing was wrong, \(delivered) records were delivered")
}

/// A million records are written by one process and read by another, which never holds more than a batch.
func checkMillion() {
  let runner = Runner()
  defer { runner.finish() }
  let store = makeStore(runner.store, policy: StorePolicy(bytes: 2_000_000_000))
  for start in stride(from: 0, to: 1_000_000, by: 500) {
    store.append((start..<(start + 500)).map { Text(writer: 7, number: $0).record(bytes: 200) })
  }
  store.close()
  let reader = Process()
  reader.executableURL = Bundle.main.executableURL
  reader.arguments = ["read", runner.store]
  do { try reader.run() } catch { fail("The reader could not be started: \(error)") }
  reader.waitUntilExit()
  if reader.terminationStatus != 0 { fail("The reader failed.") }
}

/// The reader of a million records.
func readMillion(_ folder: String) {
  let before = peakMemory()
  let store = makeStore(folder)
  var next = 0
  let start = ContinuousClock.now
  while let batch = store.nextBatch(count: 100, bytes: 500_000) {
    for record in batch.records {
      if Text(record).number != next { fail("\(next) is not there.") }
      next += 1
    }
    store.acknowledge(batch)
  }
  let peak = peakMemory()
  if next != 1_000_000 { fail("\(next) records of a million are there.") }
  print(
    "A million records of 200 bytes read in \(start.duration(to: .now)): the peak of memory grew by "
      + "\((peak - before) / 1_000_000) MB to \(peak / 1_000_000) MB")
  if peak - before > 24_000_000 { fail("That is too much.") }
}

/// The most memory that this process ever had, in bytes.
private func peakMemory() -> Int {
  #if os(Linux)
    // Not `getrusage`: there, a process begins with the peak of the one that started it.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
      fail("The system does not say how much memory this process has.")
    }
    return kilobytes * 1_024
  #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #endif
}

/// Returns how many came twice.
@discardableResult private func expectAll(_ accepted: Set<Text>, in found: [Text], atMostTwice most: Int = 0) -> Int {
  let missing = accepted.subtracting(found)
  if let example = missing.first {
    fail("\(missing.count) of \(accepted.count) accepted records are gone, such as \(example).")
  }
  let twice = found.count - Set(found).count
  if twice > most { fail("\(twice) records came twice.") }
  return twice
}

/// The cost of a record for its writer, and for the reader that acknowledges it.
func measureSpeed() {
  let runner = Runner()
  defer { runner.finish() }
  let store = makeStore(runner.store)
  let records = (0..<50).map { Text(writer: 1, number: $0).record(bytes: 300) }
  let rounds = 1_000
  var durations: [Duration] = []
  for _ in 0..<rounds {
    let start = ContinuousClock.now
    store.append(records)
    durations.append(start.duration(to: .now))
  }
  durations.sort()
  let start = ContinuousClock.now
  while let batch = store.nextBatch(count: 100, bytes: 500_000) { store.acknowledge(batch) }
  let reading = start.duration(to: .now)
  let total = durations.reduce(.zero, +)
  let figures = [durations[rounds / 2] / 50, total / (rounds * 50), reading / (rounds * 50)].map { "\($0)" }
  print("append \(figures[0]) an event (median; mean \(figures[1])), read and acknowledge \(figures[2])")
}
