/// A call that waits.
final class HeldCall: Sendable {
  let call: TrackerCall
  /// Whose it is, and what was decided before it; `nil` if no system made it.
  let stamp: UserStamp?
  /// How many bytes it takes, roughly.
  let size: Int
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

  /// Whether a full queue keeps it: a purge, or who the user is.
  var stays: Bool { if case .purge = call { true } else { tellsUser } }

  func make() {
    Nesting.from(nesting, in: row) {
      guard case .report = call else { return perform(call) }
      UserStamp.$ofError.withValue(stamp) { perform(call) }
    }
  }

  /// The call that says the same as this one and a later one: see ``TrackerCall/merged(with:)``.
  func merged(with later: HeldCall) -> HeldCall? {
    if !stays || !later.stays { return nil }
    if !tellsUser { return later.tellsUser ? nil : later }
    return call.merged(with: later.call).map { HeldCall($0, later.perform) }
  }
}

extension UserStamp {
  /// Who the user is at the call of `report` that is being made. An error is the only call without a value of the
  /// library that could say so, and may wait in one gate in front of another.
  @TaskLocal static var ofError: UserStamp?
}

extension TrackerCall {
  /// Whose the call is; `nil` if no system made it, and for a `reset` and a purge.
  var stamp: UserStamp? {
    switch self {
    case .track(let event): event.user
    case .update(let property): property.stamp
    case .identify(let user): user.stamp
    case .report: UserStamp.ofError
    case .reset, .purge: nil
    }
  }

  /// How many bytes it takes, roughly.
  package var size: Int {
    switch self {
    case .track(let event): 200 + event.properties.size
    case .update(let property): 200 + property.operand.size
    case .identify(let user): 100 + user.traits.size
    case .report, .reset, .purge: 100
    }
  }
}
