import Trackable
public import TrackablePlan
public import TrackableTesting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A report of a recording, as a page: each event with its properties, their sources, the values that they override,
/// and a drawing of the chain.
///
/// ```swift
/// try recorder.makeReport(title: "Checkout").write(to: folder.appending(path: "checkout.html"))
/// ```
///
/// The page is one file for any browser. It loads nothing and sends nothing. With Swift Testing, attach it to a failing
/// test: `Attachment.record(recorder.makeReport().html, named: "tracking.html")`.
///
/// The file has the names of sensitive keys, but not their values. The same recording always gives the same bytes.
///
/// Cost: nothing until ``html`` is read.
public struct TrackingReport: Sendable {
  /// Makes the data, in a form that may be in a script element.
  let json: @Sendable () -> String

  /// The page: a whole HTML document in UTF-8.
  ///
  /// Cost: each read makes the page anew, in time and memory proportional to the recording.
  public var html: String {
    ReportPage.html(json: json())
  }

  /// Writes the page to a file, and replaces a file of that name.
  ///
  /// - Throws: The error of the file system, for example if the folder does not exist.
  public func write(to file: URL) throws {
    try Data(html.utf8).write(to: file, options: .atomic)
  }
}

extension RecordingTracker {
  /// Creates a report of the recording so far. The recording continues, so an app can create a report while it runs.
  ///
  /// Issues are in the order in which they were reported, and calls that have left the recording are at the end.
  /// Creating a report does not count as reading these issues and calls.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - plan: The plan whose notes the page shows beside events and keys, and with which it compares each call.
  public func makeReport(title: String = "Tracking report", plan: TrackingPlan = []) -> TrackingReport {
    let (entries, dropped) = recording.timeline
    return TrackingReport {
      ReportData.json(of: entries.map { InspectedEntry($0) }, title: title, dropped: dropped, plan: plan)
    }
  }
}
