/// What the state machine of a hub answers: to be carried out by the shell after it released the lock.
struct HubActions {
  /// Something of which an adopter should hear.
  enum Notice: Hashable {
    /// The destination had no room, for the first time since it last caught up.
    case overflow(Int)
    /// Something was handed over after the hub was shut down, for the first time.
    case late
  }

  /// The workers that wait for work, and now have some or are to sort it.
  var wake: [Int] = []
  /// The parties that waited, and whether they got what they waited for.
  var resumed: [(party: Int, success: Bool)] = []
  /// What was dropped. It is only here so that it is not released under the lock.
  var discarded: [HubEntry] = []
  /// What was given to the destinations, for the same reason.
  var sorted: [HubEntry] = []
  var notices: [Notice] = []

  var isEmpty: Bool { wake.isEmpty && resumed.isEmpty && discarded.isEmpty && sorted.isEmpty && notices.isEmpty }
}
