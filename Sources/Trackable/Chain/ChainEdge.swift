/// Where the computed properties of a parent may be read, depending on how it was linked to its child.
///
/// | linked | the parent may be read |
/// |---|---|
/// | on an actor | on that actor |
/// | outside of actors, the parent is `Sendable` | anywhere |
/// | outside of actors, neither is `Sendable` | where the child may be used: the compiler made them one region |
/// | outside of actors, only the child is `Sendable` | nowhere |
/// | in an isolation that cannot be the parent's global actor | nowhere |
struct ChainEdge: Sendable {
  /// What follows from how the link was made.
  enum Reach: UInt8 {
    case onItsActor
    case anywhere
    case withTheChild
    case nowhere
  }

  let reach: Reach
  /// The actor on which the link was made.
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

  /// An edge to a parent that may be read anywhere.
  static let anywhere = ChainEdge(reach: .anywhere)

  /// Where an object may be read, from the point of view of the code that walks the chain.
  enum Standing {
    /// Right here, at once.
    case here
    /// On another actor.
    case elsewhere(any Actor)
    /// On an actor that is gone, together with what belonged to it.
    case gone
    /// Nowhere.
    case nowhere
  }

  /// The standing of the parent, given that of the child.
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
  /// Whether the type's conformance allows code in `isolation` to read its objects.
  ///
  /// Normally the compiler makes sure that a conformance isolated to a global actor is used on that actor only. But the
  /// type `any TrackableClass & Sendable` hides the isolation. So it is checked here as well: an isolated conformance
  /// must not be used outside of global actors.
  static func mayBeRead(in isolation: (any Actor)?) -> Bool {
    guard hasIsolatedConformance else { return true }
    guard let isolation else { return false }
    return isolation is MainActor || type(of: isolation) is any GlobalActor.Type
  }
}
