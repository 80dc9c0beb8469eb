import Foundation
import Testing

@testable import Trackable

/// The events that wait for other actors, compared with a list that is searched from the beginning each time.
@Suite struct IncompleteQueueTests {
  private actor Somebody {}

  /// An ancestor on an actor, about which only the actor matters here.
  private final class Subject: DeferredSubject {
    let actor: ActorReference
    let typeName = "Subject"
    let asksForParent = false
    var identity: ObjectIdentifier { ObjectIdentifier(self) }

    init(_ actor: any Actor) { self.actor = ActorReference(actor) }

    func read(
      _ read: DeferredRead, into parts: inout SnapshotParts, isolation: (any Actor)?, as calls: [ActiveCalls.Call]
    ) {}
  }

  private enum State { case waiting, handedOver, done }

  private struct Entry {
    var event: IncompleteEvent
    var deadline: IncompleteQueue.Instant
    var state = State.waiting
    var handover: Handover?
  }

  private let actors = [Somebody(), Somebody()]
  private let epoch = ContinuousClock.now

  /// - Parameter property: The user property that it updates; otherwise it is an event.
  private func event(on actor: any Actor, updating property: String? = nil) -> IncompleteEvent {
    var parts = SnapshotParts()
    parts.add(DeferredRead(subject: Subject(actor), distance: 1, wantsProperties: true))
    let content: IncompleteEvent.Content =
      if let property {
        .update(TrackedUserProperty(Level(name: property)))
      } else {
        .event(NumberedEvent(1), PropertyMerge(), timestamp: Date(), hasDefaults: false)
      }
    return IncompleteEvent(content, parts, route: TrackerRoute(), scope: nil, location: CodeLocation())
  }

  private struct Level: UserProperty {
    let name: String
    let value = 1
  }

  @Test func `What was handed over leaves nothing behind, although something before it waits for ever`() throws {
    var queue = IncompleteQueue(capacity: 12)
    queue.append(event(on: actors[0]), deadline: epoch)
    for _ in 0..<1_000 {
      queue.append(event(on: actors[1]), deadline: epoch)
      let number = try #require(queue.waiting(for: ObjectIdentifier(actors[1])).first).number
      let found = queue.take(number)
      let taken = try #require(found)
      let resumed = queue.finish(taken.handover)
      taken.handover.finish()
      #expect(resumed.isEmpty)
      #expect(queue.count <= 3)
    }
  }

  @Test(arguments: 0..<20)
  func `It answers what a plain list would, whatever is asked of it`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var queue = IncompleteQueue(capacity: 12)
    var model: [Entry] = []
    // Who flushes: how many entries were there, and whether it was told.
    var flushes: [Int] = []
    let told = Lock<[Int]>([])
    var expectedToBeTold: [Int] = []
    let properties = ["level", "rank", nil]

    func isFinished(_ count: Int) -> Bool { model.prefix(count).allSatisfy { $0.state == .done } }
    func numbers(_ isIncluded: (Entry) -> Bool) -> [Int] {
      model.indices.filter { model[$0].state == .waiting && isIncluded(model[$0]) }
    }

    for time in 0..<600 {
      let now = epoch + .seconds(time)
      let number = model.isEmpty ? 0 : generator.below(model.count)
      switch generator.below(11) {
      case 0...3:
        let event = event(on: actors[generator.below(2)], updating: properties[generator.below(3)])
        // The time that an event may wait can be set.
        let deadline = now + .seconds(1 + generator.below(20))
        queue.append(event, deadline: deadline)
        model.append(Entry(event: event, deadline: deadline))
      case 4 where !model.isEmpty:
        let event = event(on: actors[generator.below(2)], updating: model[number].event.property)
        try #require(queue.update(number, to: event) == (model[number].state == .waiting))
        if model[number].state == .waiting { model[number].event = event }
      case 5 where !model.isEmpty:
        let taken = queue.take(number)
        try #require((taken != nil) == (model[number].state == .waiting))
        if let taken { hand(over: number, taken) }
      case 6:
        let due = generator.chance(80)
        let expected = numbers { !due || $0.deadline <= now }
        let taken = queue.takeAll { !due || $1 <= now }
        try #require(taken.map(\.handover.number) == expected)
        for (number, taken) in zip(expected, taken) { hand(over: number, taken) }
      case 7:
        let flush = flushes.count
        flushes.append(model.count)
        let isKept = queue.flush { told.withLock { $0.append(flush) } }
        try #require(isKept == !isFinished(model.count))
        if !isKept { expectedToBeTold.append(flush) }
        if !isKept { told.withLock { $0.append(flush) } }
      case 8:
        let property = properties[generator.below(2)] ?? ""
        let end = generator.chance(50) ? number : queue.end
        let expected = numbers { $0.event.property == property }.first { $0 < end }
        let taken = queue.takeUpdate(of: property, before: end)
        try #require(taken?.handover.number == expected)
        try #require(taken.map { $0.handover.property == property } ?? true)
        if let taken { hand(over: taken.handover.number, taken) }
      default:
        let active = model.indices.filter { model[$0].state == .handedOver }
        guard !active.isEmpty, let handover = model[active[generator.below(active.count)]].handover else { break }
        model[handover.number].state = .done
        for tell in queue.finish(handover) { tell() }
        handover.finish()
        expectedToBeTold += flushes.indices.filter { flush in
          !expectedToBeTold.contains(flush) && isFinished(flushes[flush])
        }
      }
      try #require(told.withLock { $0 } == expectedToBeTold)
      try #require(queue.hasUpdates == model.contains { $0.state != .done && $0.event.property != nil })
      try #require(queue.end == model.count)
      try #require(queue.isFull == (numbers { _ in true }.count >= 12))
      try #require(queue.firstDeadline == numbers { _ in true }.map { model[$0].deadline }.min())
      try #require(queue.handovers.map(\.number) == model.indices.filter { model[$0].state == .handedOver })
      for actor in actors {
        let identity = ObjectIdentifier(actor)
        let waiting = queue.waiting(for: identity)
        try #require(waiting.map(\.number) == numbers { $0.event.nextActor?.identity == identity })
        try #require(waiting.allSatisfy { $0.event === model[$0.number].event })
      }
    }
    for entry in model { if entry.state == .handedOver { entry.handover?.finish() } }

    func hand(over number: Int, _ taken: (event: IncompleteEvent, handover: Handover)) {
      #expect(taken.event === model[number].event)
      #expect(taken.handover.number == number)
      model[number].state = .handedOver
      model[number].handover = taken.handover
    }
  }
}
