import Cases
import References
import Trackable

/// The cost of an event as it grows, for Trackable and for the references, to be plotted.
enum Curves {
  /// Each point is the best of many rounds, which is what an event costs when nothing else slows the machine down.
  static func plot() -> Plot {
    TrackableSystem.bootstrap(ReadingTracker())
    return Plot(
      title: "Time for an event: built, merged, delivered, every name and value read once",
      yAxis: "time for one event",
      panels: [
        panel(
          "one property on each object of the chain", "depth of the chain (ancestors)",
          sizes: [1, 2, 4, 8, 16, 32, 64], properties: { $0 + 1 }, depth: { $0 }),
        panel(
          "a chain of depth 4", "number of properties", sizes: [1, 2, 4, 8, 16, 32, 64, 128, 256],
          properties: { $0 }, depth: { _ in 4 }),
      ])
  }

  private static func panel(
    _ title: String, _ axis: String, sizes: [Int], properties: (Int) -> Int, depth: (Int) -> Int
  ) -> Plot.Panel {
    let hand = HandWritten(AlbumChain.typical())
    let log = SwiftLog(AlbumChain.typical())
    var points: [[Plot.Point]] = [[], [], [], []]
    for size in sizes {
      let count = properties(size)
      let chain = GrowingChain(depth: depth(size), properties: count)
      let turns = Interleaved([
        { log.send(count: count) }, { chain.track() }, { hand.sendDictionary(count: count) },
        { hand.sendArray(count: count) },
      ])
      for index in points.indices { points[index].append(Plot.Point(x: Double(size), y: turns.minimum(index))) }
    }
    return Plot.Panel(
      title: title, xAxis: axis, ticks: sizes.map(Double.init),
      series: [
        Plot.Series(name: "swift-log, values of the call", color: "#8250a8", points: points[0]),
        Plot.Series(name: "Trackable", color: "#0a7d55", isOurs: true, points: points[1]),
        Plot.Series(name: "by hand, [String: Any]", color: "#c2570c", points: points[2]),
        Plot.Series(name: "by hand, array of (String, enum)", color: "#57606a", points: points[3]),
      ])
  }
}
