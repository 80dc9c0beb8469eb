import Testing
import Trackable
import TrackableTesting

@testable import TrackablePlan

@Suite struct PlanDestinationTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let plan: TrackingPlan = [
    .event(Shop.Cart.opened, always: [Shop.Field.title ~>> "Home", Shop.Field.Item.count ~>> 2]),
    .event(Shop.Page.closed, always: [Shop.Field.Item.title ~>> "Pen"]),
    .userProperty(Shop.Level(value: "gold")),
  ]

  @Test func `Keys of one event that are spelled alike fail always`() {
    defer { folder.remove() }
    let both = TrackingPlan.event(
      Shop.Cart.opened, always: [Shop.Field.title ~>> "Home", Shop.Field.Item.title ~>> "Pen"])
    let text = """
      The tracking plan cannot be sent as it is (ShopTests/Tests.swift:8):
        collision  keys '\(Shop.path).Field.Item.title' and '\(Shop.path).Field.title' are all spelled 'title' for 'A': \
      one event carries them, and only one arrives
      """
    let spelled = both.seen(by: "A", keys: .keepingLast(1))
    for _ in 1...2 { #expect(folder.failure(of: spelled) == text) }
    #expect(folder.failure(of: spelled, ["TRACKING_PLAN": "accept"]) == text)
    #expect(folder.plan == nil)
  }

  @Test func `Names that are only alike fail until they are accepted`() {
    defer { folder.remove() }
    let spelled = Self.plan.seen(by: "A", keys: .keepingLast(1))
    let failure = """
      The tracking plan cannot be sent as it is (ShopTests/Tests.swift:8):
        collision  keys '\(Shop.path).Field.Item.title' and '\(Shop.path).Field.title' are all spelled 'title' for \
      'A': they share one column, though no event carries both
      To accept this, run the test once with TRACKING_PLAN=accept in its
      environment, and commit the file.
      """
    // The second run finds what the first one has left.
    for _ in 1...2 { #expect(folder.failure(of: spelled) == failure) }
    #expect(folder.failure(of: spelled, ["TRACKING_PLAN": "accept"]) == nil)
    #expect(folder.failure(of: spelled) == nil)
    #expect(folder.failure(of: spelled, ["CI": "true"]) == nil)
  }

  @Test func `A new name that is spelled like an old one fails until it is accepted`() {
    defer { folder.remove() }
    func seen(_ plan: TrackingPlan) -> TrackingPlan { plan.seen(by: "A", events: .keepingLast(1)) }
    let both = seen(TrackingPlan([.events(Shop.Cart.self), .events(Shop.Page.self)]))
    #expect(folder.failure(of: seen(.events(Shop.Page.self)), allowingAdditions: true) == nil)
    for _ in 1...2 {
      #expect(folder.failure(of: both, allowingAdditions: true)?.contains("all spelled 'opened' for 'A'") == true)
    }
    #expect(folder.failure(of: both, ["TRACKING_PLAN": "accept"]) == nil)
    #expect(folder.failure(of: both, allowingAdditions: true) == nil)
  }

  @Test func `Events that are spelled alike are a collision`() {
    let plan = TrackingPlan([.events(Shop.Cart.self), .events(Shop.Page.self)]).seen(by: "A", events: .keepingLast(1))
    #expect(
      plan.collisions.map(\.description) == [
        "events '\(Shop.path).Cart.opened' and '\(Shop.path).Page.opened' are all spelled 'opened' for 'A': "
          + "it cannot tell them apart"
      ])
  }

  @Test func `Events that are spelled alike are no loss, also where an event carries keys of the same names`() {
    struct Named: AnalyticsEvent {
      let name: String
      var properties: TrackedProperties = ["app.open": 1, "page.open": 1]
    }
    let plan = TrackingPlan([.event(Named(name: "app.open")), .event(Named(name: "page.open"))])
    let seen = plan.seen(by: "A", events: .custom { _ in "open" })
    #expect(seen.collisions.map(\.isLoss) == [false])
    #expect(seen.collisions.allSatisfy { $0.description.hasPrefix("events ") })
  }

  private enum Company: String, Key {
    case size
    enum Plan: String, Key { case size }
  }
  private struct Office: UserProperty { let value: TrackedProperties }

  @Test(arguments: [true, false])
  func `Traits of a group, and keys in a user property, that are spelled alike are lost`(_ nested: Bool) {
    let sizes: TrackedProperties = [Company.size ~>> 40, Company.Plan.size ~>> "L"]
    let office = Office(value: sizes)
    for (outer, plan) in [
      ("company", .traits(sizes, ofGroup: "company")), (office.name, .userProperty(office)),
    ] as [(String, TrackingPlan)] {
      let seen = plan.seen(by: "Amplitude", events: .keepingLast(1), keys: .keepingLast(1), nested: nested)
      #expect(seen.collisions.map(\.isLoss) == [true], "\(outer)")
      #expect(seen.collisions.map(\.names) == [[Company.Plan.size.name, Company.size.name].map { "\(outer)/\($0)" }])
      // The outer name is not a key.
      #expect(seen.destinations["Amplitude"]?.keys.values.map(\.self) == ["\(outer)/size", "\(outer)/size"])
    }
  }

  @Test(arguments: [true, false])
  func `Keys of several groups and of events meet nowhere, and a prefix of theirs is of use`(_ nested: Bool) {
    let plan: TrackingPlan = [
      .traits([Company.size ~>> 40], ofGroup: "company"), .traits([Company.Plan.size ~>> "L"], ofGroup: "label"),
      .event(Shop.Page.opened, always: ["company" ~>> [Company.Plan.size ~>> "L"]]),
      .userProperty(Office(value: ["app.rooms" ~>> 4])),
    ]
    let keys = NamingStyle.droppingPrefix("app.").followed(by: .keepingLast(1))
    let seen = plan.seen(by: "Amplitude", keys: keys, nested: nested)
    #expect(seen.collisions == [])
    #expect(seen.destinations["Amplitude"]?.unusedPrefixes == [])
  }

  @Test func `A prefix that ends within a component begins no name`() {
    let plan: TrackingPlan = .event(Shop.Page.opened)
    let module = Shop.Page.opened.name.split(separator: ".")[0]
    func unused(_ prefix: String) -> [String]? {
      plan.seen(by: "Amplitude", events: .droppingPrefix(prefix)).destinations["Amplitude"]?.unusedPrefixes
    }
    #expect(unused("\(module)") == [] && unused("\(module).") == [])
    #expect(unused("\(module.dropLast())") == ["\(module.dropLast())"])
  }

  @Test func `A prefix that begins no name fails`() {
    defer { folder.remove() }
    let wrong = Self.plan.seen(
      by: "A", events: .droppingModule.followed(by: .droppingPrefix("Shops.")),
      keys: .droppingModule.followed(by: .droppingPrefix("Shop.")))
    #expect(
      folder.failure(of: wrong) == """
        The tracking plan cannot be sent as it is (ShopTests/Tests.swift:8):
          prefix     'Shops.', which 'A' drops, begins none of its names
        """)
  }

  @Test func `A name that is not within the limits of its destination fails`() {
    defer { folder.remove() }
    let spelled = TrackingPlan.events(Shop.Page.self).seen(by: "A", events: .keepingLast(2), within: .firebase)
    let source = "https://firebase.google.com/docs/reference/swift/firebaseanalytics/api/reference/Classes/Analytics"
    #expect(
      folder.failure(of: spelled) == """
        The tracking plan cannot be sent as it is (ShopTests/Tests.swift:8):
          limit      event name 'Page.closed' (\(Shop.path).Page.closed) has '.' in it; Firebase takes letters from A to Z, \
        digits and underscores (\(source))
          limit      event name 'Page.opened' (\(Shop.path).Page.opened) has '.' in it; Firebase takes letters from A to Z, \
        digits and underscores (\(source))
        """)
  }

  @Test func `Plans that know the same destination are one plan with it`() {
    func seen(_ plan: TrackingPlan, _ destinations: [String]) -> TrackingPlan {
      destinations.reduce(plan) { $0.seen(by: $1, events: .droppingPrefix("Nobody."), keys: .snakeCase) }
    }
    let (cart, page) = (TrackingPlan.events(Shop.Cart.self, always: ["aB" ~>> 1]), TrackingPlan.events(Shop.Page.self))
    let whole = TrackingPlan([seen(cart, ["A", "B"]), seen(page, ["A"])])
    #expect(whole.destinations.keys.sorted() == ["A", "B"])
    #expect(whole.destinations["A"] == seen([cart, page], ["A"]).destinations["A"])
    #expect(whole.destinations["B"] == seen(cart, ["B"]).destinations["B"])
    // What one of the plans has a use for is of use.
    let used = TrackingPlan([seen(cart, ["A"]), cart.seen(by: "A", events: .droppingModule)])
    #expect(used.destinations["A"]?.unusedPrefixes == [])
    #expect(whole.destinations["A"]?.unusedPrefixes == ["Nobody."])
  }
}
