import MigrationOrigins
import Synchronization
import Testing
import Trackable
import TrackableHub
import TrackableTesting
import TrackableValuePropositions
import VendorStandIns

/// The services get the same calls before and after the migration that a page describes. For a vendor's SDK, the app of before
/// runs beside it. For the earlier designs, the expected calls are those of their published examples, which were compared with
/// programs made anew from them.
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
    lines.map { $0.replacing("\(moduleName).", with: "").replacing(#/uptime: [0-9.e-]+/#, with: "uptime: …") }
  }

  @MainActor @Test func `From Trackable: the same events with the same properties in the same order`() {
    let calls = record { TrackableMigrated.play() }
    #expect(
      comparable(calls) == [
        "Mixpanel track 'Events.App.didBecomeActive' [Keys.App.uptime: …]",
        #"Mixpanel track 'Events.User.didSelectAlbum' [Keys.App.uptime: …, Keys.albumName: "Imagine", "#
          + #"Keys.previousVC: "Beatle list"]"#,
        #"Mixpanel track 'Events.User.didRateAlbum' [Keys.App.uptime: …, Keys.albumName: "Imagine", "#
          + #"Keys.previousVC: "Album list", Keys.userLikesAlbum: true]"#,
        #"Mixpanel track 'Events.User.didRateAlbum' [Keys.App.uptime: …, Keys.albumName: "none", "#
          + #"Keys.previousVC: "Album list", Keys.userLikesAlbum: false]"#,
      ])
  }

  @Test func `From Trackable: a closure gets what the root says`() {
    let lines = record { TrackableMigrated.playWithRoot() }
    #expect(comparable(lines) == ["Mixpanel track 'Events.App.started' [Keys.App.uptime: …]"])
  }

  @Test func `From Trackable: the service's function can be handed over as it is`() {
    let lines = record { TrackableMigrated.playWithFunction() }
    #expect(comparable(lines) == [#"Mixpanel track 'Events.App.started' [Keys.albumName: "Help!"]"#])
  }

  @MainActor @Test func `From a vendor's SDK: each service gets the same calls`() {
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

  @Test func `From Tracker-Aggregator: each service gets the same calls`() async {
    let calls = await recordEverywhere { await TrackerAggregatorMigrated.play() }
    // In a hub, no service waits for another.
    #expect(
      calls.filter { $0.hasPrefix("Mixpanel") } == [
        "Mixpanel initialize abcd", #"Mixpanel track 'App: Opened' [name: "My App"]"#,
        #"Mixpanel people.set email: "test@test.com""#,
        #"Mixpanel track 'User: Changed - Email' [new_email: "test@test.com"]"#,
        #"Mixpanel people.set push_token: "c0ffee""#, "Mixpanel people.set plan: 2",
        #"Mixpanel track 'User: Profile Updated' [new_name: "Alfred"]"#, "Mixpanel people.set plan: nil",
      ])
    #expect(
      calls.filter { !$0.hasPrefix("Mixpanel") } == [
        "Intercom logEvent 'App: Open' []", #"Intercom logEvent 'App: Opened' [name: "My App"]"#,
        "Intercom email test@test.com []",
        #"Intercom logEvent 'User: Changed - Email' [new_email: "test@test.com"]"#, "Intercom token c0ffee",
        "Intercom email nil [plan: 2]", #"Intercom logEvent 'User: Profile Updated' [new_name: "Alfred"]"#,
        #"Intercom email nil [plan: ""]"#,
      ])
  }

  @Test func `From Tracker-Aggregator: the log has the same lines for each event`() async {
    let log = Mutex<[String]>([])
    _ = await recordEverywhere {
      await TrackerAggregatorMigrated.logged { line in log.withLock { $0.append(line) } }
    }
    let events = log.withLock { $0.filter { $0.contains("EVENT TRIGGERED") } }
    #expect(
      events.sorted() == [
        "-[IntercomAdapter]: EVENT TRIGGERED - 'App: Open'", "-[IntercomAdapter]: EVENT TRIGGERED - 'App: Opened'",
        "-[IntercomAdapter]: EVENT TRIGGERED - 'User: Changed - Email'",
        "-[IntercomAdapter]: EVENT TRIGGERED - 'User: Profile Updated'",
        "-[Mixpanel]: EVENT TRIGGERED - 'App: Opened'", "-[Mixpanel]: EVENT TRIGGERED - 'User: Changed - Email'",
        "-[Mixpanel]: EVENT TRIGGERED - 'User: Profile Updated'",
      ])
  }

  // MARK: Value propositions

  /// Properties that are never the same twice are named, without their values.
  private func withoutTimesAndIDs(_ lines: [String]) -> [String] {
    lines.map {
      $0.replacing(#/(Id|open|start|start_1|pause|completed): [^,\]]+/#) { "\($0.1): …" }
        .replacing(#/Crashlytics record .*/#, with: "Crashlytics")
    }
  }

  @MainActor @Test func `From Tentacles: the same events, with durations besides`() {
    let issues = Mutex<[TrackableIssue.Kind]>([])
    let calls = withoutTimesAndIDs(
      ServiceLog.record {
        withSystemOfItsOwn {
          TrackableSystem.issueHandler = { issue in
            // The scope has a tracker before the app sets its own.
            if issue.kind != .bootstrappedTwice { issues.withLock { $0.append(issue.kind) } }
          }
          ValuePropositionSessions.$current.withValue(ValuePropositionSessions()) { TentaclesMigrated.play() }
        }
      })
    let durations = #/seconds(Active|Paused|ToComplete): [0-9.e-]+(, )?/#
    func call(_ times: String, _ status: String, trigger: String = "clicked", user: String = "") -> String {
      #"Firebase logEvent 'watchingVideo' [category: "valueProposition", \#(times), status: "\#(status)", "#
        + #"trigger: "\#(trigger)", \#(user)valuePropositionSessionId: …, videoName: "Learning Swift"]"#
    }
    let open = #"duration: 3240.0, language: "English", open: …"#
    #expect(
      calls.map { $0.replacing(durations, with: "") } == [
        call("\(open), sessionId: …", "opened"),
        "Crashlytics",
        call("\(open), sessionId: …, start: …", "started"),
        call("\(open), pause: …, sessionId: …, start: …", "paused"),
        call("\(open), pause: …, sessionId: …, start: …, start_1: …", "started"),
        call(
          "completed: …, \(open), pause: …, secondsSkipped: 300.0, sessionId: …, start: …, start_1: …", "completed",
          trigger: "automatically", user: "userCommented: false, "),
      ])
    #expect(calls.last?.matches(of: durations).count == 3)
    // The step that is prohibited is an issue, too.
    #expect(issues.withLock { $0.map(\.description) } == ["prohibitedStep"])
  }

  @MainActor @Test func `From Tentacles: a handle drives its session`() {
    let lines = record {
      ValuePropositionSessions.$current.withValue(ValuePropositionSessions()) { TentaclesMigrated.playWithHandle() }
    }
    #expect(lines.count == 3)
    #expect(lines.last?.contains(#"status: "canceled""#) == true)
  }

  // MARK: One enum of events

  @MainActor @Test func `From a modular layer: each provider gets the same calls`() {
    let calls = record {
      ModularLayerMigrated.play(
        console: ClosureTracker { event in ServiceLog.write("Event reported: \(event.name)") })
    }
    #expect(
      calls == [
        "Firebase logEvent 'user_signedIn' []", "Event reported: user_signedIn",
        "Firebase logEvent 'addContact_tapped' []", "Event reported: addContact_tapped",
        #"Firebase logEvent 'contact_selected' [contact_index: "2"]"#, "Event reported: contact_selected",
        #"Firebase logEvent 'message_sent' [message_length: "140", thread_type: "group"]"#,
        "Event reported: message_sent",
      ])
  }

  @Test func `From a modular layer: a test sees the events`() {
    #expect(ModularLayerMigrated.differenceInTest() == nil)
  }

  // MARK: One tracker for all events

  @available(*, deprecated)
  @Test func `From a tracker for each service: each gets the same calls`() {
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
