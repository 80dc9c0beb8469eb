extension SystemCore {
  /// What was set last: read once for each event.
  final class Settings: Sendable {
    // Not optional: what is in an optional is copied before it is called. Benchmarks: depth 4 (109 instructions).
    /// The tracker that was given last, or one that does nothing.
    let destination: any AnalyticsEventTracker
    /// Whether a tracker was given.
    let hasTracker: Bool
    let defaultProperties: TrackedProperties
    let issueHandler: IssueHandler
    /// The tracker, if it can tell which events it ignores.
    let selective: (any SelectiveTracker)?
    // Asked for each event: to compare what is in an optional with `nil` copies it. Benchmarks: depth 4.
    let isSelective: Bool
    /// Raised with each change; copies have the same.
    let version: UInt

    init(
      tracker: (any AnalyticsEventTracker)?, defaultProperties: TrackedProperties,
      issueHandler: @escaping IssueHandler, selective: (any SelectiveTracker)?, version: UInt = 0
    ) {
      destination = tracker ?? NoOpTracker()
      hasTracker = tracker != nil
      self.defaultProperties = defaultProperties
      self.issueHandler = issueHandler
      self.selective = selective
      isSelective = selective != nil
      self.version = version
    }

    /// The tracker that was given last, if any.
    var tracker: (any AnalyticsEventTracker)? { hasTracker ? destination : nil }
  }
}

extension SystemCore.Settings {
  func with(tracker: (any AnalyticsEventTracker)?, selective: (any SelectiveTracker)?) -> SystemCore.Settings {
    SystemCore.Settings(
      tracker: tracker, defaultProperties: defaultProperties, issueHandler: issueHandler, selective: selective,
      version: version + 1)
  }

  func with(defaultProperties: TrackedProperties) -> SystemCore.Settings {
    SystemCore.Settings(
      tracker: tracker, defaultProperties: defaultProperties, issueHandler: issueHandler, selective: selective,
      version: version + 1)
  }

  func with(issueHandler: @escaping SystemCore.IssueHandler) -> SystemCore.Settings {
    SystemCore.Settings(
      tracker: tracker, defaultProperties: defaultProperties, issueHandler: issueHandler, selective: selective,
      version: version + 1)
  }

  /// The same settings in an object of their own.
  func copy() -> SystemCore.Settings {
    SystemCore.Settings(
      tracker: tracker, defaultProperties: defaultProperties, issueHandler: issueHandler, selective: selective,
      version: version)
  }
}
