import Testing

@testable import Trackable

/// What is held until a tracker comes, compared with a naive reading of its promises.
@Suite struct HeldDeliveriesTests {
  private enum Kind: CaseIterable { case event, update, identify, reset }

  /// The promises, written down without any thought of cost.
  private struct Model {
    /// Names, of users as "user 12", of nobody as "reset".
    var order: [String] = []
    var events = 0
    var dropped = 0
    var isHolding = true
    /// What was held during the replay, over all its batches.
    var heldInReplay: Int?
    /// Whether anything in `order` says who the user is, and in what was returned last, which is being replayed.
    var saysUser = (waiting: false, replayed: false)

    static func isUser(_ name: String) -> Bool { name.hasPrefix("user") || name == "reset" }

    mutating func hold(_ name: String, _ kind: Kind) -> HeldDeliveries.Answer {
      if !isHolding { return .passes }
      let isUser = Self.isUser(name)
      if let held = heldInReplay {
        if !isUser, held >= 1_000, !saysUser.waiting, !saysUser.replayed { return .passes }
        if !isUser, held >= 11_000 { return drop() }
        heldInReplay = held + 1
      } else if kind == .event ? events == 1_000 : order.count - events >= 1_000 {
        if !isUser { return drop() }
        // Of several in a row the last one counts, and whether the one before has left.
        var isLeft = false
        while let last = order.last, Self.isUser(last) { isLeft = order.removeLast() == "reset" || isLeft }
        if isLeft, kind == .identify { order.append("reset") }
      }
      if kind == .event { events += 1 }
      if isUser { saysUser.waiting = true }
      order.append(name)
      return .held
    }

    private mutating func drop() -> HeldDeliveries.Answer {
      dropped += 1
      return dropped == 1 ? .droppedFirst : .dropped
    }

    mutating func open() -> (batch: [String], dropped: Int) {
      if heldInReplay != nil { return ([], 0) }
      defer { dropped = 0 }
      heldInReplay = 0
      return (nextBatch(), dropped)
    }

    mutating func nextBatch() -> [String] {
      defer { (order, events) = ([], 0) }
      if order.isEmpty { (isHolding, heldInReplay) = (false, nil) }
      saysUser = (false, saysUser.waiting)
      return order
    }
  }

  private struct Level: UserProperty {
    let name: String
    let value = 1
  }

  private static func delivery(_ kind: Kind, _ name: String) -> Delivery {
    switch kind {
    case .event: .track(TrackedEvent(Named(name: name)))
    case .update: .update(TrackedUserProperty(Level(name: name)))
    case .identify: .identify(name)
    case .reset: .reset
    }
  }

  private struct Named: AnalyticsEvent { let name: String }

  private static func names(_ deliveries: [Delivery]) -> [String] {
    deliveries.map { delivery in
      switch delivery {
      case .track(let event): event.name
      case .update(let property): property.name
      case .identify(let user, _): user
      case .reset: "reset"
      default: "?"
      }
    }
  }

  @Test(arguments: 0..<30)
  func `Whatever comes in whatever order, it is held, dropped or passes as the law says`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var held = HeldDeliveries(isHolding: true)
    var model = Model()
    var number = 0
    // Who was there when something was tracked, and who is when it arrives.
    var (current, arrived) = ("reset", "reset")
    var owners: [String: String] = [:]
    var wrong: [String] = []

    func arrive(_ names: [String]) {
      for name in names {
        if Model.isUser(name) { arrived = name } else if owners[name] != arrived { wrong.append(name) }
      }
    }

    for _ in 0..<40 {
      switch generator.below(8) {
      case 0:
        let (opened, expected) = (held.open(), model.open())
        #expect(Self.names(opened.batch) == expected.batch)
        #expect(opened.dropped == expected.dropped)
        arrive(expected.batch)
      case 1, 2:
        // Only who replays asks for more.
        if model.heldInReplay != nil {
          let expected = model.nextBatch()
          #expect(Self.names(held.nextBatch()) == expected)
          arrive(expected)
        }
      default:
        // Many of one kind, or of all; now and then more than may ever wait.
        let only = generator.chance(50) ? Kind.allCases.randomElement(using: &generator) : nil
        let answers = (0..<generator.below(generator.chance(3) ? 13_000 : 900)).map { _ -> Bool in
          number += 1
          let kind = only ?? (generator.chance(80) ? .event : Kind.allCases.randomElement(using: &generator)!)
          let name = kind == .reset ? "reset" : kind == .identify ? "user \(number)" : "\(number)"
          if Model.isUser(name) { current = name } else { owners[name] = current }
          let answer = model.hold(name, kind)
          if answer == .passes { arrive([name]) }
          return held.hold(Self.delivery(kind, name)) == answer
        }
        #expect(!answers.contains(false))
      }
      #expect(held.isHolding == model.isHolding)
      #expect(held.dropped == model.dropped)
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(owners.count) went to somebody else")
  }

  @Test func `Where there was a tracker from the beginning, all passes`() {
    var held = HeldDeliveries(isHolding: false)
    #expect(held.hold(.reset) == .passes)
    #expect(held.open().batch.isEmpty)
    #expect(held.hold(.reset) == .passes)
  }
}
