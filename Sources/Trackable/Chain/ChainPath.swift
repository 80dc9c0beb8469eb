/// Everything from an object's link up to its root, as it was at one moment: nearest first.
struct ChainPath {
  /// One ancestor. The variables of its link are copied; the link may change while the path is walked.
  struct Ancestor {
    let link: ChainLink
    let properties: TrackedProperties
    /// Whether the ancestor's computed properties may be read by whoever asked for the path.
    let isReachable: Bool
  }

  /// The object's own link, if it has one.
  let link: ChainLink?
  /// What was set on it.
  let properties: TrackedProperties
  let ancestors: [Ancestor]
  /// The tracker of the nearest link that has one.
  let tracker: (any AnalyticsEventTracker)?

  /// The path of an object that was never linked.
  static let unlinked = ChainPath()

  private init() {
    link = nil
    properties = TrackedProperties()
    ancestors = []
    tracker = nil
  }

  /// Reads the links from `own` upwards; the caller holds their lock.
  init(from own: ChainLink, isolation: (any Actor)?) {
    var ancestors: [Ancestor] = []
    ancestors.reserveCapacity(own.depth)
    var tracker = own.tracker
    var child = own
    var isReachable = true
    while let parent = child.parent {
      isReachable = child.isParentReachable(in: isolation, isReachable: isReachable)
      ancestors.append(Ancestor(link: parent, properties: parent.properties, isReachable: isReachable))
      tracker = tracker ?? parent.tracker
      child = parent
    }
    self.link = own
    self.properties = own.properties
    self.ancestors = ancestors
    self.tracker = tracker?.tracker
  }
}

extension ChainPath {
  /// Adds the chain's part of the precedence to `merge`: the object's link, what the object computes, then the same
  /// of each ancestor, nearest first.
  ///
  /// Computed properties are an adopter's code: it may track, link or release what it likes.
  ///
  /// - Returns: The ancestors that could not be read from here.
  func add(computedByObject computed: TrackedProperties, to merge: inout PropertyMerge) -> [ChainLink] {
    merge.add(properties)
    merge.add(computed)
    var unreachable: [ChainLink] = []
    for ancestor in ancestors {
      merge.add(ancestor.properties)
      if !ancestor.isReachable {
        unreachable.append(ancestor.link)
      } else if let object = ancestor.link.object {
        merge.add(object.trackedProperties)
      }
    }
    return unreachable
  }
}
