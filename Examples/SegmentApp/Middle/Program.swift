import Foundation
@preconcurrency import Segment
import Trackable
import TrackableHTTP
import TrackableHub

/// The app in between: it prints the messages of Segment's SDK, and sends its own to a second source.
/// `SegmentMiddle http://127.0.0.1:8080`
@main @MainActor struct Program {
  static var segment: Analytics { .main }

  static func main() async throws {
    guard let url = CommandLine.arguments.dropFirst().first.flatMap({ URL(string: $0) }) else {
      print("usage: SegmentMiddle http://127.0.0.1:PORT")
      exit(64)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let second = TrackerHub([
      try HTTPDestination(
        .segment(writeKey: "second-source", at: WireServer(url)),
        name: "second source", folder: folder,
        firstAnonymousID: segment.anonymousId)
    ])
    TrackableSystem.bootstrap(trackers(segment, second))
    second.start()
    let messages = play()
    await second.flush()
    for message in messages { print(message) }
  }

  static func play() -> [String] {
    TrackableSystem.defaultProperties = [Keys.store ~>> "uk"]
    Tour.play()
    return segment.messages
  }
}
