/// The settings of a system, read once for each event.
final class Settings: Sendable {
  // Not optional, because the content of an optional is copied before it is called. Benchmarks: depth 4 (109
  // instructions).
  /// The tracker that was set last, or one that does nothing.
  let destination: any AnalyticsEventTracker
  /// Whether a tracker was set.
  let hasTracker: Bool
  let defaultProperties: TrackedProperties
  /// The object that ends every chain, or ``NoRoot``.
  let root: any RootSubject
  /// Compared by each walk; `nil` if there is no root.
  let rootIdentity: ObjectIdentifier?
  /// The tracker, if it can tell which events it ignores.
  let selective: (any SelectiveTracker)?
  // Read for each event. Comparing the optional with `nil` would copy its content. Benchmarks: depth 4.
  let isSelective: Bool
  /// Whether the tracker asks for explanations.
  let wantsExplanations: Bool
  /// Increased by each change. Copies have the same version.
  let version: UInt

  init(
    tracker: (any AnalyticsEventTracker)?, defaultProperties: TrackedProperties, root: any RootSubject,
    selective: (any SelectiveTracker)?, wantsExplanations: Bool, version: UInt = 0
  ) {
    destination = tracker ?? NoOpTracker()
    hasTracker = tracker != nil
    self.defaultProperties = defaultProperties
    self.root = root
    rootIdentity = root.identity
    self.selective = selective
    isSelective = selective != nil
    self.wantsExplanations = wantsExplanations
    if wantsExplanations { TrackerRoute.explanationsWereWanted.store(true, ordering: .relaxed) }
    self.version = version
  }

  /// The tracker that was set last, if any.
  var tracker: (any AnalyticsEventTracker)? { hasTracker ? destination : nil }

  /// Settings with another tracker and another root.
  ///
  /// - Parameters:
  ///   - isAskable: Whether the tracker may be asked which events it ignores.
  ///   - wantsExplanations: What the tracker says. It is not asked here, where the caller may hold a lock.
  func with(
    tracker: (any AnalyticsEventTracker)?, root: any RootSubject, isAskable: Bool, wantsExplanations: Bool
  ) -> Settings {
    Settings(
      tracker: tracker, defaultProperties: defaultProperties, root: root,
      selective: isAskable ? tracker as? any SelectiveTracker : nil, wantsExplanations: wantsExplanations,
      version: version + 1)
  }

  func with(defaultProperties: TrackedProperties) -> Settings {
    Settings(
      tracker: tracker, defaultProperties: defaultProperties, root: root, selective: selective,
      wantsExplanations: wantsExplanations, version: version + 1)
  }

  /// Passes what ranks below everything else to `sink`: the root, unless the chain has passed it, and the default
  /// properties.
  @inline(__always)
  func passRankSeven(to sink: inout some SnapshotSink, unlessRoot passedRoot: Bool, isolation: (any Actor)?) {
    if rootIdentity != nil, !passedRoot { root.pass(to: &sink, isolation: isolation) }
    sink.add(defaultProperties, from: PropertySource(.defaults))
  }

  /// The same settings as a separate object.
  func copy() -> Settings {
    Settings(
      tracker: tracker, defaultProperties: defaultProperties, root: root, selective: selective,
      wantsExplanations: wantsExplanations, version: version)
  }
}
