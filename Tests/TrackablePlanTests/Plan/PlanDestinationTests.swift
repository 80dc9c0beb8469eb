import Testing
import Trackable
import TrackableTesting

@testable import TrackablePlan

@Suite struct PlanDestinationTests {
  private let folder = ScratchFolder()

  private static let plan: TrackingPlan = [
    .event(Shop.Cart.opened, always: [Shop.Field.title ~>> "Home", Shop.Field.Item.count ~>> 2]),
    .event(Shop.Page.closed, always: [Shop.Field.Item.title ~>> "Pen"]),
    .userProperty(Shop.Level(value: "gold")),
  ]

  @Test func `Keys of one event that are spelled alike fail always`() {
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
    // A new name may be an addition, and is spelled like an old one.
    let old = TrackingPlan.event(Shop.Page.closed, always: [Shop.Field.Item.title ~>> "Pen"])
    #expect(folder.failure(of: old.seen(by: "A", keys: .keepingLast(1))) == nil)
    #expect(folder.failure(of: spelled, allowingAdditions: true) == failure)
    #expect(folder.failure(of: spelled, ["TRACKING_PLAN": "accept"]) == nil)
    #expect(folder.failure(of: spelled) == nil)
    #expect(folder.failure(of: spelled, allowingAdditions: true, ["CI": "true"]) == nil)
  }

  @Test func `Events that are spelled alike are no loss, also where an event carries keys of the same names`() {
    struct Named: AnalyticsEvent {
      let name: String
      var properties: TrackedProperties = ["app.open": 1, "page.open": 1]
    }
    let plan = TrackingPlan([.event(Named(name: "app.open")), .event(Named(name: "page.open"))])
    let collisions = plan.seen(by: "A", events: .custom { _ in "open" }).collisions
    #expect(collisions.map(\.isLoss) == [false])
    #expect(
      collisions.map(\.description) == [
        "events 'app.open' and 'page.open' are all spelled 'open' for 'A': it cannot tell them apart"
      ])
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

  @Test func `A prefix that begins no name fails`() {
    // One that ends within a component begins none.
    let wrong = Self.plan.seen(
      by: "A", events: .droppingModule.followed(by: .droppingPrefix("Sho")),
      keys: .droppingModule.followed(by: .droppingPrefix("Shop")))
    #expect(
      folder.failure(of: wrong) == """
        The tracking plan cannot be sent as it is (ShopTests/Tests.swift:8):
          prefix     'Sho', which 'A' drops, begins none of its names
        """)
  }
}
