/// A report of a mistake in the use of the library, or of lost data. An issue says what happened, where, and how to fix
/// it.
///
/// A mistake never stops the app, and is never silent: `TrackableSystem.issueHandler` gets an issue.
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
/// <doc:Issues> has all kinds, and the settings.
public struct TrackableIssue: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of issues. Later versions may add kinds, so a `switch` needs a `default`. Some kinds have no constant,
  /// because an app has no reason to silence them; their ``description`` names them. A module adds its own kinds:
  ///
  /// ```swift
  /// extension TrackableIssue.Kind {
  ///   static let batchRejected = Self("batchRejected")
  /// }
  /// ```
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind's name, in the spelling of the code.
    public let description: String

    /// Creates a kind with a name.
    public init(_ name: String) { description = name }

    /// One list of properties gave two values for the same key. The library took the later value.
    public static let duplicateKey = Kind("duplicateKey")
    /// The library sent a value as text, because services cannot take the value itself. Or the library sent a value
    /// that many services round.
    public static let valueDoesNotFit = Kind("valueDoesNotFit")
    /// An event or a key has an empty name.
    package static let emptyName = Kind("emptyName")
    /// This build has no name for an enum's case or a type, so the events have another name. The library reports this
    /// once for each type.
    package static let nameUnavailable = Kind("nameUnavailable")
    /// A type pins a path that is empty or has an empty component, so the library uses the type's own path. The library
    /// reports this once for each type.
    package static let unusablePinnedPath = Kind("unusablePinnedPath")
    /// After a renaming or a flattening, two keys of an event have the same name, so only the value of the first key is
    /// sent. The library reports this once for each lost key, and for each name.
    package static let sameName = Kind("sameName")
    /// A parent would have closed a cycle. If `link` was setting the parent, the system refused it. If an object
    /// computed the parent, the chain ends at that object.
    public static let cycle = Kind("cycle")
    /// An event lacks the computed properties of an ancestor on another actor.
    public static let ancestorElsewhere = Kind("ancestorElsewhere")
    /// An event lacks the computed properties of an ancestor that was deallocated.
    public static let ancestorGone = Kind("ancestorGone")
    /// Many objects were linked outside of actors, where the library cannot check whether the objects still exist. The
    /// library reports this once.
    package static let manyUnattendedLinks = Kind("manyUnattendedLinks")
    /// A parent was linked in a way that keeps its computed properties out of every event.
    package static let parentOutOfReach = Kind("parentOutOfReach")
    /// Events were dropped because no tracker took them in time.
    public static let eventsDropped = Kind("eventsDropped")
    /// An event was not sampled, so the tracker got it: the rate is not between 0 and 1, or the event lacks the
    /// property to sample by.
    package static let notSampled = Kind("notSampled")
    /// The app bootstrapped a second time. The later tracker replaced the earlier tracker.
    public static let bootstrappedTwice = Kind("bootstrappedTwice")
    /// Trackers, or computed properties that track, were nested too deeply on one thread. The library did not make the
    /// innermost call.
    public static let recursiveTracking = Kind("recursiveTracking")
    /// An app updated more user properties than the system keeps for trackers that are registered later. The library
    /// reports this once.
    package static let tooManyUserProperties = Kind("tooManyUserProperties")
  }

  /// The kind of issue.
  public let kind: Kind
  /// The problem, as a sentence.
  public let message: String
  /// How to fix the problem, in words that follow "To fix this, ".
  public let remedy: String
  /// The location of the call that caused the issue; ``CodeLocation/unknown`` if there is none.
  public let location: CodeLocation
  /// The thing that the issue is about, if one call can cause the issue for several things, such as the destinations of
  /// a hub; otherwise empty. The default handler writes each kind once for each location and subject.
  package let subject: String

  /// Creates an issue. A tracker reports its own issue by calling the handler: `TrackableSystem.issueHandler(issue)`.
  ///
  /// - Parameters:
  ///   - kind: The kind of issue.
  ///   - message: The problem, as a sentence.
  ///   - remedy: How to fix the problem, in words that follow "To fix this, ".
  ///   - location: The location of the call that caused the issue.
  ///   - subject: The thing that the issue is about, if one call can cause the issue for several things.
  public init(kind: Kind, message: String, remedy: String, location: CodeLocation, subject: String = "") {
    self.kind = kind
    self.message = message
    self.remedy = remedy
    self.location = location
    self.subject = subject
  }

  /// The file and the line if they are known, the problem, and how to fix the problem.
  public var description: String {
    (location == .unknown ? "" : "\(location): ") + "\(message) To fix this, \(remedy)"
  }
}
