extension IssueReporter {
  /// Reports the flaws of properties, once for each key at each location.
  package func reportFlaws(of properties: [TrackedProperty], at location: CodeLocation) {
    for property in properties { _ = reportFlaws(of: property, at: location) }
  }

  /// Reports the flaws of a property and of the properties nested in it. Each flaw is reported once, under the key of
  /// the property that has it, but not if it is inside a sensitive property. Returns the reported flaws.
  private func reportFlaws(of property: TrackedProperty, at location: CodeLocation) -> TrackedValueFlaws {
    let inside = property.key.isSensitive ? .none : reportFlaws(in: property.value, at: location)
    let own = property.flaws.subtracting(inside)
    if own.isEmpty { return inside }
    let (key, value) = (property.key.name, "'" + property.shownValue.description + "'")
    func report(_ kind: TrackableIssue.Kind, _ message: String, _ remedy: String) {
      reportOnce(
        TrackableIssue(kind: kind, message: message, remedy: remedy, location: location, subject: key), here: true)
    }
    if own.contains(.duplicateKey) {
      report(
        .duplicateKey,
        "The key '" + key + "' was given two values in one collection; the later one, " + value + ", was taken.",
        "give each key one value, or combine two sets of properties with '+', where the right side wins.")
    }
    if own.contains(.emptyKey) {
      report(
        .emptyName, "A property has an empty key; its value is " + value + ".",
        "give the key a name, or leave the property out.")
    }
    if let reason = TrackedValueFlaws.reasonsForMending.first(where: { own.contains($0.flaw) }) {
      let how = own.contains(TrackedValueFlaws.rounded) && own.subtracting(.sentAsGiven).isEmpty ? "it is" : "text"
      report(
        .valueDoesNotFit,
        "The value of '" + key + "' " + reason.whatHappened + "; it was sent as " + how + ": " + value + ".",
        reason.remedy)
    }
    return inside.union(own)
  }

  private func reportFlaws(in value: TrackedValue, at location: CodeLocation) -> TrackedValueFlaws {
    switch value {
    case .properties(let properties):
      properties.elements.reduce(.none) { $0.union(reportFlaws(of: $1, at: location)) }
    case .array(let values): values.values.reduce(.none) { $0.union(reportFlaws(in: $1, at: location)) }
    default: .none
    }
  }
}

extension TrackedValueFlaws {
  /// The flaws of values that the library sends as they were given, and not as text.
  fileprivate static let sentAsGiven = TrackedValueFlaws.rounded.union(.emptyKey).union(.duplicateKey)

  /// The reasons for which a value is sent as text, in words. If a value has several of these flaws, the issue names
  /// the first.
  fileprivate static let reasonsForMending: [(flaw: TrackedValueFlaws, whatHappened: String, remedy: String)] = [
    (
      .unknownType, "is or contains an instance of a type that is no value of a property",
      "let the type conform to TrackedValueConvertible, or leave the key out."
    ),
    (.tooDeep, "is nested deeper than \(TrackedValue.maximumDepth) levels", "send a flatter value."),
    (
      .notFinite, "is or contains a number that is not finite",
      "check for it before tracking, or send nil to omit the property."
    ),
    (
      .outOfRange, "is or contains a number outside the range of Int and Double",
      "send a smaller number, or send it as text."
    ),
    (
      .inexact, "is or contains a decimal number with more digits than a Double keeps",
      "send it as a Double if fewer digits will do, or as text if all of them matter."
    ),
    (
      .rounded, "is or contains a whole number beyond 2^53, which many readers round",
      "send it as text: it is an ID rather than a number."
    ),
  ]
}

extension TrackedProperties {
  /// The keys that have two values in one collection, and the keys whose nested values contain a key with two values.
  package var duplicateKeys: [PropertyKey] { flawed.filter { $0.flaws.contains(.duplicateKey) }.map(\.key) }

  /// The same properties without flaws. Reports the flaws to the current system.
  @inline(never) package func reportingFlaws(at location: CodeLocation) -> TrackedProperties {
    if !hasFlaws { return self }
    IssueReporter.current.reportFlaws(of: flawed, at: location)
    return cleared
  }
}
