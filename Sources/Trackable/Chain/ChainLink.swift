/// What the chain knows of one object: the properties and the trackers that were set on it, and who its parent is.
///
/// A link keeps the *links* above it alive, never an object. So when an ancestor is gone, what was set on its link,
/// and all that is above it, still counts.
///
/// Invariant behind `@unchecked Sendable`: `next` and the path are read and written only under the lock of the part of
/// the one ``ChainTable`` the link belongs to, or by who took it out; the other variables only under the lock of the table's structure, or all
/// of them by a thread that holds the only reference; all else is immutable. `ChainConcurrencyTests` break without it
/// under the thread sanitizer.
final class ChainLink: @unchecked Sendable {
  // Invariant: the object is used only where `ChainEdge.standing` allowed it. Loading and releasing a weak reference
  // is safe from any thread.
  nonisolated(unsafe) weak let object: (any TrackableObject)?
  /// Where the object is or was. Another object at a dead one's address is told apart by `object`.
  let address: ObjectIdentifier
  /// The type of the object, for people.
  let type: AnyClass

  /// The next link in the same slot.
  var next: ChainLink?
  /// Who may look whether the object is gone: see ``ChainSlots``.
  var sweepHome: UInt
  var properties = TrackedProperties()
  var trackers: TrackerReference?
  private(set) var parent: ChainLink?
  /// The value that stands where a parent would, for an object that hangs from a context.
  var context: TrackingContext?
  private var edge = ChainEdge.anywhere
  /// The way up, as it was when it was last asked for. It begins with this link: who takes the link out of the table
  /// takes the path out of the link.
  private(set) var path: ChainPath?

  init(_ object: any TrackableObject, sweepHome: UInt) {
    self.sweepHome = sweepHome
    self.object = object
    self.address = ObjectIdentifier(object)
    self.type = Swift.type(of: object)
  }

  /// How many ancestors that nobody else holds go at once with a link.
  private static let releasedWithOne = 4

  deinit {
    // A chain as long as a user's whole journey must not be released recursively: that would end the stack. Nor in one
    // go: that would keep the caller.
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

  /// Forgets the way up where it is not up to date: it keeps links alive that may be of no more use.
  func takeOutdatedPath(generation: UInt) -> ChainPath? {
    path?.generation == generation ? nil : path.take()
  }

  func takePath() -> ChainPath? { path.take() }

  /// Keeps a path, and answers the one that was kept before, to be released after unlocking.
  func keep(_ fresh: ChainPath) -> ChainPath? {
    let old = path.take()
    path = fresh
    return old
  }

  /// This link's own part of a path.
  var step: ChainPath.Step {
    ChainPath.Step(link: self, properties: properties, trackers: trackers, edgeUp: edge)
  }
}
