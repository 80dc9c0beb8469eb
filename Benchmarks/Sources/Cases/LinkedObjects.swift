import Trackable

/// Objects that are linked to one parent and dropped, `capacity` of them alive at a time.
///
/// Objects are linked on the caller's actor, if it runs on one: only then may a call ask whether they are gone.
// Used by one thread at a time: that of the actor, if any.
package final class LinkedObjects: @unchecked Sendable {
  private let parent = AlbumDetail()
  private var objects: [AlbumDetail?]
  private var next = 0
  private let value: String

  @inline(never) package init(capacity: Int, value: String = "Album list") {
    objects = Array(repeating: nil, count: capacity)
    self.value = value
  }

  /// Makes an object and links it, and drops the oldest one.
  @inline(never) package func linkOne(isolation: isolated (any Actor)? = #isolation) {
    let object = AlbumDetail()
    addresses = addresses &* 31 &+ UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    link(object, isolation)
    objects[next] = object
    next = next + 1 == objects.count ? 0 : next + 1
  }

  /// The same several times.
  @inline(never) package func link(times: Int, isolation: isolated (any Actor)? = #isolation) {
    for _ in 0..<times { linkOne() }
  }

  /// Makes objects without linking them, so that the cost of linking can be measured separately.
  @inline(never) package func makeAll() {
    for index in objects.indices { objects[index] = AlbumDetail() }
  }

  /// Links all objects that were made.
  @inline(never) package func linkAll(isolation: isolated (any Actor)? = #isolation) {
    for case let object? in objects { link(object, isolation) }
  }

  /// Links the next object once more.
  @inline(never) package func relinkOne(isolation: isolated (any Actor)? = #isolation) {
    if let object = objects[next] { link(object, isolation) }
    next = next + 1 == objects.count ? 0 : next + 1
  }

  /// A number made of the addresses of all objects so far, to see whether two runs had the same ones.
  package private(set) var addresses = UInt64(0)

  /// Links each object once, and drops it: another one, which is not linked, takes its place and later its memory.
  @inline(never) package func linkAndReplaceAll(isolation: isolated (any Actor)? = #isolation) {
    for index in objects.indices {
      if let object = objects[index] { link(object, isolation) }
      objects[index] = AlbumDetail()
    }
  }

  /// Drops all objects.
  @inline(never) package func dropAll() {
    for index in objects.indices { objects[index] = nil }
  }

  private func link(_ object: AlbumDetail, _ isolation: isolated (any Actor)?) {
    object.setupTrackableChain(trackedProperties: [AlbumKeys.previousVC ~>> value], parent: parent)
  }
}
