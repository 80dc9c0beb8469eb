import Foundation

@testable import TrackableHTTP

/// Starts children and reads their output.
final class Runner {
  let root: URL
  var store: String { root.appendingPathComponent("store").path }
  var events: String { store + "/events" }
  private(set) var children: [Process] = []
  private var started = 0
  private var logs: [URL] = []

  init() {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("trackable-store-\(UUID().uuidString)")
    do { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) } catch {
      fail("No folder for the check: \(error)")
    }
  }

  /// Deletes everything.
  func finish() {
    while !children.isEmpty { kill(0) }
    try? FileManager.default.removeItem(at: root)
  }

  func start(_ command: String) {
    let log = root.appendingPathComponent("\(started).log")
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [command, store, "\(started)"]
    started += 1
    do {
      try Data().write(to: log)
      process.standardOutput = try FileHandle(forWritingTo: log)
      try process.run()
    } catch {
      fail("A child could not be started: \(error)")
    }
    logs.append(log)
    children.append(process)
  }

  /// Returns when the last child has begun to say something.
  func waitForLast() {
    guard let log = logs.last else { return }
    while (try? Data(contentsOf: log).isEmpty) != false {
      if children.last?.isRunning == false { fail("A child ended before it said anything.") }
      usleep(1_000)
    }
  }

  func signal(_ index: Int, _ number: Int32) { _ = Foundation.kill(children[index].processIdentifier, number) }

  func kill(_ index: Int) {
    signal(index, SIGKILL)
    children.remove(at: index).waitUntilExit()
  }

  /// Returns when all children have ended by themselves.
  func waitForAll() {
    while !children.isEmpty {
      let child = children.removeFirst()
      child.waitUntilExit()
      if child.terminationStatus != 0 { fail("A child failed.") }
    }
  }

  /// What each child said, line by line.
  func lines() -> [[Substring]] {
    logs.map { log in
      guard let data = try? Data(contentsOf: log) else { fail("A log is gone.") }
      // After the last line break there is nothing, or half a line.
      return String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
  }

  /// The output of all children: the accepted and the delivered records, in order.
  func said() -> (accepted: Set<Text>, delivered: [Text]) {
    var accepted: Set<Text> = []
    var delivered: [Text] = []
    for lines in lines() {
      for line in lines {
        guard let text = Text(line.dropFirst()) else { fail("A log says '\(line)'.") }
        if line.hasPrefix("+") { accepted.insert(text) } else { delivered.append(text) }
      }
    }
    return (accepted, delivered)
  }

  /// The folder `events` and what is in it.
  func paths() -> (folders: [String], files: [String]) {
    let names = FileManager.default.enumerator(atPath: events)?.compactMap { $0 as? String } ?? []
    let files = names.filter { $0.hasSuffix(".events") }
    return (
      [events] + names.filter { !$0.hasSuffix(".events") }.map { "\(events)/\($0)" }, files.map { "\(events)/\($0)" }
    )
  }

  /// Delivers the records of the store.
  func drain(_ store: EventStore? = nil) -> [Text] {
    let store = store ?? makeStore(self.store)
    var texts: [Text] = []
    while let batch = store.nextBatch(count: 1_000, bytes: 1_000_000) {
      texts += batch.records.map { Text($0) }
      store.acknowledge(batch)
    }
    return texts
  }
}
