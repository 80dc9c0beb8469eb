import Testing

@testable import Trackable

/// What is held until a tracker comes, compared with a naive reading of its promises.
@Suite struct HeldDeliveriesTests {
  private enum Kind: CaseIterable { case event, update, identify, reset }

  /// The promises, written down without any thought of cost.
  private struct Model {
    enum Step: Equatable { case perform(String, begins: Bool), goOnElsewhere, finish(Int) }

    /// What waits, and what is being replayed. Names, of users as "user 12", of nobody as "reset".
    var order: [String] = []
    var replay: ArraySlice<String> = []
    var events = 0
    var updates = 0
    var dropped = 0
    var isHolding = true
    /// What was held during the replay, in all.
    var heldInReplay: Int?
    var isElsewhere = false
    /// How many say who the user is: of what waits, and of what is replayed, with what is being made.
    var users = 0
    var isUserMade = false

    static func isUser(_ name: String) -> Bool { name.hasPrefix("user") || name == "reset" }

    mutating func hold(_ name: String, _ kind: Kind) -> HeldDeliveries.Answer {
      if !isHolding { return .passes }
      let isUser = Self.isUser(name)
      if let held = heldInReplay {
        if !isUser, held >= 1_000, users == 0 { return .passes }
        if order.count >= 10_000 {
          if !isUser { return drop() }
          forgetLastUsers(before: kind)
        }
        heldInReplay = held + 1
      } else if (kind == .event ? events : isUser ? users : updates) >= 1_000 {
        if !isUser { return drop() }
        forgetLastUsers(before: kind)
      }
      if kind == .event { events += 1 }
      if kind == .update { updates += 1 }
      if isUser { users += 1 }
      order.append(name)
      return .held
    }

    /// Of several in a row the last one counts, and whether the one before has left.
    private mutating func forgetLastUsers(before kind: Kind) {
      var isLeft = false
      while let last = order.last, Self.isUser(last) {
        isLeft = order.removeLast() == "reset" || isLeft
        users -= 1
      }
      if isLeft, kind == .identify {
        order.append("reset")
        users += 1
      }
    }

    /// Only who the user is stays.
    mutating func purge() -> [String] {
      let all = replay + order
      (order, replay, events, updates, dropped) = (all.filter(Self.isUser), [], 0, 0, 0)
      users = order.count + (isUserMade ? 1 : 0)
      return Array(all)
    }

    private mutating func drop() -> HeldDeliveries.Answer {
      dropped += 1
      return heldInReplay == nil && dropped == 1 ? .droppedFirst : .dropped
    }

    mutating func open() -> (step: Step, dropped: Int) {
      if heldInReplay != nil { return (.finish(0), 0) }
      let dropped = dropped
      (self.dropped, heldInReplay) = (0, 0)
      return (next(), dropped)
    }

    mutating func next() -> Step {
      if isUserMade { users -= 1 }
      isUserMade = false
      let begins = replay.isEmpty
      if begins, order.isEmpty {
        defer { (isHolding, heldInReplay, dropped) = (false, nil, 0) }
        return .finish(dropped)
      }
      if begins {
        isElsewhere = !isElsewhere && heldInReplay.map { $0 >= 11_000 } == true
        if isElsewhere { return .goOnElsewhere }
        (replay, order, events) = (order[...], [], 0)
      }
      let next = replay.removeFirst()
      isUserMade = Self.isUser(next)
      return .perform(next, begins: begins)
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

  private static func step(_ step: HeldDeliveries.Step) -> Model.Step {
    switch step {
    case .perform(let kept, let begins): .perform(name(kept.delivery), begins: begins)
    case .goOnElsewhere: .goOnElsewhere
    case .finish(let dropped): .finish(dropped)
    }
  }

  private static func name(_ delivery: Delivery) -> String {
    switch delivery {
    case .track(let event): event.name
    case .update(let property): property.name
    case .identify(let user, _): user
    case .reset: "reset"
    default: "?"
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

    func arrive(_ name: String) {
      if Model.isUser(name) { arrived = name } else if owners[name] != arrived { wrong.append(name) }
    }

    for _ in 0..<40 {
      switch generator.below(16) {
      case 0:
        if generator.chance(50) { #expect(held.purge().map { Self.name($0.delivery) } == model.purge()) }
      case 1, 2:
        let (opened, expected) = (held.open(), model.open())
        #expect(Self.step(opened.step) == expected.step)
        #expect(opened.dropped == expected.dropped)
        if case .perform(let name, _) = expected.step { arrive(name) }
      case 3..<7:
        // Only who replays asks for more.
        for _ in 0..<generator.below(2_000) where model.heldInReplay != nil {
          let (step, expected) = (Self.step(held.next()), model.next())
          if step != expected { Issue.record("\(step) instead of \(expected)") }
          if case .perform(let name, _) = expected { arrive(name) }
        }
      default:
        // Many of one kind, or of all; now and then more than may ever wait. In every other program the user rarely changes.
        let kinds = seed.isMultiple(of: 2) && generator.chance(95) ? [.event, .update] : Kind.allCases
        let only = generator.chance(50) ? kinds.randomElement(using: &generator) : nil
        let answers = (0..<generator.below(generator.chance(3) ? 13_000 : 900)).map { _ -> Bool in
          number += 1
          let kind = only ?? (generator.chance(80) ? .event : kinds.randomElement(using: &generator)!)
          let name = kind == .reset ? "reset" : kind == .identify ? "user \(number)" : "\(number)"
          if Model.isUser(name) { current = name } else { owners[name] = current }
          let answer = model.hold(name, kind)
          if answer == .passes { arrive(name) }
          return held.hold(KeptDelivery(Self.delivery(kind, name))) == answer
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
    #expect(held.hold(KeptDelivery(.reset)) == .passes)
    #expect(Self.step(held.open().step) == .finish(0))
    #expect(held.hold(KeptDelivery(.reset)) == .passes)
  }
}
