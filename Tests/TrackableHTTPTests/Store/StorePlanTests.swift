import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// A seed decides for several processes and their disk; an array knows the right records.
@Suite(.timeLimit(.minutes(15))) struct StorePlanTests {
  /// The steps of a plan.
  struct Weather: OptionSet, Sendable {
    let rawValue: Int
    /// Processes are killed.
    static let kills = Weather(rawValue: 1)
    static let powerFailures = Weather(rawValue: 2)
    /// The disk is full, read-only, locked, does not sync, or is interrupted.
    static let faults = Weather(rawValue: 4)
    static let purges = Weather(rawValue: 8)
  }

  /// The oracle: everything that was ever written, and what became of it.
  private struct Record {
    let text: String
    var isStored = false
    /// How often it was acknowledged by a reader that lived on.
    var delivered = 0
    /// Whether it may come again: it was sent and not acknowledged, or that may have been forgotten.
    var mayRepeat = false
    var isPurged = false
    /// Whether it was there before a purge was carried out that had to wait, or only in a memory when another process purged.
    var mayBePurged = false
  }

  private final class World {
    let disk: SimulatedDisk
    var random: SeededGenerator
    let weather: Weather
    var processes: [SimulatedProcess] = []
    var next = 1
    var records: [String: Record] = [:]
    /// What each process has not seen stored yet.
    var waiting: [Int: [String]] = [:]
    /// For each reader and writer, the last number that was acknowledged.
    var last: [String: Int] = [:]
    /// Processes that have closed their store, so that another may have taken their records.
    var shared: Set<Int> = []
    /// Records that have gone to the end of the store.
    var isMoved: Set<String> = []
    /// The processes with a purge that is not carried out yet.
    var purging: Set<Int> = []
    /// The processes that have not looked since another one has purged.
    var unaware: Set<Int> = []

    init(seed: UInt64, weather: Weather) {
      disk = SimulatedDisk(seed: seed)
      random = SeededGenerator(seed: seed &* 31)
      self.weather = weather
    }

    func start() {
      processes.append(SimulatedProcess(next, on: disk, policy: StorePolicy(bytes: 600_000)))
      next += 1
    }

    func kill(_ index: Int) {
      let process = processes.remove(at: index)
      process.kill()
      purging.remove(process.number)
      waiting[process.number] = nil
    }

    func append(_ process: SimulatedProcess) {
      let new = process.records(random.below(20), bytes: random.below(900))
      let mayBePurged = !isAware(process)
      for record in new { records[record.text] = Record(text: record.text, mayBePurged: mayBePurged) }
      waiting[process.number, default: []] += new.map(\.text)
      let isStored = process.store.append(new)
      for text in waiting[process.number] ?? [] {
        if isStored { records[text]?.isStored = true } else { records[text]?.mayRepeat = true }
      }
      if isStored { waiting[process.number] = [] }
      mayPurge()
      // Where there is nothing to write, nothing is opened, and a purge goes on waiting.
      if isStored, !new.isEmpty, purging.remove(process.number) != nil { leaveUnaware(process) }
    }

    /// Whether a process can know of all purges, because it looks into the folder now, or has done so since the last one.
    /// A process on a locked device cannot; once it can, it forgets all records from until then.
    func isAware(_ process: SimulatedProcess) -> Bool {
      if !disk.withState({ $0.faults.isLocked }) { unaware.remove(process.number) }
      return !unaware.contains(process.number)
    }

    /// A process has purged, and the others have yet to look.
    func leaveUnaware(_ process: SimulatedProcess) {
      unaware = Set(processes.map(\.number)).subtracting([process.number])
    }

    func deliver(_ process: SimulatedProcess) {
      _ = isAware(process)
      guard let batch = process.store.nextBatch(count: 1 + random.below(40), bytes: 20_000) else { return }
      let texts = batch.texts
      // A process that cannot look into the folder cannot know.
      let isBlind = disk.withState { $0.faults.isLocked }
      for text in texts where !isBlind { #expect(records[text]?.isPurged == false, "\(text) was purged") }
      let wanted = random.chance(80) ? texts.count : random.below(texts.count + 1)
      // Some go to the end of the store.
      let again = random.chance(20) ? batch.records.prefix(wanted).filter { _ in random.chance(20) } : []
      // Not all of them, where the disk takes nothing.
      let count = process.store.acknowledge(batch, first: wanted, again: again)
      let moved = Set(again.map(\.text))
      for text in moved {
        // The process may end before it is done with the first place.
        records[text]?.mayRepeat = true
        isMoved.insert(text)
      }
      for text in texts[..<count] where !moved.contains(text) {
        let fields = text.split(separator: ".").compactMap { Int($0) }
        let way = "\(fields[0]) to \(process.number)"
        // Order is promised to those who neither closed their store nor met a disk that failed.
        if weather.isDisjoint(with: [.faults, .powerFailures]), !shared.contains(fields[0]), !isMoved.contains(text) {
          #expect(last[way, default: -1] < fields[1], "\(text) \(way)")
        }
        if !isMoved.contains(text) { last[way] = fields[1] }
        if records[text]?.delivered != 0 { #expect(records[text]?.mayRepeat == true, "\(text) came twice") }
        records[text]?.delivered += 1
        // It could not be written down.
        if weather.contains(.faults) { records[text]?.mayRepeat = true }
      }
    }

    func purge(_ process: SimulatedProcess) {
      let isDone = process.store.purge()
      let held = Set(waiting.values.joined())
      for text in records.keys {
        if isDone, !held.contains(text) { records[text]?.isPurged = true } else { records[text]?.mayBePurged = true }
      }
      if isDone { purging.remove(process.number) } else { purging.insert(process.number) }
      leaveUnaware(process)
    }

    /// A purge that has to wait is about everything until it is carried out.
    func mayPurge() {
      if purging.isEmpty { return }
      for text in records.keys { records[text]?.mayBePurged = true }
    }

    func failPower() {
      while !processes.isEmpty { kill(0) }
      disk.failPower()
      // No sync makes sure that an acknowledgement survives that.
      for text in records.keys { records[text]?.mayRepeat = true }
    }

    func changeFaults() {
      let (kind, used) = (random.below(6), disk.withState { $0.usedBytes })
      disk.set { faults in
        faults = .init()
        switch kind {
        case 0: faults.capacity = random.chance(50) ? 0 : used + random.below(20_000)
        case 1: faults.isReadOnly = true
        case 2: faults.isLocked = true
        case 3: faults.cannotSync = true
        case 4: faults.whims = 3
        default: break
        }
      }
    }

    func step() {
      while processes.count < 3 { start() }
      disk.advance(.milliseconds(1))
      let index = random.below(processes.count)
      switch random.below(100) {
      case ..<45: append(processes[index])
      case ..<80: deliver(processes[index])
      case ..<86:
        disk.advance(.seconds(random.below(400)))
        processes[index].store.adoptAgain()
      case ..<91: if weather.contains(.kills) { kill(index) }
      case ..<93: if weather.contains(.powerFailures) { failPower() }
      case ..<97: if weather.contains(.faults) { changeFaults() }
      case ..<98: if weather.contains(.purges) { purge(processes[index]) }
      default:
        processes[index].store.close()
        shared.insert(processes[index].number)
      }
      mayPurge()
      for process in processes {
        let ledger = process.store.figures
        #expect(ledger.isBalanced, "\(ledger)")
        #expect(ledger.dropped.total == ledger.dropped[.purged], "\(ledger)")
      }
    }

    /// The disk is well again, all processes have ended, and the last one delivers the rest.
    func finish() {
      disk.set { $0 = .init() }
      for process in processes { append(process) }
      while !processes.isEmpty { kill(0) }
      start()
      while processes[0].store.nextBatch(count: 1, bytes: 1) != nil { deliver(processes[0]) }
      let ledger = processes[0].store.figures
      #expect(ledger.isBalanced && ledger.stored + ledger.inMemory == 0)
      for record in records.values where record.isStored && !record.isPurged && !record.mayBePurged {
        #expect(record.delivered > 0, "\(record.text) was lost")
      }
    }
  }

  private static let weathers: [Weather] = [
    [], .kills, [.kills, .powerFailures], [.kills, .faults], [.kills, .purges],
    [.kills, .powerFailures, .faults, .purges],
  ]

  /// How many plans of each kind there are: few in `swift test`, many in the step `store`.
  private static let plans = ProcessInfo.processInfo.environment["TRACKABLE_STORE_PLANS"].flatMap { Int($0) } ?? 2

  @Test(arguments: weathers, 1...plans)
  func `In every plan, accepted records arrive, and twice only if they had to`(_ weather: Weather, _ seed: Int) {
    let world = World(seed: UInt64(seed), weather: weather)
    for _ in 0..<150 { world.step() }
    world.finish()
    #expect(world.records.count > 300)
  }
}
