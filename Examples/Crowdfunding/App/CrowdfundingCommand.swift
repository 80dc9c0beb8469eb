import CrowdfundingCore
import Foundation

/// The program `Crowdfunding`.
@main
@MainActor
struct CrowdfundingCommand {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case nil:
      let session = Session()
      Analytics.bootstrap(root: session)
      await Tour(app: CrowdfundingApp(session: session)).play()
    case "--help", "-h":
      print(Help.text)
    case let argument?:
      FileHandle.standardError.write(Data("Crowdfunding: '\(argument)' means nothing here\n\(Help.usage)\n".utf8))
      // The number from sysexits.h.
      exit(64)
    }
  }
}
