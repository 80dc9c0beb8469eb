import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A call as it waits in a hub: made once, and shared by all destinations.
final class HubEntry: Sendable {
  let delivery: TrackerCall
  let time: Date
  /// Where it goes.
  let destinations: [Int]
  /// Who waits for it to arrive.
  let waiter: Int?
  // Stored, because looking at the delivery would copy it. Benchmarks: hub.
  private let kind: Kind

  private enum Kind { case event, identify, reset, purge, other }

  /// - Parameter time: When it was handed over, or before that tracked.
  init(
    _ delivery: TrackerCall, time: Date = CurrentTime.now, to destinations: [Int] = [], for waiter: Int? = nil
  ) {
    kind =
      switch delivery {
      case .track: .event
      case .identify: .identify
      case .reset: .reset
      case .purge: .purge
      case .update, .report: .other
      }
    self.delivery = delivery
    self.time = time
    self.destinations = destinations
    self.waiter = waiter
  }

  var isEvent: Bool { kind == .event }
  var isReset: Bool { kind == .reset }
  var isPurge: Bool { kind == .purge }
  /// Whether it tells who the user is.
  var tellsUser: Bool { kind == .identify || kind == .reset }
  /// Whether it takes something back: who the user is, or what waits. No state of a destination refuses that.
  var forgets: Bool { isReset || isPurge }
  /// Whether it is neither purged nor too old.
  var stays: Bool { tellsUser || isPurge }
}

extension CurrentTime {
  /// When a call came that bears no time.
  static var now: Date { Date(timeIntervalSinceReferenceDate: seconds) }
}
