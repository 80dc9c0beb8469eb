/// A flush of the system: which trackers have not answered, and what became of the calls. A tracker's `flush()` returns
/// nothing. So code that knows more finds the report in its task, and adds its result.
package final class FlushReport: Sendable {
  private struct State: ~Copyable {
    /// The parts that have not answered. At the deadline, `leave` asks a part to answer at once. A part that has parts
    /// of its own is not named; its parts are.
    var parts: [(number: Int, name: String, leave: (@Sendable () -> Void)?, hasParts: Bool)] = []
    var last = 0
    var result = DeliveryResult()
    var isOver = false
    var waiter: CheckedContinuation<DeliveryResult, Never>?

    /// Lets the caller go on when nothing is left that answers; for after unlocking.
    mutating func answer() -> (@Sendable () -> Void)? {
      guard isOver, !parts.contains(where: { $0.leave != nil }), let waiter = waiter.take() else { return nil }
      return { [result] in waiter.resume(returning: result) }
    }
  }

  /// The part that the task belongs to.
  @TaskLocal private static var current: (report: FlushReport, part: Int)?

  private let state = Lock(State())

  private init() {}

  /// Whether a flush of the system is under way in this task.
  package static var isCurrent: Bool { current != nil }

  /// Runs `body` in a task of its own, and returns what its parts have said, at the deadline at the latest.
  ///
  /// - Parameter atDeadline: Has its argument called at the deadline.
  static func collect(
    _ body: @escaping @Sendable () async -> Void, atDeadline: (@escaping @Sendable () -> Void) -> Void
  ) async -> DeliveryResult {
    let report = FlushReport()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        report.state.withLock { $0.waiter = continuation }
        Task {
          await $current.withValue((report, 0)) { await body() }
          report.end()
        }
        atDeadline { [weak report] in report?.end() }
        if Task.isCancelled { report.end() }
      }
    } onCancel: {
      // Not here, where the runtime holds a lock of its own.
      Task.detached { report.end() }
    }
  }

  /// Flushes a tracker as a part of the flush in this task, if there is one.
  package static func flush(_ tracker: any AnalyticsEventTracker) async {
    if current == nil { return await tracker.flush() }
    await run(tracker.name) {
      await tracker.flush()
      return DeliveryResult()
    }
  }

  /// Flushes trackers side by side.
  package static func flush(_ trackers: [any AnalyticsEventTracker]) async {
    await withTaskGroup { group in
      for tracker in trackers { group.addTask { await flush(tracker) } }
    }
  }

  /// Runs a part, and notes what it returns.
  ///
  /// - Parameters:
  ///   - name: Its name, if it has not returned at the deadline.
  ///   - leave: Makes the part return at once. A part without `leave` is not asked.
  package static func run(
    _ name: String, leave: (@Sendable () -> Void)? = nil, _ body: () async -> DeliveryResult
  ) async {
    guard let (report, parent) = current else { return _ = await body() }
    let (part, isOver) = report.state.withLock { state in
      state.last += 1
      for index in state.parts.indices where state.parts[index].number == parent { state.parts[index].hasParts = true }
      if !state.isOver { state.parts.append((state.last, name, leave, false)) }
      return (state.last, state.isOver)
    }
    if isOver { leave?() }
    let result = await $current.withValue((report, part)) { await body() }
    let resume = report.state.withLock { state in
      // A part that is left has nothing more to say.
      if let index = state.parts.firstIndex(where: { $0.number == part }) {
        state.parts.remove(at: index)
        state.result.add(result)
      }
      return state.answer()
    }
    resume?()
  }

  /// Ends the flush, because all is done or time is up. Names the trackers that have not answered, and asks the parts
  /// with `leave` to answer at once.
  private func end() {
    let duties = state.withLock { state -> [@Sendable () -> Void] in
      if state.isOver { return [] }
      state.isOver = true
      for part in state.parts where part.leave == nil && !part.hasParts { state.result.add(open: 0, at: part.name) }
      state.parts.removeAll { $0.leave == nil }
      return state.parts.compactMap(\.leave) + [state.answer()].compactMap(\.self)
    }
    for duty in duties { duty() }
  }
}
