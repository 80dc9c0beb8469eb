import TestSupport
import Testing

@testable import TrackableHTTP

/// After a kill or a power failure at any step, the accepted records are there, in order.
@Suite(.timeLimit(.minutes(10))) struct StoreCrashTests {
  struct Outcome {
    var accepted: [String] = []
    var sent: [String] = []
    var acknowledged: [String] = []
    /// Those that ever went to the end of the store, and those that are there.
    var (moved, atEnd): (Set<String>, Set<String>) = ([], [])
  }

  /// Appends, reads and acknowledges across several files, after it has adopted the records there.
  private func work(_ process: SimulatedProcess, _ disk: SimulatedDisk) -> Outcome {
    var outcome = Outcome()
    for round in 0..<12 {
      let before = disk.changes
      let records = process.records(20, bytes: 600)
      if process.store.append(records), disk.withState({ $0.faults.changesLeft > 0 }) {
        outcome.accepted += records.map(\.text)
      }
      guard round % 3 == 2, disk.changes >= before else { continue }
      guard let batch = process.store.nextBatch(count: 45, bytes: 1_000_000) else { continue }
      outcome.sent += batch.texts
      let again = batch.records.enumerated().filter { $0.offset % 7 == 3 }.map(\.element)
      let moved = Set(again.map(\.text))
      outcome.moved.formUnion(moved)
      outcome.atEnd = outcome.atEnd.subtracting(batch.texts).union(moved)
      process.store.acknowledge(batch, again: again)
      #expect(process.store.figures.isBalanced)
      // The last acknowledgement may be the one that did not get through.
      if disk.withState({ $0.faults.changesLeft > 0 }) {
        outcome.acknowledged += batch.texts.filter { !moved.contains($0) }
      }
    }
    return outcome
  }

  @Test func `A process that is killed at any change of the disk loses nothing that it had accepted`() {
    let whole = SimulatedDisk()
    _ = work(SimulatedProcess(1, on: whole, policy: StorePolicy(bytes: 600_000)), whole)
    #expect(whole.changes > 20)
    for changes in 1...whole.changes {
      let disk = SimulatedDisk(seed: UInt64(changes))
      let first = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 600_000))
      disk.set { $0.changesLeft = changes }
      let outcome = work(first, disk)
      first.kill()
      disk.set { $0.changesLeft = .max }
      let next = SimulatedProcess(2, on: disk, policy: StorePolicy(bytes: 600_000))
      let rest = next.drain(of: 50)
      // Of a record that was being written, nothing is left that would be one.
      #expect(next.issues.all.isEmpty && next.store.figures.dropped.total == 0 && next.store.figures.isBalanced)
      let acknowledged = Set(outcome.acknowledged)
      #expect(acknowledged.isDisjoint(with: rest))
      #expect(Set(outcome.accepted).subtracting(outcome.sent).isSubset(of: rest))
      #expect(Set(outcome.accepted).subtracting(acknowledged).subtracting(rest).isSubset(of: Set(outcome.sent)))
      #expect(outcome.atEnd.intersection(outcome.accepted).isSubset(of: rest), "after \(changes)")
      let others = rest.filter { !outcome.moved.contains($0) }.compactMap { Int($0.dropFirst(2)) }
      #expect(others == others.sorted() && Set(others).count == others.count)
    }
  }

  @Test(arguments: 1...SearchScale.times(18, long: 150))
  func `A power failure at any change of the disk loses nothing that was accepted`(_ seed: Int) {
    let disk = SimulatedDisk(seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed))
    let first = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 600_000))
    disk.set { $0.changesLeft = 1 + random.below(45) }
    let outcome = work(first, disk)
    first.kill()
    disk.set { $0.changesLeft = .max }
    disk.failPower()
    let reader = SimulatedProcess(2, on: disk, policy: StorePolicy(bytes: 600_000))
    let rest = reader.drain(of: 50)
    #expect(Set(outcome.accepted).subtracting(outcome.sent).isSubset(of: rest))
    let others = rest.filter { !outcome.moved.contains($0) }
    #expect(Set(others).count == others.count && reader.store.figures.isBalanced)
  }

  @Test(arguments: 1...SearchScale.times(10, long: 60))
  func `A process that is killed while it adopts leaves everything to the next one`(_ changes: Int) {
    let disk = SimulatedDisk(seed: UInt64(changes))
    let policy = StorePolicy(bytes: 600_000)
    for number in 1...3 {
      let process = SimulatedProcess(number, on: disk, policy: policy)
      for _ in 0..<4 { process.append(40, bytes: 400) }
      process.kill()
    }
    disk.set { $0.changesLeft = changes }
    let adopter = SimulatedProcess(4, on: disk, policy: policy)
    var acknowledged: [String] = []
    while let batch = adopter.store.nextBatch(count: 50, bytes: 100_000) {
      adopter.store.acknowledge(batch)
      if disk.withState({ $0.faults.changesLeft <= 0 }) { break }
      acknowledged += batch.texts
    }
    adopter.kill()
    disk.set { $0.changesLeft = .max }
    let rest = SimulatedProcess(5, on: disk, policy: policy).drain(of: 50)
    #expect(Set(acknowledged + rest).count >= 480 - 50)
    #expect(Set(acknowledged).isDisjoint(with: rest))
    for number in 1...3 {
      let own = rest.filter { $0.hasPrefix("\(number).") }
      let first = 160 - own.count
      #expect(own == texts(number, first..<160))
    }
  }
}
