// The words of before that the migration module cannot have: the compiler says what to write.
import TrackableMigration

enum Keys: String, Key { case album }

// expected-error@+2 {{type 'Silent' does not conform to protocol 'TrackableClass'}}
// expected-error@+1 {{unavailable property 'trackedProperties' was used to satisfy a requirement of protocol 'TrackableClass': Each class declares its own: 'var trackedProperties: TrackedProperties {}'.}}
final class Silent: TrackableClass, Sendable {}

// expected-error@+2 {{type 'Listed' does not conform to protocol 'TrackableClass'}}
// expected-error@+1 {{unavailable property 'trackedProperties' was used to satisfy a requirement of protocol 'TrackableClass': Each class declares its own: 'var trackedProperties: TrackedProperties {}'.}}
final class Listed: TrackableClass, Sendable {
  // expected-error@+1 2 {{conformance of 'TrackedProperty' to 'Hashable' is unavailable: Write 'TrackedProperties' in place of 'Set<TrackedProperty>'.}}
  var trackedProperties: Set<TrackedProperty> { [Keys.album ~>> 1] }
}

// expected-error@+1 {{conformance of 'TrackedProperty' to 'Hashable' is unavailable}}
@MainActor func nested(_ list: Set<TrackedProperty>) -> TrackedProperty {
  // expected-error@+1 {{'~>>' is unavailable: This type is no value}}
  Keys.album ~>> list
}
