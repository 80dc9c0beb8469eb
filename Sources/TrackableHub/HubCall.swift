import Trackable

/// A call as it waits in a hub: made once, and shared by all destinations.
final class HubCall: Sendable {
  let arrival: HubInbox.Arrival
  // Stored, because looking at the call would copy it. Benchmarks: hub.
  private let kind: Kind

  private enum Kind { case event, identify, reset, purge, other }

  init(_ arrival: HubInbox.Arrival) {
    self.arrival = arrival
    kind =
      switch arrival.call {
      case .track: .event
      case .identify: .identify
      case .reset: .reset
      case .purge: .purge
      case .update, .report: .other
      }
  }

  /// How many bytes it takes here, roughly: what it says, and the objects around that.
  var bytes: Int { arrival.call.size + 300 }
  var isEvent: Bool { kind == .event }
  var isReset: Bool { kind == .reset }
  var isPurge: Bool { kind == .purge }
  /// Whether it tells who the user is.
  var tellsUser: Bool { kind == .identify || kind == .reset }
  /// Whether the call takes back the user, or the waiting calls. No state of a destination refuses such a call.
  var forgets: Bool { isReset || isPurge }
  /// Whether it is neither purged nor too old.
  var stays: Bool { tellsUser || isPurge }
}

extension CurrentTime {
  /// The time of a call that carries none. An adopter's clock may tell the time, so ask for it outside of every lock.
  static var now: Envelope.Time { Envelope.Time(timeIntervalSinceReferenceDate: seconds) }
}
