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

  @Test func `An envelope says when it was tracked, and everything of the call`() async {
    struct Crashed: TransportedEvent {
      let transportOptions = ["endpoint": "crashes"]
    }
    let date = Date(timeIntervalSince1970: 1_234_567)
    let probe = Probe()
    let hub = hub(probe.renaming(.custom { "renamed \($0)" }), batch: Batch(10, .zero))
    hub.track(TrackedEvent(IdentifiedByNumber(number: 1), properties: ["a" ~>> 1], timestamp: date))
    TrackableSystem.withTracker(hub) {
      TrackableSystem.group("apple", type: "company")
      Crashed().trigger()
    }
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
            name: "renamed 1", entity: IdentifiedByNumber(number: 1).entity, properties: ["renamed a" ~>> 1],
            typeName: String(reflecting: IdentifiedByNumber.self))),
        .userProperty(name: "company", value: "apple", operation: .group(traits: [])),
        .event(
          Envelope.Event(
            name: "renamed \(Crashed().name)", entity: Crashed().entity, properties: [],
            typeName: String(reflecting: Crashed.self), transportOptions: ["endpoint": "crashes"],
            groups: ["company" ~>> "apple"])),
        .userProperty(name: "renamed mood", value: "good"), .identify(userID: "john", traits: ["renamed b" ~>> 2]),
        .error(message: "refused", location: "App/A.swift:7"), .reset,
      ])
    #expect([0, 3].map { envelopes(probe)[$0].time } == [date, date])
    #expect([1, 2, 4, 5, 6].allSatisfy { abs(envelopes(probe)[$0].time.timeIntervalSinceNow) < 3_600 })
    #expect(envelopes(probe).allSatisfy { $0.call != nil && $0.attempt == 1 })
  }

  /// What an app does, some of it late, and how many of the late events are of a user who has gone.
  private struct Program {
    private var random: SeededGenerator
    private var user: String?
    private let tracked = Mailbox<TrackedEvent>()
    private(set) var late = 0

    init(seed: Int) { random = SeededGenerator(seed: UInt64(seed)) }

    /// - Parameter hasLate: Whether some come late, and none is purged.
    mutating func run(on hub: TrackerHub, hasLate: Bool) {
      let tracker = CombinedTracker(ClosureTracker { [tracked] in tracked.put($0) }, hub)
      TrackableSystem.withTracker(tracker) {
        for _ in 0..<400 {
          switch random.below(10) {
          case 0..<6: TrackableSystem.track(BelongsTo(user: user))
          case 6, 7:
            user = "\(random.below(hasLate ? 5 : 1_000))"
            TrackableSystem.identify(user ?? "")
          case 8:
            user = nil
            TrackableSystem.reset()
          default: if hasLate { comeLate(to: hub) } else if random.chance(10) { TrackableSystem.purge() }
          }
        }
        TrackableSystem.track(BelongsTo(user: user))
      }
    }

    private mutating func comeLate(to hub: TrackerHub) {
      let events = tracked.all
      if events.isEmpty { return }
      let event = events[random.below(events.count)]
      if event.userID != user { late += 1 }
      hub.track(event)
    }
  }

  /// A library that knows who the user is has no envelopes. Half of the hubs lose calls; the others get some late.
  @Test(arguments: 0..<SearchScale.times(120, long: 2_000))
  func `A destination that takes one call after the other has each event under its own user, or not at all`(
    seed: Int
  ) async {
    let library = UserKeepingTracker()
    let hasLate = seed.isMultiple(of: 2)
    let hub = hub(library, capacity: hasLate ? 1_000 : 1 + seed / 2 % 8)
    var program = Program(seed: seed)
    program.run(on: hub, hasLate: hasLate)
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(library.wrong.all == [])
    #expect(library.right.all.count > 0)
    #expect(hub.ledger.entries[0][.rejected] == program.late)
  }

  @Test func `IDs are unique, and sort by the time of their calls`() async {
    let date = Date(timeIntervalSince1970: 1_234_567)
    let (probe, other, elsewhere) = (Probe(), Probe("other"), Probe("elsewhere"))
    for hub in [
      hub(probe, other, capacity: 10_000, batch: Batch(100, .zero)),
      hub(elsewhere, capacity: 10_000, batch: Batch(100, .zero)),
    ] {
      for number in 0..<5_000 {
        hub.track(
          TrackedEvent(IdentifiedByNumber(number: number), timestamp: date.addingTimeInterval(Double(number))))
      }
      hub.start()
      await hub.flush(timeout: .seconds(1))
    }
    let ids = envelopes(probe).map(\.id)
    #expect(ids.count == 5_000 && Set([probe, other, elsewhere].flatMap(envelopes).map(\.id)).count == 15_000)
    #expect(ids.map(\.uuidString) == ids.map(\.uuidString).sorted())
    let milliseconds = ids[0].uuidString.replacing("-", with: "").prefix(12)
    #expect(UInt64(milliseconds, radix: 16) == 1_234_567_000)
  }

  @Test func `An envelope that was stored stands for no call`() {
    let log = Mailbox<String>()
    let stored = Envelope(
      id: UUID(), time: Date(), userID: "john", content: .event(Envelope.Event(name: "a", properties: [])))
    DeliveryBatch([stored]).perform(on: ClosureTracker { log.put($0.name) })
    #expect(log.all == [] && stored.call == nil && stored.attempt == 1)
  }
}
