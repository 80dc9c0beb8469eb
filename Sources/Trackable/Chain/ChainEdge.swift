/// Where the computed properties of a parent may be read, given where its child may be.
///
/// | linked | the parent may be read |
/// |---|---|
/// | inside an actor | on that actor |
/// | outside, parent `Sendable` | anywhere |
/// | outside, neither is `Sendable` | where the child may be used: the compiler made them one region |
/// | outside, a `Sendable` child with a parent that is not | nowhere |
/// | where a parent's global actor cannot be | nowhere |
struct ChainEdge: Sendable {
  /// What was known when the link was made.
  enum Reach: UInt8 {
    case onItsActor
    case anywhere
    case withTheChild
    case nowhere
  }

  let reach: Reach
  /// The actor inside which the link was made.
  let home: Home?

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
    home = Home(isolation)
    if !parent.mayBeRead(in: isolation) {
      reach = .nowhere
    } else if isolation != nil {
      reach = .onItsActor
    } else if isParentSendable {
      reach = .anywhere
    } else {
      reach = isChildSendable ? .nowhere : .withTheChild
    }
  }

  private init(reach: Reach) {
    self.reach = reach
    home = nil
  }

  /// An edge without conditions.
  static let anywhere = ChainEdge(reach: .anywhere)

  /// Where an object may be read, as seen by code that runs in one isolation.
  enum Standing {
    /// By that code, at once.
    case here
    /// On another actor.
    case elsewhere(any Actor)
    /// On an actor that is gone, and what belonged to it with it.
    case gone
    /// By nobody.
    case nowhere
  }

  /// Where the parent stands, given where the child does.
  func standing(child: Standing, in isolation: (any Actor)?) -> Standing {
    switch reach {
    case .anywhere: return .here
    case .nowhere: return .nowhere
    case .withTheChild: return child
    case .onItsActor:
      guard let home else { return .nowhere }
      if home.isHome(isolation) { return .here }
      return home.actor.map { .elsewhere($0) } ?? .gone
    }
  }
}

extension TrackableObject {
  /// Whether code in `isolation` may read objects of this type, as far as the type's conformance goes.
  ///
  /// A conformance that belongs to a global actor lets nobody else in, and the compiler sees to it; but in
  /// `any TrackableClass & Sendable` a type loses its actor. So this is asked once more where it matters: an isolated
  /// conformance is of no use outside of global actors.
  static func mayBeRead(in isolation: (any Actor)?) -> Bool {
    guard hasIsolatedConformance else { return true }
    guard let isolation else { return false }
    return isolation is MainActor || type(of: isolation) is any GlobalActor.Type
  }
}
