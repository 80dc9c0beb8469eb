import Trackable

extension TrackingExpectation {
  /// Whether a delivery is the one that was meant, though perhaps with something wrong: the same event, or a change of
  /// the user.
  func means(_ recorded: RecordedDelivery) -> Bool {
    switch (content, recorded.delivery) {
    case (.event(let event, _), .track(let tracked)):
      type(of: event) == type(of: tracked.base) && event.name == tracked.base.name
    case (.userProperty(let expected), .update(let property)):
      type(of: expected.base) == type(of: property.base) && expected.base.name == property.base.name
    case (.identify, .identify), (.reset, .reset), (.purge, .purge), (.error, .report): true
    default: false
    }
  }

  /// Whether a delivery is what was expected.
  func fits(_ recorded: RecordedDelivery) -> Bool { means(recorded) && problems(in: recorded).isEmpty }

  /// What is wrong with a delivery that was meant, a line for each.
  func problems(in recorded: RecordedDelivery) -> [String] {
    switch (content, recorded.delivery) {
    case (.event(_, let expected), .track(let event)):
      return expected.problems(in: event.properties, event.sensitiveProperties, of: event)
    case (.userProperty(let expected), .update(let property)):
      if expected.value == property.value { return [] }
      return ["value: expected \(expected.value.quoted), got \(property.value.quoted)"]
    case (.identify(let expectedID, let expected), .identify(let userID, let traits)):
      let wrongUser =
        "user: expected \(TrackedValue.string(expectedID).quoted), got \(TrackedValue.string(userID).quoted)"
      return (expectedID == userID ? [] : [wrongUser])
        + expected.problems(in: traits, traits.sensitiveProperties, of: nil)
    case (.error(let text, let isExpected), .report(let error, _)):
      return isExpected(error) ? [] : ["expected \(text)"]
    default: return []
    }
  }
}

extension ExpectedProperties {
  /// What is wrong with properties, a line for each.
  ///
  /// - Parameter event: The event that carries them, which may say who gave them.
  fileprivate func problems(
    in actual: TrackedProperties, _ actualSensitive: TrackedProperties, of event: TrackedEvent?
  ) -> [String] {
    let sources = Sources(explanation: event?.explanation)
    var problems: [String] = []
    var isIncomplete = false
    for expected in properties {
      let start = "\(expected.key.name): expected \(expected.value.quoted), got "
      if let value = actual[expected.key] {
        if value == expected.value { continue }
        problems.append(
          start + value.telling(from: expected.value) + sources.of(value, expected.key, insteadOf: expected.value))
      } else {
        isIncomplete = true
        problems.append(start + "nothing" + sources.ofNothing(expected.key))
      }
    }
    for property in actual where isExact ? properties[property.key] == nil : absent.contains(property.key) {
      problems.append(
        "\(property.key.name): expected nothing, got \(property.value.quoted)"
          + sources.of(property.value, property.key))
    }
    problems += sensitiveProblems(in: actualSensitive)
    if isIncomplete, let unread = event?.unread, !unread.isEmpty {
      problems.append("could not be read: " + unread.map(\.description).joined(separator: ", "))
    }
    return problems
  }
}

extension ExpectedProperties {
  /// The same for sensitive values, which are not printed.
  private func sensitiveProblems(in actual: TrackedProperties) -> [String] {
    var problems: [String] = []
    for expected in sensitive where actual[expected.key] != expected.value {
      let what = actual[expected.key] == nil ? "is missing" : "is not the expected one"
      problems.append("\(expected.key.name): a sensitive value \(what)")
    }
    for property in actual where isExact ? sensitive[property.key] == nil : absent.contains(property.key) {
      problems.append("\(property.key.name): a sensitive value was not expected")
    }
    return problems
  }
}

/// Says who gave the values of an event, as far as that is known.
private struct Sources {
  let explanation: TrackedPropertiesExplanation?

  func of(_ value: TrackedValue, _ key: PropertyKey, insteadOf expected: TrackedValue? = nil) -> String {
    guard let explanation else { return "" }
    guard let entry = explanation[key] else { return ", added by a tracker" }
    let winner = entry.winner
    if winner.value != value { return ", changed by a tracker: \(winner.value.quoted) came from \(winner.source)" }
    let overridden = entry.overridden.first { $0.value == expected }
    return " from \(winner.source)"
      + (overridden.map { ", which overrides \($0.value.quoted) from \($0.source)" } ?? "")
  }

  func ofNothing(_ key: PropertyKey) -> String {
    guard let explanation else { return "" }
    if let leftOut = explanation.leftOut.first(where: { $0.key == key }) {
      let thing = leftOut.identity.map { "another thing: \(leftOut.identifyingKey.name) \($0.quoted)" }
      return ": \(leftOut.candidate.value.quoted) from \(leftOut.candidate.source) was said of "
        + (thing ?? "no known \(leftOut.identifyingKey.name)")
    }
    guard let winner = explanation[key]?.winner else { return "" }
    return ", left out by a tracker: \(winner.value.quoted) came from \(winner.source)"
  }
}

extension TrackedValue {
  /// The value as a text that differs from that of another value.
  fileprivate func telling(from other: TrackedValue) -> String {
    quoted == other.quoted ? String(reflecting: self) : quoted
  }
}
