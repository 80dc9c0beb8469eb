#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The history of a session: a value, and the only place where its status changes.
struct SessionRecord: Sendable {
  /// How often a status is listed in the timeline. What comes later counts in the durations only.
  static let longestTimeline = 100

  let id: String
  private(set) var status = ValuePropositionStatus.open
  /// When each status was reached, under the key that says so: `started`, `paused`, `started_1`, …
  private(set) var timeline: [(key: String, date: Date)] = []
  private(set) var timeActive = Duration.zero
  private(set) var timePaused = Duration.zero
  /// The moment of the last change.
  private(set) var last: Moment

  private let opened: Moment
  private var counts: [ValuePropositionStatus: Int] = [:]

  /// A session that is opened now.
  init(id: String, at moment: Moment) {
    self.id = id
    opened = moment
    last = moment
    note()
  }

  var wasStarted: Bool { counts[.start] != nil }
  var wasPaused: Bool { counts[.pause] != nil }
  var timeToComplete: Duration? { status == .complete ? last.instant - opened.instant : nil }
  /// Whether the current status is the first one that the timeline leaves out. No status is reached more often than
  /// started.
  var hasJustOutgrownTimeline: Bool { status == .start && counts[.start] == Self.longestTimeline + 1 }

  /// Takes a step. Returns `false`, and changes nothing, if the status does not allow it.
  mutating func take(_ step: ValuePropositionStatus, at moment: Moment) -> Bool {
    guard status.next.contains(step) else { return false }
    // Of two tasks, the one that asked for the time first may be the second to get here.
    let moment = moment.instant < last.instant ? last : moment
    switch status {
    case .start: timeActive += moment.instant - last.instant
    case .pause: timePaused += moment.instant - last.instant
    case .open, .cancel, .complete: break
    }
    status = step
    last = moment
    note()
    return true
  }

  private mutating func note() {
    let count = counts[status, default: 0]
    counts[status] = count + 1
    if count < Self.longestTimeline {
      timeline.append((key: count == 0 ? status.rawValue : "\(status.rawValue)_\(count)", date: last.date))
    }
  }
}

extension Duration {
  /// As it is sent. Dividing by `.seconds(1)` rounds twice: 2945 seconds become 2944.9999999999995.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
