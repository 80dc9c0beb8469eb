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

// A set keeps the value that it has, and `+=` replaces it: the app decides.
func sets(_ properties: inout TrackedProperties, _ other: TrackedProperties) {
  // expected-error@+1 {{'insert' is unavailable: Write 'list += new' (new wins), 'new + list' (list wins), or 'list[key] = nil'.}}
  properties.insert(Keys.album ~>> 1)
  // expected-error@+1 {{'update(with:)' is unavailable: Write 'list += new' (new wins), 'new + list' (list wins), or 'list[key] = nil'.}}
  properties.update(with: Keys.album ~>> 1)
  // expected-error@+1 {{'remove' is unavailable: Write 'list += new' (new wins), 'new + list' (list wins), or 'list[key] = nil'.}}
  properties.remove(Keys.album ~>> 1)
  properties.removeAll()  // expected-error {{'removeAll()' is unavailable: Write 'list += new'}}
  _ = properties.union(other)  // expected-error {{'union' is unavailable: Write 'list += new'}}
  properties.formUnion(other)  // expected-error {{'formUnion' is unavailable: Write 'list += new'}}
  _ = properties.intersection(other)  // expected-error {{'intersection' is unavailable: Write 'list += new'}}
  properties.formIntersection(other)  // expected-error {{'formIntersection' is unavailable: Write 'list += new'}}
  // expected-error@+1 {{'symmetricDifference' is unavailable: Write 'list += new'}}
  _ = properties.symmetricDifference(other)
  // expected-error@+1 {{'formSymmetricDifference' is unavailable: Write 'list += new'}}
  properties.formSymmetricDifference(other)
}

// The library declares no words that are derived from those above.
func derived(_ properties: inout TrackedProperties, _ other: TrackedProperties) {
  // expected-error@+1 {{conformance of 'TrackedProperties' to 'SetAlgebra' is unavailable: Write 'list += new' (new wins), 'new + list' (list wins), or 'list[key] = nil'.}}
  properties.subtract(other)
  // expected-error@+1 {{conformance of 'TrackedProperties' to 'SetAlgebra' is unavailable: Write 'list += new'}}
  _ = properties.subtracting(other)
  // expected-error@+1 {{conformance of 'TrackedProperties' to 'SetAlgebra' is unavailable: Write 'list += new'}}
  _ = properties.isSubset(of: other)
}

func compose(_ key: some Key) -> [String] {
  [
    // expected-error@+1 {{'composeKeyWith' is unavailable: Nest the other key: 'Keys.album ~>> [Keys.Details.year ~>> 1971]'.}}
    Keys.album.composeKeyWith(key),
    // expected-error@+1 {{'composeKeyWith' is unavailable: Nest the other key}}
    "album".composeKeyWith("year"),
  ]
}
