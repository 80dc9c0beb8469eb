import Foundation
import TestSupport
import Testing

@testable import TrackableHTTP

/// Who the user is while no user is signed in.
@Suite struct AnonymousIDTests {
  private let temporary = TemporaryFolder("/a/store")
  private var folder: URL { URL(filePath: temporary.path) }
  private var file: URL { folder.appending(path: "anonymous-id") }

  @Test func `It is the same for all that share the folder, and after a restart`() {
    let first = AnonymousID(folder: folder)
    let id = first.current.id
    #expect(UUID(uuidString: id) != nil)
    #expect(first.current.id == id)
    #expect(AnonymousID(folder: folder).current.id == id)
  }

  @Test func `A process that renews it renews it for all`() {
    let (first, second) = (AnonymousID(folder: folder), AnonymousID(folder: folder))
    let before = first.current.id
    #expect(second.current.id == before)
    let after = second.renew().id
    #expect(after != before)
    #expect(first.current.id == after)
    #expect(AnonymousID(folder: folder).current.id == after)
  }

  @Test func `Many that begin at once agree`() async {
    let ids = await withTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { [folder] in AnonymousID(folder: folder).current.id } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    // A process that made one up before there was a file took the file's in the end.
    #expect(ids == [AnonymousID(folder: folder).current.id])
  }

  @Test(arguments: ["", "rubbish", "019aa8f2-0000-7000-8000-00000000000", "019aa8f2-0000-7000-8000-000000000001\n"])
  func `A damaged file is replaced`(_ content: String) throws {
    let anonymous = AnonymousID(folder: folder)
    let before = anonymous.current.id
    try Data(content.utf8).write(to: file)
    let after = anonymous.current.id
    #expect(after != before)
    #expect(UUID(uuidString: after) != nil)
    #expect(AnonymousID(folder: folder).current.id == after)
  }

  @Test func `It stays the same where no file can be made, and is written when one can`() throws {
    try FileManager.default.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    // A file where the folder should be: nothing can be read or written below.
    try Data().write(to: folder)
    let anonymous = AnonymousID(folder: folder)
    let id = anonymous.current.id
    #expect(anonymous.current.id == id)
    try FileManager.default.removeItem(at: folder)
    #expect(anonymous.current.id == id)
    #expect(AnonymousID(folder: folder).current.id == id)
  }

  @Test func `After a reset no process gets the old one back, although it could not be deleted`() throws {
    let anonymous = AnonymousID(folder: folder)
    let before = anonymous.current.id
    let aside = folder.deletingLastPathComponent().appending(path: "aside")
    try FileManager.default.moveItem(at: folder, to: aside)
    try Data().write(to: folder)
    let after = anonymous.renew().id
    #expect(after != before)
    try FileManager.default.removeItem(at: folder)
    try FileManager.default.moveItem(at: aside, to: folder)
    #expect(anonymous.current.id == after)
    #expect(AnonymousID(folder: folder).current.id == after)
  }

  @Test func `Only its owner can read it, and nothing else is left`() throws {
    let anonymous = AnonymousID(folder: folder)
    _ = anonymous.current.id
    anonymous.renew()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["anonymous-id"])
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
  }
}
