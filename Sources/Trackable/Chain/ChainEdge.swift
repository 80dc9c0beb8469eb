/// Under which conditions the events of a child may read the computed properties of its parent.
///
/// | linked | the parent may be read |
/// |---|---|
/// | inside an actor | on that actor |
/// | outside, parent `Sendable` | anywhere |
/// | outside, neither is `Sendable` | where the child may be used: the compiler made them one region |
/// | outside, a `Sendable` child with a parent that is not | nowhere |
struct ChainEdge {
  /// What was known when the link was made.
  enum Reach: UInt8 {
    case onItsActor
    case anywhere
    case withTheChild
    case nowhere
  }

  let reach: Reach
  /// The actor inside which the link was made.
  let home: (any Actor)?

  /// - Parameters:
  ///   - parent: The parent's type.
  ///   - isChildSendable: Whether the compiler knows that the child is `Sendable`.
  ///   - isParentSendable: The same for the parent.
  ///   - isolation: Where the link is made.
  init(
    to parent: any TrackableObject.Type,
    isChildSendable: Bool,
    isParentSendable: Bool,
    isolation: (any Actor)?
  ) {
    home = isolation
    if isolation != nil {
      reach = .onItsActor
    } else if parent.hasIsolatedConformance {
      // The type lost its actor in `any TrackableClass & Sendable`; outside that actor it must not be read.
      reach = .nowhere
    } else if isParentSendable {
      reach = .anywhere
    } else {
      reach = isChildSendable ? .nowhere : .withTheChild
    }
  }
}
