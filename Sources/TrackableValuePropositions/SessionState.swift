import Trackable

/// The outcome of a step, or of a change to the background or the foreground. The caller sends it as an event or
/// reports it as an error.
enum SessionOutcome: Sendable {
  /// The session after the change, the cause of the change, and the action's attributes.
  case changed(SessionRecord, ValuePropositionTrigger, TrackedProperties)
  case prohibited(ValuePropositionError)
}

/// The state of a session, as a value that the session keeps under its lock. Its methods return what has to be sent.
struct SessionState: Sendable {
  private let name: String
  private let endsInBackground: Bool
  private(set) var record: SessionRecord
  /// Whether the app ended the session when it went to the background, so that a new session follows.
  private(set) var awaitsForeground = false

  init(_ record: SessionRecord, name: String, endsInBackground: Bool) {
    self.record = record
    self.name = name
    self.endsInBackground = endsInBackground
  }

  var isLive: Bool { !record.status.isEnd }
  /// Whether the session can take no further step.
  var isOver: Bool { !isLive && !awaitsForeground }

  /// Applies a step if the status allows the step. A step that ends a session after the app has ended it in the
  /// background sends nothing, and prevents the new session.
  mutating func apply(
    _ step: ValuePropositionStatus, trigger: ValuePropositionTrigger, attributes: TrackedProperties, at moment: Moment
  ) -> SessionOutcome? {
    if awaitsForeground, step.isEnd {
      awaitsForeground = false
      return nil
    }
    if record.apply(step, at: moment) { return .changed(record, trigger, attributes) }
    return .prohibited(
      ValuePropositionError(proposition: name, sessionID: record.id, status: record.status, step: step))
  }

  /// Called when the app goes to the background.
  mutating func endInBackground(at moment: Moment) -> SessionOutcome? {
    guard isLive, endsInBackground else { return nil }
    awaitsForeground = true
    return record.apply(.complete, at: moment) || record.apply(.cancel, at: moment) ? .changed(record, .app, []) : nil
  }

  /// Called when the app returns to the foreground. If the session has ended only because the app went to the
  /// background, a new session begins.
  mutating func reopen(id: String, at moment: Moment) -> SessionOutcome? {
    guard awaitsForeground else { return nil }
    awaitsForeground = false
    record = SessionRecord(id: id, at: moment)
    return .changed(record, .app, [])
  }

  /// Prevents the new session. Returns `false` if the new session has already been opened.
  mutating func stopAwaitingForeground() -> Bool {
    awaitsForeground = false
    return !isLive
  }

  /// Ends the session without an event, because another user has signed in. The session gets a new ID, which no event
  /// has carried. Returns whether the session was live.
  mutating func forget(id: String, at moment: Moment) -> Bool {
    let wasLive = isLive
    awaitsForeground = false
    record = SessionRecord(id: id, at: moment)
    _ = record.apply(.cancel, at: moment)
    return wasLive
  }

  /// Cancels a live session, and prevents a new session.
  mutating func drop(at moment: Moment) -> SessionOutcome? {
    awaitsForeground = false
    return record.apply(.cancel, at: moment) ? .changed(record, .app, []) : nil
  }
}
