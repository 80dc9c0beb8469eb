import Testing
import Trackable
import TestSupport

// The snippets of <doc:Consent> and, on the root and the user, of <doc:Context>.

private enum Screens: String, ScreenEvent { case discovery, project, checkout }

private enum SessionKeys: String, Key { case id, isLoggedIn }

private final class Session: TrackableClass, Sendable {
  private let user = Shared<String?>(nil)

  var trackedProperties: TrackedProperties { SessionKeys.isLoggedIn ~>> user.withLock { $0 != nil } }

  func logIn(_ name: String) { user.withLock { $0 = name } }
}

extension ConsentPurpose {
  fileprivate static let surveys: ConsentPurpose = "surveys"
}

@Suite struct ConsentAndRootTests {
  private let mixpanel = LogTracker()
  private let ads = LogTracker()

  @Test func `An app asks for consent`() {
    let stored: [String: Bool] = ["advertising": false]
    let consent = Consent(
      Dictionary(uniqueKeysWithValues: stored.map { (ConsentPurpose(rawValue: $0), $1 ? .granted : .denied) }))
    let tracker = mixpanel.requiringConsent(.analytics, from: consent)
      .combined(with: ads.requiringConsent(.advertising, from: consent, whileUndecided: .drop))
    TrackableSystem.withTracker(tracker) {
      Events.App.started.trigger()
      #expect(mixpanel.log.lines == [])
      consent.grant(.analytics)
      #expect(mixpanel.log.lines == ["PublicAPITests.Events.App.started []"])
      consent.update([.analytics: .denied, .advertising: .granted, .surveys: .undecided])
      Events.App.started.trigger()
      consent.deny(.advertising)
    }
    #expect(mixpanel.log.lines.count == 1)
    #expect(ads.log.lines == ["PublicAPITests.Events.App.started []"])
    #expect(consent.statuses == [.analytics: .denied, .advertising: .denied, .surveys: .undecided])
    #expect(consent.status(of: .surveys) == .undecided)
    let _: [ConsentPolicy] = [.hold(), .hold(capacity: 10), .drop]
  }

  @Test func `A session's properties are on every event, live`() {
    let session = Session()
    TrackableSystem.withTracker(mixpanel, root: session) {
      Events.App.started.trigger()
      session.logIn("john")
      TrackingContext().track(Events.App.started)
    }
    #expect(
      mixpanel.log.lines == [
        "PublicAPITests.Events.App.started [PublicAPITests.SessionKeys.isLoggedIn: false]",
        "PublicAPITests.Events.App.started [PublicAPITests.SessionKeys.isLoggedIn: true]",
      ])
    TrackableSystem.withTracker(ads) {
      TrackableSystem.bootstrap(mixpanel, root: session, naming: .keepingLast(1))
      Events.App.started.trigger()
    }
    #expect(mixpanel.log.lines.last == "started [isLoggedIn: true]")
  }

  @Test func `A module's tracker hears who the user is`() {
    final class Payments: AnalyticsEventTracker {
      let log = Log()
      func track(_ event: TrackedEvent) { log.write(event.name) }
      func identify(_ user: TrackedUser) { log.write("\(user.id) \(user.traits)") }
      func reset() { log.write("reset") }
      func purge() { log.write("purge") }
    }
    let payments = Payments()
    TrackableSystem.withTracker(mixpanel) {
      TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
      TrackableSystem.register(payments)
      Events.App.started.trigger()
      TrackableSystem.purge()
      TrackableSystem.reset()
    }
    #expect(payments.log.lines == ["john [plan: premium]", "purge", "reset"])
  }

  @Test func `A destination recognizes a screen`() {
    let names = Log()
    let tracker = ClosureTracker { names.write($0.screenName ?? "no screen") }
    TrackableSystem.withTracker(tracker) {
      Screens.project.trigger()
      Events.App.started.trigger()
    }
    #expect(names.lines == ["PublicAPITests.Screens.project", "no screen"])
  }
}
