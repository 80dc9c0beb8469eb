import Trackable

/// The outcome of a step, or of the app's coming and going: the event to send.
enum SessionOutcome: Sendable {
  /// The session as it was after the change, what caused it, and the action's attributes.
  case changed(SessionRecord, ValuePropositionTrigger, TrackedProperties)
  case prohibited(ValuePropositionError)
}

/// The state of a session, under its lock: a value whose methods return the events to send.
struct SessionState: Sendable {
  let proposition: String
  private let inBackground: ValuePropositionBackgroundPolicy
  private let whenDropped: ValuePropositionDropPolicy
  private(set) var record: SessionRecord
  /// Whether the app ended the session when it went to the background, so that a new one follows.
  private(set) var awaitsForeground = false
  /// Whether its handle is gone, or another user has taken over.
  private(set) var isDropped = false

  var isLive: Bool { !record.status.isEnd && !isDropped }
  /// Whether it can take no further step.
  var isOver: Bool { !isLive && !awaitsForeground }

  init(_ record: SessionRecord, of proposition: some ValueProposition, named name: String) {
    self.record = record
    self.proposition = name
    inBackground = proposition.inBackground
    whenDropped = proposition.whenDropped
  }

  /// Takes a step, if the status allows it.
  mutating func take(
    _ step: ValuePropositionStep, trigger: ValuePropositionTrigger, attributes: TrackedProperties, at moment: Moment
  ) -> SessionOutcome {
    if record.take(step, at: moment) { return .changed(record, trigger, attributes) }
    return .prohibited(
      ValuePropositionError(proposition: proposition, sessionID: record.id, status: record.status, step: step))
  }

  /// The app goes to the background.
  mutating func endInBackground(at moment: Moment) -> SessionOutcome? {
    guard isLive, inBackground == .end else { return nil }
    awaitsForeground = true
    return record.take(.complete, at: moment) || record.take(.cancel, at: moment) ? .changed(record, .app, []) : nil
  }

  /// The app is back: a session that ended for this reason only is followed by a new one.
  mutating func reopen(id: String, at moment: Moment) -> SessionOutcome? {
    guard awaitsForeground else { return nil }
    awaitsForeground = false
    record = SessionRecord(id: id, at: moment)
    return .changed(record, .app, [])
  }

  /// No new session is to follow. Returns `false` if it has followed.
  mutating func stopAwaitingForeground() -> Bool {
    awaitsForeground = false
    return !isLive
  }

  /// Another user takes over: the session has ended without an event, and is known by another ID, which was never sent.
  /// Returns whether it was live.
  mutating func forget(id: String, at moment: Moment) -> Bool {
    let wasLive = isLive
    awaitsForeground = false
    record = SessionRecord(id: id, at: moment)
    _ = record.take(.cancel, at: moment)
    return wasLive
  }

  /// Ends the session without a handle. Returns its earlier state, if it is live.
  mutating func drop(at moment: Moment) -> (before: SessionRecord, outcome: SessionOutcome?)? {
    awaitsForeground = false
    guard isLive else { return nil }
    isDropped = true
    let before = record
    guard whenDropped == .cancel, record.take(.cancel, at: moment) else { return (before, nil) }
    return (before, .changed(record, .app, []))
  }
}
