extension TrackableClass {
  /// The chain of this object as a value, as it is now: something to pass to a struct, an actor or a background job.
  ///
  /// ```swift
  /// let context = checkout.makeTrackingContext()
  /// Task.detached { context.track(Events.Upload.finished) }   // carries what `checkout` had then
  /// ```
  ///
  /// What the system's root says is not part of it, also if the chain leads there: that is read for each event tracked
  /// on the context, as for every other event. An ancestor that is gone by now is in ``TrackedEvent/unread`` of each of
  /// these events: make the context while all of them are there.
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
    let (ambient, location) = (Ambient(), CodeLocation(fileID: fileID, line: line))
    let found = ambient.nested("makeTrackingContext", location) {
      var walk = ChainWalk(found: Findings(), isolation: isolation, endsAtRoot: true)
      walk.found.root = ambient.settings.value.bootstrap.rootIdentity
      walk.found.keepParts()
      walk.walk(from: .object(self))
      return walk.finish()
    }
    guard let found else { return TrackingContext() }
    for (reason, source) in found.failures {
      reason.report(of: source, to: ambient.core.issues, "makeTrackingContext", at: location)
    }
    // Not merged: a property's flaws are reported with the events that carry it. From the root downwards: the step that is
    // appended last is nearest.
    let parts = (found.parts ?? []).reversed().filter { if case .unread(.cycle) = $0.content { false } else { true } }
    let steps = parts.map { TrackingContext.Step(content: $0.content, typeName: $0.source.typeName) }
    return TrackingContext(steps).appending(trackers: found.route)
  }
}
