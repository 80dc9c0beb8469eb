import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableApp

/// When an app is installed, updated, opened and left.
@Suite struct LifecycleTests {
  @Test func `An installation is told once, and each update once, with the version before`() {
    let launches = Launches()
    launches.visits = nil
    var told: [[String]] = []
    for (version, build) in [("1.0", "1"), ("1.0", "1"), ("1.1", "2"), ("1.1", "2"), ("1.1", "3"), ("1.0", "1")] {
      launches.version = AppVersion(version, build: build)
      launches.launch { _, recorder in
        for event in recorder.events {
          told.append(
            [event.name.split(separator: ".").last.map(String.init) ?? ""]
              + ["appVersion", "appBuild", "previousVersion", "previousBuild"].map {
                event.properties[PropertyKey(stringLiteral: $0)]?.description ?? "-"
              })
        }
      }
    }
    #expect(
      told == [
        ["installed", "1.0", "1", "-", "-"], ["updated", "1.1", "2", "1.0", "1"], ["updated", "1.1", "3", "1.1", "2"],
        ["updated", "1.0", "1", "1.1", "3"],
      ])
  }

  @Test func `An app that adopts the library with an update counts as updated, not as installed`() {
    let launches = Launches()
    launches.hasEarlierData = true
    launches.launch { _, recorder in
      #expect(recorder.names == ["updated"])
      #expect(recorder.texts("previousVersion") == ["-"])
    }
    launches.launch { _, recorder in #expect(recorder.names == []) }
  }

  @Test func `An app without a version is installed once and never updated`() {
    let launches = Launches()
    launches.version = nil
    for expected in [["installed"], [], []] {
      launches.launch { _, recorder in #expect(recorder.names == expected) }
    }
    launches.version = AppVersion("1.0")
    launches.launch { _, recorder in #expect(recorder.names == []) }
  }

  @Test func `A launch in the background opens nothing`() {
    let launches = Launches()
    launches.launch { app, recorder in
      leave(app)
      #expect(recorder.names == ["installed"])
    }
  }

  @Test func `The app is opened once in a process, and comes back after that`() {
    Launches().launch { app, recorder in
      for _ in 0..<3 {
        come()
        come()
        leave(app)
        leave(app)
      }
      #expect(
        recorder.names.filter { $0 != "visitBegan" && $0 != "installed" }
          == ["opened", "left", "cameBack", "left", "cameBack", "left"])
    }
  }

  @Test func `An app that starts twice tells once`() {
    Launches().launch { app, recorder in
      app.start()
      come()
      #expect(recorder.names == ["installed", "visitBegan", "opened"])
    }
  }

  @Test func `An app that was not started says so, once`() {
    let launches = Launches()
    launches.launch(starts: false) { app, recorder in
      TrackableSystem.track(App.tapped)
      TrackableSystem.track(App.tapped)
      #expect(recorder.issues.map(\.kind) == [.appNotStarted])
      app.start()
      TrackableSystem.track(App.tapped)
      #expect(recorder.issues.count == 1)
    }
  }

  @Test func `A kill between the file and the event loses the event, and never doubles it`() throws {
    let launches = Launches()
    launches.launch { _, recorder in #expect(recorder.names == ["installed"]) }
    // The file knows before the tracker does.
    let file = launches.url.appending(path: "app.json")
    let known = Lock<[Bool]>([])
    try FileManager.default.removeItem(at: file)
    let app = launches.makeApp()
    TrackableSystem.withTracker(
      ClosureTracker { _ in known.withLock { $0.append(FileManager.default.fileExists(atPath: file.path)) } },
      root: app
    ) { app.start() }
    #expect(known.withLock { $0 } == [true])
  }

  @Test func `While the files cannot be read, nothing is told; it is told when the user comes`() throws {
    let launches = Launches()
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

  @Test func `Of an app and its extension, which share a folder, only the one that declares events tells them`() {
    let launches = Launches()
    let helper = TrackableApp(
      folder: launches.url, installation: .untilReset(), visits: VisitPolicy(away: .seconds(60)))
    withRecordedTracking(root: helper) { recorder in
      helper.start()
      TrackableSystem.track(App.tapped)
      #expect(recorder.names == ["tapped"])
    }
    launches.launch { _, recorder in #expect(recorder.names == ["installed"]) }
  }

  // What Apple's documentation says of notifications, as the page Installations lists it.
  @Test func `The user is here while one scene is visible`() {
    let scenes = [NSObject(), NSObject()].map { $0 as AnyObject }
    let (one, two) = (ObjectIdentifier(scenes[0]), ObjectIdentifier(scenes[1]))
    func answers(_ notifications: [SystemNotification]) -> [Bool?] {
      var state = ForegroundScenes()
      return notifications.map { state.follow($0) }
    }
    // Without scenes.
    #expect(answers([.appComes, .appComes, .appLeaves, .appLeaves, .appComes]) == [true, nil, false, nil, true])
    // One scene, with the notifications of the app beside.
    #expect(
      answers([.sceneComes(one), .appComes, .sceneLeaves(one), .appLeaves, .sceneComes(one)])
        == [true, nil, false, nil, true])
    // Two scenes: the second one leaves, is closed, or the first one is.
    #expect(
      answers([.sceneComes(one), .sceneComes(two), .sceneLeaves(one), .sceneLeaves(two), .sceneLeaves(two)])
        == [true, nil, nil, false, nil])
    // A scene that the system restores or discards in the background.
    #expect(answers([.sceneLeaves(one), .sceneComes(two), .sceneLeaves(one)]) == [nil, true, nil])
    // Followed since a moment at which the scene was visible already.
    #expect(answers([.appComes, .sceneLeaves(one), .appLeaves]) == [true, nil, false])
    withExtendedLifetime(scenes) {}
  }
}
