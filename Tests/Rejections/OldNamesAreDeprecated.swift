// The old code of Tests/Documentation/MigrationTests and Seeds compiles, and each old word gets a warning with the new one. Where
// warnings count as errors, that is the list of what is left to do.
import TrackableMigration

// The protocols for events and trackers are those of before, without a warning.
// expected-warning@+1 {{Give 'properties', which are sent, the type TrackedProperties.}}
struct PaymentSent: AnalyticsEvent {
  let name = "payment_sent"
  let entity = "payment"
  // expected-warning@+2 {{'AnalyticsEventProperty' is deprecated: renamed to 'TrackedProperty'}}
  // expected-note@+1 {{use 'TrackedProperty' instead}}
  var properties: [AnalyticsEventProperty] {
    // expected-warning@+3 {{'AnalyticsEventProperty' is deprecated: renamed to 'TrackedProperty'}}
    // expected-note@+2 {{use 'TrackedProperty' instead}}
    // expected-warning@+1 {{Write 'Keys.amount ~>> 20', or '"amount" ~>> 20' for a plain string.}}
    [AnalyticsEventProperty(key: "amount", value: 20)]
  }
}

// expected-warning@+1 {{Write your own 'PayPalEvent: AnalyticsEvent' once PayPal's tracker filters by it.}}
struct CheckoutStarted: PayPalAnalyticsEvent {
  // expected-warning@+2 {{'PayPalAnalyticsEventType' is deprecated: renamed to 'AnalyticsEventType'}}
  // expected-note@+1 {{use 'AnalyticsEventType' instead}}
  let eventType: PayPalAnalyticsEventType = .click
}

// expected-warning@+1 {{Use AnalyticsEventTracker with '.filter { $0.base is any PayPalAnalyticsEvent }'.}}
struct PayPalTracker: PayPalAnalyticsEventTracker {
  // expected-warning@+1 2 {{Write your own 'PayPalEvent: AnalyticsEvent' once PayPal's tracker filters by it.}}
  func track(_ event: some PayPalAnalyticsEvent) {}
}

struct VenmoTracker: AnalyticsEventTracker {
  func track(_ event: some AnalyticsEvent) {}
}

func combined() {
  let (payPalTracker, venmoTracker) = (PayPalTracker(), VenmoTracker())
  let combined = payPalTracker.combined(with: venmoTracker)  // expected-warning {{Conform to AnalyticsEventTracker.}}
  combined.track(PaymentSent())
}

func entity(of event: some AnalyticsEvent) -> String {
  // expected-warning@+2 {{'category' is deprecated: renamed to 'entity'}}
  // expected-note@+1 {{use 'entity' instead}}
  event.category
}

struct Email: UserProperty { let value: String }

func start() {
  // expected-warning@+1 {{A bootstrap ends it: write 'keys: .droppingPrefix("MyApp.")' there.}}
  Trackable.keyPrefixToRemove = "App."
  // expected-warning@+1 {{Bootstrap and start a TrackerHub; 'event.trigger()'; 'TrackableSystem.reset()'.}}
  GlobalTracker.resetAdapters()
  // expected-warning@+2 {{Bootstrap and start a TrackerHub; 'event.trigger()'; 'TrackableSystem.reset()'.}}
  // expected-warning@+1 {{A bootstrap ends it: write '.logged(.info)' before '.prohibiting(…)'.}}
  GlobalTracker.loggingLevel = .info
}

func compare(_ properties: TrackedProperties, _ left: TrackedProperty, _ right: TrackedProperty) {
  // expected-warning@+1 {{It compares keys, as it did: write 'properties[Keys.one] != nil'.}}
  _ = properties.contains(left)
  // expected-warning@+1 {{It compares the keys, as it did: write 'left.key == right.key'.}}
  _ = left == right
  // expected-warning@+1 {{It compares the keys, as it did: write 'left.key != right.key'.}}
  _ = left != right
}

// A vendor takes anything, so a value as the library has it.
func send(_ property: TrackedUserProperty, _ listed: TrackedProperty, to vendor: (Any?) -> Void) {
  // expected-warning@+1 {{Write 'value?.plain' for a vendor, as is sent here: 'value' is a TrackedValue.}}
  vendor(property.value)
  // expected-warning@+1 {{Write 'value.plain' for a vendor, as is sent here: 'value' is a TrackedValue.}}
  vendor(listed.value)
  // expected-warning@+1 {{Write 'value.plain' for a vendor, as is sent here: 'value' is a TrackedValue.}}
  let values: [String: Any] = ["value": listed.value]
  vendor(values)
  vendor(property.value?.plain)
  vendor(listed.value.plain)
}
