import Foundation
import Trackable

/// The file of ``AnonymousID``, which all processes with the folder share.
struct AnonymousFile {
  enum Contents {
    case locked, missing, damaged
    case found(AnonymousEntry)
  }

  private static let name = "anonymous-id"

  let folder: String
  let files: any FileSystem

  private var path: String { "\(folder)/\(Self.name)" }

  func read() -> Contents {
    do throws(FileError) {
      return AnonymousEntry(String(decoding: try files.readAll(path, limit: 200), as: UTF8.self)).map { .found($0) }
        ?? .damaged
    } catch {
      // A process that has too many open files can read the file later.
      return [FileError.denied.code, EPERM, EMFILE, ENFILE].contains(error.code) ? .locked : .missing
    }
  }

  /// Writes an entry. The file has another name until it is complete, so that no process reads an incomplete file.
  ///
  /// - Throws: `.exists` if there is a file that must not be replaced, or the error of the disk.
  func write(_ entry: AnonymousEntry, replacing: Bool) throws(FileError) {
    let draft = "\(path).\(UUID().uuidString)"
    defer { try? files.removeFile(at: draft) }
    try makeFolder()
    let file = try files.makeFile(at: draft)
    defer { files.close(file) }
    try files.writeAll(Array(entry.line.utf8), to: file)
    // Making a link fails if the file exists; a move replaces the file.
    if replacing { try files.move(draft, to: path) } else { try files.link(draft, to: path) }
  }

  /// A backup must not give the ID to another device.
  private func makeFolder() throws(FileError) {
    try files.makeFolders(folder)
    files.protectFolder(at: folder)
  }

  func remove() throws(FileError) { try files.removeFile(at: path) }

  /// Leaves a mark on disk, which stays when the ID is removed, so that no later person gets the ID of another library.
  /// Returns whether the mark is new.
  func mark() -> Bool {
    do throws(FileError) {
      try makeFolder()
      files.close(try files.makeFile(at: path + "-taken"))
      return true
    } catch { return false }
  }

  /// Deletes the drafts of processes that were killed during a write. If a process is still writing such a draft, that
  /// process tries again. Returns whether the folder could be read.
  func tidy() -> Bool {
    guard let names = try? files.names(in: folder) else { return false }
    for name in names where name.hasPrefix(Self.name + ".") { try? files.removeFile(at: "\(folder)/\(name)") }
    return true
  }
}
