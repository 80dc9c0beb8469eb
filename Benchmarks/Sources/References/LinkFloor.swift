import Cases
import Foundation
import Trackable

/// What linking cannot do without, and nothing else: a record for each object, with a weak reference and the properties,
/// that others can refer to; a place for it in a table under two locks, so that events need only one of them; and the
/// parent's record, whose object is loaded to tell it from a dead one at the same address.
///
/// Dead records are replaced, but not looked for. It knows no actors, sees no cycles, and keeps one parent only.
// All variables are accessed under the locks, but `objects` and `next`, by the only caller.
package final class LinkFloor: @unchecked Sendable {
  private final class Record {
    weak let object: AlbumDetail?
    let properties: TrackedProperties
    let parent: Record?

    init(_ object: AlbumDetail, _ properties: consuming TrackedProperties, _ parent: Record?) {
      self.object = object
      self.properties = properties
      self.parent = parent
    }
  }

  private struct Slot {
    var address: UInt = 0
    var record: Record?
  }

  /// More than objects ever have addresses here: a slot keeps its address.
  private static let slotCount = 1 << 16
  private let slots: UnsafeMutablePointer<Slot>
  private let locks: UnsafeMutablePointer<pthread_mutex_t>
  private let parent = AlbumDetail()
  private let value: String
  private var objects: [AlbumDetail?]
  private var next = 0

  /// - Parameter capacity: How many objects are alive at a time.
  package init(capacity: Int, value: String = "Album list") {
    self.value = value
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
    locks = .allocate(capacity: 2)
    pthread_mutex_init(locks, nil)
    pthread_mutex_init(locks + 1, nil)
    objects = Array(repeating: nil, count: capacity)
    _ = replace(at: slot(of: parent), with: Record(parent, [], nil))
  }

  deinit {
    pthread_mutex_destroy(locks)
    pthread_mutex_destroy(locks + 1)
    locks.deallocate()
    slots.deinitialize(count: Self.slotCount)
    slots.deallocate()
  }

  /// Makes objects and links them, and drops the oldest ones.
  @inline(never) package func link(times: Int) {
    for _ in 0..<times {
      let object = AlbumDetail()
      link(object, trackedProperties: [AlbumKeys.previousVC ~>> value])
      objects[next] = object
      next = next + 1 == objects.count ? 0 : next + 1
    }
  }

  @inline(never) private func link(_ object: AlbumDetail, trackedProperties: consuming TrackedProperties) {
    pthread_mutex_lock(locks)
    let above = slot(of: parent).pointee.record
    let record = Record(object, trackedProperties, above?.object == nil ? nil : above)
    pthread_mutex_lock(locks + 1)
    let replaced = replace(at: slot(of: object), with: record)
    pthread_mutex_unlock(locks + 1)
    pthread_mutex_unlock(locks)
    // Released after unlocking.
    _ = consume replaced
  }

  private func replace(at slot: UnsafeMutablePointer<Slot>, with record: consuming Record) -> Record? {
    let replaced = slot.pointee.record.take()
    slot.pointee.record = record
    return replaced
  }

  /// The slot of an object's address, which is noted there if it has none yet.
  private func slot(of object: AlbumDetail) -> UnsafeMutablePointer<Slot> {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    var index = Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (Self.slotCount - 1)
    while slots[index].address != 0, slots[index].address != address { index = (index + 1) & (Self.slotCount - 1) }
    slots[index].address = address
    return slots + index
  }
}
