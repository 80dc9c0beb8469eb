import Trackable
import TrackableTesting

extension Recording {
  /// A report of it all.
  func makeReport(title: String) -> TrackingReport {
    let (deliveries, end, issues, dropped, astray) = everything
    var entries: [TrackingReport.Entry] = []
    var rest = issues[...]
    for (position, delivery) in zip((end - deliveries.count)..., deliveries) {
      while let (issue, before) = rest.first, before <= position {
        entries.append(.issue(issue))
        rest.removeFirst()
      }
      entries.append(.delivery(delivery))
    }
    var places: Set<CodeLocation> = []
    let astrayOnce = astray.filter { places.insert($0.location ?? .unknown).inserted }
    let others = rest.map(\.issue) + astrayOnce.map(TrackableIssue.trackedAstray)
    return TrackingReport(entries + others.map(TrackingReport.Entry.issue), dropped: dropped, title: title)
  }
}
