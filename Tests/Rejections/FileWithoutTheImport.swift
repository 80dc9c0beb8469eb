// A file that uses the library imports it, also where another file of the module does.
#if !REJECTED
  import Trackable
#endif

final class Model: TrackableClass, Sendable {  // expected-error {{cannot find type 'TrackableClass' in scope}}
  // expected-error@+1 {{cannot find type 'TrackedProperties' in scope}}
  var trackedProperties: TrackedProperties { [page] }
}

enum Keys: String, Key { case page }  // expected-error {{cannot find type 'Key' in scope}}
enum Events: String, Event { case opened }  // expected-error {{cannot find type 'Event' in scope}}

let page = Keys.page ~>> 1  // expected-error {{cannot find operator '~>>' in scope}}

final class Screen: TrackableClass, Sendable {  // expected-error {{cannot find type 'TrackableClass' in scope}}
  var trackedProperties: TrackedProperties {}  // expected-error {{cannot find type 'TrackedProperties' in scope}}
  func open(_ model: Model) {
    track(Events.opened)  // expected-error {{cannot find 'track' in scope}}
    model.link(to: self)  // expected-error {{value of type 'Model' has no member 'link'}}
  }
}
