// A member of before that is left beside a new word counts, and the compiler says so where the type conforms: none is silent. One
// that cannot count does not compile. Where warnings count as errors, that is the list of what is left to do.
import TrackableMigration

// expected-warning@+1 {{deprecated default implementation is used to satisfy property 'name' required by protocol 'AnalyticsEvent': Call 'description', which is sent, 'name', or make it the raw value.}}
enum Taps: String, Event {
  case buy
  var description: String { "Buy tapped" }
}

// expected-warning@+1 {{Call 'description', which is sent, 'name', or make it the raw value.}}
struct CartTapped: Event {
  let description = "Cart tapped"
}

// expected-warning@+1 {{deprecated default implementation is used to satisfy property 'name' required by protocol 'Key': Call 'description', which is sent, 'name', or make it the raw value.}}
enum Keys: String, Key {
  case album
  var description: String { "Album" }
}

// expected-warning@+1 {{Call 'description', which is sent, 'name', or make it the raw value.}}
struct DynamicKey: Key {
  let description: String
}

// expected-warning@+1 2 {{Call 'metadata', which is sent, 'properties', of type TrackedProperties.}}
struct SongPlayed: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Played")
  var metadata: [String: Any] { ["title": "Help!"] }
}

// expected-warning@+2 {{deprecated default implementation is used to satisfy property 'properties' required by protocol 'AnalyticsEvent': Give 'properties', which are sent, the type TrackedProperties.}}
// expected-warning@+1 {{deprecated default implementation is used to satisfy property 'entity' required by protocol 'AnalyticsEvent': Call 'category', which is sent, 'entity'.}}
struct CardOpened: AnalyticsEvent {
  let category = "card"
  let properties = ["n" ~>> 1]
}

// expected-warning@+2 {{deprecated default implementation is used to satisfy property 'name' required by protocol 'UserProperty': Call 'identifier', which is sent, 'name'.}}
// expected-warning@+1 {{deprecated default implementation is used to satisfy instance method 'updateEvents()' required by protocol 'UserProperty': Call 'generateUpdateEvents', which is tracked, 'updateEvents'.}}
struct Plan: UserProperty {
  let identifier = "plan"
  let value: String
  func generateUpdateEvents() -> [any AnalyticsEvent] { [CardOpened()] }
}

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

// Each setting of before has its own word.
func start() {
  // expected-warning@+1 {{Write 'TrackableSystem.bootstrap(root: analytics)}}
  Trackable.trackEventToRemoteServiceClosure = nil
  // expected-warning@+1 {{Write 'naming: .droppingPrefix("MyApp.Events.")' in the bootstrap.}}
  Trackable.eventPrefixToRemove = "App."
  // expected-warning@+1 {{Write 'keys: .droppingPrefix("MyApp.Keys.")' in the bootstrap.}}
  Trackable.keyPrefixToRemove = "App."
  // expected-warning@+1 {{Write 'keys: .composing(.withoutOverlap)', or '.composing(.whole)' for 'false'.}}
  Trackable.smartKeyComposingEnabled = false
}
