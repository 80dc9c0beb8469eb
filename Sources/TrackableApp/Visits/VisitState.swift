#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides when a visit begins and ends. It has the current visit, if there is one.
struct VisitState: Sendable {
  /// The longest time between two writes of a visit in the foreground. If the process is killed, at most this much of
  /// the visit is lost.
  private static let noted = Duration.seconds(60)

  private let policy: VisitPolicy
  private(set) var visit: Visit?
  private var isForeground = false
  /// The person of the visit, by ``UserMemory/identityNumber``.
  private(set) var identity: Int
  private var beganAt: ContinuousClock.Instant
  /// The time of the user's last activity, which is an event, or a change between foreground and background.
  private var seenAt: ContinuousClock.Instant
  private var notedAt: ContinuousClock.Instant

  /// - Parameter earlier: The visit of the launch before, which continues unless it has ended.
  init(_ policy: VisitPolicy, identity: Int, after earlier: Visit?, at now: Moment) {
    self.policy = policy
    self.identity = identity
    (beganAt, seenAt, notedAt) = (now.instant, now.instant, now.instant)
    guard let earlier, policy.survivesLaunch else { return }
    let away = now.date.timeIntervalSince(earlier.seen)
    // If the clock was set back, it is unknown how long the user was away.
    guard away >= 0, away < policy.away / .seconds(1), earlier.began <= earlier.seen else { return }
    visit = earlier
    seenAt = now.instant - .seconds(away)
    notedAt = seenAt
    beganAt = now.instant - .seconds(now.date.timeIntervalSince(earlier.began))
  }

  /// Called when the app comes to the foreground.
  mutating func come(at now: Moment) {
    endIfOver(at: now)
    (isForeground, seenAt) = (true, now.instant)
  }

  /// Called when the app leaves the foreground.
  mutating func leave(at now: Moment) {
    endIfOver(at: now)
    (isForeground, seenAt) = (false, now.instant)
    note(at: now)
  }

  /// Records that an event of this person is tracked. Returns the visit of the event, and whether a visit has to begin
  /// before the event.
  mutating func follow(_ identity: Int, at now: Moment) -> (visit: Visit?, mustBegin: Bool) {
    // The event is of an earlier person: meanwhile, another thread has begun the next person's visit.
    if identity < self.identity { return (nil, false) }
    if self.identity != identity { (visit, self.identity) = (nil, identity) }
    endIfOver(at: now)
    guard isForeground, visit != nil else { return (visit, isForeground) }
    seenAt = max(seenAt, now.instant)
    if now.instant - notedAt >= Self.noted { note(at: now) }
    return (visit, false)
  }

  mutating func begin(_ new: Visit, number: Int?, at now: Moment) -> Visit? {
    visit = new
    visit?.number = number
    (beganAt, seenAt, notedAt) = (now.instant, now.instant, now.instant)
    return visit
  }

  private mutating func note(at now: Moment) {
    notedAt = now.instant
    visit?.seen = now.date
  }

  private mutating func endIfOver(at now: Moment) {
    let limit = isForeground ? policy.inactivity : policy.away
    if let limit, now.instant - seenAt >= limit { visit = nil }
    if let maximum = policy.maximum, now.instant - beganAt >= maximum { visit = nil }
  }
}
