// In this folder, and not next to the hub, because a hub's problems are reported from here.

extension TrackerHub {
  /// A hub for the given destinations: adapters, or any other trackers.
  ///
  /// ```swift
  /// let hub = TrackerHub([mixpanel, intercom, ConsoleTracker()], capacity: 500, overflow: .dropNewest)
  /// ```
  ///
  /// Until ``start()``, deliveries wait. Each member of a combination becomes a destination of its own. Issues go to
  /// the current system's handler: inside `TrackableSystem.withTracker`, to that of the scope.
  ///
  /// - Parameters:
  ///   - destinations: Where deliveries go. Destinations with the same name are still counted separately.
  ///   - capacity: How many deliveries may wait for a destination that does not set this itself. At least 1; less is
  ///     reported as an issue.
  ///   - overflow: What happens when there are more, for destinations that do not set this themselves.
  ///   - retry: How often a destination is configured again after a failure.
  ///   - logging: How much to log about each delivery when it goes out.
  ///   - log: Where to log it.
  ///   - name: The hub's name in logs.
  ///   - clock: The clock for timeouts and pauses; tests can pass their own.
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
  /// It returns whether every destination that wants the event took it: false if one dropped it, ended in the meantime,
  /// or had no room before the calling task was cancelled. Each destination that did not take it counts it as dropped.
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
