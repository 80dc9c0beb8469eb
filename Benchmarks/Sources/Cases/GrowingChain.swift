import Trackable

/// A chain of any depth whose objects share any number of properties evenly. All properties are computed with the
/// builder, as adopters write them, so an event's cost includes everything from the values to the destination.
package final class GrowingChain {
  private let leaf: Speaker
  // The chain does not keep its objects alive.
  private let ancestors: [Speaker]

  /// - Parameters:
  ///   - depth: The number of ancestors.
  ///   - properties: How many properties an event has. Object 0 is the one that tracks.
  @inline(never) package init(depth: Int, properties: Int) {
    let speakers = (0...depth).map { index in
      Speaker(first: properties * index / (depth + 1), end: properties * (index + 1) / (depth + 1), value: 1971)
    }
    for index in speakers.indices.reversed() {
      speakers[index].setupTrackableChain(parent: index < depth ? speakers[index + 1] : nil)
    }
    leaf = speakers[0]
    ancestors = Array(speakers.dropFirst())
  }

  @inline(never) package func track() { leaf.track(AlbumEvent.opened) }

  /// Explains the event, and returns the number of lines.
  @inline(never) package func explain() -> Int { leaf.explainTracking(of: AlbumEvent.opened).description.utf8.count }

  /// The chain as a context.
  @inline(never) package func context() -> TrackingContext { leaf.makeTrackingContext() }
}

/// An object that computes a number of properties.
package final class Speaker: TrackableClass, Sendable {
  private let first: Int
  private let end: Int
  private let value: Int

  package init(first: Int, end: Int, value: Int) {
    self.first = first
    self.end = end
    self.value = value
  }

  package var trackedProperties: TrackedProperties {
    for index in first..<end { ManyKeys.all[index] ~>> index &+ value }
  }
}
