import Foundation
import TestSupport
import Testing
import Trackable

/// A gate that the app opens, for whatever it waits for.
@Suite(.timeLimit(.minutes(10))) struct HoldingTests {
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()
  private let gate = TrackerGate("the stream configuration arrived")

  @Test func `A gate that is closed drops what it holds, and an issue with its name counts that`() {
    withSystem(recorder.holding(until: gate, fileID: "App/File.swift", line: 7), issues: issues) {
      for number in 0..<3 { NumberedEvent(number).trigger() }
      #expect(!gate.isOpen && !gate.isClosed)
      gate.close()
      gate.close()
      gate.open()
      #expect(gate.isClosed && !gate.isOpen)
      SharedStation("child").track(
        NumberedEvent(4),
        trackedProperties: { () -> TrackedProperties in
          Issue.record("Nothing is evaluated behind a closed gate.")
          return []
        }())
      TrackableSystem.purge()
    }
    expect(recorder.calls, is: ["purge"])
    expect(
      issues.issues.map(\.description),
      is: [
        "App/File.swift:7: 3 calls that waited until the stream configuration arrived were dropped: the gate was closed. "
          + "To fix this, open the gate earlier, or give it a greater capacity."
      ])
  }

  @Test func `A full gate drops its oldest events, and never a reset between two users or the last user`() {
    withSystem(recorder.holding(until: gate, capacity: 2, fileID: "App/File.swift", line: 7), issues: issues) {
      TrackableSystem.identify("john", traits: ["plan" ~>> "gold"])
      for number in 0..<5 { NumberedEvent(number).trigger() }
      TrackableSystem.reset()
      TrackableSystem.identify("mary")
      for number in 5..<9 { NumberedEvent(number).trigger() }
      gate.open()
    }
    expect(recorder.calls, is: ["reset", "identify mary", "track 7 []", "track 8 []"])
    expect(
      issues.issues.map(\.description),
      is: [
        "App/File.swift:7: 7 calls that waited until the stream configuration arrived were dropped, the oldest ones. To fix "
          + "this, open the gate earlier, or give it a greater capacity."
      ])
  }

  @Test func `A gate with much room loses none of its calls when others come while they go out, which go behind them`()
  {
    let (arrived, again) = (Lock<[String]>([]), Lock<(any AnalyticsEventTracker)?>(nil))
    let busy = ClosureTracker { event in
      arrived.withLock { $0.append(event.name) }
      if event.name == "0", let tracker = again.withLock({ $0 }) { tracker.track(TrackedEvent(NumberedEvent(12_000))) }
    }
    withSystem(NoOpTracker(), issues: issues) {
      let tracker = busy.holding(until: gate, capacity: 20_000)
      again.withLock { $0 = tracker }
      for number in 0..<12_000 { tracker.track(TrackedEvent(NumberedEvent(number))) }
      gate.open()
      again.withLock { $0 = nil }
    }
    expect(arrived.withLock { $0 }, is: (0...12_000).map { "\($0)" })
    expect(issues.issues.count, is: 0)
  }

  /// Tracks when it is released.
  private final class Farewell: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {}
    deinit { NumberedEvent(1).trigger() }
  }

  @Test func `A tracker that tracks at its end may end with a call that another one replaces`() {
    ScopedSystem(bootstrapped: nil).run {
      withTrackedProperties([], in: .current.delivering(alsoTo: Farewell())) { TrackableSystem.identify("john") }
      TrackableSystem.identify("john", traits: ["plan" ~>> "free"])
      TrackableSystem.bootstrap(recorder)
    }
    expect(recorder.calls, is: ["identify john", "track 1 []"])
  }

  @Test func `Events after a sign-out wait for this user's consent, also if their tracker registers later`() {
    let consent = Consent()
    let gated = recorder.requiringConsent(.analytics, from: consent)
    withSystem(gated) {
      TrackableSystem.identify("john")
      NumberedEvent(1).trigger()
      TrackableSystem.reset()
      NumberedEvent(2).trigger()
      TrackableSystem.register(gated)
      NumberedEvent(3).trigger()
      consent.update([.analytics: .granted])
    }
    expect(recorder.calls, is: ["reset", "track 2 []", "track 3 []"])
  }

  /// Signs out, and tracks, while it hears of a user.
  private struct Leaving: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {}
    func identify(_ user: TrackedUser) {
      TrackableSystem.reset()
      NumberedEvent(2).trigger()
    }
  }

  @Test func `An event that overtakes its sign-out waits for this user's consent behind the sign-out`() {
    let consent = Consent()
    withSystem(Leaving().combined(with: recorder.requiringConsent(.analytics, from: consent))) {
      NumberedEvent(1).trigger()
      TrackableSystem.identify("john")
      consent.update([.analytics: .granted])
    }
    expect(recorder.calls, is: ["reset", "track 2 []"])
  }

  @Test func `A flush does not wait for calls that are held again`() async {
    // Whether the flush or the decision comes first depends on the threads.
    for round in 0..<200 {
      let (consent, flush) = (Consent(), Lock<Task<Void, Never>?>(nil))
      let second = Lock<(any AnalyticsEventTracker)?>(nil)
      // The gate that was made first opens first.
      let first = ClosureTracker { _ in
        let task = Task<Void, Never> { await second.withLock { $0 }?.flush() }
        flush.withLock { $0 = task }
        for _ in 0..<round { sched_yield() }
        consent.update([.analytics: .undecided])
      }.requiringConsent(.analytics, from: consent)
      let other = recorder.requiringConsent(.analytics, from: consent)
      second.withLock { $0 = other }
      withSystem(first.combined(with: other)) {
        NumberedEvent(1).trigger()
        consent.update([.analytics: .granted])
      }
      await flush.withLock { $0 }?.value
    }
  }

  @Test func `A gate may have any room`() {
    let tracker = recorder.holding(until: gate, capacity: .max).requiringConsent(
      .analytics, from: Consent([.analytics: .granted]), whileUndecided: .hold(capacity: .max))
    for number in 0..<3 { tracker.track(TrackedEvent(NumberedEvent(number))) }
    gate.open()
    expect(recorder.events.count, is: 3)
  }

  @Test func `One gate lets any number of trackers go, also those that come later`() {
    let other = RecordingTracker.plain()
    withSystem(recorder.holding(until: gate).combined(with: other.holding(until: gate)), issues: issues) {
      NumberedEvent(1).trigger()
      gate.open()
      recorder.holding(until: gate).track(TrackedEvent(NumberedEvent(2)))
    }
    expect(recorder.events.map(\.name), is: ["1", "2"])
    expect(other.events.map(\.name), is: ["1"])
  }

  /// Keeps the account of what waits in front of it.
  private final class Account: HubEntrance {
    let gates = Lock<[CallGate]>([])
    func include(_ gate: CallGate) { gates.withLock { $0.append(gate) } }
    func forgetEarlierCalls() {}
    func track(_ event: TrackedEvent) {}
    var counts: [[Int]] { gates.withLock { $0 }.map { [$0.counts.held, $0.counts.dropped] } }
  }

  @Test func `The account behind a gate knows what became of the calls, also when the gate is gone`() {
    let account = Account()
    withSystem(NoOpTracker(), issues: issues) {
      do {
        let tracker = account.filter { _ in true }.combined(with: recorder).holding(until: gate, capacity: 2)
        for number in 0..<5 { tracker.track(TrackedEvent(NumberedEvent(number))) }
        expect(account.counts, is: [[2, 3]])
        withExtendedLifetime(tracker) {}
      }
      expect(account.counts, is: [[0, 5]])
    }
  }

  @Test func `A gate keeps the app's user, and the users of a thousand requests`() {
    let tracker = recorder.holding(until: gate, capacity: 2)
    withSystem(tracker, issues: issues) {
      TrackableSystem.identify("of the app")
      for number in 0..<1_200 {
        TrackableSystem.withTracker(tracker) {
          TrackableSystem.identify("user \(number)")
          NumberedEvent(number).trigger()
          TrackableSystem.identify("user \(number)", traits: ["number" ~>> number])
        }
      }
      gate.open()
    }
    // Where the event between the two calls of a request is gone, the two are one.
    let last = (1_198..<1_200).flatMap { ["identify user \($0)", "track \($0) []", "identify user \($0)"] }
    expect(recorder.calls, is: ["identify of the app"] + (202..<1_198).map { "identify user \($0)" } + last)
    let traits = Dictionary(recorder.users.map { ($0.id, $0.traits["number"]) }, uniquingKeysWith: { $1 })
    expect(traits.count { $0.key == "user \($0.value ?? .null)" }, is: 998)
    expect(issues.issues.map(\.kind), is: [.eventsDropped])
  }

  @Test func `A tracker that a link adds and that is bootstrapped later gets each event once`() {
    let object = SharedStation("object")
    ScopedSystem.closed(issues: issues).run {
      let vendor = Recorder()
      object.deliver(alsoTo: vendor)
      object.track(NumberedEvent(1))
      object.track(NumberedEvent(2), trackedProperties: ["flawed" ~>> Double.nan])
      TrackableSystem.bootstrap(vendor)
      object.track(NumberedEvent(3))
      expect(vendor.names.withLock { $0 }, is: ["1", "2", "3"])
    }
    expect(issues.issues.map(\.kind), is: [.valueDoesNotFit])
  }

  private final class Recorder: AnalyticsEventTracker {
    let names = Lock<[String]>([])
    func track(_ event: TrackedEvent) { names.withLock { $0.append(event.name) } }
  }
}
