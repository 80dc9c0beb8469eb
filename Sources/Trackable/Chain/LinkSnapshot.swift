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
    isLast = up == nil && link.extras?.context == nil
    link.noteReading()
  }

  deinit {
    var rest = up.take()
    while rest != nil, isKnownUniquelyReferenced(&rest) { rest = rest?.up.take() }
  }
}
