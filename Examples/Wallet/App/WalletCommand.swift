import Foundation

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
    case let argument?:
      FileHandle.standardError.write(Data("Wallet: '\(argument)' means nothing here\n\(Help.usage)\n".utf8))
      // The number from sysexits.h.
      exit(64)
    }
  }
}
