// Errors that no sentence of the library can explain: the page CompilerMessages has the remedies.
import Trackable

enum ReaderKeys: String, Key { case page, title }

final class Reader: TrackableClass {
  var trackedProperties: TrackedProperties {}
  func open() {
    track(.opened)  // expected-error {{type 'AnalyticsEvent' has no member 'opened'}}
  }
}

// expected-error@+1 {{cannot convert value of type 'ReaderKeys' to expected element type 'PropertyKey'}}
let hidden: Set<PropertyKey> = [ReaderKeys.page]

// expected-error@+1 {{cannot convert return expression of type 'TrackedProperty' to return type 'TrackedProperties'}}
var common: TrackedProperties { ReaderKeys.page ~>> 1 }

func tracker(_ a: NoOpTracker) {
  var t = a.renaming(.snakeCase)
  // expected-error@+1 {{cannot assign value of type 'some AnalyticsEventTracker'}}
  t = t.filter { $0.name != "a" }
}
