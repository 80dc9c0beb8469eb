extension TrackableClass {
  /// The chain of this object as a value, as it is now: something to pass to a struct, an actor or a background job.
  ///
  /// ```swift
  /// let context = checkout.makeTrackingContext()
  /// Task.detached { context.track(Events.Upload.finished) }   // carries what `checkout` had then
  /// ```
  ///
  /// The context leaves out the properties of the system's root, even if the chain leads to the root: each event
  /// tracked on the context reads them, as every other event does. If an ancestor is gone by now, each of these events
  /// names it in ``TrackedEvent/unread``: make the context while all ancestors are there.
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
      let nothing = Findings(parts: [], root: ambient.settings.value.bootstrap.rootIdentity)
      var walk = ChainWalk(found: nothing, isolation: isolation, endsAtRoot: true)
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
