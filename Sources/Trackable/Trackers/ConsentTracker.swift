/// What a tracker that requires consent does with deliveries while the user has not decided.
public struct ConsentPolicy: Sendable, Hashable {
  let capacity: Int
  let reportsOverflow: Bool
  /// Whether nothing but who the user is is held.
  var dropsUndecided: Bool { !reportsOverflow }

  /// They are held, in memory only, and go out in order when the user agrees. Beyond `capacity`, events, user properties
  /// and errors are dropped, and counted by one issue when the user agrees. Who the user is is never dropped.
  public static func hold(capacity: Int = 1_000) -> ConsentPolicy {
    ConsentPolicy(capacity: max(0, capacity), reportsOverflow: true)
  }

  /// The same with room for 1,000.
  public static let hold = ConsentPolicy.hold()

  /// They are dropped. When the user agrees, the tracker only gets who the user is.
  public static let drop = ConsentPolicy(capacity: 0, reportsOverflow: false)
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
  /// | has not decided | nothing; it is held, or dropped, as `policy` says |
  /// | agrees | what was held, in order, with the content, the user and the time of the call; then everything |
  /// | does not agree | one `reset()` and one `purge()`; then nothing but a `purge()` that is asked for |
  ///
  /// That holds for every call: events, user properties, users and errors. A `reset()` while nothing is decided drops what
  /// is held, so that one user's consent never releases another user's events. A `purge()` drops what is held, and always
  /// passes. After a denial the tracker knows no user; when the user agrees again, call `identify` again.
  ///
  /// What is held waits for the user as long as there is `consent`, also when whoever had this tracker is gone. Require
  /// consent once for a tracker, not once for each screen: each time has room for its own.
  ///
  /// To require several purposes, apply it several times. A hub, and a tracker of any kind, may stand inside; a destination
  /// of a hub may be wrapped as well, and is then asked when something is tracked, not when it is delivered. There the
  /// hub tells of a denial, in the background. What is given to a hub and used without it as well, or when the hub is
  /// gone, gets another `reset()` and `purge()` for that.
  ///
  /// Cost: two locks that are held for a moment. No lock is held while the tracker is called, so it may itself change the
  /// consent. Order is kept for each thread; if, while what was held goes out, others track more than another 1,000, these
  /// pass at once. Nothing overtakes a change of the user, though: where more than 10,000 wait behind one, what comes next is
  /// dropped, and counted by an issue.
  ///
  /// - Parameters:
  ///   - purpose: What the tracker uses the data for.
  ///   - consent: What the user has decided.
  ///   - policy: What happens while the user has not decided.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func requiringConsent(
    _ purpose: ConsentPurpose, from consent: Consent, whileUndecided policy: ConsentPolicy = .hold,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    ConsentTracker(
      base: self, purpose: purpose, consent: consent, policy: policy,
      location: CodeLocation(fileID: fileID, line: line))
  }
}

/// A combinator that decides at the time of a call whether it passes, and may make it later. A hub applies it when
/// something is handed over: see ``moved(around:)``.
package protocol GatingTracker: ForwardingTracker {
  /// The same gate around another tracker, which leads to that of this one. A denial is told by that gate as long as it
  /// lives, and by this one only if something has passed it.
  func moved(around tracker: any AnalyticsEventTracker) -> any GatingTracker
  /// Whether nothing passes because the user does not agree.
  var isDenied: Bool { get }
  /// Calls `action` when nothing is being replayed: at once, or from whoever replays.
  func whenDrained(_ action: @escaping @Sendable () -> Void)
}

struct ConsentTracker<Base: AnalyticsEventTracker>: GatingTracker {
  let base: Base
  private let purpose: ConsentPurpose
  private let consent: Consent
  private let gate: ConsentGate

  init(
    base: Base, purpose: ConsentPurpose, consent: Consent, policy: ConsentPolicy, location: CodeLocation,
    isStandIn: Bool = false
  ) {
    self.base = base
    self.purpose = purpose
    self.consent = consent
    gate = consent.add(purpose) { ConsentGate(base, ConsentQueue(policy, $0), purpose, location, isStandIn: isStandIn) }
  }

  func track(_ event: TrackedEvent) {
    if gate.enter({ .track(event) }) {
      base.track(event)
      gate.leave()
    }
  }

  func update(_ property: TrackedUserProperty) { gate.submit(.update(property)) }
  func identify(_ userID: String, traits: TrackedProperties) { gate.submit(.identify(userID, traits: traits)) }
  func reset() { gate.submit(.reset) }
  func report(_ error: any Error, at location: CodeLocation) { gate.submit(.report(error, location)) }
  func purge() { gate.submit(.purge) }

  func flush() async {
    await withCheckedContinuation { continuation in gate.whenDrained { continuation.resume() } }
    if gate.status != .denied { await base.flush() }
  }

  /// Whoever makes a call later cannot know whether it was allowed when it was due: a hub moves the gate instead.
  func passing(_ delivery: Delivery) -> Delivery? { gate.status == .granted ? delivery : nil }

  var isDenied: Bool { gate.status == .denied }
  func whenDrained(_ action: @escaping @Sendable () -> Void) { gate.whenDrained(action) }

  func moved(around tracker: any AnalyticsEventTracker) -> any GatingTracker {
    func gated(_ tracker: some AnalyticsEventTracker) -> any GatingTracker {
      let moved = ConsentTracker<_>(
        base: tracker, purpose: purpose, consent: consent, policy: gate.policy, location: gate.location, isStandIn: true
      )
      gate.add(standIn: moved.gate)
      return moved
    }
    return gated(tracker)
  }
}
