import Foundation
import TestSupport
import Trackable

@testable import TrackableHTTP

/// A disk in memory that fails on demand, forgets bytes without a sync, and stops working in the middle of a call.
///
/// Several simulated processes share one disk. Its clock is the time of day for all of them.
final class SimulatedDisk: Sendable {
  struct Faults {
    /// How many bytes of files there is room for.
    var capacity = Int.max
    var isReadOnly = false
    /// A device before its first unlock.
    var isLocked = false
    /// A process that has as many open files as it may.
    var isOutOfFiles = false
    var cannotSync = false
    var cannotShorten = false
    /// The numbers of folders that know no syncing.
    var unsyncable: Set<Int> = []
    /// Unless it is 0, writes and reads are short.
    var whims = 0
    /// What the paths of files that cannot be read end with.
    var unreadable: Set<String> = []
    /// After this many more changes the process is dead: the next one happens in part or not at all.
    var changesLeft = Int.max
  }

  enum Change {
    case link(String, Int)
    case unlink(String, Int)
    case move(String, String, Int)
  }

  struct Node {
    var isFolder = false
    /// By what a file is known; another one gets it once this one has no name and is open nowhere.
    var number = 0
    var isLinked = true
    var names = 1
    var bytes: [UInt8] = []
    var synced: [UInt8] = []
    var entries: [String: Int] = [:]
    var durable: [String: Int] = [:]
    var pending: [Change] = []

    mutating func write(_ new: ArraySlice<UInt8>, at offset: Int) {
      bytes += [UInt8](repeating: 0, count: max(offset + new.count - bytes.count, 0))
      bytes.replaceSubrange(offset..<(offset + new.count), with: new)
    }
  }

  struct State {
    var nodes: [Int: Node] = [0: Node(isFolder: true)]
    var nextNode = 1
    var open: [Int32: Int] = [:]
    /// How many were open at a time at most.
    var mostOpen = 0
    /// Which open file has the lock of a node.
    var locks: [Int: Int32] = [:]
    var nextOpen: Int32 = 3
    var faults = Faults()
    var wall: Int64 = 1_000_000_000
    var random: SeededGenerator
    var changes = 0
  }

  private let state: Lock<State>

  init(seed: UInt64 = 1) {
    state = Lock(State(random: SeededGenerator(seed: seed)))
  }

  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

  func set(_ change: (inout Faults) -> Void) { withState { change(&$0.faults) } }

  /// Time passes.
  func advance(_ duration: Duration, clockBy jump: Int64 = 0) {
    withState {
      $0.wall += Int64(duration / .milliseconds(1)) + jump
    }
  }

  var time: Int64 { withState { $0.wall } }
  /// How many changes were made so far.
  var changes: Int { withState { $0.changes } }

  /// Changes the bytes of a file behind the processes' back.
  func damage(_ path: String, _ change: (inout [UInt8]) -> Void) {
    withState { state in
      guard let node = try? state.find(path) else { return }
      change(&state.nodes[node, default: Node()].bytes)
    }
  }

  /// The power fails: of the bytes without a sync, some are there and some are not, in any order.
  func failPower() {
    withState { state in
      state.open = [:]
      state.locks = [:]
      for (id, node) in state.nodes.sorted(by: { $0.key < $1.key }) {
        var node = node
        if node.isFolder {
          node.entries = node.durable
          for change in node.pending where state.random.chance(50) {
            switch change {
            case .link(let name, let id): if node.entries[name] == nil { node.entries[name] = id }
            case .unlink(let name, let id): if node.entries[name] == id { node.entries[name] = nil }
            case .move(let name, let other, let id):
              if node.entries[name] == id {
                node.entries[name] = nil
                node.entries[other] = id
              }
            }
          }
          node.durable = node.entries
          node.pending = []
        } else if node.bytes != node.synced {
          // Some of what was written or cut off after the last sync, block by block, and zeros for the rest of what is new.
          let written = node.bytes
          let change = written.count - node.synced.count
          let size = min(written.count, node.synced.count) + state.random.below(abs(change) + 1)
          node.bytes = node.synced + [UInt8](repeating: 0, count: max(change, 0))
          let block = 1 + state.random.below(64)
          for start in stride(from: 0, to: written.count, by: block) where state.random.chance(50) {
            let end = min(start + block, written.count)
            node.bytes.replaceSubrange(start..<end, with: written[start..<end])
          }
          node.bytes.removeLast(node.bytes.count - size)
          node.synced = node.bytes
        }
        state.nodes[id] = node
      }
      let linked = Set(state.nodes.values.flatMap(\.entries.values))
      for id in state.nodes.keys { state.nodes[id]?.isLinked = id == 0 || linked.contains(id) }
    }
  }
}

extension SimulatedDisk {
  enum Fault: CaseIterable, Sendable { case full, readOnly, locked, unsynced, outOfFiles }

  func set(_ fault: Fault) {
    set { faults in
      switch fault {
      case .full: faults.capacity = 0
      case .readOnly: faults.isReadOnly = true
      case .locked: faults.isLocked = true
      case .unsynced: faults.cannotSync = true
      case .outOfFiles: faults.isOutOfFiles = true
      }
    }
  }
}

extension SimulatedDisk.State {
  typealias Node = SimulatedDisk.Node

  mutating func close(_ file: OpenFile) {
    guard let node = open.removeValue(forKey: file.number) else { return }
    if locks[node] == file.number { locks[node] = nil }
  }

  func find(_ path: String) throws(FileError) -> Int {
    var node = 0
    for name in path.split(separator: "/") {
      guard let next = nodes[node]?.entries[String(name)] else { throw .notFound }
      node = next
    }
    return node
  }

  func parent(_ path: String) throws(FileError) -> (folder: Int, name: String) {
    let names = path.split(separator: "/")
    return (try find(names.dropLast().joined(separator: "/")), String(names.last ?? ""))
  }

  /// What every call meets first.
  mutating func begin(_ path: String = "", changes isChange: Bool = false) throws(FileError) {
    if faults.changesLeft <= 0 { throw FileError(code: 9) }
    if faults.isLocked { throw .denied }
    if faults.unreadable.contains(where: { path.hasSuffix($0) }) { throw .denied }
    guard isChange else { return }
    if faults.isReadOnly { throw FileError(code: EROFS) }
    changes += 1
    faults.changesLeft -= 1
    if faults.changesLeft == 0 { throw FileError(code: 9) }
  }

  /// The bytes of all files that have a name.
  var usedBytes: Int { bytes(below: 0) }

  var fileCount: Int { nodes.values.count { $0.isLinked && !$0.isFolder } }

  private func bytes(below id: Int) -> Int {
    guard let node = nodes[id] else { return 0 }
    return node.entries.values.reduce(node.bytes.count) { $0 + bytes(below: $1) }
  }

  func node(_ file: OpenFile) throws(FileError) -> Int {
    guard let id = open[file.number] else { throw FileError(code: 9) }
    return id
  }

  mutating func link(_ path: String, isFolder: Bool) throws(FileError) -> Int {
    let (folder, name) = try parent(path)
    if nodes[folder]?.entries[name] != nil { throw .exists }
    let id = nextNode
    nextNode += 1
    let opened = Set(open.values)
    let taken = Set(nodes.compactMap { $1.isLinked || opened.contains($0) ? $1.number : nil })
    let number = (1...).first { !taken.contains($0) } ?? id
    nodes[id] = Node(isFolder: isFolder, number: number)
    nodes[folder]?.entries[name] = id
    nodes[folder]?.pending.append(.link(name, id))
    return id
  }

  mutating func opened(_ node: Int) -> OpenFile {
    nextOpen += 1
    open[nextOpen] = node
    mostOpen = max(mostOpen, open.count)
    return OpenFile(number: nextOpen)
  }

  mutating func unlink(_ path: String, isFolder: Bool) throws(FileError) {
    let (folder, name) = try parent(path)
    guard let id = nodes[folder]?.entries[name], let node = nodes[id] else { throw .notFound }
    if node.isFolder != isFolder || !node.entries.isEmpty { throw FileError(code: 39) }
    nodes[folder]?.entries[name] = nil
    nodes[id]?.names -= 1
    if node.names == 1 { nodes[id]?.isLinked = false }
    nodes[folder]?.pending.append(.unlink(name, id))
  }
}
