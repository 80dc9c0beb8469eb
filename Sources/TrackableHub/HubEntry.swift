import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A delivery as it waits in a hub: made once, shared by all destinations.
final class HubEntry: Sendable {
  /// What the rules look at.
  enum Subject: Sendable {
    case event(ObjectIdentifier)
    case property(ObjectIdentifier)
    /// Who the user is. This must not get lost among events, and no rule keeps it out.
    case user
    case error

    var isEvent: Bool { if case .event = self { true } else { false } }
  }

  let delivery: TrackerCall
  let subject: Subject
  let time: Date
  // Stored, because looking at the delivery would copy it. Benchmarks: hub.
  let isPurge: Bool
  /// Whether it tells who the user is.
  let tellsUser: Bool
  /// Whether it takes something back: who the user is, or what waits. No state of a destination refuses that.
  let forgets: Bool

  /// - Parameter time: When it was handed over, or before that tracked.
  init(_ delivery: TrackerCall, time: Date) {
    self.delivery = delivery
    self.time = time
    tellsUser = delivery.tellsUser
    if case .purge = delivery { isPurge = true } else { isPurge = false }
    if case .reset = delivery { forgets = true } else { forgets = isPurge }
    subject = delivery.subject
  }

  /// A purge that is asked for now.
  static var purge: HubEntry { HubEntry(.purge, time: TrackerCall.purge.time) }
  /// A reset that is asked for now.
  static var reset: HubEntry { HubEntry(.reset, time: TrackerCall.reset.time) }

  var isUserChange: Bool {
    if case .user = subject { true } else { false }
  }
}

extension TrackerCall {
  /// What the rules look at.
  var subject: HubEntry.Subject {
    switch self {
    case .track(let event): .event(ObjectIdentifier(type(of: event.base)))
    case .update(let property): .property(ObjectIdentifier(type(of: property.base)))
    case .identify, .reset, .purge: .user
    case .report: .error
    }
  }

  /// When it was tracked; for what bears no time, now.
  var time: Date {
    switch self {
    case .track(let event): event.timestamp
    case .update(let property): property.timestamp
    case .identify, .reset, .report, .purge: Date(timeIntervalSinceReferenceDate: CurrentTime.seconds)
    }
  }
}
