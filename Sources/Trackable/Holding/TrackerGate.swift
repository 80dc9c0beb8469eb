/// A gate that stands for a condition which trackers wait for, such as a configuration or a migration. A tracker with
/// ``AnalyticsEventTracker/holding(until:capacity:fileID:line:)`` gets no calls until the app opens the gate, and then
/// all of them.
///
/// ```swift
/// let configured = TrackerGate("the stream configuration arrived")
/// TrackableSystem.bootstrap(streams.holding(until: configured))
///
/// configured.open()   // the held calls go out
/// ```
///
/// For the user's consent, use a ``Consent``, which also handles a denial and a change of the user.
///
/// Any number of trackers can use one gate. The gate does not keep the trackers alive. Isolation: any thread. Opening
/// or closing a gate calls its trackers on the calling thread. See <doc:HoldingCalls>.
public final class TrackerGate: Sendable {
  private struct State: ~Copyable {
    var mode: CallQueue.Mode
    /// The rule of a consent; `nil` if the gate does not belong to a consent.
    var admission: CallQueue.Admission?
    var doors: [WeakDoor] = []
  }

  private struct WeakDoor {
    weak let door: GateDoor?
  }

  /// The condition that the gate waits for, in the words that an issue uses: "12 calls that waited until the stream
  /// configuration arrived were dropped".
  public let name: String
  private let state: Lock<State>

  /// Creates a gate that is not open yet.
  ///
  /// - Parameter name: The condition, as the end of a sentence that begins with "until".
  public convenience init(_ name: String) { self.init(name, .holding) }

  /// - Parameter admission: The rule of a consent.
  init(_ name: String, _ mode: CallQueue.Mode, _ admission: CallQueue.Admission? = nil) {
    self.name = name
    state = Lock(State(mode: mode, admission: admission))
  }

  /// Whether the gate is open, so that calls pass.
  public var isOpen: Bool { state.withLock { $0.mode == .open } }
  /// Whether the gate was closed for good, so that the trackers behind it ignore events. If no other tracker wants an
  /// event, the system does not even evaluate it.
  public var isClosed: Bool { state.withLock { $0.mode == .refusing } }

  /// Opens the gate: the waiting calls pass, and after them all later calls.
  ///
  /// When this method returns, the gate has handed the held calls to their trackers, unless another thread is still
  /// handing them over. If the gate is open, or was closed, the call changes nothing.
  public func open() { for door in turn(to: .open, number: 0) { door.follow() } }

  /// Closes the gate for good. The gate drops the held calls and all later calls, and reports an issue with the number
  /// of the held calls.
  public func close() { for door in turn(to: .refusing, number: 0) { door.follow() } }

  /// Opens or closes all doors of the gate, in one order for all trackers. Returns the doors. The caller calls
  /// ``GateDoor/follow()`` on them after unlocking, because one of these references may be the last.
  ///
  /// - Parameter number: The number of the user's decision, from ``Decisions``; 0 if the app has opened or closed the
  ///   gate.
  func turn(to mode: CallQueue.Mode, number: UInt64) -> [GateDoor] {
    state.withLock { state in
      // A closed gate stays closed, unless it belongs to a consent, which the user may change.
      if state.mode == .refusing, state.admission == nil { return [] }
      if state.mode == .refusing, mode != .refusing { state.admission?.endOfDenial = number }
      if state.mode != .open, mode == .open { state.admission?.opening = number }
      state.mode = mode
      let doors = Self.living(in: &state)
      for door in doors { door.turn(to: mode, state.admission) }
      return doors
    }
  }

  /// Creates a door in front of a tracker, which follows this gate from now on.
  func door(
    _ tracker: any AnalyticsEventTracker, _ policy: ConsentPolicy, at location: CodeLocation
  ) -> GateDoor {
    // The door is made without the lock, because the initializer looks for hubs behind the tracker.
    let door = GateDoor(tracker, self, state.withLock { $0.mode }, policy, at: location)
    // The other references are released after unlocking.
    _ = state.withLock { state in
      let others = Self.living(in: &state)
      state.doors.append(WeakDoor(door: door))
      door.turn(to: state.mode, state.admission)
      return others
    }
    door.follow()
    return door
  }

  /// Returns the doors that still exist, and removes the other doors. The caller releases the doors after unlocking.
  private static func living(in state: inout State) -> [GateDoor] {
    let living = state.doors.compactMap(\.door)
    if living.count < state.doors.count { state.doors = living.map { WeakDoor(door: $0) } }
    return living
  }
}
