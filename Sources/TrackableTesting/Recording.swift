import Trackable

/// The state of a recorder: its logs, whether it has ended, and the tests that wait for further calls.
package final class Recording: Sendable {
  typealias IssueHandler = @Sendable (TrackableIssue) -> Void

  /// An element of the logs.
  package enum Entry: Sendable {
    case delivery(TrackerCall)
    case issue(TrackableIssue)
  }

  private struct State {
    /// The number of the latest entry of any kind.
    var lastNumber = 0
    var deliveries: RecordedLog<TrackerCall>
    var issues: RecordedLog<TrackableIssue>
    var astray: RecordedLog<AstrayCall>
    /// The number of the delivery that ``RecordingTracker/next(within:clock:where:fileID:line:)`` returned last.
    var found = 0
    var ended: Ended?
    /// The number of current operations of `run`.
    var running = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0

    mutating func append<Element>(_ element: Element, to log: WritableKeyPath<State, RecordedLog<Element>>) {
      lastNumber += 1
      self[keyPath: log].append(element, number: lastNumber)
    }

    /// The surrounding issue handler, if the recording has ended and no operation of `run` is running.
    var handler: IssueHandler? { running == 0 ? ended?.handler : nil }
  }

  private struct Ended {
    /// The recorded system. After the end of the recording, a call in this system is too late. Code outside of the
    /// system may still pass calls to the recorder intentionally.
    let system: ObjectIdentifier
    let handler: IssueHandler
    /// The locations of calls that came after the end of the recording. The handler gets one issue about each location.
    var latePlaces: Set<CodeLocation>
    var astrayPlaces: Set<CodeLocation> = []
  }

  private let state: Lock<State>

  init(limit: Int? = nil) {
    let limit = max(0, limit ?? .max)
    state = Lock(State(deliveries: .init(limit: limit), issues: .init(limit: limit), astray: .init(limit: .max)))
  }

  package func add(_ delivery: TrackerCall) {
    HeldLocks.mustBeNone()
    let (ready, handler) = state.withLock { state in
      state.append(delivery, to: \.deliveries)
      let handler = state.handler
      let isLate =
        handler != nil && state.ended?.system == ScopedSystem.currentIdentity
        && state.ended?.latePlaces.insert(delivery.location ?? .unknown).inserted == true
      let ready = state.waiters
      state.waiters = [:]
      return (ready, isLate ? handler : nil)
    }
    for waiter in ready.values { waiter.resume() }
    handler?(.trackedLate(delivery))
  }

  package func add(_ issue: TrackableIssue) {
    HeldLocks.mustBeNone()
    let handler = state.withLock { state in
      state.append(issue, to: \.issues)
      return state.handler
    }
    handler?(issue)
  }

  func add(_ astray: AstrayCall) {
    let handler = state.withLock { state in
      state.append(astray, to: \.astray)
      let isNew = state.ended?.astrayPlaces.insert(astray.location).inserted == true
      return isNew ? state.ended?.handler : nil
    }
    handler?(.trackedAstray(astray))
  }

  /// Ends the recording. The surrounding handler gets the issues that the test has not read, and all later issues.
  ///
  /// - Parameters:
  ///   - system: The identity of the tracking system whose calls were recorded.
  ///   - waiting: The places of events that wait for other actors.
  ///   - handler: The surrounding issue handler.
  func end(_ system: ObjectIdentifier, waiting: [CodeLocation], _ handler: @escaping IssueHandler) {
    let (issues, astray) = state.withLock { state in
      var ended = Ended(system: system, handler: handler, latePlaces: Set(waiting))
      let astray = state.astray.unseen.filter { ended.astrayPlaces.insert($0.location).inserted }
      state.ended = ended
      return (state.issues.unseen, astray)
    }
    for issue in issues { handler(issue) }
    for call in astray { handler(.trackedAstray(call)) }
    for location in waiting { handler(.recordingEnded(whileWaiting: location)) }
  }

  /// Records `operation` as an intended part of the recording, even after its end.
  func during<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
    state.withLock { $0.running += 1 }
    defer { state.withLock { $0.running -= 1 } }
    return try operation()
  }

  /// Records an asynchronous operation as an intended part of the recording, even after its end.
  func during<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    state.withLock { $0.running += 1 }
    defer { state.withLock { $0.running -= 1 } }
    return try await operation()
  }

  func removeAll() {
    state.withLock { state in
      // The deliveries are marked as read first, because the handler gets only issues, and calls that have left the
      // recording.
      state.deliveries.markSeen()
      state.deliveries.removeAll()
      state.issues.removeAll()
      state.astray.removeAll()
    }
  }
}

// MARK: - Reading

extension Recording {
  /// The deliveries that the test sees, and the number of deliveries that the limit hides.
  var kept: (deliveries: [TrackerCall], dropped: Int) {
    state.withLock { ($0.deliveries.elements, $0.deliveries.dropped) }
  }

  /// The calls that have left the recording. Reading this property does not mark them as read.
  var astray: [AstrayCall] { state.withLock { $0.astray.elements } }

  /// The issues. Calling this method marks them as read.
  func readIssues() -> [TrackableIssue] {
    state.withLock { state in
      state.issues.markSeen()
      return state.issues.elements
    }
  }

  /// The calls that have left the recording. Calling this method marks them as read.
  func readAstray() -> [AstrayCall] {
    state.withLock { state in
      state.astray.markSeen()
      return state.astray.elements
    }
  }

  /// All logs at one moment: deliveries and issues in the order of recording, and then an issue for each location whose
  /// calls have left the recording. The number is that of the entries that the limit hides. Reading this property does
  /// not mark the entries as read.
  package var timeline: (entries: [Entry], dropped: Int) {
    let state = state.withLock { $0 }
    let inOrder =
      state.deliveries.shown.map { ($0.number, Entry.delivery($0.element)) }
      + state.issues.shown.map { ($0.number, Entry.issue($0.element)) }
    var places: Set<CodeLocation> = []
    let astray = state.astray.elements.filter { places.insert($0.location).inserted }
    return (
      inOrder.sorted { $0.0 < $1.0 }.map(\.1) + astray.map { .issue(.trackedAstray($0)) },
      state.deliveries.dropped + state.issues.dropped
    )
  }
}

// MARK: - Waiting

extension Recording {
  /// The deliveries after the last result of `next`.
  var ahead: [TrackerCall] { state.withLock { $0.deliveries.after($0.found).map(\.element) } }

  /// Waits for the next delivery that satisfies a condition; `nil` if the task is cancelled.
  func next(_ isMeant: (TrackerCall) -> Bool) async -> TrackerCall? {
    while !Task.isCancelled {
      let (ahead, last, found) = state.withLock { ($0.deliveries.after($0.found), $0.deliveries.last, $0.found) }
      if let (number, delivery) = ahead.first(where: { isMeant($0.element) }) {
        // The condition is code of a test, so it runs without the lock. While the condition runs, another task may take
        // the delivery.
        let isFree = state.withLock { state in
          if state.found != found { return false }
          state.found = number
          return true
        }
        if isFree { return delivery }
        continue
      }
      await waitForMore(after: last)
    }
    return nil
  }

  /// Returns when there is a delivery with a greater number, or when the task is cancelled.
  private func waitForMore(after last: Int) async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          // If the caller was cancelled before this line, the handler below has found no waiter to resume.
          if state.deliveries.last > last || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}
