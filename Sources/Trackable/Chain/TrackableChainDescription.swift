/// A chain as it stands, for people: each object with what was set on its link and what it computes.
///
/// ```swift
/// print(detail.trackableChainDescription())
/// // App
/// //   set  version "1.2"
/// // └─ AlbumListVC
/// //      computed  albumName "Imagine"
/// //    └─ AlbumDetailVC
/// //         set  previousVC "Album list"
/// ```
///
/// ``mermaid`` and ``dot`` are the same drawing for documentation.
public struct TrackableChainDescription: Sendable, Hashable {
  /// An object of the chain, or a context that one hangs from.
  public struct Node: Sendable, Hashable {
    /// What is known of what the object computes.
    public enum State: String, Sendable, Hashable {
      /// It was read.
      case read
      /// The object is gone; what was set on its link stays.
      case gone
      /// It belongs to another actor, and was not asked for this drawing.
      case elsewhere = "on its own actor"
      /// There is no object: this is a ``TrackingContext``.
      case context
    }

    /// The object's type; `TrackingContext` for a context.
    public let typeName: String
    /// How far it is from the object that was drawn.
    public let distance: Int
    /// What was set on the link, or said by the context.
    public fileprivate(set) var linkProperties = TrackedProperties()
    /// What the object computes.
    public fileprivate(set) var computedProperties = TrackedProperties()
    /// What is known of it.
    public fileprivate(set) var state: State
  }

  /// The objects, nearest first.
  public private(set) var nodes: [Node] = []
  /// The names of the trackers that were set along the chain: the one that is in force, then those that were added to
  /// it. Empty: what is tracked goes to the task's tracker, or to the system's.
  public fileprivate(set) var trackers: [String] = []

  private mutating func update(_ source: PropertySource, _ body: (inout Node) -> Void) {
    if nodes.last?.distance != source.distance {
      nodes.append(
        Node(
          typeName: source.typeName ?? "TrackingContext", distance: source.distance,
          state: source.place == .context ? .context : .gone))
    }
    body(&nodes[nodes.count - 1])
  }
}

extension TrackableChainDescription: ChainSink {
  mutating func add(_ properties: TrackedProperties, from source: @autoclosure () -> PropertySource) {
    let source = source()
    update(source) { node in
      if source.place == .object {
        node.computedProperties = properties
        node.state = .read
      } else {
        node.linkProperties = properties
      }
    }
  }

  mutating func add(elsewhere part: PartElsewhere) {
    update(part.source) { $0.state = .elsewhere }
  }
}

extension TrackableObject {
  /// The chain of this object as a drawing, here and now.
  ///
  /// Isolation: where the object may be used. What ancestors on other actors compute is not in the drawing; it says so.
  public func trackableChainDescription(isolation: isolated (any Actor)? = #isolation) -> TrackableChainDescription {
    chainDescription(in: isolation)
  }

  /// The chain of this object as a drawing, for code that does not know on which actor it runs: only what may be read
  /// from anywhere is. With parentheses, ``trackableChainDescription(isolation:)`` reads what may be read where you are.
  public var trackableChainDescription: TrackableChainDescription { chainDescription(in: nil) }

  private func chainDescription(in isolation: (any Actor)?) -> TrackableChainDescription {
    RunningCode.withFrame { frame in
      var description = TrackableChainDescription()
      var walk = ChainWalk(isolation: isolation, frame: frame)
      walk.walk(from: self, into: &description)
      let route = walk.route
      description.trackers = (route.base.map { [$0.name] } ?? []) + route.added.reversed().map(\.name)
      return description
    }
  }
}
