import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// What a destination that keeps a user of its own is told, whatever of what was called has been lost on the way.
@Suite struct DestinationUserTests {
  private struct Failure: Error { let number: Int }

  private static func probe(writing rows: Mailbox<String>) -> Probe {
    var probe = Probe()
    probe.onBatch = { batch, _ in
      for envelope in batch { rows.put("\(Probe.text(of: envelope)) of \(envelope.userID ?? "nobody")") }
      return .accepted
    }
    return probe
  }

  @Test(arguments: 0..<SearchScale.times(50, long: 2_000))
  func `What a request says has the user of that request, whatever other requests do meanwhile`(seed: Int) async {
    var random = SeededGenerator(seed: UInt64(seed))
    let rows = Mailbox<String>()
    let probe = Self.probe(writing: rows)
    let library = Library()
    let hub = TrackerHub([probe, library])
    hub.start()
    // Each request is a system of its own, and goes on while others do.
    let requests = (0..<3).map { _ in ScopedSystem(hub) }
    var users = [String?](repeating: nil, count: 3)
    var expected: [String] = []
    var events: [String] = []
    for number in 0..<40 {
      let request = random.below(3)
      let what: String
      switch random.below(7) {
      case 0:
        let user = "\(request)-\(random.below(2))"
        users[request] = user
        requests[request].run { TrackableSystem.identify(user) }
        what = "identify \(user)"
      case 1:
        requests[request].run { TrackableSystem.reset() }
        expected.append("reset of \(users[request] ?? "nobody")")
        users[request] = nil
        continue
      case 2:
        requests[request].run { TrackableSystem.update(Mood(value: "\(number)")) }
        expected.append("mood=\(number) of \(users[request] ?? "nobody")")
        what = "mood changed"
      case 3:
        requests[request].run { TrackableSystem.group("\(number)", type: "team") }
        what = "team=\(number)"
      case 4:
        requests[request].run { TrackableSystem.report(Failure(number: number)) }
        what = "report \(Failure(number: number))"
      default:
        requests[request].run { TrackableSystem.track(IdentifiedByNumber(number: number)) }
        what = "\(number)"
        events.append("\(what) of \(users[request] ?? "nobody")")
      }
      expected.append("\(what) of \(users[request] ?? "nobody")")
    }
    await hub.flush(timeout: .seconds(9))
    #expect(rows.all == expected, "seed \(seed)")
    // A library with one user has the users in turn, and none of them loses an event.
    var user = "nobody"
    let told = library.log.all.compactMap { call -> String? in
      if call == "reset" { user = "nobody" } else if call.hasPrefix("identify ") { user = String(call.dropFirst(9)) }
      return Int(call).map { "\($0) of \(user)" }
    }
    #expect(told.filter { !$0.hasPrefix("mood") } == events, "seed \(seed)")
  }

  @Test func `After a sign-out, a library gets no call of who has signed out`() {
    var known = DestinationUser()
    let john = UserStamp.nobody.next("john")
    let event = TrackerCall.track(TrackedEvent(IdentifiedByNumber(number: 1)))
    #expect(known.calls(for: .identify(TrackedUser("john")), of: john)?.count == 1)
    #expect(known.calls(for: .reset, of: john)?.count == 1)
    #expect(known.calls(for: event, of: john) == nil)
    #expect(known.calls(for: event, of: john.next(nil))?.count == 1)
  }

  @Test(arguments: [ConsentPolicy.hold(), ConsentPolicy.drop])
  func `The sign-out of a user who has not decided goes out without the user's ID`(policy: ConsentPolicy) async {
    let (rows, consent) = (Mailbox<String>(), Consent())
    let probe = Self.probe(writing: rows)
    let hub = hub(probe)
    hub.start()
    let gated = hub.requiringConsent(.analytics, from: consent, whileUndecided: policy)
    ScopedSystem(bootstrapped: gated).run {
      TrackableSystem.identify("john")
      TrackableSystem.reset()
      TrackableSystem.identify("ann")
      consent.grant(.analytics)
    }
    await hub.flush(timeout: .seconds(9))
    #expect(rows.all == ["reset of nobody", "identify ann of ann"])
  }

  @Test func `A user that an app has told the hub directly stays in a scope and outside of it`() async {
    let library = Library()
    let own = TrackerHub([library])
    own.start()
    own.identify(TrackedUser("john"))
    TrackableSystem.withTracker(own) { IdentifiedByNumber(number: 1).trigger() }
    ScopedSystem(bootstrapped: own).run { IdentifiedByNumber(number: 2).trigger() }
    await own.flush(timeout: .seconds(9))
    #expect(library.log.all == ["identify john", "1", "2"])
  }

  @Test func `A hub behind a hub knows whose sign-out it is`() async {
    let storing = Storing()
    let inner = TrackerHub([storing])
    let outer = hub(inner)
    outer.start()
    TrackableSystem.withTracker(outer) {
      TrackableSystem.identify("a request")
      TrackableSystem.reset()
    }
    await outer.flush(timeout: .seconds(9))
    #expect(storing.persons.value == [])
    ScopedSystem(bootstrapped: outer).run { TrackableSystem.reset() }
    await outer.flush(timeout: .seconds(9))
    #expect(storing.persons.value == [nil])
  }

  /// A library that keeps a user of its own.
  private struct Library: AnalyticsEventTracker {
    let name = "library"
    let log = Mailbox<String>()
    func track(_ event: TrackedEvent) { log.put(event.name) }
    func identify(_ user: TrackedUser) { log.put("identify \(user.id)") }
    func reset() { log.put("reset") }
  }

  @Test func `After a reset, a late event of the user who has gone is not told, and a new one of that user is`() async {
    let (library, kept, issues) = (Library(), Mailbox<TrackedEvent>(), Mailbox<TrackableIssue>())
    let hub = hub(library, issues: issues)
    hub.start()
    TrackableSystem.withTracker(CombinedTracker(ClosureTracker { kept.put($0) }, hub)) {
      TrackableSystem.identify("john")
      IdentifiedByNumber(number: 1).trigger()
      // To this tracker alone, as a gate says that the user withdraws: the system's user is still the same.
      hub.reset()
      IdentifiedByNumber(number: 2).trigger()
      TrackableSystem.reset()
      for event in kept.all { hub.track(event) }
      IdentifiedByNumber(number: 3).trigger()
    }
    await hub.flush(timeout: .seconds(9))
    #expect(library.log.all == ["identify john", "1", "reset", "identify john", "2", "reset", "3"])
    #expect(hub.entry("library") == "8 = 6 + 0, 2 rejected")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
  }

  @Test func `A destination with files of its user hears of each change at once, but not of a scope's user`() {
    let storing = Storing()
    let hub = TrackerHub([storing.holding(until: TrackerGate("the hub has started"))])
    ScopedSystem(bootstrapped: hub).run {
      TrackableSystem.identify("alice")
      TrackableSystem.identify("bob")
      TrackableSystem.withTracker(hub) {
        TrackableSystem.identify("a request")
        TrackableSystem.reset()
      }
      // The app opens the gate in front of the hub, but the sign-out behind the gate is a request's.
      let gate = TrackerGate("the app has opened the gate")
      let held = hub.holding(until: gate)
      TrackableSystem.withTracker(held) { TrackableSystem.reset() }
      gate.open()
      TrackableSystem.reset()
      TrackableSystem.identify("carol")
    }
    #expect(storing.persons.value == [true, false, nil, false])
  }
}
