/// What the chain knows about one object: the properties and the trackers that were set on it, and who its parent is.
/// Its place in the rounds of a ``LinkedActor`` is negative if no call checks it.
///
/// A link keeps the *links* above it alive, never an object. So when an ancestor is gone, the properties of its link
/// still count, and so does everything above it.
///
/// Invariant behind `@unchecked Sendable`: all variables are accessed only under the lock of the table's structure, but
/// `snapshot` is also read under the lock of the shard of the ``ChainTable`` to which the address belongs, and changed only
/// under both. A thread that holds the only reference may access all of them. Everything else is immutable. Without
/// this, `ChainConcurrencyTests` fail under the thread sanitizer.
final class Link: RoundsMember, @unchecked Sendable {
  /// Where the computed properties of the parent may be read.
  enum Edge {
    /// Anywhere: the link was made outside of actors. A parent is `Sendable`.
    case anywhere
    /// On the actor of the link; anywhere, once that is gone.
    case onTheActor
    /// Nowhere: the parent's conformance belongs to another actor than the one on which the link was made.
    case nowhere
  }

  // Invariant: the object is used only where the rules of `Edge` and of ``ChainTable`` allow it. Loading and releasing
  // a weak reference is safe on any thread. It is set only while nothing but the table refers to the link, so no thread
  // loads it then: see `isReusable`. `RecycledAddressTests` break without it.
  @exclusivity(unchecked) nonisolated(unsafe) weak var object: (any TrackableClass)?
  /// The address of the object. After its death another object may have the same one; `object` tells them apart.
  let address: ObjectIdentifier
  let record: ClassRecord

  /// Whether the object was linked itself. Otherwise it is only a parent, and its link goes with the last child.
  var isOwn = false
  /// Whether the table has removed the link, because its object is gone. Its children may still need it.
  var isRemoved = false
  private(set) var edge = Edge.anywhere
  /// Whether a snapshot of the link was ever made. Such a snapshot may still be in use after the object is gone.
  var wasRead = false
  /// How many links have this one as their parent.
  private(set) var childCount: Int32 = 0
  var properties = TrackedProperties()
  /// What most links do not have.
  var extras: LinkExtras?
  private(set) var parent: Link?
  /// The actor on which the link was made: the object is checked there, and the parent is read there.
  var actor: LinkedActor?

  /// The way up as it was last read. It refers back to this link, so the code that takes the link out of the table has
  /// to take the snapshot as well, or neither would ever be released.
  // Accessed under a lock, so that no two accesses overlap.
  @exclusivity(unchecked) var snapshot: LinkSnapshot?

  init(_ object: any TrackableClass) {
    self.object = object
    address = ObjectIdentifier(object)
    record = .of(object)
  }

  deinit {
    // A chain can be as long as a user's whole journey. It is not released recursively, which would overflow the stack.
    var above = parent.take()
    while above != nil, isKnownUniquelyReferenced(&above) { above = above?.parent.take() }
  }

  /// Whether a new object at the address of a dead one may take over the dead object's link: nothing but the table refers to
  /// the link, and a new link would be in the same list.
  func isReusable(for other: any TrackableClass, _ actor: LinkedActor?) -> Bool {
    isOwn && !wasRead && childCount == 0 && self.actor === actor && record.type == type(of: other)
  }

  /// Sets the parent. Returns the earlier parent if it has lost its last child.
  func setParent(_ parent: Link?, edge: Edge) -> Link? {
    let old = self.parent
    parent?.childCount += 1
    self.parent = parent
    self.edge = edge
    old?.childCount -= 1
    return old?.childCount == 0 ? old : nil
  }

  /// Notes that the actor on which the parent was linked is gone. Any thread may read the parent from now on, because a
  /// parent is `Sendable`. A parent whose conformance belongs to a global actor can be read nowhere any more: the dead
  /// actor had the executor of that global actor.
  func losesActorOfParent() { edge = parent?.record.hasIsolatedConformance == true ? .nowhere : .anywhere }

  /// Whether this is the link of an object that is alive.
  func isOf(_ object: ObjectIdentifier?) -> Bool {
    // A link that refers to nothing belongs to a dead object that had the same address.
    address == object && self.object != nil
  }
}

/// The trackers of a link, and the context that replaces a parent object.
typealias LinkExtras = Boxed<(trackers: TrackerRoute?, context: TrackingContext?)>

/// A snapshot of one link and, through ``up``, of everything above it. Snapshots of the way up share their parents'.
///
/// It is immutable, and kept by the link it was made from. So as long as no links change, an event costs one look-up.
///
/// Invariant behind `@unchecked Sendable`: `up` is written in `init` and, when no other reference to the snapshot is left,
/// in `deinit`; everything else is immutable.
final class LinkSnapshot: @unchecked Sendable {
  let link: Link
  let properties: TrackedProperties
  // The flags stand here, where they need no memory: the properties leave a gap.
  /// Where the computed properties of the parent may be read.
  let edge: Link.Edge
  /// Whether nothing was linked above it, neither an object nor a context.
  let isLast: Bool
  let extras: LinkExtras?
  /// The actor on which the parent may be read, or on which the object was linked.
  let actor: LinkedActor?
  // Read for each ancestor of each event, and nothing else can be accessing it then: see the invariant above.
  // Benchmarks: depth 4 (80 instructions an ancestor).
  @exclusivity(unchecked) private(set) var up: LinkSnapshot?
  /// Which generation of the table this is a snapshot of.
  let generation: UInt64

  /// Reads a link. The caller holds the lock of the table's structure.
  init(_ link: Link, up: LinkSnapshot?, generation: UInt64) {
    self.link = link
    self.up = up
    self.generation = generation
    properties = link.properties
    extras = link.extras
    actor = link.actor
    edge = link.edge
    isLast = up == nil && link.extras?.value.context == nil
    link.wasRead = true
  }

  deinit {
    var rest = up.take()
    while rest != nil, isKnownUniquelyReferenced(&rest) { rest = rest?.up.take() }
  }
}
