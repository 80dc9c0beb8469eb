#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The history of a session, as a value: its status, its timeline and its durations. Only this type changes the status
/// of a session.
struct SessionRecord: Sendable {
  /// The most times that the timeline lists one status. Later changes to that status are only part of the durations.
  static let longestTimeline = 100

  let id: String
  private(set) var status = ValuePropositionStatus.open
  /// The time of each status, under its key: `started`, `paused`, `started_1`, …
  private(set) var timeline: [(key: String, date: Date)] = []
  private(set) var timeActive = Duration.zero
  private(set) var timePaused = Duration.zero
  /// The time of the last change.
  private(set) var last: Moment

  private let opened: Moment
  private var counts: [ValuePropositionStatus: Int] = [:]

  /// Creates the record of a session that is being opened.
  init(id: String, at moment: Moment) {
    self.id = id
    opened = moment
    last = moment
    recordStatus()
  }

  var wasStarted: Bool { counts[.start] != nil }
  var wasPaused: Bool { counts[.pause] != nil }
  var timeToComplete: Duration? { status == .complete ? last.instant - opened.instant : nil }
  /// Whether the current status is the first that the timeline leaves out. Checking `started` is enough, because no
  /// other status occurs more often.
  var hasJustOutgrownTimeline: Bool { status == .start && counts[.start] == Self.longestTimeline + 1 }

  /// Applies a step. If the status does not allow the step, returns `false`, and changes nothing.
  mutating func apply(_ step: ValuePropositionStatus, at moment: Moment) -> Bool {
    guard status.next.contains(step) else { return false }
    // If two tasks take steps, the task that read the clock first may reach this line second, so the time is not
    // allowed to go back.
    let moment = moment.instant < last.instant ? last : moment
    switch status {
    case .start: timeActive += moment.instant - last.instant
    case .pause: timePaused += moment.instant - last.instant
    case .open, .cancel, .complete: break
    }
    status = step
    last = moment
    recordStatus()
    return true
  }

  private mutating func recordStatus() {
    let count = counts[status, default: 0]
    counts[status] = count + 1
    if count < Self.longestTimeline {
      timeline.append((key: count == 0 ? status.rawValue : "\(status.rawValue)_\(count)", date: last.date))
    }
  }
}

extension Duration {
  /// The duration in seconds, as it is sent. A division by `.seconds(1)` would round twice: 2945 seconds would become
  /// 2944.9999999999995.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
