/// The report of a tracking system's flush: the trackers that have not answered, and the results of the others.
/// `flush()` of a tracker returns nothing, so a tracker with a result, such as a hub, finds the report in its task, and
/// adds the result.
package final class FlushReport: Sendable {
  private struct State: ~Copyable {
    /// The parts that have not answered. At the deadline, `answerNow` makes a part answer immediately. If a part has
    /// parts of its own, the report names those parts instead.
    var parts: [(number: Int, name: String, answerNow: (@Sendable () -> Void)?, hasParts: Bool)] = []
    var last = 0
    var result = DeliveryResult()
    var isOver = false
    var waiter: CheckedContinuation<DeliveryResult, Never>?

    /// Returns a function that resumes the caller, to be called after unlocking; `nil` while the report waits for an
    /// answer.
    mutating func answer() -> (@Sendable () -> Void)? {
      guard isOver, !parts.contains(where: { $0.answerNow != nil }), let waiter = waiter.take() else { return nil }
      return { [result] in waiter.resume(returning: result) }
    }
  }

  /// The report, and the part of it that the current task works on.
  @TaskLocal private static var current: (report: FlushReport, part: Int)?

  /// The name under which the report lists a flush that has ended before its parts began.
  private let name: String
  private let state = Lock(State())

  private init(_ name: String) { self.name = name }

  /// Whether this task is part of a system's flush.
  package static var isCurrent: Bool { current != nil }
  /// Whether this task is part of a system's flush whose deadline has passed, or which was cancelled.
  package static var isOver: Bool { current?.report.state.withLock { $0.isOver } ?? false }

  /// Runs `body` in its own task. Returns the results of its parts when all parts have ended, or at the deadline.
  ///
  /// - Parameters:
  ///   - name: The name under which the report lists a flush that has ended before its parts began.
  ///   - atDeadline: Gets a function to call at the deadline.
  static func collect(
    _ name: String, _ body: @escaping @Sendable () async -> Void, atDeadline: (@escaping @Sendable () -> Void) -> Void
  ) async -> DeliveryResult {
    let report = FlushReport(name)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        report.state.withLock { $0.waiter = continuation }
        Task {
          await $current.withValue((report, 0)) { await body() }
          report.end(hasRun: true)
        }
        atDeadline { [weak report] in report?.end() }
        if Task.isCancelled { report.end() }
      }
    } onCancel: {
      // The report ends on another thread, because the runtime holds a lock of its own while it calls this closure.
      Task.detached { report.end() }
    }
  }

  /// Flushes a tracker. If this task is part of a system's flush, the report includes the tracker.
  package static func flush(_ tracker: any AnalyticsEventTracker) async {
    if current == nil { return await tracker.flush() }
    await run(tracker.name) {
      await tracker.flush()
      return DeliveryResult()
    }
  }

  /// Flushes trackers at the same time.
  package static func flush(_ trackers: [any AnalyticsEventTracker]) async {
    await withTaskGroup { group in
      for tracker in trackers { group.addTask { await flush(tracker) } }
    }
  }

  /// Runs a part, and adds its result.
  ///
  /// - Parameters:
  ///   - name: The name under which the report lists the part if the part has not returned at the deadline.
  ///   - answerNow: Makes the part return immediately. If `answerNow` is `nil`, the flush does not wait for the part
  ///     after the deadline.
  package static func run(
    _ name: String, answerNow: (@Sendable () -> Void)? = nil, _ body: () async -> DeliveryResult
  ) async {
    guard let (report, parent) = current else { return _ = await body() }
    let (part, isOver) = report.state.withLock { state in
      state.last += 1
      for index in state.parts.indices where state.parts[index].number == parent { state.parts[index].hasParts = true }
      if !state.isOver { state.parts.append((state.last, name, answerNow, false)) }
      return (state.last, state.isOver)
    }
    if isOver { answerNow?() }
    let result = await $current.withValue((report, part)) { await body() }
    let resume = report.state.withLock { state in
      // The part is removed, because a part that has returned has no further result.
      if let index = state.parts.firstIndex(where: { $0.number == part }) {
        state.parts.remove(at: index)
        state.result.add(result)
      }
      return state.answer()
    }
    resume?()
  }

  /// Ends the flush, because all parts have answered, or at the deadline. Names the trackers that have not answered,
  /// and calls `answerNow` of the remaining parts, which then answer immediately.
  ///
  /// - Parameter hasRun: Whether all parts have begun.
  private func end(hasRun: Bool = false) {
    let duties = state.withLock { state -> [@Sendable () -> Void] in
      // A task that was cancelled before it waited has a waiter only now.
      if state.isOver { return [state.answer()].compactMap(\.self) }
      state.isOver = true
      if !hasRun, state.parts.isEmpty { state.result.add(open: 0, at: name) }
      for part in state.parts where part.answerNow == nil && !part.hasParts { state.result.add(open: 0, at: part.name) }
      state.parts.removeAll { $0.answerNow == nil }
      return state.parts.compactMap(\.answerNow) + [state.answer()].compactMap(\.self)
    }
    for duty in duties { duty() }
  }
}
