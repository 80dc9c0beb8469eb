// Writing `isolation: nil` by hand is a warning, and the parent is then never read.
import Trackable

class Model: TrackableClass {}
final class Service: TrackableClass, Sendable {}

func link() {
  let child = Service()
  let parent = Model()
  child.setupTrackableChain(parent: parent, isolation: nil)  // expected-warning {{only inside an actor}}
}
