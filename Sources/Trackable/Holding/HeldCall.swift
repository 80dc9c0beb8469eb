/// A call that waits.
final class HeldCall: Sendable {
  let call: TrackerCall
  /// The user and the latest decision at the call; `nil` if no system made the call.
  let stamp: UserStamp?
  /// How many bytes it takes, roughly.
  let size: Int
  private let decision = Decisions.number
  /// How deep it was nested: a tracker that makes the next call ends there.
  private let nesting = Nesting.depth
  private let row: Nesting.Row?
  private let perform: @Sendable (TrackerCall) -> Void

  /// - Parameter size: How many bytes it takes beyond those of the call.
  init(
    _ call: TrackerCall, size: Int = 0, row: Nesting.Row? = Nesting.row,
    _ perform: @escaping @Sendable (TrackerCall) -> Void
  ) {
    self.call = call
    self.row = row
    stamp = call.stamp
    self.size = call.size + size
    self.perform = perform
  }

  var tellsUser: Bool { call.tellsUser }
  var isPurge: Bool { if case .purge = call { true } else { false } }
  /// Whether a full queue keeps it.
  var stays: Bool { tellsUser || isPurge }

  func make() {
    Nesting.from(nesting, in: row) {
      switch call {
      case .report: UserStamp.$ofError.withValue(stamp) { perform(call) }
      case .purge: Decisions.$ofPurge.withValue(decision) { perform(call) }
      case .track, .update, .identify, .reset: perform(call)
      }
    }
  }

  /// The call that says the same as this one and a later one: see ``TrackerCall/merged(with:)``.
  func merged(with later: HeldCall) -> HeldCall? {
    call.merged(with: later.call).map { HeldCall($0, later.perform) }
  }
}
