extension TrackableObject {
  /// The chain of this object as a value, as it is now: something to pass to a struct, an actor or a background job.
  ///
  /// ```swift
  /// let context = checkout.makeTrackingContext()
  /// Task.detached { context.track(Events.Upload.finished) }   // carries what `checkout` said when it was asked
  /// ```
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
    context(in: isolation, at: SourceLocation(fileID: fileID, line: line))
  }

  private func context(in isolation: (any Actor)?, at location: SourceLocation) -> TrackingContext {
    ActiveCalls.withFrame { frame in
      // Not merged: what is wrong with a property is reported with the events that carry it.
      var parts = ChainParts()
      let (route, troubles) = walk(into: &parts, isolation, frame)
      if !troubles.isEmpty { TrackableSystem.current.report(troubles, of: "trackingContext", at: location) }
      // From the root downwards: what is appended last is nearest.
      var context = TrackingContext()
      for part in parts.list.reversed() {
        switch part {
        case .said(let properties, _): context = context.appending(properties)
        case .elsewhere(let part): context = context.appending(.elsewhere(part))
        }
      }
      return context.appending(route: route)
    }
  }

  /// Links this object to a context instead of a parent object: the context's properties count as the parent's.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below, rank 3.
  ///   - context: The context that takes the parent's place.
  ///   - tracker: A tracker for the events of this object and everything below it, in place of the context's.
  ///   - additionalTracker: A tracker that gets those events as well, after the tracker they go to anyway.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent context: TrackingContext,
    tracker: (any AnalyticsEventTracker)? = nil,
    additionalTracker: (any AnalyticsEventTracker)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let properties = trackedProperties.reportingFlaws(at: SourceLocation(fileID: fileID, line: line))
    _ = ChainTable.shared.link(
      self, properties: properties, trackers: TrackerReference(tracker, adding: additionalTracker), context: context)
  }
}
