import Trackable

/// What has been recorded, and who waits for more.
package final class Recording: Sendable {
  private struct State {
    var deliveries: [RecordedDelivery] = []
    /// How many came before those, and are gone. Positions count from the first that was ever recorded.
    var gone = 0
    /// How many of those are gone because all were removed.
    var removed = 0
    /// How many deliveries ``RecordingTracker/next(within:clock:where:fileID:line:)`` has passed.
    var passed = 0
    var astray: [RecordedDelivery] = []
    /// Each with the position of the delivery that came next.
    var issues: [(issue: TrackableIssue, position: Int)] = []
    var issuesGone = 0
    var unread = UnreadIssues()
    var ended: Ended?
    /// How many operations run in the recorder's system after its recording has ended.
    var running = 0
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0

    /// The position after the last delivery.
    var end: Int { gone + deliveries.count }

    /// Forgets what is too old. Half at a time, so that it does not move the rest for each.
    mutating func trim(to limit: Int) {
      if deliveries.count / 2 >= max(limit, 1) {
        gone += deliveries.count - limit
        deliveries.removeFirst(deliveries.count - limit)
      }
      if issues.count / 2 >= max(limit, 1) {
        issuesGone += issues.count - limit
        issues.removeFirst(issues.count - limit)
      }
      unread.trim(to: limit)
    }

    /// Who gets to know what comes now: the surrounding handler, if the recording has ended.
    var handler: IssueHandler? { running == 0 ? ended?.handler : nil }
  }

  typealias IssueHandler = @Sendable (TrackableIssue) -> Void

  private struct Ended {
    /// What is tracked in this system comes too late. What comes from elsewhere was handed over on purpose.
    let system: ObjectIdentifier
    let handler: IssueHandler
    /// Where something was tracked that came too late, or went astray. Each is told once.
    var latePlaces: Set<CodeLocation>
    var astrayPlaces: Set<CodeLocation> = []
  }

  private struct Waiter {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  // Not `Synchronization.Mutex`, which the thread sanitizer does not understand on Linux.
  private let state = Lock(State())
  /// How many deliveries it keeps at least, and shows.
  private let limit: Int

  init(limit: Int? = nil) {
    self.limit = max(0, limit ?? .max)
  }

  var deliveries: [RecordedDelivery] { kept.deliveries }

  var dropped: Int { kept.dropped }

  /// What is shown, and how much is not any more.
  var kept: (deliveries: [RecordedDelivery], dropped: Int) {
    state.withLock { state in
      (state.deliveries.suffix(limit), state.gone - state.removed + max(0, state.deliveries.count - limit))
    }
  }

  var astray: [RecordedDelivery] { state.withLock { $0.astray } }

  var issues: [TrackableIssue] {
    state.withLock { state in
      state.unread.read(\.issues)
      return state.issues.suffix(limit).map(\.issue)
    }
  }

  /// What went astray, for the test.
  func readAstray() -> [RecordedDelivery] {
    state.withLock { state in
      state.unread.read(\.astray)
      return state.astray
    }
  }

  func add(_ delivery: TrackerCall, at location: CodeLocation?) {
    let delivery = RecordedDelivery(delivery: delivery, location: location)
    let (ready, handler) = state.withLock { state -> ([Int: Waiter], IssueHandler?) in
      state.deliveries.append(delivery)
      state.trim(to: limit)
      let handler = state.handler
      let isLate =
        handler != nil && state.ended?.system == ScopedSystem.currentIdentity
        && state.ended?.latePlaces.insert(location ?? .unknown).inserted == true
      if state.waiters.isEmpty { return ([:], isLate ? handler : nil) }
      let ready = state.waiters.filter { $0.value.count < state.end }
      for number in ready.keys { state.waiters[number] = nil }
      return (ready, isLate ? handler : nil)
    }
    for waiter in ready.values { waiter.continuation.resume() }
    handler?(.trackedLate(delivery))
  }

  func add(_ issue: TrackableIssue) {
    let handler = state.withLock { state -> IssueHandler? in
      state.issues.append((issue, position: state.end))
      if state.handler == nil { state.unread.add(\.issues, issue) }
      state.trim(to: limit)
      return state.handler
    }
    handler?(issue)
  }

  func add(astray delivery: RecordedDelivery) {
    let handler = state.withLock { state -> IssueHandler? in
      state.astray.append(delivery)
      if state.ended == nil { state.unread.add(\.astray, delivery) }
      let isNew = state.ended?.astrayPlaces.insert(delivery.location ?? .unknown).inserted == true
      return isNew ? state.ended?.handler : nil
    }
    handler?(.trackedAstray(delivery))
  }

  /// Ends the recording. What the test has not looked at goes to the surrounding handler, and so does what comes later.
  ///
  /// - Parameters:
  ///   - system: The system that was recorded.
  ///   - waiting: Where the events were tracked that wait for other actors.
  ///   - handler: The surrounding issue handler.
  func end(_ system: ObjectIdentifier, waiting: [CodeLocation], _ handler: @escaping IssueHandler) {
    let unread = state.withLock { state in
      var ended = Ended(system: system, handler: handler, latePlaces: Set(waiting))
      var unread = state.unread.all
      unread.astray.removeAll { !ended.astrayPlaces.insert($0.location ?? .unknown).inserted }
      state.ended = ended
      state.unread = UnreadIssues()
      return unread
    }
    for issue in unread.issues { handler(issue) }
    for delivery in unread.astray { handler(.trackedAstray(delivery)) }
    for location in waiting { handler(.recordingEnded(whileWaiting: location)) }
  }

  /// Runs `operation` as one that is recorded on purpose, though the recording may have ended.
  func during<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
    state.withLock { $0.running += 1 }
    defer { state.withLock { $0.running -= 1 } }
    return try operation()
  }

  /// The same for an asynchronous operation.
  func during<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    state.withLock { $0.running += 1 }
    defer { state.withLock { $0.running -= 1 } }
    return try await operation()
  }

  func removeAll() {
    state.withLock { state in
      // Positions go on: somebody may be waiting for what comes after one of them.
      (state.gone, state.removed, state.passed) = (state.end, state.end, state.end)
      (state.deliveries, state.issuesGone) = ([], 0)
      state.astray = []
      state.issues = []
      state.unread.removeAll()
    }
  }

  /// What no one has passed yet, and the position of the first of it.
  var ahead: (deliveries: ArraySlice<RecordedDelivery>, position: Int) {
    state.withLock { state in
      let position = max(state.passed, state.gone)
      return (state.deliveries[(position - state.gone)...], position)
    }
  }

  /// Passes everything before a position.
  func pass(before position: Int) {
    state.withLock { $0.passed = min(max($0.passed, position), $0.end) }
  }

  /// Everything at one moment: the position after the last delivery, and how much is not shown any more.
  package var everything:
    (
      deliveries: [RecordedDelivery], end: Int, issues: [(issue: TrackableIssue, position: Int)], dropped: Int,
      astray: [RecordedDelivery]
    )
  {
    state.withLock { state in
      let (deliveries, issues) = (state.deliveries.suffix(limit), state.issues.suffix(limit))
      let dropped = state.end - state.removed - deliveries.count + state.issuesGone + state.issues.count - issues.count
      return (Array(deliveries), state.end, Array(issues), dropped, state.astray)
    }
  }

  /// Returns when more than `count` deliveries were recorded, or the task was cancelled.
  func waitForMore(than count: Int) async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          // A cancellation that came before this finds no waiter; it is seen here.
          if state.end > count || Task.isCancelled { return true }
          state.waiters[number] = Waiter(count: count, continuation: continuation)
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
  }
}
