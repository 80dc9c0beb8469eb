/// What the chain knows about one object: the properties and the trackers that were set on it, and who its parent is.
///
/// A link keeps the *links* above it alive, never an object. So when an ancestor is gone, what was set on its link
/// still counts, and so does everything above it.
///
/// Invariant behind `@unchecked Sendable`: `next` and `path` are accessed only under the lock of the part of the
/// ``ChainTable`` to which the link belongs, or by the code that has removed it from there; the other variables only
/// under the lock of the table's structure. A thread that holds the only reference may access all of them. Everything
/// else is immutable. Without this, `ChainConcurrencyTests` fail under the thread sanitizer.
final class ChainLink: @unchecked Sendable {
  // Invariant: the object is used only where `ChainEdge.standing` has allowed it. Loading and releasing a weak
  // reference is safe on any thread.
  nonisolated(unsafe) weak let object: (any TrackableObject)?
  /// The address of the object. After its death another object may have the same one; `object` tells them apart.
  let address: ObjectIdentifier
  /// The type of the object, for display.
  let type: AnyClass

  /// The next link in the same slot.
  var next: ChainLink?
  /// The home whose sweeps may check whether the object is gone: see ``ChainSlots``.
  var sweepHome: UInt
  var properties = TrackedProperties()
  var trackers: TrackerReference?
  private(set) var parent: ChainLink?
  /// The context that takes the place of a parent, if the object was linked to one.
  var context: TrackingContext?
  private var edge = ChainEdge.anywhere
  /// The cached way up, as it was last read. It refers back to this link, so whoever removes the link from the table
  /// has to take the path out of the link, or neither would ever be released.
  private(set) var path: ChainPath?

  init(_ object: any TrackableObject, sweepHome: UInt) {
    self.sweepHome = sweepHome
    self.object = object
    self.address = ObjectIdentifier(object)
    self.type = Swift.type(of: object)
  }

  /// How many ancestors that nobody else holds are released together with a link.
  private static let releasedWithOne = 4

  deinit {
    // A chain can be as long as a user's whole journey. It must not be released recursively, because that would
    // overflow the stack, nor all at once, because that would keep the caller waiting.
    var above = parent.take()
    var left = Self.releasedWithOne
    while above != nil, isKnownUniquelyReferenced(&above) {
      if left == 0 { return ChainTable.releaseLater(above.take()) }
      left -= 1
      above = above?.parent.take()
    }
  }

  func setParent(_ parent: ChainLink?, edge: ChainEdge?) {
    self.parent = parent
    self.edge = edge ?? .anywhere
  }

  /// Whether `other` is this link or one above it.
  func reaches(_ other: ChainLink) -> Bool {
    var link: ChainLink? = self
    while let current = link {
      if current === other { return true }
      link = current.parent
    }
    return false
  }

  /// Drops the cached way up if it is outdated: it may keep links alive that are no longer needed.
  func takeOutdatedPath(generation: UInt) -> ChainPath? {
    path?.generation == generation ? nil : path.take()
  }

  func takePath() -> ChainPath? { path.take() }

  /// Caches a path, and returns the one that was cached before, to be released after unlocking.
  func keep(_ fresh: ChainPath) -> ChainPath? {
    let old = path.take()
    path = fresh
    return old
  }

  /// This link as a step of a path.
  var step: ChainPath.Step {
    ChainPath.Step(link: self, properties: properties, trackers: trackers, edgeUp: edge)
  }
}
