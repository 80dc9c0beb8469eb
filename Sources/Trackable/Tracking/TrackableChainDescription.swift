/// A snapshot of a chain, to be read by people: each object with the properties of its link and those it computes.
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
  /// An object of the chain, or a context that replaces one.
  package struct Node: Sendable {
    /// The object's type; `TrackingContext` for a context.
    package let typeName: String
    /// How many steps up the chain it is: 0 is the object that is described, 1 its parent.
    package let distance: Int
    /// Whether the object ends the chain because it is the system's root, and not because the chain leads there.
    package let isRoot: Bool
    /// Why the object's computed properties could not be read; empty if they could, or if it is a ``TrackingContext``.
    package fileprivate(set) var note: String
    /// The properties of the link or the context, then those that the object computes, each with the word for that.
    fileprivate(set) var properties: [(label: String, property: TrackedProperty)] = []
  }

  /// The objects, nearest first.
  package private(set) var nodes: [Node] = []
  /// The names of the trackers that were set along the chain: the one in force, then those added to it. If it is empty,
  /// events go to the task's tracker or the system's.
  package fileprivate(set) var trackers: [String] = []

  /// What a drawing says of an object that is gone. The properties of its link stay.
  fileprivate static let gone = " (gone)"

  private mutating func update(_ source: PropertySource, _ body: (inout Node) -> Void) {
    // The root follows the chain: distances from there begin with 0 again.
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
    body(&nodes[nodes.count - 1])
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
  /// The chain of this object as it is now, for debugging and documentation.
  ///
  /// Isolation: call it where the object may be used. Ancestors on other actors are not read, and are marked
  /// accordingly.
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
