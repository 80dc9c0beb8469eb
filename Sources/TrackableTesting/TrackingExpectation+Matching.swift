import Trackable

extension TrackingExpectation {
  /// Whether a delivery is the same event, or the same kind of call, as the expectation. It may differ in other
  /// respects.
  func means(_ recorded: TrackerCall) -> Bool {
    switch (content, recorded) {
    case (.event(let sample, _), .track(let event)):
      isOneType(sample.base, event.base) && sample.base.name == event.base.name
    case (.userProperty(let expected), .update(let property)):
      isOneType(expected.base, property.base) && expected.base.name == property.base.name
    case (.identify, .identify), (.reset, .reset), (.purge, .purge), (.error, .report): true
    default: false
    }
  }

  /// Whether both have the same type. The type of an event from another process is not known, so it counts as the same
  /// type; the name of the event contains the type. A sample of a name has no type.
  private func isOneType(_ expected: Any, _ recorded: Any) -> Bool {
    recorded is any WrittenElsewhere || expected is NamedSample || type(of: expected) == type(of: recorded)
  }

  /// How much the expectation demands. The greater the number, the fewer deliveries fit.
  var demand: Int {
    switch content {
    case .event(_, let properties), .identify(_, let properties): properties.demand
    case .userProperty, .reset, .purge: 0
    case .error(_, let isAnyOfType, _): isAnyOfType ? 0 : 1
    }
  }

  /// Whether a delivery is as the test expects it.
  func fits(_ recorded: TrackerCall) -> Bool { means(recorded) && problems(in: recorded).isEmpty }

  /// A text for each difference of a delivery that the expectation means. A second line names the source.
  func problems(in recorded: TrackerCall) -> [String] {
    if user != nil, recorded.event == nil { return ["only an event can be expected by a user"] }
    switch (content, recorded) {
    case (.event(let sample, let expected), .track(let event)):
      return sample.kindProblems(in: event) + (user?.problems(in: event) ?? [])
        + expected.problems(in: event.properties, event.sensitiveProperties, of: event)
    case (.userProperty(let expected), .update(let property)):
      return ExpectedProperties(of: expected).problems(
        in: property.shownAsProperties, property.sensitiveAsProperties, of: nil)
    case (.identify(let expectedID, let expected), .identify(let user)):
      let wrongUser =
        "user: expected \(TrackedValue.string(expectedID).quoted), got \(TrackedValue.string(user.id).quoted)"
      return (expectedID == user.id ? [] : [wrongUser])
        + expected.problems(in: user.traits, user.sensitiveTraits, of: nil)
    case (.error(let text, _, let isExpected), .report(let error, _)):
      return isExpected(error) ? [] : ["expected \(text)"]
    default: return []
    }
  }
}

extension TrackedEvent {
  /// A line for each difference between this sample and an event, without the differences of properties.
  fileprivate func kindProblems(in event: TrackedEvent) -> [String] {
    if base is NamedSample { return [] }
    let (screen, found) = ((base as? any ScreenEvent)?.screenName, (event.base as? any ScreenEvent)?.screenName)
    return [
      eventType == event.eventType ? nil : "event type: expected \(eventType), got \(event.eventType)",
      screen == found ? nil : "screen: expected \(screen?.quoted ?? "none"), got \(found?.quoted ?? "none")",
    ].compactMap(\.self)
  }
}

extension ExpectedUser {
  fileprivate func problems(in event: TrackedEvent) -> [String] {
    let isID = id == event.userID
    return (isID ? [] : ["user: expected \(id?.quoted ?? "none"), got \(event.userID?.quoted ?? "none")"])
      + (groups.map { ExpectedProperties(properties: $0, isExact: true).problems(in: event.groups, [], of: nil) } ?? [])
      .map { "group " + $0 }
  }
}

extension String {
  fileprivate var quoted: String { TrackedValue.string(self).quoted }
}

extension TrackedUserProperty {
  /// The value as a property, so that user properties are compared in the same way as properties of events.
  fileprivate var shownAsProperties: TrackedProperties {
    var properties: TrackedProperties = ["value" ~>> operand]
    switch operation {
    case .set, .unset: break
    case .setOnce, .increment: properties["operation"] = .string("\(operation)")
    case .group(let traits): properties["group"] = .properties(traits)
    }
    return properties
  }
  fileprivate var sensitiveAsProperties: TrackedProperties { ["value" ~>> sensitiveValue] }
}

extension ExpectedProperties {
  fileprivate init(of property: TrackedUserProperty) {
    self.init(properties: property.shownAsProperties, isExact: true)
    sensitive = property.sensitiveAsProperties
  }

  /// The demand of these properties. A complete list demands more than any number of properties among others.
  fileprivate var demand: Int { isExact ? .max : properties.count + sensitive.count + absent.count }

  /// A text for each property that differs. Sensitive values are not printed.
  ///
  /// - event: The event with the properties, which may have their sources.
  fileprivate func problems(
    in actual: TrackedProperties, _ actualSensitive: TrackedProperties, of event: TrackedEvent?
  ) -> [String] {
    let sources = Sources(explanation: event?.explanation)
    let shown = PropertyComparison(properties, actual, isExact: isExact, absent: absent)
    let hidden = PropertyComparison(sensitive, actualSensitive, isExact: isExact, absent: absent)
    var problems = duplicates.map { "\($0.name): the list of the test has two values for it" }
    for (expected, actual) in shown.wrong {
      let start = "\(expected.key.name): expected \(expected.value.quoted), got "
      if let value = actual?.value {
        problems.append(
          start + value.telling(from: expected.value)
            + sources.of(value, actual?.key ?? expected.key, insteadOf: expected.value))
      } else {
        problems.append(start + "nothing" + sources.ofNothing(expected.key))
      }
    }
    for (path, property) in shown.others {
      problems.append(
        "\(path): expected nothing, got \(property.value.quoted)"
          + (path == property.key.name ? sources.of(property.value, property.key) : ""))
    }
    for (expected, actual) in hidden.wrong where actual?.value.isWithheld != true {
      let what = actual == nil ? "is missing" : "is not the expected one"
      problems.append("\(expected.key.name): a sensitive value \(what)")
    }
    for (path, _) in hidden.others { problems.append("\(path): a sensitive value was not expected") }
    let isIncomplete = shown.wrong.contains { $0.actual == nil }
    if isIncomplete, let unread = event?.unread, !unread.isEmpty {
      problems.append("could not be read: " + unread.map(\.description).joined(separator: ", "))
    }
    return problems
  }
}

/// The sources of an event's values, if the event has them. Each source is a line below a difference.
private struct Sources {
  let explanation: TrackedPropertiesExplanation?

  func of(_ value: TrackedValue, _ key: PropertyKey, insteadOf expected: TrackedValue? = nil) -> String {
    guard let explanation else { return "" }
    guard let entry = explanation.entries.first(where: { key.isMeant(by: $0.key) }) else {
      return "\n  added by a tracker"
    }
    if !entry.value.isShown(as: value) {
      return "\n  changed by a tracker: \(entry.value.quoted) came from \(entry.source)"
    }
    let overridden = entry.overridden.first { $0.value == expected }
    return "\n  from \(entry.source)"
      + (overridden.map { ", which overrides \($0.value.quoted) from \($0.source)" } ?? "")
  }

  func ofNothing(_ key: PropertyKey) -> String {
    guard let explanation else { return "" }
    if let leftOut = explanation.leftOut.first(where: { $0.entry.key == key }) {
      let thing = leftOut.identity.map { "another thing: \(leftOut.identifyingKey.name) \($0.quoted)" }
      return "\n  \(leftOut.entry.value.quoted) from \(leftOut.entry.source) belongs to "
        + (thing ?? "no known \(leftOut.identifyingKey.name)")
    }
    guard let entry = explanation[key] else { return "" }
    return "\n  left out by a tracker: \(entry.value.quoted) came from \(entry.source)"
  }
}

extension TrackedValue {
  /// The value as text that differs from the text of another value.
  fileprivate func telling(from other: TrackedValue) -> String {
    quoted == other.quoted ? String(reflecting: self) : quoted
  }
}
