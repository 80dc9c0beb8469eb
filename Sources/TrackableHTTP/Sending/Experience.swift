/// The results of earlier requests, for the next request, the next run and the next launch: the largest size of
/// requests, and the stage of the ``SendPlan``. A value.
struct Experience: Equatable {
  /// The result of the last request: see ``SendPlan``.
  enum Stage: Int {
    case going, asking, comparing
  }

  /// The most bytes of a request, except for a larger single event.
  private(set) var bytes: Int
  /// The most bytes that the service is known to take.
  private var limit: Int
  /// The bytes of the smallest request that was larger than the service takes, and of the smallest request that timed
  /// out, both since the last arrival.
  private var tooLarge: Int?
  private var tooSlow: Int?
  var stage = Stage.going
  /// The number of the oldest events that failed together.
  var doubtful = 0
  /// The number of times in a row that the oldest event has failed alone.
  var failures = 0
  /// The distance from the suspect to the event that is sent next: see ``SendPlan``.
  var reach = 1
  /// The least size to which time-outs reduce requests. Below that, a smaller size would not help, because so slow a
  /// network mostly delivers nothing.
  private static let least = 8_000

  init(limit: Int) {
    bytes = limit
    self.limit = limit
  }

  /// Notes that a request was more than the service takes.
  mutating func fail(tooLarge count: Int) { tooLarge = min(tooLarge ?? .max, count) }

  /// Notes that a request of several events timed out.
  mutating func fail(tooSlow count: Int) { tooSlow = min(tooSlow ?? .max, count) }

  /// Forgets the sizes, because an event was at fault, and not the size.
  mutating func forgetSize() { (tooLarge, tooSlow) = (nil, nil) }

  /// Notes that a request has arrived, so that a larger one can have failed because of its size.
  mutating func arrive(_ count: Int) {
    // This request has arrived, so a larger one failed because of its size, and the smaller limit is kept for later
    // launches. A service that accepts no request at all does not get here, because it works again later with the old
    // limit. While events are left that failed together, one of them may be the reason, and not the size.
    if let tooLarge, doubtful == 0 {
      limit = min(limit, max(tooLarge / 2, 1))
      self.tooLarge = nil
    }
    if let tooSlow, count < tooSlow {
      bytes = max(tooSlow / 2, Self.least)
    } else if count > bytes / 2 {
      // The size grows slowly, because each request that is too large costs a time-out.
      bytes += bytes / 16 + 1
    }
    bytes = min(bytes, limit)
    tooSlow = nil
  }

  /// The text to store for later processes.
  var text: String { "\(bytes) \(limit) \(stage.rawValue) \(failures) \(doubtful)" }

  /// Reads the experience that an earlier process has stored. A text of another form gives no experience.
  init(_ text: String, limit: Int) {
    self.init(limit: limit)
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }), let stage = Stage(rawValue: numbers[2]) else { return }
    self.limit = min(max(numbers[1], 1), limit)
    bytes = min(max(numbers[0], 1), self.limit)
    (self.stage, failures, doubtful) = (stage, numbers[3], numbers[4])
  }
}
