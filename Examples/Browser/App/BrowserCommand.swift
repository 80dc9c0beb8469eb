import Foundation
import TrackableInspector

/// The program `Browser`.
@main
@MainActor
struct BrowserCommand {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case nil: _ = try await Tour().play()
    case "--help", "-h": print(Help.text)
    case "--report" where arguments.count == 2:
      let report = try await Tour().play().report
      for path in arguments.suffix(1) { write(report, to: path) }
    case let argument?: stop("Browser: '\(argument)' means nothing here\n\(Help.usage)", status: 64)
    }
  }

  private static func write(_ report: TrackingReport, to path: String) {
    do { try report.write(to: URL(filePath: path)) } catch { stop("Browser: cannot write '\(path)'", status: 73) }
  }

  /// Ends the program. The statuses are those from sysexits.h.
  private static func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}
