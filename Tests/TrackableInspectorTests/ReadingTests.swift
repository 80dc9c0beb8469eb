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

  /// What an app tracks, as the recorder in the app has it and as another process reads it.
  private struct Recorded {
    let inApp, read: RecordingTracker
    let inspector: Inspector
    private let folder = PageFolder()

    /// - Parameter style: The names before the inspector.
    init(_ style: NamingStyle? = nil, _ operation: () -> Void) async throws {
      let inspector = Inspector(folder: folder.url)
      self.inspector = inspector
      func through(_ recorder: RecordingTracker) -> any AnalyticsEventTracker {
        if let style { return recorder.inspected(by: inspector).renaming(style) }
        return recorder.inspected(by: inspector)
      }
      inApp = withRecordedTracking(through: through) { recorder in
        operation()
        Page().track(Album.closed)
        return recorder
      }
      inspector.flush()
      read = RecordingTracker(reading: folder.url)
      try await read.next(.event(Album.closed))
    }

    /// The same expectations hold for both recorders.
    func difference(
      from expected: [TrackingExpectation], allowingOthers: Bool = true, at location: SourceLocation = #_sourceLocation
    ) -> String? {
      let difference = read.difference(from: expected, allowingOthers: allowingOthers)
      #expect(
        difference == inApp.difference(from: expected, allowingOthers: allowingOthers), sourceLocation: location)
      return difference
    }
  }

  @Test func `Expectations of another process fit as those in the app do`() async throws {
    let both = try await Recorded {
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
    #expect(both.difference(from: calls, allowingOthers: false) == nil)
    #expect(both.difference(from: [.error(ofType: SaveError.self)]) == nil)
    #expect(both.read.events.map(\.screenName) == both.inApp.events.map(\.screenName))
    // A user has no place there.
    #expect(both.read.deliveries.dropFirst().map(\.description) == both.inApp.deliveries.dropFirst().map(\.description))
    let wrong: [TrackingExpectation] = [
      .group("apple", type: "label", traits: [Keys.year ~>> 1968]), .group("apple", type: "company"),
      .group("emi", type: "company", traits: [Keys.year ~>> 1968]), .event(Bought(amount: 19)),
      .event(Bought(amount: 20), []), .event(Bought(amount: 20)).by("paul"),
      .event(Bought(amount: 20)).by("john", in: []), .event(Album.rated), .userProperty(Email(value: "")),
      .userProperty(Rated(value: 2, operation: .set)), .userProperty(Rated(value: 2, operation: .setOnce)),
      .userProperty(Rated(value: 3)), .error(SaveError.offline), .error(ofType: CancellationError.self),
    ]
    for expectation in wrong { #expect(both.difference(from: [expectation]) != nil, "\(expectation)") }
    for expectation in [.identify("paul"), .identify("john", traits: [])] as [TrackingExpectation] {
      #expect(both.read.difference(from: [expectation], allowingOthers: true) != nil, "\(expectation)")
    }
  }

  @Test func `A difference names the sources of values and the place in the app`() async throws {
    let both = try await Recorded {
      let (shelf, page) = (Shelf("From the shelf"), Page())
      shelf.setupTrackableChain(trackedProperties: [Keys.note ~>> "over", ProjectKeys.tags ~>> "design"])
      page.setupTrackableChain(trackedProperties: [Keys.note ~>> "near"], parent: shelf)
      page.track(Album.rated, trackedProperties: [ProjectKeys.pid ~>> 1])
      withExtendedLifetime(shelf) {}
    }
    let text = try #require(
      both.difference(
        from: [.event(Album.rated, [Keys.name ~>> "x", Keys.note ~>> "over", ProjectKeys.tags ~>> "design"])]))
    #expect(text.contains("got \"From the shelf\"\n                    from Shelf (1)"))
    #expect(text.contains(#"from link of Page, which overrides "over" from link of Shelf (1)"#))
    #expect(text.contains("ReadingTests.swift:"))
  }

  @Test func `What was renamed before the inspector is meant by its name in code, also nested keys`() async throws {
    let email = Email(value: "john@apple.records")
    let contact = Contact(value: [Keys.name ~>> "John", Keys.note ~>> [Keys.year ~>> 1940]])
    let traits: TrackedProperties = [Keys.note ~>> [Keys.likes ~>> true, "plain" ~>> 1]]
    let list: TrackedProperties = [Keys.note ~>> [[Keys.year ~>> 1971] as TrackedProperties]]
    let both = try await Recorded(.snakeCase) {
      Page().updateUserProperty(email)
      Page().updateUserProperty(contact)
      TrackableSystem.identify("john", traits: traits)
      TrackableSystem.group("apple", type: "company", traits: traits)
      Page().track(Album.opened, trackedProperties: list)
    }
    let expected: [TrackingExpectation] = [
      .userProperty(email), .userProperty(contact), .identify("john", traits: traits),
      .group("apple", type: "company", traits: traits), .event(Album.opened, list), .event(Album.closed),
    ]
    #expect(both.difference(from: expected, allowingOthers: false) == nil)
    #expect(both.difference(from: [.userProperty(Email(value: ""))]) != nil)
    for recorder in [both.inApp, both.read] {
      #expect(recorder.userProperties.first?.name == "trackable_inspector_tests_email")
      #expect(recorder.events.map(\.name) == ["opened", "closed"].map { "trackable_inspector_tests_album_\($0)" })
      #expect(recorder.events.map(\.properties) == both.inApp.events.map(\.properties))
    }
    #expect(try ParsedReport(both.inspector.makeReport()).entries.first?.as == email.name)
  }

  @Test(arguments: 0..<20) func `Values of all kinds come back, also nested ones`(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let given = TrackedProperties((0..<20).map { PropertyKey(stringLiteral: "key \($0)") ~>> random.value(depth: 4) })
    let both = try await Recorded {
      Page().track(Album.rated, trackedProperties: given)
      Page().track(Album.opened, trackedProperties: [Keys.note ~>> TrackedValue.nested(31)])
    }
    #expect(both.difference(from: [.event(Album.rated, given)]) == nil)
    for (read, inApp) in zip(both.read.events, both.inApp.events) { #expect(read.properties == inApp.properties) }
  }

  @Test func `A sensitive value stays in the app, and an expectation of one holds that its key is there`() async throws
  {
    func nested(_ secret: String) -> TrackedProperties { [Secret.mail ~>> secret, Keys.year ~>> 1971] }
    func properties(_ secret: String) -> TrackedProperties {
      [
        Secret.mail ~>> secret, Keys.note ~>> nested(secret),
        Keys.likes ~>> TrackedValue.array([.properties(nested(secret)), "shown"]),
      ]
    }
    let both = try await Recorded {
      Page().track(Album.rated, trackedProperties: properties("secret"))
      TrackableSystem.identify("john", traits: [Secret.mail ~>> "secret"])
      Page().updateUserProperty(Contact(value: nested("secret")))
    }
    #expect(!"\(both.read.events[0].sensitiveProperties[Secret.mail] ?? "none")".contains("secret"))
    #expect(both.read.events[0].properties == both.inApp.events[0].properties)
    for secret in ["secret", "not compared"] {
      let expected: [TrackingExpectation] = [
        .event(Album.rated, properties(secret)), .identify("john", traits: [Secret.mail ~>> secret]),
        .userProperty(Contact(value: nested(secret))), .event(Album.closed),
      ]
      #expect(both.read.difference(from: expected) == nil)
    }
    for wrong in [
      .event(Album.rated, []), .event(Album.closed, [Secret.mail ~>> "x"]), .identify("john", traits: []),
    ] as [TrackingExpectation] {
      #expect(both.read.difference(from: [wrong], allowingOthers: true) != nil, "\(wrong)")
    }
  }

  @Test func `Issues of the app are issues of the recorder`() async throws {
    let folder = PageFolder()
    let inspector = Inspector(folder: folder.url)
    withRecordedTracking(through: { $0.inspected(by: inspector) }) { _ in
      TrackableSystem.issueHandler = { _ in }
      inspector.recordIssues()
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> Double.nan])
    }
    inspector.flush()
    let read = RecordingTracker(reading: folder.url)
    try await read.next(.event(Album.rated))
    await until { !read.issues.isEmpty }
    #expect(read.issues.map(\.kind) == [.valueDoesNotFit])
    #expect(read.issues[0].message.contains("ReadingTests.swift:") && !read.issues[0].remedy.isEmpty)
  }
}

extension TrackedValue {
  fileprivate static func nested(_ depth: Int) -> TrackedValue {
    (0..<depth).reduce(.string("inside")) { value, level in
      level % 2 == 0 ? .array([value, .null]) : .properties([Keys.note ~>> value])
    }
  }
}
