/// The services of the app.
enum ModelledService: String, CaseIterable {
  case first, second, direct

  static let behindHub: [Self] = [.first, .second]
}

/// An event, as its services have to get it.
struct ModelledEvent {
  let tracked: Diary.Tracked
  /// Its position among the calls of its launch, and when it was made.
  let call: Int
  var at: Double
  let step: Int
  let launch: Int
  /// Who may have been signed in. More than one: the pages do not tell.
  let users: Set<String?>
  /// The person, by a number; `nil`: the pages do not tell.
  let person: Int?
  /// What it may say: one of these.
  var properties: [[String: String]]
  var fates: [ModelledService: Fate]

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

/// Where midnight may be, in seconds after the installation, modulo a day: what arrives tells.
struct ModelledMidnights {
  static let day = 86_400.0
  private var possible: [Range<Double>] = [0..<day]

  /// Whether there is a midnight in any case after one time, up to another.
  func lieSurely(after one: Double, upTo other: Double) -> Bool {
    other - one >= Self.day || Self.excluding(possible, Self.arc(one, other)).isEmpty
  }

  /// Concludes that a midnight lies between two times; `false` if that cannot be.
  mutating func lie(after one: Double, upTo other: Double) -> Bool {
    guard other - one < Self.day else { return true }
    let arc = Self.arc(one, other)
    let left = possible.flatMap { range in arc.map { range.clamped(to: $0) } }.filter { !$0.isEmpty }
    if !left.isEmpty { possible = left }
    return !left.isEmpty
  }

  /// A midnight counts from itself on.
  private static func arc(_ one: Double, _ other: Double) -> [Range<Double>] {
    let from = one.truncatingRemainder(dividingBy: day).nextUp
    let to = other.truncatingRemainder(dividingBy: day).nextUp
    return from <= to ? [from..<to] : [from..<day, 0..<to]
  }

  private static func excluding(_ ranges: [Range<Double>], _ arc: [Range<Double>]) -> [Range<Double>] {
    arc.reduce(ranges) { ranges, hole in
      ranges.flatMap { range in
        [
          range.lowerBound..<max(range.lowerBound, min(range.upperBound, hole.lowerBound)),
          min(range.upperBound, max(range.lowerBound, hole.upperBound))..<range.upperBound,
        ]
      }.filter { !$0.isEmpty }
    }
  }
}
