/// Everything from an object's link up to the last one that was linked, as it was at one moment: nearest first.
///
/// Immutable, and kept by the link it begins at: as long as nothing is linked anew, an event costs one look-up.
final class ChainPath: Sendable {
  /// One link. Its variables are copied; the link may change while the path is walked.
  struct Step: Sendable {
    let link: ChainLink
    let properties: TrackedProperties
    let trackers: TrackerReference?
    /// Where the parent may be read.
    let edgeUp: ChainEdge
  }

  /// The object's own link and those of its ancestors.
  let steps: [Step]
  /// What the last one hangs from.
  let context: TrackingContext?
  /// The trackers on the way, as far as the context.
  let route: TrackerRoute
  /// The state of the table that this is a picture of.
  let generation: UInt
  fileprivate let reach: Reach

  /// Where all of the ancestors may be read, as far as that can be said for all at once.
  fileprivate enum Reach {
    /// Wherever the object may be.
    case whereTheObjectIs
    /// On the main actor.
    case onTheMainActor
    /// Each has to be looked at.
    case mixed
  }

  /// Reads the links from `own` upwards; the caller holds their lock.
  init(from own: ChainLink, generation: UInt) {
    self.generation = generation
    var steps: [Step] = []
    var route = TrackerRoute()
    var last = own
    var next: ChainLink? = own
    while let link = next {
      steps.append(link.step)
      route.pass(link.trackers)
      last = link
      next = link.parent
    }
    self.steps = steps
    context = last.context
    if let context { route.pass(context.route) }
    self.route = route
    reach = steps.dropLast().reduce(.whereTheObjectIs) { $0.joined(with: $1.edgeUp) }
  }

  /// Whether code in `isolation` that may read the object may read all of its ancestors: the usual case, in which
  /// nothing has to be asked at each of them.
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

  /// What everything on the path is known by.
  var identities: [ObjectIdentifier] { steps.map { ObjectIdentifier($0.link) } }

  /// What was set on it.
  var properties: TrackedProperties { steps[0].properties }
}

extension ChainPath.Reach {
  /// Where the ancestors below an edge and the one above it may be read.
  fileprivate func joined(with edge: ChainEdge) -> Self {
    switch (edge.reach, edge.home) {
    case (.anywhere, _), (.withTheChild, _): self
    case (.onItsActor, .main): self == .mixed ? .mixed : .onTheMainActor
    // Another actor may be gone, and a new one be at its address: only its own reference can tell.
    default: .mixed
    }
  }
}
