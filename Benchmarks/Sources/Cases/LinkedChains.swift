import Trackable

/// Chains of objects, to see what a link costs at each depth.
// Used by one thread at a time: that of the actor on which they are linked.
package final class LinkedChains: @unchecked Sendable {
  /// The objects of each chain, beginning with the root.
  private let chains: [[AlbumDetail]]
  /// How many objects there are.
  package let count: Int

  /// - Parameters:
  ///   - depth: How many ancestors the last object of each chain has.
  ///   - total: How many objects there are in all chains, roughly.
  @inline(never) package init(depth: Int, total: Int) {
    chains = (0..<total / (depth + 1)).map { _ in (0...depth).map { _ in AlbumDetail() } }
    count = chains.count * (depth + 1)
  }

  /// Links each object to the one above it.
  @inline(never) package func linkAll(isolation: isolated (any Actor)? = #isolation) {
    for chain in chains {
      var parent: AlbumDetail?
      for object in chain {
        object.setupTrackableChain(trackedProperties: [AlbumKeys.previousVC ~>> "Album list"], parent: parent)
        parent = object
      }
    }
  }

  /// Tracks an event on each object.
  @inline(never) package func trackAll(isolation: isolated (any Actor)? = #isolation) {
    for chain in chains {
      for object in chain { object.track(AlbumEvent.opened) }
    }
  }
}
