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
  enum Fate {
    case rejected(because: String)
    /// It goes to the end of the store.
    case aside(because: String)

    static func tooLarge(_ bytes: Int) -> String { "more than the service takes: \(bytes) bytes" }
  }
}
