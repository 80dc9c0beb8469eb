import Testing
import TrackableMigration

/// A member of before that is left beside a new word is heard, and an issue says so once.
@MainActor @Suite struct LeftBehindTests {
  private let path = String(String(reflecting: LeftBehindTests.self).prefix { $0 != "." }) + ".LeftBehindTests"

  struct SongPlayed: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Played")
    var metadata: [String: Any] { ["title": "Help!", "seconds": 138] }
  }

  @Test func `An identified event is sent with its metadata`() {
    let recorded = Recorded {
      SongPlayed().trigger()
      SongPlayed().trigger()
    }
    #expect(recorded.lines == Array(repeating: "Song: Played [seconds: 138, title: Help!]", count: 2))
    #expect(recorded.events.map(\.entity) == ["Song", "Song"])
    #expect(
      recorded.messages == [
        "\(path).SongPlayed still has 'metadata', which only TrackableMigration hears. To fix this, call it 'properties', of "
          + "type TrackedProperties."
      ])
    #expect(recorded.issues.map(\.kind) == [.leftBehind])
  }

  struct EmailChanged: IdentifiedEvent {
    let identifier = EventIdentifier(object: "User", action: "Changed", label: "Email")
  }

  struct Email: UserProperty {
    let identifier = "email"
    let value: String
    func generateUpdateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  @Test func `A user property is named by its identifier, and its events are tracked under the earlier name`() {
    let recorded = Recorded { Email(value: "john@apple.records").update() }
    #expect(recorded.properties.map(\.description) == ["email: john@apple.records"])
    #expect(recorded.lines == ["User: Changed - Email []"])
    #expect(
      recorded.messages == [
        "\(path).Email still has 'identifier', which only TrackableMigration hears. To fix this, call it 'name'.",
        "\(path).Email still has 'generateUpdateEvents()', which only TrackableMigration hears. To fix this, call it "
          + "'updateEvents()'.",
      ])
  }

  struct Plan: UserProperty {
    let name = "plan"
    let value: String
    func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  struct Level: UserProperty { let value: Int }

  @Test func `A user property in new words is what it is in the core, without an issue`() {
    let recorded = Recorded {
      Plan(value: "gold").update()
      Level(value: 3).update()
    }
    #expect(recorded.properties.map(\.description) == ["plan: gold", "\(path).Level: 3"])
    #expect(recorded.lines == ["User: Changed - Email []"])
    #expect(recorded.messages == [])
  }

  enum Taps: String, Event {
    case buy
    var description: String { "Buy tapped" }
  }

  enum Screens: String, Event { case cart }

  @Test func `An enum of events that describes itself is named so`() {
    let recorded = Recorded {
      Taps.buy.trigger()
      Screens.cart.trigger()
    }
    #expect(recorded.events.map(\.name) == ["Buy tapped", "\(path).Screens.cart"])
    #expect(recorded.events.map(\.entity) == ["Taps", "Screens"])
    #expect(Screens.cart.description == "\(path).Screens.cart")
    #expect(
      recorded.messages == [
        "\(path).Taps still has 'description', which only TrackableMigration hears. To fix this, call it 'name', or make it the "
          + "raw value."
      ])
  }

  @Test func `A style drops the path of an event as it does in the core`() {
    let recorded = Recorded { Screens.cart.trigger() }
    let names = Lines()
    let tracker = ClosureTracker { names.write($0.name) }.renaming(.keepingLast(1))
    for event in recorded.events { tracker.track(event) }
    #expect(names.all == ["cart"])
  }

  struct CardOpened: AnalyticsEvent {
    let category = "card"
    let properties = ["n" ~>> 1, "x" ~>> "card"]
  }

  struct CardClosed: AnalyticsEvent {
    let entity = "card"
    var properties: TrackedProperties { ["n" ~>> 1] }
  }

  struct Silent: AnalyticsEvent {}

  @Test func `An event is sent with its list, and its category is the entity`() {
    let recorded = Recorded {
      CardOpened().trigger()
      CardClosed().trigger()
      Silent().trigger()
    }
    #expect(
      recorded.lines == ["\(path).CardOpened [n: 1, x: card]", "\(path).CardClosed [n: 1]", "\(path).Silent []"])
    #expect(recorded.events.map(\.entity) == ["card", "card", "LeftBehindTests"])
    #expect(
      recorded.messages == [
        "\(path).CardOpened still has 'properties: [TrackedProperty]', which only TrackableMigration hears. To fix this, "
          + "declare 'var properties: TrackedProperties' in it."
      ])
  }

  @available(*, deprecated)
  struct Undeclared: TrackableProperty { let identifier = "plan" }

  @available(*, deprecated)
  @Test func `A property of before without a value is an issue`() {
    let recorded = Recorded { Undeclared().update() }
    #expect(recorded.properties.map(\.description) == ["plan: null"])
    #expect(recorded.issues.map(\.kind) == [.leftBehind])
  }
}
