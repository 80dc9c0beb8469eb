import Foundation
import Trackable

/// Who the user is while no user has signed in: a random ID in a file, the same for all processes that share the folder,
/// and another one after a `reset`.
///
/// If the file cannot be read, as on a device before its first unlock, the ID that was read last counts, or one that
/// this process makes up. One that cannot be written after a `reset` counts all the same, until it can.
final class AnonymousID: Sendable {
  struct State {
    fileprivate(set) var id = UUID().uuidString.lowercased()
    /// Whether it could not replace the one in the file yet.
    fileprivate var isUnwritten = false
    /// Whether other processes know it.
    fileprivate var isShared = false
    /// The one before, and when another process has replaced it.
    fileprivate var former: (id: String, end: Date)?

    /// The ID of something that was tracked then: it may be from before a `reset` of another process.
    func id(at time: Date) -> String {
      if let former, time < former.end { return former.id }
      return id
    }

    fileprivate mutating func take(_ other: String, since time: Date) {
      if isShared { former = (id, time) }
      (id, isShared) = (other, true)
    }
  }

  private let file: URL
  private let state = Lock(State())

  init(folder: URL) {
    file = folder.appending(path: "anonymous-id")
  }

  /// The ID at this moment. Cost: reads a small file.
  var current: State {
    state.withLock { state in
      if state.isUnwritten {
        state.isUnwritten = !write(state.id, replacing: true)
        return state
      }
      var id = read()
      // Unless there is a file that cannot be read, or another process is faster.
      if id == nil {
        _ = write(state.id, replacing: false)
        id = read()
      }
      if let id, id != state.id || !state.isShared {
        if UUID(uuidString: id) == nil { renew(&state) } else { state.take(id, since: timeOfFile) }
      }
      return state
    }
  }

  /// A new user begins.
  @discardableResult func renew() -> State {
    state.withLock { state in
      renew(&state)
      return state
    }
  }

  /// When the ID in the file was made. A clock may have been set back since.
  private var timeOfFile: Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return min(attributes?[.modificationDate] as? Date ?? .now, .now)
  }

  private func renew(_ state: inout State) {
    state = State(isShared: true)
    state.isUnwritten = !write(state.id, replacing: true)
  }

  private func read() -> String? { (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } }

  /// Returns whether the file has the ID now. It has another name at first, so that no process reads half of it.
  private func write(_ id: String, replacing: Bool) -> Bool {
    let files = FileManager.default
    try? files.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let draft = file.appendingPathExtension(UUID().uuidString)
    defer { try? files.removeItem(at: draft) }
    let isMade = files.createFile(
      atPath: draft.path, contents: Data(id.utf8), attributes: [.posixPermissions: 0o600, .modificationDate: Date()])
    // A link fails if the file exists; a move on some systems does not.
    return isMade && (replacing ? rename(draft.path, file.path) : link(draft.path, file.path)) == 0
  }
}
