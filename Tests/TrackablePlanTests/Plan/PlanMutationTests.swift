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
  private static let mail = Secret.mail ~>> "a@b.c"
  private static let otherMail = Secret.mail ~>> "b@b.c"
  private static let plainMail = Secret.mail.name ~>> "a@b.c"
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
    var traits: TrackedProperties = [Word.year ~>> 1940, Word.album ~>> [Word.title ~>> "Help!"], mail]
    var group: (id: String?, type: String)? = ("apple", "company")
    var groupTraits: TrackedProperties = [Word.size ~>> 4, mail]
    var event: (any AnalyticsEvent)? = Deed.rated
    var properties: TrackedProperties = [
      Word.title ~>> "Imagine", Word.tags ~>> ["new"], Word.album ~>> [Word.year ~>> 1971, mail], mail,
      Word.note ~>> [[Word.size ~>> 1] as TrackedProperties],
    ]
    var screen: any AnalyticsEvent = Shown()
    var paid: any AnalyticsEvent = Paid()
    var level: any UserProperty = Level()
    var count: any UserProperty = Level(value: 1, operation: .increment, name: "Count")
    var since: any UserProperty = Level(value: 1957, operation: .setOnce, name: "Since")
    var address: TrackedProperties? = [Word.title ~>> "Penny Lane", mail, Word.tags ~>> ["old"]]
    var isTwice = false
    var more: @Sendable () -> Void = {}

    func play() {
      if let user { TrackableSystem.identify(user, traits: traits) }
      if let group { TrackableSystem.group(group.id, type: group.type, traits: groupTraits) }
      for _ in 1...(isTwice ? 2 : 1) {
        if let event { TrackableSystem.track(TrackedEvent(event, properties: properties)) }
      }
      TrackableSystem.track(screen)
      TrackableSystem.track(paid)
      for property in [level, count, since] { TrackableSystem.update(property) }
      if let address { TrackableSystem.update(Address(value: address)) }
      more()
    }

    /// What is not as planned while the app is used.
    func issues(_ through: (RecordingTracker) -> any AnalyticsEventTracker) -> [String] {
      withRecordedTracking(through: through) { recorder in
        play()
        return recorder.issues.filter { $0.kind == .notAsPlanned }.map(\.message)
      }
    }

    mutating func nest(_ nested: TrackedProperties) { properties[Word.album] = .properties(nested) }
    mutating func replaceAddress(_ other: @escaping @Sendable () -> Void) { (address, more) = (nil, other) }
    mutating func replaceGroup(_ other: some UserProperty) {
      (group, more) = (nil, { TrackableSystem.update(other) })
    }

    /// What the app does, as a test of it expects that.
    var expectations: [TrackingExpectation] {
      [
        .identify("john", traits: traits), .group("apple", type: "company", traits: groupTraits),
        .event(Deed.rated, properties).by("john", in: ["company" ~>> "apple"]), .event(Shown(), []).by("john"),
        .event(Paid(), []).by("john"), .userProperty(Level()),
        .userProperty(Level(value: 1, operation: .increment, name: "Count")),
        .userProperty(Level(value: 1957, operation: .setOnce, name: "Since")),
        .userProperty(Address(value: address ?? [])),
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
    let app = App()
    var mutant = app
    mutate(&mutant)
    let plan = withRecordedTracking { recorder in
      app.play()
      return TrackingPlan(observing: recorder)
    }
    return withRecordedTracking { recorder in
      TrackableSystem.issueHandler = { _ in }
      mutant.play()
      let violations = plan.violations(in: recorder)
      for style in [NamingStyle.droppingModule, .snakeCase, .keepingLast(1)] {
        let (before, behind) = (
          mutant.issues { $0.renaming(style).validating(plan) }, mutant.issues { $0.validating(plan).renaming(style) }
        )
        #expect(before == violations && behind.count == violations.count)
      }
      var noticed: Noticed = []
      if !TrackingPlan(observing: recorder).differences(from: plan).isEmpty { noticed.insert(.plan) }
      if !violations.isEmpty { noticed.insert(.violations) }
      if recorder.difference(from: app.expectations) != nil { noticed.insert(.difference) }
      return noticed
    }
  }

  private typealias Mutation = (name: String, noticed: Noticed, mutate: @Sendable (inout App) -> Void)

  private static let ofEvents: [Mutation] = [
    ("nothing", [], { _ in }),
    ("an event is another case", .all, { $0.event = Deed.rating }),
    ("an event is gone", [.plan, .difference], { $0.event = nil }),
    ("an event is new", .all, { $0.more = { TrackableSystem.track(Deed.bought) } }),
    ("an event is tracked twice", [.difference], { $0.isTwice = true }),
    ("an event has another type", [.plan, .difference], { $0.paid = Paid(eventType: .click) }),
    ("an event is about something else", [.plan], { $0.paid = Paid(entity: "Purse") }),
    ("a screen has another name", [.plan, .difference], { $0.screen = Shown(screenName: "start") }),
    ("a screen is a plain event", [.plan, .difference], { $0.screen = Plain() }),
    ("a key has another name", .all, { $0.properties.rename(Word.title, Word.size) }),
    ("a key is gone", .all, { $0.properties[Word.title] = nil }),
    ("a key is new", .all, { $0.properties[Word.size] = 3 }),
    ("a value has another type", .all, { $0.properties[Word.title] = 3 }),
    ("a value is null", .all, { $0.properties[Word.title] = TrackedValue.null }),
    ("another value", [.difference], { $0.properties[Word.title] = "Help!" }),
    ("a value is nested", .all, { $0.properties[Word.title] = .properties([Word.size ~>> 1]) }),
    ("a nested value is plain", .all, { $0.properties[Word.album] = "Help!" }),
    ("a nested value is null", .all, { $0.properties[Word.album] = TrackedValue.null }),
    ("a nested key has another name", .all, { $0.nest([Word.size ~>> 1971]) }),
    ("a nested key is new", .all, { $0.nest([Word.year ~>> 1971, Word.size ~>> 1, mail]) }),
    ("a nested value has another type", .all, { $0.nest([Word.year ~>> "1971", mail]) }),
    ("a nested sensitive value is gone", .all, { $0.nest([Word.year ~>> 1971]) }),
    ("a value is an array", .all, { $0.properties[Word.title] = ["Imagine"] }),
    ("an array is one value", .all, { $0.properties[Word.tags] = "new" }),
    ("elements have another type", .all, { $0.properties[Word.tags] = [1] }),
    ("a key in elements has another name", .all, { $0.properties[Word.note] = [.properties([Word.year ~>> 1])] }),
    ("a value in elements has another type", .all, { $0.properties[Word.note] = [.properties([Word.size ~>> "1"])] }),
    ("a sensitive value is gone", .all, { $0.properties.replace(mail.key, nil) }),
    ("a sensitive value is sent under a plain string", .all, { $0.properties.replace(mail.key, plainMail) }),
    ("a sensitive value has another type", .all, { $0.properties.replace(mail.key, Secret.mail ~>> 3) }),
    ("another sensitive value", [.difference], { $0.properties.replace(mail.key, otherMail) }),
  ]

  private static let ofUsers: [Mutation] = [
    ("nobody is identified", [.plan, .difference], { $0.user = nil }),
    ("another user", [.difference], { $0.user = "paul" }),
    ("a trait has another name", .all, { $0.traits.rename(Word.year, Word.size) }),
    ("a trait has another type", .all, { $0.traits[Word.year] = "1940" }),
    ("a trait is gone", [.plan, .difference], { $0.traits[Word.year] = nil }),
    ("a nested trait has another name", .all, { $0.traits[Word.album] = .properties([Word.size ~>> "Help!"]) }),
    ("a nested trait is plain", .all, { $0.traits[Word.album] = "Help!" }),
    ("a sensitive trait is plain", .all, { $0.traits.replace(mail.key, plainMail) }),
    ("a user property has another name", .all, { $0.level = Level(name: "Rank") }),
    ("a user property has another type", .all, { $0.level = Level(value: 3) }),
    ("a user property is set once", .all, { $0.level = Level(operation: .setOnce) }),
    ("a user property is added to", .all, { $0.level = Level(value: 1, operation: .increment) }),
    ("a user property is unset", [.plan, .difference], { $0.level = Level(value: .null) }),
    ("a user property is an array", .all, { $0.level = Level(value: ["gold"]) }),
    ("a counter is unset", [.plan, .difference], { $0.count = Level(operation: .unset, name: "Count") }),
    ("what is set once is unset", [.plan, .difference], { $0.since = Level(value: .null, name: "Since") }),
    ("a user property is gone", [.plan, .difference], { $0.address = nil }),
    ("a user property is an event", .all, { $0.replaceAddress { TrackableSystem.track(Deed.bought) } }),
    ("a user property is a group", .all, { $0.replaceAddress { TrackableSystem.group("home", type: "Address") } }),
    ("a key in a user property has another name", .all, { $0.address?.rename(Word.title, Word.note) }),
    ("a value in a user property has another type", .all, { $0.address?[Word.title] = 3 }),
    ("elements in a user property have another type", .all, { $0.address?[Word.tags] = [1] }),
    ("a sensitive part of a user property is gone", [.plan, .difference], { $0.address?.replace(mail.key, nil) }),
    ("another sensitive part of a user property", [.difference], { $0.address?.replace(mail.key, otherMail) }),
    ("a sensitive part of a user property is plain", .all, { $0.address?.replace(mail.key, plainMail) }),
    ("a group is gone", [.plan, .difference], { $0.group = nil }),
    ("another group", [.difference], { $0.group = ("emi", "company") }),
    ("a group has another type", .all, { $0.group = ("apple", "label") }),
    ("the user leaves a group", [.plan, .difference], { $0.group = (nil, "company") }),
    ("a group is a user property", .all, { $0.replaceGroup(Level(value: "apple", name: "company")) }),
    ("a trait of a group has another name", .all, { $0.groupTraits.rename(Word.size, Word.year) }),
    ("a trait of a group has another type", .all, { $0.groupTraits[Word.size] = "4" }),
    ("a trait of a group is gone", [.plan, .difference], { $0.groupTraits[Word.size] = nil }),
    ("another sensitive trait of a group", [.difference], { $0.groupTraits.replace(mail.key, otherMail) }),
    ("a sensitive trait of a group is plain", .all, { $0.groupTraits.replace(mail.key, plainMail) }),
    ("an error is reported", [.difference], { $0.more = { TrackableSystem.report(CancellationError()) } }),
    ("the user is forgotten", [.difference], { $0.more = { TrackableSystem.reset() } }),
    ("what waits is purged", [.difference], { $0.more = { TrackableSystem.purge() } }),
  ]

  private static let mutations = ofEvents + ofUsers

  @Test(arguments: mutations.indices)
  func `A mutation of an app is noticed by the tests that the page of plans names`(_ index: Int) {
    let (name, expected, mutate) = Self.mutations[index]
    let noticed = Self.noticed(mutate)
    #expect(noticed == expected, "\(name)")
  }
}

extension TrackedProperties {
  fileprivate mutating func rename(_ old: some Trackable.Key, _ new: some Trackable.Key) {
    (self[new], self[old]) = (self[old], nil)
  }

  /// Another property, or none, in the place of one.
  fileprivate mutating func replace(_ key: PropertyKey, _ other: TrackedProperty?) {
    self = TrackedProperties(compactMap { $0.key == key ? other : $0 })
  }
}
