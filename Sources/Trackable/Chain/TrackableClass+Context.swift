extension TrackableClass {
  /// The chain of this object as a value, as it is now: something to pass to a struct, an actor or a background job.
  ///
  /// ```swift
  /// let context = checkout.makeTrackingContext()
  /// Task.detached { context.track(Events.Upload.finished) }   // carries what `checkout` had then
  /// ```
  ///
  /// What the system's root says is not part of it, also if the chain leads there: that is read for each event tracked on
  /// the context, as for every other event. An ancestor that is gone by now is in ``TrackedEvent/unread`` of each of these
  /// events: make the context while all of them are there.
  ///
  /// Isolation: call it where the object may be used. Ancestors that were linked on another actor are not read now, but
  /// on that actor, for each event tracked on the context.
  ///
  /// - Parameters:
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func makeTrackingContext(
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> TrackingContext {
    let core = TrackableSystem.current
    let (parts, route) = snapshotParts(isolation, root: core.settings.rootIdentity, leavesOutRoot: true)
    core.report(
      parts.failures, of: "makeTrackingContext", at: CodeLocation(fileID: fileID, line: line))
    // From the root downwards: what is appended last is nearest. Not merged: what is wrong with a property is reported
    // with the events that carry it.
    var context = TrackingContext()
    for part in parts.list.reversed() {
      switch part {
      case .properties(let properties, _): context = context.appending(properties)
      case .deferred(let read): context = context.appending(.deferred(read))
      case .unread(let failure): context = context.appending(.unread(failure))
      }
    }
    return context.appending(route: route)
  }
}

extension TrackableClass {
  /// Everything that a walk from this object finds, part by part.
  func snapshotParts(
    _ isolation: (any Actor)?, root: ObjectIdentifier?, leavesOutRoot: Bool = false
  ) -> (parts: SnapshotParts, route: TrackerRoute) {
    ActiveCalls.withFrame { frame in
      var parts = SnapshotParts()
      var walk = ChainWalk(isolation: isolation, frame: frame, root: root, leavesOutRoot: leavesOutRoot)
      walk.walk(from: self, into: &parts)
      parts.passedRoot = walk.passedRoot
      return (parts, walk.route)
    }
  }
}
