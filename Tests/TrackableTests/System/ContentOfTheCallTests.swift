import Testing
import TestSupport
import Trackable

/// An event's own properties are those of the call, also if it goes out much later.
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
    expect(recorder.events.map(\.name), is: ["Screen.now"])
    expect(recorder.events.map(\.entity), is: ["now"])
    expect(recorder.events.map(\.eventType), is: [.impression])
    expect(recorder.events.map { $0.properties["word"] }, is: ["now"])
    #expect(recorder.events.first?.base is Shown)
  }

  private func goOn() { isLater.withLock { $0 = true } }

  @Test(arguments: [true, false]) func `Of an event that is held for a tracker or until the user agrees`(isGate: Bool) {
    let consent = Consent()
    let gated = recorder.requiringConsent(.analytics, from: consent)
    ScopedSystem(bootstrapped: isGate ? gated : nil).run {
      event.trigger()
      goOn()
      if isGate { consent.grant(.analytics) } else { TrackableSystem.bootstrap(recorder) }
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
    expect(recorder.events.first?.keys, is: ["word", "computed child", "computed parent"])
  }
}
