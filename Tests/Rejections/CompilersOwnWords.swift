// Errors that no sentence of the library can explain: the page CompilerMessages has the remedies, which are here, too.
import Trackable

enum ReaderKeys: String, Key { case page, title }
struct ReaderEvent: AnalyticsEvent { let name: String }

final class Reader: TrackableClass {
  var trackedProperties: TrackedProperties {}
  func open() {
    track(.opened)  // expected-error {{type 'AnalyticsEvent' has no member 'opened'}}
  }
}

#if REJECTED
  // expected-error@+1 {{cannot convert value of type 'ReaderKeys' to expected element type 'PropertyKey'}}
  let hidden: Set<PropertyKey> = [ReaderKeys.page]

  // expected-error@+1 {{cannot convert return expression of type 'TrackedProperty' to return type 'TrackedProperties'}}
  var common: TrackedProperties { ReaderKeys.page ~>> 1 }

  func renamed(_ a: NoOpTracker) -> some AnalyticsEventTracker { a.renaming(.snakeCase) }
#else
  extension AnalyticsEvent where Self == ReaderEvent {
    static var opened: ReaderEvent { ReaderEvent(name: "Reader.opened") }
  }

  let hidden = Set([ReaderKeys.page, ReaderKeys.title].map { PropertyKey($0) })

  @TrackedPropertiesBuilder var common: TrackedProperties { ReaderKeys.page ~>> 1 }

  func renamed(_ a: NoOpTracker) -> any AnalyticsEventTracker { a.renaming(.snakeCase) }
#endif

func tracker(_ a: NoOpTracker) {
  var t = renamed(a)
  // expected-error@+1 {{cannot assign value of type 'some AnalyticsEventTracker'}}
  t = t.filter { $0.name != "a" }
  t.track(ReaderEvent(name: "a"))
}
