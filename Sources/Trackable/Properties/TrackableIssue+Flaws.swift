extension TrackableIssue {
  /// The issues of a property whose key or value was flawed.
  static func issues(of property: TrackedProperty, at location: CodeLocation) -> [TrackableIssue] {
    var issues: [TrackableIssue] = []
    if property.flaws.contains(.duplicateKey) {
      issues.append(
        TrackableIssue(
          kind: .duplicateKey,
          message: "The key '\(property.key)' was given two values in one collection; the later one, "
            + "'\(property.shownValue)', was taken.",
          remedy: "give each key one value, or combine two sets of properties with '+', where the right side wins.",
          location: location, subject: property.key.name))
    }
    let reason = property.flaws.reasonForMending
    if let reason {
      issues.append(
        TrackableIssue(
          kind: .valueDoesNotFit,
          message:
            "The value of '\(property.key)' \(reason.whatHappened); it was sent as text: '\(property.shownValue)'.",
          remedy: reason.remedy,
          location: location, subject: property.key.name))
    }
    return issues
  }
}

extension IssueReporter {
  /// Reports the flaws of properties: of each key once for each place, however many events have them.
  package func reportFlaws(of properties: [TrackedProperty], at location: CodeLocation) {
    for property in properties.flatMap(\.flawedParts) {
      for issue in TrackableIssue.issues(of: property, at: location) { reportOnce(issue, here: true) }
    }
  }
}

extension TrackedProperty {
  /// The flawed ones among this property and those nested in it, each once and under its own key. What is in a sensitive
  /// one is not told.
  fileprivate var flawedParts: [TrackedProperty] {
    if key.isSensitive { return [self] }
    let inside = value.flawedParts
    let own = flaws.subtracting(inside.reduce(into: []) { $0.formUnion($1.flaws) })
    return inside + (own.isEmpty ? [] : [cleared.flawed(own)])
  }
}

extension TrackedValue {
  fileprivate var flawedParts: [TrackedProperty] {
    switch self {
    case .properties(let properties): properties.elements.flatMap(\.flawedParts)
    case .array(let values): values.flatMap(\.flawedParts)
    default: []
    }
  }
}

extension TrackedValueFlaws {
  /// Why a value was sent as text, in words.
  fileprivate var reasonForMending: (whatHappened: String, remedy: String)? {
    if contains(.unknownType) {
      (
        "is or contains an instance of a type that is no value of a property",
        "let the type conform to TrackedValueConvertible, or leave the key out."
      )
    } else if contains(.tooDeep) {
      ("is nested deeper than \(TrackedValue.maximumDepth) levels", "send a flatter value.")
    } else if contains(.notFinite) {
      ("is or contains a number that is not finite", "check for it before tracking, or send nil to omit the property.")
    } else if contains(.outOfRange) {
      (
        "is or contains a number outside the range of Int and Double",
        "send a smaller number, or the text if text is meant."
      )
    } else if contains(.inexact) {
      (
        "is or contains a decimal number with more digits than a Double keeps",
        "send it as a Double if fewer digits will do, or as text if all of them matter."
      )
    } else {
      nil
    }
  }
}
