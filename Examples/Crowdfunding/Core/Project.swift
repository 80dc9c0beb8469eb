/// A thing that its creator wants to make.
public struct Project: Sendable {
  /// The project's number.
  public let id: Int
  /// Its title.
  public let name: String
  /// Its subject; `nil` if its creator has not given one.
  public let tags: [String]?
  /// Whether the editors love it.
  public let isFeatured: Bool
  /// What backers get.
  public let rewards: [Reward]

  /// Creates a project.
  public init(id: Int, name: String, tags: [String]?, isFeatured: Bool = false, rewards: [Reward] = []) {
    self.id = id
    self.name = name
    self.tags = tags
    self.isFeatured = isFeatured
    self.rewards = rewards
  }
}
