import Foundation

/// How much random and exhaustive searches do: a short round in `swift test`, the long one where the environment variable
/// `TRACKABLE_ATTACK_SCALE` is more than 1, as in the steps that attack.
package enum SearchScale {
  package static let isLong =
    (ProcessInfo.processInfo.environment["TRACKABLE_ATTACK_SCALE"].flatMap { Int($0) } ?? 1) > 1

  package static func times<Value>(_ short: Value, long: Value) -> Value { isLong ? long : short }
}
