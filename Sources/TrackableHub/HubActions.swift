/// What the state machine of a hub asks for. ``HubCore`` does it after releasing the lock.
struct HubActions {
  /// Something to report to the adopter.
  enum Notice: Hashable {
    /// The destination has no room, for the first time since it last caught up.
    case overflow(Int)
    /// Something was handed over after the hub was shut down, for the first time.
    case late
  }

  /// Workers that are waiting, and now have work or are to sort the inbox.
  var wake: [Int] = []
  /// Waiters that can go on, and whether they got what they were waiting for.
  var resumed: [(waiter: Int, success: Bool)] = []
  /// What was dropped. It is kept here only so that it is not released under the lock.
  var discarded: [HubEntry] = []
  /// What was distributed to the destinations, kept here for the same reason.
  var sorted: [HubEntry] = []
  var notices: [Notice] = []

  var isEmpty: Bool { wake.isEmpty && resumed.isEmpty && discarded.isEmpty && sorted.isEmpty && notices.isEmpty }
}
