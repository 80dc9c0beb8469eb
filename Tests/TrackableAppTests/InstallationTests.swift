import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableTesting

/// The ID of an installation, and what an app says of the device.
@Suite struct InstallationTests {
  private func id(_ launches: Launches, _ change: () -> Void = {}) -> String {
    launches.launch { app, _ in
      let id = app.installationID
      change()
      return id ?? "none"
    }
  }

  @Test func `An ID for good stays`() {
    let launches = Launches()
    launches.installation = .forGood()
    let first = id(launches) { TrackableSystem.reset() }
    #expect(UUID(uuidString: first) != nil)
    #expect(id(launches) { TrackableSystem.purge() } == first)
    #expect(id(launches) == first)
  }

  @Test(arguments: [false, true])
  func `An ID that the app brings along is that of the first launch, and never comes back`(isForGood: Bool) {
    let launches = Launches()
    func policy(_ id: String) -> InstallationPolicy {
      isForGood ? .forGood(startingWith: id) : .untilReset(startingWith: id)
    }
    launches.installation = policy("segment's")
    #expect(id(launches) == "segment's")
    launches.installation = policy("another")
    #expect(id(launches) { TrackableSystem.reset() } == "segment's")
    #expect((id(launches) == "segment's") == isForGood)
    #expect(id(launches) != "another")
  }

  @Test func `The event of another person never has the ID of the one before, though the memory is told later`() {
    let launches = Launches()
    launches.installation = .untilReset()
    let app = launches.makeApp()
    let ids = Lock<[String]>([])
    /// Tracks an event while it is told, before the memory is.
    struct Eager: AnalyticsEventTracker {
      let ids: Lock<[String]>
      func track(_ event: TrackedEvent) {
        ids.withLock { $0.append("\(event.userID ?? "-") \(event.properties["installationId"]?.description ?? "-")") }
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
    let seen = ids.withLock { $0 }.dropFirst().map { $0.split(separator: " ").map(String.init) }
    let (john, nobody, paul, ringo) = (
      seen[0][1], Set([seen[1][1], seen[2][1]]), seen[3][1], Set(seen.suffix(2).map { $0[1] })
    )
    #expect(seen.map { $0[0] } == ["john", "-", "-", "paul", "ringo", "ringo"])
    #expect(nobody.count == 1 && nobody.first != john)
    #expect(paul == nobody.first)
    #expect(ringo.count == 1 && ringo.first != paul)
  }

  @Test func `While the file cannot be read there is no ID, and none is made up`() throws {
    let launches = Launches()
    launches.installation = .untilReset()
    let known = id(launches)
    let unlock = try lock(launches.url.appending(path: "user.json"))
    try launches.launch { app, recorder in
      TrackableSystem.track(App.tapped)
      #expect(app.installationID == nil)
      #expect(recorder.texts("installationId").last == "-")
      try unlock()
      TrackableSystem.track(App.tapped)
      #expect(recorder.texts("installationId").last == known)
      _ = recorder.issues
    }
  }

  /// An extension that goes on while the app has another user.
  @Test(arguments: [false, true])
  func `A process whose user was replaced by another process keeps that user's ID, and leaves the file to the next one`(
    hasID: Bool
  ) throws {
    let launches = Launches()
    launches.installation = .untilReset()
    let file = launches.url.appending(path: "user.json")
    let lines = hasID ? #"[["user","bob"],["anonymous","bob's"]]"# : #"[["user","bob"]]"#
    func isUntouched() throws -> Bool { try String(contentsOf: file, encoding: .utf8) == lines }
    try launches.launch { app, recorder in
      TrackableSystem.identify("alice")
      if hasID { TrackableSystem.track(App.tapped) }
      let before = recorder.texts("installationId").last
      try Data(lines.utf8).write(to: file)
      app.memory.restore()
      TrackableSystem.track(App.tapped)
      #expect(recorder.events.last?.user?.id == "alice")
      #expect(recorder.texts("installationId").last == before ?? "-")
      TrackableSystem.group("apple", type: "company")
      #expect(try isUntouched())
      TrackableSystem.reset()
      #expect(try isUntouched())
      TrackableSystem.identify("bob")
      if hasID { TrackableSystem.track(App.tapped) }
      #expect(try isUntouched())
      #expect(!hasID || recorder.texts("installationId").last == "bob's")
    }
  }

  @Test(arguments: [false, true])
  func `A process whose user was replaced neither has the next person's visit nor writes one of its own`(
    isInForeground: Bool
  ) throws {
    let launches = Launches()
    let file = launches.url.appending(path: "user.json")
    launches.tells = isInForeground
    let now = launches.clock.date.timeIntervalSinceReferenceDate
    let lines = #"[["user","bob"],["visit","text","bob's","1","\#(now)","\#(now)"]]"#
    try launches.launch { app, recorder in
      if isInForeground { come() }
      TrackableSystem.identify("alice")
      if isInForeground { TrackableSystem.track(App.tapped) }
      try Data(lines.utf8).write(to: file)
      app.memory.restore()
      TrackableSystem.track(App.tapped)
      launches.wait(59)
      TrackableSystem.track(App.tapped)
      if isInForeground { leave(app) }
      #expect(try String(contentsOf: file, encoding: .utf8) == lines)
      #expect(!recorder.texts("sessionId").contains("bob's") && recorder.events.last?.user?.id == "alice")
    }
  }

  @Test func `A purge and another sign-in count also where another process has replaced the user`() throws {
    for isPurge in [false, true] {
      let launches = Launches()
      launches.installation = .untilReset()
      let file = launches.url.appending(path: "user.json")
      try launches.launch { app, _ in
        TrackableSystem.identify("alice")
        try Data(#"[["user","bob"],["anonymous","bob's"]]"#.utf8).write(to: file)
        app.memory.restore()
        if isPurge { TrackableSystem.purge() } else { TrackableSystem.identify("carol") }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("bob") && text.contains("carol") != isPurge)
      }
    }
  }

  @Test func `An ID that the app brings along is not given to the second user, though the first one never needed it`() {
    let launches = Launches()
    launches.installation = .untilReset(startingWith: "segment's")
    launches.launch { _, _ in
      TrackableSystem.identify("alice")
      TrackableSystem.reset()
    }
    #expect(id(launches) != "segment's")
  }

  @Test func `What another process has written counts, and what it wrote is kept`() throws {
    let launches = Launches()
    launches.installation = .untilReset()
    let file = launches.url.appending(path: "user.json")
    try launches.launch(starts: false) { app, _ in
      // An extension makes the ID and joins a group.
      let lines = #"[["user","john"],["anonymous","extension's"],["group","band","beatles"]]"#
      try FileManager.default.createDirectory(at: launches.url, withIntermediateDirectories: true)
      try Data(lines.utf8).write(to: file)
      #expect(app.installationID == "extension's")
      TrackableSystem.register(app.memory)
      TrackableSystem.group("apple", type: "company")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("beatles") && text.contains("apple") && text.contains("extension's"))
    }
  }

  @Test func `A process that is stopped in the middle of a change stops no other one`() throws {
    let launches = Launches()
    launches.launch { _, _ in }
    let folder = open(launches.folder.path, O_RDONLY)
    #expect(folder >= 0 && flock(folder, LOCK_EX) == 0)
    defer { close(folder) }
    launches.launch { app, _ in app.consent.deny(.analytics) }
    launches.launch { app, _ in #expect(app.consent.status(of: .analytics) == .denied) }
  }

  @Test func `Files are their owner's alone`() throws {
    let launches = Launches()
    launches.installation = .forGood()
    launches.launch { app, _ in
      come()
      TrackableSystem.identify("john")
      _ = app.installationID
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: launches.folder.path)
    #expect(Set(files) == ["app.json", "user.json"])
    for file in files {
      let mode = try FileManager.default.attributesOfItem(atPath: launches.folder.path + "/" + file)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func `The device says what the app chose, and nothing else`() {
    let launches = Launches()
    (launches.visits, launches.version) = (nil, AppVersion("2.1", build: "7", identifier: "com.example.app"))
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
