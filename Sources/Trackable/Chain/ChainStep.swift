/// A snapshot of one link and, through ``up``, of everything above it. Snapshots of the way up share their parents'.
///
/// It is immutable, and kept by the link it was made from. So as long as no links change, an event costs one look-up.
///
/// Invariant behind `@unchecked Sendable`: `up` is written in `init` and, when nobody else holds the step, in `deinit`;
/// everything else is immutable.
final class ChainStep: @unchecked Sendable {
  let link: Link
  let properties: TrackedProperties
  let extras: LinkExtras?
  /// The actor on which the parent may be read, or on which the object was linked.
  let actor: ActorReference?
  // Read for each ancestor of each event, and nothing else can be accessing it then: see the invariant above. Benchmarks:
  // depth 4 (80 instructions an ancestor).
  @exclusivity(unchecked) private(set) var up: ChainStep?
  /// The generation of the table that this is a snapshot of, and what fits beside it.
  private let bits: UInt64

  private struct Flags {
    static let edge: UInt64 = 3
    static let hasTrackers: UInt64 = 4
    static let isUnattended: UInt64 = 8
    static let hasProperties: UInt64 = 16
    static let width: UInt64 = 5
  }

  /// Reads a link. The caller holds the lock of the table's structure.
  init(_ link: Link, up: ChainStep?, generation: UInt64) {
    self.link = link
    self.up = up
    properties = link.properties
    extras = link.extras
    actor = link.actor?.reference
    var bits = generation &<< Flags.width | UInt64(link.edge.rawValue)
    let context = extras?.context
    let leadsSomewhere = context?.route.leadsSomewhere ?? up?.hasTrackers ?? false
    if extras?.trackers != nil || leadsSomewhere { bits |= Flags.hasTrackers }
    if link.isOwn, link.actor == nil, !link.record.isActor, !link.record.hasIsolatedConformance { bits |= Flags.isUnattended }
    if !properties.hasNothing { bits |= Flags.hasProperties }
    self.bits = bits
  }

  deinit {
    var rest = up.take()
    while rest != nil, isKnownUniquelyReferenced(&rest) { rest = rest?.up.take() }
  }

  @inline(__always)
  func isOf(generation: UInt64) -> Bool { bits &>> Flags.width == generation }

  /// Where the computed properties of the parent may be read.
  @inline(__always)
  var edge: Link.Edge { Link.Edge(rawValue: UInt8(truncatingIfNeeded: bits & Flags.edge)) ?? .nowhere }

  /// Whether there are trackers from here up.
  @inline(__always)
  var hasTrackers: Bool { bits & Flags.hasTrackers != 0 }

  /// Whether properties were set on the link.
  @inline(__always)
  var hasProperties: Bool { bits & Flags.hasProperties != 0 }

  /// Whether nothing was linked above it, neither an object nor a context.
  @inline(__always)
  var isLast: Bool { up == nil && extras?.context == nil }

  /// Whether the link is in the ring of no actor.
  @inline(__always)
  var isUnattended: Bool { bits & Flags.isUnattended != 0 }
}

extension ChainStep {
  /// How far up the object is; `nil` if links do not lead there.
  @inline(never)
  func steps(to object: ObjectIdentifier?) -> Int? {
    var (next, steps): (ChainStep?, Int) = (self, 0)
    while let step = next {
      if step.link.isOf(object) { return steps }
      next = step.up
      steps += 1
    }
    return nil
  }
}
