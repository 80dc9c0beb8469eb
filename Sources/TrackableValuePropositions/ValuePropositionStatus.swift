/// Where a session stands. A step is named after the status that it leads to.
///
/// ```text
/// open ──▶ start ──▶ complete
///  │       │  ▲ └──▶ cancel
///  │       ▼  │         ▲
///  │      pause ────────┤
///  └────────────────────┘
/// ```
public enum ValuePropositionStatus: String, Sendable, Hashable, CaseIterable {
  /// The user is there, and has not begun: `opened`.
  case open = "opened"
  /// The user is at it: `started`.
  case start = "started"
  /// The user has interrupted it, and may go on: `paused`.
  case pause = "paused"
  /// The user gave up: `canceled`. The session has ended.
  case cancel = "canceled"
  /// The user has reached the goal: `completed`. The session has ended.
  case complete = "completed"

  /// The status after each step from this one; none if the session has ended.
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
