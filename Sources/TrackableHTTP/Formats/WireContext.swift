/// The facts that a format needs besides the envelope.
public struct WireContext: Sendable, Hashable {
  /// The anonymous ID: a random ID of the person while no user is signed in. A new person gets a new ID.
  public var anonymousID: String

  /// Creates a context.
  ///
  /// - Parameter anonymousID: The anonymous ID.
  public init(anonymousID: String) {
    self.anonymousID = anonymousID
  }
}
