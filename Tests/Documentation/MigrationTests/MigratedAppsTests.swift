import MigrationOrigins
import Testing
import Trackable
import VendorStandIns

/// The services get the same calls before and after the migration that a page describes. For a vendor's SDK, the app of before
/// runs beside it. For the earlier designs, the expected calls are those of their published examples.
@Suite struct MigratedAppsTests {
  /// Runs an app in a system of its own. Nothing it does is an issue.
  private func play(_ app: @escaping @Sendable () async -> Void) async -> [String] {
    let calls = await ServiceLog.recordEverywhere {
      await TrackableSystem.withTracker(NoOpTracker()) {
        TrackableSystem.issueHandler = { issue in
          // The scope has a tracker before the app sets its own.
          if issue.kind != .bootstrappedTwice { Issue.record("\(issue)") }
        }
        await app()
      }
    }
    // Without the module's name, and without a number that is never the same twice.
    return calls.map { $0.replacing("\(moduleName).", with: "").replacing(#/uptime: [0-9.e-]+/#, with: "uptime: …") }
  }

  @Test func `From Trackable: a closure gets what the root says, and a function is handed over as it is`() async {
    let closure = await play { TrackableMigrated.play() }
    #expect(closure == ["Mixpanel track 'Events.App.started' [Keys.App.uptime: …]"])
    let function = await play { TrackableMigrated.playWithFunction() }
    #expect(function == [#"Mixpanel track 'Events.App.started' [Keys.albumName: "Help!"]"#])
  }

  @Test func `From a vendor's SDK: each service gets the same calls`() async {
    let before = await play { await VendorSDK.play() }
    let after = await play { await VendorSDKMigrated.play() }
    #expect(after == before)
    #expect(after.count == 9)
  }

  @Test func `From Tracker-Aggregator: each service gets the same calls`() async {
    let calls = await play { await TrackerAggregatorMigrated.play() }
    // In a hub, no service waits for another.
    #expect(
      calls.filter { $0.hasPrefix("Mixpanel") } == [
        "Mixpanel initialize abcd", #"Mixpanel people.set email: "test@test.com""#,
        #"Mixpanel track 'User: Changed - Email' [new_email: "test@test.com"]"#,
        #"Mixpanel people.set push_token: "c0ffee""#, "Mixpanel people.set plan: 2", "Mixpanel people.set plan: nil",
      ])
    #expect(
      calls.filter { $0.hasPrefix("Intercom") } == [
        "Intercom logEvent 'App: Open' []", "Intercom email test@test.com []",
        #"Intercom logEvent 'User: Changed - Email' [new_email: "test@test.com"]"#, "Intercom token c0ffee",
        "Intercom email nil [plan: 2]", #"Intercom email nil [plan: ""]"#,
      ])
  }
}
