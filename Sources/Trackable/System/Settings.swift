/// The settings of a system, read once for each event.
final class Settings: Sendable {
  /// How many calls are held before the bootstrap.
  static let heldCapacity = 1_000

  /// What a tracker and a root are set as, together.
  struct Bootstrap: Sendable {
    let tracker: any AnalyticsEventTracker
    /// The object that ends every chain.
    let root: (any TrackableClass & Sendable)?
    let interest: EventInterest

    init(_ tracker: any AnalyticsEventTracker, root: (any TrackableClass & Sendable)?) {
      self.tracker = tracker
      self.root = root
      interest = EventInterest(of: tracker)
    }
  }

  // Not optional, because the content of an optional is copied before it is called. Benchmarks: depth 4 (109
  // instructions).
  /// The tracker that was set last, or one that does nothing.
  let destination: any AnalyticsEventTracker
  let bootstrap: Bootstrap?
  /// Whether there is one: to ask the optional would copy it.
  let isBootstrapped: Bool
  let defaultProperties: TrackedProperties
  let user: UserStamp
  /// Compared by each walk; `nil` if there is no root.
  let rootIdentity: ObjectIdentifier?
  // Read for each event. Benchmarks: depth 4.
  /// Whether the tracker may ignore any event.
  let isSelective: Bool
  /// Increased by each change. Copies have the same version.
  let version: UInt
  /// Increased by each bootstrap.
  let bootstrapNumber: UInt
  /// How many purges there have been. An event from before one does not go out after it.
  let purges: UInt

  init(
    _ bootstrap: Bootstrap?, defaultProperties: TrackedProperties, user: UserStamp = .nobody, version: UInt = 0,
    bootstrapNumber: UInt = 0, purges: UInt = 0
  ) {
    self.bootstrap = bootstrap
    isBootstrapped = bootstrap != nil
    destination = bootstrap?.tracker ?? NoOpTracker()
    self.defaultProperties = defaultProperties
    self.user = user
    rootIdentity = bootstrap?.root.map { ObjectIdentifier($0) }
    isSelective = bootstrap?.interest.isAll == false
    self.version = version
    self.bootstrapNumber = bootstrapNumber
    self.purges = purges
  }

  /// The tracker that was set last, if any.
  var tracker: (any AnalyticsEventTracker)? { bootstrap?.tracker }

  /// Changed settings; with the same version, a copy.
  func with(
    _ bootstrap: Bootstrap? = nil, defaultProperties: TrackedProperties? = nil, user: UserStamp? = nil,
    purges: UInt? = nil, version: UInt? = nil
  ) -> Settings {
    Settings(
      bootstrap ?? self.bootstrap, defaultProperties: defaultProperties ?? self.defaultProperties,
      user: user ?? self.user, version: version ?? self.version + 1,
      bootstrapNumber: bootstrapNumber + (bootstrap == nil ? 0 : 1),
      purges: purges ?? self.purges)
  }

  /// Adds what ranks below everything else: the root, unless the chain has passed it, and the default properties.
  ///
  /// - Parameter isolation: Where that happens: ancestors on another actor are left to be read there.
  @inline(__always)
  func addRankSeven(to found: inout Findings, isolation: (any Actor)?) {
    if rootIdentity != nil { addRoot(to: &found, isolation: isolation) }
    found.add(defaultProperties, from: PropertySource(.defaults))
  }

  /// Adds the root, unless the chain has passed it.
  @inline(never)
  func addRoot(to found: inout Findings, isolation: (any Actor)?) {
    guard !found.passedRoot, let root = bootstrap?.root else { return }
    var walk = ChainWalk(found, isolation: isolation, root: nil, isOfRoot: true)
    walk.walk(from: root)
    found = walk.finish()
  }
}
