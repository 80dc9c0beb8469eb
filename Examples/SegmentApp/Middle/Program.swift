import Foundation
@preconcurrency import Segment
import Trackable
import TrackableApp
import TrackableHTTP
import TrackableHub

/// The app in between: it prints the messages of Segment's SDK, and sends its own to a second source.
/// `SegmentMiddle http://127.0.0.1:8080`, or for one of several launches `SegmentMiddle http://127.0.0.1:8080 FOLDER look`
@main @MainActor struct Program {
  static var segment: Analytics { .main }

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 1 || arguments.count == 3, let url = URL(string: arguments[0]) else {
      print("usage: SegmentMiddle http://127.0.0.1:PORT [FOLDER USER|look|sign-out]")
      exit(64)
    }
    let (isTour, temporary) = (arguments.count == 1, FileManager.default.temporaryDirectory)
    let folder = isTour ? temporary.appending(path: UUID().uuidString) : URL(filePath: arguments[1])
    defer { if isTour { try? FileManager.default.removeItem(at: folder) } }
    let second = TrackerHub([
      try HTTPDestination(
        .segment(writeKey: "second-source", at: WireServer(url)),
        name: "second source", folder: folder,
        firstAnonymousID: segment.anonymousId)
    ])
    start(second, in: folder)
    let messages = play(isTour ? nil : arguments[2])
    await second.flush()
    for message in messages { print(message) }
  }

  /// The second source of an app, which leaves the server and the folder out.
  static func secondSource() throws -> TrackerHub {
    let second = TrackerHub([
      try HTTPDestination(
        .segment(writeKey: "second-source"), name: "second source",
        firstAnonymousID: segment.anonymousId)
    ])
    return second
  }

  static func start(_ second: TrackerHub, in folder: URL) {
    let memory = folder.appending(path: "user.json")
    let isFirstLaunch = !FileManager.default.fileExists(atPath: memory.path)
    let app = TrackableApp(folder: folder)
    TrackableSystem.bootstrap(trackers(segment, second), root: app)
    app.start()
    if isFirstLaunch, let user = segment.userId {
      TrackableSystem.identify(user)
    }
    second.start()
  }

  static func play(_ launch: String? = nil) -> [String] {
    TrackableSystem.defaultProperties = [Keys.store ~>> "uk"]
    if let launch { Tour.play(launch) } else { Tour.play() }
    return segment.messages
  }
}
