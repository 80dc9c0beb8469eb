import Foundation
@preconcurrency import Segment
import Trackable
import TrackableHTTP
import TrackableHub

/// The app after: it sends to Segment itself. `SegmentAfter http://127.0.0.1:8080`
@main @MainActor struct Program {
  static func main() async throws {
    guard let url = CommandLine.arguments.dropFirst().first.flatMap({ URL(string: $0) }) else {
      print("usage: SegmentAfter http://127.0.0.1:PORT")
      exit(64)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let segment = Analytics(
      configuration: Configuration(writeKey: "first-source")
        .trackApplicationLifecycleEvents(false))
    let hub = TrackerHub([
      try HTTPDestination(
        .segment(writeKey: "first-source", at: WireServer(url)), folder: folder,
        firstAnonymousID: segment.anonymousId)
    ])
    TrackableSystem.bootstrap(hub, naming: .keepingLast(1))
    hub.start()
    play()
    await hub.flush()
  }

  static func play() {
    TrackableSystem.defaultProperties = [Keys.store ~>> "uk"]
    Tour.play()
  }
}
