import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

private struct Opened: AnalyticsEvent {}
private struct Closed: AnalyticsEvent {}
private struct EmailChanged: AnalyticsEvent {}
private struct Email: UserProperty {
  let name = "email"
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
}
private struct Age: UserProperty {
  let name = "age"
  let value: Int
}

private final class Screen: TrackableClass { var trackedProperties: TrackedProperties {} }

/// Which destination gets which calls, and its line in the ledger.
@Suite(.timeLimit(.minutes(10))) struct HubRulesTests {
  private func short(_ texts: [String]) -> [String] {
    texts.map { $0.split(separator: ".").last.map(String.init) ?? "" }
  }

  @Test func `Each destination gets what the combinators in front of it allow`() async {
    let (a, b, c) = (Probe("a"), Probe("b"), Probe("c"))
    let hub = hub(
      a.prohibiting(eventTypes: [Opened.self]),
      b.allowing(eventTypes: [Opened.self, Closed.self]).prohibiting(userProperties: [Email.self]),
      c.allowing(userProperties: [Age.self]))
    hub.start()
    hub.track(Opened())
    hub.track(Closed())
    hub.update(Email(value: "j@x"))
    hub.update(Age(value: 30))
    hub.identify("john")
    hub.report(Probe.Refusal(), at: CodeLocation())
    hub.reset()
    await hub.flush(timeout: .seconds(1))
    let rest = ["identify john", "report refused", "reset"]
    #expect(
      short(a.received.all) == ["Closed", "email=j@x", "EmailChanged", "age=30"] + rest)
    #expect(short(b.received.all) == ["Opened", "Closed", "age=30"] + rest)
    #expect(short(c.received.all) == ["Opened", "Closed", "EmailChanged", "age=30"] + rest)
    #expect(hub.entry("a") == "7 = 7 + 0")
    #expect(hub.entry("b") == "6 = 6 + 0")
    #expect(hub.entry("c") == "7 = 7 + 0")
  }

  @Test func `Any tracker is a destination, and a combination is several`() async {
    let log = CallLog()
    let hub = hub(
      log.tracker("a").combined(with: log.tracker("b")), NoOpTracker(),
      log.tracker("c").prohibiting(eventTypes: [Opened.self]).named("d"))
    #expect(hub.ledger.entries.map(\.name) == ["a", "b", "d"])
    hub.start()
    #expect(await hub.started)
    hub.track(Opened())
    await hub.flush(timeout: .seconds(1))
    #expect(Set(log.calls.map { $0.prefix(8) }) == ["a: track", "b: track", "a: flush", "b: flush", "c: flush"])
    #expect(hub.entry("d") == "0 = 0 + 0")
  }

  @Test func `An object of the chain tracks through the hub`() async {
    let probe = Probe()
    let hub = hub(probe)
    hub.start()
    TrackableSystem.withTracker(hub) {
      let object = Screen()
      object.track(Opened())
      object.updateUserProperty(Email(value: "j"))
      Closed().trigger()
      Age(value: 3).update()
      TrackableSystem.update(Email(value: "k"))
    }
    await hub.flush(timeout: .seconds(1))
    #expect(
      short(probe.received.all) == [
        "Opened", "email=j", "EmailChanged", "Closed", "age=3", "email=k", "EmailChanged",
      ])
  }

  @Test func `The log of a destination has the calls that it got`() async {
    struct Viewed: IdentifiedEvent {
      let identifier = EventIdentifier(object: "Event Detail", action: "Viewed")
      var properties: TrackedProperties { ["event_id" ~>> 21421, "state" ~>> "rendering"] }
    }
    func lines(_ level: ConsoleTracker.Level) async -> [String] {
      let lines = Mailbox<String>()
      let hub = hub(Probe("Intercom").logged(level, log: { lines.put($0) }))
      hub.start()
      hub.track(Viewed())
      hub.update(Age(value: 3))
      await hub.flush(timeout: .seconds(1))
      return lines.all
    }
    #expect(await lines(.none) == [])
    #expect(
      await lines(.info) == [
        "-[Intercom]: EVENT TRIGGERED - 'Event Detail: Viewed'", "-[Intercom]: PROPERTY UPDATED - 'age'",
      ])
    #expect(
      await lines(.verbose).first == """
        -[Intercom]: EVENT TRIGGERED - 'Event Detail: Viewed'
         > event_id: 21421
         > state:    rendering
        """)
  }

  @Test func `The ledger's description is a table`() {
    var entry = TrackerLedger.Entry(name: "Mixpanel")
    (entry.accepted, entry.events, entry.waiting, entry.retrying) = (18, 14, 3, 1)
    (entry[.delivered], entry[.overflow], entry[.rejected]) = (12, 1, 2)
    let ledger = TrackerLedger(entries: [entry])
    #expect(
      ledger.description == """
        destination  accepted  = waiting  + delivered  + dropped
        Mixpanel           18          3           12          3: 1 without room, 2 refused
        """)
    #expect(ledger["Mixpanel"] == entry && ledger["Other"] == nil && ledger.outstanding == 3)
    #expect(entry.dropped == 3)
    var storing = TrackerLedger.Entry(name: "Backend")
    (storing.accepted, storing.adopted, storing.stored, storing[.delivered], storing.handedOver) = (18, 7, 4, 20, 1)
    #expect(
      TrackerLedger(entries: [entry, storing]).description == """
        destination  accepted  + adopted  = waiting  + stored  + delivered  + handed over  + dropped
        Mixpanel           18          0          3         0           12              0          3: 1 without room, 2 refused
        Backend            18          7          0         4           20              1          0
        """)
    entry.suppressed = 7
    entry.add((held: 2, dropped: 0))
    #expect(
      TrackerLedger(entries: [entry]).description == """
        destination  (suppressed)  accepted  = held  + waiting  + delivered  + dropped
        Mixpanel                7        20       2          3           12          3: 1 without room, 2 refused
        """)
  }
}
