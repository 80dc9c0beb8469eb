import Testing

@testable import Trackable

/// What is held until a tracker comes, compared with a naive reading of its promises.
@Suite struct HeldDeliveriesTests {
  /// The promises, written down without any thought of cost.
  private struct Model {
    struct Held {
      let name: String
      let isEvent: Bool
    }

    enum Step: Equatable { case perform(String), handOver, finish(Int) }

    var waiting: [Held] = []
    var replay: ArraySlice<Held> = []
    var current: Held?
    var dropped = 0
    var isHolding = true
    /// What came during the replay and was not refused, in all.
    var heldInReplay: Int?
    var isHandedOver = false

    /// How many of what waits are events; how many of what waits, is replayed or is being made are changes.
    private var (events, changes) = (0, 0)

    private mutating func drop() -> HeldDeliveries.Answer {
      dropped += 1
      return dropped == 1 ? .droppedFirst : .dropped
    }

    mutating func hold(_ name: String, isEvent: Bool) -> HeldDeliveries.Answer {
      if !isHolding { return .passes }
      if changes >= 1_000 {
        if isEvent { return drop() }
        heldInReplay = heldInReplay.map { $0 + 1 }
        if waiting.last?.isEvent == false {
          waiting[waiting.count - 1] = Held(name: name, isEvent: false)
          return drop()
        }
      } else if let held = heldInReplay {
        if isEvent, held >= 1_000, changes == 0 { return .passes }
        if isEvent, waiting.count >= 10_000 { return drop() }
        heldInReplay = held + 1
      } else if isEvent, events == 1_000 {
        return drop()
      }
      waiting.append(Held(name: name, isEvent: isEvent))
      if isEvent { events += 1 } else { changes += 1 }
      return .held
    }

    mutating func open() -> (step: Step, dropped: Int) {
      if heldInReplay != nil { return (.finish(0), 0) }
      let dropped = dropped
      (self.dropped, heldInReplay) = (0, 0)
      return (next(), dropped)
    }

    mutating func next() -> Step {
      if current?.isEvent == false { changes -= 1 }
      current = nil
      if replay.isEmpty, waiting.isEmpty {
        defer { (isHolding, heldInReplay, dropped) = (false, nil, 0) }
        return .finish(dropped)
      }
      if replay.isEmpty {
        isHandedOver = !isHandedOver && heldInReplay.map { $0 >= 11_000 } == true
        if isHandedOver { return .handOver }
        (replay, waiting, events) = (waiting[...], [], 0)
      }
      let next = replay.removeFirst()
      current = next
      return .perform(next.name)
    }
  }

  private static func step(_ step: HeldDeliveries.Step) -> Model.Step {
    switch step {
    case .perform(.track(let event), _): .perform(event.name)
    case .perform(.identify(let user, _), _): .perform(user)
    case .perform: .perform("?")
    case .handOver: .handOver
    case .finish(let dropped): .finish(dropped)
    }
  }

  @Test(arguments: 0..<20)
  func `Whatever comes in whatever order, it is held, dropped or passes as the law says`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var held = HeldDeliveries(isHolding: true)
    var model = Model()
    var number = 0
    for _ in 0..<40 {
      switch generator.below(8) {
      case 0:
        let (opened, expected) = (held.open(), model.open())
        #expect(Self.step(opened.step) == expected.step)
        #expect(opened.dropped == expected.dropped)
      case 1, 2:
        // Only who replays asks for more.
        for _ in 0..<generator.below(2_000) where model.heldInReplay != nil {
          let (step, expected) = (Self.step(held.next()), model.next())
          if step != expected { Issue.record("\(step) instead of \(expected)") }
        }
      default:
        let isEvent = generator.chance(60)
        // Now and then more than may ever wait.
        let answers = (0..<generator.below(generator.chance(3) ? 13_000 : 600)).map { _ -> Bool in
          number += 1
          let name = isEvent ? "\(number)" : "user \(number)"
          let delivery = isEvent ? Delivery.track(TrackedEvent(NumberedEvent(number))) : .identify(name)
          return held.hold(delivery) == model.hold(name, isEvent: isEvent)
        }
        #expect(!answers.contains(false))
      }
      #expect(held.isHolding == model.isHolding)
      #expect(held.dropped == model.dropped)
    }
  }

  @Test func `Where there was a tracker from the beginning, all passes`() {
    var held = HeldDeliveries(isHolding: false)
    #expect(held.hold(.reset) == .passes)
    #expect(Self.step(held.open().step) == .finish(0))
    #expect(held.hold(.reset) == .passes)
  }
}
