/// What a tracker that requires consent does with deliveries while the user has not decided.
public struct ConsentPolicy: Sendable, Equatable {
  let capacity: Int
  /// Whether the gate holds calls besides `identify` and `reset`.
  let holds: Bool

  /// The gate holds calls, in memory only, and sends them out in order when the user agrees. Beyond `capacity` it drops
  /// the oldest events, user properties and errors, and one issue counts them when the user agrees. It never drops the
  /// last `identify` or `reset`.
  public static func hold(capacity: Int = 1_000) -> ConsentPolicy {
    ConsentPolicy(capacity: max(0, capacity), holds: true)
  }

  /// They are dropped. When the user agrees, the tracker only gets who the user is.
  public static let drop = ConsentPolicy(capacity: 0, holds: false)
}

extension AnalyticsEventTracker {
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
  /// | does not agree | one `reset()` and one `purge()`; then nothing but a `purge()` that is asked for |
  ///
  /// That holds for every call: events, user properties, users and errors. Wherever a call has waited, the gate passes
  /// nothing that is older than the end of the last denial, and nothing of an earlier person that is older than the
  /// consent: one user's consent never releases another user's events. A `reset()`, and an `identify` that replaces a
  /// known ID, end a person. A `purge()` drops the held calls, and always passes. After a denial the tracker knows no user; when the user agrees again, call `identify` again.
  ///
  /// A denied tracker ignores events: where no other tracker wants them, nothing is even evaluated.
  ///
  /// To require several purposes, apply it several times. A hub may stand inside, and so may a destination of a hub be
  /// wrapped.
  ///
  /// Cost: a lock that is held for a moment. No lock is held while the tracker is called, so it may itself change the
  /// consent.
  ///
  /// Limits: a tracker that is released takes the held calls with it, and an issue counts them: require consent once,
  /// for a tracker that lives as long as the app. While the held calls go out, 10,000 others may wait behind them; the
  /// gate drops more, and an issue counts them.
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
      consent.gate(for: purpose).door(self, policy, at: CodeLocation(fileID: fileID, line: line)))
  }
}
