import Trackable

extension RecordingTracker {
  /// Waits for the next event that satisfies a condition, and returns the event.
  ///
  /// ```swift
  /// player.play()   // tracks from a queue, sooner or later
  /// let event = try await recorder.next { $0.name == Events.Player.didPlay.name }
  /// ```
  ///
  /// The search begins after the last result, and skips events that do not satisfy the condition. So wait for events in
  /// the order in which they come. The recorder resumes the call at each event; it does not poll.
  ///
  /// - Parameters:
  ///   - limit: The longest wait.
  ///   - clock: The clock that measures the limit.
  ///   - fileID: The caller's file, which the error names.
  ///   - line: The caller's line, which the error names.
  ///   - condition: The condition. The default accepts every event.
  /// - Throws: After the limit, an error that lists the calls that came instead. If the task is cancelled,
  ///   `CancellationError`.
  @discardableResult public func next(
    within limit: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    where condition: @escaping @Sendable (TrackedEvent) -> Bool = { _ in true },
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> TrackedEvent {
    let isMeant = { @Sendable (delivery: TrackerCall) in delivery.event.map(condition) ?? false }
    let found = try await next(within: limit, clock, isMeant)
    if let event = found?.event { return event }
    throw timeout(
      limit, "an event that fulfils the condition", CodeLocation(fileID: fileID, line: line), isMeant
    ) { _ in [] }
  }

  /// Waits for the next delivery that fits an expectation, and returns the delivery.
  ///
  /// ```swift
  /// try await recorder.next(
  ///   .event(Events.Player.didPlay, containing: [Keys.song ~>> "Yesterday"]))
  /// ```
  ///
  /// In contrast to ``next(within:clock:where:fileID:line:)``, the error lists each wrong value of an event of that
  /// name, and its source.
  ///
  /// - Parameters:
  ///   - expected: The call to wait for.
  ///   - limit: The longest wait.
  ///   - clock: The clock that measures the limit.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  @discardableResult public func next(
    _ expected: TrackingExpectation, within limit: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(), fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> TrackerCall {
    if let found = try await next(within: limit, clock, { expected.fits($0) }) { return found }
    throw timeout(
      limit, expected.description, CodeLocation(fileID: fileID, line: line), { expected.means($0) }
    ) {
      expected.means($0) ? expected.problems(in: $0) : []
    }
  }

  private func next(
    within limit: Duration, _ clock: any Clock<Duration>, _ isMeant: @escaping @Sendable (TrackerCall) -> Bool
  ) async throws -> TrackerCall? {
    try await withThrowingTaskGroup(of: TrackerCall?.self) { [recording] group in
      group.addTask { await recording.next(isMeant) }
      group.addTask {
        try await clock.sleep(for: limit, tolerance: nil)
        return nil
      }
      var found = try await group.next() ?? nil
      group.cancelAll()
      // The other task may have found a delivery at the moment when the limit passed.
      while found == nil, let other = await group.nextResult() { found = try? other.get() }
      if found == nil { try Task.checkCancellation() }
      return found
    }
  }

  private func timeout(
    _ limit: Duration, _ what: String, _ location: CodeLocation,
    _ isMeant: (TrackerCall) -> Bool, _ problems: (TrackerCall) -> [String]
  ) -> TrackingTimeout {
    var text = "\(location): Waited \(limit) for \(what). "
    let ahead = recording.ahead
    text += ahead.isEmpty ? "Nothing came." : "What came instead:"
    let passed = ahead.contains(where: isMeant) ? nil : deliveries.last(where: isMeant)
    for delivery in ahead {
      text += "\n  \(delivery)" + problems(delivery).map { "\n" + $0 }.joined().replacing("\n", with: "\n    ")
    }
    if let passed {
      text +=
        "\n\(passed) came before that, and another call of 'next' has returned it or passed it over: "
        + "wait for one thing after the other, in their order."
    }
    if let astray = recording.astray.first(where: { isMeant($0.call) }) { text += "\n\(astray.note)" }
    return TrackingTimeout(description: text)
  }
}

/// The error of a test that has waited for a call until the limit.
package struct TrackingTimeout: Error, Sendable, CustomStringConvertible {
  /// A text with the location of the test, the expected call, and the calls that came instead.
  package let description: String
}
