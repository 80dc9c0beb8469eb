/// What the chain knows of one object: the properties and the tracker that were set on it, and who its parent is.
///
/// A link keeps the *links* above it alive, never an object. So when an ancestor is gone, what was set on its link,
/// and all that is above it, still counts.
///
/// Invariant behind `@unchecked Sendable`: the variables are read and written only under the lock of the one
/// ``ChainTable`` the link belongs to, or by a thread that holds the only reference; all else is immutable.
/// `ChainConcurrencyTests` break without it under the thread sanitizer.
final class ChainLink: @unchecked Sendable {
  // Invariant: the object is used only in an isolation that `isParentReachable` allowed. Loading and releasing a weak
  // reference is safe from any thread.
  nonisolated(unsafe) weak let object: (any TrackableObject)?
  /// Where the object is or was. Another object at a dead one's address is told apart by `object`.
  let address: ObjectIdentifier
  /// The type of the object, for people.
  let type: AnyClass

  /// Who may look whether the object is gone: see ``ChainSlots``.
  var sweepHome: UInt
  var properties = TrackedProperties()
  var tracker: TrackerReference?
  private(set) var parent: ChainLink?
  /// The value that stands where a parent would, for an object that hangs from a context.
  var context: TrackingContext?
  private var reach = ChainEdge.Reach.anywhere
  private var home: ObjectIdentifier?
  // The weak reference beside the address tells whether the actor there is still the same one. The main actor lives
  // for ever and needs none. An actor is not kept alive: it may itself be an object of the chain.
  private weak var homeActor: (any Actor)?

  init(_ object: any TrackableObject, sweepHome: UInt) {
    self.sweepHome = sweepHome
    self.object = object
    self.address = ObjectIdentifier(object)
    self.type = Swift.type(of: object)
  }

  deinit {
    // A chain as long as a user's whole journey must not be released recursively: that would end the stack.
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) {
      next = next?.parent.take()
    }
  }

  func setParent(_ parent: ChainLink?, edge: ChainEdge?) {
    self.parent = parent
    reach = edge?.reach ?? .anywhere
    home = edge?.home.map { ObjectIdentifier($0) }
    homeActor = home == Self.mainActor ? nil : edge?.home
  }

  /// How many links are above this one.
  var depth: Int {
    var depth = 0
    var link = parent
    while let current = link {
      depth += 1
      link = current.parent
    }
    return depth
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

  /// Whether the parent's computed properties may be read by code that runs in `isolation`, given whether this
  /// object's may.
  func isParentReachable(in isolation: (any Actor)?, isReachable: Bool) -> Bool {
    switch reach {
    case .anywhere: true
    case .nowhere: false
    case .withTheChild: isReachable
    case .onItsActor: isHome(isolation)
    }
  }

  private func isHome(_ isolation: (any Actor)?) -> Bool {
    guard let isolation, ObjectIdentifier(isolation) == home else { return false }
    return home == Self.mainActor || homeActor != nil
  }

  private static let mainActor = ObjectIdentifier(MainActor.shared)
}

/// A tracker that was set on a link. Most links have none, so it does not lie in the link itself.
final class TrackerReference: Sendable {
  let tracker: any AnalyticsEventTracker

  init(_ tracker: any AnalyticsEventTracker) {
    self.tracker = tracker
  }
}
