import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableHTTP
import TrackableHub
import TrackableTesting

// The page on memory across launches, and the doc comments of `UserMemory`.

extension URL {
  /// Foundation on Linux has none.
  static var applicationSupportDirectory: URL { temporaryDirectory }
}

/// Compiled and not run: it would connect to a service.
private func start() throws {
  let folder = URL.applicationSupportDirectory.appending(path: "tracking")
  let memory = UserMemory(file: folder.appending(path: "user.json"))
  let segment = try HTTPDestination(.segment(writeKey: "…"))
  let hub = TrackerHub([
    segment.requiringConsent(.analytics, from: memory.consent)
  ])
  TrackableSystem.bootstrap(hub)
  TrackableSystem.register(memory)
  memory.restore()
  hub.start()
}

@Suite struct RememberingTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "user-\(UUID().uuidString)")

  @Test func `The user and the decisions of one launch are there in the next`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    func launch(_ work: (UserMemory) -> Void) -> RecordingTracker {
      let mixpanel = RecordingTracker()
      inAnApp {
        let memory = UserMemory(file: folder.appending(path: "user.json"))
        TrackableSystem.bootstrap(
          mixpanel.requiringConsent(.analytics, from: memory.consent))
        TrackableSystem.register(memory)
        memory.restore()
        work(memory)
      }
      return mixpanel
    }
    _ = launch { memory in
      TrackableSystem.identify("john")
      memory.consent.grant(.analytics)
    }
    let second = launch { _ in
      TrackableSystem.track(Events.User.didRateAlbum)
      // MyApp.Events.User.didRateAlbum, john
    }
    let output = Output()
    for event in second.events { output.write("\(event.name), \(event.userID ?? "no user")") }
    #expect(Page("Sources/TrackableApp/TrackableApp.docc/Remembering.md").promises(output.text), "\(output.text)")
    _ = launch { memory in memory.consent.deny(.analytics) }
    #expect(launch { _ in Events.User.didRateAlbum.trigger() }.events.isEmpty)
  }

  @Test func `The file has what the page on privacy says, and nothing else`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, output) = (folder.appending(path: "user.json"), Output())
    func print(_ text: String) { output.write(text) }
    try inAnApp {
      let memory = UserMemory(file: file)
      TrackableSystem.register(memory)
      TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
      memory.consent.update([.analytics: .granted])
      print(try String(contentsOf: file, encoding: .utf8))
      // [["user","john"],["consent","analytics","granted"]]
    }
    #expect(Page(article: "Privacy").promises(output.text), "\(output.text)")
  }

  @Test func `The doc comment compiles`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let mixpanel = NoOpTracker()
    inAnApp {
      let memory = UserMemory(file: folder.appending(path: "user.json"))
      TrackableSystem.bootstrap(
        mixpanel.requiringConsent(.analytics, from: memory.consent))
      TrackableSystem.register(memory)  // it hears of identify, groups and reset
      memory.restore()  // identifies the user of the last launch, in the same groups
      #expect(memory.userID == nil)
    }
  }
}
