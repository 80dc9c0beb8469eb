import Trackable

/// Objects that are linked to one parent and dropped, `capacity` of them alive at a time.
package final class LinkedObjects {
  private let parent = AlbumDetail()
  private var objects: [AlbumDetail?]
  private var next = 0
  private let value: String

  @inline(never) package init(capacity: Int, value: String = "Album list") {
    objects = Array(repeating: nil, count: capacity)
    self.value = value
  }

  /// Makes an object and links it, and drops the oldest one.
  @inline(never) package func linkOne() {
    let object = AlbumDetail()
    link(object)
    objects[next] = object
    next = next + 1 == objects.count ? 0 : next + 1
  }

  /// Makes objects without linking them, so that the cost of linking can be measured separately.
  @inline(never) package func makeAll() {
    for index in objects.indices { objects[index] = AlbumDetail() }
  }

  /// Links all objects that were made.
  @inline(never) package func linkAll() {
    for case let object? in objects { link(object) }
  }

  /// Tracks an event on each object.
  @inline(never) package func trackAll() {
    for case let object? in objects { object.track(AlbumEvent.opened) }
  }

  /// Links the next object once more.
  @inline(never) package func relinkOne() {
    if let object = objects[next] { link(object) }
    next = next + 1 == objects.count ? 0 : next + 1
  }

  /// Drops all objects.
  @inline(never) package func dropAll() {
    for index in objects.indices { objects[index] = nil }
  }

  private func link(_ object: AlbumDetail) {
    object.setupTrackableChain(trackedProperties: [AlbumKeys.previousVC ~>> value], parent: parent)
  }
}
