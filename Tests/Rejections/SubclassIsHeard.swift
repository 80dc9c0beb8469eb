// swiftc:
// swiftc: -swift-version 5
// What a subclass says can be asked for, or the compiler refuses it: nothing is ignored in silence.
import Trackable

#if REJECTED
  class Responder {}
  extension Responder: TrackableClass {
    var trackedProperties: TrackedProperties {}  // expected-note * {{}}
  }
#else
  class Responder: TrackableClass {
    var trackedProperties: TrackedProperties {}
  }
#endif

final class Panel: Responder {
  // expected-error@+1 {{property 'trackedProperties' is declared in extension of 'Responder' and cannot be overridden}}
  override var trackedProperties: TrackedProperties { ["a" ~>> 1] }
}

#if REJECTED
  final class View: Responder {
    // expected-error@+1 {{property 'trackedProperties' is declared in extension of 'Responder' and cannot be overridden}}
    var trackedProperties: TrackedProperties { ["a" ~>> 1] }
  }

  // expected-error@+1 {{type 'Silent' does not conform to protocol 'TrackableClass'}} expected-note@+1 * {{}}
  class Silent: TrackableClass {}
#endif
