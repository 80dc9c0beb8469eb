// A Sendable child may be used from anywhere, its parent may not: outside an actor nothing would keep them apart.
import Trackable

class Model: TrackableClass {}
final class Service: TrackableClass, Sendable {}

func link() {
  let child = Service()
  let parent = Model()
  child.setupTrackableChain(parent: parent)  // rejected {{in a synchronous nonisolated context}}
}
