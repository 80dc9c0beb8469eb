import Cases
import Foundation
import Trackable

/// The least that a table beside objects has to do: a dictionary of weak references under one lock, from which the
/// entries of dead objects are removed once in a while.
///
/// It stores nothing else: no properties, no parent. And it releases objects wherever it happens to be called, which a
/// library must not do.
// All variables are accessed under the lock only.
package final class WeakDictionary: @unchecked Sendable {
  private struct Weak {
    weak var object: AlbumDetail?
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

  @inline(never) package func link(_ object: AlbumDetail) {
    pthread_mutex_lock(mutex)
    entries[ObjectIdentifier(object)] = Weak(object: object)
    if entries.count >= limit {
      entries = entries.filter { $0.value.object != nil }
      limit = max(64, 2 * entries.count)
    }
    pthread_mutex_unlock(mutex)
  }

  /// Objects that are linked and dropped, `capacity` of them alive at a time, as ``LinkedObjects``.
  package final class Objects {
    private let table: WeakDictionary
    private var objects: [AlbumDetail?]
    private var next = 0

    package init(capacity: Int, in table: WeakDictionary = WeakDictionary()) {
      objects = Array(repeating: nil, count: capacity)
      self.table = table
    }

    /// Makes an object and links it, and drops the oldest one.
    @inline(never) package func linkOne() {
      let object = AlbumDetail()
      table.link(object)
      objects[next] = object
      next = next + 1 == objects.count ? 0 : next + 1
    }

    /// The same several times.
    @inline(never) package func link(times: Int) {
      for _ in 0..<times { linkOne() }
    }
  }
}
