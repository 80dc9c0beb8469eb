import Foundation
import Trackable
import TrackableHub

/// Who a user is while no user has signed in: a random ID of a person's own.
///
/// | person | ID |
/// |---|---|
/// | the user of the process's system | the ID in a file, which all processes share; a new ID after a `reset` |
/// | a person who has ended, and whose calls come late | the ID that this person had |
/// | a person of another system: a request that a server answers | made from the person's number and a random key |
///
/// An ID under which a user has signed in is claimed: another user gets a new one, also at a later launch. The file has the
/// ID, when it was made, and a checksum of who has claimed it. A `reset` removes the file, which a full disk allows, so a process that ends
/// then leaves nothing of that person to the next one.
///
/// Before a device's first unlock the file cannot be read. Then there is no ID, and none is made up.
final class AnonymousID: Sendable {
  private struct Entry {
    /// The owner; `nil` before a person has used it.
    var person: UserStamp.Person?
    var id = UUID().uuidString.lowercased()
    var begin = Date()
    /// Whether other processes know it.
    var isShared = false
    /// The one before, and when another process has replaced it.
    var former: (id: String, end: Date)?
    /// A checksum of the user who has signed in under it.
    var claim: String?

    /// The user of the claim, kept so that the checksum is not compared for each event.
    var user: String?

    /// As it stands in the file.
    var line: String { "\(id) \(begin.timeIntervalSince1970)\(claim.map { " " + $0 } ?? "")" }

    init() {}

    /// Reads a line; `nil` if it is something else.
    init?(_ line: String) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard 1...3 ~= words.count, UUID(uuidString: words[0]) != nil else { return nil }
      id = words[0]
      begin = Date(timeIntervalSince1970: words.count > 1 ? Double(words[1]) ?? 0 : 0)
      claim = words.count > 2 ? words[2] : nil
    }

    func id(at time: Date) -> String {
      if let former, time < former.end { return former.id }
      return id
    }
  }

  private struct State {
    let key = UInt64.random(in: 0 ... .max)
    var current: Entry?
    /// The entries of the latest persons that have ended, by their numbers.
    var ended: [UInt64: Entry] = [:]
    var latest: UInt64 = 0
    /// Whether the file has the ID of a person who has gone.
    var isOutdated = false
    var hasTidied = false
    /// Whether the file is gone because the user has signed out, or purged. Calls of that person may still need the ID.
    var hasLeft = false
    var lastPurge: UInt64 = 0
  }

  private enum File {
    case locked, missing, damaged
    case found(Entry)
  }

  private static let endedCount = 100
  private static let name = "anonymous-id"

  private let folder: String
  private let files: any FileSystem
  private let state = Lock(State())

  init(folder: String, files: any FileSystem = POSIXFileSystem()) {
    self.folder = folder
    self.files = files
  }

  private var path: String { "\(folder)/\(Self.name)" }

  /// The ID for each of some calls, in order; `nil` if one is needed that cannot be read yet. A `reset` among them ends the
  /// ID for those behind it. Cost: reads a small file, once.
  ///
  /// - Parameters:
  ///   - batch: The calls.
  ///   - purge: The number of the last purge that was called for before they were taken.
  func ids(of batch: some Sequence<Envelope>, purge: UInt64 = 0) -> [String]? {
    state.withLock { state in
      leave(at: purge, &state)
      var ids: [String] = []
      var isRead = false
      for envelope in batch {
        let person = envelope.stamp?.person ?? .unknown
        if !person.isOfProcess {
          ids.append(Self.made(for: person, state.key))
          continue
        }
        if !isRead, !read(&state) { return nil }
        isRead = true
        ids.append(id(of: envelope, person, &state))
        if case .reset = envelope.content { reset(&state) }
      }
      // Read meanwhile, or made for somebody who has gone by now.
      if state.current?.person?.hasEnded == true { leave(&state) }
      return ids
    }
  }

  /// Somebody has signed out, or in after another one: a later launch finds no ID, unless the user has it. Calls that were made
  /// before keep theirs. Cost: reads and removes a small file.
  func leave() {
    state.withLock { state in
      // Where nobody of this launch had one, the file's is that of the first person; after a `reset`, that of the next one.
      if state.current?.person?.hasEnded ?? (state.latest == 0) { leave(&state) }
    }
  }

  /// The same for a purge. Its own call of this function and its batch, which may have a `reset` in front of it, come in any order:
  /// the first one counts.
  func leave(at purge: UInt64) { state.withLock { leave(at: purge, &$0) } }

  private func leave(at purge: UInt64, _ state: inout State) {
    if purge <= state.lastPurge { return }
    state.lastPurge = purge
    leave(&state)
  }

  private func leave(_ state: inout State) {
    if state.current == nil, case .found(let entry) = file() { take(entry, &state) }
    if state.hasLeft || state.current == nil { return }
    remove(&state)
    state.hasLeft = true
    state.current?.isShared = false
  }

  private func id(of envelope: Envelope, _ person: UserStamp.Person, _ state: inout State) -> String {
    if person.number != 0, person !== state.current?.person {
      if person.number <= state.latest {
        return state.ended[person.number]?.id(at: envelope.time) ?? Self.made(for: person, state.key)
      }
      // The ID in the file is for the first person of a launch, and after that for the person after a `reset`.
      let continues = state.current?.person == nil && (state.latest > 0 || person.isFirst)
      if !continues { begin(&state) }
      state.current?.person = person
      state.latest = person.number
    }
    if let user = envelope.userID { claim(for: user, &state) }
    return state.current?.id(at: envelope.time) ?? Self.made(for: person, state.key)
  }

  /// An ID belongs to the first user who signs in under it.
  private func claim(for user: String, _ state: inout State) {
    guard let current = state.current, current.user != user else { return }
    let claim = String(Checksum.crc32c((current.id + user).utf8), radix: 16)
    if current.claim == claim {
      state.current?.user = user
      return
    }
    if current.claim != nil {
      begin(&state)
      state.current?.person = current.person
      return self.claim(for: user, &state)
    }
    state.current?.claim = claim
    if current.isShared { write(&state, replacing: true) }
  }

  /// The user has signed out, or withdraws consent.
  private func reset(_ state: inout State) {
    let person = state.current?.person
    begin(&state)
    // After a withdrawal it is the same person, who has another ID from now on.
    if person?.hasEnded == false { state.current?.person = person }
  }

  private func begin(_ state: inout State) {
    if let current = state.current, let person = current.person {
      if state.ended.count >= Self.endedCount, let first = state.ended.keys.min() { state.ended[first] = nil }
      state.ended[person.number] = current
    }
    state.current = Entry()
    state.hasLeft = false
    remove(&state)
    if !state.isOutdated { write(&state) }
  }

  /// An ID that is the same for each call of a person, and does not lead to another person.
  private static func made(for person: UserStamp.Person, _ key: UInt64) -> String {
    func half(_ number: Int) -> UInt64 {
      var hasher = Hasher()
      for value in [key, person.number, UInt64(number)] { hasher.combine(value) }
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    let digits = [half(0), half(1)].map { SegmentName.digits($0, 16) }.joined()
    let parts = [0..<8, 8..<12, 13..<16, 17..<20, 20..<32].map { String(Array(digits)[$0]) }
    return "\(parts[0])-\(parts[1])-4\(parts[2])-8\(parts[3])-\(parts[4])"
  }

  // MARK: The file

  /// Follows other processes. Returns whether there is an ID.
  private func read(_ state: inout State) -> Bool {
    if state.isOutdated { remove(&state) }
    // The file is of a person who has gone. The ID of the next one waits in memory.
    if state.isOutdated || state.hasLeft { return true }
    if !state.hasTidied { tidy(&state) }
    switch file() {
    case .locked: return state.current != nil
    case .damaged: begin(&state)
    case .missing:
      // Another process has removed it: its user has signed out.
      if state.current?.isShared == true { begin(&state) } else { write(&state) }
    case .found(let entry): take(entry, &state)
    }
    return true
  }

  private func take(_ found: Entry, _ state: inout State) {
    var entry = found
    (entry.isShared, entry.person, entry.former) = (true, state.current?.person, state.current?.former)
    // A clock may have been set back since.
    if let known = state.current, known.isShared, known.id != found.id {
      entry.former = (known.id, min(found.begin, .now))
    }
    state.current = entry
  }

  private func file() -> File {
    do throws(FileError) {
      return Entry(String(decoding: try files.readAll(path, limit: 200), as: UTF8.self)).map { .found($0) } ?? .damaged
    } catch {
      return [FileError.denied.code, EPERM].contains(error.code) ? .locked : .missing
    }
  }

  private func remove(_ state: inout State) {
    do {
      try files.removeFile(at: path)
      state.isOutdated = false
    } catch {
      // Where there is no folder, there is no file.
      state.isOutdated = ![ENOENT, ENOTDIR].contains(error.code)
    }
  }

  /// Writes the current ID, or takes that of a process that was faster. It has another name at first, so that no process
  /// reads half of it.
  private func write(_ state: inout State, replacing: Bool = false) {
    let entry = state.current ?? Entry()
    state.current = entry
    let draft = "\(path).\(UUID().uuidString)"
    do throws(FileError) {
      try files.makeFolders(folder)
      let file = try files.makeFile(at: draft)
      defer { files.close(file) }
      try files.writeAll(Array(entry.line.utf8), to: file)
      // A link fails if the file exists; a move does not.
      if replacing { try files.move(draft, to: path) } else { try files.link(draft, to: path) }
      state.current?.isShared = true
    } catch {
      // Otherwise the next launch would give it to another user.
      if replacing {
        remove(&state)
        state.current?.isShared = false
      }
      if error == .exists, case .found(let faster) = file() { take(faster, &state) }
    }
    try? files.removeFile(at: draft)
  }

  /// Deletes the drafts of processes that were killed while they wrote. A process that still writes tries again.
  private func tidy(_ state: inout State) {
    guard let names = try? files.names(in: folder) else { return }
    for name in names where name.hasPrefix(Self.name + ".") { try? files.removeFile(at: "\(folder)/\(name)") }
    state.hasTidied = true
  }
}

extension Envelope {
  /// The stamp of the system; `nil` for a call that bears none, or was made outside of a system.
  var stamp: UserStamp? {
    switch call {
    case .track(let event): event.user
    case .identify(let user): user.stamp
    case .update(let property): property.stamp
    case .reset, .report, .purge, nil: nil
    }
  }
}
