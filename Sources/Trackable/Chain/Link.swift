/// The chain's record of one object: the properties and the trackers that were set on the object, and the object's
/// parent. The inherited `place` is negative if no call checks the link.
///
/// A link keeps the *links* above it alive, never an object. So after an ancestor was deallocated, events still carry
/// the properties of its link and of everything above it.
///
/// Invariant behind `@unchecked Sendable`: all variables are accessed only under the lock of the table's structure. One
/// exception is `snapshot`: it is also read under the lock of its shard of the ``ChainTable``, and changed only under
/// both locks. A thread that holds the only reference may access all variables. Everything else is immutable. If this
/// rule is broken, `ChainConcurrencyTests` fail under the thread sanitizer.
final class Link: CheckRotaMember, @unchecked Sendable {
  /// The isolation in which the computed properties of the parent may be read.
  enum ParentAccess {
    /// On any thread, because the link was made outside of actors, and a parent is `Sendable`.
    case anywhere
    /// On the actor of the link; on any thread after that actor was deallocated.
    case onTheActor
    /// Nowhere, because the parent's conformance belongs to another actor than the one on which the link was made.
    case nowhere
  }

  // Invariant: the object is used only where the rules of `ParentAccess` and of ``ChainTable`` allow it. Loading and
  // releasing a weak reference is safe on any thread. The reference is set only while nothing except the table refers
  // to the link, so no thread loads it then: see `isReusable`. `RecycledAddressTests` fail without the check in
  // `isReusable`.
  @exclusivity(unchecked) nonisolated(unsafe) weak var object: (any TrackableClass)?
  /// The address of the object. After the object's death, another object may get this address. The weak reference
  /// `object` shows whether the address still belongs to the linked object.
  let address: ObjectIdentifier
  let record: ClassRecord

  /// Whether the app has linked the object itself. If not, the object is only a parent, and its link is removed with
  /// the last child.
  var isOwn = false
  /// Whether the table has removed the link, because its object was deallocated. Children of the link may still need
  /// the link.
  var isRemoved = false
  private(set) var parentAccess = ParentAccess.anywhere
  /// Whether a snapshot of the link was ever made. Such a snapshot may still be in use after the object was
  /// deallocated.
  var hadSnapshot = false
  /// The number of links with this link as their parent.
  private(set) var childCount: Int32 = 0
  var properties = TrackedProperties()
  /// The trackers and the context, which most links do not have.
  var extras: LinkExtras?
  private(set) var parent: Link?
  /// The list of the actor on which the link was made. Calls that link an object on that actor check whether the object
  /// still exists; calls that track on that actor read the parent at once.
  var actor: LinkingActor?

  /// The last snapshot of this link and of the links above it. The snapshot refers back to this link. So code that
  /// takes the link out of the table must also remove the snapshot; otherwise neither would ever be released.
  // The variable is accessed under a lock, so no two accesses overlap.
  @exclusivity(unchecked) var snapshot: LinkSnapshot?

  init(_ object: any TrackableClass) {
    self.object = object
    address = ObjectIdentifier(object)
    record = .of(object)
  }

  deinit {
    // The links above are released in a loop: a chain can be so long that a recursion would overflow the stack.
    var above = parent.take()
    while above != nil, isKnownUniquelyReferenced(&above) { above = above?.parent.take() }
  }

  /// Whether a new object at the address of a dead object may take over the dead object's link. The condition is that
  /// nothing except the table refers to the link, and that a new link would be in the same list.
  func isReusable(for other: any TrackableClass, _ actor: LinkingActor?) -> Bool {
    isOwn && !hadSnapshot && childCount == 0 && self.actor === actor && record.type == type(of: other)
  }

  /// Sets the parent. Returns the earlier parent if this link was its last child.
  func setParent(_ parent: Link?, parentAccess: ParentAccess) -> Link? {
    let old = self.parent
    parent?.childCount += 1
    self.parent = parent
    self.parentAccess = parentAccess
    old?.childCount -= 1
    return old?.childCount == 0 ? old : nil
  }

  /// Notes that the actor of the link was deallocated. From now on, any thread may read the parent, because a parent is
  /// `Sendable`. A parent whose conformance belongs to a global actor can no longer be read on any thread, because that
  /// global actor's executor was deallocated.
  func losesActorOfParent() { parentAccess = parent?.record.hasIsolatedConformance == true ? .nowhere : .anywhere }

  /// Whether this is the link of the living object with the given address.
  func isOf(_ object: ObjectIdentifier?) -> Bool {
    // A link without an object belongs to a dead object that had the same address.
    address == object && self.object != nil
  }
}

/// The trackers of a link, and the context that replaces a parent object.
typealias LinkExtras = Boxed<(trackers: TrackerRoute?, context: TrackingContext?)>

/// A snapshot of one link and, through ``up``, of everything above it. Links with the same parent share the parent's
/// snapshot.
///
/// A snapshot is immutable, and the link keeps its own snapshot. So as long as no links change, an event costs one
/// look-up.
///
/// Invariant behind `@unchecked Sendable`: `up` is written only in `init` and in `deinit`, where no other reference to
/// the snapshot is left. Everything else is immutable.
final class LinkSnapshot: @unchecked Sendable {
  let link: Link
  let properties: TrackedProperties
  // The flags are declared here, because the properties before them leave a gap in which the flags take no additional
  // memory.
  /// The isolation in which the computed properties of the parent may be read.
  let parentAccess: Link.ParentAccess
  /// Whether the link has no parent, neither an object nor a context.
  let isLast: Bool
  let extras: LinkExtras?
  /// The actor on which the parent may be read, or on which the object was linked.
  let actor: LinkingActor?
  // The variable is read for each ancestor of each event. No other access can overlap with a read: see the invariant
  // above. The benchmark `depth 4` shows the difference (80 instructions for each ancestor).
  @exclusivity(unchecked) private(set) var up: LinkSnapshot?
  /// The table's generation when the snapshot was made.
  let generation: UInt64

  /// Reads a link. The caller holds the lock of the table's structure.
  init(_ link: Link, up: LinkSnapshot?, generation: UInt64) {
    self.link = link
    self.up = up
    self.generation = generation
    properties = link.properties
    extras = link.extras
    actor = link.actor
    parentAccess = link.parentAccess
    isLast = up == nil && link.extras?.value.context == nil
    link.hadSnapshot = true
  }

  deinit {
    var rest = up.take()
    while rest != nil, isKnownUniquelyReferenced(&rest) { rest = rest?.up.take() }
  }
}
