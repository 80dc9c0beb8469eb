// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// A type may say less of the parent, as long as it says Sendable. Main-actor screens fit into the existential type.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
  let next: (any TrackableClass & Sendable)? = nil
}
@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
protocol Node: TrackableClass { var above: any TrackableClass & Sendable { get } }

func existential(_ child: any TrackableClass, _ parent: any TrackableClass & Sendable) {
  child.link(to: parent)
}

func array(_ children: [any TrackableClass], _ parents: [any TrackableClass & Sendable]) {
  for (child, parent) in zip(children, parents) { child.link(to: parent) }
  children[0].link(to: parents.first)
}

func cast(_ child: AnyObject, _ parent: any AnyObject & Sendable, _ service: AnyObject) {
  (child as? any TrackableClass)?.link(to: service as? Service)
}

func generic<Parent: TrackableClass & Sendable>(_ child: Model, _ parent: Parent) {
  child.link(to: parent)
}

func opaque(_ child: some TrackableClass, _ parent: some TrackableClass & Sendable) {
  child.link(to: parent)
}

extension TrackableClass where Self: Sendable {
  func adopt(_ child: Model) { child.link(to: self) }
}

extension Node {
  func link() { link(to: above) }
}

func oneOf(_ child: Model, _ one: Service, _ other: Service, _ flag: Bool) {
  child.link(to: flag ? one : other)
}

func path(_ child: Model, _ service: Service, _ way: KeyPath<Service, (any TrackableClass & Sendable)?>) {
  child.link(to: service[keyPath: way])
  child.link(to: service.next)
}

func later(_ child: Model) -> (any TrackableClass & Sendable) -> Void {
  { child.link(to: $0) }
}

@MainActor func screens(_ child: Screen, _ parent: Screen) {
  existential(child, parent)
  array([child], [parent])
  later(Model())(parent)
}
