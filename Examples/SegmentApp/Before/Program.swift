@preconcurrency import Segment

/// The app before: it prints the messages of Segment's SDK. `SegmentBefore look` is one of several launches.
@main @MainActor struct Program {
  static func main() {
    for message in play(CommandLine.arguments.dropFirst().first) { print(message) }
  }

  static func play(_ launch: String? = nil) -> [String] {
    if let launch { Tour.play(launch) } else { Tour.play() }
    return Analytics.main.messages
  }
}
