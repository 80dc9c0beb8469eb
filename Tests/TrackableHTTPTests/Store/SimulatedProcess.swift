import Foundation
import TestSupport
import Trackable

@testable import TrackableHTTP

/// A process with a store on a simulated disk.
final class SimulatedProcess: Sendable {
  static let folder = "/data/store"
  static let events = folder + "/events"

  let number: Int
  let disk: SimulatedDisk
  let files: SimulatedFileSystem
  let store: EventStore
  let issues = Mailbox<TrackableIssue>()
  private let written = Lock(0)

  /// - Parameters:
  ///   - number: What its records and folders begin with.
  init(_ number: Int, on disk: SimulatedDisk, policy: StorePolicy = StorePolicy()) {
    let files = SimulatedFileSystem(disk)
    let folders = Lock(UInt64(number) << 8)
    let issues = issues
    self.number = number
    self.disk = disk
    self.files = files
    store = EventStore(
      folder: Self.folder, policy: policy, files: files,
      random: {
        folders.withLock { name in
          name += 1
          return name
        }
      }, time: { disk.time }, location: CodeLocation(fileID: #fileID, line: #line), report: { issues.append($0) })
  }

  func kill() { files.kill() }

  /// Records of this process, numbered from 0 on.
  func records(_ count: Int, bytes: Int = 0) -> [StoredRecord] {
    let first = written.withLock { number in
      defer { number += count }
      return number
    }
    let time = disk.time
    return (first..<(first + count)).map { .sample(process: number, number: $0, time: time, bytes: bytes) }
  }

  @discardableResult
  func append(_ count: Int, bytes: Int = 0) -> Bool { store.append(records(count, bytes: bytes)) }

  /// Reads and acknowledges until nothing is left, or this many batches were read.
  @discardableResult
  func drain(batches: Int = .max, of count: Int = 10) -> [String] {
    var texts: [String] = []
    var left = batches
    while left > 0, let batch = store.nextBatch(count: count, bytes: 1_000_000) {
      texts += batch.texts
      store.acknowledge(batch)
      left -= 1
    }
    return texts
  }
}

extension StoredRecord {
  /// A record that says who wrote it, as `process.number`.
  static func sample(process: Int = 0, number: Int, time: Int64 = 0, bytes: Int = 0) -> StoredRecord {
    let text = "\(process).\(number)"
    let id = UUID(
      uuid: (
        UInt8(truncatingIfNeeded: process), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number >> 24),
        UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number)
      ))
    return StoredRecord(
      id: id, time: time, payload: Array(text.utf8) + [UInt8](repeating: 32, count: max(bytes - text.utf8.count, 0)))
  }

  var text: String { String(decoding: payload.prefix { $0 != 32 }, as: UTF8.self) }
}

extension StoredBatch {
  var texts: [String] { records.map(\.text) }
}

extension SimulatedDisk {
  /// The files of records, by their names, of all processes.
  var segments: [SegmentName: [UInt8]] {
    withState { state in
      var segments: [SegmentName: [UInt8]] = [:]
      guard let events = try? state.find(SimulatedProcess.events) else { return [:] }
      for (folder, node) in state.nodes[events]?.entries ?? [:] {
        for (name, file) in state.nodes[node]?.entries ?? [:] {
          guard let name = UInt64(folder, radix: 16).flatMap({ SegmentName(name, in: $0) }) else { continue }
          segments[name] = state.nodes[file]?.bytes
        }
      }
      return segments
    }
  }

  static func path(_ name: SegmentName) -> String { "\(SimulatedProcess.events)/\(place(name))" }

  /// The same below the folder of all processes.
  static func place(_ name: SegmentName) -> String { "\(SegmentName.digits(name.origin, 16))/\(name)" }
}

/// What several threads left.
final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])
  var all: [Element] { elements.withLock { $0 } }
  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

extension Mailbox<TrackableIssue> {
  var kinds: [TrackableIssue.Kind] { all.map(\.kind) }
}

/// `process.number` for a range of numbers.
func texts(_ process: Int, _ numbers: Range<Int>) -> [String] { numbers.map { "\(process).\($0)" } }
