import Testing
import Trackable
import TestSupport

// What adopters write: one conformance for every way there is to every public protocol. That the file compiles, without
// `@testable`, is the test. The snippets of the documentation, a package of its own, conform in the usual ways.

enum AdopterKey: String, Key {
  case one
  enum Nested: String, Key { case two }
}

struct StructKey: Key {
  let name: String
}

enum CustomerKey: String, EntityKey, SensitiveKey, PinnedPath {
  case id, address
  static let identifyingKey = AdopterKey.one
  static let pinnedPath = "Shop.Customer"
}

struct Rating: TrackedValueConvertible {
  let stars: Int
  var trackedValue: TrackedValue? { stars > 0 ? .int(stars) : nil }
}

enum Genre: String, TrackedValueConvertible { case rock }
enum Mood: Int { case calm = 1 }

struct Bare: AnalyticsEvent {}

enum AdopterEvent: String, Event, PinnedPath {
  case started
  static let pinnedPath = "Beatles.Events"
  var eventType: AnalyticsEventType { .impression }
  var properties: TrackedProperties { [AdopterKey.one ~>> rawValue] }
}

struct SongTapped: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Tapped")
}

enum AdopterScreen: String, ScreenEvent { case home }

struct Email: UserProperty {
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [Bare()] }
}

actor Worker: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { AdopterKey.one ~>> "worker" }
}

/// What adopters of the earlier library wrote.
struct SeedTracker: AnalyticsEventTracker {
  func track(_ event: some AnalyticsEvent) {}
}

actor ActorTracker: AnalyticsEventTracker {
  private let counter = Shared(0)
  nonisolated let name = "Actor"
  nonisolated let wantsExplanations = false
  nonisolated var count: Int { counter.value }
  nonisolated func track(_ event: TrackedEvent) { counter.add(1) }
}

struct AdopterChanging: ForwardingTracker {
  var base: any AnalyticsEventTracker
  let name = "changing"
  func track(_ event: TrackedEvent) { if event.eventType != .impression { base.track(event) } }
}

@Suite struct AdoptersConformancesTests {
  @Test func `Every conformance is usable`() async {
    let keys: [any Key] = [
      AdopterKey.one, AdopterKey.Nested.two, StructKey(name: "s"), "string", PropertyKey("p"), CustomerKey.address,
    ]
    let properties: TrackedProperties = [
      AdopterKey.one ~>> Rating(stars: 1), StructKey(name: "s") ~>> Mood.calm, CustomerKey.id ~>> [Genre.rock],
      "string" ~>> Rating(stars: 0),
    ]
    #expect(properties["s"] == 1 && properties.count == 3)
    #expect(Set(keys.map { PropertyKey($0) }).count == keys.count)

    let tracker = ActorTracker()
    for each: any AnalyticsEventTracker in [SeedTracker(), tracker, AdopterChanging(base: tracker)] {
      for event: any AnalyticsEvent in [
        Bare(), AdopterEvent.started, SongTapped(), AdopterScreen.home,
      ] { each.track(event) }
      each.update(TrackedUserProperty(Email(value: "x")))
      await each.flush()
    }
    TrackableSystem.withTracker(tracker) { Worker().track(Bare()) }
    #expect(tracker.count == 4 + 2 + 1)
  }
}
