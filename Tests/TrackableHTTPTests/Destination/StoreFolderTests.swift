import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// Destinations that are given the same folder.
@Suite struct StoreFolderTests {
  /// Like ``RowFormat``, by another name.
  private struct RenamedFormat: WireFormat {
    let url: URL
    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      RowFormat(url: url).encode(envelope, in: context)
    }
  }

  private func send(_ numbers: [Int], _ destination: HTTPDestination) async throws {
    try await destination.take(numbers)
    await destination.flush()
  }

  @Test func `Two services share a folder, and each gets its own, also what an earlier launch has left`() async throws {
    let world = try DestinationWorld { number, _ in .respond(number == 0 ? 500 : 200) }
    func make(_ path: String) throws -> HTTPDestination { try world.makeDestination(name: nil, at: path) }
    // In a scope of its own, so that it ends.
    try await { try await send([1], try make("first")) }()
    let other = try make("second")
    try await other.configure()
    try await send([2], other)
    #expect(other.figures.adopted == 0)
    let same = try make("first")
    await same.flush()
    #expect(same.figures.delivered == 1 && same.folder != other.folder)
    #expect(world.server.requests.map(\.path) == ["/first", "/second", "/first"])
    #expect(world.taken.map(\.name) == ["2", "1"])
    #expect(world.issues.withLock { $0.map(\.kind) } == [.deliveryFailed])
  }

  @Test(arguments: [false, true])
  func `It is found again by its name at another URL, or by its URL with another format`(hasName: Bool) async throws {
    let world = try DestinationWorld { number, _ in .respond(number == 0 ? 500 : 200) }
    func make(isNext: Bool) throws -> HTTPDestination {
      try world.makeDestination(
        { isNext && !hasName ? RenamedFormat(url: $0) as any WireFormat : RowFormat(url: $0) },
        name: hasName ? "rows" : nil, at: isNext && hasName ? "new" : "old")
    }
    try await { try await send([1], try make(isNext: false)) }()
    let next = try make(isNext: true)
    await next.flush()
    #expect(next.figures.adopted == 1 && world.taken.map(\.name) == ["1"])
    #expect(world.server.requests.map(\.path) == ["/old", hasName ? "/new" : "/old"])
  }

  @Test(arguments: [false, true])
  func `Two that are the same, or two formats for one URL, lose nothing, with an issue`(areFormats: Bool) async throws {
    let world = try DestinationWorld()
    let first = try world.makeDestination(name: areFormats ? nil : "rows")
    let second = try world.makeDestination(
      { areFormats ? RenamedFormat(url: $0) as any WireFormat : RowFormat(url: $0) }, name: areFormats ? nil : "rows")
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.storeInUse])
    #expect(areFormats || first.folder == second.folder)
    try await first.take([1, 2])
    try await send([3], second)
    await first.flush()
    #expect(world.taken.map(\.name).sorted() == ["1", "2", "3"])
    #expect(first.figures.isBalanced && second.figures.isBalanced)
    #expect(first.figures.delivered + second.figures.delivered == 3)
  }

  /// Paths that lead to the folder `here/it`.
  @Test(arguments: ["here/it", "link/it", "here/../here/it", "/here//it/", "link/../here/it"])
  func `In each spelling of a folder, two of one name stay apart, with an issue`(_ spelling: String) async throws {
    let world = try DestinationWorld { _, rows in .respond(rows.contains { $0.name == "1" } ? 500 : 200) }
    let (here, link) = (world.folder.appending(path: "here"), world.folder.appending(path: "link"))
    try FileManager.default.createDirectory(at: here, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: here)
    let first = try world.makeDestination(at: "first", in: here.appending(path: "it"))
    let second = try world.makeDestination(at: "second", in: URL(filePath: "\(world.folder.path)/\(spelling)"))
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.storeInUse])
    try await send([1], first)
    try await send([2], second)
    await second.flush()
    #expect(world.server.requests.map(\.path) == ["/first", "/second"])
    #expect(world.taken.map(\.name) == ["2"])
    #expect(first.figures.stored == 1)
  }

  @Test func `A folder that one was moved apart to is not another's, and a name can be used again`() throws {
    let world = try DestinationWorld()
    for path in ["first", "second", "third"] { _ = try world.makeDestination(name: "rows", at: path) }
    #expect(world.issues.withLock { $0 }.isEmpty)
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

  @Test func `Programs with the same name at two places have two folders, and one has the same at each launch`() {
    let places = ["/srv/a/service", "/srv/b/service"].map { StoreFolder.appName(nil, of: "service", at: $0) }
    #expect(Set(places).count == 2)
    #expect(places[0] == StoreFolder.appName(nil, of: "service", at: "/srv/a/service"))
    // An update moves an app, and not its identifier.
    #expect(
      ["/a", "/b"].allSatisfy { StoreFolder.appName("com.apple.Music", of: "Music", at: $0) == "com.apple.Music" })
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
