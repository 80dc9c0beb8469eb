/// What is known of the current user: what a tracker that registers later gets first.
struct KnownUser: Sendable {
  /// How many user properties are kept.
  static let capacity = 100

  private var identity: (userID: String, kept: KeptDelivery)?
  /// In the order of their first update.
  private var properties: [(name: String, kept: KeptDelivery)] = []
  /// Whether there were more user properties than are kept; reported once for each user.
  private var isFull = false
  /// Increased by each change.
  private(set) var version = 0

  /// Notes a delivery. Returns whether that was the user's first property that is not kept.
  mutating func note(_ kept: KeptDelivery) -> Bool {
    version += 1
    switch kept.delivery {
    case .identify(let userID, _):
      // What was said of somebody else does not hold. What was said before anybody was known does.
      if let identity, identity.userID != userID { forgetProperties() }
      identity = (userID, kept)
    case .reset:
      identity = nil
      forgetProperties()
    case .update(let property):
      if let index = properties.firstIndex(where: { $0.name == property.name }) {
        properties[index].kept = kept
      } else if properties.count < Self.capacity {
        properties.append((property.name, kept))
      } else if !isFull {
        isFull = true
        return true
      }
    case .track, .report, .purge: break
    }
    return false
  }

  private mutating func forgetProperties() {
    properties = []
    isFull = false
  }

  /// What tells a tracker who the user is.
  var deliveries: [KeptDelivery] { (identity.map { [$0.kept] } ?? []) + properties.map(\.kept) }
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
