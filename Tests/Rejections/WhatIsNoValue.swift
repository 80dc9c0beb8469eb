// For a type that cannot be a value, the compiler explains what to write.
import Foundation
import Trackable

enum Keys: String, Key { case a, b }

#if REJECTED
  struct Album { let name: String }

  func literals(_ dictionary: [String: Any], _ list: [Any], _ duration: Duration, _ any: Any, _ data: Data) {
    // expected-error@+1 {{'~>>' is unavailable: A dictionary of Any is no value: write Keys.a ~>> TrackedProperties(dictionary: value), or list its properties.}}
    let _: TrackedProperties = [Keys.a ~>> dictionary]
    // expected-error@+1 {{'~>>' is unavailable: An array of Any is no value: give it elements of one type, such as [String], or write .array([1, "a"]).}}
    let _: TrackedProperties = [Keys.a ~>> list]
    // expected-error@+1 {{'~>>' is unavailable: A Duration has no unit of its own: write Keys.seconds ~>> duration / .seconds(1).}}
    let _: TrackedProperties = [Keys.a ~>> duration]
    // expected-error@+1 {{'~>>' is unavailable: Bytes are not sent: write what they say, such as Keys.size ~>> data.count, or data.base64EncodedString().}}
    let _: TrackedProperties = [Keys.a ~>> data]
    // expected-error@+1 {{'~>>' is unavailable: This type is no value: write one of its properties, or conform it to TrackedValueConvertible. Any has to be cast first: Keys.a ~>> (value as? String).}}
    let _: TrackedProperties = [Keys.a ~>> any]
  }
#else
  struct Album: TrackedValueConvertible {
    let name: String
    var trackedValue: TrackedValue? { .string(name) }
  }

  func literals(_ dictionary: [String: Any], _ duration: Duration, _ any: Any, _ data: Data) {
    let _: TrackedProperties = [
      Keys.a ~>> TrackedProperties(dictionary: dictionary), Keys.a ~>> .array([1, "a"]), Keys.b ~>> (any as? String),
      Keys.a ~>> duration / .seconds(1), Keys.a ~>> data.count, Keys.a ~>> data.base64EncodedString(),
    ]
  }
#endif

func album(_ album: Album) {
  // expected-error@+1 {{'~>>' is unavailable: This type is no value}}
  let _: TrackedProperties = [Keys.a ~>> album]
  // expected-error@+1 {{'~>>' is unavailable: This type is no value}}
  let _ = Keys.a ~>> Optional(album)
}

final class Screen: TrackableClass {
  let isOn = true
  var trackedProperties: TrackedProperties {
    if isOn {
      Keys.a ~>> 1
    } else {
      #if REJECTED
        Keys.b  // expected-error {{'buildExpression' is unavailable: A key needs a value: write Keys.a ~>> value.}}
      #endif
    }
  }
}
