#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

import Trackable

/// A memory, in a file, of the events that have passed ``Trackable/AnalyticsEventTracker/once(per:by:where:)``, for the
/// next launch.
///
/// ```swift
/// let memory = OnceMemory(file: folder.appending(path: "once.json"))
/// let tracker =
///   firebase
///   .once(per: .day(in: memory), AppOpened.self)
///   .once(per: .install(in: memory), FirstPurchase.self)
/// ```
///
/// Any number of trackers can use one memory. The memory tells trackers apart by their names, and trackers of the same
/// name by the order in which they are created.
///
/// The memory replaces the file as a whole before an event passes. If the process is killed in between, the event is
/// lost, but never sent twice. If the memory cannot read or write the file, events pass, the process remembers them
/// until the memory can read the file, and the library reports an issue:
/// ``Trackable/TrackableIssue/Kind/memoryUnusable``.
///
/// The file has names of events and values of keys, but never sensitive values. A `purge()` of the tracker removes its
/// events from the file, or the file itself if the memory cannot write it. `reset()` removes nothing.
///
/// Cost: when an event passes, the memory writes a small file, of some 60 bytes for each event and 13 for each of the
/// event's dates.
///
/// Several processes may share the file, and then count together. Limits: the memory keeps the last 1,000 events, and
/// the last seven dates of each event.
public final class OnceMemory: Sendable {
  private let file: RememberedFile<PassedEvents>
  /// The number of trackers with each name.
  private let trackers = Lock([String: Int]())

  /// Creates a memory with a file, which need not exist.
  ///
  /// - Parameters:
  ///   - file: The file, in the folder of the app's data and not in that of caches.
  ///   - access: When the memory can read the file.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public convenience init(
    file: URL, access: MemoryAccess = .afterFirstUnlock, fileID: StaticString = #fileID, line: UInt = #line
  ) { self.init(file, access, at: CodeLocation(fileID: fileID, line: line)) }

  /// - Parameter file: The file; `nil` means a memory that ends with the process.
  init(_ file: URL?, _ access: MemoryAccess = .always, at location: CodeLocation = .unknown) {
    self.file = SharedByFile.object(of: file) { RememberedFile(file, access, of: "OnceMemory", at: location) }
  }

  /// The name of a tracker in the memory, which no other tracker has.
  func scope(for name: String) -> String {
    trackers.withLock { trackers in
      let number = trackers[name, default: 0] + 1
      trackers[name] = number
      return number == 1 ? name : "\(name)#\(number)"
    }
  }

  /// Whether an event is the first such event in its period. If so, the memory records the event.
  ///
  /// - Parameters:
  ///   - event: The tracker, the name and the value that are compared.
  ///   - period: The event's period.
  func isFirst(_ event: String, in period: String) -> Bool { file.change { $0.isFirst(event, in: period) } }

  /// Removes the events of a tracker.
  func forget(prefix: String) { file.change(mustBeRemembered: true) { $0.forget(prefix: prefix) } }
}

/// The events that have passed, each with its periods.
private struct PassedEvents: Remembered {
  private static let capacity = 1_000
  /// The most periods that the memory keeps of an event. One period is not enough, because the user may set the clock
  /// back into an earlier period.
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
