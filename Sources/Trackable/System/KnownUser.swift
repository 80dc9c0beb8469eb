/// The current user: a tracker that registers later gets these calls first.
struct KnownUser: Sendable {
  /// How many user properties are kept.
  static let capacity = 100

  private var identity: Boxed<TrackedUser>?
  /// In the order of their first update.
  private var properties: [TrackedUserProperty] = []
  /// Whether there were more user properties than are kept; reported once for each user.
  private var isFull = false
  /// Increased by each change.
  private(set) var version = 0

  /// Notes a call. Returns whether that was the user's first property that is not kept.
  mutating func note(_ call: TrackerCall) -> Bool {
    version += 1
    switch call {
    case .identify(let user):
      // Properties of another user do not hold. Those from before any user was known do.
      if let identity, identity.value.id != user.id { forgetProperties() }
      identity = Boxed(user)
    case .reset:
      identity = nil
      forgetProperties()
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

  private mutating func forgetProperties() {
    properties = []
    isFull = false
  }

  /// What tells a tracker who the user is.
  var calls: [TrackerCall] { (identity.map { [.identify($0.value)] } ?? []) + properties.map { .update($0) } }
}
