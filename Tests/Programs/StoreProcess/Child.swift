import Foundation
import Trackable

@testable import TrackableHTTP

/// A process that writes records until it is killed, and prints each accepted record. If it delivers as well, it says so in
/// front of each record, before it acknowledges. It should have no issues: an issue is a line that the parent refuses.
struct Child {
  let folder: String
  let writer: Int

  init(_ arguments: ArraySlice<String>) {
    let arguments = Array(arguments)
    guard arguments.count == 3, let writer = Int(arguments[2]) else { fail("A child needs a folder and a number.") }
    folder = arguments[1]
    self.writer = writer
    // As many descriptors as an app has on Apple's systems.
    var limit = rlimit(rlim_cur: 256, rlim_max: 256)
    #if canImport(Darwin)
      setrlimit(RLIMIT_NOFILE, &limit)
    #else
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
  }

  func write(delivering: Bool) -> Never {
    let store = makeStore()
    var next = 0
    while true {
      let count = 1 + next % 13
      let records = (next..<(next + count)).map { Text(writer: writer, number: $0).record(bytes: 50 + $0 % 400) }
      if store.append(records) { say(records.map { "+\(Text($0))" }) }
      next += count
      if delivering, let batch = store.nextBatch(count: 20, bytes: 100_000) {
        say(batch.records.map { "-\(Text($0))" })
        store.acknowledge(batch)
      }
    }
  }

  /// Writes, delivers the records, and purges, and says so.
  func purge() {
    let store = makeStore()
    for number in 0..<2_000 {
      let text = Text(writer: writer, number: number)
      if store.append([text.record(bytes: 300)]) { say(["+\(text)"]) }
      if number % 3 > 0, let batch = store.nextBatch(count: 20, bytes: 100_000) {
        say(batch.records.map { "-\(Text($0))" })
        store.acknowledge(batch)
      }
      if number % 2 > 0 { say([store.purge() ? "purged" : "A purge failed."]) }
    }
  }

  private func makeStore() -> EventStore {
    StoreProcess.makeStore(folder) { say(["\($0)"]) }
  }

  /// In one write, past all buffers: the lines are out, also if this process dies at once.
  private func say(_ lines: [String]) {
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }
}

/// What a record says: who wrote it, and which of theirs it is.
struct Text: Hashable, CustomStringConvertible {
  let writer: Int
  let number: Int

  var description: String { "\(writer).\(number)" }

  init(writer: Int, number: Int) {
    self.writer = writer
    self.number = number
  }

  init?(_ text: some StringProtocol) {
    let fields = text.split(separator: ".").map { Int($0) }
    guard fields.count == 2, let writer = fields[0], let number = fields[1] else { return nil }
    self.init(writer: writer, number: number)
  }

  init(_ record: StoredRecord) {
    guard let text = Text(String(decoding: record.payload.prefix { $0 != 32 }, as: UTF8.self)) else {
      fail("A record came back as something else.")
    }
    if text.record(bytes: record.payload.count).id != record.id { fail("\(text) came with another id.") }
    self = text
  }

  func record(bytes: Int) -> StoredRecord {
    var uuid = UUID().uuid
    withUnsafeMutableBytes(of: &uuid) { buffer in
      buffer.storeBytes(of: writer, as: Int.self)
      buffer.storeBytes(of: number, toByteOffset: 8, as: Int.self)
    }
    let text = Array(description.utf8)
    return StoredRecord(
      id: UUID(uuid: uuid), time: Date().milliseconds,
      payload: text + [UInt8](repeating: 32, count: max(bytes - text.count, 0)))
  }
}

func makeStore(
  _ folder: String, policy: StorePolicy = StorePolicy(bytes: 2_000_000_000),
  report: @escaping @Sendable (TrackableIssue) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
) -> EventStore {
  EventStore(
    folder: folder, policy: policy, location: CodeLocation(fileID: #fileID, line: #line), report: report)
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  exit(1)
}
