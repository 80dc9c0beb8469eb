/// Where a value comes from: the call, the event, an object or its link, a scope, and how far up the chain.
public struct PropertySource: Sendable, Hashable, CustomStringConvertible {
  /// What gives properties, as a table names it.
  package enum Kind: String, Sendable {
    /// `track(_:trackedProperties:)`.
    case callSite = "call site"
    /// The event's own properties.
    case event
    /// `link(to:) { … }`.
    case link
    /// `trackedProperties` of an object.
    case object
    /// A `TrackingContext`.
    case context
    /// `withTrackedProperties`.
    case scope
    /// `TrackableSystem.defaultProperties`.
    case defaults
  }

  package let kind: Kind
  /// The type of the object, if the source is an object or an object's link.
  public let typeName: String?
  /// How far up the chain that object is: 0 is the object that tracked, 1 its parent. If ``isOfRoot``, how far above
  /// the root: 0 is the root itself.
  package let distance: Int
  /// Whether the object is the system's root, or above it, and ends a chain that does not lead to the root by itself.
  package let isOfRoot: Bool

  package init(_ kind: Kind, typeName: String? = nil, distance: Int = 0, isOfRoot: Bool = false) {
    self.kind = kind
    self.typeName = typeName
    self.distance = distance
    self.isOfRoot = isOfRoot
  }

  /// The rank in <doc:Precedence>: 1 wins over 2. All ancestors share rank 5; among them the nearest wins, and an
  /// ancestor's link wins over what it computes.
  package var rank: Int {
    if isOfRoot { return 7 }
    return switch kind {
    case .callSite: 1
    case .event: 2
    case .link: distance == 0 ? 3 : 5
    case .object: distance == 0 ? 4 : 5
    case .context: distance == 0 ? 3 : 5
    case .scope: 6
    case .defaults: 7
    }
  }

  /// `link of AlbumListVC (1)`.
  public var description: String {
    guard let typeName else { return kind.rawValue }
    let owner = kind == .link ? "link of " + typeName : typeName
    if isOfRoot, distance == 0 { return owner + " (root)" }
    return distance == 0 ? owner : owner + " (" + distance.description + (isOfRoot ? " above the root)" : ")")
  }
}
