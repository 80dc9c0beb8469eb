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
  /// What the last ancestor hangs from.
  let context: TrackingContext?
  /// The tracker of the nearest link that has one, or of the context.
  let tracker: (any AnalyticsEventTracker)?

  /// The path of an object that was never linked.
  static let unlinked = ChainPath()

  private init() {
    link = nil
    properties = TrackedProperties()
    ancestors = []
    context = nil
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
    self.context = child.context
    self.tracker = tracker?.tracker ?? child.context?.tracker
  }
}

extension ChainPath {
  /// Adds the chain's part of the precedence to `sink`: the object's link, what the object computes, then the same of
  /// each ancestor, nearest first, and what the last one hangs from.
  ///
  /// Computed properties are an adopter's code: it may track, link or release what it likes.
  ///
  /// - Returns: The types of those that could not be read from here.
  func add(
    from object: any TrackableObject,
    isolation: (any Actor)?,
    to sink: inout some PropertySink
  ) -> [AnyClass] {
    var unreachable: [AnyClass] = []
    let type = type(of: object)
    sink.add(properties, from: .of(.link, type, 0))
    if type.mayBeRead(in: isolation) {
      sink.add(object.trackedProperties, from: .of(.object, type, 0))
    } else {
      unreachable.append(type)
    }
    var distance = 0
    for ancestor in ancestors {
      distance += 1
      sink.add(ancestor.properties, from: .of(.link, ancestor.link.type, distance))
      if !ancestor.isReachable {
        unreachable.append(ancestor.link.type)
      } else if let object = ancestor.link.object {
        sink.add(object.trackedProperties, from: .of(.object, ancestor.link.type, distance))
      }
    }
    context?.add(to: &sink, distance: distance + 1)
    return unreachable
  }
}

extension PropertySource {
  fileprivate static func of(_ place: Place, _ type: AnyClass, _ distance: Int) -> PropertySource {
    PropertySource(place, typeName: String(describing: type), distance: distance)
  }
}
