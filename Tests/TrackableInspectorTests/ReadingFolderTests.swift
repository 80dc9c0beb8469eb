import Foundation
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

/// A folder that is deleted, made again or damaged while a test reads it.
@Suite struct ReadingFolderTests {
  private let folder = PageFolder()

  private func track(_ event: Album, note: String? = nil, through inspector: Inspector) {
    TrackableSystem.withTracker(NoOpTracker().inspected(by: inspector)) {
      Page().track(event, trackedProperties: [Keys.note ~>> note])
    }
    inspector.flush()
  }

  @Test(
    arguments: [
      "chapter({});", "half a file",
      #"chapter({"entries":[{"kind":"event","properties":[{"key":9,"value":{"int":"x"}}]}]});"#,
      #"chapter({"launch":"1","after":0,"keys":[],"sources":[],"entries":[{"kind":"event","properties":"#
        + #"[{"key":0,"value":{"odd":"1"}}]}]});"#,
    ]) func `A file that cannot be read fails every difference`(_ text: String) async throws
  {
    try folder.make()
    try folder.write(text, to: "1.js")
    let read = RecordingTracker(reading: folder.url)
    try await read.next(.error(ofType: WrittenError.self))
    #expect(read.difference(from: [])?.contains("cannot read") == true)
  }

  @Test func `A file that was deleted is skipped, is an issue, and fails every difference`() async throws {
    try folder.make()
    for (number, name) in [(1, "First"), (4, "Last")] {
      let entry = #"{"kind":"event","name":"\#(name)"}"#
      try folder.write(
        #"chapter({"launch":"1","after":\#(number - 1),"keys":[],"sources":[],"entries":[\#(entry)]});"#,
        to: "\(number).js")
    }
    let read = RecordingTracker(reading: folder.url)
    try await read.next { $0.name == "Last" }
    #expect(read.events.map(\.name) == ["First", "Last"])
    #expect(read.issues.map(\.kind) == [.inspectorFileMissing])
    #expect(read.issues.first?.message.contains("lacks 2 calls") == true)
    #expect(read.difference(from: [])?.contains("lacks 2 calls") == true)
    // A report says as well which file it cannot read.
    try folder.write("half a file", to: "5.js")
    let report = try TrackingReport(reading: folder.url).html
    #expect(report.contains("First") && report.contains("Last") && report.contains("cannot read"))
  }

  @Test(arguments: 1...4) func `An app that starts again in a deleted folder is read from its beginning`(
    _ count: Int
  ) async throws {
    let read = RecordingTracker(reading: folder.url)
    // The first launch writes two files.
    let launches = [["1", "2"], (0..<count).map { "again \($0)" }]
    for launch in launches {
      folder.remove()
      let inspector = Inspector(folder: folder.url)
      for note in launch { track(.rated, note: note, through: inspector) }
      try await read.next { $0.properties[PropertyKey(Keys.note)] == launch.last.map { .string($0) } }
    }
    let notes: [String] = read.events.compactMap { $0.properties[PropertyKey(Keys.note)]?.description }
    #expect(notes == launches.flatMap(\.self) && read.issues.isEmpty)
    let report = try TrackingReport(reading: folder.url).html
    #expect(!report.contains(#""value":"1""#) && report.contains("again \(count - 1)"))
  }

  @Test func `A recorder says how many calls of a launch were deleted before it has read them`() async throws {
    let (read, inspector) = (RecordingTracker(reading: folder.url), Inspector(folder: folder.url))
    track(.opened, through: inspector)
    try await read.next(.event(Album.opened))
    // The app goes on without a folder, which the recorder cannot see, and with the next one.
    folder.remove()
    try Data().write(to: folder.url)
    track(.rated, through: inspector)
    folder.remove()
    track(.closed, through: inspector)
    try await read.next(.event(Album.closed))
    #expect(read.events.map(\.name) == [Album.opened.name, Album.closed.name])
    #expect(read.issues.map(\.kind) == [.inspectorFileMissing])
    #expect(read.difference(from: [])?.contains("lacks 1 calls") == true)
    // One that begins with the new folder lacks nothing there.
    let second = RecordingTracker(reading: folder.url)
    try await second.next(.event(Album.closed))
    #expect(second.difference(from: [.event(Album.closed)]) == nil)
  }

  @Test func `A recorder says how many calls of a launch were lost before the folder could be written`() async throws {
    try FileManager.default.createDirectory(
      at: folder.url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: folder.url)
    let inspector = Inspector(folder: folder.url)
    for _ in 1...5 { track(.opened, through: inspector) }
    folder.remove()
    track(.closed, through: inspector)
    let read = RecordingTracker(reading: folder.url)
    try await read.next(.event(Album.closed))
    #expect(read.issues.map(\.kind) == [.inspectorFileMissing])
    #expect(read.issues.first?.message.contains("lacks 5 calls") == true)
    #expect(read.difference(from: [.event(Album.closed)])?.contains("lacks 5 calls") == true)
  }

  @Test func `A file of another version with numbers of no row is no crash`() async throws {
    try folder.make()
    let properties = #"[{"key":9,"value":{"int":"1"},"from":-3}]"#
    let first = #"{"kind":"event","name":"E","explained":true,"unread":[7],"properties":\#(properties)}"#
    try folder.write(
      #"chapter({"launch":"1","after":0,"keys":[],"sources":[],"entries":[\#(first),{"kind":"event","name":"Last"}]});"#,
      to: "1.js")
    let read = RecordingTracker(reading: folder.url)
    try await read.next { $0.name == "Last" }
    #expect(read.events.map(\.properties.count) == [1, 0])
  }
}
