import CBlackHole
import Cases
import Foundation
import Trackable

/// The longest time that a single call takes while links are made and dropped.
///
/// The program runs itself several times, with the same addresses each time, so that each run does exactly the same. A
/// call counts with the quickest of these runs, in its thread's CPU time: an interruption hits another call each time,
/// but what a call itself does takes its time in every run.
///
/// Calls of the C library's allocator that take more than two microseconds are not counted: it then tidies up memory that was
/// freed before. They are shown as the reference.
enum LongestCallLines {
  /// The argument that makes the program do its part. The number of objects and a file follow it.
  static let argument = "--longest-calls"

  static func measure() -> [Line] {
    [(100_000, "100,000", 7, 1_000), (1_000_000, "a million", 3, nil as Double?)].flatMap { live, name, runs, goal in
      let calls = quickest(of: runs, live: live)
      return [
        "longest call while \(name) links are made", "longest call while \(name) live objects are replaced",
        "longest call while \(name) dropped objects are swept",
      ].enumerated().map { phase, what in
        let range = phase * live..<(phase + 1) * live
        let longest = calls?.own[range].max()
        return Line(
          what: what, reference: "allocator \((calls?.allocator[range].max()).microseconds.short) us",
          figure: longest.microseconds, unit: "us", goal: calls == nil ? nil : goal.map { .atMost($0) })
      }
    }
  }

  /// What each call took in its quickest run, and the allocator in it. `nil` where runs cannot be repeated exactly.
  private static func quickest(of runs: Int, live: Int) -> Calls? {
    let file = FileManager.default.temporaryDirectory.appending(path: "trackable-calls-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    var quickest: Calls?
    for _ in 0..<runs {
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = [argument, "\(live)", file.path]
      process.environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
      guard (try? process.run()) != nil else { return nil }
      process.waitUntilExit()
      guard process.terminationStatus == 0, let data = try? Data(contentsOf: file), let calls = Calls(data) else {
        return nil
      }
      if var known = quickest {
        guard known.merge(calls) else {
          print("The longest call cannot be judged: two runs did not have the same addresses.")
          return nil
        }
        quickest = known
      } else {
        quickest = calls
      }
    }
    return quickest
  }

  /// The program's part: makes links, replaces each of them, drops all objects, and lets others sweep them.
  @MainActor static func run(live: Int, file: String) throws {
    guard fix_addresses() else { throw CocoaError(.featureUnsupported) }
    TrackableSystem.bootstrap(CountingTracker())
    var calls = Calls(count: 3 * live)
    let objects = LinkedObjects(capacity: live)
    let others = LinkedObjects(capacity: 1_000)
    others.link(times: 1_000)
    Allocations.countStalls(true)
    for _ in 0..<2 * live { calls.measure { objects.linkOne() } }
    objects.dropAll()
    for _ in 0..<live { calls.measure { others.linkOne() } }
    Allocations.countStalls(false)
    calls.addresses = objects.addresses
    try calls.data.write(to: URL(filePath: file))
  }

  private struct Calls {
    /// Nanoseconds of each call, without the allocator's.
    private(set) var own: [UInt64] = []
    private(set) var allocator: [UInt64] = []
    /// A number that is the same if the objects had the same addresses.
    var addresses = UInt64(0)

    init(count: Int) {
      // Touched beforehand, so that storing a time costs the same each time.
      own = Array(repeating: 0, count: count)
      allocator = own
      own.removeAll(keepingCapacity: true)
      allocator.removeAll(keepingCapacity: true)
    }

    @MainActor mutating func measure(_ body: @MainActor () -> Void) {
      let stalled = Allocations.stalledNanoseconds
      let start = thread_nanoseconds()
      body()
      let time = thread_nanoseconds() - start
      let waited = Allocations.stalledNanoseconds - stalled
      own.append(time - min(time, waited))
      allocator.append(waited)
    }

    /// Keeps the quicker run of each call. Returns whether the runs can be compared.
    mutating func merge(_ other: Calls) -> Bool {
      guard other.addresses == addresses, other.own.count == own.count else { return false }
      for index in own.indices where other.own[index] < own[index] { own[index] = other.own[index] }
      for index in allocator.indices where other.allocator[index] < allocator[index] {
        allocator[index] = other.allocator[index]
      }
      return true
    }

    var data: Data { (own + allocator + [addresses]).withUnsafeBytes { Data($0) } }

    init?(_ data: Data) {
      let numbers = data.withUnsafeBytes { bytes in
        (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
      }
      guard let addresses = numbers.last else { return nil }
      let count = (numbers.count - 1) / 2
      own = Array(numbers[..<count])
      allocator = Array(numbers[count..<2 * count])
      self.addresses = addresses
    }
  }
}

extension UInt64? {
  fileprivate var microseconds: Double { map { Double($0) / 1_000 } ?? .nan }
}
