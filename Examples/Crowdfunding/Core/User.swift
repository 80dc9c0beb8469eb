/// A person with an account.
public struct User: Sendable {
  /// The ID that services know.
  public let id: String
  /// Where receipts go.
  public let mail: String
  /// How many projects the user has backed.
  public let backings: Int

  /// Creates a user.
  public init(id: String, mail: String, backings: Int) {
    self.id = id
    self.mail = mail
    self.backings = backings
  }
}
