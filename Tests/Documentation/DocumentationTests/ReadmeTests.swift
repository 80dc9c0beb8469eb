import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The README, and the landing page of the core, which begins with the same example.

/// A stand-in for a vendor's library, which notes its calls.
private enum SDK {
  @TaskLocal static var output = Output()
  static func track(_ name: String, _ properties: [String: any Sendable]) { output.write("\(name) \(properties)") }
}

private enum ReadmePage {
  struct Mixpanel: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      SDK.track(event.name, event.properties.dictionary)
    }
  }

  struct ReceiptShared: AnalyticsEvent {}

  actor Player: TrackableClass {
    nonisolated var trackedProperties: TrackedProperties {}

    func play() { track(Events.User.didRateAlbum) }
  }

  @MainActor final class Card: @MainActor TrackableClass {
    let owner: AlbumDetailVC
    init(owner: AlbumDetailVC) { self.owner = owner }

    var trackedProperties: TrackedProperties {}
    var trackableParent: (any TrackableClass)? { owner }
  }
}

@MainActor @Suite struct ReadmeTests {
  private let readme = Page("README.md")

  @Test func `The five lines print what the README says, and the landing page`() {
    let albumList = AlbumListVC()
    let detail = AlbumDetailVC()
    let output = Output()
    TrackableSystem.withTracker(ConsoleTracker(level: .verbose, log: output.write)) {
      detail.link(to: albumList) { Keys.previousVC ~>> "Album list" }
      detail.track(Events.User.didRateAlbum) { Keys.userLikesAlbum ~>> true }
      // MyApp.Events.User.didRateAlbum
      //   MyApp.Keys.userLikesAlbum: true
      //   MyApp.Keys.previousVC:     Album list
      //   MyApp.Keys.albumName:      Imagine
    }
    let asInBeatles = output.text.replacing("MyApp.", with: "Beatles.")
    #expect(readme.promises(asInBeatles), "\(asInBeatles)")
    // The landing page is a catalogue's, and says it in a comment.
    let properties = output.text.split(separator: "\n").dropFirst().map { $0.replacing(" > ", with: "  ") }
    let comment = ["MyApp.Events.User.didRateAlbum"] + properties
    #expect(Page(article: "Trackable").promises(comment.joined(separator: "\n")))
  }

  @Test func `A console is bootstrapped at the start, and a tracker or a closure in the same way`() {
    let detail = AlbumDetailVC()
    let output = Output()
    SDK.$output.withValue(output) {
      inAnApp {
        typealias Mixpanel = ReadmePage.Mixpanel
        TrackableSystem.bootstrap(ConsoleTracker(level: .verbose))  // at app start
        TrackableSystem.bootstrap(Mixpanel(), naming: .droppingModule)
        detail.track(Events.User.didRateAlbum, trackedProperties: [Keys.row ~>> 2])
        TrackableSystem.bootstrap { name, properties in output.write("closure \(name) \(properties.count)") }
        detail.track(Events.User.didRateAlbum, trackedProperties: [Keys.row ~>> 2])
      }
    }
    #expect(
      output.lines == [#"Events.User.didRateAlbum ["Keys.row": 2]"#, "closure MyApp.Events.User.didRateAlbum 1"])
  }

  @Test func `A cell that is linked again keeps its parent`() {
    let albumList = AlbumListVC()
    let (cell, index) = (AlbumDetailVC(), 2)
    cell.link(to: albumList) { "stars" ~>> 5 }
    cell.link { Keys.row ~>> index }  // keeps nothing of its last row, but its parent
    #expect(
      cell.explainTracking(of: Events.User.didRateAlbum).properties
        == [Keys.row ~>> 2, Keys.albumName ~>> "Imagine"])
  }

  @Test func `The issue reads as the README says`() {
    let albumList = AlbumListVC()
    let detail = AlbumDetailVC()
    withRecordedTracking { recorder in
      detail.link(to: albumList)
      albumList.link(to: detail)
      let texts = recorder.issues.map { "\($0.message) To fix this, \($0.remedy)" }
      #expect(texts.count == 1)
      let text = try? Repository.text("README.md").replacing("\n", with: " ")
      #expect(text?.contains(texts[0] + " (Reported once for this place.)") == true)
    }
  }

  @Test func `A feature's tracker is composed as the README shows`() {
    let detail = AlbumDetailVC()
    typealias ReceiptShared = ReadmePage.ReceiptShared
    let (payPalsOwn, venmo) = (RecordingTracker(), RecordingTracker())
    func PayPal() -> RecordingTracker { payPalsOwn }
    inAnApp {
      let payPal = PayPal().renaming(.snakeCase)
        .prohibiting(eventTypes: [ReceiptShared.self]).addingDefaults(["src": "wallet"])
      TrackableSystem.bootstrap(payPal.combined(with: venmo).combined(with: ConsoleTracker()))
      detail.rate()
      ReceiptShared().trigger()
    }
    #expect(payPalsOwn.events.map(\.name) == ["documentation_tests_events_user_did_rate_album"])
    #expect(payPalsOwn.events.map(\.properties) == [["src" ~>> "wallet"]])
    #expect(venmo.events.count == 2)
  }

  @Test func `A hub delivers and accounts as the README shows`() async {
    let detail = AlbumDetailVC()
    let (mixpanel, intercom) = (RecordingTracker(), RecordingTracker())
    await inAnApp {
      let hub = TrackerHub([mixpanel.renaming(.snakeCase), intercom])
      TrackableSystem.bootstrap(hub)
      hub.start()  // returns at once
      detail.rate()
      await hub.shutdown()  // delivers the rest; hub.ledger counts every event
      #expect(hub.ledger.entries.map(\.delivered) == [1, 1])
      #expect(hub.ledger.entries.allSatisfy { $0.waiting == 0 })
    }
    #expect(mixpanel.events.map(\.name) == ["documentation_tests_events_user_did_rate_album"])
    #expect(intercom.events.map(\.name) == [Events.User.didRateAlbum.name])
  }

  @Test func `Rating an album is tracked`() {
    withRecordedTracking { recorder in
      AlbumDetailVC().rate()
      #expect(recorder.difference(from: [.event(Events.User.didRateAlbum)]) == nil)
    }
  }

  @Test func `An event waits for an ancestor on another actor`() async {
    let albumList = AlbumListVC()
    let player = ReadmePage.Player()
    player.link(to: albumList)
    await withRecordedTracking { recorder in
      await player.play()
      await TrackableSystem.flush()
      #expect(recorder.events.map(\.properties) == [[Keys.albumName ~>> "Imagine"]])
    }
  }

  @Test func `A class computes its parent, and in a test a link's tracker gets nothing`() {
    let albumList = AlbumListVC()
    let detail = AlbumDetailVC()
    let (home, wallet, dashboard) = (albumList, detail, RecordingTracker())
    let card = ReadmePage.Card(owner: wallet)
    wallet.link(to: home)
    wallet.deliver(alsoTo: dashboard)
    withRecordedTracking { recorder in
      card.track(Events.User.didRateAlbum)
      #expect(recorder.events.map(\.properties) == [[Keys.albumName ~>> "Imagine"]])
    }
    #expect(dashboard.events.isEmpty)
  }
}
