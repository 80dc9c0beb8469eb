/// What the courier has learned from earlier requests: the largest size of requests, and the stage of the ``SendPlan``.
/// The next request, the next run and the next launch use it.
struct Experience: Equatable {
  /// The result of the last request: see ``SendPlan``.
  enum Stage: Int {
    case going, asking, comparing
  }

  /// The most bytes of a request. A single event may be larger.
  private(set) var bytes: Int
  /// The most bytes that the service is known to take.
  private var limit: Int
  /// The bytes of the smallest request that was larger than the service takes, and of the smallest request that timed
  /// out, both since the last arrival.
  private var tooLarge: Int?
  private var tooSlow: Int?
  var stage = Stage.going
  /// How many of the oldest events have failed together in one request.
  var doubtful = 0
  /// The number of times in a row that the oldest event has failed alone.
  var failures = 0
  /// The distance from the suspect to the event that is sent next: see ``SendPlan``.
  var reach = 1
  /// The least size to which time-outs reduce requests. A smaller size would not help, because a network that is so
  /// slow mostly delivers nothing.
  private static let least = 8_000

  init(limit: Int) {
    bytes = limit
    self.limit = limit
  }

  /// Notes that a request was larger than the service accepts.
  mutating func fail(tooLarge count: Int) { tooLarge = min(tooLarge ?? .max, count) }

  /// Notes that a request of several events timed out.
  mutating func fail(tooSlow count: Int) { tooSlow = min(tooSlow ?? .max, count) }

  /// Forgets the sizes, because an event was at fault, and not the size.
  mutating func forgetSize() { (tooLarge, tooSlow) = (nil, nil) }

  /// Notes that a request has arrived. If a larger request has failed, its size may be the reason.
  mutating func arrive(_ count: Int) {
    // This request has arrived, so the larger request failed because of its size, and the smaller limit is kept for
    // later launches. If a service accepts no request at all, the limit stays, because the service may work again
    // later. While some of the events that failed together are left, one of them may be the reason, and not the size.
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

  /// Reads the experience that an earlier process has stored. If the text has another form, the result is an experience
  /// without requests.
  init(_ text: String, limit: Int) {
    self.init(limit: limit)
    let numbers = text.split(separator: " ").compactMap { UInt64(String($0), radix: 10).flatMap(Int.init(exactly:)) }
    guard numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }), let stage = Stage(rawValue: numbers[2]) else { return }
    self.limit = min(max(numbers[1], 1), limit)
    bytes = min(max(numbers[0], 1), self.limit)
    (self.stage, failures, doubtful) = (stage, numbers[3], numbers[4])
  }
}
