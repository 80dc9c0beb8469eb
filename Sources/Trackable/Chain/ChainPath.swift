/// A snapshot of all links from an object's own to the topmost one, nearest first.
///
/// It is immutable, and cached by the link it begins at. So as long as no links change, an event costs one look-up.
final class ChainPath: Sendable {
  /// One link. What it said is copied, because the link may change while the path is walked.
  struct Step: Sendable {
    let link: ChainLink
    let properties: TrackedProperties
    let trackers: TrackerReference?
    /// Where the parent may be read.
    let edgeUp: ChainEdge
  }

  /// The object's own link and those of its ancestors.
  let steps: [Step]
  /// The context that is the parent of the topmost object, if any.
  let context: TrackingContext?
  /// The trackers on the way up, including those of the context.
  let route: TrackerRoute
  /// Whether an ancestor added a tracker. It counts as long as the ancestor is alive, which has to be checked.
  let addsTrackers: Bool
  /// The generation of the table that this is a snapshot of.
  let generation: UInt
  fileprivate let reach: Reach

  /// Where the ancestors may be read, if the answer is the same for all of them.
  fileprivate enum Reach {
    /// Wherever the object itself may be read.
    case whereTheObjectIs
    /// On the main actor.
    case onTheMainActor
    /// Each ancestor has to be checked.
    case mixed
  }

  /// Reads the links from `own` upwards; the caller holds their lock.
  init(from own: ChainLink, generation: UInt) {
    self.generation = generation
    var steps: [Step] = []
    var route = TrackerRoute()
    var addsTrackers = false
    var last = own
    var next: ChainLink? = own
    while let link = next {
      steps.append(link.step)
      route.pass(link.trackers, of: link)
      if link !== own, link.trackers?.added != nil { addsTrackers = true }
      last = link
      next = link.parent
    }
    self.steps = steps
    context = last.context
    if let context { route.pass(context.route) }
    self.route = route
    self.addsTrackers = addsTrackers
    reach = steps.dropLast().reduce(.whereTheObjectIs) { $0.joined(with: $1.edgeUp) }
  }

  /// Whether code in `isolation` that may read the object may also read all its ancestors. In this usual case they need
  /// no individual checks.
  @inline(__always)
  func isHereThroughout(_ isolation: (any Actor)?) -> Bool {
    switch reach {
    case .whereTheObjectIs: true
    case .onTheMainActor: isolation === MainActor.shared
    case .mixed: false
    }
  }

  /// The object's own link.
  var own: ChainLink { steps[0].link }

  /// The identities of all links on the path.
  var identities: [ObjectIdentifier] { steps.map { ObjectIdentifier($0.link) } }

  /// The properties that were set on the object's own link.
  var properties: TrackedProperties { steps[0].properties }
}

extension ChainPath.Reach {
  /// The same for a path that goes on over one more edge.
  fileprivate func joined(with edge: ChainEdge) -> Self {
    switch (edge.reach, edge.home) {
    case (.anywhere, _), (.withTheChild, _): self
    case (.onItsActor, .main): self == .mixed ? .mixed : .onTheMainActor
    // Any other actor may be gone, with a new one at its address. Only its weak reference can tell.
    default: .mixed
    }
  }
}
