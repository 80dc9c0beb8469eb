/// Which types of events a tracker may want, so that nothing is evaluated for those that it does not. It is found once,
/// when the tracker is set.
package struct EventInterest: Sendable {
  /// Whether a tracker wants events of a type.
  enum Answer: Sendable {
    case wanted
    case ignored
    /// They are ignored now, and may be wanted later.
    case ignoredNow
  }

  /// Whether every type is wanted.
  package let isAll: Bool
  let answer: @Sendable (_ type: ObjectIdentifier) -> Answer

  private init(isAll: Bool = false, _ answer: @escaping @Sendable (ObjectIdentifier) -> Answer) {
    self.isAll = isAll
    self.answer = answer
  }

  package init(of tracker: any AnalyticsEventTracker) {
    self = (tracker as? any SelectiveTracker)?.interest ?? .all
  }

  /// Any: the tracker has to be called to know.
  package static let all = EventInterest(isAll: true) { _ in .wanted }

  /// What any of these trackers wants.
  static func ofAny(_ trackers: [any AnalyticsEventTracker]) -> EventInterest {
    let interests = trackers.map { EventInterest(of: $0) }
    if interests.contains(where: \.isAll) { return .all }
    return EventInterest { type in
      var best = Answer.ignored
      for interest in interests {
        switch interest.answer(type) {
        case .wanted: return .wanted
        case .ignoredNow: best = .ignoredNow
        case .ignored: break
        }
      }
      return best
    }
  }

  /// The same without some types.
  func except(_ isExcluded: @escaping @Sendable (ObjectIdentifier) -> Bool) -> EventInterest {
    EventInterest { isExcluded($0) ? .ignored : answer($0) }
  }

  /// Nothing while the function returns true.
  func unless(_ isDenied: @escaping @Sendable () -> Bool) -> EventInterest {
    EventInterest { type in
      let answer = answer(type)
      return answer == .wanted && isDenied() ? .ignoredNow : answer
    }
  }
}

/// A tracker that knows which events it wants, or those inside it.
package protocol SelectiveTracker: AnalyticsEventTracker {
  var interest: EventInterest { get }
}
