/// Where a session stands.
///
/// ```text
/// opened ──start──▶ started ──complete──▶ completed
///   │               │  ▲  └────cancel────▶ canceled
///   │             pause start                 ▲
///   │               ▼  │                      │
///   │              paused ───────cancel───────┤
///   └──────────────────────cancel─────────────┘
/// ```
public enum ValuePropositionStatus: String, Sendable, Hashable, CaseIterable {
  /// The user is there, and has not begun.
  case opened
  /// The user is at it.
  case started
  /// The user has interrupted it, and may go on.
  case paused
  /// The user gave up. The session has ended.
  case canceled
  /// The user has reached the goal. The session has ended.
  case completed

  /// The steps from this status; none if the session has ended.
  package var allowedSteps: [ValuePropositionStep] {
    switch self {
    case .opened: [.start, .cancel]
    case .started: [.pause, .complete, .cancel]
    case .paused: [.start, .cancel]
    case .canceled, .completed: []
    }
  }

  /// Whether the session has ended.
  public var isEnd: Bool { allowedSteps.isEmpty }
}

/// A step of a session.
public enum ValuePropositionStep: String, Sendable, Hashable, CaseIterable {
  /// A session begins.
  case open
  /// The user begins, or goes on after a pause.
  case start
  /// The user interrupts it.
  case pause
  /// The user reaches the goal.
  case complete
  /// The user gives up.
  case cancel

  /// The status that it leads to.
  package var status: ValuePropositionStatus {
    switch self {
    case .open: .opened
    case .start: .started
    case .pause: .paused
    case .complete: .completed
    case .cancel: .canceled
    }
  }
}
