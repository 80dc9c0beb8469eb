/// The services of the app.
enum ModelledService: String, CaseIterable {
  case first, second, direct

  static let behindHub: [Self] = [.first, .second]
}

/// An event, as its services have to get it.
struct ModelledEvent: CustomStringConvertible {
  let tracked: Diary.Tracked
  let name: String
  /// Its position among the calls of its launch, and when it was made.
  let call: Int
  var at: Double
  /// The same by the clock on the wall.
  var wall: Double
  let zone: Diary.Zone
  let step: Int
  let launch: Int
  /// Who may have been signed in. More than one: the pages do not tell.
  let users: Set<String?>
  /// The person, by a number; `nil`: the pages do not tell.
  let person: Int?
  /// What it may say: one of these.
  var properties: [[String: String]]
  var claim: ModelledApp.Claim?
  /// Of a timing.
  var duration: Double?
  var fates: [ModelledService: Fate]

  var description: String { "event \(tracked.number) (\(tracked.event))" }

  /// How it is with one service.
  struct Fate {
    enum State: Equatable {
      /// A gate holds it.
      case held
      /// It has left the gates.
      case onItsWay
      /// It may not arrive (again), because …
      case never(String)
    }
    var state: State
    /// Whether it has to arrive. An event that nothing forbids may be missing all the same, for one of the documented reasons.
    var isDue: Bool
    /// Whether the user had agreed, when it was tracked or since.
    var isAgreed = false
    /// Whether the user may have agreed, when it was tracked.
    var mayBeAgreed = false
    /// When it left the gates.
    var leftAt = 0.0
    var leftInStep = 0
    var id: String?
    var hasArrived: Bool { id != nil }
    /// A request that had begun before a denial may still arrive, in this step or until this time.
    var lastStep = -1
    var lastTime = -Double.infinity

    var isOver: Bool { if case .never = state { true } else { false } }
  }
}
