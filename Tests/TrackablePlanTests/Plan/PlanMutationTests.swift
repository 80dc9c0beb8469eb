import Foundation
import Testing
import Trackable
import TrackablePlan
import TrackableTesting

/// An app, mutated in each way that a compiler allows: which mutations does no test notice?
///
/// A test of the plan compares names and types, `violations(in:)` the calls of a recording with the plan of before, and a
/// `difference` each value. The page of plans has the same table.
@Suite struct PlanMutationTests {
  private enum Deed: String, Event { case rated, bought, rating }
  private enum Word: String, Key { case title, year, tags, album, note, size }
  private enum Secret: String, SensitiveKey { case mail }
  private struct Shown: ScreenEvent {
    var screenName = "home"
  }
  private struct Paid: AnalyticsEvent {
    var eventType = AnalyticsEventType.userAction
    var entity = "Wallet"
  }
  private struct Plain: AnalyticsEvent {
    var name = TrackedEvent(Shown()).name
    var entity = TrackedEvent(Shown()).entity
    var eventType = AnalyticsEventType.impression
  }
  private struct Level: UserProperty {
    var value: TrackedValue = "gold"
    var operation = UserPropertyOperation.set
    var name = "Level"
  }
  private struct Address: UserProperty {
    var value: TrackedProperties
    var name = "Address"
  }

  /// The calls of the app, which a mutation changes.
  private struct App: Sendable {
    var user: String? = "john"
    var traits: TrackedProperties = [
      Word.year ~>> 1940, Word.album ~>> [Word.title ~>> "Help!"], Secret.mail ~>> "a@b.c",
    ]
    var group: (id: String?, type: String)? = ("apple", "company")
    var groupTraits: TrackedProperties = [Word.size ~>> 4, Secret.mail ~>> "a@b.c"]
    var event: (any AnalyticsEvent)? = Deed.rated
    var properties: TrackedProperties = [
      Word.title ~>> "Imagine", Word.tags ~>> ["new"], Word.album ~>> [Word.year ~>> 1971, Secret.mail ~>> "a@b.c"],
      Secret.mail ~>> "a@b.c", Word.note ~>> [[Word.size ~>> 1] as TrackedProperties],
    ]
    var screen: any AnalyticsEvent = Shown()
    var paid: any AnalyticsEvent = Paid()
    var level: any UserProperty = Level()
    var count: any UserProperty = Level(value: 1, operation: .increment, name: "Count")
    var since: any UserProperty = Level(value: 1957, operation: .setOnce, name: "Since")
    var address: (any UserProperty)? = Address(value: [
      Word.title ~>> "Penny Lane", Secret.mail ~>> "a@b.c", Word.tags ~>> ["old"],
    ])
    var more: @Sendable () -> Void = {}

    func play() {
      if let user { TrackableSystem.identify(user, traits: traits) }
      if let group { TrackableSystem.group(group.id, type: group.type, traits: groupTraits) }
      if let event { TrackableSystem.track(TrackedEvent(event, properties: properties)) }
      TrackableSystem.track(screen)
      TrackableSystem.track(paid)
      for property in [level, count, since] { TrackableSystem.update(property) }
      if let address { TrackableSystem.update(address) }
      more()
    }

    /// What the app does, as a test of it expects that.
    var expectations: [TrackingExpectation] {
      [
        .identify("john", traits: traits), .group("apple", type: "company", traits: groupTraits),
        .event(Deed.rated, properties).by("john", in: ["company" ~>> "apple"]), .event(Shown(), []).by("john"),
        .event(Paid(), []).by("john"), .userProperty(Level()),
        .userProperty(Level(value: 1, operation: .increment, name: "Count")),
        .userProperty(Level(value: 1957, operation: .setOnce, name: "Since")),
        .userProperty(Address(value: [Word.title ~>> "Penny Lane", Secret.mail ~>> "a@b.c", Word.tags ~>> ["old"]])),
      ]
    }
  }

  /// Who notices a mutation.
  private struct Noticed: OptionSet {
    let rawValue: Int
    static let plan = Noticed(rawValue: 1)
    static let violations = Noticed(rawValue: 2)
    static let difference = Noticed(rawValue: 4)
    static let all: Noticed = [.plan, .violations, .difference]
  }

  private static func noticed(_ mutate: (inout App) -> Void) -> Noticed {
    let (app, mutant) = (
      App(),
      {
        var app = App(); mutate(&app); return app
      }()
    )
    let plan = withRecordedTracking { recorder in
      app.play()
      return TrackingPlan(observing: recorder)
    }
    return withRecordedTracking { recorder in
      TrackableSystem.issueHandler = { _ in }
      mutant.play()
      var noticed: Noticed = []
      // A property that is sometimes missing needs a second event.
      let later = TrackingPlan([TrackingPlan(observing: recorder)])
      if !later.differences(from: plan).isEmpty { noticed.insert(.plan) }
      if !plan.violations(in: recorder).isEmpty { noticed.insert(.violations) }
      if recorder.difference(from: app.expectations) != nil { noticed.insert(.difference) }
      return noticed
    }
  }

  private static let mutations: [(name: String, noticed: Noticed, mutate: @Sendable (inout App) -> Void)] = [
    ("nothing", [], { _ in }),
    // Events.
    ("an event is another case", .all, { $0.event = Deed.rating }),
    ("an event is gone", [.plan, .difference], { $0.event = nil }),
    ("an event is new", .all, { $0.more = { TrackableSystem.track(Deed.bought) } }),
    (
      "an event is tracked twice", [.difference],
      { app in
        let properties = app.properties
        app.more = { TrackableSystem.track(TrackedEvent(Deed.rated, properties: properties)) }
      }
    ),
    ("an event has another type", [.plan, .difference], { $0.paid = Paid(eventType: .click) }),
    ("an event is about something else", [.plan], { $0.paid = Paid(entity: "Purse") }),
    ("a screen has another name", [.plan, .difference], { $0.screen = Shown(screenName: "start") }),
    ("a screen is a plain event", [.plan, .difference], { $0.screen = Plain() }),
    // Properties.
    (
      "a key has another name", .all,
      {
        $0.properties[Word.title] = nil; $0.properties[Word.size] = "Imagine"
      }
    ),
    ("a key is gone", .all, { $0.properties[Word.title] = nil }),
    ("a key is new", .all, { $0.properties[Word.size] = 3 }),
    ("a value has another type", .all, { $0.properties[Word.title] = 3 }),
    ("a value is null", .all, { $0.properties[Word.title] = TrackedValue.null }),
    ("another value", [.difference], { $0.properties[Word.title] = "Help!" }),
    ("a value is nested", .all, { $0.properties[Word.title] = .properties([Word.size ~>> 1]) }),
    ("a nested value is plain", .all, { $0.properties[Word.album] = "Help!" }),
    ("a nested key has another name", .all, { $0.properties[Word.album] = .properties([Word.size ~>> 1971]) }),
    (
      "a nested key is new", .all,
      {
        $0.properties[Word.album] = .properties([Word.year ~>> 1971, Word.size ~>> 1, Secret.mail ~>> "a@b.c"])
      }
    ),
    (
      "a nested value has another type", .all,
      {
        $0.properties[Word.album] = .properties([Word.year ~>> "1971", Secret.mail ~>> "a@b.c"])
      }
    ),
    ("a nested sensitive value is gone", .all, { $0.properties[Word.album] = .properties([Word.year ~>> 1971]) }),
    ("a value is an array", .all, { $0.properties[Word.title] = ["Imagine"] }),
    ("an array is one value", .all, { $0.properties[Word.tags] = "new" }),
    ("elements have another type", .all, { $0.properties[Word.tags] = [1] }),
    ("a key in elements has another name", .all, { $0.properties[Word.note] = [.properties([Word.year ~>> 1])] }),
    ("a value in elements has another type", .all, { $0.properties[Word.note] = [.properties([Word.size ~>> "1"])] }),
    (
      "a sensitive value is gone", .all,
      {
        $0.properties = TrackedProperties(
          $0.properties.filter { !"\($0.key)".hasSuffix("mail") || $0.key.name.contains("Word") })
      }
    ),
    (
      "a sensitive value is sent under a plain string", .all,
      { app in
        let name = Secret.mail.name
        app.properties = TrackedProperties(app.properties.map { $0.key.name == name ? name ~>> "a@b.c" : $0 })
      }
    ),
    (
      "a sensitive value has another type", .all,
      { app in
        app.properties = app.properties + [Secret.mail ~>> 3]
      }
    ),
    ("another sensitive value", [.difference], { app in app.properties = app.properties + [Secret.mail ~>> "b@b.c"] }),
    // The user.
    ("nobody is identified", [.plan, .difference], { $0.user = nil }),
    ("another user", [.difference], { $0.user = "paul" }),
    (
      "a trait has another name", .all,
      {
        $0.traits[Word.year] = nil; $0.traits[Word.size] = 1940
      }
    ),
    ("a trait has another type", .all, { $0.traits[Word.year] = "1940" }),
    ("a trait is gone", [.plan, .difference], { $0.traits[Word.year] = nil }),
    ("a nested trait has another name", .all, { $0.traits[Word.album] = .properties([Word.size ~>> "Help!"]) }),
    ("a nested trait is plain", .all, { $0.traits[Word.album] = "Help!" }),
    (
      "a sensitive trait is plain", .all,
      { app in
        let name = Secret.mail.name
        app.traits = TrackedProperties(app.traits.map { $0.key.name == name ? name ~>> "a@b.c" : $0 })
      }
    ),
    ("a user property has another name", .all, { $0.level = Level(name: "Rank") }),
    ("a user property has another type", .all, { $0.level = Level(value: 3) }),
    ("a user property is set once", .all, { $0.level = Level(operation: .setOnce) }),
    ("a user property is added to", .all, { $0.level = Level(value: 1, operation: .increment) }),
    ("a user property is unset", [.plan, .difference], { $0.level = Level(value: .null) }),
    ("a counter is unset", [.plan, .difference], { $0.count = Level(operation: .unset, name: "Count") }),
    (
      "a user property that is set once is unset", [.plan, .difference],
      { $0.since = Level(value: .null, name: "Since") }
    ),
    ("a user property is gone", [.plan, .difference], { $0.address = nil }),
    (
      "a user property is an event", [.plan, .violations, .difference],
      { app in
        app.address = nil
        app.more = { TrackableSystem.track(Deed.bought) }
      }
    ),
    (
      "a key in a user property has another name", .all,
      {
        $0.address = Address(value: [Word.note ~>> "Penny Lane", Secret.mail ~>> "a@b.c", Word.tags ~>> ["old"]])
      }
    ),
    (
      "a value in a user property has another type", .all,
      {
        $0.address = Address(value: [Word.title ~>> 3, Secret.mail ~>> "a@b.c", Word.tags ~>> ["old"]])
      }
    ),
    (
      "elements in a user property have another type", .all,
      {
        $0.address = Address(value: [Word.title ~>> "Penny Lane", Secret.mail ~>> "a@b.c", Word.tags ~>> [1]])
      }
    ),
    (
      "a sensitive part of a user property is gone", [.plan, .difference],
      {
        $0.address = Address(value: [Word.title ~>> "Penny Lane", Word.tags ~>> ["old"]])
      }
    ),
    (
      "a sensitive part of a user property is plain", .all,
      {
        $0.address = Address(value: [Word.title ~>> "Penny Lane", Secret.mail.name ~>> "a@b.c", Word.tags ~>> ["old"]])
      }
    ),
    ("a user property is an array", .all, { $0.level = Level(value: ["gold"]) }),
    // Groups.
    ("a group is gone", [.plan, .difference], { $0.group = nil }),
    ("another group", [.difference], { $0.group = ("emi", "company") }),
    ("a group has another type", .all, { $0.group = ("apple", "label") }),
    ("the user leaves a group", [.plan, .difference], { $0.group = (nil, "company") }),
    (
      "a group is a user property", .all,
      { app in
        app.group = nil
        app.more = { TrackableSystem.update(Level(value: "apple", name: "company")) }
      }
    ),
    (
      "a user property is a group", .all,
      { app in
        app.address = nil
        app.more = { TrackableSystem.group("home", type: "Address") }
      }
    ),
    ("a trait of a group has another name", .all, { $0.groupTraits = [Word.year ~>> 4, Secret.mail ~>> "a@b.c"] }),
    ("a trait of a group has another type", .all, { $0.groupTraits = [Word.size ~>> "4", Secret.mail ~>> "a@b.c"] }),
    ("a trait of a group is gone", [.plan, .difference], { $0.groupTraits = [Secret.mail ~>> "a@b.c"] }),
    (
      "a sensitive trait of a group is plain", .all,
      {
        $0.groupTraits = [Word.size ~>> 4, Secret.mail.name ~>> "a@b.c"]
      }
    ),
    // Other calls.
    ("an error is reported", [.difference], { $0.more = { TrackableSystem.report(CancellationError()) } }),
    ("the user is forgotten", [.difference], { $0.more = { TrackableSystem.reset() } }),
    ("what waits is purged", [.difference], { $0.more = { TrackableSystem.purge() } }),
  ]

  @Test(arguments: mutations.indices)
  func `A mutation of an app is noticed by the tests that the page of plans names`(_ index: Int) {
    let (name, expected, mutate) = Self.mutations[index]
    let noticed = Self.noticed(mutate)
    #expect(noticed == expected, "\(name)")
  }
}
