// A hub makes copies of a ForwardingTracker and puts its entrance into them, so it is a structure whose base can be set.
import Trackable

#if REJECTED
  // expected-error@+1 {{unavailable static property '_isStructure' was used to satisfy a requirement of protocol 'ForwardingTracker': A ForwardingTracker is a struct: a hub makes copies of it, each with another base.}}
  final class Shared: ForwardingTracker {
    // expected-error@-1 {{type 'Shared' does not conform to protocol 'ForwardingTracker'}}
    // expected-note@-2 * {{}}
    var base: any AnalyticsEventTracker {
      get { NoOpTracker() }
      set {}
    }
  }

  struct Fixed: ForwardingTracker {  // expected-error {{type 'Fixed' does not conform to protocol 'ForwardingTracker'}}
    // expected-note@-1 * {{}}
    let base: any AnalyticsEventTracker  // expected-note * {{}}
  }

  // expected-error@+1 {{type 'Generic<Base>' does not conform to protocol 'ForwardingTracker'}}
  struct Generic<Base: AnalyticsEventTracker>: ForwardingTracker {
    // expected-note@-1 * {{}}
    var base: Base  // expected-note * {{}}
  }
#else
  struct Passing: ForwardingTracker {
    var base: any AnalyticsEventTracker
  }
#endif
