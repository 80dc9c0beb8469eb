import Foundation
@preconcurrency import Segment
import Trackable
import TrackableApp
import TrackableHTTP
import TrackableHub

/// The app after: it sends to Segment itself. `SegmentAfter http://127.0.0.1:8080`, or for one of several
/// launches `SegmentAfter http://127.0.0.1:8080 FOLDER look`
@main @MainActor struct Program {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 1 || arguments.count == 3, let url = URL(string: arguments[0]) else {
      print("usage: SegmentAfter http://127.0.0.1:PORT [FOLDER USER|look|sign-out]")
      exit(64)
    }
    let (isTour, temporary) = (arguments.count == 1, FileManager.default.temporaryDirectory)
    let folder = isTour ? temporary.appending(path: UUID().uuidString) : URL(filePath: arguments[1])
    defer { if isTour { try? FileManager.default.removeItem(at: folder) } }
    let destination = try HTTPDestination(
      .segment(writeKey: "first-source", at: WireServer(url)), folder: folder,
      firstAnonymousID: segment.anonymousId)
    start(destination, in: folder)
    play(isTour ? nil : arguments[2])
    await TrackableSystem.flush()
  }

  /// The SDK gives what it remembers, and sends what it has stored.
  static let segment = Analytics(
    configuration: Configuration(writeKey: "first-source")
      .trackApplicationLifecycleEvents(false))

  /// The source of an app, which leaves the server and the folder out.
  static func source() throws -> HTTPDestination {
    let destination = try HTTPDestination(
      .segment(writeKey: "first-source"),
      firstAnonymousID: segment.anonymousId)
    return destination
  }

  static func start(_ destination: HTTPDestination, in folder: URL) {
    let memory = folder.appending(path: "user.json")
    let isFirstLaunch = !FileManager.default.fileExists(atPath: memory.path)
    let app = TrackableApp(folder: folder)
    let hub = TrackerHub([destination])
    TrackableSystem.bootstrap(hub, root: app, naming: .keepingLast(1))
    app.start()
    if isFirstLaunch, let user = segment.userId {
      TrackableSystem.identify(user)
    }
    hub.start()
  }

  static func play(_ launch: String? = nil) {
    TrackableSystem.defaultProperties = [Keys.store ~>> "uk"]
    if let launch { Tour.play(launch) } else { Tour.play() }
  }
}
