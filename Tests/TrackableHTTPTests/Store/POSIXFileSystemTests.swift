import Foundation
import TestSupport
import Testing
import Trackable

@testable import TrackableHTTP

@Suite struct POSIXFileSystemTests {
  private let folder = TemporaryFolder("/a/store")
  private let files = POSIXFileSystem()

  private func store(_ issues: Mailbox<TrackableIssue> = Mailbox()) -> EventStore {
    EventStore(folder: folder.path, location: CodeLocation(fileID: #fileID, line: #line)) { issues.append($0) }
  }

  private func permissions(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
  }

  @Test func `Only their owner can read the files`() throws {
    let store = store()
    store.append([.sample(number: 0)])
    // The folders of all processes and of this one, and its file.
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(permissions(folder.path) == 0o700)
    #expect(paths.map { permissions("\(folder.path)/\($0)") } == [0o700, 0o700, 0o600])
  }

  @Test func `Where no folder can be made, records wait in memory, and an issue says where and why`() throws {
    let (path, issues) = (folder.path + "/" + String(repeating: "n", count: 300), Mailbox<TrackableIssue>())
    let store = EventStore(folder: path, location: CodeLocation(fileID: "App/Main.swift", line: 7)) {
      issues.append($0)
    }
    #expect(!store.append([.sample(number: 3, time: Date().milliseconds)]))
    #expect(store.nextBatch(count: 1, bytes: 1)?.texts == ["0.3"])
    let issue = try #require(issues.all.first)
    #expect(issue.description.hasPrefix("App/Main.swift:7: The store in \(path) cannot write"))
    #expect(issue.message.contains("File name too long"))
    #expect("\(FileError(code: EMFILE))".contains("Too many open files"))
  }

  @Test(arguments: ["link/a/store", "link"])
  func `A link above the store's files is as good as a folder`(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/real/one", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "real/one")
    let (path, issues) = ("\(folder.path)/\(path)", Mailbox<TrackableIssue>())
    func store() -> EventStore {
      EventStore(folder: path, location: CodeLocation(fileID: #fileID, line: #line)) { issues.append($0) }
    }
    var first: EventStore? = store()
    #expect(first?.append((0..<20).map { .sample(number: $0, time: Date().milliseconds) }) == true)
    #expect(first?.purge() == true)
    #expect(first?.append([.sample(number: 20, time: Date().milliseconds)]) == true)
    first = nil
    #expect(store().nextBatch(count: 100, bytes: 10_000)?.texts == texts(0, 20..<21))
    #expect(issues.all.isEmpty)
  }

  @Test func `A link in place of the store's files is not followed`() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/others", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/events", withDestinationPath: "others")
    let issues = Mailbox<TrackableIssue>()
    #expect(!store(issues).append([.sample(number: 0, time: Date().milliseconds)]))
    #expect(issues.kinds == [.storeUnavailable])
    #expect(try files.names(in: folder.path + "/others") == [])
  }

  @Test func `A purge deletes a link, and leaves its target`() throws {
    let store = store()
    store.append([.sample(number: 0)])
    let others = folder.path + "/others"
    try FileManager.default.createDirectory(atPath: others + "/inside", withIntermediateDirectories: true)
    let events = folder.path + "/events"
    for place in [events, "\(events)/\(try files.names(in: events)[0])"] {
      try FileManager.default.createSymbolicLink(atPath: place + "/link", withDestinationPath: others)
    }
    #expect(store.purge())
    #expect(try files.names(in: folder.path) == ["others"] && files.names(in: others) == ["inside"])
  }

  @Test func `A lock is one's own until the file is closed, also within a process`() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let (first, second) = (try files.openForReading(folder.path), try files.openForReading(folder.path))
    defer { files.close(second) }
    #expect(try files.lock(first) && files.lock(first) && !files.lock(second))
    files.close(first)
    #expect(try files.lock(second))
  }

  @Test func `A call that signals interrupt is made again, and its error is its last one`() throws {
    func check(_ results: [(Int32, Int32)]) throws(FileError) -> Int32 {
      var results = results
      return try files.check {
        let (result, error) = results.removeFirst()
        errno = error
        return result
      }
    }
    #expect(try check([(-1, EINTR), (-1, EINTR), (7, 0)]) == 7)
    #expect(throws: FileError.notFound) { try check([(-1, EINTR), (-1, ENOENT)]) }
  }

  @Test func `Calls say what went wrong`() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = folder.path + "/x"
    #expect(throws: FileError.notFound) { try files.openForReading(path) }
    #expect(throws: FileError.notFound) { try files.names(in: path) }
    #expect(throws: FileError(code: ENOTDIR)) { try files.names(in: "/dev/null") }
    #expect(throws: FileError.notFound) { try files.move(path, to: path + "y") }
    let file = try files.makeFile(at: path)
    #expect(throws: FileError.exists) { try files.makeFile(at: path) }
    #expect(throws: Never.self) { try files.makeFolder(at: folder.path) }
    try files.writeAll([1, 2, 3], to: file)
    try files.shorten(file, to: 2)
    try files.writeAll([4], to: file, at: 2)
    files.close(file)
    #expect(try files.readAll(path, limit: 10) == [1, 2, 4])
    #expect(try files.readAll(path, limit: 2) == [1, 2])
    let reading = try files.openForReading(path)
    #expect(try files.read(reading, at: 2, count: 1) == [4])
    #expect(try files.identity(at: path) == files.identity(of: reading))
    files.close(reading)
    #expect(throws: FileError.self) { try files.synchronize(reading) }
  }
}
