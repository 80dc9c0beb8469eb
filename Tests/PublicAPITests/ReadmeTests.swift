import Foundation
import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The README's snippets, as they stand there, and those of the articles that no other test compiles.

private enum Readme {
  enum Events { enum User: String, Event { case didRateAlbum } }
  enum Keys: String, Key { case albumName, previousVC, userLikesAlbum, row }

  struct Album { let name: String }

  @MainActor final class AlbumListVC { var selectedAlbum: Album? = Album(name: "Imagine") }
  @MainActor final class AlbumDetailVC {}

  actor Player: TrackableClass {
    nonisolated var trackedProperties: TrackedProperties {}

    func play() { track(Events.User.didRateAlbum) }
  }

  @MainActor final class Card {
    let owner: AlbumDetailVC
    init(owner: AlbumDetailVC) { self.owner = owner }
  }
}

extension Readme.Card: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
  var trackableParent: (any TrackableClass)? { owner }
}

extension Readme.AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Readme.Keys.albumName ~>> selectedAlbum?.name }
}
extension Readme.Model: TrackableClass { var trackedProperties: TrackedProperties {} }
extension Readme.Worker: TrackableClass { var trackedProperties: TrackedProperties {} }
extension Readme.AlbumDetailVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}

  func rate() { track(Readme.Events.User.didRateAlbum) }
}

extension Readme {
  /// Not `Sendable`: it hands down its context.
  final class Model {}
  final class Worker {}

  struct EmailChanged: AnalyticsEvent {}
  struct Email: UserProperty {
    let value: String
    func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  enum SDK {
    @TaskLocal static var log = Log()
    static func track(_ name: String, _ properties: [String: any Sendable]) { log.write("\(name) \(properties)") }
  }
  struct Mixpanel: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      SDK.track(event.name, event.properties.dictionary)
    }
    func identify(_ userID: String, traits: TrackedProperties) { SDK.log.write("identify \(userID)") }
    func update(_ property: TrackedUserProperty) { SDK.log.write("update \(property.value)") }
    func reset() { SDK.log.write("reset") }
  }
}

@MainActor @Suite struct ReadmeTests {
  @Test func `The five lines print what the README says`() throws {
    let albumList = Readme.AlbumListVC()
    let detail = Readme.AlbumDetailVC()
    let log = Log()
    let asInBeatles = NamingStyle.custom { $0.replacing("PublicAPITests.Readme.", with: "Beatles.") }
    let console = ConsoleTracker(level: .verbose) { log.write($0) }

    TrackableSystem.withTracker(console.renaming(asInBeatles)) {
      detail.setupTrackableChain(trackedProperties: [Readme.Keys.previousVC ~>> "Album list"], parent: albumList)
      detail.track(Readme.Events.User.didRateAlbum, trackedProperties: [Readme.Keys.userLikesAlbum ~>> true])
    }

    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(log.text.contains("EVENT TRIGGERED"))
    #expect(readme.contains("```\n\(log.text)\n```"))
  }

  @Test func `The issue reads as the README says`() throws {
    let albumList = Readme.AlbumListVC()
    let detail = Readme.AlbumDetailVC()
    let log = Log()
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { log.write("\($0.message) To fix this, \($0.remedy)") }
      detail.setupTrackableChain(parent: albumList)
      albumList.setupTrackableChain(parent: detail)
    }
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(!log.text.isEmpty)
    #expect(readme.replacing("\n", with: " ").contains(log.text + " (Reported once for this place.)"))
  }

  @Test func `Linking again replaces the properties and keeps the parent`() {
    let list = Readme.AlbumListVC()
    let cell = Readme.AlbumDetailVC()
    let event = Readme.Events.User.didRateAlbum
    cell.setupTrackableChain(trackedProperties: ["stars" ~>> 5], parent: list)
    cell.setupTrackableChain(trackedProperties: [Readme.Keys.row ~>> 2])
    #expect(
      cell.explainTracking(of: event).properties == [Readme.Keys.row ~>> 2, Readme.Keys.albumName ~>> "Imagine"])
    cell.setupTrackableChain(parent: nil)
    #expect(cell.explainTracking(of: event).properties.isEmpty)
  }

  @Test func `A tracker or a closure is bootstrapped as the README shows`() {
    let log = Log()
    Readme.SDK.$log.withValue(log) {
      TrackableSystem.withTracker(NoOpTracker()) {
        TrackableSystem.issueHandler = { _ in }  // A scope has a tracker already, so these are second ones.
        TrackableSystem.bootstrap(Readme.Mixpanel(), naming: .droppingModule)
        Readme.AlbumDetailVC().track(Readme.Events.User.didRateAlbum, trackedProperties: [Readme.Keys.row ~>> 2])
        TrackableSystem.bootstrap { name, properties in log.write("closure \(name) \(properties.count)") }
        Readme.AlbumDetailVC().track(Readme.Events.User.didRateAlbum, trackedProperties: [Readme.Keys.row ~>> 2])
      }
    }
    #expect(
      log.lines == [
        #"Readme.Events.User.didRateAlbum ["Readme.Keys.row": 2]"#,
        "closure PublicAPITests.Readme.Events.User.didRateAlbum 1",
      ])
  }

  @Test func `A change of user comes after what was tracked before`() {
    let log = Log()
    Readme.SDK.$log.withValue(log) {
      TrackableSystem.withTracker(Readme.Mixpanel()) {
        let settings = Readme.AlbumDetailVC()
        settings.rate()
        TrackableSystem.identify("john")
        settings.updateUserProperty(Readme.Email(value: "john@apple.records"))
        TrackableSystem.reset()
      }
    }
    #expect(
      log.lines == [
        "PublicAPITests.Readme.Events.User.didRateAlbum [:]", "identify john", "update john@apple.records",
        "PublicAPITests.Readme.EmailChanged [:]", "reset",
      ])
  }

  @Test func `An object that is not Sendable hands down its context`() {
    let model = Readme.Model()
    let worker = Readme.Worker()
    model.setupTrackableChain(trackedProperties: [Readme.Keys.row ~>> 2])
    worker.setupTrackableChain(parent: model.makeTrackingContext())
    let recorder = LogTracker()
    TrackableSystem.withTracker(recorder) { worker.track(Readme.Events.User.didRateAlbum) }
    #expect(
      recorder.log.lines == ["PublicAPITests.Readme.Events.User.didRateAlbum [PublicAPITests.Readme.Keys.row: 2]"])
  }

  @Test func `A parent of an erased type is linked as the article on isolation shows`() {
    func present(_ child: Readme.AlbumDetailVC, from parent: any TrackableClass & Sendable) {
      child.setupTrackableChain(parent: parent)
    }
    let list = Readme.AlbumListVC()
    let detail = Readme.AlbumDetailVC()
    present(detail, from: list)
    #expect(
      detail.explainTracking(of: Readme.Events.User.didRateAlbum).properties == [Readme.Keys.albumName ~>> "Imagine"])
  }

  @Test func `A context keeps the values of an ancestor that is gone, as the article on lifetime shows`() {
    let (checkout, other) = (Readme.AlbumDetailVC(), Readme.AlbumDetailVC())
    var cart: Readme.AlbumListVC? = Readme.AlbumListVC()
    checkout.setupTrackableChain(parent: cart?.makeTrackingContext() ?? TrackingContext())
    other.setupTrackableChain(parent: cart)
    cart = nil
    let recorder = LogTracker()
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { recorder.log.write("\($0.kind)") }
      checkout.rate()
      other.rate()
    }
    #expect(
      recorder.log.lines == [
        "PublicAPITests.Readme.Events.User.didRateAlbum [PublicAPITests.Readme.Keys.albumName: Imagine]",
        "ancestorGone", "PublicAPITests.Readme.Events.User.didRateAlbum []",
      ])
  }

  @Test func `A module adds its tracker to that of the app for a task, as the article on context shows`() {
    let (app, dashboard) = (LogTracker(), Log())
    let walletDashboard = ClosureTracker { dashboard.write($0.name) }
    TrackableSystem.withTracker(app) {
      withTrackedProperties([:], tracker: TrackableSystem.tracker.combined(with: walletDashboard)) {
        Readme.AlbumDetailVC().rate()
      }
    }
    #expect(app.log.lines == ["PublicAPITests.Readme.Events.User.didRateAlbum []"])
    #expect(dashboard.lines == ["PublicAPITests.Readme.Events.User.didRateAlbum"])
  }

  @Test func `A feature's tracker is composed as the README shows`() {
    struct ReceiptShared: AnalyticsEvent {}
    let log = Log()
    let payPalsOwn = ClosureTracker { log.write("PayPal \($0.name) \($0.properties)") }
    let venmo = ClosureTracker { log.write("Venmo \($0.name) \($0.properties)") }

    let payPal = payPalsOwn.renaming(.snakeCase).prohibiting(ReceiptShared.self).addingDefaults(["src": "wallet"])
    let both = payPal.combined(with: venmo)
    both.track(Readme.Events.User.didRateAlbum)
    both.track(ReceiptShared())

    #expect(
      log.lines == [
        "PayPal public_api_tests_readme_events_user_did_rate_album [src: wallet]",
        "Venmo PublicAPITests.Readme.Events.User.didRateAlbum []",
        "Venmo PublicAPITests.ReadmeTests.ReceiptShared []",
      ])
  }

  @Test func `A hub delivers and accounts as the README shows`() async {
    let mixpanel = LogTracker()
    let intercom = LogTracker()
    let hub = TrackerHub([mixpanel.renaming(.snakeCase), intercom])
    await TrackableSystem.withTracker(hub) {
      hub.start()
      Readme.AlbumDetailVC().track(Readme.Events.User.didRateAlbum)
      await hub.shutdown()
    }
    #expect(mixpanel.log.lines == ["public_api_tests_readme_events_user_did_rate_album []"])
    #expect(intercom.log.lines == ["PublicAPITests.Readme.Events.User.didRateAlbum []"])
    #expect(hub.ledger.outstanding == 0)
  }

  @Test func `Rating an album is tracked`() {
    withRecordedTracking { recorder in
      Readme.AlbumDetailVC().rate()
      #expect(recorder.difference(from: [.event(Readme.Events.User.didRateAlbum)]) == nil)
    }
  }

  @Test func `An ancestor on another actor is waited for as the README says`() async {
    let log = Log()
    let albumList = Readme.AlbumListVC()
    let player = Readme.Player()
    player.setupTrackableChain(parent: albumList)
    await TrackableSystem.withTracker(ClosureTracker { log.write("\($0.properties)") }) {
      await player.play()
      await TrackableSystem.flush()
    }
    #expect(log.text == "[PublicAPITests.Readme.Keys.albumName: Imagine]")
  }

  @Test func `A module adds its tracker and a class computes its parent`() {
    let log = Log()
    let home = Readme.AlbumListVC()
    let wallet = Readme.AlbumDetailVC()
    let card = Readme.Card(owner: wallet)
    let dashboard = ClosureTracker { log.write("dashboard \($0.properties.count)") }
    wallet.setupTrackableChain(parent: home, additionalTracker: dashboard)
    TrackableSystem.withTracker(ClosureTracker { log.write("app \($0.properties.count)") }) {
      card.track(Readme.Events.User.didRateAlbum)
    }
    #expect(log.text == "app 1", "in a test the module's tracker gets nothing")
    #expect(
      card.trackableChainDescription().description
        == """
        AlbumListVC
          computed  PublicAPITests.Readme.Keys.albumName "Imagine"
        └─ AlbumDetailVC
           └─ Card
        to ClosureTracker
        """)
  }

  @Test func `The way of an event leads through functions that exist, in the folders it names`() throws {
    let catalogue = root.appending(path: "Sources/Trackable/Trackable.docc/Contributing.md")
    let page = try String(contentsOf: catalogue, encoding: .utf8)
    let steps = page.matches(of: #/(?m)^(\w+) +(\d+)  (?:(\w+)\.)?(\w+) /#)
    #expect(steps.map { Int($0.2) } == Array(1...12))
    for step in steps {
      let folder = root.appending(path: "Sources/Trackable/\(step.1)")
      let declared = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .map { try String(contentsOf: $0, encoding: .utf8) }
        .contains { text in
          // A function of a type stands in a declaration or an extension of it.
          let isOfType = step.3.map { text.contains(" \($0) ") || text.contains(" \($0):") } ?? true
          return isOfType && (text.contains("func \(step.4)(") || text.contains("func \(step.4)<"))
        }
      #expect(declared, "step \(String(step.2)), \(String(step.4))")
    }
  }

  private var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}
