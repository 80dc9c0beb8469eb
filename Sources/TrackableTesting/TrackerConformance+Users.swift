import Foundation
import Trackable

extension TrackerConformance {
  func userChangesKeepTheirPlace() async -> String? {
    let sent = [
      "event 0", "identify john", "event 1", "member gold", "reset", "event 2", "identify paul", "event 3",
      "member silver", "reset", "event 4", "identify ringo", "event 5",
    ]
    let arrived = await arrivals { tracker in
      for call in sent {
        let last = String(call.split(separator: " ").last ?? "")
        switch call.prefix(5) {
        case "event": tracker.track(Self.numbered(Int(last) ?? 0))
        case "ident": tracker.identify(TrackedUser(last))
        case "membe": tracker.update(Member(value: last))
        default: tracker.reset()
        }
      }
    }.places
    // If a service has no users, no sign-out, or no user properties, such calls do not arrive.
    let known = sent.filter { place in arrived.contains { $0.prefix(5) == place.prefix(5) } }.sortedBetweenUsers
    if arrived == known { return nil }
    return "Sent: \(known.joined(separator: ", ")). Arrived: \(arrived.joined(separator: ", "))."
  }

  func userPropertiesArriveAsGiven() async -> String? {
    let long = String(repeating: "a long name ", count: 20)
    let given: [(name: String, value: TrackedValue)] = [
      ("text", "gold"), ("long text", .string(long)), ("number", 3), ("big number", .int(Self.bigNumber)),
      ("fraction", 0.25), ("truth", false), ("date", .date(Self.time)), ("list", ["b", "a"]), ("empty", ""),
      (long + "1", "one"), (long + "2", "two"), ("text", .null), ("text", "gold"), ("text", .null),
    ]
    let arrived = await arrivals { tracker in
      for (name, value) in given { tracker.update(Anything(name: name, value: value)) }
      tracker.reset()
      tracker.update(Anything(name: "text", value: .null))
    }.userProperties
    // A service may have no user properties.
    if arrived.isEmpty { return nil }
    let expected = given.map(\.value) + [.null]
    for (number, value) in expected.enumerated() {
      let name = number < given.count ? given[number].name : "text"
      // A service may take only text.
      guard number < arrived.count, [value, .string(value.description)].contains(arrived[number].value) else {
        return "The user property '\(name)' was set to \(value.json), and did not arrive with that value."
      }
    }
    if arrived.count > expected.count { return "\(expected.count) updates arrived as \(arrived.count)." }
    if arrived[9].name == arrived[10].name { return "Two user properties arrived under the name '\(arrived[9].name)'." }
    return await groupsEnd()
  }

  private func groupsEnd() async -> String? {
    let values = await arrivals { tracker in
      for id in ["apple", nil] { tracker.update(UserGroup(id, type: "company", traits: [])) }
    }.userProperties.map(\.value)
    // A service may have no groups.
    return values.isEmpty || values == ["apple", .null]
      ? nil : "A user joined a group and left it, and \(values) arrived."
  }

  func usersArriveAsGiven() async -> String? {
    let given: [(user: String, traits: TrackedProperties)] = [
      ("john", ["plan" ~>> "trait 1", "band" ~>> "trait 2"]), ("paul", []), ("ringo", ["plan" ~>> "trait 3"]),
      ("ringo", ["plan" ~>> "trait 4"]), ("007", []), ("John@Apple.Records ", []), ("👩‍👩‍👧", []),
      (String(repeating: "0123456789", count: 20), []),
      ("george", ["big" ~>> Self.bigNumber, "none" ~>> TrackedValue.null, "no" ~>> false, "since" ~>> Self.time]),
    ]
    let arrived = await arrivals { tracker in for (user, traits) in given { tracker.identify(user, traits: traits) } }
      .all.compactMap {
        if case .identified(let user, let traits) = $0 { (user, traits) } else { nil }
      }
    if arrived.isEmpty { return nil }
    if arrived.map(\.0) != given.map(\.user) {
      return "Identified: \(given.map(\.user)). Arrived: \(arrived.map(\.0))."
    }
    for case ((let user, let traits?), (_, let expected)) in zip(arrived, given) {
      // The check compares traits by their values, because a destination may rename keys. It compares the values as
      // text, because a service may take only text.
      let values = (traits.map(\.value.description).sorted(), expected.map(\.value.description).sorted())
      if values.0 != values.1 { return "'\(user)' was identified with \(values.1), and arrived with \(values.0)." }
    }
    return nil
  }

  func purgedIsNotSent(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    for number in 0..<100 { tracker.track(Self.numbered(number)) }
    for level in ["bronze", "silver", "gold"] { tracker.update(Member(value: level)) }
    for user in ["john", "paul", "ringo"] { tracker.identify(TrackedUser(user)) }
    let inside = arrivals.countingOnThisThread { tracker.purge() }
    if inside > 0 { return "'purge()' itself sent \(inside) of the calls that waited." }
    let sent = arrivals.all.count
    await tracker.flush()
    let late = arrivals.all.count - sent
    // One call may have been on its way to the service during the purge.
    if late > 1 { return "\(late) of 100 events, 3 properties of the user and 3 users arrived after the purge." }
    tracker.track(Self.numbered(100))
    await tracker.flush()
    return arrivals.numbers.contains(100) ? nil : "An event that was tracked after the purge did not arrive."
  }
}

extension TrackerConformance.Arrivals {
  /// The arrivals as text, in the order of arrival: the number of an event, a user property, or a change of the user.
  var places: [String] {
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
  /// Sorts the texts between two changes of the user, because another rule is about the order of events and user
  /// properties.
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
