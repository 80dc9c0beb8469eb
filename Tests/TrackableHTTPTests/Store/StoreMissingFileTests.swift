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

  enum Task: CaseIterable {
    case append, read, acknowledge, close
  }

  @Test(arguments: [Task.append, .read, .acknowledge])
  func `Records in a file that was deleted are counted, with an issue`(_ doing: Task) {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    let batch = process.store.nextBatch(count: 2, bytes: 1_000)
    deleteRecords()
    switch doing {
    case .append: #expect(process.append(1))
    case .read, .close: #expect(process.drain() == [])
    case .acknowledge: if let batch { process.store.acknowledge(batch) }
    }
    process.drain()
    #expect(process.issues.kinds == [.storeDamaged])
    let delivered = doing == .acknowledge ? 2 : doing == .append ? 1 : 0
    let lost = doing == .acknowledge ? 3 : 5
    #expect(process.store.figures.dropped[.damaged] == lost)
    #expect(process.store.figures.delivered == delivered && process.store.figures.isBalanced)
    process.append(1)
    #expect(process.drain() == texts(1, (lost + delivered)..<(lost + delivered + 1)))
  }

  /// - Parameter isPurge: Whether the folder of all processes is gone, and not only that of one.
  @Test(arguments: [false, true])
  func `Where a folder is deleted, a process goes back to the disk, and knows whether it was a purge`(isPurge: Bool) {
    let process = SimulatedProcess(1, on: disk)
    process.append(5)
    disk.withState { state in
      guard let parent = try? state.find(isPurge ? "/data" : SimulatedProcess.events) else { return }
      for id in (state.nodes[parent]?.entries ?? [:]).values { state.nodes[id]?.isLinked = false }
      state.nodes[parent]?.entries = [:]
    }
    #expect(process.append(3))
    #expect(process.issues.kinds == (isPurge ? [] : [.storeDamaged]))
    #expect(
      process.store.figures == StoredFigures(accepted: 8, dropped: [isPurge ? .purged : .damaged: 5], stored: 3))
    process.kill()
    #expect(SimulatedProcess(2, on: disk).drain() == texts(1, 5..<8))
  }

  private func carryOut(_ task: Task, _ process: SimulatedProcess, _ batch: StoredBatch?) {
    switch task {
    case .append: process.append(10, bytes: 2_000)
    case .read: process.drain()
    case .acknowledge: if let batch { process.store.acknowledge(batch) }
    case .close: process.store.close()
    }
  }

  /// A process has a closed store, whose records others take over, and deliver in part or all.
  ///
  /// - Parameters:
  ///   - batches: How many of them others deliver. Then they have ended.
  ///   - isReverse: Whether the process comes between the calls of the others, and not they between its own.
  @Test(arguments: Task.allCases, [(0, false), (2, false), (.max, false), (.max, true)] as [(Int, Bool)])
  func `Others may take over and deliver records between any two calls, without an issue`(
    _ task: Task, _ others: (batches: Int, isReverse: Bool)
  ) {
    for calls in 0... {
      let disk = SimulatedDisk()
      // Files are full after three batches.
      let process = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 256_000))
      let other = SimulatedProcess(2, on: disk, policy: StorePolicy(bytes: 256_000))
      for _ in 0..<5 { process.append(10, bytes: 2_000) }
      let batch = process.store.nextBatch(count: 15, bytes: 100_000)
      if task != .close || others.isReverse { process.store.close() }
      let delivered = Mailbox<String>()
      let takeOver: @Sendable () -> Void = {
        if others.batches == 0 { _ = other.store.nextBatch(count: 1, bytes: 1) }
        for text in other.drain(batches: others.batches, of: 20) { delivered.append(text) }
      }
      let (first, second) = others.isReverse ? (other, process) : (process, other)
      first.files.interrupt(after: calls) {
        if others.isReverse { return carryOut(task, process, batch) }
        takeOver()
        other.store.close()
      }
      if others.isReverse { takeOver() } else { carryOut(task, process, batch) }
      if first.files.endInterruption() { return }
      process.append(10, bytes: 2_000)
      var all = delivered.all + process.drain()
      #expect(first.issues.all.isEmpty && second.issues.all.isEmpty, "after \(calls) calls")
      if !others.isReverse {
        other.store.adoptAgain()
        all += other.drain() + process.drain()
        #expect(process.store.figures.stored == 0 && other.store.figures.stored == 0)
        if task == .append || task == .close {
          #expect(Set(all) == Set(texts(1, 0..<(task == .append ? 70 : 60))), "after \(calls) calls")
        }
      }
      for ledger in [process.store.figures, other.store.figures] {
        #expect(ledger.isBalanced && ledger.dropped.total == 0, "\(ledger)")
      }
    }
  }
}
