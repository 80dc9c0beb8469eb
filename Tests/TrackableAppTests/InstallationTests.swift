import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableTesting

/// The ID of an installation, and what an app says of the device.
@Suite struct InstallationTests {
  private let launches = Launches()
  private var file: URL { launches.url.appending(path: "user.json") }

  init() { launches.installation = .untilReset() }

  private func id(_ change: () -> Void = {}) -> String {
    launches.launch { app, _ in
      let id = app.installationID
      change()
      return id ?? "none"
    }
  }

  private func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// As another process does it.
  private func write(_ lines: String) throws { try Data(lines.utf8).write(to: file) }

  @Test(arguments: [false, true])
  func `An ID that the app brings along is that of the first launch, and never comes back`(isForGood: Bool) {
    func policy(_ id: String) -> InstallationPolicy {
      isForGood ? .forGood(startingWith: id) : .untilReset(startingWith: id)
    }
    launches.installation = policy("segment's")
    #expect(id() == "segment's")
    launches.installation = policy("another")
    #expect(id { TrackableSystem.reset() } == "segment's")
    #expect((id { TrackableSystem.purge() } == "segment's") == isForGood)
    #expect((id() == "segment's") == isForGood)
    #expect(id() != "another")
  }

  @Test func `An ID for good is random, and stays`() {
    launches.installation = .forGood()
    let first = id()
    #expect(UUID(uuidString: first) != nil)
    #expect(id() == first)
  }

  @Test func `An ID that the app brings along is not given to the second user, though the first one never needed it`() {
    launches.installation = .untilReset(startingWith: "segment's")
    launches.launch { _, _ in
      TrackableSystem.identify("alice")
      TrackableSystem.reset()
    }
    #expect(id() != "segment's")
  }

  @Test func `The event of another person never has the ID of the one before, though the memory is told later`() {
    let app = launches.makeApp()
    let ids = Shared<[(user: String?, id: String)]>([])
    /// Tracks an event while it is told, before the memory is.
    struct Eager: AnalyticsEventTracker {
      let ids: Shared<[(user: String?, id: String)]>
      func track(_ event: TrackedEvent) {
        ids.withLock { $0.append((event.userID, event.properties["installationId"]?.description ?? "-")) }
      }
      func reset() { TrackableSystem.track(App.tapped) }
      func identify(_ user: TrackedUser) { TrackableSystem.track(App.tapped) }
    }
    TrackableSystem.withTracker(Eager(ids: ids), root: app) {
      app.start()
      TrackableSystem.identify("john")
      TrackableSystem.reset()
      TrackableSystem.track(App.tapped)
      TrackableSystem.identify("paul")
      TrackableSystem.identify("ringo")
      TrackableSystem.track(App.tapped)
    }
    // The first one is the installation.
    let seen = Array(ids.value.dropFirst())
    #expect(seen.map(\.user) == ["john", nil, nil, "paul", "ringo", "ringo"])
    // Who signs up keeps the ID.
    #expect(seen[1...3].allSatisfy { $0.id == seen[3].id } && seen[4].id == seen[5].id)
    #expect(Set(seen.map(\.id)).subtracting(["-"]).count == 3)
  }

  // MARK: Several processes

  /// An extension that goes on while the app has another user.
  @Test(arguments: [false, true])
  func `A process whose user was replaced by another process keeps that user's ID, and leaves the file to the next one`(
    hasID: Bool
  ) throws {
    let lines = hasID ? #"[["user","bob"],["anonymous","bob's"]]"# : #"[["user","bob"]]"#
    try launches.launch { app, recorder in
      TrackableSystem.identify("alice")
      if hasID { TrackableSystem.track(App.tapped) }
      let before = recorder.texts("installationId").last
      try write(lines)
      app.memory.restore()
      TrackableSystem.track(App.tapped)
      #expect(recorder.events.last?.user?.id == "alice")
      #expect(recorder.texts("installationId").last == before ?? "-")
      TrackableSystem.group("apple", type: "company")
      #expect(try text() == lines)
      TrackableSystem.reset()
      #expect(try text() == lines)
      TrackableSystem.identify("bob")
      if hasID { TrackableSystem.track(App.tapped) }
      #expect(try text() == lines)
      #expect(!hasID || recorder.texts("installationId").last == "bob's")
    }
  }

  @Test(arguments: [false, true])
  func `A process whose user was replaced neither has the next person's visit nor writes one of its own`(
    isInForeground: Bool
  ) throws {
    (launches.installation, launches.tells) = (nil, isInForeground)
    let now = launches.clock.date.timeIntervalSinceReferenceDate
    let lines = #"[["user","bob"],["visit","text","bob's","1","\#(now)","\#(now)"]]"#
    try launches.launch { app, recorder in
      if isInForeground { come() }
      TrackableSystem.identify("alice")
      if isInForeground { TrackableSystem.track(App.tapped) }
      try write(lines)
      app.memory.restore()
      TrackableSystem.track(App.tapped)
      launches.wait(59)
      TrackableSystem.track(App.tapped)
      if isInForeground { leave(app) }
      #expect(try text() == lines)
      #expect(!recorder.texts("sessionId").contains("bob's") && recorder.events.last?.user?.id == "alice")
    }
  }

  @Test(arguments: [false, true])
  func `A purge and another sign-in count also where another process has replaced the user`(isPurge: Bool) throws {
    try launches.launch { app, _ in
      TrackableSystem.identify("alice")
      try write(#"[["user","bob"],["anonymous","bob's"]]"#)
      app.memory.restore()
      if isPurge { TrackableSystem.purge() } else { TrackableSystem.identify("carol") }
      let text = try text()
      #expect(!text.contains("bob") && text.contains("carol") != isPurge)
    }
  }

  @Test func `What another process has written counts, and what it wrote is kept`() throws {
    try launches.launch(starts: false) { app, _ in
      // An extension makes the ID and joins a group.
      try FileManager.default.createDirectory(at: launches.url, withIntermediateDirectories: true)
      try write(#"[["user","john"],["anonymous","extension's"],["group","band","beatles"]]"#)
      #expect(app.installationID == "extension's")
      TrackableSystem.register(app.memory)
      TrackableSystem.group("apple", type: "company")
      let text = try text()
      #expect(text.contains("beatles") && text.contains("apple") && text.contains("extension's"))
    }
  }

  @Test func `A process that is stopped in the middle of a change stops no other one`() throws {
    launches.launch { _, _ in }
    let folder = open(launches.folder.path, O_RDONLY)
    #expect(folder >= 0 && flock(folder, LOCK_EX) == 0)
    defer { close(folder) }
    launches.launch { app, _ in app.consent.deny(.analytics) }
    launches.launch { app, _ in #expect(app.consent.status(of: .analytics) == .denied) }
  }

  @Test func `The device says what the app chose, and nothing else`() {
    (launches.installation, launches.visits) = (nil, nil)
    launches.version = AppVersion("2.1", build: "7", identifier: "com.example.app")
    launches.device = [.appVersion, .appBuild, .appIdentifier, .systemName, .systemVersion, .timeZone]
    launches.launch { _, recorder in
      TrackableSystem.track(App.tapped)
      let properties = recorder.events.last?.properties ?? []
      #expect(
        properties.map(\.key.name)
          == ["appVersion", "appBuild", "appIdentifier", "systemName", "systemVersion", "timeZone"])
      #expect(properties["appVersion"] == "2.1" && properties["appBuild"] == "7")
      #expect(properties["appIdentifier"] == "com.example.app")
      #expect(properties["timeZone"] == .string(TimeZone.current.identifier))
      #expect(properties["systemVersion"]?.description.first?.isNumber == true)
    }
  }
}
