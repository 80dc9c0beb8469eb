/// The facts that a format needs besides the envelope.
public struct WireContext: Sendable, Hashable {
  /// Who the user is while no user is signed in: a random ID that the app keeps, and renews after a `reset`.
  public var anonymousID: String

  /// Creates a context.
  ///
  /// - Parameter anonymousID: Who the user is while no user is signed in.
  public init(anonymousID: String) {
    self.anonymousID = anonymousID
  }
}
