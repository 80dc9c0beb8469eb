import Foundation
import TrackableInspector

extension TrackingReport {
  /// Writes the page of `--report`.
  func write(toPath path: String) throws(UnwritableReport) {
    // Foundation's own error is not shown, because its text differs between platforms.
    do { try write(to: URL(filePath: path)) } catch { throw UnwritableReport(path: path) }
  }
}

/// A report that cannot be written.
struct UnwritableReport: Error, CustomStringConvertible {
  let path: String

  var description: String { "cannot write '\(path)'" }
}
