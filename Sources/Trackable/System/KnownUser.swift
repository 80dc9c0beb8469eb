/// What is known of the current user: what a tracker that registers later gets first.
struct KnownUser: Sendable {
  /// How many user properties are kept.
  static let capacity = 100

  private var identity: (userID: String, traits: TrackedProperties)?
  /// In the order of their first update.
  private var properties: [TrackedUserProperty] = []
  /// Whether there were more user properties than are kept; reported once.
  private(set) var isFull = false
  /// Increased by each change.
  private(set) var version = 0

  /// Notes a delivery. Returns whether that was the first user property that is not kept.
  mutating func note(_ delivery: Delivery) -> Bool {
    version += 1
    switch delivery {
    case .identify(let userID, let traits):
      // What was said of somebody else does not hold. What was said before anybody was known does.
      if let identity, identity.userID != userID { properties = [] }
      identity = (userID, traits)
    case .reset:
      identity = nil
      properties = []
    case .update(let property):
      if let index = properties.firstIndex(where: { $0.name == property.name }) {
        properties[index] = property
      } else if properties.count < Self.capacity {
        properties.append(property)
      } else if !isFull {
        isFull = true
        return true
      }
    case .track, .report, .purge: break
    }
    return false
  }

  /// What tells a tracker who the user is.
  var deliveries: [Delivery] {
    (identity.map { [.identify($0.userID, traits: $0.traits)] } ?? []) + properties.map { .update($0) }
  }
}

extension Delivery {
  /// Whether it concerns everybody who keeps a user.
  var isOfUser: Bool {
    switch self {
    case .identify, .reset, .update, .purge: true
    case .track, .report: false
    }
  }
}
