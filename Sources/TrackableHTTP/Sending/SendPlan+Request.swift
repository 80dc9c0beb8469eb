import TrackableHub

extension SendPlan {
  /// A request of a plan.
  struct Request {
    let request: WireRequest
    /// The items that it carries, by the places in the request; `nil` where there is none, or one of a request before.
    let carried: [Int?]
    var positions: [Int] { carried.compactMap(\.self).sorted() }
    var body: [UInt8] { request.body }
    var count: Int { carried.count { $0 != nil } }

    func positions(at places: Set<Int>) -> [Int] {
      carried.enumerated().compactMap { places.contains($0.offset) ? $0.element : nil }
    }
  }

  /// What becomes of an event that failed alone, if the next request arrives.
  enum Fate: Equatable {
    case rejected(because: String)
    /// It goes to the end of the store.
    case aside(attempt: Int, because: String)

    private static let maximumFailures = 20

    static func failed(_ reason: String, _ envelope: Envelope) -> Fate {
      envelope.attempt < maximumFailures
        ? .aside(attempt: envelope.attempt + 1, because: reason)
        : .rejected(because: "\(reason) to it alone, again and again, while others arrive")
    }

    /// The service refuses it. Behind one that was put aside, another arrives in a later run only, when the service may have
    /// changed its mind about everything: for that one it is one of its failures.
    static func refused(_ problem: String, _ answer: String, _ envelope: Envelope) -> Fate {
      envelope.attempt > 1 ? .failed(answer, envelope) : .rejected(because: problem)
    }

    /// The service wants it again.
    static func wanted(_ reason: String, _ envelope: Envelope) -> Fate {
      .aside(attempt: max(envelope.attempt, 2), because: reason)
    }

    static func tooLarge(_ bytes: Int) -> String { "more than the service takes: \(bytes) bytes" }
  }
}
