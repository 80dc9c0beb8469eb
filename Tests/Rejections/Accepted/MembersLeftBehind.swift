// The same in new words, with members of before that say nothing of what is sent.
import TrackableMigration

enum Taps: String, Event { case buy = "Buy tapped" }
struct CartTapped: Event { let name = "Cart tapped" }
enum Scroll: Event { case to(line: Int) }
enum Keys: String, Key { case album = "Album" }
enum UserKeys: String, SensitiveKey { case email }
struct DynamicKey: Key { let name: String }

struct SongPlayed: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Played")
  var properties: TrackedProperties { ["title" ~>> "Help!"] }
}

struct CardOpened: AnalyticsEvent {
  let entity = "card"
  var properties: TrackedProperties { ["n" ~>> 1] }
}

enum ContactsEvent: AnalyticsEvent {
  case selected(index: Int)
  var properties: TrackedProperties {
    switch self {
    case .selected(let index): ["index" ~>> index]
    }
  }
}

struct Silent: AnalyticsEvent {}

struct Plan: UserProperty {
  let name = "plan"
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [CardOpened()] }
}

struct Visits: UserProperty {
  let value: Int
  let operation = UserPropertyOperation.increment
}

// A key beside a key.
func isAlbum(_ property: TrackedProperty) -> Bool { property.key == PropertyKey(Keys.album) }

// The words of a list in place of those of a set, and types with the name of the earlier module.
final class Account: Trackable.TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {
    var properties: TrackedProperties = [Keys.album ~>> 1]
    let (one, other): (Trackable.TrackedProperty, TrackedProperties) = (UserKeys.email ~>> "a", [Keys.album ~>> 2])
    properties += [one]
    properties = [one] + properties + other
    properties = TrackedProperties(properties.filter { other[$0.key] == nil })
    for one in other { properties[one.key] = nil }
    return properties[Keys.album] == nil ? properties : []
  }
}

// A tracker that wants no user properties is told nothing when it is compiled, and neither is one that does not hear them.
struct Events: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {}
  func update(_ property: any UserProperty) {}
}

// A destination, with events and properties as a hub hands them over, and one with batches.
struct Mixpanel: AnalyticsDestination {
  func configure() {}
  func track(_ event: some AnalyticsEvent) {}
  func update(_ property: TrackedUserProperty) {}
}

struct Backend: AnalyticsDestination {
  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome { .accepted }
}

func hub() -> TrackerHub {
  let others: [any AnalyticsDestination] = [Backend()]
  return TrackerHub(others + [Mixpanel().prohibiting(eventTypes: [CardOpened.self])])
}

// The module `Trackable`, beside the settings of that name.
func named(_ event: some Trackable::AnalyticsEvent) -> Trackable::TrackedProperty { Keys.album ~>> event.name }

func read(_ event: some AnalyticsEvent, _ key: some Key) -> String {
  let list: [TrackedProperty] = Array(event.properties)
  for property in event.properties { _ = property.key }
  return "\(list.count) \(event.entity) \(key.name)"
}

func all() -> [String] { [read(Silent(), DynamicKey(name: "plan")), read(CardOpened(), Keys.album)] }
