import Foundation
import Testing
import Trackable
import TrackablePlan
import TrackableTesting

// The doc comments of Sources/TrackablePlan. Names are pinned, so that they are those
// of an app.

/// An object that is left out where it is empty.
@propertyWrapper struct Members<Value: Decodable>: Decodable {
  var wrappedValue: [String: Value] = [:]

  init() {}
  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode([String: Value].self)
  }
}

extension KeyedDecodingContainer {
  func decode<Value>(_ type: Members<Value>.Type, forKey key: Key) throws -> Members<Value> {
    try decodeIfPresent(type, forKey: key) ?? Members()
  }
}

extension TrackingPlan {
  /// What the file of a plan says, as a tool reads it.
  struct File: Decodable {
    struct Names: Decodable {
      @Members var events: [String: String]
      @Members var keys: [String: String]
    }
    struct Property: Decodable { var required: Bool? }
    struct Event: Decodable { @Members var properties: [String: Property] }
    @Members var events: [String: Event]
    @Members var properties: [String: Property]
    @Members var destinations: [String: Names]
  }

  var file: File { get throws { try JSONDecoder().decode(File.self, from: Data(json.utf8)) } }
}

enum PlansDoc {
  enum Events {
    enum User: String, Event, CaseIterable, PinnedPath {
      static let pinnedPath = "MyApp.Events.User"
      case didRateAlbum
    }

    /// As it was before.
    enum Earlier: String, Event, CaseIterable, PinnedPath {
      static let pinnedPath = "MyApp.Events.User"
      case didRate
    }

    enum Recommended: String, Event, CaseIterable, PinnedPath {
      static let pinnedPath = "MyApp.Events.User"
      case didOpenRecommendedProject
    }
  }

  enum Keys: String, Key, PinnedPath {
    static let pinnedPath = "MyApp.Keys"
    case albumName, row, note, amount, year, album, items, sku, tags

    enum Details: String, Key, PinnedPath {
      static let pinnedPath = "MyApp.Keys.Details"
      case year
    }
  }

  struct PaymentSent: AnalyticsEvent {
    let amount: Int
    var properties: TrackedProperties { [Keys.amount ~>> amount] }
  }

  static func album() -> TrackingPlan {
    .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3])
  }

  static func payment() -> TrackingPlan {
    .event(PaymentSent(amount: 20), sometimes: [Keys.note ~>> "thanks"])
  }

  static func seen(_ plan: TrackingPlan) -> TrackingPlan {
    plan.seen(by: "Mixpanel", events: .droppingModule, keys: .keepingLast(1), nested: true)
      .seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
      .seen(by: "Segment", events: .droppingModule, keys: .keepingLast(1), nested: true)
  }

  /// The failure of a plan that has changed since it was committed, in a folder of its own.
  static func failure(of plan: TrackingPlan, after earlier: TrackingPlan) throws -> String? {
    let folder = URL.temporaryDirectory.appending(path: "PlansDocTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(earlier.json.utf8).write(to: folder.appending(path: "tracking-plan.json"))
    let file = folder.appending(path: "PlanTests.swift").path
    let failure = #expect(throws: (any Error).self) {
      try plan.verify(
        against: "tracking-plan.json", filePath: file, fileID: "AppTests/Plan.swift", line: 8)
    }
    return failure.map { "\($0)" }
  }

  @Suite struct PlansDocTests {
    private func page(_ file: String) -> Page { Page("Sources/TrackablePlan/\(file).swift") }

    @Test func `A plan names the names that a service does not take`() throws {
      let plan = TrackingPlan.events(Events.Recommended.self)
        .seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
      let failure = try #require(try failure(of: plan, after: plan))
      let line = failure.split(separator: "\n").first { $0.hasPrefix("  limit      ") }?.dropFirst(13)
      let text = String(line ?? "").replacing(#/docs/[^)]*/#, with: "docs/…").replacing(" has ", with: " has\n")
      #expect(page("Plan/Limits").promises(text), "\(failure)")
    }

    @Test func `Events are planned with their properties`() throws {
      let plan: TrackingPlan = [album(), payment()]
      let properties = try plan.file.events.values.map { event in
        event.properties.map { "\($0.key) \($0.value.required ?? false)" }.sorted()
      }
      let shared = ["MyApp.Keys.albumName true", "MyApp.Keys.row false"]
      #expect(Set(properties) == [shared, ["MyApp.Keys.amount true", "MyApp.Keys.note false"]])
    }

    @Test func `Destinations see their own names`() throws {
      let destinations = try seen(album()).file.destinations.sorted { $0.key < $1.key }
      let names = destinations.map { "\($0.key) \($0.value.events.values.sorted()) \($0.value.keys.values.sorted())" }
      #expect(
        names == [
          #"Firebase ["my_app_events_user_did_rate_album"] ["my_app_keys_album_name", "my_app_keys_row"]"#,
          #"Mixpanel ["Events.User.didRateAlbum"] ["albumName", "row"]"#,
          #"Segment ["Events.User.didRateAlbum"] ["albumName", "row"]"#,
        ])
    }

    @Test func `A plan is a file that tools read`() {
      let plan: TrackingPlan = .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"])
      let json = plan.json.trimmingCharacters(in: .newlines)
      #expect(page("Plan/TrackingPlan+JSON").promises(json), "\(json)")
    }

    @Test func `Notes describe events and keys`() throws {
      let plan: TrackingPlan = [
        .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3]),
        .note(on: Events.User.allCases, owner: "Growth"),
        .note(on: [Events.User.didRateAlbum], "A user rates an album.", expires: "2027-06-30"),
        .note(on: Keys.row, "Counted from the top.", values: [1, 2, 3]),
      ]
      let folder = URL.temporaryDirectory.appending(path: "PlansDocTests-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(plan.json.utf8).write(to: folder.appending(path: "tracking-plan.json"))
      let file = folder.appending(path: "PlanTests.swift").path
      func failure(on day: String) throws -> String? {
        let day = try Date(day, strategy: .iso8601.year().month().day())
        do {
          try plan.verify(
            against: "tracking-plan.json", on: day, filePath: file, fileID: "MyAppTests/PlanTests.swift", line: 8)
          return nil
        } catch {
          return "\(error)"
        }
      }
      #expect(try failure(on: "2027-06-29") == nil)
      let text = try failure(on: "2027-06-30") ?? ""
      #expect(
        text.contains(
          "  expired    'MyApp.Events.User.didRateAlbum' was needed until 2027-06-30, and belongs to Growth: "
            + "remove it from the app, or write a later day"), "\(text)")
      let violations = withRecordedTracking { recorder in
        withTrackedProperties([Keys.albumName ~>> "Imagine", Keys.row ~>> 4]) { Events.User.didRateAlbum.trigger() }
        return plan.violations(in: recorder)
      }
      #expect(
        violations == [
          "'MyApp.Events.User.didRateAlbum' does not match the tracking plan: "
            + "'MyApp.Keys.row' is an int that its note does not allow."
        ])
    }

    @Test func `A plan is read from its file`() throws {
      let file = URL.temporaryDirectory.appending(path: "PlansDocTests-\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(PlansDoc.album().json.utf8).write(to: file)
      let recorder = RecordingTracker()
      let trackers = recorder.combined(with: NoOpTracker())
      try inAnApp {
        let plan = try TrackingPlan(contentsOf: file)  // in an app, a resource of its bundle
        TrackableSystem.bootstrap(trackers.validating(plan))
        TrackableSystem.track(PaymentSent(amount: 20))
      }
      #expect(recorder.events.count == 1)
    }

    @Test func `A failure names each change since the committed plan`() throws {
      let renamed: TrackingPlan = .events(Events.User.self)
      let text = try failure(of: renamed, after: .events(Events.Earlier.self))
      let lines = text?.split(separator: "\n").drop { !$0.contains("renamed") }.prefix(2)
      #expect(page("Plan/TrackingPlan").promises(lines?.joined(separator: "\n") ?? ""), "\(text ?? "")")

      let (before, after): (TrackingPlan, TrackingPlan) = (
        [.events(Events.Earlier.self), .event(PaymentSent(amount: 20), always: [Keys.year ~>> 1971])],
        [.events(Events.User.self), .event(PaymentSent(amount: 20), always: [Keys.year ~>> "1971"])]
      )
      let both = try failure(of: after, after: before)?.replacing("DocumentationTests.PlansDoc.", with: "MyApp.")
      #expect(page("Plan/TrackingPlan+Verifying").promises(both ?? ""), "\(both ?? "")")
      #expect(Page("Sources/TrackablePlan/TrackablePlan.docc/TrackablePlan.md").promises(both ?? ""))
    }
  }
}
