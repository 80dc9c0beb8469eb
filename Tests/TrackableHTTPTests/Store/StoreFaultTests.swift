import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// A disk that takes nothing, or gives nothing, delays records, with one issue.
@Suite struct StoreFaultTests {
  private let disk = SimulatedDisk()

  enum Fault: CaseIterable, Sendable {
    case full, readOnly, locked, unsynced

    func set(_ faults: inout SimulatedDisk.Faults) {
      switch self {
      case .full: faults.capacity = 0
      case .readOnly: faults.isReadOnly = true
      case .locked: faults.isLocked = true
      case .unsynced: faults.cannotSync = true
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `From the first call on, delivery goes on from memory, with one issue`(_ fault: Fault) {
    disk.set { fault.set(&$0) }
    let process = SimulatedProcess(1, on: disk)
    for _ in 0..<5 { #expect(!process.append(2)) }
    #expect(process.drain(batches: 2, of: 3) == texts(1, 0..<6))
    #expect(process.store.ledger == StoredFigures(accepted: 10, delivered: 6, inMemory: 4))
    #expect(!process.issues.all.isEmpty && Set(process.issues.all.map(\.subject)).count == process.issues.all.count)
    disk.set { $0 = .init() }
    #expect(process.append(2))
    #expect(process.store.ledger == StoredFigures(accepted: 12, delivered: 6, stored: 6))
    process.kill()
    #expect(SimulatedProcess(2, on: disk).drain() == texts(1, 6..<12))
  }

  @Test(arguments: Fault.allCases)
  func `In the middle of everything, too, and order is kept`(_ fault: Fault) {
    let process = SimulatedProcess(1, on: disk)
    #expect(process.append(5))
    disk.set { fault.set(&$0) }
    #expect(!process.append(5))
    #expect(!process.append(5))
    #expect(process.issues.kinds == [.storeUnavailable])
    let batch = process.store.nextBatch(count: 100, bytes: 1_000)
    // A device that is locked again gives nothing back.
    #expect(batch?.texts == texts(1, (fault == .locked ? 5 : 0)..<15))
    disk.set { $0 = .init() }
    #expect(process.append(5))
    process.store.adoptAgain()
    #expect(process.drain() == texts(1, 0..<20))
    // A second episode is a second issue.
    disk.set { fault.set(&$0) }
    process.append(1)
    #expect(process.issues.kinds.filter { $0 == .storeUnavailable }.count > 1)
    #expect(process.store.ledger.isBalanced)
  }

  @Test func `A folder further up that knows no syncing, as those of automounters, keeps nothing from being stored`() {
    disk.set { $0.unsyncable = [0] }
    let process = SimulatedProcess(1, on: disk)
    #expect(process.append(5))
    #expect(process.issues.all.isEmpty)
  }

  @Test func `A disk that fills up in the middle of a batch keeps its records`() {
    var outcomes: Set<Bool> = []
    for room in stride(from: 0, to: 140_000, by: 1_777) {
      let disk = SimulatedDisk()
      let process = SimulatedProcess(1, on: disk)
      process.append(5)
      let used = disk.withState { $0.usedBytes }
      disk.set { $0.capacity = used + room }
      let kept = process.append(10, bytes: 7_000)
      outcomes.insert(kept)
      process.kill()
      disk.set { $0.capacity = .max }
      // It has written as many as there was room for.
      let rest = SimulatedProcess(2, on: disk).drain()
      #expect(rest == texts(1, 0..<rest.count))
      #expect(rest.count >= 5 + min(10, max(room / 7_044 - 1, 0)) && (!kept || rest.count == 15))
    }
    #expect(outcomes == [true, false])
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
    #expect(process.store.ledger == StoredFigures(accepted: 15, delivered: 15))
  }

  @Test func `Memory is bounded as well: the oldest go, and are counted`() {
    let process = SimulatedProcess(1, on: disk)
    disk.set { $0.capacity = 0 }
    for _ in 0..<40 { process.append(50, bytes: 956) }
    // 44 bytes go with each record.
    #expect(process.store.ledger.inMemory == 1_000)
    #expect(process.store.ledger.dropped[.overflow] == 1_000)
    #expect(process.store.ledger.isBalanced)
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
    #expect(process.store.ledger == StoredFigures(accepted: 12, delivered: 7, stored: 5))
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
    #expect(process.store.ledger.delivered == 1_006 && process.store.ledger.isBalanced)
  }

  @Test func `A record that is to be handed out again stays where it is while the disk takes nothing`() throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(6)
    disk.set { $0.capacity = 0 }
    process.append(2)
    let batch = try #require(process.store.nextBatch(count: 8, bytes: 1_000))
    let again = [2, 4, 7].map { batch.records[$0] }
    #expect(process.store.acknowledge(batch, again: again) == 2)
    #expect(process.store.ledger == StoredFigures(accepted: 8, delivered: 2, stored: 4, inMemory: 2))
    #expect(process.store.nextBatch(count: 8, bytes: 1_000)?.texts == texts(1, 2..<8))
    process.kill()
    disk.set { $0.capacity = .max }
    #expect(SimulatedProcess(2, on: disk).drain() == texts(1, 2..<6))
  }

  @Test func `One that is in memory only goes behind the others there, and holds up none`() throws {
    disk.set { $0.capacity = 0 }
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    let batch = try #require(process.store.nextBatch(count: 4, bytes: 1_000))
    #expect(process.store.acknowledge(batch, again: [batch.records[1]]) == 4)
    #expect(process.store.ledger == StoredFigures(accepted: 5, delivered: 3, inMemory: 2))
    #expect(process.drain() == ["1.4", "1.1"])
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

  @Test(arguments: 1...20)
  func `Short writes and short reads change nothing`(_ seed: Int) {
    let disk = SimulatedDisk(seed: UInt64(seed))
    disk.set { $0.whims = 3 }
    let process = SimulatedProcess(1, on: disk)
    for _ in 0..<5 { process.append(10) }
    disk.set { $0.whims = 0 }
    process.append(10)
    disk.set { $0.whims = 3 }
    let first = process.drain(batches: 3)
    process.kill()
    disk.set { $0.whims = 0 }
    #expect(first + SimulatedProcess(2, on: disk).drain() == texts(1, 0..<60))
  }

  @Test(arguments: [true, false])
  func `A file that ends at any byte of its last record, or has zeros from there on, costs no other`(
    _ isCut: Bool
  ) throws {
    let length = 44 + 3
    for cut in 0...length {
      let disk = SimulatedDisk()
      let process = SimulatedProcess(1, on: disk)
      process.append(5)
      process.kill()
      let name = try #require(disk.segments.keys.first)
      disk.damage(SimulatedDisk.path(name)) { bytes in
        let end = 5 * length - cut
        let rest = isCut ? [] : [UInt8](repeating: 0, count: bytes.count - end)
        bytes.replaceSubrange(end..., with: rest)
      }
      let reader = SimulatedProcess(2, on: disk)
      #expect(reader.drain() == texts(1, 0..<(cut == 0 ? 5 : 4)))
      #expect(reader.store.ledger.isBalanced)
      #expect(reader.issues.all.isEmpty && reader.store.ledger.dropped.total == 0)
    }
  }

  @Test(arguments: [true, false])
  func `A flipped bit costs a record, counted, whether it flips before or after the file is adopted`(
    _ isBefore: Bool
  ) throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    process.kill()
    let reader = SimulatedProcess(2, on: disk)
    if !isBefore { #expect(reader.drain(batches: 1, of: 1) == texts(1, 0..<1)) }
    let name = try #require(disk.segments.keys.first)
    disk.damage(SimulatedDisk.path(name)) { $0[47 * 2 + 45] ^= 4 }
    let rest = reader.drain()
    #expect(rest == (isBefore ? ["1.0", "1.1", "1.3", "1.4"] : ["1.1", "1.3", "1.4"]))
    #expect(reader.store.ledger.dropped[.damaged] == 1 && reader.store.ledger.isBalanced)
    #expect(reader.store.ledger.stored == 0)
    #expect(reader.issues.kinds == [.storeDamaged])
  }

  @Test(arguments: [
    ["00000000-7fffffffffffffff.events", "00000001-7fffffffffffffff.events"], ["7fffffffffffffff-00000000.events"],
    ["ffffffff-ffffffff.events", "fffffffe-ffffffff.events"],
    ["-0000001-00000000.events", "0000000-1-00000000.events"],
  ])
  func `A file with any name is no reason to end`(_ names: [String]) {
    let disk = SimulatedDisk()
    let earlier = SimulatedProcess(1, on: disk)
    earlier.append(3)
    earlier.kill()
    let files = SimulatedFileSystem(disk)
    for name in names {
      let folder = disk.segments.keys.map { SimulatedDisk.path($0) }.first?.split(separator: "/").dropLast() ?? []
      do { files.close(try files.makeFile(at: "/" + folder.joined(separator: "/") + "/\(name)")) } catch {
        Issue.record("\(name): \(error)")
      }
    }
    let next = SimulatedProcess(2, on: disk)
    #expect(next.drain() == texts(1, 0..<3))
    next.append(2)
    #expect(next.drain() == texts(2, 0..<2) && next.store.ledger.isBalanced)
  }
}
