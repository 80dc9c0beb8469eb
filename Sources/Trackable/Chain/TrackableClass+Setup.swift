// The law of isolation ("no data race can be written") is enforced by overload resolution between the four methods
// below. Candidates in `TrackableClass` beat those in `TrackableObject`, a `Sendable` parent beats any parent, and a
// candidate that needs something to be `Sendable` is never chosen when it is not. That leaves:
//
// | child | parent | outside any actor | inside an actor |
// |---|---|---|---|
// | any | `Sendable` | allowed | allowed |
// | not `Sendable` | not `Sendable` | allowed: both become one region | allowed: the actor owns both |
// | `Sendable` | not `Sendable` | refused | allowed: the actor owns the parent |
//
// Each refusal is a program in Tests/Rejections.

extension TrackableObject {
  /// Links this object to its parent, and gives it properties that it does not know itself.
  ///
  /// Call it when the object enters the chain, typically during navigation. Each call describes the whole link: it
  /// replaces everything that an earlier call set, including what it leaves out.
  ///
  /// ```swift
  /// detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
  /// ```
  ///
  /// The parent itself may be linked before, later, again, or never; descendants see every change at once. The link
  /// keeps no object alive: when the parent is gone, the properties set on its link and its own ancestors still count.
  /// A parent that would close a cycle is refused: the old parent stays, and an issue is reported.
  ///
  /// Isolation: the link remembers the actor it is made on, and the parent's computed properties are read on that actor
  /// only. Linking two objects that are not `Sendable` puts them into one region: from then on the compiler refuses to
  /// send one of them away without the other.
  ///
  /// Cost: up to 200 bytes for as long as the object lives.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below, rank 3.
  ///   - parent: The object whose properties this object's events should carry.
  ///   - tracker: A tracker for the events of this object and everything below it, in place of the system's.
  ///   - additionalTracker: A tracker that gets those events as well, after the tracker they go to anyway.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass & Sendable)? = nil,
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: additionalTracker), isChildSendable: false,
      isParentSendable: true,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }

  /// Links this object to a parent that is not `Sendable`: from then on the compiler refuses to send one of them away
  /// without the other.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass)?,
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: additionalTracker), isChildSendable: false,
      isParentSendable: false,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }
}

extension TrackableClass where Self: Sendable {
  /// Links this object to a parent that, like this object, may be used from anywhere.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass & Sendable)? = nil,
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: additionalTracker), isChildSendable: true,
      isParentSendable: true,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }

  /// Links this object, which may be used from anywhere, to a parent that may not. This compiles only inside an actor,
  /// which then owns the parent.
  ///
  /// The last parameter has no meaning. It only makes the compiler prefer the other overload where both would do.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass)?,
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated any Actor = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _: Void = ()
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: additionalTracker), isChildSendable: true,
      isParentSendable: false,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }
}

extension TrackableClass where Self: Sendable {
  /// Chosen when somebody passes `isolation: nil`, which would otherwise circumvent the rule above.
  @available(
    *, deprecated,
    message: "A Sendable object can take a parent that is not Sendable only inside an actor; leave 'isolation' out."
  )
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass)?,
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: additionalTracker), isChildSendable: true,
      isParentSendable: false,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }
}

extension TrackableObject {
  fileprivate func link(
    _ properties: TrackedProperties,
    _ parent: (any TrackableObject)?,
    _ trackers: TrackerReference?,
    isChildSendable: Bool,
    isParentSendable: Bool,
    _ isolation: (any Actor)?,
    _ location: () -> SourceLocation
  ) {
    let edge = parent.map {
      ChainEdge(
        to: type(of: $0), isChildSendable: isChildSendable, isParentSendable: isParentSendable, isolation: isolation)
    }
    let outcome = ChainTable.shared.link(
      self, properties: properties.reportingFlaws(at: location()), trackers: trackers,
      parent: parent, edge: edge, isolation: isolation)
    if outcome == .refusedCycle, let parent {
      TrackableSystem.current.report(.cycle(from: type(of: self), to: type(of: parent), at: location()))
    } else if edge?.reach == .nowhere, let parent {
      TrackableSystem.current.report(.parentOutOfReach(type(of: parent), at: location()))
    }
  }
}

extension TrackableIssue {
  fileprivate static func cycle(from child: AnyClass, to parent: AnyClass, at location: SourceLocation) -> Self {
    TrackableIssue(
      kind: .cycle,
      message: "\(child) cannot have \(parent) as its parent: that would close a cycle. The old parent stays.",
      remedy: "link in one direction only, from where the user came to where the user goes.",
      location: location)
  }

  fileprivate static func parentOutOfReach(_ parent: AnyClass, at location: SourceLocation) -> Self {
    TrackableIssue(
      kind: .parentOutOfReach,
      message: "What \(parent) computes will be missing from events: "
        + "the link was made outside the actor that it belongs to.",
      remedy: "call setupTrackableChain on that actor.",
      location: location)
  }
}
