// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// An object without a link may leave.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
struct Holder { let child: any TrackableClass }
protocol Node: TrackableClass {}

@globalActor struct Audio {
  actor Instance {}
  static let shared = Instance()
}
@globalActor enum Lounge {
  actor Instance {}
  static let shared = Instance()
}
@globalActor final class Video {
  actor Instance {}
  static let shared = Instance()
}
@globalActor actor Kitchen { static let shared = Kitchen() }

func take<Value>(_ value: sending Value) {}

@MainActor func existential() {
  let child: any TrackableClass = Model()
  take(child)
}

@MainActor func array() {
  let children: [any TrackableClass] = [Model(), Model()]
  take(children)
}

@MainActor func cast() {
  let child: AnyObject = Model()
  take(child)
}

@MainActor func held() {
  let holder = Holder(child: Model())
  take(holder)
}

@MainActor func generic() {
  let child = Model()
  take(child)
}

@MainActor func inAProtocolExtension(_ make: () -> sending any Node) {
  let child = make()
  take(child)
}

@Audio func onAStructure() {
  let child = Model()
  take(child)
}

@Lounge func onAnEnumeration() {
  let child = Model()
  take(child)
}

@Video func onAClass() {
  let child = Model()
  take(child)
}

@Kitchen func onAnActor() {
  let child = Model()
  take(child)
}
