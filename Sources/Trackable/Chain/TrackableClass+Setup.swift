extension TrackableClass {
  /// Links this object to a parent, and gives it properties that it does not know itself.
  ///
  /// Call it when the object enters the chain, typically during navigation.
  ///
  /// ```swift
  /// detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
  /// ```
  ///
  /// The link has the properties and trackers of the latest call; a reused cell keeps nothing of its last row. The link
  /// keeps no object alive. The system refuses a parent that would close a cycle, with an issue: the old one stays.
  /// Never link in a `deinit`. <doc:Lifetime> has the rules.
  ///
  /// Isolation: a parent is `Sendable`: an actor, a global-actor class, a `Sendable` class. An object that is not
  /// `Sendable` hands down its ``makeTrackingContext(isolation:fileID:line:)``. The link remembers the actor it is made
  /// on, and the system reads the parent's computed properties on that actor only.
  ///
  /// Cost: about 200 bytes for as long as the object lives.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below, rank 3.
  ///   - parent: The object whose properties this object's events should carry; `nil` removes the parent.
  ///   - tracker: A tracker for the events of this object and everything below it, in place of the system's.
  ///   - additionalTracker: A tracker that gets those events as well, after the tracker they go to anyway.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func setupTrackableChain(
    trackedProperties: consuming TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass & Sendable)?,
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    var edge = isolation == nil ? Link.Edge.anywhere : .onTheActor
    if parent?.mayBeRead(in: isolation) == false { edge = .nowhere }
    let location = CodeLocation(fileID: fileID, line: line)
    link(trackedProperties, .to(parent, edge), .unlessNone(tracker, added: additionalTracker), isolation, location)
    if edge == .nowhere, let parent {
      IssueReporter.current.report(.parentOutOfReach(type(of: parent), at: location))
    }
  }

  /// Sets properties and trackers of this object. The parent stays, if it has one.
  ///
  /// ```swift
  /// cell.setupTrackableChain(trackedProperties: [Keys.row ~>> index.row])
  /// ```
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below, rank 3, in place of those of the
  ///     last call.
  ///   - tracker: A tracker for the events of this object and everything below it, in place of the system's.
  ///   - additionalTracker: A tracker that gets those events as well, after the tracker they go to anyway.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func setupTrackableChain(
    trackedProperties: consuming TrackedProperties = TrackedProperties(),
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, .keep, .unlessNone(tracker, added: additionalTracker), isolation,
      CodeLocation(fileID: fileID, line: line))
  }

  /// Links this object to a context instead of a parent object: the context's properties count as the parent's.
  ///
  /// ```swift
  /// worker.setupTrackableChain(parent: screen.makeTrackingContext())
  /// ```
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below, rank 3.
  ///   - context: The context that replaces a parent object.
  ///   - tracker: A tracker for the events of this object and everything below it, in place of the context's.
  ///   - additionalTracker: A tracker that gets those events as well, after the tracker they go to anyway.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func setupTrackableChain(
    trackedProperties: consuming TrackedProperties = TrackedProperties(),
    parent context: TrackingContext,
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    link(
      trackedProperties, .to(nil, .anywhere, context: context), .unlessNone(tracker, added: additionalTracker),
      isolation, CodeLocation(fileID: fileID, line: line))
  }

  private func link(
    _ properties: consuming TrackedProperties, _ change: ChainTable.ParentChange,
    _ trackers: TrackerRoute?, _ isolation: (any Actor)?, _ location: CodeLocation
  ) {
    if properties.hasFlaws { properties = properties.reportingFlaws(at: location) }
    let outcome = ChainTable.shared.link(
      self, properties: properties, trackers: trackers, change, isolation: isolation,
      belongsHere: !Self.hasIsolatedConformance || mayBeRead(in: isolation, .of(self)))
    if outcome.closesCycle, case .to(let parent?, _, _) = change {
      IssueReporter.current.report(.cycle(from: type(of: self), to: type(of: parent), at: location))
    }
    // Links of the whole process are counted, so a scope or a test that happened to make the last one is not to blame.
    if outcome.hasManyUnattended {
      IssueReporter.process.reportOnce(.manyUnattendedLinks, of: "") { .manyUnattended(at: location) }
    }
  }
}

extension TrackableIssue {
  fileprivate static func cycle(from child: AnyClass, to parent: AnyClass, at location: CodeLocation) -> Self {
    TrackableIssue(
      kind: .cycle,
      message: "\(child) cannot have \(parent) as its parent: that would close a cycle. The old parent stays.",
      remedy: "link in one direction only, from where the user came to where the user goes.",
      location: location)
  }

  fileprivate static func parentOutOfReach(_ parent: AnyClass, at location: CodeLocation) -> Self {
    TrackableIssue(
      kind: .parentOutOfReach,
      message: "What \(parent) computes will be missing from events: "
        + "the link was made outside the actor that it belongs to.",
      remedy: "call setupTrackableChain on that actor.",
      location: location)
  }

  fileprivate static func manyUnattended(at location: CodeLocation) -> Self {
    TrackableIssue(
      kind: .manyUnattendedLinks,
      message:
        "\(ChainTable.manyUnattended) links were made outside of actors, or on actors that are gone. The library may not "
        + "ask whether their objects are gone, so they stay until an address is used again.",
      remedy: "link objects on the actor they belong to, or use a TrackingContext where there are many of them.",
      location: location)
  }
}
