#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

/// The recipient of events: a chain as a value, or a tracker.
enum EventRecipient: Sendable {
  case context(TrackingContext)
  case tracker(any AnalyticsEventTracker)

  /// Tracks an event that happened at `date`.
  func track(
    _ event: some AnalyticsEvent, trackedProperties: TrackedProperties = [], at date: Date, _ site: CodeLocation
  ) {
    let (file, line) = (site.file, UInt(site.line))
    let event = TrackedEvent(event, timestamp: date, fileID: file, line: line)
    switch self {
    case .context(let context):
      context.track(event, trackedProperties: trackedProperties, fileID: file, line: line)
    case .tracker(let tracker):
      tracker.overridingProperties(with: trackedProperties, fileID: file, line: line)
        .track(event, fileID: file, line: line)
    }
  }

  /// Reports an error to the tracker; for a chain, to the system's.
  func report(_ error: any Error, at site: CodeLocation) {
    switch self {
    case .context: TrackableSystem.report(error, fileID: site.file, line: UInt(site.line))
    case .tracker(let tracker): tracker.report(error, fileID: site.file, line: UInt(site.line))
    }
  }
}
