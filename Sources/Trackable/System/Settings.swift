/// The settings of a system, read once for each event.
final class Settings: Sendable {
  // Not optional, because the content of an optional is copied before it is called. Benchmarks: depth 4 (109
  // instructions).
  /// The tracker that was set last, or one that does nothing.
  let destination: any AnalyticsEventTracker
  /// Whether a tracker was set.
  let hasTracker: Bool
  let defaultProperties: TrackedProperties
  /// The tracker, if it can tell which events it ignores.
  let selective: (any SelectiveTracker)?
  // Read for each event. Comparing the optional with `nil` would copy its content. Benchmarks: depth 4.
  let isSelective: Bool
  /// Whether the tracker asks for explanations.
  let wantsExplanations: Bool
  /// Increased by each change. Copies have the same version.
  let version: UInt

  init(
    tracker: (any AnalyticsEventTracker)?, defaultProperties: TrackedProperties,
    selective: (any SelectiveTracker)?, wantsExplanations: Bool, version: UInt = 0
  ) {
    destination = tracker ?? NoOpTracker()
    hasTracker = tracker != nil
    self.defaultProperties = defaultProperties
    self.selective = selective
    isSelective = selective != nil
    self.wantsExplanations = wantsExplanations
    if wantsExplanations { TrackerRoute.explanationsWereWanted.store(true, ordering: .relaxed) }
    self.version = version
  }

  /// The tracker that was set last, if any.
  var tracker: (any AnalyticsEventTracker)? { hasTracker ? destination : nil }

  /// Settings with another tracker.
  ///
  /// - Parameters:
  ///   - isAskable: Whether the tracker may be asked which events it ignores.
  ///   - wantsExplanations: What the tracker says. It is not asked here, where the caller may hold a lock.
  func with(tracker: (any AnalyticsEventTracker)?, isAskable: Bool, wantsExplanations: Bool) -> Settings {
    Settings(
      tracker: tracker, defaultProperties: defaultProperties,
      selective: isAskable ? tracker as? any SelectiveTracker : nil, wantsExplanations: wantsExplanations,
      version: version + 1)
  }

  func with(defaultProperties: TrackedProperties) -> Settings {
    Settings(
      tracker: tracker, defaultProperties: defaultProperties, selective: selective,
      wantsExplanations: wantsExplanations, version: version + 1)
  }

  /// The same settings as a separate object.
  func copy() -> Settings {
    Settings(
      tracker: tracker, defaultProperties: defaultProperties, selective: selective,
      wantsExplanations: wantsExplanations, version: version)
  }
}
