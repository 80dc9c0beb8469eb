/// Who said something of a key: which place, whose, and how far from where the event was tracked.
public struct PropertySource: Sendable, Hashable, CustomStringConvertible {
  /// The places in which properties are said.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    /// `track(_:trackedProperties:)`.
    case callSite = "call site"
    /// The event's own properties.
    case event
    /// `setupTrackableChain(trackedProperties:)`.
    case link
    /// `trackedProperties` of an object.
    case object
    /// A ``TrackingContext``.
    case context
    /// ``withTrackedProperties(_:tracker:operation:)``.
    case scope
    /// ``TrackableSystem/defaultProperties``.
    case defaults
  }

  /// In which place it was said.
  public let place: Place
  /// The type of the object whose link, or which itself, said it.
  public let typeName: String?
  /// How far that object is from the one that tracked: 0 is the object itself, 1 its parent.
  public let distance: Int

  init(_ place: Place, typeName: String? = nil, distance: Int = 0) {
    self.place = place
    self.typeName = typeName
    self.distance = distance
  }

  /// The rank in the law of precedence: 1 wins over 2. Ancestors share rank 5; among them the nearest wins, and its
  /// link before the object itself.
  public var rank: Int {
    switch place {
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
    guard let typeName else { return place.rawValue }
    let owner = place == .link ? "link of \(typeName)" : typeName
    return distance == 0 ? owner : "\(owner) (\(distance))"
  }
}

/// What a walk tells what it finds: places in the order of their rank, highest first.
///
/// Tracking and explaining walk the same way and differ in the sink only, so they cannot disagree.
protocol PropertySink {
  // Consuming: what an object has computed moves on into the result. Benchmarks: depth 4.
  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource)
}
