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
  }

  /// The object's own link.
  var own: ChainLink { steps[0].link }

  /// What everything on the path is known by.
  var identities: [ObjectIdentifier] { steps.map { ObjectIdentifier($0.link) } }

  /// What was set on it.
  var properties: TrackedProperties { steps[0].properties }
}
