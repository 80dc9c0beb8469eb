import TrackableHub

extension SendPlan {
  /// A request of a plan.
  struct Request {
    let request: WireRequest
    /// The indices of the carried items, by their positions in the request; `nil` if the request has no item at a
    /// position, or if an earlier request has carried the item.
    let carried: [Int?]
    var positions: [Int] { carried.compactMap(\.self).inOrder }
    var body: [UInt8] { request.body }
    var count: Int { carried.count { $0 != nil } }

    func positions(at places: Set<Int>) -> [Int] {
      carried.enumerated().compactMap { places.contains($0.offset) ? $0.element : nil }
    }
  }

  /// The fate of an event that has failed alone, after the next request arrives.
  enum Fate {
    case rejected(because: String)
    /// The event goes to the end of the store.
    case aside(because: String)

    static func tooLarge(_ bytes: Int) -> String { "more than the service takes: \(bytes) bytes" }
  }
}

extension Array where Element: FixedWidthInteger {
  /// The numbers in order. Cost: quick for numbers that nearly are in order, such as the positions in a request, and
  /// quadratic for others, such as the names of the processes' folders, of which there are few.
  // The standard library's code for sorting is 4 KiB for each type.
  var inOrder: [Element] {
    var sorted = self
    for end in indices.dropFirst() {
      var place = end
      while place > 0, sorted[place - 1] > sorted[place] {
        sorted.swapAt(place - 1, place)
        place -= 1
      }
    }
    return sorted
  }
}
