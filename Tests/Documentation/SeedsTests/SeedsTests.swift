import SeedModularLayer
import SeedModularLayerInSwift6
import SeedPayPal
import SeedPayPalDeclared
import SeedPayPalDeclaredInSwift6
import SeedPayPalInSwift6
import SeedTentacles
import SeedTentaclesInSwift6
import SeedTrackable
import SeedTrackableInSwift6
import SeedTrackableLevels
import SeedTrackableLevelsInSwift6
import SeedTrackerAggregator
import SeedTrackerAggregatorDetails
import SeedTrackerAggregatorDetailsInSwift6
import SeedTrackerAggregatorInSwift6
import Synchronization
import Testing
import Trackable
import TrackableValuePropositions
import VendorStandIns

/// The code of the documents that the library grew from sends what the documents say. It is compiled in Swift 5 mode, unchanged but
/// for what is no Swift there and for two words that cannot be had, and in Swift 6 mode with the changes that races demand.
@Suite struct SeedsTests {
  /// The calls of an app in a system of its own. Nothing it does is an issue.
  private func record(_ app: @escaping @Sendable () async -> Void) async -> [String] {
    await ServiceLog.recordEverywhere {
      await TrackableSystem.withTracker(NoOpTracker()) {
        TrackableSystem.issueHandler = { issue in
          // The scope has a tracker before the app sets its own.
          if issue.kind != .bootstrappedTwice { Issue.record("\(issue)") }
        }
        await app()
      }
    }
  }

  // MARK: Trackable

  /// "All events tracked later on destinationVC will automatically have previousVC and albumName properties", and `uptime` "to all
  /// events tracked in your app". Names respect "the complete enums structure".
  @Test func `Trackable: events carry what their screens know, and the closure gets them`() async {
    for play in [SeedTrackable.playTrackable, SeedTrackableInSwift6.playTrackable] {
      let calls = await record { await play() }
      let comparable = calls.map {
        $0.replacing(#/SeedTrackable(InSwift6)?\./#, with: "").replacing(#/uptime: [0-9.e-]+/#, with: "uptime: …")
      }
      #expect(
        comparable == [
          "Mixpanel initialize <token>",
          "Mixpanel track 'Events.App.didBecomeActive' [Keys.App.uptime: …]",
          #"Mixpanel track 'Events.User.didSelectAlbum' [Keys.App.uptime: …, Keys.albumName: "Imagine"]"#,
          #"Mixpanel track 'Events.User.didRateAlbum' [Keys.App.uptime: …, Keys.albumName: "Imagine", "#
            + #"Keys.previousVC: "Album list", Keys.userLikesAlbum: 1]"#,
          #"Mixpanel track 'Events.User.didRateAlbum' [Keys.App.uptime: …, Keys.albumName: "none", "#
            + #"Keys.previousVC: "Album list", Keys.userLikesAlbum: 0]"#,
          "Mixpanel track 'Events.App.terminated' [Keys.App.uptime: …]",
        ])
    }
  }

  @MainActor @Test func `Trackable: properties from outside, without a parent`() {
    for (module, play) in [
      ("SeedTrackableLevels", SeedTrackableLevels.playTrackableLevels),
      ("SeedTrackableLevelsInSwift6", SeedTrackableLevelsInSwift6.playTrackableLevels),
    ] {
      let sent = Mutex<[String]>([])
      TrackableSystem.withTracker(
        ClosureTracker { event in sent.withLock { $0.append("\(event.name) \(event.properties)") } }
      ) { play() }
      #expect(
        sent.withLock { $0 } == [
          "\(module).Events.User.didRateAlbum [\(module).Keys.userLikesAlbum: true, \(module).Keys.previousVC: Album list]"
        ])
    }
  }

  // MARK: Tracker-Aggregator

  @Test func `Tracker-Aggregator: the quick start`() async {
    for play in [SeedTrackerAggregator.playQuickStart, SeedTrackerAggregatorInSwift6.playQuickStart] {
      let calls = await record { await play() }
      #expect(calls == ["Mixpanel initialize abcd", #"Mixpanel track 'App: Opened' [name: "My App"]"#])
    }
  }

  /// "Every event or property update called before everything is ready is saved in a queue", rules, "exceptions", and events that
  /// are bound to a property.
  @Test(arguments: [false, true]) func `Tracker-Aggregator: queue, rules, bound events, exceptions and log`(
    isSwift6: Bool
  ) async {
    let play =
      isSwift6 ? SeedTrackerAggregatorDetailsInSwift6.playDetails : SeedTrackerAggregatorDetails.playDetails
    let log = Mutex<[String]>([])
    let calls = await record { await play { line in log.withLock { $0.append(line) } } }
    // In a hub, no service waits for another. AppOpen is prohibited for Mixpanel, and Intercom allows two types only.
    #expect(
      calls.filter { $0.hasPrefix("Mixpanel") } == [
        "Mixpanel initialize abcd", "Mixpanel track 'User: Logged In' []",
        #"Mixpanel track 'User: Profile Updated' [new_name: "Alfred"]"#, "Mixpanel track 'App: Open' []",
        #"Mixpanel people.set email: "test@test.com""#,
        #"Mixpanel track 'User: Changed - Email' [new_email: "test@test.com"]"#,
        #"Mixpanel people.set email: "john@apple.records""#, #"Mixpanel people.set push_token: "c0ffee""#,
        "Mixpanel people.set visits: 3",
      ])
    #expect(
      calls.filter { $0.hasPrefix("Intercom") } == [
        "Intercom logEvent 'App: Open' []", #"Intercom email nil [email: "test@test.com"]"#,
        "Intercom email john@apple.records []", "Intercom token c0ffee", "Intercom email nil [visits: 3]",
      ])
    #expect(
      log.withLock { $0.filter { $0.hasPrefix("-[Intercom]: EVENT") } } == [
        "-[Intercom]: EVENT TRIGGERED - 'App: Open'"
      ])
  }

  /// "The info prints only the name of the event and where it was sent. Verbose prints also the metadata." Here, values are below one
  /// another.
  @Test func `Tracker-Aggregator: the log at both levels`() async {
    let logged = "SwiftyBeaver info -[Mixpanel]: EVENT TRIGGERED - 'Event Detail: Viewed'"
    for play in [SeedTrackerAggregatorDetails.playLogging, SeedTrackerAggregatorDetailsInSwift6.playLogging] {
      let calls = await record { await play() }
      #expect(
        calls.filter { $0.hasPrefix("SwiftyBeaver") } == [
          logged, "\(logged)\n > event_id: 21421\n > state:    rendering",
        ])
    }
  }

  // MARK: A modular layer

  @Test func `A modular layer: providers get the events as the mapper spells them, and a test sees them`() {
    for play in [SeedModularLayer.playModularLayer, SeedModularLayerInSwift6.playModularLayer] {
      var seen = 0
      let calls = ServiceLog.record { seen = play() }
      #expect(
        calls == [
          "Firebase logEvent 'user_signedIn' []", "Event reported: user_signedIn",
          "Firebase logEvent 'addContact_tapped' []", "Event reported: addContact_tapped",
          #"Firebase logEvent 'contact_selected' [contact_index: "2"]"#, "Event reported: contact_selected",
          #"Firebase logEvent 'message_sent' [message_length: "140", thread_type: "group"]"#,
          "Event reported: message_sent",
        ])
      #expect(seen == 4)
    }
  }

  // MARK: Tentacles

  /// "with every status update of a session a timestamp of the update is logged: i.e. open: 123456.00 …, if an update occurs more
  /// than once a count is added as suffix the key: i.e. start_1". "sessionId", "valuePropositionSessionId", "trigger", "category" and
  /// "status" are on the events. "If a prohibited status update occurs a non fatal error event is forwarded".
  @MainActor @Test(arguments: [false, true]) func `Tentacles: each step sends the status, and when each was reached`(
    isSwift6: Bool
  ) {
    // In the system of the process: in one of its own, a tracker beside the system's gets nothing.
    let calls = ServiceLog.record {
      ValuePropositionSessions.$current.withValue(ValuePropositionSessions()) {
        if isSwift6 { SeedTentaclesInSwift6.playTentacles() } else { SeedTentacles.playTentacles() }
      }
    }
    let comparable = calls.map {
      $0.replacing(#/seconds(Active|Paused|ToComplete): [0-9.e-]+(, )?/#, with: "")
        .replacing(#/(?:Id: "[^"]+")/#, with: "Id: …")
        .replacing(#/\b(open|start|start_1|pause|pause_1|completed): [0-9.]{10,}/#) { "\($0.1): …" }
        .replacing(#/Crashlytics record .*/#, with: "Crashlytics")
    }
    func call(_ times: String, _ status: String, trigger: String = "clicked", user: String = "") -> String {
      #"Firebase logEvent 'watchingVideo' [category: "valueProposition", \#(times), status: "\#(status)", "#
        + #"trigger: "\#(trigger)", \#(user)valuePropositionSessionId: …, videoName: "Learning Swift"]"#
    }
    let open = #"duration: 3240.0, language: "English", open: …"#
    #expect(
      comparable == [
        call("\(open), sessionId: …", "opened"),
        "Crashlytics",
        call("\(open), sessionId: …, start: …", "started"),
        call("\(open), pause: …, sessionId: …, start: …", "paused"),
        call("\(open), pause: …, sessionId: …, start: …, start_1: …", "started"),
        call(
          "completed: …, \(open), pause: …, secondsSkipped: 300.0, sessionId: …, start: …, start_1: …", "completed",
          trigger: "automatically", user: "userCommented: false, "),
      ])
  }

  // MARK: One tracker for each service

  @Test func `PayPal and Venmo: both get PayPal's events, and Venmo all`() async {
    for play in [SeedPayPal.playPayPal, SeedPayPalInSwift6.playPayPal] {
      let calls = await record(play)
      #expect(
        calls == [
          "Venmo payment payment payment_sent [amount: 20]", "PayPal cl checkout_started",
          "Venmo checkout checkout checkout_started [cart: 3]", "Venmo card card card_shown []",
        ])
    }
  }

  @Test func `PayPal and Venmo: an app that keeps its declarations sends what it sent`() {
    for play in [SeedPayPalDeclared.playPayPalDeclared, SeedPayPalDeclaredInSwift6.playPayPalDeclared] {
      #expect(ServiceLog.record(play) == ["PayPal cl checkout_started", "Venmo checkout checkout_started [cart: 3]"])
    }
  }
}
