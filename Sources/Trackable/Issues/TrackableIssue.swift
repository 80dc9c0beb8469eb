/// A misuse, or something that was lost: what happened, where, and how to fix it.
///
/// Misuse never traps and never passes silently: it is reported to `TrackableSystem.issueHandler`.
///
/// ```swift
/// TrackableSystem.issueHandler = { issue in
///   assertionFailure("\(issue)")
/// }
/// ```
/// ```text
/// MyApp/AlbumDetailVC.swift:31: AlbumDetailVC cannot have AlbumListVC as its parent: that would close a cycle.
/// To fix this, …
/// ```
///
/// All kinds, and the settings: <doc:Issues>.
public struct TrackableIssue: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of issues. More may be added, so a `switch` over them needs a `default`. A kind that an app mends, and has no
  /// reason to silence, has no constant: its ``description`` names it. A module with issues of its own adds their kinds:
  ///
  /// ```swift
  /// extension TrackableIssue.Kind {
  ///   static let batchRejected = Self("batchRejected")
  /// }
  /// ```
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind's name, as it is written in code.
    public let description: String

    /// A kind with this name.
    public init(_ name: String) { description = name }

    /// One list of properties gave two values for the same key; the later one was taken.
    public static let duplicateKey = Kind("duplicateKey")
    /// A value could not be sent as it was given, and was sent as text; or it was sent, and many readers round it.
    public static let valueDoesNotFit = Kind("valueDoesNotFit")
    /// An event or a key has an empty name.
    package static let emptyName = Kind("emptyName")
    /// The name of an enum's case or of a type cannot be had in this build, so its events go out under another one.
    /// Reported once per type.
    package static let nameUnavailable = Kind("nameUnavailable")
    /// A type pins a path that is empty or has an empty component, and is named by its own path. Reported once per
    /// type.
    package static let unusablePinnedPath = Kind("unusablePinnedPath")
    /// A renaming gave two keys of an event the same name, or they have it where nested properties are flattened, so
    /// that only the value of the first is sent. Reported once for each key that is lost, and for each name.
    package static let sameName = Kind("sameName")
    /// A parent would have closed a cycle. If it was being set, it was refused; if it was computed, the chain ends
    /// there.
    public static let cycle = Kind("cycle")
    /// An event lacks the computed properties of an ancestor that belongs to another actor.
    public static let ancestorElsewhere = Kind("ancestorElsewhere")
    /// An event lacks the computed properties of an ancestor that is gone.
    public static let ancestorGone = Kind("ancestorGone")
    /// Many objects were linked outside of actors, where the library cannot check whether they are gone. Reported once.
    package static let manyUnattendedLinks = Kind("manyUnattendedLinks")
    /// A parent was linked in a way that keeps its computed properties out of every event.
    package static let parentOutOfReach = Kind("parentOutOfReach")
    /// Events were dropped because no tracker took them in time.
    public static let eventsDropped = Kind("eventsDropped")
    /// An event could not be sampled: its rate is no share, or it lacks the property to be sampled by. It passed.
    package static let notSampled = Kind("notSampled")
    /// The system was bootstrapped a second time; the later tracker took over.
    public static let bootstrappedTwice = Kind("bootstrappedTwice")
    /// Trackers or computed properties that track were nested too deeply on one thread; the innermost call was not
    /// made.
    public static let recursiveTracking = Kind("recursiveTracking")
    /// More user properties were updated than the system keeps for trackers that are registered later. Reported once.
    package static let tooManyUserProperties = Kind("tooManyUserProperties")
  }

  /// The kind of issue.
  public let kind: Kind
  /// The problem, as a sentence.
  public let message: String
  /// How to fix it, worded to follow "To fix this, ".
  public let remedy: String
  /// The location of the call that caused it; ``CodeLocation/unknown`` if there is none.
  public let location: CodeLocation
  /// The thing that is wrong, if one call can cause the issue for several things, such as the destinations of a hub;
  /// otherwise empty. The default handler writes each kind once for each location and subject.
  package let subject: String

  /// An issue. A tracker reports one of its own by calling the handler: `TrackableSystem.issueHandler(issue)`.
  ///
  /// - Parameters:
  ///   - kind: The kind of issue.
  ///   - message: The problem, as a sentence.
  ///   - remedy: How to fix it, worded to follow "To fix this, ".
  ///   - location: The location of the call that caused it.
  ///   - subject: The thing that is wrong, if one call can cause the issue for several things.
  public init(kind: Kind, message: String, remedy: String, location: CodeLocation, subject: String = "") {
    self.kind = kind
    self.message = message
    self.remedy = remedy
    self.location = location
    self.subject = subject
  }

  /// File and line if they are known, what happened, and how to fix it.
  public var description: String {
    (location == .unknown ? "" : "\(location): ") + "\(message) To fix this, \(remedy)"
  }
}
