import Foundation
import Trackable
import TrackableValuePropositions

/// A tracker that draws the sessions it has seen, one line each.
final class Timeline: AnalyticsEventTracker {
  private struct Line: Sendable {
    let id: String
    let title: String
    var changes: [(status: ValuePropositionStatus, at: Double)]
  }

  private static let columns = 60
  private let lines = Box<[Line]>([])

  func track(_ event: TrackedEvent) {
    guard let watching = event.base as? ValuePropositionEvent<WatchingVideo> else { return }
    let change = (status: watching.status, at: event.timestamp.timeIntervalSince(Device.start))
    lines.update { lines in
      if let index = lines.firstIndex(where: { $0.id == watching.sessionID }) {
        lines[index].changes.append(change)
      } else {
        let title = watching.proposition.attributes.videoName
        lines.append(Line(id: watching.sessionID, title: title, changes: [change]))
      }
    }
  }

  /// The drawing, up to a time in seconds.
  func drawing(until end: Double) -> String {
    let lines = lines.value
    let column = max(1, (end / Double(Self.columns)).rounded(.up))
    let heading = ". opened, # started, - paused, | completed, x canceled; one column is \(Int(column)) s"
    return ([heading] + lines.map { Self.text(of: $0, column: column, until: end) }).joined(separator: "\n")
  }

  private static func text(of line: Line, column: Double, until end: Double) -> String {
    var bar = ""
    for (index, change) in line.changes.enumerated() {
      let next = index + 1 < line.changes.count ? line.changes[index + 1].at : end
      let (first, last) = (Int(change.at / column), Int(next / column))
      bar += String(repeating: " ", count: max(0, first - bar.count))
      // Every status is visible, also a short one.
      let count = change.status.isEnd ? 1 : max(1, last - max(first, bar.count))
      bar += String(repeating: sign(of: change.status), count: count)
    }
    return padded(line.id, 11) + padded(line.title, 15) + bar
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func sign(of status: ValuePropositionStatus) -> String {
    switch status {
    case .open: "."
    case .start: "#"
    case .pause: "-"
    case .complete: "|"
    case .cancel: "x"
    }
  }
}
