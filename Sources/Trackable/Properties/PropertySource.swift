/// The source of a property: the call of `track`, the event, an object, an object's link to its parent, a
/// ``TrackingContext``, a scope of `withTrackedProperties`, or the default properties. For an object, the source
/// includes the object's distance up the chain.
public struct PropertySource: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a source. The raw value is its name in a table.
  package enum Kind: String, Sendable {
    /// Properties of the call `track(_:trackedProperties:)`.
    case callSite = "call site"
    /// The event's own properties.
    case event
    /// Properties of a link: `link(to:) { … }`.
    case link
    /// The computed `trackedProperties` of an object.
    case object
    /// Properties of a `TrackingContext`.
    case context
    /// Properties of a task, by `withTrackedProperties`.
    case scope
    /// The default properties, `TrackableSystem.defaultProperties`.
    case defaults
  }

  package let kind: Kind
  /// The type of the object, if the source is an object or an object's link.
  public let typeName: String?
  /// The number of steps up the chain from the object that tracked to this object: 0 for the object that tracked, 1 for
  /// its parent. If ``isOfRoot``, the number of steps from the root.
  package let distance: Int
  /// Whether the object is the system's root or above the root, and the root was not in the chain of the object that
  /// tracked.
  package let isOfRoot: Bool

  package init(_ kind: Kind, typeName: String? = nil, distance: Int = 0, isOfRoot: Bool = false) {
    self.kind = kind
    self.typeName = typeName
    self.distance = distance
    self.isOfRoot = isOfRoot
  }

  /// The rank in <doc:Precedence>: 1 wins over 2. All ancestors share rank 5. Among them the nearest wins, and an
  /// ancestor's link wins over its computed properties.
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
