/// What a backer gets.
public struct Reward: Sendable {
  /// The reward's number.
  public let id: Int
  /// Its title.
  public let title: String
  /// The price, in cents.
  public let price: Int

  /// Creates a reward.
  public init(id: Int, title: String, price: Int) {
    self.id = id
    self.title = title
    self.price = price
  }
}
