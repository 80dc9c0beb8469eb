import Foundation
import TestSupport
import Testing
import Trackable

private struct Lost: Error, CustomStringConvertible { var description: String { "lost" } }

/// A gate that the app opens, for whatever it waits for.
@Suite(.timeLimit(.minutes(10))) struct HoldingTests {
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()
  private let gate = TrackerGate("the stream configuration arrived")

  private var arrived: [String] { recorder.events.map { "\($0.name) of \($0.userID ?? "nobody")" } }

  @Test
  func `What was tracked before the gate opens goes out in order, each call with its user, and later ones follow`() {
    withSystem(recorder.holding(until: gate), issues: issues) {
      NumberedEvent(1).trigger()
      TrackableSystem.identify("john")
      NumberedEvent(2).trigger()
      TrackableSystem.reset()
      TrackableSystem.report(Lost(), fileID: "App/File.swift", line: 3)
      expect(recorder.calls, is: [])
      expect(gate.isOpen, is: false)
      gate.open()
      expect(gate.isOpen, is: true)
      NumberedEvent(3).trigger()
    }
    expect(
      recorder.calls,
      is: ["track 1 []", "identify john", "track 2 []", "reset", "report lost at App/File.swift:3", "track 3 []"])
    // Whoever left in the meantime: this gate is nobody's consent.
    expect(arrived, is: ["1 of nobody", "2 of john", "3 of nobody"])
    expect(issues.issues.count, is: 0)
  }

  @Test func `A gate that is closed drops what it holds, and an issue with its name counts that`() {
    withSystem(recorder.holding(until: gate, fileID: "App/File.swift", line: 7), issues: issues) {
      for number in 0..<3 { NumberedEvent(number).trigger() }
      gate.close()
      gate.close()
      gate.open()
      expect(gate.isClosed, is: true)
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

  @Test func `A gate with much room loses none of its calls when others come while they go out`() {
    let (arrived, again) = (Lock(0), Lock<(any AnalyticsEventTracker)?>(nil))
    let busy = ClosureTracker { event in
      arrived.withLock { $0 += 1 }
      if event.name == "0", let tracker = again.withLock({ $0 }) { tracker.track(TrackedEvent(NumberedEvent(1))) }
    }
    withSystem(NoOpTracker(), issues: issues) {
      let tracker = busy.holding(until: gate, capacity: 20_000)
      again.withLock { $0 = tracker }
      for number in 0..<12_000 { tracker.track(TrackedEvent(NumberedEvent(number))) }
      gate.open()
      again.withLock { $0 = nil }
    }
    expect(arrived.withLock { $0 }, is: 12_001)
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

  /// Lets others act while it gets an event.
  private struct Busy: AnalyticsEventTracker {
    let act: @Sendable () -> Void
    func track(_ event: TrackedEvent) { act() }
  }

  @Test func `A flush does not wait for calls that are held again`() async {
    // Whether the flush or the decision comes first depends on the threads.
    for round in 0..<200 {
      let (consent, flush) = (Consent(), Lock<Task<Void, Never>?>(nil))
      let second = Lock<(any AnalyticsEventTracker)?>(nil)
      // The gate that was made first opens first.
      let first = Busy {
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

  @Test func `One gate lets any number of trackers go, also those that come later, and keeps none alive`() {
    weak var gone: Ending?
    do {
      let ending = Ending()
      gone = ending
      _ = ending.holding(until: gate)
    }
    #expect(gone == nil)
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

  @Test func `The account behind a gate knows what waits and what became of the rest, also when the gate is gone`() {
    let (account, consent) = (Account(), Consent())
    withSystem(NoOpTracker(), issues: issues) {
      do {
        let tracker = account.filter { _ in true }.combined(with: recorder).holding(until: gate, capacity: 2)
          .requiringConsent(.analytics, from: consent)
        for number in 0..<5 { tracker.track(TrackedEvent(NumberedEvent(number))) }
        expect(account.counts, is: [[0, 0], [5, 0]])
        consent.grant(.analytics)
        expect(account.counts, is: [[2, 3], [0, 0]])
        consent.update([.analytics: .undecided])
        tracker.track(TrackedEvent(NumberedEvent(5)))
        consent.deny(.analytics)
        // The denial empties also what stands behind, but for who the user is.
        expect(account.counts, is: [[1, 3], [0, 0]])
        withExtendedLifetime(tracker) {}
      }
      expect(account.counts, is: [[0, 4], [0, 0]])
    }
  }

  @Test func `A server's requests, a thousand users at once, wait behind one gate, and each event keeps its user`()
    async
  {
    let tracker = recorder.holding(until: gate)
    await withTaskGroup { group in
      for number in 0..<1_000 {
        group.addTask {
          TrackableSystem.withTracker(tracker) {
            NumberedEvent(number).trigger()
            TrackableSystem.identify("user \(number)", traits: ["number" ~>> number])
            NumberedEvent(number).trigger()
          }
        }
      }
    }
    expect(recorder.events.count, is: 0)
    gate.open()
    var traits: [String: TrackedValue] = [:]
    for case .identify(let user) in recorder.deliveries { traits[user.id] = user.traits["number"] }
    expect(traits.count, is: 1_000)
    expect(traits.count { $0.key != "user \($0.value)" }, is: 0)
    var users: [String: [String]] = [:]
    for event in recorder.events { users[event.name, default: []].append(event.userID ?? "nobody") }
    expect(users.count, is: 1_000)
    expect(users.count { $0.value != ["nobody", "user \($0.key)"] }, is: 0)
    // Each request is another person's, and none the app's user.
    let people = Set(recorder.events.compactMap { $0.user?.person.number })
    expect(people.count, is: 1_000)
    expect(recorder.events.count { $0.user?.person.isOfProcess != false }, is: 0)
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
    var traits: [String: TrackedValue] = [:]
    for case .identify(let user) in recorder.deliveries { traits[user.id] = user.traits["number"] }
    expect(traits.count { $0.key == "user \($0.value)" }, is: 998)
    expect(issues.issues.map(\.kind), is: [.eventsDropped])
  }

  @Test func `The sign-out of one request takes nothing of another from a gate that waits for consent`() {
    let consent = Consent()
    let tracker = recorder.requiringConsent(.analytics, from: consent)
    withSystem(tracker) {
      TrackableSystem.identify("of the app")
      NumberedEvent(1).trigger()
      tracker.track(TrackedEvent(NumberedEvent(5)))
      TrackableSystem.withTracker(tracker) {
        TrackableSystem.identify("of a request")
        NumberedEvent(2).trigger()
        TrackableSystem.reset()
        NumberedEvent(3).trigger()
      }
      NumberedEvent(4).trigger()
      consent.grant(.analytics)
    }
    expect(arrived, is: ["1 of of the app", "5 of nobody", "3 of nobody", "4 of of the app"])
    expect(recorder.calls.filter { !$0.hasPrefix("track") }, is: ["reset", "identify of the app"])
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
