/// Numbers the decisions of the whole process: every decision of a user about consent, and every purge.
///
/// A number called `callsBefore` is a limit: calls with a smaller number are dropped, even if they come later. If a
/// denial meets a call on its way to a hub, the limit of the hub's queues is the latest number when the hub hears of
/// the denial, and that of a store is the number of the purge that the hub then makes. For a purge, it is the number
/// when the app called `purge` if the purge has waited in a gate, and otherwise the purge's own number. A purge in a
/// batch sets no limit, because a batch is in order.
package enum Decisions {
  private static let latest = AtomicWord()

  /// The number of the last decision or purge; 0 before the first. Each new call carries this number:
  /// ``UserStamp/decision``.
  package static var number: UInt64 { latest.value }

  /// For a purge that has waited and is being made now: the ``number`` when the app called `purge`. The purge concerns
  /// the calls with a smaller number.
  @TaskLocal package static var callsBefore: UInt64?

  /// Counts a decision or a purge, and returns its number. Earlier calls have a smaller number. The caller counts a
  /// decision before the decision takes effect, so a call that carries this number may have been made before the
  /// effect.
  package static func next() -> UInt64 { latest.add(1) + 1 }
}
