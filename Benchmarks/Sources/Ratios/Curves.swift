import Cases
import References
import Trackable

/// The cost of an event as it grows, for Trackable and for the references: `Benchmarks/plots.py` draws it.
enum Curves {
  /// Two tables: the depth of the chain grows, with a property on each object; the number of properties grows. Each figure
  /// is the best of many rounds, which is what an event costs when nothing else slows the machine down.
  static func measure() -> [[[String]]] {
    TrackableSystem.bootstrap(ReadingTracker())
    return [
      rows("ancestors", sizes: [1, 2, 4, 8, 16, 32, 64], properties: { $0 + 1 }, depth: { $0 }),
      rows("properties", sizes: [1, 2, 4, 8, 16, 32, 64, 128, 256], properties: { $0 }, depth: { _ in 4 }),
    ]
  }

  private static func rows(
    _ axis: String, sizes: [Int], properties: (Int) -> Int, depth: (Int) -> Int
  ) -> [[String]] {
    let hand = HandWritten(AlbumChain.typical())
    let log = SwiftLog(AlbumChain.typical())
    let head = [axis, "swift-log", "Trackable", "by hand, [String: Any]", "by hand, array of (String, enum)"]
    return [head]
      + sizes.map { size in
        let count = properties(size)
        let chain = GrowingChain(depth: depth(size), properties: count)
        let turns = Interleaved([
          { log.send(count: count) }, { chain.track() }, { hand.sendDictionary(count: count) },
          { hand.sendArray(count: count) },
        ])
        return ["\(size)"] + (0..<4).map { turns.minimum($0).nanoseconds }
      }
  }
}
