import Foundation
import TrackableInspector
import TrackablePlan

/// The program `VideoPlayer`.
@main
@MainActor
struct VideoPlayerCommand {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  // The numbers above 63 are those from sysexits.h.
  private static func run(_ arguments: [String]) async -> Int32 {
    if arguments == ["--help"] || arguments == ["-h"] {
      print(Help.text)
      return 0
    }
    if arguments.first == "--report", arguments.count > 1 {
      let plan = try? TrackingPlan(
        contentsOf: URL(filePath: "../PlanTests/tracking-plan.json", relativeTo: URL(filePath: #filePath)))
      let inspector = Inspector(title: "VideoPlayer", plan: plan ?? [])
      let status = await run(Array(arguments.dropFirst(2)), inspector)
      if status > 2 { return status }
      do {
        try inspector.makeReport().write(to: URL(filePath: arguments[1]))
      } catch {
        printError("VideoPlayer: cannot write '\(arguments[1])'")
        return 73
      }
      return status
    }
    return await run(arguments, nil)
  }

  private static func run(_ arguments: [String], _ inspector: Inspector?) async -> Int32 {
    guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true || arguments == ["-"] else {
      printError("VideoPlayer: the arguments make no sense\n\(Help.usage)")
      return 64
    }
    switch arguments.first {
    case nil: return await play(lines(of: Help.bundledScript), of: "<bundled>", inspector)
    case "-": return await play(AnyIterator { readLine() }.map { $0[...] }, of: "<stdin>", inspector)
    case let path?:
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        printError("VideoPlayer: cannot read '\(path)'")
        return 66
      }
      return await play(lines(of: text), of: path, inspector)
    }
  }

  private static func lines(of text: String) -> [Substring] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.last == "" ? lines.dropLast() : lines
  }

  /// Plays a script, and returns the exit status.
  private static func play(_ lines: [Substring], of name: String, _ inspector: Inspector?) async -> Int32 {
    let (device, timeline) = (Device(), Timeline())
    let badLines = await Analytics.run(on: device, drawing: timeline, inspector) {
      let app = VideoApp(on: device)
      var badLines = 0
      for (number, line) in lines.enumerated() {
        do throws(BadLine) {
          guard let command = try Command.parse(String(line)) else {
            print(line)
            continue
          }
          print("> \(line)")
          try await app.perform(command)
        } catch {
          badLines += 1
          printError("\(name):\(number + 1): \(error)")
        }
      }
      // A user who stops watching leaves the app.
      if !app.isInBackground { await app.background() }
      return badLines
    }
    print("\n" + timeline.drawing(until: device.date.timeIntervalSince(Device.start)))
    return badLines == 0 ? 0 : 2
  }

  private static func printError(_ line: String) {
    // Earlier output comes first. `nil` is every stream: Swift 6 does not let us read the C library's `stdout`.
    fflush(nil)
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
