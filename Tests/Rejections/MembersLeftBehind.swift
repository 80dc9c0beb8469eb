// A member of before that is left beside new words would not be read, or would be sent as it was not: it does not compile. Two words of
// before count, and the compiler says so. Where warnings count as errors, that is the list of what is left to do. New words, beside
// members of before that say nothing of what is sent, compile in silence; so do those of LeftBehindTests.
import TrackableMigration

#if REJECTED
  // MARK: Enums of events and keys

  // expected-error@+2 {{type 'Taps' does not conform to protocol '_Case'}}
  // expected-error@+1 {{unavailable static property '_name' was used to satisfy a requirement of protocol '_Case': 'description' was sent: call it 'name', and import Trackable in this file.}}
  enum Taps: String, Trackable.Event {
    case buy
    var description: String { "Buy tapped" }
  }

  // expected-error@+2 {{type 'CartTapped' does not conform to protocol '_Case'}}
  // expected-error@+1 {{'description' was sent: call it 'name', and import Trackable in this file.}}
  struct CartTapped: Event {
    let description = "Cart tapped"
  }

  // expected-error@+2 {{type 'Keys' does not conform to protocol '_Case'}}
  // expected-error@+1 {{'description' was sent: call it 'name', and import Trackable in this file.}}
  enum Keys: String, Trackable.Key {
    case album
    var description: String { "Album" }
  }

  // Members of before that are called as a new word is, by chance, and raw values that would not be sent.

  // expected-error@+2 {{type 'Scrolls' does not conform to protocol '_Case'}}
  // expected-error@+1 {{'name' would be sent, no raw value but a String: rename, or import Trackable.}}
  enum Scrolls: String, Event {
    case up
    var name: String { "by chance" }
  }

  // expected-error@+2 {{type 'Codes' does not conform to protocol '_Case'}}
  // expected-error@+1 {{'name' would be sent, no raw value but a String: rename, or import Trackable.}}
  enum Codes: Int, Event { case one = 1 }

  // MARK: Events

  // expected-error@+2 {{type 'SongPlayed' does not conform to protocol 'AnalyticsEvent'}}
  // expected-error@+1 {{Not read: 'metadata', 'parameters' (now 'properties'), words of another type.}}
  struct SongPlayed: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Played")
    var metadata: [String: Any] { ["title": "Help!"] }
  }

  // expected-error@+2 {{type 'SongStopped' does not conform to protocol 'AnalyticsEvent'}}
  // expected-error@+1 {{An event with an EventIdentifier is an IdentifiedEvent, without a 'name'.}}
  struct SongStopped: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Stopped")
    let name: String
  }

  // expected-error@+2 {{type 'SongAdded' does not conform to protocol 'AnalyticsEvent'}}
  // expected-error@+1 {{An event with an EventIdentifier is an IdentifiedEvent, without a 'name'.}}
  struct SongAdded: AnalyticsEvent {
    let identifier = EventIdentifier(object: "Song", action: "Added")
  }

  // Without the identifier of before, too, and beside the new word.
  // expected-error@+2 {{type 'SongShared' does not conform to protocol 'AnalyticsEvent'}}
  // expected-error@+1 {{Not read: 'metadata', 'parameters' (now 'properties'), words of another type.}}
  struct SongShared: AnalyticsEvent {
    let name = "Song: Shared"
    let metadata: [String: any Sendable]
    var properties: TrackedProperties { ["seconds" ~>> 138] }
  }

  // Only a mapper reads `parameters`.
  // expected-error@+2 {{type 'ContactsEvent' does not conform to protocol 'AnalyticsEvent'}}
  // expected-error@+1 {{Not read: 'metadata', 'parameters' (now 'properties'), words of another type.}}
  enum ContactsEvent: AnalyticsEvent {
    case selected(index: Int)
    var parameters: [String: String] { [:] }
  }

  // A new word of another type, which nobody would read.

  enum Words: String { case card }

  // expected-error@+2 {{type 'CardTaken' does not conform to protocol 'AnalyticsEvent'}}
  // expected-error@+1 {{Not read: 'metadata', 'parameters' (now 'properties'), words of another type.}}
  struct CardTaken: AnalyticsEvent { let eventType: Words }

  // expected-error@+2 {{type 'CardGiven' does not conform to protocol 'AnalyticsEvent'}}
  // expected-error@+1 {{Not read: 'metadata', 'parameters' (now 'properties'), words of another type.}}
  struct CardGiven: AnalyticsEvent { let properties: [String: String] }

  // Two words of before are sent.

  // expected-warning@+2 {{deprecated default implementation is used to satisfy property 'properties' required by protocol 'AnalyticsEvent': Give 'properties', which are sent, the type TrackedProperties.}}
  // expected-warning@+1 {{deprecated default implementation is used to satisfy property 'entity' required by protocol 'AnalyticsEvent': Call 'category', which is sent, 'entity'.}}
  struct CardOpened: AnalyticsEvent {
    let category = "card"
    let properties = ["n" ~>> 1]
  }

  // MARK: User properties

  // expected-error@+2 {{type 'Plan' does not conform to protocol 'UserProperty'}}
  // expected-error@+1 {{unavailable static property '_newWords' was used to satisfy a requirement of protocol 'UserProperty': Read are 'name', 'value', 'updateEvents() -> [any AnalyticsEvent]' only.}}
  struct Plan: UserProperty {
    let identifier = "plan"
    let value: String
  }

  // Also beside the new word.
  // expected-error@+2 {{type 'Level' does not conform to protocol 'UserProperty'}}
  // expected-error@+1 {{Read are 'name', 'value', 'updateEvents() -> [any AnalyticsEvent]' only.}}
  struct Level: UserProperty {
    let name = "level"
    let value: Int
    func generateUpdateEvents() -> [any AnalyticsEvent] { [] }
    func updateEvents() -> [any AnalyticsEvent] { [] }
  }

  // expected-error@+2 {{type 'Mood' does not conform to protocol 'UserProperty'}}
  // expected-error@+1 {{Read are 'name', 'value', 'updateEvents() -> [any AnalyticsEvent]' only.}}
  struct Mood: UserProperty {
    let value: String
    func updateEvents() -> [CardOpened] { [CardOpened()] }
  }

  // The value would be sent bare.
  // expected-error@+2 {{type 'Email' does not conform to protocol 'UserProperty'}}
  // expected-error@+1 {{Read are 'name', 'value', 'updateEvents() -> [any AnalyticsEvent]' only.}}
  struct Email: UserProperty {
    let name = "email"
    let value: String
    var trackedValue: String { "(hash)" }
  }

  // MARK: Rules

  // Nobody would ask a destination or a tracker for its rules.
  struct Mixpanel: AnalyticsDestination {
    // expected-error@+2 {{'EventTrackingRule' is unavailable: Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.}}
    // expected-warning@+1 {{Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.}}
    let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.prohibit, types: [CardOpened.self])
    // expected-error@+1 {{'PropertyTrackingRule' is unavailable: Only adapters have rules}}
    let propertyTrackingRule = PropertyTrackingRule(.allow, types: [Email.self])
    func track(_ event: TrackedEvent) {}
  }

  struct Firebase: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {}
  }

  extension Firebase {
    // expected-warning@+1 {{Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.}}
    var eventTrackingRule: EventTrackingRule? {
      // expected-error@+1 {{'EventTrackingRule' is unavailable: Only adapters have rules}}
      EventTrackingRule(.prohibit, types: [CardOpened.self])
    }
  }

  // The type of a rule that is made elsewhere has a warning there.
  // expected-warning@+1 {{Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.}}
  let rule = EventTrackingRule(.prohibit, types: [CardOpened.self])

  // MARK: Adapters

  // An adapter reads the metadata of an old event, which are its properties, too, if it declares such.
  // expected-warning@+1 {{Conform to AnalyticsDestination, with '.prohibiting(eventTypes: […])' for a rule.}}
  struct Console: AnalyticsAdapter {
    func configure() {}
    // expected-warning@+1 {{Conform to IdentifiedEvent: 'metadata' is 'properties', a TrackedProperties.}}
    func track(event: any TrackableEvent) {
      // expected-warning@+1 {{'properties' is deprecated: Read 'metadata', which each earlier event has.}}
      print(event.metadata, event.properties)
    }
    // expected-warning@+1 {{Conform to UserProperty, with 'name', 'value' and 'updateEvents()'.}}
    func track(property: any TrackableProperty) {}
  }

  // MARK: Settings

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

  // MARK: Keys that are compared

  func compare(_ property: TrackedProperty) {
    switch property.key {
    // expected-warning@+1 {{'~=' is deprecated: Compare keys: 'if property.key == PropertyKey(Keys.album)'.}}
    case "album": break
    default: break
    }
    // expected-warning@+1 {{'key' is deprecated: Write 'key.name', which has the prefix that the earlier closure does not get.}}
    _ = property.key == "album"
  }
#else
  struct SongPlayed: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Played")
    var properties: TrackedProperties { ["title" ~>> "Help!"] }
  }

  // The words of a list in place of those of a set, and types with the name of the earlier module.
  enum Keys: String, Key { case album = "Album" }
  enum UserKeys: String, SensitiveKey { case email }

  final class Account: Trackable.TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {
      var properties: TrackedProperties = [Keys.album ~>> 1]
      let (one, other): (Trackable.TrackedProperty, TrackedProperties) = (UserKeys.email ~>> "a", [Keys.album ~>> 2])
      properties += [one]
      properties = [one] + properties + other
      properties = TrackedProperties(properties.filter { other[$0.key] == nil })
      for one in other where one.key == PropertyKey(Keys.album) { properties[one.key] = nil }
      return properties[Keys.album] == nil ? properties : []
    }
  }

  // Destinations, with events and properties as a hub hands them over, and with batches.
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
    return TrackerHub(others + [Mixpanel().prohibiting(eventTypes: [SongPlayed.self])])
  }

  // The module `Trackable`, beside the settings of that name.
  func named(_ event: some Trackable::AnalyticsEvent) -> Trackable::TrackedProperty { Keys.album ~>> event.name }

  func read(_ event: some AnalyticsEvent, _ key: some Key) -> String {
    let list: [TrackedProperty] = Array(event.properties)
    for property in event.properties { _ = property.key }
    return "\(list.count) \(event.entity) \(key.name)"
  }

  func all() -> [String] { [read(SongPlayed(), Keys.album)] }
#endif
