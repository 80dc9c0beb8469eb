// The code to write in place of WhatIsNoValue.swift.
import Foundation
import Trackable

enum Keys: String, Key { case a, b }
struct Album { let name: String }
struct Playlist: TrackedValueConvertible {
  var trackedValue: TrackedValue? { .string("Mix") }
}
enum Refusal: String, Error { case late }

func literals(
  _ error: any Error, _ cause: (any Error)?, _ refusal: Refusal, _ dictionary: [String: Any],
  _ duration: Duration, _ any: Any, _ data: Data, _ album: Album, _ playlist: Playlist
) {
  let _: TrackedProperties = [Keys.a ~>> error]
  let _: TrackedProperties = [Keys.a ~>> cause]
  let _: TrackedProperties = [Keys.a ~>> refusal]
  let _: TrackedProperties = [Keys.a ~>> TrackedProperties(dictionary: dictionary)]
  let _: TrackedProperties = [Keys.a ~>> duration / .seconds(1)]
  let _: TrackedProperties = [Keys.a ~>> (any as? String)]
  let _: TrackedProperties = [Keys.a ~>> data.count]
  let _: TrackedProperties = [Keys.a ~>> album.name]
  let _: TrackedProperties = [Keys.a ~>> playlist]
  let _: TrackedProperties = [Keys.a ~>> .array([1, "a"])]
}

final class Screen: TrackableClass {
  let isOn = true
  var trackedProperties: TrackedProperties {
    if isOn { Keys.a ~>> 1 } else { Keys.b ~>> 2 }
  }
}
