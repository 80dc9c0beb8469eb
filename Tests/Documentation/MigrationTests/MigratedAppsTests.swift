import MigrationOrigins
import Synchronization
import Testing
import Trackable
import TrackableHub
import TrackableTesting
import TrackableValuePropositions
import VendorStandIns

/// What the services are sent is the same before and after the migration that a page describes.
@Suite struct MigratedAppsTests {
  /// The calls of an app that bootstraps a system of its own. Nothing it does is an issue.
  private func record(_ app: () -> Void) -> [String] {
    ServiceLog.record { withSystemOfItsOwn(app) }
  }

  private func withSystemOfItsOwn(_ app: () -> Void) {
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issue in
        // The scope has a tracker before the app sets its own.
        if issue.kind != .bootstrappedTwice { Issue.record("\(issue)") }
      }
      app()
    }
  }

  /// Without the module's name, and without numbers that are never the same twice.
  private func comparable(_ lines: [String]) -> [String] {
    lines.map { line in
      line.replacing("MigrationOrigins.", with: "").replacing("\(moduleName).", with: "")
        .replacing(#/uptime: [0-9.e-]+/#, with: "uptime: …")
    }
  }

  @MainActor @Test func `From Trackable: the same events with the same properties in the same order`() {
    let before = ServiceLog.record { FirstTrackable.play() }
    let after = record { TrackableMigrated.play() }
    #expect(comparable(after) == comparable(before))
    #expect(
      comparable(after)[2...] == [
        #"Mixpanel track 'Events.User.didRateAlbum' [Keys.App.uptime: …, Keys.albumName: "Imagine", "#
          + #"Keys.previousVC: "Album list", Keys.userLikesAlbum: true]"#,
        #"Mixpanel track 'Events.User.didRateAlbum' [Keys.App.uptime: …, Keys.albumName: "none", "#
          + #"Keys.previousVC: "Album list", Keys.userLikesAlbum: false]"#,
      ])
  }

  @Test func `From Trackable: the service's function can be handed over as it is`() {
    let lines = record { TrackableMigrated.playWithFunction() }
    #expect(comparable(lines) == [#"Mixpanel track 'Events.App.started' [Keys.albumName: "Help!"]"#])
  }

  @MainActor @Test func `From a vendor's SDK: each service gets what it got`() {
    let before = ServiceLog.record { VendorSDK.play() }
    let after = record { VendorSDKMigrated.play() }
    #expect(after == before)
    #expect(after.count == 9)
  }

  // MARK: In the background

  /// The calls of an app whose services are called in the background.
  private func recordEverywhere(_ app: @escaping @Sendable () async -> Void) async -> [String] {
    await ServiceLog.recordEverywhere {
      await TrackableSystem.withTracker(NoOpTracker()) {
        TrackableSystem.issueHandler = { issue in
          if issue.kind != .bootstrappedTwice { Issue.record("\(issue)") }
        }
        await app()
      }
    }
  }

  /// One service after the other: in a hub, none waits for another.
  private func byService(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("Mixpanel") } + lines.filter { !$0.hasPrefix("Mixpanel") }
  }

  @Test func `From Tracker-Aggregator: each service gets what it got`() async {
    let before = await ServiceLog.recordEverywhere { TrackerAggregator.play() }
    let after = await recordEverywhere { await TrackerAggregatorMigrated.play() }
    #expect(byService(after) == byService(before))
    #expect(
      byService(after).prefix(3) == [
        "Mixpanel initialize abcd", #"Mixpanel track 'App: Opened' [name: "My App"]"#,
        #"Mixpanel people.set email: "test@test.com""#,
      ])
  }

  @Test func `From Tracker-Aggregator: the log has the same lines for each event`() async {
    let log = Mutex<[String]>([])
    _ = await recordEverywhere {
      await TrackerAggregatorMigrated.logged { line in log.withLock { $0.append(line) } }
    }
    let events = log.withLock { $0.filter { $0.contains("EVENT TRIGGERED") } }
    var before: [String] = []
    _ = ServiceLog.record { before = TrackerAggregator.logged() }
    #expect(events.sorted() == before.sorted())
    #expect(events.contains("-[Mixpanel]: EVENT TRIGGERED - 'App: Opened'"))
  }

  @available(*, deprecated)
  @Test func `From Tracker-Aggregator: the earlier word for a destination is one still`() async {
    struct OldAdapter: AnalyticsAdapter {
      func configure() { ServiceLog.write("configured") }
      func track(_ event: TrackedEvent) { ServiceLog.write(event.name) }
    }
    let lines = await ServiceLog.recordEverywhere {
      let hub = TrackerHub([OldAdapter()])
      hub.start()
      hub.track(ProfileUpdated(newName: "Alfred"))
      await hub.shutdown()
    }
    #expect(lines == ["configured", "User: Profile Updated"])
  }

  // MARK: Value propositions

  /// Properties that are never the same twice are named, without their values.
  private func withoutTimesAndIDs(_ lines: [String]) -> [String] {
    lines.map {
      $0.replacing(#/(Id|open|start|start_1|pause|completed): [^,\]]+/#) { "\($0.1): …" }
        .replacing(#/Crashlytics record .*/#, with: "Crashlytics")
    }
  }

  @MainActor @Test func `From Tentacles: the same events, and durations beside what they carried`() {
    let before = withoutTimesAndIDs(ServiceLog.record { Tentacles.play() })
    let issues = Mutex<[TrackableIssue.Kind]>([])
    let app = AppSession()
    let after = withoutTimesAndIDs(
      ServiceLog.record {
        withSystemOfItsOwn {
          TrackableSystem.issueHandler = { issue in
            // The scope has a tracker before the app sets its own.
            if issue.kind != .bootstrappedTwice { issues.withLock { $0.append(issue.kind) } }
          }
          AppSession.$current.withValue(app) { TentaclesMigrated.play() }
        }
      })
    let durations = #/seconds(Active|Paused|ToComplete): [0-9.e-]+(, )?/#
    #expect(after.map { $0.replacing(durations, with: "") } == before)
    #expect(before.count == 6)
    #expect(after.last?.matches(of: durations).count == 3)
    // The step that is prohibited is an issue, too.
    #expect(issues.withLock { $0 } == [.prohibitedStep])
  }

  @MainActor @Test func `From Tentacles: a handle drives its session`() {
    let lines = record { AppSession.$current.withValue(AppSession()) { TentaclesMigrated.playWithHandle() } }
    #expect(lines.count == 3)
    #expect(lines.last?.contains(#"status: "canceled""#) == true)
  }

  // MARK: One enum of events

  @MainActor @Test func `From a modular layer: each provider gets what it got`() {
    let before = ServiceLog.record { ModularLayer.play() }
    let after = record {
      ModularLayerMigrated.play(
        console: ClosureTracker { event in ServiceLog.write("Event reported: \(event.name)") })
    }
    #expect(after == before)
    #expect(after.count == 8)
  }

  @Test func `From a modular layer: a test sees the events`() {
    #expect(ModularLayer.eventsInTest() == 1)
    #expect(ModularLayerMigrated.differenceInTest() == nil)
  }

  // MARK: One tracker for all events

  @available(*, deprecated)
  @Test func `From a tracker for each service: each gets what it got`() {
    let before = MigrationTests.Services()
    OldApp.checkOut(with: OldApp.combined(payPalTracker: before.payPal, venmoTracker: before.venmo))
    let after = MigrationTests.Services()
    SingleTrackerMigrated.checkOut(
      with: SingleTrackerMigrated.combined(
        payPalTracker: SingleTrackerMigrated.PayPalTracker(send: after.payPal.send), venmoTracker: after.venmo))
    #expect(after.all == before.all)
    #expect(after.all.count == 4)
  }
}
