import Trackable

/// The outcome of a step, or of the app's coming and going: the event to send.
enum SessionOutcome: Sendable {
  /// The session as it was after the change, what caused it, and the action's attributes.
  case changed(SessionRecord, ValuePropositionTrigger, TrackedProperties)
  case prohibited(ValuePropositionError)
}

/// The state of a session, under its lock: a value whose methods return the events to send.
struct SessionState: Sendable {
  private let name: String
  private let endsInBackground: Bool
  private(set) var record: SessionRecord
  /// Whether the app ended the session when it went to the background, so that a new one follows.
  private(set) var awaitsForeground = false

  init(_ record: SessionRecord, name: String, endsInBackground: Bool) {
    self.record = record
    self.name = name
    self.endsInBackground = endsInBackground
  }

  var isLive: Bool { !record.status.isEnd }
  /// Whether it can take no further step.
  var isOver: Bool { !isLive && !awaitsForeground }

  /// Takes a step, if the status allows it. To end a session that the app has ended in the background sends nothing, and
  /// means that no new one follows.
  mutating func take(
    _ step: ValuePropositionStatus, trigger: ValuePropositionTrigger, attributes: TrackedProperties, at moment: Moment
  ) -> SessionOutcome? {
    if awaitsForeground, step.isEnd {
      awaitsForeground = false
      return nil
    }
    if record.take(step, at: moment) { return .changed(record, trigger, attributes) }
    return .prohibited(
      ValuePropositionError(proposition: name, sessionID: record.id, status: record.status, step: step))
  }

  /// The app goes to the background.
  mutating func endInBackground(at moment: Moment) -> SessionOutcome? {
    guard isLive, endsInBackground else { return nil }
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

  /// The app cancels the session, if it is live, and no new one follows.
  mutating func drop(at moment: Moment) -> SessionOutcome? {
    awaitsForeground = false
    return record.take(.cancel, at: moment) ? .changed(record, .app, []) : nil
  }
}
