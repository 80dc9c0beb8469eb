import TestSupport
import Testing
import Trackable

private struct Lost: Error, CustomStringConvertible { var description: String { "lost" } }

/// Whose events leave a gate that waits for a user's consent, and what was decided when they were tracked.
@Suite(.timeLimit(.minutes(10))) struct PersonTests {
  private let recorder = RecordingTracker.plain()
  private let consent = Consent()
  private let issues = RecordingTracker.plain()

  private var gated: some AnalyticsEventTracker { recorder.requiringConsent(.analytics, from: consent) }
  private var arrived: [String] { recorder.events.map { "\($0.name) of \($0.userID ?? "nobody")" } }

  private var users: [TrackedUser] {
    recorder.deliveries.compactMap { if case .identify(let user) = $0 { user } else { nil } }
  }

  @Test func `An onboarding: what somebody did before signing up goes out when the same person agrees`() {
    withSystem(gated) {
      NumberedEvent(1).trigger()
      NumberedEvent(2).trigger()
      TrackableSystem.identify("john")
      NumberedEvent(3).trigger()
      TrackableSystem.identify("john", traits: ["plan" ~>> "gold"])
      NumberedEvent(4).trigger()
      consent.grant(.analytics)
    }
    expect(arrived, is: ["1 of nobody", "2 of nobody", "3 of john", "4 of john"])
  }

  @Test func `An account switch without a sign-out: the consent of one user releases nothing of the other`() {
    withSystem(gated) {
      TrackableSystem.identify("john")
      NumberedEvent(1).trigger()
      TrackableSystem.identify("mary")
      NumberedEvent(2).trigger()
      consent.grant(.analytics)
    }
    expect(recorder.calls, is: ["identify mary", "track 2 []"])
  }

  @Test func `A sign-out during a dialog: the answer counts for who is there by then`() {
    withSystem(gated) {
      TrackableSystem.identify("john")
      NumberedEvent(1).trigger()
      TrackableSystem.report(Lost())
      TrackableSystem.reset()
      NumberedEvent(2).trigger()
      consent.grant(.analytics)
    }
    expect(recorder.calls, is: ["reset", "track 2 []"])
  }

  @Test(arguments: [true, false])
  func `A gate on a link or in a task hears of no reset, and keeps back what an earlier person did`(isLink: Bool) {
    let object = SharedStation("object")
    let tracker = gated
    withSystem(NoOpTracker()) {
      if isLink { object.deliver(to: tracker) }
      func act(_ number: Int) {
        if isLink { return object.track(NumberedEvent(number)) }
        withTrackedProperties([:], in: .current.delivering(to: tracker)) {
          NumberedEvent(number).trigger()
          TrackableSystem.report(Lost())
        }
      }
      TrackableSystem.identify("john")
      act(1)
      TrackableSystem.reset()
      TrackableSystem.identify("mary")
      act(2)
      consent.grant(.analytics)
      TrackableSystem.reset()
      act(3)
    }
    expect(arrived, is: ["2 of mary", "3 of nobody"])
    expect(recorder.calls.filter { $0.hasPrefix("report") }.count, is: isLink ? 0 : 2)
  }

  @Test func `What an earlier person did waits elsewhere, and passes only if that person had agreed`() {
    let gate = TrackerGate("the configuration arrived")
    withSystem(gated.holding(until: gate)) {
      TrackableSystem.identify("john")
      NumberedEvent(1).trigger()
      TrackableSystem.report(Lost())
      TrackableSystem.reset()
      TrackableSystem.identify("mary")
      consent.grant(.analytics)
      NumberedEvent(2).trigger()
      TrackableSystem.identify("paul")
      gate.open()
    }
    expect(recorder.calls, is: ["reset", "identify mary", "track 2 []", "identify paul"])
  }

  @Test func `Who has agreed and then signs out loses nothing that still waits elsewhere`() {
    let gate = TrackerGate("the configuration arrived")
    withSystem(gated.holding(until: gate)) {
      TrackableSystem.identify("john")
      NumberedEvent(1).trigger()
      consent.grant(.analytics)
      NumberedEvent(2).trigger()
      TrackableSystem.reset()
      NumberedEvent(3).trigger()
      gate.open()
    }
    expect(arrived, is: ["1 of john", "2 of john", "3 of nobody"])
  }

  @Test(arguments: [true, false])
  func `What was tracked while the user had denied never goes out: before the bootstrap`(isGateYounger: Bool) {
    let early = gated
    ScopedSystem.closed(issues: issues).run {
      consent.deny(.analytics)
      NumberedEvent(1).trigger()
      TrackableSystem.report(Lost())
      TrackableSystem.identify("john")
      consent.grant(.analytics)
      NumberedEvent(2).trigger()
      if isGateYounger { TrackableSystem.bootstrap(gated) } else { TrackableSystem.bootstrap(early) }
      NumberedEvent(3).trigger()
    }
    expect(arrived, is: ["2 of john", "3 of john"])
    expect(recorder.calls.filter { $0.hasPrefix("report") || $0.hasPrefix("identify") }, is: [])
  }

  @Test
  func `What was tracked while the user had denied never goes out: from another actor`() async {
    let (warehouse, child, parent) = (Warehouse(), SharedStation("child"), SharedStation("parent"))
    await warehouse.link(child, parent: parent)
    let scoped = ScopedSystem.closed(issues: issues)
    scoped.run {
      TrackableSystem.bootstrap(gated.combined(with: NoOpTracker().filter { _ in true }))
      warehouse.close()
      consent.deny(.analytics)
      child.track(NumberedEvent(1))
      consent.grant(.analytics)
      child.track(NumberedEvent(2))
      warehouse.open()
    }
    await scoped.drain()
    expect(arrived, is: ["2 of nobody"])
  }

  @Test func `A denial of one purpose does not concern another`() {
    let other = RecordingTracker.plain()
    consent.grant(.advertising)
    ScopedSystem.closed(issues: issues).run {
      consent.deny(.analytics)
      NumberedEvent(1).trigger()
      consent.grant(.analytics)
      TrackableSystem.bootstrap(
        gated.combined(with: other.requiringConsent(.advertising, from: consent)))
    }
    expect(recorder.events.count, is: 0)
    expect(other.events.map(\.name), is: ["1"])
  }

  @Test
  func `After a denial that is over, the user who is identified again arrives, and so does a tracker that registers`() {
    withSystem(gated) {
      TrackableSystem.identify("john")
      consent.grant(.analytics)
      consent.deny(.analytics)
      consent.grant(.analytics)
      TrackableSystem.identify("john")
      TrackableSystem.register(gated)
    }
    expect(recorder.calls, is: ["identify john", "reset", "purge", "identify john", "identify john"])
  }

  @Test func `The stamp says whether two events are of one person, who it is, and whether that is over`() throws {
    withSystem(recorder) {
      for (number, id) in ["nobody", "john", "john", "mary", nil, "mary"].enumerated() {
        if number > 0 { if let id { TrackableSystem.identify(id) } else { TrackableSystem.reset() } }
        NumberedEvent(number).trigger()
      }
      TrackableSystem.withTracker(recorder) { NumberedEvent(6).trigger() }
      consent.grant(.analytics)
      NumberedEvent(7).trigger()
      TrackableSystem.purge()
      NumberedEvent(8).trigger()
    }
    let stamps = recorder.events.compactMap(\.user)
    let people = stamps.map(\.person.number)
    let first = try #require(people.first)
    var kinds: [UInt64] = []
    for person in people where !kinds.contains(person) { kinds.append(person) }
    #expect(kinds.dropLast() == kinds.dropLast().sorted() && first > 0)
    expect(people.map { kinds.firstIndex(of: $0) }, is: [0, 0, 0, 1, 2, 2, 3, 2, 2])
    expect(stamps.map(\.person.hasEnded), is: [true, true, true, true, false, false, false, false, false])
    expect(stamps.map(\.person.isOfProcess), is: [true, true, true, true, true, true, false, true, true])
    let decisions = stamps.map(\.decision)
    #expect(decisions == decisions.sorted() && decisions[6] < decisions[7] && decisions[7] < decisions[8])
  }

  @Test func `Of two threads that change the user, every tracker ends with the one that later events bear`() {
    for _ in 0..<SearchScale.times(300, long: 3_000) {
      let (system, registered) = (RecordingTracker.plain(), RecordingTracker.plain())
      let scoped = ScopedSystem(bootstrapped: system)
      scoped.run { TrackableSystem.register(registered) }
      _ = onThreads(3) { number in
        scoped.run { if number == 2 { TrackableSystem.reset() } else { TrackableSystem.identify("user \(number)") } }
      }
      scoped.run { Noted().trigger() }
      let last = system.events.last?.userID.map { "identify \($0)" } ?? "reset"
      expect(system.calls.last { !$0.hasPrefix("track") }, is: last)
      expect(registered.calls.last, is: last)
    }
  }

  @Test func `A tracker that changes the user while it is told ends with that one, and so do all others`() {
    let (first, second) = (RecordingTracker.plain(), RecordingTracker.plain())
    let correcting = Correcting(recorder: first)
    withSystem(correcting.combined(with: second), issues: issues) {
      TrackableSystem.identify("JOHN")
      Noted().trigger()
    }
    expect(first.events.map(\.userID), is: ["john"])
    for recorder in [first, second] {
      expect(recorder.calls.filter { $0.hasPrefix("identify") }, is: ["identify JOHN", "identify john"])
    }
    expect(issues.issues.count, is: 0)
  }

  /// Knows users by lower-case IDs.
  private struct Correcting: AnalyticsEventTracker {
    let recorder: RecordingTracker
    func track(_ event: TrackedEvent) { recorder.track(event) }
    func identify(_ user: TrackedUser) {
      recorder.identify(user)
      if user.id != user.id.lowercased() { TrackableSystem.identify(user.id.lowercased()) }
    }
  }

  @Test func `The traits of one user are bounded, call by call, and an issue says so`() {
    withSystem(NoOpTracker(), issues: issues) {
      for number in 0..<150 {
        TrackableSystem.identify("john", traits: ["viewed \(number)" ~>> true, "last" ~>> number])
      }
      TrackableSystem.register(recorder)
    }
    let traits = users.last?.traits ?? []
    expect(traits.count, is: 100)
    expect(traits["last"], is: 149)
    expect(traits["viewed 149"], is: true)
    expect(traits["viewed 51"], is: true)
    expect(traits["viewed 50"], is: nil)
    expect(issues.issues.map(\.kind), is: [.tooManyUserProperties])
  }

  @Test func `One call may give more traits than are kept from call to call`() {
    let traits = TrackedProperties((0..<150).map { "trait \($0)" ~>> $0 })
    withSystem(NoOpTracker(), issues: issues) {
      TrackableSystem.identify("john", traits: ["earlier" ~>> 1])
      TrackableSystem.identify("john", traits: traits)
      TrackableSystem.register(recorder)
    }
    expect(users.last?.traits.count, is: 150)
  }
}
