/// What earlier requests have shown, for the next one, the next run and the next launch: how large requests may be, and
/// where ``SendPlan`` stands. A value.
struct Experience: Equatable {
  /// What became of the last request: see ``SendPlan``.
  enum Stage: Int {
    case going, asking, comparing
  }

  /// How many bytes a request has at most, unless a single event has more.
  private(set) var bytes: Int
  /// The most that the service takes, as far as is known.
  private var limit: Int
  /// The bytes of the smallest request, since anything has arrived, that was larger than the service takes, and of the
  /// smallest request that did not come through in time.
  private var tooLarge: Int?
  private var tooSlow: Int?
  var stage = Stage.going
  /// How many of the oldest events failed together.
  var doubtful = 0
  /// How often in a row the oldest event has failed alone.
  var failures = 0
  /// How far behind the suspect the other event is.
  var reach = 1
  /// The fewest bytes that a slow network leads to: a slow network is most often no network.
  private static let least = 8_000

  init(limit: Int) {
    bytes = limit
    self.limit = limit
  }

  /// A request was more than the service takes.
  mutating func fail(tooLarge count: Int) { tooLarge = min(tooLarge ?? .max, count) }

  /// A request of several events did not come through in time.
  mutating func fail(tooSlow count: Int) { tooSlow = min(tooSlow ?? .max, count) }

  /// It was an event, and not the size.
  mutating func forgetSize() { (tooLarge, tooSlow) = (nil, nil) }

  /// A request has arrived, so a larger one could have failed because of its size.
  mutating func arrive(_ count: Int) {
    // A service that takes less than it says does so tomorrow, too. A service that takes nothing works again later.
    // While events are left that failed together, one of them may be the reason.
    if let tooLarge, doubtful == 0 {
      limit = min(limit, max(tooLarge / 2, 1))
      self.tooLarge = nil
    }
    if let tooSlow, count < tooSlow {
      bytes = max(tooSlow / 2, Self.least)
    } else if count > bytes / 2 {
      // Slowly: each one that is too large again costs a time-out.
      bytes += bytes / 16 + 1
    }
    bytes = min(bytes, limit)
    tooSlow = nil
  }

  /// The text to write down for later processes.
  var text: String { "\(bytes) \(limit) \(stage.rawValue) \(failures) \(doubtful)" }

  /// The experience that an earlier process has written down; no experience if the text has another form.
  init(_ text: String, limit: Int) {
    self.init(limit: limit)
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }), let stage = Stage(rawValue: numbers[2]) else { return }
    self.limit = min(max(numbers[1], 1), limit)
    bytes = min(max(numbers[0], 1), self.limit)
    (self.stage, failures, doubtful) = (stage, numbers[3], numbers[4])
  }
}
