import Foundation
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

// The app of the page, and its UI test, side by side: what XCTest has in Xcode only is declared here, and a tap calls the app.
// `OtherProcessTests` drive an app in another process.

/// Has the launch arguments of the app, as Foundation's has those of a process.
private struct UserDefaults {
  @TaskLocal static var standard = UserDefaults()
  var launchArguments: [String] = []
  func string(forKey key: String) -> String? {
    launchArguments.firstIndex(of: "-\(key)").map { launchArguments[$0 + 1] }
  }
}

private enum MyApp {
  @MainActor static func start() {
    let mixpanel = RecordingTracker(name: "Mixpanel")
    #if DEBUG
      if let path = UserDefaults.standard.string(forKey: "TrackingFolder") {
        let inspector = Inspector(folder: URL(filePath: path))
        let console = ConsoleTracker()  // no service
        TrackableSystem.bootstrap(console.inspected(by: inspector))
        inspector.recordIssues()
        return
      }
    #endif
    TrackableSystem.bootstrap(mixpanel)
  }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication
@MainActor private final class XCUIApplication {
  @MainActor struct Elements {
    var actions: [String: () -> Void] = [:]
    var tap: () -> Void = {}
    subscript(name: String) -> Elements { Elements(tap: actions[name] ?? {}) }
  }

  var launchArguments: [String] = []
  private(set) var buttons = Elements()

  func launch() {
    let (list, detail) = (AlbumListVC(), AlbumDetailVC())
    list.selectedAlbum = nil
    detail.link(to: list)
    buttons.actions = ["Imagine": { list.selectedAlbum = Album(name: "Imagine") }, "Like": { detail.rate() }]
    UserDefaults.$standard.withValue(.init(launchArguments: launchArguments)) { MyApp.start() }
  }
}

/// https://developer.apple.com/documentation/xctest/xctattachment
private struct XCTAttachment {
  let data: Data
  let uniformTypeIdentifier: String
}

// Not of the main actor, like that of Xcode, which calls one method after the other.
private class XCTestCase: @unchecked Sendable {
  var attached: [XCTAttachment] = []
  func add(_ attachment: XCTAttachment) { attached.append(attachment) }
  func tearDown() async throws {}
}

private func XCTAssertNil(_ text: String?) { #expect(text == nil) }

private final class RatingUITests: XCTestCase, @unchecked Sendable {
  let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)

  @MainActor func testRating() async throws {
    let app = XCUIApplication()
    app.launchArguments += ["-TrackingFolder", folder.path]
    app.launch()
    let recorder = RecordingTracker(reading: folder)
    app.buttons["Imagine"].tap()
    app.buttons["Like"].tap()
    try await recorder.next(
      .event(Events.User.didRateAlbum), within: .seconds(10))
    XCTAssertNil(
      recorder.difference(from: [
        .event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine"])
      ]))
  }

  override func tearDown() async throws {
    // Xcode keeps it if the test has failed.
    let report = try TrackingReport(reading: folder)
    add(
      XCTAttachment(
        data: Data(report.html.utf8), uniformTypeIdentifier: "public.html"))
  }
}

#if DEBUG
  @MainActor @Suite struct UITestsPageTests {
    @Test func `A UI test compares what the app has tracked, and attaches the report`() async throws {
      let test = RatingUITests()
      defer { try? FileManager.default.removeItem(at: test.folder) }
      try await inAnApp {
        try await test.testRating()
        try await test.tearDown()
      }
      #expect(test.attached.contains { String(decoding: $0.data, as: UTF8.self).contains("didRateAlbum") })
    }
  }
#endif
