import CrowdfundingCore
import Foundation
import TrackableInspector
import TrackablePlan

/// The program `Crowdfunding`.
@main
@MainActor
struct CrowdfundingCommand {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case nil: await play()
    case "--report" where arguments.count == 2:
      let plan = try? TrackingPlan(
        contentsOf: URL(filePath: "../PlanTests/tracking-plan.json", relativeTo: URL(filePath: #filePath)))
      let inspector = Inspector(title: "Crowdfunding", plan: plan ?? [])
      await play(inspector: inspector)
      for path in arguments.suffix(1) { write(inspector.makeReport(), to: path) }
    case "--help", "-h":
      print(Help.text)
    case let argument?: stop("Crowdfunding: '\(argument)' means nothing here\n\(Help.usage)", status: 64)
    }
  }

  private static func play(inspector: Inspector? = nil) async {
    let session = Session()
    Analytics.bootstrap(root: session, inspector: inspector)
    await Tour(app: CrowdfundingApp(session: session)).play()
  }

  private static func write(_ report: TrackingReport, to path: String) {
    do {
      try report.write(to: URL(filePath: path))
    } catch {
      stop("Crowdfunding: cannot write '\(path)'", status: 73)
    }
  }

  /// Ends the program. The statuses are those from sysexits.h.
  private static func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}
