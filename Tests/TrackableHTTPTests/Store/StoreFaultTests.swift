import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// A disk that takes nothing, or gives nothing, delays records, with one issue.
@Suite struct StoreFaultTests {
  typealias Fault = SimulatedDisk.Fault
  private let disk = SimulatedDisk()

  /// - Parameter before: How many records there are when it begins.
  @Test(arguments: [Fault.full, .readOnly, .locked, .unsynced], [0, 5])
  func `From the first call on, or later, delivery goes on from memory, with one issue`(_ fault: Fault, before: Int) {
    let process = SimulatedProcess(1, on: disk)
    if before > 0 { #expect(process.append(before)) }
    disk.set(fault)
    for _ in 0..<5 { #expect(!process.append(2)) }
    #expect(!process.issues.all.isEmpty && Set(process.issues.all.map(\.subject)).count == process.issues.all.count)
    #expect(before == 0 || process.issues.kinds == [.storeUnavailable])
    // A device that is locked again gives nothing back.
    let first = fault == .locked ? before : 0
    #expect(process.store.nextBatch(count: 100, bytes: 1_000)?.texts == texts(1, first..<before + 10))
    if before == 0 { #expect(process.drain(batches: 2, of: 3) == texts(1, 0..<6)) }
    let delivered = before == 0 ? 6 : 0
    let figures = StoredFigures(
      accepted: before + 10, delivered: delivered, stored: before, inMemory: 10 - delivered)
    #expect(process.store.figures == figures)
    disk.set { $0 = .init() }
    #expect(process.append(2))
    process.store.adoptAgain()
    let stored = before + 12 - delivered
    #expect(process.store.figures == StoredFigures(accepted: before + 12, delivered: delivered, stored: stored))
    // A second episode is a second issue.
    disk.set(fault)
    process.append(1)
    #expect(process.issues.kinds.count { $0 == .storeUnavailable } > 1)
    disk.set { $0 = .init() }
    #expect(process.append(1))
    process.kill()
    #expect(SimulatedProcess(2, on: disk).drain() == texts(1, delivered..<before + 14))
  }

  @Test func `A folder further up that knows no syncing, as those of automounters, keeps nothing from being stored`() {
    disk.set { $0.unsyncable = [0] }
    let process = SimulatedProcess(1, on: disk)
    #expect(process.append(5) && process.issues.all.isEmpty)
  }

  @Test func `The remains of a failed write that cannot be cut off are not delivered beside the waiting records`() {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    let used = disk.withState { $0.usedBytes }
    disk.set {
      $0.capacity = used + 130
      $0.cannotShorten = true
    }
    #expect(!process.append(10, bytes: 7_000))
    #expect(disk.withState { $0.usedBytes } == used + 130)
    #expect(process.drain(of: 100) == texts(1, 0..<15))
    #expect(process.store.figures == StoredFigures(accepted: 15, delivered: 15))
  }

  @Test func `Memory is bounded as well: the oldest go, and are counted`() {
    let process = SimulatedProcess(1, on: disk)
    disk.set { $0.capacity = 0 }
    for _ in 0..<40 { process.append(50, bytes: 956) }
    // 44 bytes go with each record.
    #expect(process.store.figures.inMemory == 1_000)
    #expect(process.store.figures.dropped[.overflow] == 1_000)
    #expect(process.store.figures.isBalanced)
    #expect(process.issues.kinds == [.storeUnavailable, .storeOverflow])
    disk.set { $0.capacity = .max }
    process.append(1)
    #expect(process.drain(of: 1_000) == texts(1, 1_000..<2_001))
  }

  @Test func `Records that go from memory to disk while they are being sent are acknowledged there`() throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(3)
    disk.set { $0.capacity = 0 }
    process.append(6)
    let batch = try #require(process.store.nextBatch(count: 7, bytes: 1_000))
    disk.set { $0.capacity = .max }
    #expect(process.append(3))
    process.store.acknowledge(batch)
    #expect(process.store.figures == StoredFigures(accepted: 12, delivered: 7, stored: 5))
    process.kill()
    #expect(SimulatedProcess(2, on: disk).drain() == texts(1, 7..<12))
  }

  @Test func `They are, also when others before them were dropped from memory`() throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    #expect(process.drain() == texts(1, 0..<5))
    disk.set { $0.capacity = 0 }
    process.append(1_100, bytes: 956)
    let batch = try #require(process.store.nextBatch(count: 10, bytes: 100_000))
    #expect(batch.texts == texts(1, 105..<115))
    disk.set { $0.capacity = .max }
    #expect(process.append(1))
    process.store.acknowledge(batch)
    #expect(process.drain(of: 1_000) == texts(1, 115..<1_106))
    #expect(process.store.figures.delivered == 1_006 && process.store.figures.isBalanced)
  }

  @Test func `A record that is to be handed out again stays where it is while the disk takes nothing`() throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(6)
    disk.set { $0.capacity = 0 }
    process.append(2)
    let batch = try #require(process.store.nextBatch(count: 8, bytes: 1_000))
    let again = [2, 4, 7].map { batch.records[$0] }
    #expect(process.store.acknowledge(batch, again: again) == 2)
    #expect(process.store.figures == StoredFigures(accepted: 8, delivered: 2, stored: 4, inMemory: 2))
    #expect(process.store.nextBatch(count: 8, bytes: 1_000)?.texts == texts(1, 2..<8))
    process.kill()
    disk.set { $0.capacity = .max }
    #expect(SimulatedProcess(2, on: disk).drain() == texts(1, 2..<6))
    // One that is in memory only goes behind the others there, and holds up none.
    disk.set { $0.capacity = 0 }
    let other = SimulatedProcess(3, on: disk)
    other.append(5)
    let held = try #require(other.store.nextBatch(count: 4, bytes: 1_000))
    #expect(other.store.acknowledge(held, again: [held.records[1]]) == 4)
    #expect(other.store.figures == StoredFigures(accepted: 5, delivered: 3, inMemory: 2))
    #expect(other.drain() == ["3.4", "3.1"])
  }

  @Test func `A delivered record is not handed out again if the disk has become read-only`() {
    let process = SimulatedProcess(1, on: disk)
    process.append(10)
    disk.set { $0.isReadOnly = true }
    #expect(process.drain(batches: 1, of: 4) == texts(1, 0..<4))
    #expect(process.drain() == texts(1, 4..<10))
    #expect(process.drain() == [])
    #expect(process.issues.kinds == [.storeUnavailable])
    // Once it can be written down, it is.
    disk.set { $0.isReadOnly = false }
    process.store.adoptAgain()
    #expect(process.drain() == [])
    process.kill()
    #expect(SimulatedProcess(2, on: disk).drain() == [])
  }

  @Test(arguments: [true, false])
  func `A flipped bit costs a record, counted, before and after the file is adopted`(_ isBefore: Bool) throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    process.kill()
    let reader = SimulatedProcess(2, on: disk)
    if !isBefore { #expect(reader.drain(batches: 1, of: 1) == texts(1, 0..<1)) }
    let name = try #require(disk.segments.keys.first)
    disk.damage(SimulatedDisk.path(name)) { $0[47 * 2 + 45] ^= 4 }
    let rest = reader.drain()
    #expect(rest == (isBefore ? ["1.0", "1.1", "1.3", "1.4"] : ["1.1", "1.3", "1.4"]))
    let figures = reader.store.figures
    #expect(figures.dropped[.damaged] == 1 && figures.stored == 0 && figures.isBalanced)
    #expect(reader.issues.kinds == [.storeDamaged])
  }

  @Test(arguments: [
    ["00000000-7fffffffffffffff.events", "00000001-7fffffffffffffff.events"], ["7fffffffffffffff-00000000.events"],
    ["ffffffff-ffffffff.events", "fffffffe-ffffffff.events"],
    ["-0000001-00000000.events", "0000000-1-00000000.events"],
  ])
  func `A file with any name is no reason to end`(_ names: [String]) throws {
    let earlier = SimulatedProcess(1, on: disk)
    earlier.append(3)
    earlier.kill()
    let path = SimulatedDisk.path(try #require(disk.segments.keys.first))
    for name in names {
      earlier.disk.withState { state in
        _ = try? state.link(path.split(separator: "/").dropLast().joined(separator: "/") + "/" + name, isFolder: false)
      }
    }
    let next = SimulatedProcess(2, on: disk)
    #expect(next.drain() == texts(1, 0..<3))
    next.append(2)
    #expect(next.drain() == texts(2, 0..<2) && next.store.figures.isBalanced)
  }
}
