import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The pages on a missing event, and on issues.

@Suite struct AMissingEventTests {
  private let mixpanel = RecordingTracker(name: "Mixpanel")
  private let consent = Consent()

  @Test func `The ledger says that a gate holds the event, as the page shows`() async {
    await Page(article: "AMissingEvent").expectOutput {
      let hub = TrackerHub([
        mixpanel.requiringConsent(.analytics, from: consent)
      ])
      TrackableSystem.bootstrap(hub)
      hub.start()

      TrackableSystem.track(Events.User.didRateAlbum)
      print(hub.ledger)
      // destination  accepted  = held  + waiting  + delivered  + dropped
      // Mixpanel            1       1          0            0          0
      consent.update([.analytics: .granted])
      await hub.shutdown()
    }
    #expect(mixpanel.events.count == 1)
  }

  @Test func `The ledger counts suppressed events, and none that the user has denied`() async {
    let hub = TrackerHub([mixpanel.filter { $0.properties.isEmpty }.requiringConsent(.analytics, from: consent)])
    hub.start()
    func figures() -> [Int] { hub.ledger["Mixpanel"].map { [$0.suppressed, $0.accepted, $0.held] } ?? [] }
    for _ in 1...2 { hub.track(Events.User.didRateAlbum) }
    #expect(figures() == [0, 2, 2])
    // What a reset before the decision drops is no longer accepted. The gate holds the reset.
    hub.reset()
    #expect(figures() == [0, 1, 1])
    consent.update([.analytics: .granted])
    hub.track(TrackedEvent(Events.User.didRateAlbum, properties: [Keys.row ~>> 3]))
    #expect(figures()[0] == 1)
    consent.update([.analytics: .denied])
    await hub.flush()
    let before = figures()
    hub.track(Events.User.didRateAlbum)
    #expect(figures() == before)
    await hub.shutdown()
    #expect(mixpanel.events.isEmpty)
  }

  @Test func `A log behind the gate prints the events that pass it`() {
    let lines = printed {
      TrackableSystem.bootstrap(mixpanel.logged(.verbose) { print($0) }.requiringConsent(.analytics, from: consent))
      TrackableSystem.track(Events.User.didRateAlbum)
      print("granted")
      consent.update([.analytics: .granted])
    }
    #expect(lines == ["granted", "-[Mixpanel]: EVENT TRIGGERED - 'MyApp.Events.User.didRateAlbum'"])
  }

  /// What an app logs with.
  private struct Logger {
    func warning(_ text: String) { print(text) }
  }

  private func page() throws -> String { try Repository.text("Sources/Trackable/Trackable.docc/Issues.md") }

  @MainActor @Test func `An issue has a message, a place and a remedy`() throws {
    let (list, log) = (AlbumListVC(), Logger())
    let lines = printed {
      TrackableSystem.issueHandler = { issue in log.warning("\(issue)") }

      list.link(to: list)
    }
    let text = lines.joined().replacing(
      #/^DocumentationTests/AMissingEventTests.swift:\d+:/#, with: "MyApp/AlbumListVC.swift:31:")
    let page = try page().replacing("\n", with: " ")
    #expect(lines.count == 1 && page.contains("``` \(text) ```"), "\(text)")
  }

  @Test func `Every kind of issue is on the page`() throws {
    let reviewed = try Repository.text("Tests/PublicAPI/Reviewed/Trackable.txt")
    let kinds = reviewed.matches(of: #/static let (\w+): TrackableIssue.Kind/#).map { String($0.1) }
    #expect(kinds.count > 5)
    let page = try page()
    for kind in kinds { #expect(page.contains("| ``TrackableIssue/Kind/\(kind)`` |"), "\(kind)") }
  }
}
