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

  @Test func `Of threads that change the user, every tracker ends with the one that later events bear`() {
    for _ in 0..<SearchScale.times(300, long: 3_000) {
      let (system, registered, late) = (RecordingTracker.plain(), RecordingTracker.plain(), RecordingTracker.plain())
      let scoped = ScopedSystem(bootstrapped: system)
      scoped.run { TrackableSystem.register(registered) }
      _ = onThreads(3) { number in
        scoped.run {
          if number == 2 { return TrackableSystem.reset() }
          TrackableSystem.identify("user \(number)")
          TrackableSystem.group("group \(number)", type: "team")
        }
      }
      scoped.run {
        TrackableSystem.register(late)
        Noted().trigger()
      }
      let event = system.events[0]
      let last = event.userID.map { "identify \($0)" } ?? "reset"
      for calls in [system.calls, registered.calls] {
        expect(calls.last { $0.hasPrefix("identify") || $0 == "reset" }, is: last)
      }
      let group = event.groups["team"].map { ["update team: \($0)"] } ?? []
      expect(late.calls, is: [last] + group)
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

  @Test func `The traits of one user are bounded from call to call, with an issue, and one call may give more`() {
    withSystem(NoOpTracker(), issues: issues) {
      for number in 0..<150 {
        TrackableSystem.identify("john", traits: ["viewed \(number)" ~>> true, "last" ~>> number])
      }
      expect(issues.issues.map(\.kind), is: [.tooManyUserProperties])
      TrackableSystem.register(recorder)
      TrackableSystem.identify("paul", traits: ["earlier" ~>> 1])
      TrackableSystem.identify("paul", traits: TrackedProperties((0..<150).map { "trait \($0)" ~>> $0 }))
      TrackableSystem.register(recorder.filter { _ in true })
    }
    let traits = recorder.users[0].traits
    expect(traits.count, is: 100)
    expect([traits["last"], traits["viewed 149"], traits["viewed 51"]], is: [149, true, true])
    expect(traits["viewed 50"], is: nil)
    expect(recorder.users.last?.traits.count, is: 150)
  }
}
