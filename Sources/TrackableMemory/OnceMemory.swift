#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

import Trackable

/// Remembers in a file which events have passed ``Trackable/AnalyticsEventTracker/once(per:by:where:)``, so that another launch
/// knows.
///
/// ```swift
/// let memory = OnceMemory(file: folder.appending(path: "once.json"))
/// let tracker =
///   firebase
///   .once(per: .day(in: memory), AppOpened.self)
///   .once(per: .install(in: memory), FirstPurchase.self)
/// ```
///
/// One memory serves any number of trackers. It tells them apart by their names, and those of one name by the order in which
/// they are made.
///
/// The file is replaced as a whole before an event passes. So a process that is killed in between has not sent it, and nothing
/// is sent twice. A file that cannot be read or written is an issue, ``Trackable/TrackableIssue/Kind/memoryUnusable``, once; then
/// events pass, and this process remembers them itself until the file can be read.
///
/// It has names of events and values of the key that they are counted by; never sensitive ones. A `purge()` that reaches the
/// tracker forgets what was remembered for it; `reset()` does not.
///
/// Cost: a file of some 60 bytes for each event that is remembered is written when one passes; nothing is written for those
/// that do not.
///
/// Limits: one process uses the file; an extension of the app has one of its own. 1,000 events are remembered; then those that
/// passed first are forgotten.
public final class OnceMemory: Sendable {
  static let capacity = 1_000

  /// An event that has passed: what it is counted by, and when that was.
  struct Entry: Sendable {
    let event: String
    let period: String
  }

  private struct State {
    /// `nil` until the file has been read.
    var isRead = false
    /// In the order in which they passed.
    var entries: [Entry] = []
    var periods: [String: String] = [:]
    /// How many trackers have a name.
    var trackers: [String: Int] = [:]
    var hasReported = false
  }

  private let file: RememberedFile?
  private let path: String
  private let location: CodeLocation
  private let state = Lock(State())

  /// A memory in a file, which need not exist.
  ///
  /// - Parameters:
  ///   - file: Where it is kept: in the folder of the app's data, not in that of caches.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public init(file: URL, fileID: StaticString = #fileID, line: UInt = #line) {
    self.file = RememberedFile(file)
    path = file.lastPathComponent
    location = CodeLocation(fileID: fileID, line: line)
  }

  /// One that ends with the process.
  init() {
    file = nil
    path = ""
    location = .unknown
  }

  /// What tells a tracker from the others in the memory.
  func scope(for name: String) -> String {
    state.withLock { state in
      let number = state.trackers[name, default: 0] + 1
      state.trackers[name] = number
      return number == 1 ? name : "\(name)#\(number)"
    }
  }

  /// Whether an event is the first one of its period. Then it is remembered.
  ///
  /// - Parameters:
  ///   - event: What it is counted by.
  ///   - period: The period that it is in.
  func isFirst(_ event: String, in period: String) -> Bool {
    let (isFirst, problem) = state.withLock { state -> (Bool, (any Error)?) in
      var problem = read(&state)
      if state.periods[event] == period { return (false, problem) }
      if state.periods.updateValue(period, forKey: event) != nil { state.entries.removeAll { $0.event == event } }
      state.entries.append(Entry(event: event, period: period))
      while state.entries.count > Self.capacity { state.periods[state.entries.removeFirst().event] = nil }
      problem = write(state) ?? problem
      return (true, problem)
    }
    report(problem)
    return isFirst
  }

  /// Forgets what is counted by something that begins so.
  func forget(prefix: String) {
    let problem = state.withLock { state -> (any Error)? in
      let problem = read(&state)
      state.entries.removeAll { $0.event.hasPrefix(prefix) }
      state.periods = state.periods.filter { !$0.key.hasPrefix(prefix) }
      return write(state) ?? problem
    }
    report(problem)
  }

  private func read(_ state: inout State) -> (any Error)? {
    if state.isRead { return nil }
    do {
      // What has passed before the file could be read is later than what is in it.
      let lines = try file?.read() ?? []
      let entries = lines.filter { $0.count == 2 }.map { Entry(event: $0[0], period: $0[1]) }
      state.entries = entries.filter { state.periods[$0.event] == nil } + state.entries
      for entry in entries where state.periods[entry.event] == nil { state.periods[entry.event] = entry.period }
      state.isRead = true
      return nil
    } catch let error as DecodingError {
      // None of ours, or damaged: it is replaced.
      state.isRead = true
      return error
    } catch {
      return error
    }
  }

  /// What cannot be read is not replaced either.
  private func write(_ state: State) -> (any Error)? {
    guard state.isRead, let file else { return nil }
    do { try file.write(state.entries.map { [$0.event, $0.period] }) } catch { return error }
    return nil
  }

  private func report(_ problem: (any Error)?) {
    guard let problem,
      !state.withLock({ state in
        defer { state.hasReported = true }
        return state.hasReported
      })
    else { return }
    IssueReporter.current.report(
      .memoryUnusable(
        "Which events have passed once cannot be remembered in \(path)", problem,
        "Events pass again after the next launch.",
        remedy: "give OnceMemory a file that this process may read and write.", at: location, subject: path))
  }
}
