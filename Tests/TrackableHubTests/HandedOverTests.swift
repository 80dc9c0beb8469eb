import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// A delivery as it was when it was handed over.
@Suite(.timeLimit(.minutes(10))) struct HandedOverTests {
  /// A vendor's library, which knows the last user that it heard of.
  private final class UserKeepingTracker: AnalyticsEventTracker {
    private let user = Lock<String?>(nil)
    let right = Mailbox<String>()
    let wrong = Mailbox<String>()

    func identify(_ user: TrackedUser) { self.user.withLock { $0 = user.id } }
    func reset() { user.withLock { $0 = nil } }
    func track(_ event: TrackedEvent) {
      let known = user.withLock { $0 } ?? "nobody"
      if event.properties["user"] == .string(known) { right.put(known) } else { wrong.put("\(event) under \(known)") }
    }
  }

  private struct BelongsTo: AnalyticsEvent {
    let user: String?
    var properties: TrackedProperties { ["user" ~>> user ?? "nobody"] }
  }

  private func envelopes(_ probe: Probe) -> [Envelope] { probe.batches.all.flatMap { $0 } }

  /// Its name, its kind and its properties are those that the test sets at the moment.
  private struct Computed: AnalyticsEvent {
    final class State: Sendable {
      let value = Lock("now")
    }
    let state: State
    var name: String { state.value.withLock { $0 } }
    var entity: String { state.value.withLock { "entity \($0)" } }
    var properties: TrackedProperties { ["value" ~>> state.value.withLock { $0 }] }
  }

  @Test(arguments: DestinationTests.combinators.indices)
  func `An event has the name that it had when it was handed over`(_ index: Int) async throws {
    let (probe, state) = (Probe(), Computed.State())
    let hub = hub(DestinationTests.combinators[index].1(probe))
    hub.track(Computed(state: state))
    state.value.withLock { $0 = "later" }
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(envelopes(probe).count == 1)
    for envelope in envelopes(probe) {
      guard case .event(let event) = envelope.content else {
        Issue.record("It is no event.")
        continue
      }
      #expect(event.name == "now" && event.entity == "entity now" && event.properties["value"] == "now")
    }
  }

  @Test func `An envelope says when it was tracked, and everything of the call`() async {
    let date = Date(timeIntervalSince1970: 1_234_567)
    let probe = Probe()
    let hub = hub(probe, batch: Batch(10, .zero))
    hub.track(TrackedEvent(IdentifiedByNumber(number: 1), properties: ["a" ~>> 1], timestamp: date))
    hub.update(TrackedUserProperty(Mood(value: "good"), timestamp: date))
    hub.identify("john", traits: ["b" ~>> 2])
    hub.report(Probe.Refusal(), at: CodeLocation(fileID: "App/A.swift", line: 7))
    hub.reset()
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(
      envelopes(probe).map(\.content) == [
        .event(
          Envelope.Event(
            name: "1", entity: IdentifiedByNumber(number: 1).entity, properties: ["a" ~>> 1],
            typeName: String(reflecting: IdentifiedByNumber.self))),
        .userProperty(name: "mood", value: "good"), .identify(userID: "john", traits: ["b" ~>> 2]),
        .error(message: "refused", location: "App/A.swift:7"), .reset,
      ])
    #expect(envelopes(probe).prefix(2).map(\.time) == [date, date])
    #expect(envelopes(probe).dropFirst(2).allSatisfy { abs($0.time.timeIntervalSinceNow) < 3_600 })
    #expect(envelopes(probe).allSatisfy { $0.call != nil && $0.attempt == 1 })
  }

  private struct Crashed: TransportedEvent {
    let transportOptions = ["endpoint": "crashes"]
  }

  @Test func `An envelope has the tracked type, and the event's transport`() async {
    let probe = Probe()
    let hub = hub(probe.renaming(.custom { _ in "renamed" }), batch: Batch(2, .zero))
    hub.track(TrackedEvent(Crashed()))
    hub.track([1])
    hub.start()
    await hub.flush(timeout: .seconds(1))
    let events = envelopes(probe).compactMap { if case .event(let event) = $0.content { event } else { nil } }
    #expect(events.map(\.name) == ["renamed", "renamed"])
    #expect(events.map(\.typeName) == [String(reflecting: Crashed.self), String(reflecting: IdentifiedByNumber.self)])
    #expect(events.map(\.transportOptions) == [["endpoint": "crashes"], [:]])
  }

  /// A library that knows who the user is has no envelopes.
  /// Half of the programs call the hub, the others a system.
  @Test(arguments: 0..<80)
  func `A destination that takes one call after the other has each event under its own user`(seed: Int) async {
    let library = UserKeepingTracker()
    let hub = hub(library, capacity: 1 + seed / 2 % 8)
    if seed.isMultiple(of: 2) {
      Self.use(seed, hub.track, identify: { hub.identify($0) }, reset: hub.reset, purge: hub.purge)
    } else {
      TrackableSystem.withTracker(hub) {
        Self.use(
          seed, { TrackableSystem.track($0) }, identify: { TrackableSystem.identify($0) },
          reset: { TrackableSystem.reset() }, purge: { TrackableSystem.purge() })
      }
    }
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(library.wrong.all == [])
    #expect(library.right.all.count > 0)
    #expect(hub.ledger.entries[0][.rejected] == 0)
  }

  private static func use(
    _ seed: Int, _ track: (TrackedEvent) -> Void, identify: (String) -> Void, reset: () -> Void, purge: () -> Void
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    var user: String?
    for _ in 0..<400 {
      switch random.below(10) {
      case 0..<6: track(TrackedEvent(BelongsTo(user: user)))
      case 6..<8:
        user = "\(random.below(1_000))"
        identify(user ?? "")
      case 8:
        user = nil
        reset()
      default: if random.chance(10) { purge() }
      }
    }
    track(TrackedEvent(BelongsTo(user: user)))
  }

  @Test func `IDs are unique, and sort by the time of their calls`() async {
    let date = Date(timeIntervalSince1970: 1_234_567)
    let (probe, other) = (Probe(), Probe("other"))
    let hub = hub(probe, other, capacity: 10_000, batch: Batch(100, .zero))
    for number in 0..<5_000 {
      hub.track(
        TrackedEvent(IdentifiedByNumber(number: number), timestamp: date.addingTimeInterval(Double(number))))
    }
    hub.start()
    await hub.flush(timeout: .seconds(1))
    let ids = envelopes(probe).map(\.id)
    #expect(ids.count == 5_000 && Set(ids + envelopes(other).map(\.id)).count == 10_000)
    #expect(ids.map(\.uuidString) == ids.map(\.uuidString).sorted())
    // Version 7, and the variant of RFC 9562.
    #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 7 && $0.uuid.8 >> 6 == 2 })
    let milliseconds = ids[0].uuidString.replacing("-", with: "").prefix(12)
    #expect(UInt64(milliseconds, radix: 16) == 1_234_567_000)
  }

  @Test func `IDs of two hubs are different`() async {
    let date = Date(timeIntervalSince1970: 1_234_567)
    let probes = [Probe(), Probe()]
    for probe in probes {
      let hub = hub(probe)
      hub.track(TrackedEvent(IdentifiedByNumber(number: 1), timestamp: date))
      hub.start()
      await hub.flush(timeout: .seconds(1))
    }
    #expect(envelopes(probes[0]).map(\.id) != envelopes(probes[1]).map(\.id))
  }

  @Test func `An envelope that was stored stands for no call`() {
    let log = Mailbox<String>()
    let stored = Envelope(
      id: UUID(), time: Date(), userID: "john", content: .event(Envelope.Event(name: "a", properties: [])))
    DeliveryBatch([stored]).perform(on: ClosureTracker { log.put($0.name) })
    #expect(log.all == [] && stored.call == nil && stored.attempt == 1)
  }
}
