/// The status of a session. A step has the name of the status after it.
///
/// ```text
/// open ──▶ start ──▶ complete
///  │       │  ▲ └──▶ cancel
///  │       ▼  │         ▲
///  │      pause ────────┤
///  └────────────────────┘
/// ```
public enum ValuePropositionStatus: String, Sendable, Hashable, CaseIterable {
  /// The user has opened the activity, and has not begun: `opened`.
  case open = "opened"
  /// The user has begun or continued: `started`.
  case start = "started"
  /// The user has interrupted the activity, and may continue: `paused`.
  case pause = "paused"
  /// The user has given up, which ends the session: `canceled`.
  case cancel = "canceled"
  /// The user has reached the goal, which ends the session: `completed`.
  case complete = "completed"

  /// The statuses that can follow; an empty list if the session has ended.
  package var next: [ValuePropositionStatus] {
    switch self {
    case .open: [.start, .cancel]
    case .start: [.pause, .complete, .cancel]
    case .pause: [.start, .cancel]
    case .cancel, .complete: []
    }
  }

  /// Whether the session has ended.
  public var isEnd: Bool { next.isEmpty }
}
