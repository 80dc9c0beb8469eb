// The same rule where one may wait: there is no actor to wait for.
import Trackable

class Model: TrackableClass {}
final class Service: TrackableClass, Sendable {}

func link(child: Service) async {
  let parent = Model()
  await child.setupTrackableChain(parent: parent)  // rejected {{'nil' is not compatible with}}
}
