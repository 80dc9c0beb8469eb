import Testing

@testable import Trackable

/// What is held until a tracker comes, compared with a naive reading of its promises.
@Suite struct HeldDeliveriesTests {
  /// The promises, written down without any thought of cost.
  private struct Model {
    var events: [String] = []
    var users: [String] = []
    var order: [String] = []
    var dropped = 0
    var isHolding = true
    /// What was held during the replay, over all its batches.
    var heldInReplay: Int?
    /// Whether anything in `order` says who the user is, and in what was returned last, which is being replayed.
    var saysUser = (waiting: false, replayed: false)

    mutating func hold(_ name: String, isEvent: Bool) -> HeldDeliveries.Answer {
      if !isHolding { return .passes }
      if let held = heldInReplay {
        if isEvent, held >= 1_000, !saysUser.waiting, !saysUser.replayed { return .passes }
        if isEvent, held >= 11_000 {
          dropped += 1
          return dropped == 1 ? .droppedFirst : .dropped
        }
        heldInReplay = held + 1
        order.append(name)
        if !isEvent { saysUser.waiting = true }
        return .held
      }
      if (isEvent ? events : users).count == 1_000 {
        dropped += 1
        return dropped == 1 ? .droppedFirst : .dropped
      }
      if isEvent { events.append(name) } else { users.append(name) }
      if !isEvent { saysUser.waiting = true }
      order.append(name)
      return .held
    }

    mutating func open() -> (batch: [String], dropped: Int) {
      if heldInReplay != nil { return ([], 0) }
      defer { (events, users, order, dropped) = ([], [], [], 0) }
      if order.isEmpty { isHolding = false } else { heldInReplay = 0 }
      saysUser = (false, saysUser.waiting)
      return (order, dropped)
    }

    mutating func nextBatch() -> [String] {
      defer { order = [] }
      if order.isEmpty { (isHolding, heldInReplay) = (false, nil) }
      saysUser = (false, saysUser.waiting)
      return order
    }
  }

  private static func names(_ deliveries: [Delivery]) -> [String] {
    deliveries.map { delivery in
      switch delivery {
      case .track(let event): event.name
      case .identify(let user, _): user
      default: "?"
      }
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
        #expect(Self.names(opened.batch) == expected.batch)
        #expect(opened.dropped == expected.dropped)
      case 1, 2:
        // Only who replays asks for more.
        if model.heldInReplay != nil { #expect(Self.names(held.nextBatch()) == model.nextBatch()) }
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
    #expect(held.open().batch.isEmpty)
    #expect(held.hold(.reset) == .passes)
  }
}
