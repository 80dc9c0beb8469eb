// Four overloads, and the compiler's choice between them is the law of isolation (design: "no data race can be
// written"). Candidates in `TrackableClass` beat those in `TrackableObject`; a `Sendable` parent beats any parent; a
// candidate for which something would have to be `Sendable` and is not is never chosen. That leaves:
//
// | child | parent | outside any actor | inside an actor |
// |---|---|---|---|
// | any | `Sendable` | allowed | allowed |
// | not `Sendable` | not `Sendable` | allowed: both become one region | allowed: the actor owns both |
// | `Sendable` | not `Sendable` | refused | allowed: the actor owns the parent |
//
// Each refusal is a program in Tests/Rejections.

extension TrackableObject {
  /// Links this object to its parent, and says from outside what the object does not know itself.
  ///
  /// Call it when the object enters the chain, typically during navigation. It states the whole link: a later call
  /// replaces what an earlier one said, also where it says nothing.
  ///
  /// ```swift
  /// detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
  /// ```
  ///
  /// The parent may be linked later, linked again, or never; descendants see each change at once. Nothing is kept
  /// alive: when the parent is gone, its link's properties and its ancestors still count. A parent that would close a
  /// cycle is refused: the old parent stays, and an issue is reported.
  ///
  /// Isolation: the link remembers the actor it is made on; what the parent computes is read on that actor only. An
  /// object that is not `Sendable` shares a region with its parent: the compiler refuses to send one of them away.
  ///
  /// Cost: a link takes up to 200 bytes until the object is gone.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below, rank 3.
  ///   - parent: The object this one came from.
  ///   - tracker: A tracker for the events of this object and everything below it, in place of the system's.
  ///   - addedTracker: A tracker that gets them in addition to the one in force, after it.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass & Sendable)? = nil,
    tracker: (any AnalyticsEventTracker)? = nil,
    adding addedTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: addedTracker), isChildSendable: false,
      isParentSendable: true,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }

  /// Links this object to a parent that is not `Sendable`: from here on both belong together, and the compiler refuses
  /// to send one of them away.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass)?,
    tracker: (any AnalyticsEventTracker)? = nil,
    adding addedTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: addedTracker), isChildSendable: false,
      isParentSendable: false,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }
}

extension TrackableClass where Self: Sendable {
  /// Links this object to a parent that may be used from anywhere, as this object may.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass & Sendable)? = nil,
    tracker: (any AnalyticsEventTracker)? = nil,
    adding addedTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: addedTracker), isChildSendable: true,
      isParentSendable: true,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }

  /// Links this object, which may be used from anywhere, to a parent that may not: possible only inside an actor,
  /// which then owns the parent.
  ///
  /// The last parameter has no meaning: it makes the compiler prefer the other overload where both fit.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass)?,
    tracker: (any AnalyticsEventTracker)? = nil,
    adding addedTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated any Actor = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _: Void = ()
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: addedTracker), isChildSendable: true,
      isParentSendable: false,
      isolation
    ) { SourceLocation(fileID: fileID, line: line) }
  }
}

extension TrackableClass where Self: Sendable {
  /// Chosen where `isolation: nil` is written by hand, which would otherwise get around the refusal above.
  @available(
    *, deprecated,
    message: "A Sendable object can take a parent that is not Sendable only inside an actor; leave 'isolation' out."
  )
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass)?,
    tracker: (any AnalyticsEventTracker)? = nil,
    adding addedTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, parent, .unlessNone(tracker, adding: addedTracker), isChildSendable: true,
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
