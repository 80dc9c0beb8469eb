extension TrackableClass {
  /// Returns the current chain of this object as a value, to pass to a struct, an actor or a background job.
  ///
  /// ```swift
  /// let context = checkout.makeTrackingContext()
  /// Task.detached { context.track(Events.Upload.finished) }   // carries what `checkout` had then
  /// ```
  ///
  /// The context leaves out the properties of the system's root, even if the chain leads to the root, because each
  /// event on the context reads the root anyway, as every other event does. A context that was made before the
  /// bootstrap keeps the values that the later root had then. The mistake to avoid: making the context after an
  /// ancestor has been deallocated. Each event on such a context lacks the ancestor's computed properties, and names
  /// the ancestor in ``TrackedEvent/unread``.
  ///
  /// Isolation: call this method on the object's actor. An ancestor that was linked on another actor is read later, on
  /// that actor, for each event on the context.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
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
    // The parts are not merged, because a property's flaws are reported with the events that carry the property. The
    // parts are reversed, because the nearest step of a context is the last step.
    let parts = (found.parts ?? []).reversed().filter { if case .unread(.cycle) = $0.content { false } else { true } }
    let steps = parts.map { TrackingContext.Step(content: $0.content, typeName: $0.source.typeName) }
    return TrackingContext(steps).appending(trackers: found.route)
  }
}
