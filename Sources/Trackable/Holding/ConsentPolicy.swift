/// How a gate treats the calls to a tracker that requires consent while the user has not decided.
public struct ConsentPolicy: Sendable, Equatable {
  /// How many calls a gate holds besides `identify` and `reset`; `nil` if it is to hold none.
  let capacity: Int?

  /// The gate holds calls, in memory only, and sends them out in order when the user agrees. Beyond `capacity` it drops
  /// the oldest events, user properties and errors, and one issue counts them when the user agrees. It never drops the
  /// last `identify` or `reset`.
  public static func hold(capacity: Int = 1_000) -> ConsentPolicy {
    ConsentPolicy(capacity: min(max(0, capacity), 1_000_000_000))
  }

  /// The gate drops calls. When the user agrees, the tracker gets only who the user is.
  public static let drop = ConsentPolicy(capacity: nil)
}
