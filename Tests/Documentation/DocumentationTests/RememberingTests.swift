import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableHTTP
import TrackableHub

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

@Suite final class RememberingTests: FolderSuite {
  /// Prints the events that arrive, and their user.
  private func launch(_ work: (UserMemory) throws -> Void) rethrows {
    let mixpanel = ClosureTracker { print("\($0.name), \($0.userID ?? "no user")") }
    try inAnApp {
      let memory = UserMemory(file: folder.appending(path: "user.json"))
      TrackableSystem.bootstrap(
        mixpanel.requiringConsent(.analytics, from: memory.consent))
      TrackableSystem.register(memory)  // it hears of identify, groups and reset
      memory.restore()  // identifies the user of the last launch, in the same groups
      try work(memory)
    }
  }

  @Test func `The user and the decisions of one launch are there in the next`() {
    launch { memory in
      TrackableSystem.identify("john")
      memory.consent.grant(.analytics)
    }
    Page(article: "Remembering", of: "TrackableApp").expectOutput {
      launch { _ in
        TrackableSystem.track(Events.User.didRateAlbum)
        // MyApp.Events.User.didRateAlbum, john
      }
      launch { memory in memory.consent.deny(.analytics) }
      launch { _ in Events.User.didRateAlbum.trigger() }
    }
  }

  @Test func `The file has what the page on privacy says, and nothing else`() throws {
    try Page(article: "Privacy").expectOutput {
      try launch { memory in
        let file = folder.appending(path: "user.json")
        TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
        memory.consent.update([.analytics: .granted])
        print(try String(contentsOf: file, encoding: .utf8))
        // [["user","john"],["consent","analytics","granted"]]
      }
    }
  }
}
