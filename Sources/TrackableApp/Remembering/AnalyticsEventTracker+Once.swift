public import Trackable

// Combinators that let an event pass once in a period.

extension AnalyticsEventTracker {
  /// Returns a tracker that receives events of these types once in a period, and every other call.
  ///
  /// ```swift
  /// firebase.once(per: .launch, AppOpened.self)                      // in this process
  /// firebase.once(per: .day(in: memory), ScreenShown.self)           // each screen's event once a day, over launches
  /// firebase.once(per: .install(in: memory), ProjectOpened.self, by: Keys.projectID)   // each project once, ever
  /// ```
  ///
  /// The tracker compares the name of an event, and the value of `key` if you pass a key. Events without a value for
  /// the key are equal in this respect. The first event of a period passes, and later equal events do not. A day is the
  /// date of the event's timestamp in the time zone of the ``OncePeriod``. An event passes once for each date, even if
  /// the clock is set back to that date.
  ///
  /// A hub's ledger counts the other events of the period as `suppressed`. After a `purge()` of this tracker, such as
  /// the purge after a denied consent, each event passes again.
  ///
  /// Isolation: any thread. If several threads track the event at the same time, one event passes. Cost: a lock. With a
  /// ``OnceMemory``, the tracker writes a small file when an event passes.
  ///
  /// Limits: the tracker remembers the last 1,000 events, and the last seven dates of each. With `by:`, each value
  /// counts as an event. This is true of ``OncePeriod/launch``, too.
  ///
  /// - Parameters:
  ///   - period: The period in which an event passes once.
  ///   - types: The types of the events.
  ///   - key: The key whose value is compared besides the name; `nil` means only the name.
  public func once(
    per period: OncePeriod, _ types: any AnalyticsEvent.Type..., by key: (any Key)? = nil
  ) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return once(period, key, interest: { $0 }) { types.contains(ObjectIdentifier(type(of: $0.base))) }
  }

  /// Returns a tracker that receives these events once in a period, and every other call.
  ///
  /// ```swift
  /// firebase.once(per: .day(in: memory), Events.App.opened, Events.App.refreshed)
  /// ```
  ///
  /// The tracker compares events as in `allowing(events:)`: by their type, and by their name at the call of `track`.
  ///
  /// - Parameters:
  ///   - period: The period in which an event passes once.
  ///   - events: The events.
  ///   - key: The key whose value is compared besides the name.
  public func once(
    per period: OncePeriod, _ events: any AnalyticsEvent..., by key: (any Key)? = nil
  ) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return once(period, key, interest: { $0 }, events.contains)
  }

  /// Returns a tracker that receives events for which `isChosen` returns true once in a period, and every other call.
  ///
  /// ```swift
  /// firebase.once(per: .day(in: memory)) { $0.eventType == .impression }
  /// ```
  ///
  /// - Parameters:
  ///   - period: The period in which an event passes once.
  ///   - key: The key whose value is compared besides the name.
  ///   - isChosen: Whether an event passes only once.
  public func once(
    per period: OncePeriod, by key: (any Key)? = nil, where isChosen: @escaping @Sendable (TrackedEvent) -> Bool
  ) -> some AnalyticsEventTracker {
    once(period, key, interest: { _ in .all }, isChosen)
  }

  private func once(
    _ period: OncePeriod, _ key: (any Key)?, interest: @escaping TransformingTracker.Interest,
    _ isChosen: @escaping @Sendable (TrackedEvent) -> Bool
  ) -> some AnalyticsEventTracker {
    let memory = period.memory ?? OnceMemory(nil)
    let key = key.map { PropertyKey($0) }
    if let key, key.isSensitive {
      IssueReporter.current.report(
        TrackableIssue(
          kind: .valueDoesNotFit,
          message: "Events cannot be counted by '\(key.name)', which is sensitive. "
            + "All events of a name count as one.",
          remedy: "give once(per:by:) a key that is not sensitive.", location: .unknown, subject: key.name))
    }
    let scope = memory.scope(for: name) + "\n"
    return TransformingTracker(self, interest: interest) { call, pass in
      switch call {
      case .track(let event) where isChosen(event):
        let value = key.flatMap { key in event.properties.first { $0.key.isMeant(by: key) } }?.value.json ?? ""
        let counted = scope + [period.name, event.name, key?.name ?? "", value].joined(separator: "\n")
        if memory.isFirst(counted, in: period.text(for: event.timestamp)) { pass(call) }
      case .purge:
        memory.forget(prefix: scope)
        pass(call)
      default: pass(call)
      }
    }
  }
}
