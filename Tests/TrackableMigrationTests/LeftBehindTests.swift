import Testing
import TrackableMigration

/// A member of before that is left beside a new word is sent. The compiler warns of it: `Tests/Rejections/MembersLeftBehind.swift`.
@MainActor @Suite struct LeftBehindTests {
  private let path = String(String(reflecting: LeftBehindTests.self).prefix { $0 != "." }) + ".LeftBehindTests"

  /// What an app sends, which reports nothing.
  private func sent(_ app: () -> Void) -> Recorded {
    let recorded = Recorded(app)
    #expect(recorded.messages == [])
    return recorded
  }

  @available(*, deprecated)
  struct SongPlayed: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Played")
    var metadata: [String: Any] { ["title": "Help!", "seconds": 138] }
  }

  struct EmailChanged: IdentifiedEvent {
    let identifier = EventIdentifier(object: "User", action: "Changed", label: "Email")
  }

  @available(*, deprecated)
  @Test func `An identified event is sent with its metadata`() {
    let recorded = sent { SongPlayed().trigger() }
    #expect(recorded.lines == ["Song: Played [seconds: 138, title: Help!]"])
    #expect(recorded.events.map(\.entity) == ["Song"])
  }

  @available(*, deprecated)
  struct SongShuffled: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Shuffled")
    let metadata: [String: any Sendable] = ["title": "Help!", "seconds": 138]
  }

  @available(*, deprecated)
  struct SongRated: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Rated")
    let metadata = ["title": "Help!"]
  }

  @available(*, deprecated)
  @Test func `Metadata are sent, whatever the type of their values`() {
    let recorded = sent {
      SongShuffled().trigger()
      SongRated().trigger()
    }
    #expect(recorded.lines == ["Song: Shuffled [seconds: 138, title: Help!]", "Song: Rated [title: Help!]"])
  }

  @available(*, deprecated)
  struct Email: UserProperty {
    let identifier = "email"
    let value: String
    func generateUpdateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  @available(*, deprecated)
  @Test func `A user property is named by its identifier, and its events are tracked under the earlier name`() {
    let recorded = sent { Email(value: "john@apple.records").update() }
    #expect(recorded.properties.map(\.description) == ["email: john@apple.records"])
    #expect(recorded.lines == ["User: Changed - Email []"])
  }

  @available(*, deprecated)
  struct Opened: TrackableEvent { let identifier = EventIdentifier(object: "App", action: "Opened") }

  @available(*, deprecated)
  struct Visits: UserProperty {
    let name = "visits"
    let value: Int
    func generateUpdateEvents() -> [any TrackableEvent] { [Opened()] }
  }

  @available(*, deprecated)
  @Test func `A user property tracks events of before`() {
    #expect(sent { Visits(value: 3).update() }.lines == ["App: Opened []"])
  }

  @available(*, deprecated)
  struct Mood: UserProperty {
    let name = "mood"
    let value: String
    func updateEvents() -> [EmailChanged] { [EmailChanged()] }
  }

  @available(*, deprecated)
  struct Mail: UserProperty {
    let name = "mail"
    let value: Int
    func updateEvents() -> [any TrackableEvent] { [Opened()] }
    func generateUpdateEvents() -> [EmailChanged] { [] }
  }

  @available(*, deprecated)
  struct Letters: UserProperty {
    let name = "letters"
    let value: Int
    func generateUpdateEvents() -> [EmailChanged] { [EmailChanged()] }
  }

  @available(*, deprecated)
  @Test func `Events after an update are tracked, whatever the type of their array`() {
    let recorded = sent {
      Mood(value: "fine").update()
      Mail(value: 1).update()
      Letters(value: 2).update()
    }
    #expect(recorded.lines == ["User: Changed - Email []", "App: Opened []", "User: Changed - Email []"])
  }

  @available(*, deprecated)
  enum Contact: AnalyticsEvent {
    case selected(index: Int)
    var parameters: [String: String] {
      switch self {
      case .selected(let index): ["index": "\(index)"]
      }
    }
  }

  @available(*, deprecated)
  struct Mapper: AnalyticsEventMapping {
    func eventName(for event: Contact) -> String { "contact_selected" }
    func parameters(for event: Contact) -> [String: String] { event.parameters }
  }

  // The compiler warns of them, because without a mapper nobody reads them.
  @available(*, deprecated)
  @Test func `Parameters are sent by a mapper`() {
    let recorded = sent { Contact.selected(index: 2).trigger() }
    let lines = Lines()
    let tracker = ClosureTracker { lines.write("\($0.name) \($0.properties)") }.mapping(Mapper())
    for event in recorded.events { tracker.track(event) }
    #expect(lines.all == ["contact_selected [index: 2]"])
  }

  @available(*, deprecated)
  enum Swipes: String, Trackable.Event {
    case left
    var description: String { "Swiped left" }
  }

  @available(*, deprecated)
  enum SwipeKeys: Int, Trackable.Key { case speed = 1 }

  @available(*, deprecated)
  @Test func `With the name of the module of before, an event and a key are those of before`() {
    let recorded = sent { TrackableSystem.track(Swipes.left, trackedProperties: [SwipeKeys.speed ~>> 2]) }
    #expect(recorded.lines == ["Swiped left [\(path).SwipeKeys.1: 2]"])
  }

  @available(*, deprecated)
  struct Both: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Played")
    let name = "by chance"
    var metadata: [String: Any] { ["title": "Help!"] }
    var properties: TrackedProperties { ["seconds" ~>> 138] }
  }

  @available(*, deprecated)
  enum ByChance: String, Event {
    case buy
    var name: String { "by chance" }
    var description: String { "Buy tapped" }
    var properties: TrackedProperties { ["price" ~>> 3] }
  }

  // The compiler warns of each old member and of each new word: Tests/Rejections/MembersLeftBehind.swift.
  @available(*, deprecated)
  @Test func `Of an old member and its new word the new one is sent`() {
    let recorded = sent {
      Both().trigger()
      ByChance.buy.trigger()
    }
    #expect(recorded.lines == ["by chance [seconds: 138]", "by chance [price: 3]"])
  }

  struct Plan: UserProperty {
    let name = "plan"
    let value: String
    func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  struct Level: UserProperty { let value: Int }

  @Test func `A user property in new words is what it is in the core`() {
    let recorded = sent {
      Plan(value: "gold").update()
      Level(value: 3).update()
    }
    #expect(recorded.properties.map(\.description) == ["plan: gold", "\(path).Level: 3"])
    #expect(recorded.lines == ["User: Changed - Email []"])
  }

  @available(*, deprecated)
  enum Taps: String, Event {
    case buy
    var description: String { "Buy tapped" }
  }

  @available(*, deprecated)
  struct CartTapped: Event { let description = "Cart tapped" }

  enum Screens: String, Event { case cart }
  enum Scrolls: Event { case to(line: Int) }
  struct Closed: Event { let name = "Closed" }

  @available(*, deprecated)
  @Test func `An event that describes itself is named so, an enum or not`() {
    let recorded = sent {
      Taps.buy.trigger()
      CartTapped().trigger()
      Screens.cart.trigger()
      Scrolls.to(line: 3).trigger()
      Closed().trigger()
    }
    #expect(
      recorded.events.map(\.name) == [
        "Buy tapped", "Cart tapped", "\(path).Screens.cart", "\(path).Scrolls.to", "Closed",
      ])
    #expect(recorded.events.prefix(3).map(\.entity) == ["Taps", "LeftBehindTests", "Screens"])
    #expect(Screens.cart.description == "\(path).Screens.cart")
  }

  @available(*, deprecated)
  enum Keys: String, Key {
    case album
    var description: String { "Album" }
  }

  @available(*, deprecated)
  struct Numbered: Key {
    let number: Int
    var description: String { "key \(number)" }
  }

  enum Typed: String, Key { case artist }
  struct Named: Key { let name: String }

  @available(*, deprecated)
  @Test func `A key that describes itself is named so, an enum or not, alone and with another one around it`() {
    let recorded = sent {
      TrackableSystem.track(
        Screens.cart,
        trackedProperties: [
          Keys.album ~>> [Numbered(number: 1) ~>> true], Typed.artist ~>> "John", Named(name: "n") ~>> 1, "plain" ~>> 2,
        ])
    }
    #expect(
      recorded.events.first?.properties.dictionary.keys.sorted() == [
        "Album.key 1", "\(path).Typed.artist", "n", "plain",
      ])
  }

  @available(*, deprecated)
  @Test func `A name that is read is the one that is sent, without a type beside it`() {
    let (typed, case1, plain, key, tapped) = (
      Screens.cart.name, Scrolls.to(line: 1).name, Silent().name, Typed.artist.name, Taps.buy.name
    )
    #expect(
      [typed, case1, plain, key, tapped] == [
        "\(path).Screens.cart", "\(path).Scrolls.to", "\(path).Silent", "\(path).Typed.artist", "Buy tapped",
      ])
    #expect("\(EmailChanged().name) \(Level(value: 1).name)" == "User: Changed - Email \(path).Level")
  }

  @Test func `A style drops the path of an event as it does in the core`() {
    let recorded = sent { Screens.cart.trigger() }
    let names = Lines()
    let tracker = ClosureTracker { names.write($0.name) }.renaming(.keepingLast(1))
    for event in recorded.events { tracker.track(event) }
    #expect(names.all == ["cart"])
  }

  @available(*, deprecated)
  struct CardOpened: AnalyticsEvent {
    let category = "card"
    let properties = ["n" ~>> 1, "x" ~>> "card"]
  }

  struct CardClosed: AnalyticsEvent {
    let entity = "card"
    var properties: TrackedProperties { ["n" ~>> 1] }
  }

  struct Silent: AnalyticsEvent {}

  @available(*, deprecated)
  @Test func `An event is sent with its list, and its category is the entity`() {
    let recorded = sent {
      CardOpened().trigger()
      CardClosed().trigger()
      Silent().trigger()
    }
    #expect(
      recorded.lines == ["\(path).CardOpened [n: 1, x: card]", "\(path).CardClosed [n: 1]", "\(path).Silent []"])
    #expect(recorded.events.map(\.entity) == ["card", "card", "LeftBehindTests"])
  }

  @available(*, deprecated)
  @Test func `Code that reads an event in words of before reads what the event says in new ones`() {
    func read(_ event: some AnalyticsEvent) -> String {
      let list: [AnalyticsEventProperty] = event.properties
      return "\(event.category) \(list)"
    }
    #expect([read(CardOpened()), read(CardClosed())] == ["card [n: 1, x: card]", "card [n: 1]"])
    #expect(read(Silent()) == "LeftBehindTests []")
  }

  @available(*, deprecated)
  @Test func `A value in place of anything is plain, and the library's own everywhere else`() throws {
    let property = "n" ~>> 1
    let recorded = sent {
      Level(value: 3).update()
      Level(value: 4).update()
    }
    var values: [String: Any] = ["property": property.value]
    values["update"] = recorded.properties[0].value
    #expect(values["property"] as? Int == 1 && values["update"] as? Int == 3)
    let own = property.value
    #expect(own.json == "1" && recorded.properties[0].value?.json == "3" && property.value == 1)
    #expect([property].map(\.value) == [TrackedValue.int(1)])
  }
}
