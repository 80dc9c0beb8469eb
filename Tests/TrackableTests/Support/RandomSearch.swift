import Foundation

/// How far a random search goes: a short, seeded round, unless the environment asks for more.
///
///     TRACKABLE_ORACLE_SEED=7 TRACKABLE_ORACLE_COUNT=10000000 \
///       swift test -c release
enum RandomSearch {
  static let seed = setting("TRACKABLE_ORACLE_SEED") ?? 1

  /// How many cases are looked at: as many as `TRACKABLE_ORACLE_COUNT` says, or else `short`.
  static func count(short: Int) -> Int { setting("TRACKABLE_ORACLE_COUNT").map(Int.init) ?? short }

  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }
}
