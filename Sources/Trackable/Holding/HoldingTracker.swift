extension AnalyticsEventTracker {
  /// Returns this tracker behind a gate. The tracker receives nothing until the gate opens, and then all calls in
  /// order.
  ///
  /// ```swift
  /// let configured = TrackerGate("the stream configuration arrived")
  /// TrackableSystem.bootstrap(streams.holding(until: configured).combined(with: console))
  /// ```
  ///
  /// | the gate is | what the tracker gets |
  /// |---|---|
  /// | not open yet | nothing; the gate holds the calls, in memory only |
  /// | open | the held calls, in order, each with its content, user and time; then all later calls |
  /// | closed for good | nothing; the gate drops the held calls, and an issue counts them |
  ///
  /// The gate holds every kind of call: events of any person, user properties, users and errors. A `purge()` always
  /// passes, and drops the held calls.
  ///
  /// The mistake to avoid: a gate of this kind for the user's consent. Such a gate lets events of an earlier user pass.
  /// Use ``requiringConsent(_:from:whileUndecided:fileID:line:)`` for that.
  ///
  /// Cost: a lock that is held for a moment. The library holds no lock while it calls the tracker.
  ///
  /// Limits: a full gate drops its oldest calls, but never the last `identify` or `reset`. Of the calls of `identify`
  /// and `reset` that requests to a server have made, a gate keeps 1,000. The library reports the number of dropped
  /// calls in an issue when the gate opens. Apart from that limit, held calls take at most some 4 MB. If the tracker is
  /// released, its held calls are lost, and the library reports an issue with their number.
  ///
  /// - Parameters:
  ///   - gate: The gate to wait for.
  ///   - capacity: The most events, user properties and errors that the gate holds.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func holding(
    until gate: TrackerGate, capacity: Int = 10_000, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    HoldingTracker(
      door: gate.door(self, .hold(capacity: capacity), at: CodeLocation(fileID: fileID, line: line)))
  }

  /// Returns this tracker behind the user's consent. The tracker receives only calls that the user has agreed to.
  ///
  /// ```swift
  /// let consent = Consent()
  /// TrackableSystem.bootstrap(
  ///   mixpanel.requiringConsent(.analytics, from: consent)
  ///     .combined(with: ads.requiringConsent(.advertising, from: consent, whileUndecided: .drop)))
  /// ```
  ///
  /// | the user | what the tracker gets |
  /// |---|---|
  /// | has not decided | nothing; the gate holds the calls, or drops them, as `policy` says |
  /// | agrees | the held calls, in order, each with its content, user and time; then all later calls |
  /// | does not agree | one `reset()` and one `purge()`; then only a `purge()` that you call |
  ///
  /// The gate holds every kind of call: events, user properties, users and errors. The gate drops events from before
  /// the end of the last denial, and events of a person who had left when the user agreed. So one user's consent never
  /// releases another user's events. A person leaves with a `reset()`, or with an `identify` that replaces a known ID.
  ///
  /// A `purge()` always passes, and drops the held calls. After a denial the tracker knows no user. When the user
  /// agrees again, call `identify` again.
  ///
  /// A denied tracker ignores events. If no other tracker wants an event, the system does not even evaluate it.
  ///
  /// To require several purposes, call this method several times. You can apply the method to a hub, or to a
  /// destination inside a hub.
  ///
  /// Cost: a lock that is held for a moment. The library holds no lock while it calls the tracker, so the tracker may
  /// change the consent.
  ///
  /// Limits: if the tracker is released, the held calls are lost, and the library reports an issue with their number.
  /// So require consent once, for a tracker that lives as long as the app. While the gate hands over the held calls,
  /// 10,000 other calls may wait behind them. The gate drops further calls, and reports an issue with their number.
  ///
  /// - Parameters:
  ///   - purpose: The purpose for which the tracker uses the data.
  ///   - consent: The user's decisions about consent.
  ///   - policy: The treatment of calls before the user has decided.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func requiringConsent(
    _ purpose: ConsentPurpose, from consent: Consent, whileUndecided policy: ConsentPolicy = .hold(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    HoldingTracker(
      door: consent.gate(for: purpose).door(self, policy, at: CodeLocation(fileID: fileID, line: line)))
  }
}

/// A tracker behind a gate. Either the app opens the gate, or the gate follows the user's consent.
package struct HoldingTracker: PassingTracker, SelectiveTracker {
  fileprivate var door: GateDoor

  package var base: any AnalyticsEventTracker {
    get { door.tracker }
    // A copy gets a door of its own at the same gate. The earlier door goes with the original.
    set { door = door.gate.door(newValue, door.policy, at: door.location) }
  }

  package var interest: EventInterest { EventInterest(of: base).unless { isRefusing } }
  /// Whether the gate drops all calls, because the user has denied consent, or the app has closed the gate for good.
  package var isRefusing: Bool { door.calls.withQueue { $0.mode == .refusing } }
  /// Whether the gate drops all calls because the user has denied consent.
  package var isDenied: Bool { door.calls.withQueue { $0.isDenied } }

  /// The gate of the tracker.
  package var gate: TrackerGate { door.gate }

  package func forward(_ call: TrackerCall) { door.calls.forward(call, door.perform) }

  package func flush() async {
    await door.calls.drain()
    if !isRefusing { await base.flush() }
  }
}
