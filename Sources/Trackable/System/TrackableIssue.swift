/// Something an adopter's code did that the library could not do as told: what, where, and what to do about it.
///
/// Misuse never traps and never passes in silence: it is reported to ``TrackableSystem/issueHandler``.
///
/// ```swift
/// TrackableSystem.issueHandler = { issue in
///   assertionFailure("\(issue)")
/// }
/// // MyApp/AlbumDetailVC.swift:31: AlbumDetailVC cannot have AlbumListVC as its parent: that would close a cycle.
/// // To fix this, …
/// ```
public struct TrackableIssue: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing happened. More kinds may be added.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind's name, as in the code.
    public let description: String

    /// Two values for one key in one place; the later one was taken.
    public static let duplicateKey = Kind(description: "duplicateKey")
    /// A value could not be sent as it was given, and was sent as text.
    public static let valueDoesNotFit = Kind(description: "valueDoesNotFit")
    /// A parent would have closed a cycle: one that was set was refused, at one that is computed the chain ends.
    public static let cycle = Kind(description: "cycle")
    /// The computed properties of an ancestor that lives elsewhere are missing from an event.
    public static let ancestorElsewhere = Kind(description: "ancestorElsewhere")
    /// An object tracks while its properties are computed for an event; they are missing from what it tracks.
    public static let recursiveProperties = Kind(description: "recursiveProperties")
    /// A parent was linked in a way that leaves its computed properties out of every event.
    public static let parentOutOfReach = Kind(description: "parentOutOfReach")
    /// Events were dropped because nothing was there to take them.
    public static let eventsDropped = Kind(description: "eventsDropped")
    /// The system was bootstrapped again; the later tracker took over.
    public static let bootstrappedTwice = Kind(description: "bootstrappedTwice")
    /// A destination of a hub could not be configured, and is tried again.
    public static let configurationFailed = Kind(description: "configurationFailed")
    /// A destination of a hub could not be configured, is not tried again, and gets nothing.
    public static let destinationGivenUp = Kind(description: "destinationGivenUp")
    /// A destination of a hub threw, and did not get a delivery. Reported again after it delivered.
    public static let deliveryFailed = Kind(description: "deliveryFailed")
    /// A destination of a hub has no room, and deliveries are dropped. Reported again after it caught up.
    public static let queueOverflow = Kind(description: "queueOverflow")
    /// Something was handed over to a hub that had been shut down, and is dropped. Reported once for a hub.
    public static let deliveredLate = Kind(description: "deliveredLate")
    /// A destination of a hub was given room for less than one delivery; it has room for one.
    public static let capacityTooSmall = Kind(description: "capacityTooSmall")
    /// An adapter was given to a hub inside a combination inside another tracker, where it is not configured.
    public static let adapterNotConfigured = Kind(description: "adapterNotConfigured")
  }

  /// What kind of thing happened.
  public let kind: Kind
  /// What happened, as a sentence.
  public let message: String
  /// What to do, to follow "To fix this, ".
  public let remedy: String
  /// The call that made it happen.
  public let location: SourceLocation
  /// What it happened to, where one place speaks of several: a destination of a hub.
  var subject = ""

  /// File and line, what happened, and what to do.
  public var description: String { "\(location): \(message) To fix this, \(remedy)" }
}

extension TrackableIssue {
  /// The issues of a property whose value or key was not as it should be.
  static func issues(of property: TrackedProperty, at location: SourceLocation) -> [TrackableIssue] {
    var issues: [TrackableIssue] = []
    if property.flaws.contains(.duplicateKey) {
      issues.append(
        TrackableIssue(
          kind: .duplicateKey,
          message: "The key '\(property.key)' was given two values in one place; the later one, "
            + "'\(property.value)', was taken.",
          remedy: "give each key one value, or combine two sets of properties with '+', where the right side wins.",
          location: location))
    }
    let reason = property.flaws.reasonForMending
    if let reason {
      issues.append(
        TrackableIssue(
          kind: .valueDoesNotFit,
          message: "The value of '\(property.key)' \(reason.whatHappened); it was sent as text: '\(property.value)'.",
          remedy: reason.remedy,
          location: location))
    }
    return issues
  }
}

extension SystemCore {
  /// Reports what could not be said as it was given.
  func reportFlaws(of properties: [TrackedProperty], at location: SourceLocation) {
    for property in properties.flatMap(\.flawedParts) {
      for issue in TrackableIssue.issues(of: property, at: location) { report(issue) }
    }
  }
}

extension TrackedProperty {
  /// The properties, here and nested, in which something is wrong: each once, under its own key.
  fileprivate var flawedParts: [TrackedProperty] {
    let inside = value.flawedParts
    let own = flaws.subtracting(inside.reduce(into: []) { $0.formUnion($1.flaws) })
    return inside + (own.isEmpty ? [] : [cleared.flawed(own)])
  }
}

extension TrackedValue {
  fileprivate var flawedParts: [TrackedProperty] {
    switch self {
    case .properties(let properties): properties.flatMap(\.flawedParts)
    case .array(let values): values.flatMap(\.flawedParts)
    default: []
    }
  }
}

extension TrackedValueFlaws {
  /// Why a value was sent as text, in words.
  fileprivate var reasonForMending: (whatHappened: String, remedy: String)? {
    if contains(.tooDeep) {
      ("is nested deeper than \(TrackedValue.maximumDepth) levels", "send a flatter value.")
    } else if contains(.notFinite) {
      ("is or contains a number that is not finite", "check for it before tracking, or send nil to say nothing.")
    } else if contains(.outOfRange) {
      (
        "is or contains a number outside the range of Int and Double",
        "send a smaller number, or the text if text is meant."
      )
    } else {
      nil
    }
  }
}
