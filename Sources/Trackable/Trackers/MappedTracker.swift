extension AnalyticsEventTracker {
  /// This tracker, receiving each event as `transform` returns it: changed or enriched.
  ///
  /// ```swift
  /// mixpanel.map { event in
  ///   var event = event
  ///   event.properties["network"] = .string(Reachability.current)
  ///   return event
  /// }
  /// ```
  ///
  /// A changed event keeps its ``TrackedEvent/base`` and timestamp, so rules by type still hold. Everything but events
  /// passes unchanged.
  public func map(_ transform: @escaping @Sendable (TrackedEvent) -> TrackedEvent) -> some AnalyticsEventTracker {
    TransformingTracker(self) { $0.changingEvent(transform) }
  }

  /// This tracker, receiving each event as `transform` returns it, and none where it returns `nil`.
  public func compactMap(
    _ transform: @escaping @Sendable (TrackedEvent) -> TrackedEvent?
  ) -> some AnalyticsEventTracker {
    TransformingTracker(self) { $0.changingEvent(transform) }
  }

  /// This tracker, receiving the events that `transform` makes of each one: none, one or several. Every other call passes
  /// once.
  ///
  /// ```swift
  /// firebase.flatMap { event in
  ///   guard event.base is OrderPlaced else { return [event] }
  ///   return [event, TrackedEvent(ItemsSold(), properties: event.properties)]
  /// }
  /// ```
  ///
  /// They arrive one after the other, in the order of the list. A copy of an event keeps its ``TrackedEvent/base`` and
  /// timestamp; a new one has those that you give it. A hub's ledger counts each of several as accepted.
  ///
  /// - Parameter transform: The events that one becomes.
  public func flatMap(
    _ transform: @escaping @Sendable (TrackedEvent) -> [TrackedEvent]
  ) -> some AnalyticsEventTracker {
    TransformingTracker(self) { call in
      guard case .track(let event) = call else { return .one(call) }
      return .several(transform(event).map { .track($0) })
    }
  }

  /// This tracker, with `properties` added to every event that does not have their keys: they rank lowest.
  ///
  /// ```swift
  /// payPal.addingDefaults(["src": "wallet"])
  /// ```
  ///
  /// Behind a renaming, write a key as the destination knows it.
  public func addingDefaults(
    _ properties: TrackedProperties,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some AnalyticsEventTracker {
    let properties = properties.reportingFlaws(at: CodeLocation(fileID: fileID, line: line))
    return TransformingTracker(self, interest: .ofBase) { call in
      call.changingEvent { event in
        var event = event
        event.addLowest(properties)
        return event
      }
    }
  }

  /// This tracker, with `properties` on every event. They rank highest: they replace what the event has for their keys.
  ///
  /// ```swift
  /// payPal.overridingProperties(with: ["environment" ~>> "sandbox"])
  /// ```
  ///
  /// Behind a renaming, write a key as the destination knows it.
  public func overridingProperties(
    with properties: TrackedProperties,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some AnalyticsEventTracker {
    let properties = properties.reportingFlaws(at: CodeLocation(fileID: fileID, line: line))
    return TransformingTracker(self, interest: .ofBase) { call in
      call.changingEvent { event in
        var event = event
        event.addHighest(properties)
        return event
      }
    }
  }
}

extension TrackerCall {
  fileprivate func changingEvent(_ change: (TrackedEvent) -> TrackedEvent?) -> TransformedCall {
    guard case .track(let event) = self else { return .one(self) }
    return change(event).map { .one(.track($0)) } ?? .none
  }
}
