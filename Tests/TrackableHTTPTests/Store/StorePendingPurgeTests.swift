import TestSupport
import Testing
import Trackable

@testable import TrackableHTTP

/// A purge that has to wait is about what was accepted until it was asked for, whenever it is carried out, and by whom.
@Suite(.timeLimit(.minutes(10))) struct StorePendingPurgeTests {
  /// Processes of which two have asked for a purge that could not be carried out. The other has stored two records before
  /// it and two after.
  private struct Pending {
    let disk: SimulatedDisk
    let process: SimulatedProcess
    let second: SimulatedProcess
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
      second = SimulatedProcess(4, on: disk, life: life)
      process.append(2)
      other.append(2)
      disk.advance(.milliseconds(1))
      disk.set { $0.isReadOnly = true }
      #expect(!process.store.purge())
      disk.advance(.milliseconds(1))
      #expect(!second.store.purge())
      disk.set { $0.isReadOnly = false }
      disk.advance(.milliseconds(1))
      #expect(other.append(2) == .stored)
      disk.advance(.milliseconds(1))
    }

    /// How many files are left where purges have moved them.
    var purgedFiles: Int {
      let folder = SimulatedProcess.folder
      let names = (try? process.files.names(in: folder)) ?? []
      return names.filter { $0.hasPrefix("purged-") }.reduce(0) { $0 + disk.files(in: "\(folder)/\($1)").count }
    }

    /// Everybody delivers what they have, and then another what is left when they have ended.
    func drain() -> [String] {
      disk.advance(.milliseconds(1))
      let delivered = process.drain() + other.drain()
      for process in [process, other, second] {
        process.kill()
        #expect(process.store.ledger.isBalanced)
        dead.withLock { _ = $0.insert(Int32(process.number)) }
      }
      disk.advance(StoreJournal.lease * 2)
      return (delivered + SimulatedProcess(3, on: disk).drain()).sorted()
    }
  }

  @Test(arguments: [0, 2_000])
  func `What others accepted after it was asked for stays, also in files with what goes`(_ fileTimeStep: Int64) {
    let pending = Pending()
    pending.disk.withState { state in
      for id in state.nodes.keys where fileTimeStep > 0 {
        state.nodes[id, default: .init()].modified -= state.nodes[id, default: .init()].modified % fileTimeStep + 1
      }
    }
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
  func `Processes that are killed at any moment of carrying it out lose nothing that stays`(_ isPowerFailure: Bool) {
    var outcomes: Set<[String]> = []
    for (first, second) in (0..<45).flatMap({ first in
      stride(from: first % 7, to: 45, by: SearchScale.times(21, long: 7)).map { (first, $0) }
    }) {
      for seed in 1...(isPowerFailure ? SearchScale.times(3, long: 10) : 1) {
        let pending = Pending(seed: UInt64(seed))
        for (process, calls) in [(pending.process, first), (pending.second, second)] {
          process.files.interrupt(after: calls) { process.kill() }
          _ = process.store.nextBatch(count: 1, bytes: 1)
          process.kill()
        }
        if isPowerFailure {
          pending.other.kill()
          pending.disk.failPower()
        }
        let left = pending.drain()
        outcomes.insert(left)
        #expect(left.suffix(2) == ["2.2", "2.3"], "\(left) after \(first) and \(second) calls, seed \(seed)")
      }
    }
    // All that was there, or nothing.
    #expect(outcomes == [["1.0", "1.1", "2.0", "2.1", "2.2", "2.3"], ["2.2", "2.3"]])
  }

  @Test func `What others accept while it is being asked for is deleted or delivered, and stays if that was after it`()
  {
    var outcomes: Set<[String]> = []
    for calls in 0... {
      let disk = SimulatedDisk()
      let process = SimulatedProcess(1, on: disk)
      let other = SimulatedProcess(2, on: disk)
      process.append(1)
      other.append(1)
      process.files.interrupt(after: calls) {
        disk.advance(.milliseconds(1))
        #expect(other.append(1) == .stored)
        other.kill()
      }
      #expect(process.store.purge())
      if process.files.endInterruption() { break }
      disk.advance(.milliseconds(1))
      outcomes.insert(process.drain())
      #expect(process.issues.all.isEmpty && process.store.ledger.isBalanced)
    }
    #expect(outcomes == [["2.1"]])
  }

  enum Others: CaseIterable {
    case write, read, purge, purgeAndWrite, writeAndPurge
    /// Somebody has only just begun to purge, and somebody else to write.
    case beginToPurge
  }

  @Test(arguments: Others.allCases)
  func `Others may do anything between any two calls of it`(_ others: Others) {
    for calls in 0... {
      let pending = Pending()
      var expected: Set<String> = ["1.2", "2.2", "2.3"]
      let read = Mailbox<String>()
      if others != .write, others != .read { expected = ["1.2"] }
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
        case .beginToPurge:
          let purged = "\(SimulatedProcess.folder)/\(StorePurge(at: pending.disk.time.wall).name)"
          if (try? other.files.move(SimulatedProcess.events, to: purged)) == nil {
            try? other.files.makeFolder(at: purged)
          }
          try? other.files.makeFolder(at: SimulatedProcess.events)
          pending.disk.advance(.milliseconds(1))
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
      #expect(pending.purgedFiles == 0)
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
