// In this floor, and not beside the hub, because what goes wrong in a hub is reported here.

extension TrackerHub {
  /// A hub for destinations: adapters, or any other trackers.
  ///
  /// ```swift
  /// let hub = TrackerHub([mixpanel, intercom, ConsoleTracker()], capacity: 500, overflow: .dropNewest)
  /// ```
  ///
  /// Nothing runs before ``start()``: deliveries wait. Each destination of a combination is one of its own. Issues go to
  /// the system that applies here: inside `TrackableSystem.withTracker`, to that scope's.
  ///
  /// - Parameters:
  ///   - destinations: Where deliveries go. Two destinations may have one name; they still have figures of their own.
  ///   - capacity: How many deliveries wait for a destination at most, unless it says so itself. At least 1: less is
  ///     reported as an issue.
  ///   - overflow: What happens to more, unless the destination says so itself.
  ///   - retry: How often a destination is configured again when that failed.
  ///   - logging: How much is written of each delivery when it goes out.
  ///   - log: Where it is written.
  ///   - name: What logs call the hub.
  ///   - clock: What measures timeouts and pauses; tests pass a clock of their own.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public convenience init(
    _ destinations: [any AnalyticsEventTracker],
    capacity: Int = defaultCapacity,
    overflow: OverflowPolicy = .dropOldest,
    retry: RetryPolicy = .backOff(),
    logging: ConsoleTracker.Level = .none,
    log: HubLog = .print,
    name: String = "TrackerHub",
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let system = TrackableSystem.current
    let location = SourceLocation(fileID: fileID, line: line)
    self.init(
      destinations,
      Options(
        name: name, capacity: capacity, overflow: overflow, retry: retry, logging: logging, log: log, clock: clock)
    ) { problem in
      system.report(TrackableIssue(problem, in: name, at: location))
    }
  }

  /// Tracks an event, waiting for room where a destination's policy is ``OverflowPolicy/suspend``.
  ///
  /// ```swift
  /// for record in records { await hub.enqueue(Imported(record)) }   // no faster than the slowest destination
  /// ```
  ///
  /// Answers whether all destinations that want it took it: false if one dropped it, or ended in the meantime, or had no
  /// room until the calling task was cancelled; where it was not taken it is counted as dropped.
  @discardableResult
  public func enqueue(
    _ event: some AnalyticsEvent, fileID: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    var tracked = TrackedEvent(event)
    tracked.properties = tracked.properties.reportingFlaws(at: SourceLocation(fileID: fileID, line: line))
    return await enqueue(.track(tracked))
  }
}

extension TrackableIssue {
  fileprivate init(_ problem: HubProblem, in hub: String, at location: SourceLocation) {
    let (kind, message, remedy): (Kind, String, String) =
      switch problem {
      case .configurationFailed(let destination, let error):
        (
          .configurationFailed, "\(destination) could not be configured, and is tried again: \(error).",
          "see what its configure() needs; its deliveries wait until it succeeds."
        )
      case .gaveUp(let destination, let failures, let error):
        (
          .destinationGivenUp,
          "\(destination) could not be configured in \(Self.count(failures, "attempt", "attempts")), and gets nothing: "
            + "\(error).",
          "see what its configure() needs, or give \(hub) another retry policy."
        )
      case .deliveryFailed(let destination, let error):
        (
          .deliveryFailed, "\(destination) threw, and did not get a delivery: \(error).",
          "repeat inside its deliver(_:) what is worth repeating; further failures are counted only, until it delivers."
        )
      case .overflow(let destination):
        (
          .queueOverflow, "\(destination) has no room for more; deliveries are dropped.",
          "see why it is slow, give it a larger capacity, or wait for room with enqueue(_:)."
        )
      case .late:
        (
          .deliveredLate, "\(hub) was shut down; what is handed over since is dropped.",
          "shut it down when nothing is tracked any more."
        )
      case .lost(let count):
        (
          .eventsDropped,
          "\(Self.count(count, "delivery was", "deliveries were")) lost when \(hub) ended.",
          "start it, keep it, and await shutdown(timeout:) with enough time."
        )
      case .capacity(let destination, let capacity):
        (
          .capacityTooSmall, "\(destination) was given a capacity of \(capacity); 1 was taken.",
          "give it room for at least one delivery."
        )
      case .hiddenAdapter(let destination):
        (
          .adapterNotConfigured,
          "In the destination \(destination) is an adapter together with other trackers; nobody "
            + "configures it.",
          "put combinators around the adapter alone, and combine last; for logs, use the hub's own."
        )
      }
    self.init(kind: kind, message: message, remedy: remedy, location: location, subject: problem.destination ?? "")
  }

  private static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}
