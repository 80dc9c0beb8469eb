import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// A file that another process took is no loss. One that was deleted had records that are lost.
@Suite(.timeLimit(.minutes(10))) struct StoreMissingFileTests {
  private let disk = SimulatedDisk()

  private func delete(_ path: String) {
    disk.withState { state in
      do { try state.unlink(path, isFolder: false) } catch { Issue.record("\(path): \(error)") }
    }
  }

  private func deleteRecords() {
    for name in disk.segments.keys { delete(SimulatedDisk.path(name)) }
  }

  enum Doing: CaseIterable {
    case append, read, acknowledge
  }

  @Test(arguments: Doing.allCases)
  func `Records in a file that was deleted are counted, with an issue`(_ doing: Doing) {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    let batch = process.store.nextBatch(count: 2, bytes: 1_000)
    deleteRecords()
    switch doing {
    case .append: #expect(process.append(1))
    case .read: #expect(process.drain() == [])
    case .acknowledge: if let batch { process.store.acknowledge(batch) }
    }
    process.drain()
    #expect(process.issues.kinds == [.storeDamaged])
    let delivered = doing == .acknowledge ? 2 : doing == .append ? 1 : 0
    let lost = doing == .acknowledge ? 3 : 5
    #expect(process.store.ledger.dropped[.damaged] == lost)
    #expect(process.store.ledger.delivered == delivered && process.store.ledger.isBalanced)
    process.append(1)
    #expect(process.drain() == texts(1, (lost + delivered)..<(lost + delivered + 1)))
  }

  @Test func `Where something deletes the folder of a process, it goes back to the disk`() throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    disk.withState { state in
      guard let events = try? state.find(SimulatedProcess.events) else { return }
      for id in (state.nodes[events]?.entries ?? [:]).values { state.nodes[id]?.isLinked = false }
      state.nodes[events]?.entries = [:]
    }
    #expect(process.append(3))
    #expect(process.issues.kinds == [.storeDamaged])
    #expect(process.store.ledger == StoredFigures(accepted: 8, dropped: [.damaged: 5], stored: 3))
    process.kill()
    #expect(SimulatedProcess(2, on: disk).drain() == texts(1, 5..<8))
  }

  @Test func `A folder that is gone as a whole is a purge`() {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    disk.withState { state in
      guard let data = try? state.find("/data") else { return }
      state.nodes[data]?.entries = [:]
    }
    #expect(process.append(3))
    #expect(process.issues.all.isEmpty)
    #expect(process.store.ledger == StoredFigures(accepted: 8, dropped: [.purged: 5], stored: 3))
    process.kill()
    #expect(SimulatedProcess(2, on: disk).drain() == texts(1, 5..<8))
  }

  /// A process with a closed store, whose records others take over, and deliver in part or all.
  enum Task: CaseIterable {
    case append, read, acknowledge, close
  }

  private func carryOut(_ task: Task, _ process: SimulatedProcess, _ batch: StoredBatch?) {
    switch task {
    case .append: process.append(10, bytes: 2_000)
    case .read: process.drain()
    case .acknowledge: if let batch { process.store.acknowledge(batch) }
    case .close: process.store.close()
    }
  }

  /// - Parameter batches: How many of them others deliver. Then they have ended.
  @Test(arguments: Task.allCases, [0, 2, .max])
  func `Others may take over and deliver records between any two calls, without an issue`(_ task: Task, _ batches: Int)
  {
    for calls in 0... {
      let disk = SimulatedDisk()
      // Files are full after three batches.
      let process = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 256_000))
      let other = SimulatedProcess(2, on: disk)
      for _ in 0..<5 { process.append(10, bytes: 2_000) }
      let batch = process.store.nextBatch(count: 15, bytes: 100_000)
      if task != .close { process.store.close() }
      let delivered = Mailbox<String>()
      process.files.interrupt(after: calls) {
        if let batch = other.store.nextBatch(count: 1, bytes: 1), batches == 0 { _ = batch }
        for text in other.drain(batches: batches, of: 20) { delivered.append(text) }
        other.store.close()
      }
      carryOut(task, process, batch)
      if process.files.endInterruption() { return }
      process.append(10, bytes: 2_000)
      var all = delivered.all + process.drain()
      other.store.adoptAgain()
      all += other.drain() + process.drain()
      #expect(process.issues.all.isEmpty && other.issues.all.isEmpty, "after \(calls) calls")
      for ledger in [process.store.ledger, other.store.ledger] {
        #expect(ledger.isBalanced && ledger.dropped.total == 0 && ledger.stored == 0, "\(ledger)")
      }
      if task == .append || task == .close {
        #expect(Set(all) == Set(texts(1, 0..<(task == .append ? 70 : 60))), "after \(calls) calls")
      }
    }
  }

  @Test(arguments: Task.allCases)
  func `Nor are files that others are taking over at that moment`(_ task: Task) {
    for calls in 0... {
      let disk = SimulatedDisk()
      let process = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 256_000))
      let other = SimulatedProcess(2, on: disk, policy: StorePolicy(bytes: 256_000))
      for _ in 0..<5 { process.append(10, bytes: 2_000) }
      let batch = process.store.nextBatch(count: 15, bytes: 100_000)
      process.store.close()
      other.files.interrupt(after: calls) {
        carryOut(task, process, batch)
      }
      other.drain(of: 20)
      if other.files.endInterruption() { return }
      process.append(10, bytes: 2_000)
      process.drain()
      #expect(process.issues.all.isEmpty && other.issues.all.isEmpty, "after \(calls) calls")
      for ledger in [process.store.ledger, other.store.ledger] {
        #expect(ledger.isBalanced && ledger.dropped.total == 0, "\(ledger)")
      }
    }
  }
}
