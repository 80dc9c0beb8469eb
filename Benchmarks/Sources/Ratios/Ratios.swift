import CBlackHole
import Cases
import Foundation
import Trackable

/// Measures what the library promises about speed, against the same work by hand and with swift-log, all in one run.
///
///     swift run -c release --package-path Benchmarks Ratios
///     swift run -c release --package-path Benchmarks Ratios --only links  one section of the table
///     swift run -c release --package-path Benchmarks Ratios --only curves how an event's cost grows
///
/// The tables are Markdown, so that `Benchmarks/plots.py` can read them: it draws what the documentation shows.
///
/// A machine's speed changes by up to a factor of two from one moment to the next. So the contenders take turns, and a
/// ratio is the median of the rounds' ratios. Goals in nanoseconds are judged by the best round, see ``Yardstick``. The
/// longest call is measured in its thread's CPU time, see ``LongestCallLines``. Threads are compared by their best rounds.
///
/// The exit status is 1 if any goal is missed.
@main struct Ratios {
  /// The sections of the table. Each bootstraps the trackers that it measures.
  private static let sections: [(name: String, measure: @Sendable () -> [Line])] = [
    ("events", EventLines.measure), ("quiet", QuietLines.measure), ("growth", GrowthLines.measure),
    ("links", LinkLines.measure), ("longest", LongestCallLines.measure), ("threads", ThreadLines.measure),
    ("contention", ContentionLines.measure), ("hub", HubLines.measure), ("inspector", InspectorLines.measure),
  ]

  static func main() throws {
    TrackableSystem.issueHandler = { _ in }  // Each section bootstraps again, which is an issue.
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.count == 3, arguments[0] == LongestCallLines.argument, let live = Int(arguments[1]) {
      return try MainActor.assumeIsolated { try LongestCallLines.run(live: live, file: arguments[2]) }
    }
    let only = arguments.count == 2 && arguments[0] == "--only" ? arguments[1] : nil
    let chosen = sections.filter { only == nil || $0.name == only }
    let drawsCurves = only == nil || only == "curves"
    guard arguments.isEmpty || only != nil, !chosen.isEmpty || drawsCurves else {
      print("usage: Ratios [--only \(sections.map(\.name).joined(separator: "|"))|curves]")
      exit(2)
    }

    if drawsCurves { for rows in Curves.measure() { print(table(rows), terminator: "\n\n") } }
    if chosen.isEmpty { return }
    let lines = chosen.flatMap { $0.measure() }
    let head = ["what", "ours", "reference", "measured", "goal", "verdict"]
    print(table([head] + lines.map(\.columns)))
    let short = lines.filter(\.isShort).count
    if short > 0 {
      print("\n\(short) of \(lines.filter { $0.goal != nil }.count) goals are missed.")
      exit(1)
    }
  }
}
