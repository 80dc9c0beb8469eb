/// Something that somebody wants to make.
public struct Project: Sendable {
  /// The project's number.
  public let id: Int
  /// Its title.
  public let name: String
  /// What it is about; `nil` if its creator has not said.
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
