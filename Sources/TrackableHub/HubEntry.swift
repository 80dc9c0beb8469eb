import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A delivery as it waits in a hub: made once, shared by all destinations.
final class HubEntry: Sendable {
  /// What the rules look at.
  enum Subject {
    case event(ObjectIdentifier)
    case property(ObjectIdentifier)
    /// Who the user is. This must not get lost among events, and no rule keeps it out.
    case user
    case error
  }

  let delivery: Delivery
  let subject: Subject
  let time: Date
  /// The decision that counts is that of the moment when something was tracked: a gate may stand behind another hub.
  let moment: ConsentMoment
  // Stored, because looking at the delivery would copy it. Benchmarks: hub.
  let isPurge: Bool
  /// Whether it tells who the user is.
  let tellsUser: Bool
  /// Whether it takes something back: who the user is, or what waits. No state of a destination refuses that.
  let forgets: Bool

  /// - Parameters:
  ///   - time: When it was handed over, or before that tracked.
  ///   - moment: The same, as far as consent is concerned.
  init(_ delivery: Delivery, time: Date, moment: ConsentMoment = .current) {
    self.delivery = delivery
    self.time = time
    self.moment = moment
    tellsUser = delivery.tellsUser
    isPurge = delivery.isChange && !tellsUser
    if case .reset = delivery { forgets = true } else { forgets = isPurge }
    subject =
      switch delivery {
      case .track(let event): .event(ObjectIdentifier(type(of: event.base)))
      case .update(let property): .property(ObjectIdentifier(type(of: property.base)))
      case .identify, .reset, .purge: .user
      case .report: .error
      }
  }

  /// A purge that is asked for now.
  static var purge: HubEntry { HubEntry(.purge, time: Delivery.purge.time) }
  /// A reset that is asked for now.
  static var reset: HubEntry { HubEntry(.reset, time: Delivery.reset.time) }

  var isUserChange: Bool {
    if case .user = subject { true } else { false }
  }
}

extension Delivery {
  /// When it was tracked; for what bears no time, now.
  var time: Date {
    switch self {
    case .track(let event): event.timestamp
    case .update(let property): property.timestamp
    case .identify, .reset, .report, .purge: Date(timeIntervalSinceReferenceDate: CurrentTime.seconds)
    }
  }
}
