/// What the state machine of a hub answers: to be carried out by the shell after it released the lock.
struct HubActions {
  /// Something of which an adopter should hear.
  enum Notice: Hashable {
    /// The destination had no room, for the first time since it last caught up.
    case overflow(Int)
    /// Something was handed over after the hub was shut down, for the first time.
    case late
  }

  /// The destinations whose workers wait for work, and now have some.
  var wake: [Int] = []
  /// The parties that waited, and whether they got what they waited for.
  var resumed: [(party: Int, success: Bool)] = []
  /// What was dropped. It is only here so that it is not released under the lock.
  var discarded: [HubEntry] = []
  var notices: [Notice] = []

  var isEmpty: Bool { wake.isEmpty && resumed.isEmpty && discarded.isEmpty && notices.isEmpty }
}
