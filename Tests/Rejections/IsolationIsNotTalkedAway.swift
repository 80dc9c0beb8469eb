// Writing `isolation: nil` by hand gets a warning (warnings count as errors here), and the parent is then never read.
import Trackable

class Model: TrackableClass {}
final class Service: TrackableClass, Sendable {}

func link() {
  let child = Service()
  let parent = Model()
  // expected-warning@+1 {{only inside an actor}}
  child.setupTrackableChain(parent: parent, isolation: nil)
}
