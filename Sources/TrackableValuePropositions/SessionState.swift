import Trackable

/// Something that a session has to send.
struct SessionDelivery: Sendable {
  enum Content: Sendable {
    /// The session as it was after the change, what caused it, and the action's attributes.
    case change(SessionRecord, ValuePropositionTrigger, TrackedProperties)
    case error(ValuePropositionError)
  }

  let number: Int
  let content: Content
  let destination: Destination
  /// The scopes of the task that made the change.
  let scope: TrackingContext
  let site: CallSite
}

/// What the lock of a session protects: a value, whose methods say what is to be sent.
struct SessionState: Sendable {
  let proposition: String
  let policies: ValuePropositionPolicies
  private(set) var record: SessionRecord
  /// Whether the app ended the session when it went to the background, so that a new one follows.
  private(set) var awaitsForeground = false
  /// Whether nobody will end it any more.
  private(set) var isDropped = false

  var isLive: Bool { !record.status.isEnd && !isDropped }
  /// Whether nothing can happen any more.
  var isOver: Bool { !isLive && !awaitsForeground }

  init(_ record: SessionRecord, of proposition: String, policies: ValuePropositionPolicies) {
    self.record = record
    self.proposition = proposition
    self.policies = policies
  }

  /// Takes a step, if the status allows it.
  mutating func take(
    _ step: ValuePropositionStep, trigger: ValuePropositionTrigger, attributes: TrackedProperties, at moment: Moment
  ) -> SessionDelivery.Content {
    if record.take(step, at: moment) { return .change(record, trigger, attributes) }
    return .error(
      ValuePropositionError(proposition: proposition, sessionID: record.id, status: record.status, step: step))
  }

  /// The app goes to the background.
  mutating func endInBackground(at moment: Moment) -> SessionDelivery.Content? {
    guard isLive, policies.inBackground == .end else { return nil }
    awaitsForeground = true
    return record.take(.complete, at: moment) || record.take(.cancel, at: moment) ? .change(record, .app, []) : nil
  }

  /// The app is back: a session that ended for this reason only is followed by a new one.
  mutating func reopen(id: String, at moment: Moment) -> SessionDelivery.Content? {
    guard awaitsForeground else { return nil }
    awaitsForeground = false
    record = SessionRecord(id: id, at: moment)
    return .change(record, .app, [])
  }

  /// No new session is to follow. Returns `false` if it has followed.
  mutating func stopAwaitingForeground() -> Bool {
    awaitsForeground = false
    return !isLive
  }

  /// Nobody will end the session any more. Returns what it was, if it is live.
  mutating func drop(at moment: Moment) -> (before: SessionRecord, content: SessionDelivery.Content?)? {
    awaitsForeground = false
    guard isLive else { return nil }
    isDropped = true
    let before = record
    guard policies.whenDropped == .cancel, record.take(.cancel, at: moment) else { return (before, nil) }
    return (before, .change(record, .app, []))
  }
}

/// What a proposition says about its sessions.
struct ValuePropositionPolicies: Sendable {
  var inBackground = ValuePropositionBackgroundPolicy.end
  var whenDropped = ValuePropositionDropPolicy.cancel
}

/// What waits to be delivered, in order. At any time one caller delivers, or none.
struct SessionOutbox: Sendable {
  private var waiting: [SessionDelivery] = []
  private var isDelivering = false
  private var lastNumber = 0

  /// Puts something in the outbox, and returns its number.
  @discardableResult
  mutating func put(
    _ content: SessionDelivery.Content, for destination: Destination, scope: TrackingContext, at site: CallSite
  ) -> Int {
    lastNumber += 1
    waiting.append(
      SessionDelivery(number: lastNumber, content: content, destination: destination, scope: scope, site: site))
    return lastNumber
  }

  /// Returns `false` if somebody is delivering, who will also deliver what was put here since.
  mutating func beginDelivering() -> Bool {
    defer { isDelivering = true }
    return !isDelivering
  }

  /// The next delivery. After the last one, delivering ends.
  mutating func next() -> SessionDelivery? {
    if waiting.isEmpty {
      isDelivering = false
      return nil
    }
    return waiting.removeFirst()
  }
}
