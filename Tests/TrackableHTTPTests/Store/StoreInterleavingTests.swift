import TestSupport
import Testing
import Trackable

@testable import TrackableHTTP

/// Others purge between any two calls of a process to its file system, whatever that process is doing. What was accepted
/// before is never handed out again, and what is accepted after it is not lost.
@Suite(.timeLimit(.minutes(10))) struct StoreInterleavingTests {
  /// What the process has when it begins.
  enum Start: CaseIterable {
    case new, writing, reading, holding, closed, closedHolding
  }

  /// The call during which others come in between.
  enum Doing: CaseIterable {
    case append, read, acknowledge, close, purge
  }

  /// The others' steps.
  enum Others: CaseIterable {
    case purge, purgeAndWrite, purgeAndWriteAndEnd, purgeTwice, openAndPurge
  }

  /// - Parameter gap: After how many more calls others purge once more; `nil` means that they do not.
  private static func carryOut(
    _ start: Start, _ doing: Doing, _ others: Others, after calls: Int, again gap: Int? = nil
  ) -> Bool {
    let disk = SimulatedDisk()
    let (process1, process2, process3) = (
      SimulatedProcess(1, on: disk), SimulatedProcess(2, on: disk), SimulatedProcess(3, on: disk)
    )
    process3.append(2)
    process2.append(2)
    switch start {
    case .new: break
    case .writing: process1.append(2)
    case .reading:
      process1.append(2)
      _ = process1.store.nextBatch(count: 1, bytes: 100)
    case .holding, .closedHolding:
      process1.append(1)
      disk.set { $0.capacity = 0 }
      process1.append(1)
    case .closed:
      process1.append(2)
      process1.store.close()
    }
    if start == .closedHolding { process1.store.close() }
    disk.set { $0.capacity = .max }
    let batch = doing == .acknowledge ? process1.store.nextBatch(count: 2, bytes: 100) : nil
    disk.advance(.milliseconds(1))

    let purged = Lock<Set<String>>([])
    let new = Lock<[String]>([])
    let hasBegun = Lock(false)
    let before = process1.issues.all.count
    process1.files.interrupt(after: calls) {
      hasBegun.withLock { $0 = true }
      @Sendable func purge(_ process: SimulatedProcess) {
        #expect(process.store.purge())
        disk.advance(.milliseconds(1))
      }
      func write(_ process: SimulatedProcess) {
        let records = process.records(1)
        #expect(process.store.append(records))
        new.withLock { $0.append(records[0].text) }
      }
      purged.withLock { $0 = Set((start == .new ? [2, 3] : [1, 2, 3]).flatMap { texts($0, 0..<2) }) }
      switch others {
      case .purge: purge(process2)
      case .purgeAndWrite:
        purge(process2)
        write(process3)
      case .purgeAndWriteAndEnd:
        purge(process2)
        write(process3)
        process3.kill()
      case .purgeTwice:
        purge(process2)
        write(process3)
        purged.withLock { purged in new.withLock { purged.formUnion($0) } }
        new.withLock { $0 = [] }
        purge(process3)
        write(process2)
      case .openAndPurge:
        process3.store.close()
        purge(process3)
        write(process2)
        process3.store.close()
        write(process3)
      }
      if let gap {
        process1.files.interrupt(after: gap) {
          purged.withLock { purged in new.withLock { purged.formUnion($0) } }
          new.withLock { $0 = [] }
          purge(process3)
        }
      }
    }
    var delivered: [String] = []
    switch doing {
    case .append: process1.append(1)
    case .read:
      let batch = process1.store.nextBatch(count: 5, bytes: 100)
      if !hasBegun.withLock({ $0 }) { return false }
      delivered += batch?.texts ?? []
      if let batch { process1.store.acknowledge(batch) }
    case .acknowledge: if let batch { process1.store.acknowledge(batch) }
    case .close: process1.store.close()
    case .purge: #expect(process1.store.purge())
    }
    _ = process1.files.endInterruption()
    if !hasBegun.withLock({ $0 }) { return false }

    disk.advance(.milliseconds(1))
    let last = process1.records(1)
    #expect(process1.store.append(last))
    var expected = Set(last.map(\.text))
    // Two who purge at once: what came between their purges is the later one's.
    if doing != .purge { new.withLock { expected.formUnion($0) } }
    delivered += process1.drain() + process2.drain() + process3.drain()
    for process in [process1, process2, process3] {
      process.kill()
      #expect(process.store.figures.isBalanced)
    }
    delivered += SimulatedProcess(4, on: disk).drain()
    let place = "\(start), \(doing), \(others), after \(calls) calls, again \(gap as Any)"
    #expect(process1.issues.all.count == before, "nothing was wrong: \(place)")
    #expect(purged.withLock { $0.intersection(delivered) } == [], "purged and handed out: \(place)")
    #expect(expected.subtracting(delivered) == [], "lost: \(place)")
    #expect(Set(delivered).count == delivered.count, "twice: \(place)")
    #expect(disk.segments.values.allSatisfy { $0.count < 200 })
    return true
  }

  @Test(arguments: Start.allCases, Doing.allCases)
  func `A purge, or two of them, between any two calls is heeded, and what follows it is kept`(
    _ start: Start, _ doing: Doing
  ) {
    let once = Others.allCases.map { (others: $0, gap: Int?.none) }
    let twice = (0...9).map { (others: Others.purge, gap: Int?.some($0)) }
    // The short round takes every seventh call, from another one on each time.
    let step = SearchScale.times(7, long: 1)
    var interrupted = 0
    for (number, (others, gap)) in (once + twice).enumerated() {
      var calls = number % step
      while Self.carryOut(start, doing, others, after: calls, again: gap) {
        (calls, interrupted) = (calls + step, interrupted + 1)
      }
    }
    #expect(interrupted > 0 || start == .new || doing == .close)
  }
}
