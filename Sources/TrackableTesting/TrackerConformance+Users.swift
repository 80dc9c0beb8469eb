import Trackable

extension TrackerConformance {
  func userChangesKeepTheirPlace(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    tracker.track(Self.numbered(0))
    tracker.identify("john")
    tracker.track(Self.numbered(1))
    tracker.update(TrackedUserProperty(Member(value: "gold")))
    tracker.reset()
    tracker.track(Self.numbered(2))
    tracker.identify("paul")
    tracker.track(Self.numbered(3))
    tracker.update(TrackedUserProperty(Member(value: "silver")))
    await tracker.flush()
    let arrived = arrivals.places
    // A service that knows no users, or cannot forget one, or has no properties of users, has no such arrivals.
    let sent = [
      "event 0", "identify john", "event 1", "member gold", "reset", "event 2", "identify paul", "event 3",
      "member silver",
    ].filter { place in arrived.contains { $0.prefix(5) == place.prefix(5) } }.sortedBetweenUsers
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
    for level in ["bronze", "silver", "gold"] { tracker.update(TrackedUserProperty(Member(value: level))) }
    tracker.purge()
    let sent = arrivals.all.count
    await tracker.flush()
    let late = arrivals.all.count - sent
    // One may have been on its way already.
    if late > 1 { return "\(late) of 100 events and 3 properties of the user arrived after the purge." }
    tracker.track(Self.numbered(100))
    await tracker.flush()
    return arrivals.numbers.contains(100) ? nil : "An event that was tracked after the purge did not arrive."
  }
}

extension TrackerConformance.Arrivals {
  /// The arrivals as text, in order: the number of an event, a property of the user, or the change of the user.
  fileprivate var places: [String] {
    all.compactMap { arrival in
      switch arrival {
      case .event(_, let properties, _): Self.number(in: properties).map { "event \($0)" }
      case .userProperty(_, let value): "member \(value)"
      case .identified(let user, _): "identify \(user)"
      case .reset: "reset"
      }
    }.sortedBetweenUsers
  }
}

extension [String] {
  /// The order of events and properties between two changes of the user is another rule.
  fileprivate var sortedBetweenUsers: [String] {
    var result: [String] = []
    var others: [String] = []
    for place in self {
      if place == "reset" || place.hasPrefix("identify") {
        result += others.sorted() + [place]
        others = []
      } else {
        others.append(place)
      }
    }
    return result + others.sorted()
  }
}
