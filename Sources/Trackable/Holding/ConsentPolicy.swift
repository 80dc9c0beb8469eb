/// The rule for calls to a tracker that requires consent, while the user has not decided.
public struct ConsentPolicy: Sendable, Equatable {
  /// The most calls that a gate holds besides `identify` and `reset`; `nil` means that it holds no calls.
  let capacity: Int?

  /// The gate holds calls, in memory only, and sends them out in order when the user agrees. A full gate drops the
  /// oldest events, user properties and errors, and reports their number in an issue when the user agrees. The gate
  /// never drops the last `identify` or `reset`.
  public static func hold(capacity: Int = 1_000) -> ConsentPolicy {
    ConsentPolicy(capacity: min(max(0, capacity), 1_000_000_000))
  }

  /// The gate drops calls. When the user agrees, the tracker only gets the last `identify` or `reset`.
  public static let drop = ConsentPolicy(capacity: nil)
}
