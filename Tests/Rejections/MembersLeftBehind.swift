// A member of before that is left counts, unless its new word is beside it, and in both cases the compiler says so where the type
// conforms: none is silent. One that cannot count does not compile. Where warnings count as errors, that is the list of what is left to do.
import TrackableMigration

// expected-warning@+1 {{deprecated default implementation is used to satisfy static property '_description' required by protocol '_SelfDescribing': Call 'description', sent if there is no 'name', so, or make it the raw value.}}
enum Taps: String, Event {
  case buy
  var description: String { "Buy tapped" }
}

// expected-warning@+1 {{Call 'description', sent if there is no 'name', so, or make it the raw value.}}
struct CartTapped: Event {
  let description = "Cart tapped"
}

// expected-warning@+1 {{Call 'description', sent if there is no 'name', so, or make it the raw value.}}
enum Keys: String, Key {
  case album
  var description: String { "Album" }
}

// expected-warning@+1 {{Call 'description', sent if there is no 'name', so, or make it the raw value.}}
struct DynamicKey: Key {
  let description: String
}

// expected-warning@+1 {{Call 'metadata', sent if there are no 'properties', so: TrackedProperties.}}
struct SongPlayed: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Played")
  var metadata: [String: Any] { ["title": "Help!"] }
}

// expected-warning@+2 {{deprecated default implementation is used to satisfy property 'properties' required by protocol 'AnalyticsEvent': Give 'properties', which are sent, the type TrackedProperties.}}
// expected-warning@+1 {{Call 'category', sent if there is no 'entity', so.}}
struct CardOpened: AnalyticsEvent {
  let category = "card"
  let properties = ["n" ~>> 1]
}

// expected-warning@+2 {{Call 'identifier', sent if there is no 'name', so.}}
// expected-warning@+1 {{Call 'generateUpdateEvents', tracked if there are no 'updateEvents', so.}}
struct Plan: UserProperty {
  let identifier = "plan"
  let value: String
  func generateUpdateEvents() -> [any AnalyticsEvent] { [CardOpened()] }
}

// With the name of the module of before, too.
// expected-warning@+1 {{Call 'description', sent if there is no 'name', so, or make it the raw value.}}
enum Swipes: String, Trackable.Event {
  case left
  var description: String { "Swiped left" }
}

// expected-warning@+1 {{Call 'description', sent if there is no 'name', so, or make it the raw value.}}
enum SwipeKeys: String, Trackable.Key {
  case speed
  var description: String { "Speed" }
}

// Only a mapper reads `parameters`.
// expected-warning@+1 {{Call 'parameters', which only a mapper reads, 'properties': TrackedProperties.}}
enum ContactsEvent: AnalyticsEvent {
  case selected(index: Int)
  var parameters: [String: String] { [:] }
}

// A member of another type, which counts until `Trackable` is imported.

// expected-warning@+1 {{Call 'metadata', sent if there are no 'properties', so: TrackedProperties.}}
struct SongShuffled: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Shuffled")
  let metadata: [String: any Sendable]
}

// expected-warning@+1 {{Give 'updateEvents()' the type [any AnalyticsEvent].}}
struct Mood: UserProperty {
  let value: String
  func updateEvents() -> [CardOpened] { [CardOpened()] }
}

// The same beside its new word.

// expected-warning@+1 {{Call 'metadata', sent if there are no 'properties', so: TrackedProperties.}}
struct SongPaused: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Paused")
  var metadata: [String: Any] { ["title": "Help!"] }
  var properties: TrackedProperties { ["seconds" ~>> 138] }
}

// expected-warning@+1 {{Call 'category', sent if there is no 'entity', so.}}
struct CardClosed: AnalyticsEvent {
  let category = "card"
  let entity = "cards"
}

// expected-warning@+2 {{Call 'identifier', sent if there is no 'name', so.}}
// expected-warning@+1 {{Call 'generateUpdateEvents', tracked if there are no 'updateEvents', so.}}
struct Level: UserProperty {
  let identifier = "level"
  let name = "by chance"
  let value: Int
  func generateUpdateEvents() -> [any AnalyticsEvent] { [] }
  func updateEvents() -> [any AnalyticsEvent] { [] }
}

// expected-warning@+1 {{Call 'description', sent if there is no 'name', so, or make it the raw value.}}
struct Row: Key {
  let name = "by chance"
  let description: String
}

// A member of before that is called as a new word is, by chance.

// expected-warning@+2 {{'name' is sent, not the raw value. Call it something else, or import Trackable.}}
// expected-warning@+1 {{'properties' are sent. Call them something else, or import Trackable.}}
enum Scrolls: String, Event {
  case up
  var name: String { "by chance" }
  var properties: TrackedProperties { ["by chance" ~>> 1] }
}

// expected-warning@+1 {{'name' is sent, not the raw value. Call it something else, or import Trackable.}}
enum Columns: String, Key {
  case first
  var name: String { "by chance" }
}

// expected-warning@+1 {{'name' is sent, not the identifier. Call it something else.}}
struct SongStopped: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Stopped")
  let name: String
}

// A raw value that is a number.

// expected-warning@+1 {{Declare 'name': Trackable does not send a raw value that is a number.}}
enum Codes: Int, Event { case one = 1 }
// expected-warning@+1 {{Declare 'name': Trackable does not send a raw value that is a number.}}
enum Rows: Int, Key { case one = 1 }

// The value would be sent bare.
// expected-error@+2 {{type 'Email' does not conform to protocol 'UserProperty'}}
// expected-error@+1 {{unavailable static property '_trackedValue' was used to satisfy a requirement of protocol 'UserProperty': Let 'value' be what 'trackedValue' is, and remove that: 'value' is sent.}}
struct Email: UserProperty {
  let name = "email"
  let value: String
  // expected-warning@+2 {{'TrackableValueType' is deprecated: renamed to 'TrackedValueConvertible'}}
  // expected-note@+1 {{use 'TrackedValueConvertible' instead}}
  var trackedValue: (any TrackableValueType)? { nil }
}

// expected-error@+2 {{type 'Phone' does not conform to protocol 'UserProperty'}}
// expected-error@+1 {{unavailable static property '_trackedValue' was used to satisfy a requirement of protocol 'UserProperty'}}
struct Phone: UserProperty {
  let value: String
  var trackedValue: String { "(hash)" }
}

// A new word of another type, which nobody would read.

enum Words: String { case card }

// expected-error@+2 {{type 'CardTurned' does not conform to protocol 'AnalyticsEvent'}}
// expected-error@+1 {{'entity' is a String, 'eventType' an AnalyticsEventType, 'properties' are TrackedProperties.}}
struct CardTurned: AnalyticsEvent { let entity: Words }
// expected-error@+2 {{type 'CardTaken' does not conform to protocol 'AnalyticsEvent'}}
// expected-error@+1 {{'entity' is a String, 'eventType' an AnalyticsEventType, 'properties' are TrackedProperties.}}
struct CardTaken: AnalyticsEvent { let eventType: Words }
// expected-error@+2 {{type 'CardGiven' does not conform to protocol 'AnalyticsEvent'}}
// expected-error@+1 {{'entity' is a String, 'eventType' an AnalyticsEventType, 'properties' are TrackedProperties.}}
struct CardGiven: AnalyticsEvent { let properties: [String: String] }

// Methods of a destination that no hub calls.

// expected-error@+2 {{type 'Adapter' does not conform to protocol 'AnalyticsDestination'}}
// expected-error@+1 {{unavailable static property '_update' was used to satisfy a requirement of protocol 'AnalyticsDestination': A hub calls 'update(_: TrackedUserProperty)'.}}
struct Adapter: AnalyticsDestination {
  func track(_ event: TrackedEvent) {}
  func track(property: any UserProperty) {}
}

// expected-error@+2 {{type 'Erased' does not conform to protocol 'AnalyticsDestination'}}
// expected-error@+1 {{A hub calls 'update(_: TrackedUserProperty)'.}}
struct Erased: AnalyticsDestination {
  func track(_ event: TrackedEvent) {}
  func update(_ property: any UserProperty) {}
}

// expected-error@+2 {{type 'Generic' does not conform to protocol 'AnalyticsDestination'}}
// expected-error@+1 {{A hub calls 'update(_: TrackedUserProperty)'.}}
struct Generic: AnalyticsDestination {
  func track(_ event: TrackedEvent) {}
  func update(_ property: some UserProperty) {}
}

// Each setting of before has its own word, and ends with a bootstrap.
func start() {
  // expected-warning@+1 {{Bootstrap a closure, with 'keys: .composing(.withoutOverlap)' for nested keys.}}
  Trackable.trackEventToRemoteServiceClosure = nil
  // expected-warning@+1 {{A bootstrap ends it: write 'naming: .droppingPrefix("MyApp.")' there.}}
  Trackable.eventPrefixToRemove = "App."
  // expected-warning@+1 {{A bootstrap ends it: write 'keys: .droppingPrefix("MyApp.")' there.}}
  Trackable.keyPrefixToRemove = "App."
  // expected-warning@+1 {{A bootstrap ends it: give that 'keys: .composing(.withoutOverlap)', or '.whole'.}}
  Trackable.smartKeyComposingEnabled = false
}
