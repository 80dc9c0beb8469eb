import Foundation
import TestSupport
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@Suite struct ReadingTests {
  private enum Secret: String, SensitiveKey { case mail }
  private enum Screens: String, ScreenEvent { case list }
  private struct Rated: UserProperty {
    let value: Int
    var operation = UserPropertyOperation.increment
  }
  private struct Contact: UserProperty { let value: TrackedProperties }

  /// What an app tracks, as the recorder in the app has it and as another process reads it. The last call is `Album.closed`.
  private func recorded(_ operation: () -> Void) async throws -> (inApp: RecordingTracker, read: RecordingTracker) {
    let folder = TemporaryFolder()
    let inspector = Inspector(folder: URL(filePath: folder.path))
    let inApp = withRecordedTracking(through: { $0.inspected(by: inspector) }) { recorder in
      operation()
      Page().track(Album.closed)
      return recorder
    }
    inspector.flush()
    let read = RecordingTracker(reading: URL(filePath: folder.path))
    try await read.next(.event(Album.closed))
    return (inApp, read)
  }

  /// The same expectations hold for both recorders.
  private func compare(
    _ expected: [TrackingExpectation], _ both: (inApp: RecordingTracker, read: RecordingTracker),
    allowingOthers: Bool = true, at location: SourceLocation = #_sourceLocation
  ) -> String? {
    let inApp = both.inApp.difference(from: expected, allowingOthers: allowingOthers)
    let read = both.read.difference(from: expected, allowingOthers: allowingOthers)
    #expect(read == inApp, sourceLocation: location)
    return read
  }

  @Test func `Expectations of another process fit as those in the app do`() async throws {
    let both = try await recorded {
      TrackableSystem.identify("john", traits: [Keys.likes ~>> true])
      TrackableSystem.group("apple", type: "company", traits: [Keys.year ~>> 1968])
      Page().track(Bought(amount: 20), trackedProperties: [Keys.note ~>> "x"])
      Page().track(Screens.list)
      Page().updateUserProperty(Email(value: "john@apple.records"))
      Page().updateUserProperty(Rated(value: 2))
      Page().updateUserProperty(Rated(value: 0, operation: .unset))
      TrackableSystem.group(nil, type: "company")
      TrackableSystem.report(SaveError.diskFull)
      TrackableSystem.purge()
      TrackableSystem.reset()
    }
    let calls: [TrackingExpectation] = [
      .identify("john", traits: [Keys.likes ~>> true]),
      .group("apple", type: "company", traits: [Keys.year ~>> 1968]),
      .event(Bought(amount: 20), [Keys.note ~>> "x"]).by("john", in: ["company" ~>> "apple"]),
      .event(Screens.list), .userProperty(Email(value: "john@apple.records")), .userProperty(Rated(value: 2)),
      .userProperty(Rated(value: 0, operation: .unset)), .group(nil, type: "company"), .error(SaveError.diskFull),
      .purge, .reset, .event(Album.closed).by(nil),
    ]
    #expect(compare(calls, both, allowingOthers: false) == nil)
    #expect(compare([.error(ofType: SaveError.self)], both) == nil)
    #expect(both.read.events.map(\.screenName) == both.inApp.events.map(\.screenName))
    // A user has no place there.
    #expect(both.read.deliveries.dropFirst().map(\.description) == both.inApp.deliveries.dropFirst().map(\.description))
    let wrong: [TrackingExpectation] = [
      .group("apple", type: "label"), .event(Bought(amount: 19)),
      .event(Bought(amount: 20), []), .event(Bought(amount: 20)).by("paul"),
      .event(Bought(amount: 20)).by("john", in: []), .event(Album.rated), .userProperty(Email(value: "")),
      .userProperty(Rated(value: 2, operation: .set)), .error(SaveError.offline),
      .error(ofType: CancellationError.self),
    ]
    for expectation in wrong { #expect(compare([expectation], both) != nil, "\(expectation)") }
    for expectation in [.identify("paul"), .identify("john", traits: [])] as [TrackingExpectation] {
      #expect(both.read.difference(from: [expectation], allowingOthers: true) != nil, "\(expectation)")
    }
  }

  @Test func `A difference names the sources of values and the place in the app`() async throws {
    let both = try await recorded {
      let (shelf, page) = (Shelf("From the shelf"), Page())
      shelf.setupTrackableChain(trackedProperties: [Keys.note ~>> "over", ProjectKeys.tags ~>> "design"])
      page.setupTrackableChain(trackedProperties: [Keys.note ~>> "near"], parent: shelf)
      page.track(Album.rated, trackedProperties: [ProjectKeys.pid ~>> 1])
      withExtendedLifetime(shelf) {}
    }
    let text = try #require(
      compare([.event(Album.rated, [Keys.name ~>> "x", Keys.note ~>> "over", ProjectKeys.tags ~>> "design"])], both))
    #expect(text.contains("got \"From the shelf\"\n                    from Shelf (1)"))
    #expect(text.contains(#"from link of Page, which overrides "over" from link of Shelf (1)"#))
    #expect(text.contains("ReadingTests.swift:"))
  }

  @Test func `An event that was renamed before the inspector is meant by its name in code`() async throws {
    let folder = TemporaryFolder()
    let inspector = Inspector(folder: URL(filePath: folder.path))
    let inApp = withRecordedTracking(through: { $0.inspected(by: inspector).renaming(.snakeCase) }) { recorder in
      Page().track(Album.closed, trackedProperties: [Keys.note ~>> "x"])
      return recorder
    }
    inspector.flush()
    let read = RecordingTracker(reading: URL(filePath: folder.path))
    try await read.next(.event(Album.closed, [Keys.note ~>> "x"]))
    #expect(read.events[0].name == "trackable_inspector_tests_album_closed")
    #expect(read.events[0].properties == inApp.events[0].properties)
  }

  @Test func `User properties and nested keys that were renamed before the inspector are meant by their names in code`()
    async throws
  {
    let folder = TemporaryFolder()
    let inspector = Inspector(folder: URL(filePath: folder.path))
    let email = Email(value: "john@apple.records")
    let contact = Contact(value: [Keys.name ~>> "John", Keys.note ~>> [Keys.year ~>> 1940]])
    let traits: TrackedProperties = [Keys.note ~>> [Keys.likes ~>> true, "plain" ~>> 1]]
    let list: TrackedProperties = [Keys.note ~>> [[Keys.year ~>> 1971] as TrackedProperties]]
    let inApp = withRecordedTracking(through: { $0.inspected(by: inspector).renaming(.snakeCase) }) { recorder in
      Page().updateUserProperty(email)
      Page().updateUserProperty(contact)
      TrackableSystem.identify("john", traits: traits)
      TrackableSystem.group("apple", type: "company", traits: traits)
      Page().track(Album.closed, trackedProperties: list)
      return recorder
    }
    inspector.flush()
    let read = RecordingTracker(reading: URL(filePath: folder.path))
    try await read.next(.event(Album.closed))
    let expected: [TrackingExpectation] = [
      .userProperty(email), .userProperty(contact), .identify("john", traits: traits),
      .group("apple", type: "company", traits: traits), .event(Album.closed, list),
    ]
    #expect(compare(expected, (inApp, read), allowingOthers: false) == nil)
    #expect(compare([.userProperty(Email(value: ""))], (inApp, read)) != nil)
    let names: [String] = [inApp, read].compactMap { recorder in
      if case .update(let property)? = recorder.deliveries.first { property.name } else { nil }
    }
    #expect(names == ["trackable_inspector_tests_email", "trackable_inspector_tests_email"])
    #expect(try ParsedReport(inspector.makeReport()).entries.first?.as == email.name)
  }

  @Test(arguments: 0..<20) func `Values of all kinds come back, also nested ones`(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let given = TrackedProperties((0..<20).map { PropertyKey(stringLiteral: "key \($0)") ~>> random.value(depth: 4) })
    let both = try await recorded {
      Page().track(Album.rated, trackedProperties: given)
      Page().track(Album.opened, trackedProperties: [Keys.note ~>> TrackedValue.nested(31)])
    }
    #expect(compare([.event(Album.rated, given)], both) == nil)
    for (read, inApp) in zip(both.read.events, both.inApp.events) { #expect(read.properties == inApp.properties) }
  }

  @Test func `A sensitive value stays in the app, and an expectation of one holds that its key is there`() async throws
  {
    let nested: TrackedProperties = [Secret.mail ~>> "secret", Keys.year ~>> 1971]
    let both = try await recorded {
      Page().track(
        Album.rated,
        trackedProperties: [
          Secret.mail ~>> "secret", Keys.note ~>> nested,
          Keys.likes ~>> TrackedValue.array([.properties(nested), "shown"]),
        ])
      TrackableSystem.identify("john", traits: [Secret.mail ~>> "secret"])
      Page().updateUserProperty(Contact(value: nested))
    }
    #expect(!"\(both.read.events[0].sensitiveProperties[Secret.mail] ?? "none")".contains("secret"))
    #expect(both.read.events[0].properties == both.inApp.events[0].properties)
    for secret in ["secret", "not compared"] {
      let nested: TrackedProperties = [Secret.mail ~>> secret, Keys.year ~>> 1971]
      let expected: [TrackingExpectation] = [
        .event(
          Album.rated,
          [
            Secret.mail ~>> secret, Keys.note ~>> nested,
            Keys.likes ~>> TrackedValue.array([.properties(nested), "shown"]),
          ]), .identify("john", traits: [Secret.mail ~>> secret]), .userProperty(Contact(value: nested)),
        .event(Album.closed),
      ]
      #expect(both.read.difference(from: expected) == nil)
    }
    #expect(both.read.difference(from: [.event(Album.rated, [])], allowingOthers: true) != nil)
    #expect(both.read.difference(from: [.event(Album.closed, [Secret.mail ~>> "x"])], allowingOthers: true) != nil)
    #expect(both.read.difference(from: [.identify("john", traits: [])], allowingOthers: true) != nil)
  }

  @Test func `Issues of the app are issues of the recorder`() async throws {
    let folder = TemporaryFolder()
    let inspector = Inspector(folder: URL(filePath: folder.path))
    withRecordedTracking(through: { $0.inspected(by: inspector) }) { _ in
      TrackableSystem.issueHandler = { _ in }
      inspector.recordIssues()
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> Double.nan])
    }
    inspector.flush()
    let read = RecordingTracker(reading: URL(filePath: folder.path))
    try await read.next(.event(Album.rated))
    await until { !read.issues.isEmpty }
    #expect(read.issues.map(\.kind) == [.valueDoesNotFit])
    #expect(read.issues[0].message.contains("ReadingTests.swift:") && !read.issues[0].remedy.isEmpty)
  }

  @Test(
    arguments: [
      "chapter({});\n", "half a file",
      #"chapter({"entries":[{"kind":"event","properties":[{"key":9,"value":{"int":"x"}}]}]});"#,
      #"chapter({"launch":"1","after":0,"keys":[],"sources":[],"entries":[{"kind":"event","properties":"#
        + #"[{"key":0,"value":{"odd":"1"}}]}]});"# + "\n",
    ]) func `A file that cannot be read fails every difference`(_ text: String) async throws
  {
    let folder = TemporaryFolder()
    let url = URL(filePath: folder.path)
    try make(url)
    try Data(text.utf8).write(to: url.appending(path: "1.js"))
    let read = RecordingTracker(reading: url)
    try await read.next(.error(ofType: WrittenError.self))
    #expect(read.difference(from: [])?.contains("cannot read") == true)
  }

  /// A new folder without a file.
  private func make(_ url: URL) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data("latest(0, \"\(UUID())\");\n".utf8).write(to: url.appending(path: "now.js"))
  }

  /// A new folder with a file for each event, by their numbers.
  private func write(_ events: [Int: String], into url: URL) throws {
    try make(url)
    for (number, name) in events {
      let text =
        #"chapter({"launch":"\#(url.path)","after":\#(number - 1),"keys":[],"sources":[],"#
        + #""entries":[{"kind":"event","name":"\#(name)"}]});"# + "\n"
      try Data(text.utf8).write(to: url.appending(path: "\(number).js"), options: .atomic)
    }
  }

  @Test func `A file that was deleted is skipped, is an issue, and fails every difference`() async throws {
    let folder = TemporaryFolder()
    let url = URL(filePath: folder.path)
    try write([1: "First", 4: "Last"], into: url)
    let read = RecordingTracker(reading: url)
    try await read.next { $0.name == "Last" }
    #expect(read.events.map(\.name) == ["First", "Last"])
    #expect(read.issues.map(\.kind) == [.inspectorFileMissing])
    #expect(read.issues.first?.message.contains("lacks 2 calls") == true)
    #expect(read.difference(from: [])?.contains("lacks 2 calls") == true)
    let report = try TrackingReport(reading: url).html
    #expect(report.contains("First") && report.contains("Last"))
  }

  @Test(arguments: 1...4) func `An app that starts again in a deleted folder is read from its beginning`(
    _ count: Int
  ) async throws {
    let folder = TemporaryFolder()
    let url = URL(filePath: folder.path)
    let read = RecordingTracker(reading: url)
    // The first launch writes two files.
    for launch in [["1", "2"], (0..<count).map { "again \($0)" }] {
      try? FileManager.default.removeItem(at: url)
      let inspector = Inspector(folder: url)
      TrackableSystem.withTracker(NoOpTracker().inspected(by: inspector)) {
        for text in launch {
          Page().track(Album.rated, trackedProperties: [Keys.note ~>> text])
          inspector.flush()
        }
      }
      try await read.next { $0.properties[PropertyKey(Keys.note)] == launch.last.map { .string($0) } }
    }
    let notes: [String] = read.events.compactMap { $0.properties[PropertyKey(Keys.note)]?.description }
    #expect(notes == ["1", "2"] + (0..<count).map { "again \($0)" } && read.issues.isEmpty)
    let report = try TrackingReport(reading: url).html
    #expect(!report.contains(#""value":"1""#) && report.contains("again \(count - 1)"))
  }

  @Test func `A recorder says how many calls of a launch were deleted before it has read them`() async throws {
    let folder = TemporaryFolder()
    let url = URL(filePath: folder.path)
    let (read, inspector) = (RecordingTracker(reading: url), Inspector(folder: url))
    let tracker = NoOpTracker().inspected(by: inspector)
    TrackableSystem.withTracker(tracker) { Page().track(Album.opened) }
    inspector.flush()
    try await read.next(.event(Album.opened))
    // The app goes on without a folder, which the recorder cannot see, and with the next one.
    try FileManager.default.removeItem(at: url)
    try Data().write(to: url)
    TrackableSystem.withTracker(tracker) { Page().track(Album.rated) }
    inspector.flush()
    try FileManager.default.removeItem(at: url)
    TrackableSystem.withTracker(tracker) { Page().track(Album.closed) }
    inspector.flush()
    try await read.next(.event(Album.closed))
    #expect(read.events.map(\.name) == [Album.opened.name, Album.closed.name])
    #expect(read.issues.map(\.kind) == [.inspectorFileMissing])
    #expect(read.difference(from: [])?.contains("lacks 1 calls") == true)
    // One that begins with the new folder lacks nothing there.
    let second = RecordingTracker(reading: url)
    try await second.next(.event(Album.closed))
    #expect(second.difference(from: [.event(Album.closed)]) == nil)
  }

  @Test func `A recorder says how many calls of a launch were lost before the folder could be written`() async throws {
    let folder = TemporaryFolder()
    let url = URL(filePath: folder.path)
    try Data().write(to: url)
    let inspector = Inspector(folder: url)
    let tracker = NoOpTracker().inspected(by: inspector)
    TrackableSystem.withTracker(tracker) { for _ in 1...5 { Page().track(Album.opened) } }
    inspector.flush()
    try FileManager.default.removeItem(at: url)
    TrackableSystem.withTracker(tracker) { Page().track(Album.closed) }
    inspector.flush()
    let read = RecordingTracker(reading: url)
    try await read.next(.event(Album.closed))
    #expect(read.issues.map(\.kind) == [.inspectorFileMissing])
    #expect(read.issues.first?.message.contains("lacks 5 calls") == true)
    #expect(read.difference(from: [.event(Album.closed)])?.contains("lacks 5 calls") == true)
  }

  @Test func `A report says which file of its folder it cannot read`() throws {
    let folder = TemporaryFolder()
    let url = URL(filePath: folder.path)
    try write([1: "First"], into: url)
    try Data("half a file".utf8).write(to: url.appending(path: "2.js"))
    #expect(try TrackingReport(reading: url).html.contains("cannot read"))
  }

  @Test func `A file of another version with numbers of no row is no crash`() async throws {
    let folder = TemporaryFolder()
    let url = URL(filePath: folder.path)
    try make(url)
    let text =
      #"chapter({"launch":"1","after":0,"keys":[],"sources":[],"entries":[{"kind":"event","name":"E","explained":true,"unread":[7],"#
      + #""properties":[{"key":9,"value":{"int":"1"},"from":-3}]},{"kind":"event","name":"Last"}]});"# + "\n"
    try Data(text.utf8).write(to: url.appending(path: "1.js"))
    let read = RecordingTracker(reading: url)
    try await read.next { $0.name == "Last" }
    #expect(read.events.map(\.properties.count) == [1, 0])
  }

  @Test func `The folder makes the report of a run`() throws {
    let folder = TemporaryFolder()
    let url = URL(filePath: folder.path)
    #expect(throws: (any Error).self) { try TrackingReport(reading: url) }
    let inspector = Inspector(folder: url)
    TrackableSystem.withTracker(RecordingTracker().renaming(.snakeCase).inspected(by: inspector)) {
      for number in 0..<12 {
        Page().track(Bought(amount: number), trackedProperties: [Keys.note ~>> "</script><b>\u{2028}"])
        inspector.flush()
      }
    }
    let html = try TrackingReport(reading: url, title: "UI").html
    let data = try JSONDecoder().decode(Chapters.self, from: Data(ParsedReport.data(in: html).utf8))
    let amounts = data.chapters.flatMap { chapter in
      chapter.entries.map { $0.properties?.first { chapter.keys[$0.key] == Keys.year.name }?.value?.text }
    }
    #expect(data.title == "UI" && amounts == (0..<12).map { "\($0)" })
    #expect(data.chapters.flatMap(\.entries).map { $0.to?.count } == Array(repeating: 1, count: 12))
  }

  private struct Chapters: Decodable {
    let title: String
    let chapters: [ParsedReport.Chapter]
  }
}

extension TrackedValue {
  fileprivate static func nested(_ depth: Int) -> TrackedValue {
    (0..<depth).reduce(.string("inside")) { value, level in
      level % 2 == 0 ? .array([value, .null]) : .properties([Keys.note ~>> value])
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func value(depth: Int) -> TrackedValue {
    switch below(depth > 0 ? 9 : 7) {
    case 0: return .string(hostileText())
    case 1: return .int(Int(truncatingIfNeeded: next() >> 11))
    case 2: return .double(Double(below(5)))
    case 3: return .double(Double.random(in: -1e9...1e9, using: &self))
    case 4: return .bool(chance(50))
    case 5: return .date(Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &self)))
    case 6: return .null
    case 7: return .array((0..<below(4)).map { _ in value(depth: depth - 1) })
    default:
      return .properties(
        TrackedProperties(
          (0..<below(4)).map { PropertyKey(stringLiteral: "\($0) \(hostileText())") ~>> value(depth: depth - 1) })
      )
    }
  }
}
