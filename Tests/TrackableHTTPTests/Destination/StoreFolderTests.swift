import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// Destinations that are given the same folder.
@Suite struct StoreFolderTests {
  @Test func `Two services share a folder, and each gets its own`() async throws {
    let world = try DestinationWorld()
    let first = try world.makeDestination(name: nil, at: "first")
    let second = try world.makeDestination(name: nil, at: "second")
    #expect(first.folder != second.folder)
    #expect(world.issues.withLock { $0 }.isEmpty)
    try await first.take([1])
    try await second.take([2])
    await first.flush()
    await second.flush()
    #expect(world.server.requests.map(\.path) == ["/first", "/second"])
    #expect(world.taken.map(\.name) == ["1", "2"])
  }

  @Test func `Events that wait for one service do not go to a later one`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .respond(500) : .respond(200) }
    try await { try await Self.leave(world, at: "first", [1]) }()
    let other = try world.makeDestination(name: nil, at: "second")
    try await other.configure()
    await other.flush()
    #expect(other.ledger.adopted == 0)
    let same = try world.makeDestination(name: nil, at: "first")
    await same.flush()
    #expect(same.ledger.delivered == 1)
    #expect(world.server.requests.map(\.path) == ["/first", "/first"])
  }

  /// Something that could not be sent stays behind.
  private static func leave(_ world: DestinationWorld, at path: String, _ numbers: [Int]) async throws {
    let destination = try world.makeDestination(name: nil, at: path)
    try await destination.take(numbers)
    await destination.flush()
    #expect(destination.ledger.stored == numbers.count)
  }

  @Test func `Under a name it is found again although the URL has changed`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .respond(500) : .respond(200) }
    var destination: HTTPDestination? = try world.makeDestination(name: "rows", at: "old")
    try await destination?.take([1])
    await destination?.flush()
    destination = nil
    destination = try world.makeDestination(name: "rows", at: "new")
    await destination?.flush()
    #expect(world.server.requests.map(\.path) == ["/old", "/new"])
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.deliveryFailed])
  }

  /// Like ``RowFormat``, by another name.
  private struct RenamedFormat: WireFormat {
    let url: URL
    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      RowFormat(url: url).encode(envelope, in: context)
    }
  }

  @Test func `Without a name it is found again, also if the format's type has another name`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .respond(500) : .respond(200) }
    try await { try await Self.leave(world, at: "same", [1]) }()
    let renamed = try world.makeDestination({ RenamedFormat(url: $0) }, name: nil, at: "same")
    await renamed.flush()
    #expect(renamed.ledger.adopted == 1)
    #expect(world.taken.map(\.name) == ["1"])
  }

  @Test func `Two formats without a name for one URL lose nothing, and an issue says so`() async throws {
    let world = try DestinationWorld()
    let first = try world.makeDestination(name: nil)
    let second = try world.makeDestination({ RenamedFormat(url: $0) }, name: nil)
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.storeInUse])
    try await first.take([1])
    try await second.take([2])
    await first.flush()
    await second.flush()
    #expect(world.taken.map(\.name) == ["1", "2"])
  }

  /// Paths that lead to the folder `here/it`.
  @Test(arguments: ["here/it", "link/it", "here/../here/it", "/here//it/", "link/../here/it"])
  func `In each spelling of a folder, two of one name keep their servers' events apart, and an issue says so`(
    _ spelling: String
  ) async throws {
    let world = try DestinationWorld { _, rows in .respond(rows.contains { $0.name == "1" } ? 500 : 200) }
    let (here, link) = (world.folder.appending(path: "here"), world.folder.appending(path: "link"))
    try FileManager.default.createDirectory(at: here, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: here)
    let first = try world.makeDestination(at: "first", in: here.appending(path: "it"))
    let second = try world.makeDestination(at: "second", in: URL(filePath: "\(world.folder.path)/\(spelling)"))
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.storeInUse])
    try await first.take([1])
    await first.flush()
    try await second.take([2])
    for _ in 0..<2 { await second.flush() }
    #expect(world.server.requests.map(\.path) == ["/first", "/second"])
    #expect(world.taken.map(\.name) == ["2"])
    #expect(first.ledger.stored == 1)
  }

  @Test func `A folder that one was moved apart to is not another's, of any name`() async throws {
    let world = try DestinationWorld()
    let apart: URL
    do {
      let first = try world.makeDestination(name: "rows", at: "first")
      apart = try world.makeDestination(name: "rows", at: "second").folder
      #expect(apart != first.folder)
    }
    let named = try world.makeDestination(name: apart.lastPathComponent, at: "third")
    let first = try world.makeDestination(name: "rows", at: "first")
    let second = try world.makeDestination(name: "rows", at: "second")
    #expect(Set([named, first, second].map(\.folder)).count == 3)
  }

  @Test func `Two that are the same lose nothing, and an issue says so`() async throws {
    let world = try DestinationWorld()
    let first = try world.makeDestination()
    let second = try world.makeDestination()
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.storeInUse])
    #expect(first.folder == second.folder)
    try await first.take([1, 2])
    try await second.take([3])
    await first.flush()
    await second.flush()
    #expect(world.taken.map(\.name).sorted() == ["1", "2", "3"])
    for destination in [first, second] { #expect(destination.ledger.isBalanced) }
    #expect(first.ledger.delivered + second.ledger.delivered == 3)
  }

  @Test func `Programs with the same name at two places have two folders, and one has the same at each launch`() {
    let places = ["/srv/a/service", "/srv/b/service"].map { StoreFolder.appName(nil, of: "service", at: $0) }
    #expect(Set(places).count == 2)
    #expect(places[0] == StoreFolder.appName(nil, of: "service", at: "/srv/a/service"))
    // An update moves an app, and not its identifier.
    #expect(
      ["/a", "/b"].allSatisfy { StoreFolder.appName("com.apple.Music", of: "Music", at: $0) == "com.apple.Music" })
  }

  @Test func `A name that is in use no more can be used again`() throws {
    let world = try DestinationWorld()
    for path in ["first", "second", "third"] { _ = try world.makeDestination(name: "rows", at: path) }
    #expect(world.issues.withLock { $0 }.isEmpty)
  }

  @Test(arguments: [
    "", ".", "..", "../x", "a/b", "/", "a b", "Größe", "\u{0}", String(repeating: "n", count: 500),
    String(repeating: "क्षि", count: 45), "a" + String(repeating: "\u{301}", count: 300),
  ])
  func `Any name gives one folder below, in which something can be stored`(_ name: String) async throws {
    let world = try DestinationWorld()
    let destination = try world.makeDestination(name: name)
    #expect(
      destination.folder.deletingLastPathComponent().standardizedFileURL.path == world.folder.standardizedFileURL.path)
    #expect(destination.folder.lastPathComponent.utf8.count < 256)
    #expect(destination.name == name)
    let other = try world.makeDestination(name: name + "'")
    #expect(other.folder != destination.folder)
    try await destination.take([1])
    #expect(world.everythingStored().contains(Data("number".utf8)))
    #expect(world.issues.withLock { $0 }.isEmpty)
  }
}
