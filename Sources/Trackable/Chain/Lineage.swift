/// An object and its ancestors, as far as they can be found without leaving the actor the walk runs on.
///
/// Links lead from the object to the last one that was linked. That one is asked for its parent, whose links lead
/// further. The trackers on the way are known before any property is computed: where nobody listens, nothing is.
struct Lineage {
  private(set) var first: Segment
  /// Those that were found by asking.
  private(set) var further: [Segment] = []
  private(set) var route: TrackerRoute
  private(set) var troubles: [ChainTrouble] = []
  let isolation: (any Actor)?
  /// The links, and the objects without one, on the way so far. Empty until a parent was computed.
  private(set) var passed: Set<ObjectIdentifier> = []

  typealias Frame = UnsafeMutablePointer<RunningCode.Frame>

  /// How many parents are computed on one way: an object may make its parent anew each time it is asked.
  static let maximumComputed = 1_000

  init(of object: any TrackableObject, isolation: (any Actor)?, frame: Frame) {
    self.isolation = isolation
    first = Segment(object)
    route = first.path?.route ?? TrackerRoute()
    guard let parent = first.computedParent(isolation, &troubles, frame) else { return }
    _ = first.pass(&passed)
    follow(parent, frame)
  }

  /// What is above an object that another walk left to be asked on its own actor.
  init?(above object: any TrackableObject, passed: Set<ObjectIdentifier>, isolation: (any Actor)?, frame: Frame) {
    guard let parent = frame.pointee.ask(object, .parent, { object.trackableParent }) ?? nil else { return nil }
    self.isolation = isolation
    self.passed = passed
    var segment = Segment(parent)
    first = segment
    route = TrackerRoute()
    let next = add(&segment, frame)
    first = segment
    if let next { follow(next, frame) }
  }

  private mutating func follow(_ parent: any TrackableObject, _ frame: Frame) {
    var next: (any TrackableObject)? = parent
    while let object = next {
      if further.count == Self.maximumComputed {
        troubles.append(.cycle(String(describing: type(of: object))))
        return
      }
      var segment = Segment(object)
      next = add(&segment, frame)
      further.append(segment)
    }
  }

  /// Takes a computed parent in, up to where the way has been before. Answers what comes after it.
  private mutating func add(_ segment: inout Segment, _ frame: Frame) -> (any TrackableObject)? {
    guard segment.pass(&passed) else {
      troubles.append(.cycle(String(describing: type(of: segment.object))))
      segment.stepsToTake.forEach { route.pass($0.trackers) }
      return nil
    }
    if let path = segment.path { route.pass(path.route) }
    return segment.computedParent(isolation, &troubles, frame)
  }
}

extension Lineage {
  /// Whether the way goes on where it has to be asked for: there may be trackers there.
  var isOpen: Bool { (further.last ?? first).asksElsewhere }

  /// One object that is there, and what its links lead to.
  struct Segment {
    let object: any TrackableObject
    let path: ChainPath?
    /// How many steps of the path count: all, unless they lead back. Without a path, whether the object counts.
    private var end: Int
    /// The last object of the path, from the moment it was asked for its parent.
    private(set) var last: (any TrackableObject)?
    /// The last object belongs to another actor, and is asked there.
    private(set) var asksElsewhere = false

    init(_ object: any TrackableObject) {
      self.object = object
      path = ChainTable.shared.path(from: object)
      end = path?.steps.count ?? 1
    }

    /// Whether even the object itself was met before.
    var isEmpty: Bool { end == 0 }

    var stepsToTake: ArraySlice<ChainPath.Step> { path?.steps[..<end] ?? [] }

    /// What everything in the segment is known by.
    var identities: [ObjectIdentifier] {
      path?.steps.map { ObjectIdentifier($0.link) } ?? [ObjectIdentifier(object)]
    }

    /// Where the object itself stands.
    func standing(in isolation: (any Actor)?) -> ChainEdge.Standing {
      type(of: object).mayBeRead(in: isolation) ? .here : .nowhere
    }

    /// Notes everything in the segment as passed. Where the way was before, the segment ends, and the answer is `false`.
    fileprivate mutating func pass(_ passed: inout Set<ObjectIdentifier>) -> Bool {
      for (index, identity) in identities.enumerated() where !passed.insert(identity).inserted {
        end = index
        return false
      }
      return true
    }

    /// The parent that the last object computes, where no link says what is above it.
    fileprivate mutating func computedParent(
      _ isolation: (any Actor)?, _ troubles: inout [ChainTrouble], _ frame: Frame
    ) -> (any TrackableObject)? {
      if path?.context != nil { return nil }
      var standing = standing(in: isolation)
      for step in stepsToTake.dropLast() { standing = step.edgeUp.standing(child: standing, in: isolation) }
      switch standing {
      case .gone, .nowhere:
        return nil
      case .elsewhere:
        asksElsewhere = true
        return nil
      case .here:
        last = end > 1 ? path?.steps[end - 1].link.object : object
        guard let last else { return nil }
        guard let answer = frame.pointee.ask(last, .parent, { last.trackableParent }) else {
          troubles.append(.recursive(String(describing: type(of: last))))
          return nil
        }
        return answer
      }
    }
  }
}
