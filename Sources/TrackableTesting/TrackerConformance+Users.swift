import Trackable

extension TrackerConformance {
  func userChangesKeepTheirPlace(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    tracker.track(Self.numbered(0))
    tracker.identify("john")
    tracker.track(Self.numbered(1))
    tracker.reset()
    tracker.track(Self.numbered(2))
    tracker.identify("paul")
    tracker.track(Self.numbered(3))
    await tracker.flush()
    let arrived = arrivals.places
    // A service that knows no users, or cannot forget one, has no such arrivals.
    let sent = ["0", "identify john", "1", "reset", "2", "identify paul", "3"].filter { place in
      Int(place) != nil || arrived.contains { $0.hasPrefix(place.prefix(5)) }
    }
    if arrived == sent { return nil }
    return "Sent: \(sent.joined(separator: ", ")). Arrived: \(arrived.joined(separator: ", "))."
  }

  func traitsBelongToTheirUser(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    let given: [(user: String, traits: TrackedProperties)] = [
      ("john", ["plan" ~>> "trait 1", "band" ~>> "trait 2"]), ("paul", []), ("ringo", ["plan" ~>> "trait 3"]),
    ]
    for (user, traits) in given { tracker.identify(user, traits: traits) }
    await tracker.flush()
    for case .identified(let user, let traits?) in arrivals.all {
      // By their values, because a destination may spell keys in its own way.
      let values = traits.map(\.value.description).sorted()
      let expected = given.first { $0.user == user }?.traits.map(\.value.description).sorted() ?? []
      if values != expected { return "'\(user)' was identified with \(expected), and arrived with \(values)." }
    }
    return nil
  }

  func purgedIsNotSent(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    for number in 0..<100 { tracker.track(Self.numbered(number)) }
    tracker.purge()
    let sent = arrivals.numbers.count
    await tracker.flush()
    let late = arrivals.numbers.count - sent
    // One may have been on its way.
    if late > 1 { return "\(late) events arrived after the purge." }
    tracker.track(Self.numbered(100))
    await tracker.flush()
    return arrivals.numbers.contains(100) ? nil : "An event that was tracked after the purge did not arrive."
  }
}

extension TrackerConformance.Arrivals {
  /// What arrived, as the number of an event or the change of a user, in order. The order of events between two changes is
  /// another rule.
  fileprivate var places: [String] {
    var places: [String] = []
    var events: [String] = []
    for arrival in all {
      switch arrival {
      case .event(_, let properties, _):
        if let number = Self.number(in: properties) { events.append(String(number)) }
        continue
      case .userProperty: continue
      case .identified(let user, _): places += events.sorted() + ["identify \(user)"]
      case .reset: places += events.sorted() + ["reset"]
      }
      events = []
    }
    return places + events.sorted()
  }
}
