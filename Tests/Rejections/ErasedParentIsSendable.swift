// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// A type that says less of the parent does not hide that it is not Sendable.
import Trackable

class Model: TrackableClass {  // expected-note * {{}}
  var trackedProperties: TrackedProperties {}
  var next: (any TrackableClass)?
}
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
protocol Node: TrackableClass { var above: any TrackableClass { get } }

func existential(_ child: any TrackableClass & Sendable, _ parent: any TrackableClass) {
  // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
}

func array(_ children: [any TrackableClass & Sendable], _ parents: [any TrackableClass]) {
  for (child, parent) in zip(children, parents) {
    // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
    child.link(to: parent)
  }
  // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
  children[0].link(to: parents.first)
}

func cast(_ child: any AnyObject & Sendable, _ parent: AnyObject) {
  // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
  (child as? any TrackableClass)?.link(to: parent as? any TrackableClass)
  // expected-error@+1 {{marker protocol 'Sendable' cannot be used in a conditional cast}}
  (child as? any TrackableClass)?.link(to: parent as? any TrackableClass & Sendable)
}

func generic<Parent: TrackableClass>(_ child: Service, _ parent: Parent) {  // expected-note * {{}}
  // expected-error@+1 {{type 'Parent' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
}

func opaque(_ child: some TrackableClass, _ parent: some TrackableClass) {  // expected-note * {{}}
  // expected-error@+1 {{type 'some TrackableClass' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
}

extension TrackableClass {
  func adopt(_ child: Service) {
    // expected-error@+1 {{type 'Self' does not conform to the 'Sendable' protocol}}
    child.link(to: self)
  }

  func push(_ child: some TrackableClass & Sendable) {
    // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
    child.link(to: trackableParent)
  }
}

extension Node where Self: Sendable {
  func link() {
    // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
    link(to: above)
  }
}

func oneOf(_ child: Service, _ model: Model, _ service: Service, _ flag: Bool) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: flag ? model : service)
}

func path(_ child: Service, _ model: Model, _ way: KeyPath<Model, (any TrackableClass)?>) {
  // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
  child.link(to: model[keyPath: way])
  // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
  child.link(to: model.next?.trackableParent)
}

func later(_ child: Service) -> (any TrackableClass) -> Void {
  // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
  { child.link(to: $0) }
}
