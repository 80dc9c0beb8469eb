import Synchronization

/// One use of the app: the signed-in user, and the variants of its experiments. Any thread may ask.
public final class Session: Sendable {
  private struct State {
    var user: User?
    var variants: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// A session without a user.
  public init() {}

  /// The signed-in user.
  public var user: User? { state.withLock { $0.user } }

  /// The variants that the user has seen, by experiment.
  public var variants: [String: String] { state.withLock { $0.variants } }

  /// The user signs in.
  public func signIn(_ user: User) {
    state.withLock { $0.user = user }
    trackSignedIn(user)
  }

  /// The user signs out.
  public func signOut() {
    trackSignedOut()
    state.withLock { $0.user = nil }
  }

  /// Call it each time a variant is shown.
  public func show(_ variant: String, of experiment: String) {
    let isFirst = state.withLock { $0.variants.updateValue(variant, forKey: experiment) == nil }
    if isFirst { trackExposed(to: experiment) }
  }
}
