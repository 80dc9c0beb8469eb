/// The user of a system at the call of `track`. An event carries it, as it carries its time, so that it says whose it
/// is in every queue and every order.
package final class UserStamp: Sendable {
  /// The user; `nil` if none was known.
  package let id: String?
  /// Grows with every change of the user, so that of two stamps of a system the newer is known.
  package let number: Int

  /// The groups that the user belongs to: the ID of each by its type.
  package let groups: TrackedProperties

  package init(_ id: String?, number: Int, groups: TrackedProperties = TrackedProperties()) {
    self.id = id
    self.number = number
    self.groups = groups
  }

  package static let nobody = UserStamp(nil, number: 0)

  /// The next user. Groups of another one do not hold; those from before any user was known do.
  package func next(_ id: String?) -> UserStamp {
    let holds = id != nil && (self.id == nil || self.id == id)
    return UserStamp(id, number: number + 1, groups: holds ? groups : TrackedProperties())
  }

  /// The same user, in a group or out of it.
  func joining(_ group: TrackedUserProperty) -> UserStamp {
    var groups = groups
    // A tracker that registers later is told of no more either.
    if groups.count >= 100, groups[group.name] == nil { return self }
    groups[PropertyKey(dynamicName: group.name)] = group.operand == .null ? nil : .string("\(group.operand)")
    return UserStamp(id, number: number, groups: groups)
  }
}
