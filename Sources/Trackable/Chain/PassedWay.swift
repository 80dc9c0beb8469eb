/// What a walk has passed, to notice when a computed parent leads back to it.
///
/// Links alone cannot form a cycle, so nothing is noted until the first parent was computed.
struct PassedWay {
  /// The links, and the objects without one.
  private var identities: Set<ObjectIdentifier>
  private var computedParents = 0
  /// These keep alive what was passed until the walk is over. Otherwise a new object at the same address could be
  /// mistaken for an old one.
  private(set) var paths: [ChainPath]
  private var objects: [any TrackableObject] = []

  /// How many computed parents one walk follows. There must be a limit, because an object may return a newly made
  /// parent each time it is asked.
  static let maximumComputedParents = 1_000

  init(_ paths: [ChainPath]) {
    identities = Set(paths.flatMap(\.identities))
    self.paths = paths
  }

  @inline(__always)
  var isEmpty: Bool { identities.isEmpty }

  /// Keeps what was passed up to an object that computed its parent.
  mutating func keep(_ object: any TrackableObject, _ path: ChainPath?) {
    objects.append(object)
    if let path { paths.append(path) }
  }

  /// Notes that the walk goes on with a computed parent, above these.
  @inline(never)
  mutating func go(onFrom identities: [ObjectIdentifier]) {
    if self.identities.isEmpty { self.identities.formUnion(identities) }
    computedParents += 1
  }

  /// How many of the identities, from the first one on, have not been passed yet; notes them.
  mutating func newcomers(_ identities: [ObjectIdentifier]) -> Int {
    let known = identities.firstIndex { !self.identities.insert($0).inserted }
    return computedParents > Self.maximumComputedParents ? 0 : known ?? identities.count
  }
}
