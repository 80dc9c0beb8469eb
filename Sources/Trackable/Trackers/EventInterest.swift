/// Which types of events a tracker may want, so that nothing is evaluated for those that it does not. It is found once, when
/// the tracker is set.
package indirect enum EventInterest: Sendable {
  /// Any: the tracker has to be called to know.
  case all
  /// None.
  case none
  /// Not these types; of the others, the rest decides.
  case except(@Sendable (ObjectIdentifier) -> Bool, rest: EventInterest)
  /// None while this is so, and otherwise what the rest decides.
  case unless(@Sendable () -> Bool, rest: EventInterest)
  /// What any of these wants.
  case any([EventInterest])

  package init(of tracker: any AnalyticsEventTracker) {
    if let parts = tracker.parts {
      let interests = parts.map { EventInterest(of: $0) }
      self = .ofAny(interests)
    } else if let transforming = tracker as? TransformingTracker {
      self = transforming.interest(inFrontOf: EventInterest(of: transforming.base))
    } else if let selective = tracker as? any SelectiveTracker {
      self = selective.interest
    } else if let gate = tracker as? any DecidingTracker {
      self = .unless({ gate.isDenied }, rest: EventInterest(of: gate.base))
    } else {
      self = .all
    }
  }

  package static func ofAny(_ interests: [EventInterest]) -> EventInterest {
    interests.isEmpty ? .none : interests.contains(where: \.isAll) ? .all : .any(interests)
  }

  var isAll: Bool { if case .all = self { true } else { false } }

  /// What is known of events of a type.
  enum Answer {
    case wanted
    case ignored
    /// They are ignored now, and may be wanted later.
    case ignoredNow
  }

  func answer(for type: ObjectIdentifier) -> Answer {
    switch self {
    case .all: return .wanted
    case .none: return .ignored
    case .except(let isExcluded, let rest): return isExcluded(type) ? .ignored : rest.answer(for: type)
    case .unless(let isDenied, let rest):
      let answer = rest.answer(for: type)
      return answer == .wanted && isDenied() ? .ignoredNow : answer
    case .any(let interests):
      var answer = Answer.ignored
      for interest in interests {
        switch interest.answer(for: type) {
        case .wanted: return .wanted
        case .ignoredNow: answer = .ignoredNow
        case .ignored: break
        }
      }
      return answer
    }
  }
}

/// A tracker that passes calls or not as is decided elsewhere: a consent gate.
package protocol DecidingTracker: ForwardingTracker {
  /// Whether nothing passes at this moment.
  var isDenied: Bool { get }
  /// Calls `action` when nothing that waited is being handed over.
  func whenDrained(_ action: @escaping @Sendable () -> Void)
}

/// A tracker with others inside it that tells what they want: a hub.
package protocol SelectiveTracker: AnalyticsEventTracker {
  var interest: EventInterest { get }
}
