import Cases
import Foundation
import Trackable
import TrackableInspector

/// What an inspector costs, and that an event without one leaves nothing behind. `Gates` has the instructions of both.
enum InspectorLines {
  private static let batch = 1_000

  static func measure() -> [Line] {
    let chain = AlbumChain.typical()
    let folder = FileManager.default.temporaryDirectory.appending(path: "trackable-inspector-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    func tracking(_ tracker: some AnalyticsEventTracker) -> () -> Void {
      { TrackableSystem.withTracker(tracker) { for _ in 0..<batch { chain.track() } } }
    }
    func tracking(_ inspector: Inspector) -> () -> Void { tracking(ReadingTracker().inspected(by: inspector)) }
    let writer = Inspector(folder: folder, limit: batch)
    let writing = tracking(writer)
    let turns = Interleaved([
      tracking(ReadingTracker()), tracking(Inspector(limit: batch)),
      {
        writing()
        writer.flush()
      },
    ])
    func line(_ what: String, _ index: Int) -> Line {
      Line(
        what: what, ours: (turns.median(index) / Double(batch)).nanoseconds,
        reference: (turns.median(0) / Double(batch)).nanoseconds, figure: turns.ratio(index, to: 0), unit: "x",
        goal: nil)
    }
    func bytes(_ what: String, of work: () -> Void, _ goal: Line.Goal?) -> Line {
      work()  // Names and metadata are made only once.
      return Line(
        what: what, figure: Allocations.bytesLeft(by: work) / Double(batch), unit: "bytes", goal: goal)
    }
    return [
      line("an event with an inspector / without", 1),
      line("an event with an inspector, until it is in a file / without", 2),
      bytes("left of an event with an inspector", of: tracking(Inspector()), nil),
      bytes("left of an event without an inspector, after one", of: tracking(ReadingTracker()), .atMost(0)),
    ]
  }
}
