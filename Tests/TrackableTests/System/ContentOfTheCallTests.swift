import Testing
import TestSupport
import Trackable

/// What an event says about itself is that of the call, however long the event is kept before it goes out.
@Suite struct ContentOfTheCallTests {
  /// An event that says something else about itself later.
  private struct Shown: AnalyticsEvent {
    let isLater: Lock<Bool>

    private var word: String { isLater.withLock { $0 } ? "later" : "now" }
    var name: String { "Screen.\(word)" }
    var entity: String { word }
    var eventType: AnalyticsEventType { isLater.withLock { $0 } ? .click : .impression }
    var properties: TrackedProperties { ["word" ~>> word] }
  }

  private let isLater = Lock(false)
  private let recorder = RecordingTracker.plain()
  private var event: Shown { Shown(isLater: isLater) }

  private func expectsContentOfTheCall() {
    #expect(recorder.events.map(\.name) == ["Screen.now"])
    #expect(recorder.events.map(\.entity) == ["now"])
    #expect(recorder.events.map(\.eventType) == [.impression])
    #expect(recorder.events.map { $0.properties["word"] } == ["now"])
    #expect(recorder.events.first?.base is Shown)
  }

  private func goOn() { isLater.withLock { $0 = true } }

  @Test func `Of an event that is held until the user agrees`() {
    let consent = Consent()
    let gated = recorder.requiringConsent(.analytics, from: consent)
    gated.track(event)
    goOn()
    consent.grant(.analytics)
    withExtendedLifetime(gated) {}
    expectsContentOfTheCall()
  }

  @Test func `Of an event that is held until there is a tracker`() {
    ScopedSystem(bootstrapped: nil).run {
      event.trigger()
      goOn()
      TrackableSystem.bootstrap(recorder)
    }
    expectsContentOfTheCall()
  }

  @Test(arguments: [true, false]) func `Of an event that waits for an actor`(isOpen: Bool) async {
    let warehouse = Warehouse()
    let (child, parent) = (SharedStation("child"), SharedStation("parent"))
    await warehouse.link(child, parent: parent)
    let scoped = ScopedSystem(bootstrapped: isOpen ? recorder : nil)
    await scoped.run {
      warehouse.close()
      child.track(event)
      goOn()
      if !isOpen { TrackableSystem.bootstrap(recorder) }
      warehouse.open()
      await TrackableSystem.flush()
    }
    expectsContentOfTheCall()
    #expect(recorder.events.first?.keys == ["word", "computed child", "computed parent"])
  }

  /// Where an event is kept, between what happens to it at the call and what happens to it later.
  enum Keeping: CaseIterable, Sendable {
    case gate, renamedBefore, renamedAfter, renamedTwice

    func keeping(_ tracker: some AnalyticsEventTracker, until consent: Consent) -> any AnalyticsEventTracker {
      func renamed(_ tracker: some AnalyticsEventTracker, _ name: String) -> any AnalyticsEventTracker {
        tracker.map { event in
          var event = event
          event.name = name
          return event
        }
      }
      func gated(_ tracker: some AnalyticsEventTracker) -> any AnalyticsEventTracker {
        tracker.requiringConsent(.analytics, from: consent)
      }
      return switch self {
      case .gate: gated(tracker)
      case .renamedBefore: renamed(gated(tracker), "before")
      case .renamedAfter: gated(renamed(tracker, "after"))
      case .renamedTwice: renamed(gated(renamed(tracker, "after")), "before")
      }
    }
  }

  @Test(arguments: Keeping.allCases)
  func `A rule about an event asks for the name that it had, whatever it has become`(keeping: Keeping) {
    let consent = Consent()
    let (now, later) = (Shown(isLater: Lock(false)), Shown(isLater: Lock(true)))
    let got = ["not now", "not later", "only now", "only later"].map { ($0, RecordingTracker.plain()) }
    let trackers: [any AnalyticsEventTracker] = [
      keeping.keeping(got[0].1.prohibiting(now), until: consent),
      keeping.keeping(got[1].1.prohibiting(later), until: consent),
      keeping.keeping(got[2].1.allowing(now), until: consent),
      keeping.keeping(got[3].1.allowing(later), until: consent),
    ]
    for tracker in trackers { tracker.track(event) }
    goOn()
    consent.grant(.analytics)
    withExtendedLifetime(trackers) {}
    #expect(got.filter { !$0.1.events.isEmpty }.map(\.0) == ["not later", "only now"])
  }
}
