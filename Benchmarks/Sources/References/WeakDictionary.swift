import Cases
import Foundation
import Trackable

/// The least that a table beside objects has to do: a dictionary of weak references under one lock, from which the
/// entries of dead objects are removed once in a while.
///
/// It releases objects wherever it happens to be called, also under the lock, which a library must not do. It knows no
/// actors and sees no cycles, and a walk from an object to its parent's parent takes as many look-ups as steps.
// All variables are accessed under the lock only.
package final class WeakDictionary: @unchecked Sendable {
  private struct Weak {
    weak var object: AlbumDetail?
    weak var parent: AlbumDetail?
    var properties = TrackedProperties()
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var entries: [ObjectIdentifier: Weak] = [:]
  /// How many entries there are when dead ones are removed next.
  private var limit = 64

  package init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Stores a weak reference only.
  @inline(never) package func add(_ object: AlbumDetail) { add(Weak(object: object), of: object) }

  /// Stores what a link says.
  @inline(never) package func link(_ object: AlbumDetail, trackedProperties: TrackedProperties, parent: AlbumDetail) {
    add(Weak(object: object, parent: parent, properties: trackedProperties), of: object)
  }

  @inline(__always) private func add(_ entry: consuming Weak, of object: AlbumDetail) {
    pthread_mutex_lock(mutex)
    entries[ObjectIdentifier(object)] = entry
    if entries.count >= limit {
      entries = entries.filter { $0.value.object != nil }
      limit = max(64, 2 * entries.count)
    }
    pthread_mutex_unlock(mutex)
  }

  /// Objects that are linked and dropped, `capacity` of them alive at a time, as ``LinkedObjects``.
  package final class Objects {
    private let table: WeakDictionary
    private let parent = AlbumDetail()
    private let value: String
    private var objects: [AlbumDetail?]
    private var next = 0

    package init(capacity: Int, in table: WeakDictionary = WeakDictionary(), value: String = "Album list") {
      self.value = value
      objects = Array(repeating: nil, count: capacity)
      self.table = table
    }

    /// Makes an object and links it, and drops the oldest one.
    @inline(never) package func linkOne() {
      let object = AlbumDetail()
      table.link(object, trackedProperties: [AlbumKeys.previousVC ~>> value], parent: parent)
      keep(object)
    }

    /// The same several times.
    @inline(never) package func link(times: Int) {
      for _ in 0..<times { linkOne() }
    }

    /// Makes objects and adds weak references to them, without properties and a parent, and drops the oldest ones.
    @inline(never) package func add(times: Int) {
      for _ in 0..<times {
        let object = AlbumDetail()
        table.add(object)
        keep(object)
      }
    }

    private func keep(_ object: AlbumDetail) {
      objects[next] = object
      next = next + 1 == objects.count ? 0 : next + 1
    }
  }
}
