import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableApp

/// When an app is installed, updated, opened and left.
@Suite struct LifecycleTests {
  private let launches = Launches()

  @Test func `An installation is told once, and each update once, with the version before`() {
    let keys = ["appVersion", "appBuild", "previousVersion", "previousBuild"]
    var told: [String] = []
    for (version, build) in [("1.0", "1"), ("1.0", "1"), ("1.1", "2"), ("1.1", "2"), ("1.1", "3"), ("1.0", "1")] {
      launches.version = AppVersion(version, build: build)
      launches.launch { _, recorder in
        for (index, name) in recorder.names.enumerated() {
          told.append(([name] + keys.map { recorder.texts($0)[index] }).joined(separator: " "))
        }
      }
    }
    #expect(
      told == ["installed 1.0 1 - -", "updated 1.1 2 1.0 1", "updated 1.1 3 1.1 2", "updated 1.0 1 1.1 3"])
  }

  @Test func `An app that adopts the library with an update counts as updated, not as installed`() {
    launches.hasEarlierData = true
    launches.launch { _, recorder in
      #expect(recorder.names == ["updated"])
      #expect(recorder.texts("previousVersion") == ["-"])
    }
    launches.launch { _, recorder in #expect(recorder.names == []) }
  }

  @Test func `An app without a version is installed once and never updated`() {
    launches.version = nil
    for expected in [["installed"], [], []] {
      launches.launch { _, recorder in #expect(recorder.names == expected) }
    }
    launches.version = AppVersion("1.0")
    launches.launch { _, recorder in #expect(recorder.names == []) }
  }

  @Test func `An app that starts twice tells once; it is opened once in a process, and comes back after that`() {
    launches.launch { app, recorder in
      app.start()
      leave(app)
      for _ in 0..<3 {
        for _ in 0..<2 { come() }
        for _ in 0..<2 { leave(app) }
      }
      #expect(
        recorder.names == ["installed", "visitBegan", "opened", "left", "cameBack", "left", "cameBack", "left"])
    }
  }

  @Test func `An app that was not started says so, once`() {
    launches.launch(starts: false) { app, recorder in
      for _ in 0..<2 { TrackableSystem.track(App.tapped) }
      #expect(recorder.issues.map(\.kind) == [.appNotStarted])
      app.start()
      TrackableSystem.track(App.tapped)
      #expect(recorder.issues.count == 1)
    }
  }

  @Test func `A kill between the file and the event loses the event, and never doubles it`() throws {
    // The file knows before the tracker does.
    let (file, known) = (launches.url.appending(path: "app.json"), Shared<[Bool]>([]))
    let app = launches.makeApp()
    let tracker = ClosureTracker { _ in
      known.withLock { $0.append(FileManager.default.fileExists(atPath: file.path)) }
    }
    TrackableSystem.withTracker(tracker, root: app) { app.start() }
    #expect(known.value == [true])
  }

  @Test func `While the files cannot be read, nothing is told; it is told when the user comes`() throws {
    launches.launch { _, _ in }
    launches.version = AppVersion("2.0")
    let unlock = try lock(launches.url.appending(path: "app.json"))
    try launches.launch { _, recorder in
      #expect(recorder.names == [])
      try unlock()
      come()
      #expect(recorder.names == ["visitBegan", "updated", "opened"])
      #expect(recorder.texts("previousVersion") == ["-", "1.0", "-"])
      _ = recorder.issues
    }
  }

  // What Apple's documentation says of notifications, as the page Installations lists it.
  @Test func `The user is here while one scene is visible`() {
    let scenes = [NSObject(), NSObject()]
    let (one, two) = (ObjectIdentifier(scenes[0]), ObjectIdentifier(scenes[1]))
    let cases: [([SystemNotification], [Bool?])] = [
      // Without scenes.
      ([.appComes, .appComes, .appLeaves, .appLeaves, .appComes], [true, nil, false, nil, true]),
      // One scene, with the notifications of the app beside.
      ([.sceneComes(one), .appComes, .sceneLeaves(one), .appLeaves, .sceneComes(one)], [true, nil, false, nil, true]),
      // Two scenes: the second one leaves, is closed, or the first one is.
      (
        [.sceneComes(one), .sceneComes(two), .sceneLeaves(one), .sceneLeaves(two), .sceneLeaves(two)],
        [true, nil, nil, false, nil]
      ),
      // A scene that the system restores or discards in the background.
      ([.sceneLeaves(one), .sceneComes(two), .sceneLeaves(one)], [nil, true, nil]),
      // Followed since a moment at which the scene was visible already.
      ([.appComes, .sceneLeaves(one), .appLeaves], [true, nil, false]),
    ]
    for (notifications, answers) in cases {
      var state = ForegroundScenes()
      #expect(notifications.map { state.follow($0) } == answers)
    }
    withExtendedLifetime(scenes) {}
  }
}
