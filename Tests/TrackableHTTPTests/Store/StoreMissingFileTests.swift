import TestSupport
import Testing
import Trackable

@testable import TrackableHTTP

/// A file that is gone because somebody delivered or purged it is nobody's concern. One that is gone for no such reason
/// had records in it that nobody will get.
@Suite(.timeLimit(.minutes(10))) struct StoreMissingFileTests {
  private let disk = SimulatedDisk()

  private func delete(_ path: String) {
    disk.withState { state in
      do { try state.unlink(path, isFolder: false) } catch { Issue.record("\(path): \(error)") }
    }
  }

  private func deleteRecords() {
    for name in disk.files(in: SimulatedProcess.events).keys where SegmentName(name) != nil {
      delete("\(SimulatedProcess.events)/\(name)")
    }
  }

  enum Doing: CaseIterable {
    case append, read, acknowledge
  }

  @Test(arguments: Doing.allCases)
  func `Records in a file that somebody deleted are counted, with an issue`(_ doing: Doing) {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    let batch = process.store.nextBatch(count: 2, bytes: 1_000)
    deleteRecords()
    switch doing {
    case .append: #expect(process.append(1) == .stored)
    case .read: #expect(process.drain() == [])
    case .acknowledge: if let batch { process.store.acknowledge(batch) }
    }
    process.append(1)
    #expect(process.issues.kinds == [.storeDamaged])
    let delivered = doing == .acknowledge ? 2 : 0
    #expect(process.store.ledger.dropped.damaged == 5 - delivered)
    #expect(process.store.ledger.delivered == delivered && process.store.ledger.isBalanced)
    #expect(process.drain() == texts(1, 5..<(doing == .append ? 7 : 6)))
  }

  @Test func `So are those in a folder that somebody deleted`() {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    disk.withState { state in
      guard let data = try? state.find("/data") else { return }
      state.nodes[data]?.entries = [:]
    }
    #expect(process.append(3) == .stored)
    #expect(process.issues.kinds == [.storeDamaged])
    #expect(process.store.ledger == StoreLedger(accepted: 8, dropped: .init(damaged: 5), stored: 3))
  }

  /// What the process is doing when others take it for ended, adopt its files and deliver them.
  enum Task: CaseIterable {
    case append, read, acknowledge, close, reopen
  }

  private func carryOut(_ task: Task, _ process: SimulatedProcess, _ batch: StoredBatch?) {
    switch task {
    case .append, .reopen: process.append(10, bytes: 2_000)
    case .read: process.drain()
    case .acknowledge: if let batch { process.store.acknowledge(batch) }
    case .close: process.store.close()
    }
  }

  @Test(arguments: Task.allCases, [false, true])
  func `What others adopt and deliver between any two calls is no issue`(_ task: Task, _ isPartial: Bool) {
    for calls in 0... {
      let disk = SimulatedDisk()
      // Files are full after three batches.
      let process = SimulatedProcess(
        1, on: disk, policy: StorePolicy(bytes: 256_000), life: { $0.number == 1 ? .ended : .running })
      let other = SimulatedProcess(2, on: disk)
      for _ in 0..<5 { process.append(10, bytes: 2_000) }
      let batch = process.store.nextBatch(count: 15, bytes: 100_000)
      if task == .reopen { process.store.close() }
      process.files.interrupt(after: calls) {
        other.drain(batches: isPartial ? 2 : .max, of: 20)
        // It is there again a moment later.
        disk.advance(StoreJournal.lease / 3)
      }
      carryOut(task, process, batch)
      if process.files.endInterruption() { return }
      process.append(10, bytes: 2_000)
      process.drain()
      #expect(process.issues.all.isEmpty && other.issues.all.isEmpty, "after \(calls) calls")
      #expect(process.store.ledger.isBalanced && process.store.ledger.dropped.total == 0)
    }
  }

  @Test(arguments: Task.allCases)
  func `Nor is what others are adopting at that moment`(_ task: Task) {
    for calls in 0... {
      let disk = SimulatedDisk()
      let process = SimulatedProcess(
        1, on: disk, policy: StorePolicy(bytes: 256_000), life: { $0.number == 1 ? .ended : .running })
      let other = SimulatedProcess(2, on: disk, policy: StorePolicy(bytes: 256_000))
      for _ in 0..<5 { process.append(10, bytes: 2_000) }
      let batch = process.store.nextBatch(count: 15, bytes: 100_000)
      if task == .reopen { process.store.close() }
      other.files.interrupt(after: calls) {
        carryOut(task, process, batch)
      }
      other.drain(of: 20)
      if other.files.endInterruption() { return }
      process.append(10, bytes: 2_000)
      process.drain()
      #expect(process.issues.all.isEmpty && other.issues.all.isEmpty, "after \(calls) calls")
      #expect(process.store.ledger.isBalanced && process.store.ledger.dropped.total == 0)
    }
  }

  @Test func `Nor is what others deliver while they cannot read the rest`() throws {
    let process = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 256_000), life: { _ in .running })
    let other = SimulatedProcess(2, on: disk)
    for _ in 0..<5 { process.append(10, bytes: 2_000) }
    let names = disk.files(in: SimulatedProcess.events).keys.compactMap { SegmentName($0) }
    var unreadable = try #require(names.max { $0.number < $1.number })
    unreadable.owner = 2
    disk.set { [unreadable] in $0.unreadable = ["\(unreadable)"] }
    #expect(other.drain() == texts(1, 0..<30))
    disk.set { $0.unreadable = [] }
    #expect(process.drain() == [] && process.issues.all.isEmpty)
    disk.advance(StoreJournal.sweepInterval)
    #expect(other.drain() == texts(1, 30..<50))
  }
}
