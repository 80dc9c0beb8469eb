import Foundation
import Trackable

@testable import TrackableHTTP

/// A simulated process's view of a disk. Once it is dead, nothing it does has an effect.
struct SimulatedFileSystem: FileSystem {
  let disk: SimulatedDisk
  let isAlive: Lock<Bool>
  /// The others' work just before this process's next write, or its next sync.
  let beforeWriting = Lock<[@Sendable () -> Void]>([])
  let beforeSyncing = Lock<[@Sendable () -> Void]>([])
  /// The folders that only this device has.
  let protected = Lock<Set<String>>([])
  private let opened = Lock<Set<OpenFile>>([])
  private let interruption = Lock<(calls: Int, others: @Sendable () -> Void)?>(nil)

  init(_ disk: SimulatedDisk) {
    self.disk = disk
    isAlive = Lock(true)
  }

  /// Has others do something between two calls of this process: when it has made this many.
  func interrupt(after calls: Int, _ others: @escaping @Sendable () -> Void) {
    interruption.withLock { $0 = (calls, others) }
  }

  /// Forgets the others' work. Returns whether it was still to be done.
  func endInterruption() -> Bool {
    interruption.withLock { interruption in
      defer { interruption = nil }
      return interruption != nil
    }
  }

  private func meanwhile(_ others: Lock<[@Sendable () -> Void]>) {
    let next = others.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    next?()
  }

  /// `kill -9`: the system closes what the process had open.
  func kill() {
    isAlive.withLock { $0 = false }
    let files = opened.withLock { $0 }
    disk.withState { state in for file in files { state.close(file) } }
  }

  private func remember(_ file: OpenFile) -> OpenFile {
    opened.withLock { _ = $0.insert(file) }
    return file
  }

  private func call<Result: Sendable>(
    _ body: (inout SimulatedDisk.State) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    if !isAlive.withLock({ $0 }) { throw FileError(code: 9) }
    let others = interruption.withLock { interruption -> (@Sendable () -> Void)? in
      guard let (calls, others) = interruption else { return nil }
      interruption = calls > 0 ? (calls - 1, others) : nil
      return calls > 0 ? nil : others
    }
    others?()
    return try disk.withState { state in
      Swift.Result { () throws(FileError) in try body(&state) }
    }.get()
  }

  func makeFolder(at path: String) throws(FileError) {
    try call { state throws(FileError) in
      if (try? state.find(path)) != nil { return }
      try state.begin(path, changes: true)
      _ = try state.link(path, isFolder: true)
    }
  }

  func protectFolder(at path: String) { protected.withLock { _ = $0.insert(path) } }

  func names(in folder: String) throws(FileError) -> [String] {
    try call { state throws(FileError) in
      try state.begin(folder)
      // In no order, but the same one in every run.
      return (state.nodes[try state.find(folder)]?.entries ?? [:]).keys.sorted().reversed()
    }
  }

  func identity(at path: String) throws(FileError) -> FileIdentity {
    try call { state throws(FileError) in
      try state.begin()
      return state.identity(try state.find(path))
    }
  }

  func identity(of file: OpenFile) throws(FileError) -> FileIdentity {
    try call { state throws(FileError) in state.identity(try state.node(file)) }
  }

  func makeFile(at path: String) throws(FileError) -> OpenFile {
    remember(
      try call { state throws(FileError) in
        try state.begin(path, changes: true)
        return state.opened(try state.link(path, isFolder: false))
      })
  }

  func openForWriting(_ path: String) throws(FileError) -> OpenFile { try openForReading(path) }

  func link(_ path: String, to other: String) throws(FileError) {
    try call { state throws(FileError) in
      try state.begin(path, changes: true)
      let (folder, name) = try state.parent(other)
      let id = try state.find(path)
      if state.nodes[folder]?.entries[name] != nil { throw .exists }
      state.nodes[folder]?.entries[name] = id
      state.nodes[id]?.names += 1
      state.nodes[folder]?.pending.append(.link(name, id))
    }
  }

  func size(at path: String) throws(FileError) -> Int {
    try call { state throws(FileError) in
      try state.begin()
      return state.nodes[try state.find(path)]?.bytes.count ?? 0
    }
  }

  func openForReading(_ path: String) throws(FileError) -> OpenFile {
    remember(
      try call { state throws(FileError) in
        try state.begin(path)
        if state.faults.isOutOfFiles { throw FileError(code: EMFILE) }
        return state.opened(try state.find(path))
      })
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int) throws(FileError) -> Int {
    meanwhile(beforeWriting)
    return try call { state throws(FileError) in
      let id = try state.node(file)
      var count = bytes.count
      if state.faults.whims > 0, count > 1 { count = 1 + state.random.below(count) }
      do throws(FileError) { try state.begin(changes: true) } catch {
        // A process that dies in the middle of a write has written some of it.
        if state.faults.changesLeft == 0 {
          state.nodes[id]?.write(bytes.prefix(state.random.below(count + 1)), at: offset)
        }
        throw error
      }
      // Only what is behind the end of a file takes room, unless the disk has none at all: some copy what they write over.
      let there = state.faults.capacity == 0 ? 0 : max((state.nodes[id]?.bytes.count ?? 0) - offset, 0)
      let room = max(state.faults.capacity - state.usedBytes, 0)
      if count > room { count = min(count, room + there) }
      if count <= 0 { throw FileError(code: ENOSPC) }
      state.nodes[id]?.write(bytes.prefix(count), at: offset)
      return count
    }
  }

  func read(_ file: OpenFile, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try call { state throws(FileError) in
      try state.begin()
      let bytes = state.nodes[try state.node(file)]?.bytes ?? []
      var count = min(count, bytes.count - offset)
      if count <= 0 { return [] }
      if state.faults.whims > 0 { count = 1 + state.random.below(count) }
      return Array(bytes[offset..<(offset + count)])
    }
  }

  func shorten(_ file: OpenFile, to size: Int) throws(FileError) {
    try call { state throws(FileError) in
      try state.begin(changes: true)
      if state.faults.cannotShorten { throw FileError(code: EIO) }
      let id = try state.node(file)
      if let count = state.nodes[id]?.bytes.count, count > size { state.nodes[id]?.bytes.removeLast(count - size) }
    }
  }

  func synchronize(_ file: OpenFile) throws(FileError) {
    meanwhile(beforeSyncing)
    try call { state throws(FileError) in
      try state.begin()
      if state.faults.cannotSync { throw FileError(code: 5) }
      let id = try state.node(file)
      if state.faults.unsyncable.contains(state.nodes[id]?.number ?? -1) { throw FileError(code: EINVAL) }
      guard let node = state.nodes[id] else { return }
      state.nodes[id]?.synced = node.bytes
      state.nodes[id]?.durable = node.entries
      state.nodes[id]?.pending = []
    }
  }

  // There are no links on this disk.
  func synchronizeFolder(at path: String) throws(FileError) {
    let folder = try openForReading(path)
    defer { close(folder) }
    try synchronize(folder)
  }

  func close(_ file: OpenFile) { disk.withState { $0.close(file) } }

  func lock(_ file: OpenFile) throws(FileError) -> Bool {
    try call { state throws(FileError) in
      try state.begin()
      let node = try state.node(file)
      if state.locks[node, default: file.number] != file.number { return false }
      state.locks[node] = file.number
      return true
    }
  }

  func move(_ path: String, to other: String) throws(FileError) {
    try call { state throws(FileError) in
      try state.begin(path, changes: true)
      let (folder, name) = try state.parent(path)
      let new = try state.parent(other).name
      guard let id = state.nodes[folder]?.entries[name] else { throw .notFound }
      if let replaced = state.nodes[folder]?.entries[new], replaced != id {
        if state.nodes[replaced]?.entries.isEmpty == false { throw FileError(code: ENOTEMPTY) }
        state.nodes[replaced]?.isLinked = false
      }
      state.nodes[folder]?.entries[name] = nil
      state.nodes[folder]?.entries[new] = id
      state.nodes[folder]?.pending.append(.move(name, new, id))
    }
  }

  func removeFile(at path: String) throws(FileError) {
    try call { state throws(FileError) in
      try state.begin(path, changes: true)
      try state.unlink(path, isFolder: false)
    }
  }

  func removeFolder(at path: String) throws(FileError) {
    try call { state throws(FileError) in
      try state.begin(path, changes: true)
      try state.unlink(path, isFolder: true)
    }
  }
}

extension SimulatedDisk.State {
  fileprivate func identity(_ id: Int) -> FileIdentity {
    FileIdentity(volume: 1, file: UInt64(nodes[id]?.number ?? 0))
  }
}
