import TestSupport
import Testing
import Trackable

@testable import TrackableHTTP

/// A purge that has to wait is about what was accepted until it was asked for, whenever it is carried out, and by whom.
@Suite(.timeLimit(.minutes(5))) struct StorePendingPurgeTests {
  /// Two processes, of which the first has asked for a purge that could not be carried out. Both run, and the second has
  /// stored two records before it and two after.
  private struct Pending {
    let disk: SimulatedDisk
    let process: SimulatedProcess
    let other: SimulatedProcess
    private let dead = Lock<Set<Int32>>([])

    init(seed: UInt64 = 1) {
      disk = SimulatedDisk(seed: seed)
      let dead = dead
      let life = { @Sendable (other: ProcessIdentity) -> ProcessIdentity.Life in
        dead.withLock { $0.contains(other.number) } ? .ended : .running
      }
      process = SimulatedProcess(1, on: disk, life: life)
      other = SimulatedProcess(2, on: disk, life: life)
      process.append(2)
      other.append(2)
      disk.advance(.milliseconds(1))
      disk.set { $0.isReadOnly = true }
      #expect(!process.store.purge())
      disk.set { $0.isReadOnly = false }
      disk.advance(.milliseconds(1))
      #expect(other.append(2) == .stored)
      disk.advance(.milliseconds(1))
    }

    /// Everybody delivers what they have, and then another what is left when they have ended.
    func drain() -> [String] {
      disk.advance(.milliseconds(1))
      let delivered = process.drain() + other.drain()
      for process in [process, other] {
        process.kill()
        #expect(process.store.ledger.isBalanced)
        dead.withLock { _ = $0.insert(Int32(process.number)) }
      }
      disk.advance(StoreJournal.lease * 2)
      return (delivered + SimulatedProcess(3, on: disk).drain()).sorted()
    }
  }

  @Test func `What others accepted after it was asked for stays, also in files with what goes`() {
    let pending = Pending()
    #expect(pending.process.append(1) == .stored)
    #expect(pending.drain() == ["1.2", "2.2", "2.3"])
    #expect(pending.process.issues.all.map(\.subject) == ["purging"] && pending.other.issues.all.isEmpty)
    let ledgers = [pending.process.store.ledger, pending.other.store.ledger]
    #expect(ledgers.reduce(0) { $0 + $1.dropped.purged } == 4)
    #expect(ledgers.allSatisfy { $0.dropped.total == $0.dropped.purged })
  }

  @Test func `What others had accepted before it goes, also if they could write it only afterwards`() {
    let pending = Pending()
    pending.disk.set { $0.capacity = 0 }
    #expect(pending.other.append(2) == .held)
    pending.disk.advance(.milliseconds(1))
    pending.disk.set { $0.isReadOnly = true }
    #expect(!pending.process.store.purge())
    pending.disk.set { $0 = .init() }
    pending.disk.advance(.milliseconds(1))
    #expect(pending.other.append(2) == .stored)
    #expect(pending.process.append(1) == .stored)
    #expect(pending.drain() == ["1.2", "2.6", "2.7"])
  }

  @Test(arguments: [false, true])
  func `A process that is killed at any moment of carrying it out loses nothing that stays`(_ isPowerFailure: Bool) {
    var outcomes: Set<[String]> = []
    for changes in 1...12 {
      for seed in 1...10 {
        let pending = Pending(seed: UInt64(seed))
        pending.disk.set { $0.changesLeft = changes }
        _ = pending.process.store.nextBatch(count: 1, bytes: 1)
        pending.process.kill()
        pending.disk.set { $0.changesLeft = .max }
        if isPowerFailure {
          pending.other.kill()
          pending.disk.failPower()
        }
        let left = pending.drain()
        outcomes.insert(left)
        #expect(left.suffix(2) == ["2.2", "2.3"], "\(left) after \(changes) changes, seed \(seed)")
      }
    }
    // All that was there, or nothing.
    #expect(outcomes == [["1.0", "1.1", "2.0", "2.1", "2.2", "2.3"], ["2.2", "2.3"]])
  }

  enum Others: CaseIterable {
    case write, read, purge, purgeAndWrite, writeAndPurge
  }

  @Test(arguments: Others.allCases)
  func `Others may do anything between any two calls of it`(_ others: Others) {
    for calls in 0... {
      let pending = Pending()
      var expected: Set<String> = ["1.2", "2.2", "2.3"]
      let read = Mailbox<String>()
      if others == .purge || others == .purgeAndWrite || others == .writeAndPurge { expected = ["1.2"] }
      if others == .write { expected.insert("2.4") }
      if others == .purgeAndWrite { expected.insert("2.4") }
      pending.process.files.interrupt(after: calls) {
        let other = pending.other
        func write() { #expect(other.append(1) == .stored) }
        func purge() {
          #expect(other.store.purge())
          pending.disk.advance(.milliseconds(1))
        }
        pending.disk.advance(.milliseconds(1))
        switch others {
        case .write: write()
        case .read: other.drain().forEach { read.append($0) }
        case .purge: purge()
        case .purgeAndWrite:
          purge()
          write()
        case .writeAndPurge:
          write()
          pending.disk.advance(.milliseconds(1))
          purge()
        }
      }
      // What it reads is from after both.
      let batch = pending.process.store.nextBatch(count: 10, bytes: 1_000)
      let isOver = pending.process.files.endInterruption()
      for text in batch?.texts ?? [] { read.append(text) }
      if let batch { pending.process.store.acknowledge(batch) }
      if isOver { break }
      #expect(pending.process.append(1) == .stored)
      let delivered = read.all + pending.drain()
      // What was there before may be read until it is carried out.
      let isEarly = others == .read && Set(read.all).isSuperset(of: ["2.0", "2.1"])
      if isEarly { expected.formUnion(["2.0", "2.1"]) }
      #expect(Set(delivered) == expected, "\(others) after \(calls) calls")
      #expect(pending.process.issues.all.allSatisfy { $0.subject == "purging" })
      #expect(pending.other.issues.all.isEmpty, "\(pending.other.issues.all)")
    }
  }
}
