@preconcurrency import Segment

/// The app before: it prints the messages of Segment's SDK.
@main @MainActor struct Program {
  static func main() {
    for message in play() { print(message) }
  }

  static func play() -> [String] {
    Tour.play()
    return Analytics.main.messages
  }
}
