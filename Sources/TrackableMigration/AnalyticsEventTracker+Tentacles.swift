extension AnalyticsEventTracker {
  /// Takes a step in the session of a value proposition, in the form of the library Tentacles: this tracker gets the
  /// event, with the keys and values that Tentacles used.
  ///
  /// ```swift
  /// tracker.track(for: watchingVideo, with: .open())
  /// ```
  ///
  /// If the step has no trigger, the event says `clicked`. The times of the session are under `open`, `start`, `pause`,
  /// `start_1`. All dates of an event are numbers, in seconds since 2001. Each event carries a
  /// `sessionId`, which stays the same until the process ends; if the root is a `TrackableApp`, the event has the
  /// `sessionId` of that root instead.
  ///
  /// - Parameters:
  ///   - proposition: The proposition that the user turns to.
  ///   - action: The step.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  @available(*, deprecated, message: "Track on a screen or a TrackingContext: times become 'opened' and 'started'.")
  public func track(
    for proposition: some ValueProposition, with action: ValuePropositionAction,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let visit = Trackable.state.withLock { $0.visit }
    let tracker = addingDefaults(["sessionId" ~>> visit]).map { event in
      let properties: [TrackedProperty] = event.properties.map { property in
        switch (property.key.name, property.value) {
        case ("trigger", "unspecified"): "trigger" ~>> "clicked"
        case (let key, .date(let date)) where key.wholeMatch(of: #/(open|start|pause|cancel|complet)e?d(_\d+)?/#) != nil:
          // Tentacles called `started_1` `start_1`.
          key.replacing(#/^(open|start|pause)e?d/#) { String($0.1) } ~>> date.timeIntervalSinceReferenceDate
        case (let key, let value) where event.base.properties[property.key] != nil:
          // Tentacles encoded attributes with a `JSONEncoder`, which writes a date as the seconds since 2001.
          key ~>> value.withNumbersForDates
        default: property
        }
      }
      var event = event
      event.properties = TrackedProperties(properties)
      return event
    }
    // The scope makes the tracker get the error of a prohibited step. The context makes it get the events, including
    // those that the session tracks later, when the app goes to the background and returns.
    withTrackedProperties([], in: .current.delivering(to: tracker)) {
      TrackingContext().delivering(to: tracker).track(for: proposition, with: action, fileID: fileID, line: line)
    }
  }
}

extension TrackedValue {
  /// The value, with seconds since 2001 in place of dates, at any depth.
  fileprivate var withNumbersForDates: TrackedValue {
    switch self {
    case .date(let date): .double(date.timeIntervalSinceReferenceDate)
    case .array(let values): .array(values.map(\.withNumbersForDates))
    case .properties(let properties):
      .properties(TrackedProperties(properties.map { $0.key ~>> $0.value.withNumbersForDates }))
    default: self
    }
  }
}
