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
/// The memory replaces the file as a whole before an event passes. So a kill in between loses the event, and never doubles it.
/// If the memory cannot read or write the file, one issue says so, ``Trackable/TrackableIssue/Kind/memoryUnusable``; then events
/// pass, and this process remembers them itself until it can read the file.
///
/// The file has names of events and values of keys; never sensitive ones. A `purge()` of the tracker removes its events from
/// the file, or the file itself if the memory cannot write it; `reset()` removes nothing.
///
/// Cost: the memory writes a small file, some 60 bytes for each event in it and 13 for each of its dates, when an event passes,
/// and nothing otherwise.
///
/// Several processes may use the file, and count as one. Limits: the memory keeps the last 1,000 events, and
/// the last seven dates of each.
public final class OnceMemory: Sendable {
  private let file: RememberedFile<PassedEvents>
  /// How many trackers have a name.
  private let trackers = Lock([String: Int]())

  /// A memory in a file, which need not exist.
  ///
  /// - Parameters:
  ///   - file: The file, in the folder of the app's data and not in that of caches.
  ///   - access: When the memory can read the file.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public convenience init(
    file: URL, access: MemoryAccess = .afterFirstUnlock, fileID: StaticString = #fileID, line: UInt = #line
  ) { self.init(file, access, at: CodeLocation(fileID: fileID, line: line)) }

  /// - Parameter file: The file; `nil` for a memory that ends with the process.
  init(_ file: URL?, _ access: MemoryAccess = .always, at location: CodeLocation = .unknown) {
    self.file = SharedByFile.object(of: file) { RememberedFile(file, access, of: "OnceMemory", at: location) }
  }

  /// What tells a tracker from the others in the memory.
  func scope(for name: String) -> String {
    trackers.withLock { trackers in
      let number = trackers[name, default: 0] + 1
      trackers[name] = number
      return number == 1 ? name : "\(name)#\(number)"
    }
  }

  /// Whether an event is the first one of its period. Then it is remembered.
  ///
  /// - Parameters:
  ///   - event: The tracker, the name and the value that count.
  ///   - period: The event's period.
  func isFirst(_ event: String, in period: String) -> Bool { file.change { $0.isFirst(event, in: period) } }

  /// Forgets the events of a tracker.
  func forget(prefix: String) { file.change(mustBeRemembered: true) { $0.forget(prefix: prefix) } }
}

/// The events that have passed, and the periods in which they have.
private struct PassedEvents: Remembered {
  private static let capacity = 1_000
  /// How many periods of an event count: the clock may be set back into an earlier one.
  private static let periodCapacity = 7

  /// The events, in the order in which they passed.
  private var order: [String] = []
  private var periods: [String: [String]] = [:]

  var lines: [[String]] { order.map { [$0, (periods[$0] ?? []).joined(separator: " ")] } }

  mutating func add(earlier lines: [[String]]) {
    let earlier = lines.filter { $0.count == 2 }
    order = earlier.map { $0[0] }.filter { periods[$0] == nil } + order
    for line in earlier {
      let known = line[1].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      periods[line[0]] = known.filter { periods[line[0]]?.contains($0) != true } + (periods[line[0]] ?? [])
    }
  }

  mutating func isFirst(_ event: String, in period: String) -> Bool {
    var known = periods[event] ?? []
    if known.contains(period) { return false }
    if !known.isEmpty { order.removeAll { $0 == event } }
    order.append(event)
    known.append(period)
    periods[event] = known.suffix(Self.periodCapacity)
    if order.count > Self.capacity { periods[order.removeFirst()] = nil }
    return true
  }

  mutating func forget(prefix: String) {
    order.removeAll { $0.hasPrefix(prefix) }
    periods = periods.filter { !$0.key.hasPrefix(prefix) }
  }
}
