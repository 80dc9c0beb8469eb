/// A description of a chain at one moment: each object with the properties of its link and its computed properties.
///
/// ```swift
/// print(detail.trackableChainDescription())
/// // App
/// //   set  version "1.2"
/// // └─ AlbumListVC
/// //      computed  MyApp.Keys.albumName "Imagine"
/// //    └─ AlbumDetailVC
/// //         set  previousVC "Album list"
/// ```
public struct TrackableChainDescription: Sendable {
  /// An object of the chain, or a context in place of a parent object.
  package struct Node: Sendable {
    /// The object's type; `TrackingContext` for a context.
    package let typeName: String
    /// The number of steps up the chain from the described object: 0 for the described object, 1 for its parent.
    package let distance: Int
    /// Whether the object is the system's root, and was added to the end of the chain.
    package let isRoot: Bool
    /// Why the object's computed properties could not be read; empty if they could be read, or if the node is a
    /// ``TrackingContext``.
    package fileprivate(set) var note: String
    /// The properties of the link or the context, followed by the computed properties. Each has a word that names its
    /// source.
    fileprivate(set) var properties: [(label: String, property: TrackedProperty)] = []
  }

  /// The objects, nearest first.
  package private(set) var nodes: [Node] = []
  /// The names of the chain's trackers: the base tracker, and then the added trackers. If the list is empty, events go
  /// to the task's tracker or to the system's tracker.
  package fileprivate(set) var trackers: [String] = []

  /// The note for an object that was deallocated. The properties of its link are still listed.
  fileprivate static let gone = " (gone)"

  // The closure is optional, because otherwise the compiler makes a copy of the method for each closure.
  private mutating func update(_ source: PropertySource, _ body: ((inout Node) -> Void)?) {
    // The root comes after the chain, and distances begin with 0 again at the root.
    let next = (nodes.last?.distance).map { $0 + 1 } ?? 0
    let distance =
      source.isOfRoot ? (nodes.first(where: \.isRoot)?.distance ?? next) + source.distance : source.distance
    if nodes.last?.distance != distance {
      nodes.append(
        Node(
          typeName: source.typeName ?? "TrackingContext", distance: distance,
          isRoot: source.isOfRoot && source.distance == 0,
          note: source.kind == .context ? "" : Self.gone))
    }
    body?(&nodes[nodes.count - 1])
  }
}

extension TrackableChainDescription {
  fileprivate init(_ found: Findings) {
    for part in found.parts ?? [] {
      switch part.content {
      case .properties(let properties):
        update(part.source) { node in
          let label = [.object: "computed", .context: "says"][part.source.kind] ?? "set"
          if part.source.kind == .object { node.note = "" }
          node.properties += properties.elements.map { (label, $0) }
        }
      case .deferred: update(part.source) { $0.note = " (on its own actor)" }
      case .unread(.cycle), .live: break
      case .unread(let reason): update(part.source) { $0.note = reason == .gone ? Self.gone : " (not read here)" }
      }
    }
    trackers = found.route.map { ($0.base.map { [$0] } ?? []) + $0.added(beside: nil) }?.map(\.name) ?? []
  }
}

extension TrackableClass {
  /// The current chain of this object, for debugging and documentation.
  ///
  /// Isolation: call this method on the object's actor. The method does not read ancestors on other actors, and the
  /// description says so.
  public func trackableChainDescription(isolation: isolated (any Actor)? = #isolation) -> TrackableChainDescription {
    let settings = TrackableSystem.current.settings
    let found = Nesting.deeper {
      let nothing = Findings(parts: [], root: settings.bootstrap.rootIdentity, draws: true)
      var walk = ChainWalk(found: nothing, isolation: isolation)
      walk.walk(from: .object(self))
      if let root = settings.bootstrap.root { walk.found.addRoot(root, isolation: isolation) }
      return walk.finish()
    }
    return TrackableChainDescription(found ?? Findings())
  }
}
