import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A call as it waits in a hub: made once, by the caller, and shared by all destinations.
final class HubEntry: Sendable {
  let delivery: TrackerCall
  let time: Date
  /// Where it goes.
  let destinations: [Int]
  /// Who waits for it to arrive.
  let waiter: Int?
  // Stored, because looking at the delivery would copy it. Benchmarks: hub.
  let isEvent: Bool
  let isReset: Bool
  let isPurge: Bool
  /// Whether it tells who the user is.
  let tellsUser: Bool

  /// - Parameter time: When it was handed over, or before that tracked.
  init(
    _ delivery: TrackerCall, time: Date = CurrentTime.now, to destinations: [Int] = [], for waiter: Int? = nil
  ) {
    if case .track = delivery { isEvent = true } else { isEvent = false }
    if case .reset = delivery { isReset = true } else { isReset = false }
    if case .purge = delivery { isPurge = true } else { isPurge = false }
    tellsUser = delivery.tellsUser
    self.delivery = delivery
    self.time = time
    self.destinations = destinations
    self.waiter = waiter
  }

  /// Whether it takes something back: who the user is, or what waits. No state of a destination refuses that.
  var forgets: Bool { isReset || isPurge }
  /// Whether it is neither purged nor too old.
  var stays: Bool { tellsUser || isPurge }
}

extension CurrentTime {
  /// When a call came that bears no time.
  static var now: Date { Date(timeIntervalSinceReferenceDate: seconds) }
}
