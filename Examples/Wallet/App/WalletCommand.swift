import Foundation
import TrackableInspector
import TrackablePlan

/// The program `Wallet`.
@main
@MainActor
struct WalletCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case nil:
      Analytics.bootstrap()
      Tour().play()
    case "--help", "-h":
      print(Help.text)
    case "--report" where arguments.count == 2:
      let plan = try? TrackingPlan(
        contentsOf: URL(filePath: "../PlanTests/tracking-plan.json", relativeTo: URL(filePath: #filePath)))
      let inspector = Inspector(title: "Wallet", plan: plan ?? [])
      Analytics.bootstrap(inspector: inspector)
      Tour().play()
      for path in arguments.suffix(1) { write(inspector.makeReport(), to: path) }
    case let argument?: stop("Wallet: '\(argument)' means nothing here\n\(Help.usage)", status: 64)
    }
  }

  private static func write(_ report: TrackingReport, to path: String) {
    do {
      try report.write(to: URL(filePath: path))
    } catch {
      stop("Wallet: cannot write '\(path)'", status: 73)
    }
  }

  /// Ends the program. The statuses are those from sysexits.h.
  private static func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}
