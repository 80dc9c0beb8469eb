import Foundation
import Trackable
import TrackableInspector
import TrackablePlan

/// The program `Beatles`.
@main
@MainActor
struct BeatlesCommand {
  // The numbers above 63 are those from sysexits.h.
  private enum Status: Int32 {
    case success = 0
    case badLines = 2
    case usage = 64
    case noInput = 66
  }

  private let options: Options
  private let counter = EventCounter()

  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ arguments: [String]) -> Status {
    do {
      let options = try Options(arguments)
      if options.printsHelp {
        print(Help.text)
        return .success
      }
      return try BeatlesCommand(options: options).run()
    } catch let error as UnreadableFile {
      Terminal.printError("Beatles: \(error)")
      return .noInput
    } catch {
      Terminal.printError("Beatles: \(error)\n\(Help.usage)")
      return .usage
    }
  }

  private func run() throws(UnreadableFile) -> Status {
    let parts = try partsToPlay()
    let trackers: [any AnalyticsEventTracker] =
      options.printsJSON ? [JSONLinesTracker()] : [ConsoleTracker(level: .verbose), counter]
    let inspector = options.inspected.map { Inspector(title: "Beatles", folder: URL(filePath: $0), plan: .committed) }
    if let inspector {
      TrackableSystem.bootstrap(
        CombinedTracker(trackers).renaming(Analytics.naming).inspected(by: inspector))
      inspector.recordIssues()
    } else {
      Analytics.bootstrap(trackers)
    }
    defer { inspector?.flush() }
    let badLines = parts.map(play).reduce(0, +)
    return badLines == 0 ? .success : .badLines
  }

  private struct Part {
    let session: Session
    let style: SessionPlayer.Style
    var introduction: String?
  }

  private func partsToPlay() throws(UnreadableFile) -> [Part] {
    let style = options.printsJSON ? SessionPlayer.Style.silent : .echo
    switch options.input {
    case .file(let path): return [Part(session: try .file(path), style: style)]
    case .standardInput: return [Part(session: .standardInput, style: style)]
    case .prompt: return [yourTurn]
    case .unspecified where !Terminal.isInputInteractive:
      return [Part(session: .standardInputOrBundled, style: style)]
    case .unspecified where options.printsJSON: return [Part(session: .bundled, style: style)]
    case .unspecified:
      let introduction = "This is the bundled session. After it, it is your turn; '--help' says what else there is.\n"
      return [Part(session: .bundled, style: style, introduction: introduction), yourTurn]
    }
  }

  private var yourTurn: Part {
    Part(
      session: .standardInput, style: .prompt,
      introduction: "\nIt is your turn. The app has just been opened; 'terminate' ends it.\n")
  }

  /// Plays one part, and returns the number of its bad lines.
  private func play(_ part: Part) -> Int {
    if let introduction = part.introduction { print(introduction) }
    let badLines = SessionPlayer(style: part.style).play(part.session)
    if part.style != .silent { print("\n" + counter.takeTable().joined(separator: "\n")) }
    return badLines
  }
}
