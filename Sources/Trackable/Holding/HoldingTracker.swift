extension AnalyticsEventTracker {
  /// This tracker, receiving nothing until a gate is opened; then everything, in order.
  ///
  /// ```swift
  /// let configured = TrackerGate("the stream configuration arrived")
  /// TrackableSystem.bootstrap(streams.holding(until: configured).combined(with: console))
  /// ```
  ///
  /// | the gate is | what the tracker gets |
  /// |---|---|
  /// | not open yet | nothing; the calls are held, in memory only |
  /// | open | the held calls, in order, each with its content, user and time; then everything |
  /// | closed for good | nothing; the held calls are dropped, and an issue counts them |
  ///
  /// This applies to every call: events of any person, user properties, users and errors. A `purge()` drops the held
  /// calls and always passes.
  ///
  /// The mistake to avoid: waiting for the user's decision in such a gate, which lets the events of an earlier user
  /// pass. Use ``requiringConsent(_:from:whileUndecided:fileID:line:)`` for that.
  ///
  /// Cost: a lock that is held for a moment. The library holds no lock while it calls the tracker.
  ///
  /// Limits: a full gate drops its oldest calls, but never the last `identify` or `reset`; an issue counts them when
  /// the gate is opened. Besides the capacity, held calls take some 4 MB at most. If the tracker is released, the held
  /// calls are lost, and an issue counts them.
  ///
  /// - Parameters:
  ///   - gate: What to wait for.
  ///   - capacity: How many events, user properties and errors are held.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func holding(
    until gate: TrackerGate, capacity: Int = 10_000, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    HoldingTracker(
      door: gate.door(self, .hold(capacity: capacity), at: CodeLocation(fileID: fileID, line: line)))
  }

  /// This tracker, receiving only what the user has agreed to.
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
  /// | agrees | the held calls, in order, each with its content, user and time; then everything |
  /// | does not agree | one `reset()` and one `purge()`; then nothing but a `purge()` that you ask for |
  ///
  /// This applies to every call: events, user properties, users and errors. Wherever a call has waited, the gate passes
  /// nothing that is older than the end of the last denial, and nothing of a person who had left when the user agreed:
  /// one user's consent never releases another user's events. A `reset()`, and an `identify` that replaces a known ID,
  /// end a person. A `purge()` drops the held calls, and always passes. After a denial the tracker knows no user; when
  /// the user agrees again, call `identify` again.
  ///
  /// A denied tracker ignores events: if no other tracker wants them, the system does not even evaluate them.
  ///
  /// To require several purposes, apply this method several times, to a hub or to a destination inside a hub.
  ///
  /// Cost: a lock that is held for a moment. No lock is held while the tracker is called, so it may itself change the
  /// consent.
  ///
  /// Limits: if the tracker is released, the held calls are lost, and an issue counts them: require consent once, for a
  /// tracker that lives as long as the app. While the held calls go out, 10,000 others may wait behind them; the gate
  /// drops more, and an issue counts them.
  ///
  /// - Parameters:
  ///   - purpose: What the tracker uses the data for.
  ///   - consent: What the user has decided.
  ///   - policy: What happens while the user has not decided.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func requiringConsent(
    _ purpose: ConsentPurpose, from consent: Consent, whileUndecided policy: ConsentPolicy = .hold(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    HoldingTracker(
      door: consent.gate(for: purpose).door(self, policy, at: CodeLocation(fileID: fileID, line: line)))
  }
}

/// A tracker behind a gate: one that the app opens, or the user's decision.
package struct HoldingTracker: PassingTracker, SelectiveTracker {
  fileprivate var door: GateDoor

  package var base: any AnalyticsEventTracker {
    get { door.tracker }
    set { door = door.key.door(newValue, door.policy, at: door.location) }
  }

  package var interest: EventInterest { EventInterest(of: base).unless { isClosed } }
  /// Whether nothing passes at this moment, and nothing waits: the user has denied, or the gate was closed for good.
  package var isClosed: Bool { door.calls.withQueue { $0.mode == .refusing } }

  /// What it waits for.
  package var gate: TrackerGate { door.key }

  package func forward(_ call: TrackerCall) { door.calls.forward(call, door.perform) }

  package func flush() async {
    await door.calls.drain()
    if !isClosed { await base.flush() }
  }
}
