import Trackable
public import TrackablePlan
public import TrackableTesting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A page that shows a recording: each event with its properties, who gave them and what they overrode, and the chain
/// as a drawing.
///
/// ```swift
/// try recorder.makeReport(title: "Checkout").write(to: folder.appending(path: "checkout.html"))
/// ```
///
/// One file, for any browser: it loads nothing and sends nothing. With Swift Testing it can be an attachment of a failing
/// test: `Attachment.record(recorder.makeReport().html, named: "tracking.html")`.
///
/// The values of sensitive keys are not in the file, only that the keys were there. The same recording gives the same bytes.
///
/// Cost: nothing until ``html`` is read.
public struct TrackingReport: Sendable {
  /// Makes the data, in a form that may stand in a script element.
  let json: @Sendable () -> String

  /// The page: a whole HTML document in UTF-8.
  ///
  /// Cost: it is made anew whenever it is read, in time and memory proportional to the recording.
  public var html: String {
    ReportPage.html(json: json())
  }

  /// Writes the page to a file, and replaces a file of that name.
  ///
  /// - Throws: What the file system says, for example that the folder does not exist.
  public func write(to file: URL) throws {
    try Data(html.utf8).write(to: file, options: .atomic)
  }
}

extension RecordingTracker {
  /// A report of everything that was recorded so far. Nothing stops for it, so it can also be had while an app runs.
  ///
  /// Issues stand where they were reported; at the end stands what went astray. Nothing counts as looked at by it.
  ///
  /// - Parameters:
  ///   - title: What the page is called.
  ///   - plan: The plan whose notes it shows beside the events and keys they are on. It also says what is not as planned.
  public func makeReport(title: String = "Tracking report", plan: TrackingPlan = []) -> TrackingReport {
    let (entries, dropped) = recording.timeline
    return TrackingReport { ReportData.json(of: entries, title: title, dropped: dropped, plan: plan) }
  }
}
