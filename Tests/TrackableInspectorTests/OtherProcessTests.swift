import Foundation
import TestSupport
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@testable import Beatles

/// The app Beatles, driven by lines as a UI test drives an app by taps.
private final class RunningApp {
  let folder = TemporaryFolder()
  var url: URL { URL(filePath: folder.path) }
  private let (process, input) = (Process(), Pipe())

  init() throws {
    process.executableURL = try Self.executable()
    process.arguments = ["--inspect", folder.path, "-"]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  func tap(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  func quit() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The program lies in a folder around the tests' own program, or around the bundle with which that was started.
  private static func executable() throws -> URL {
    for argument in CommandLine.arguments where argument.contains("/") {
      var folder = URL(filePath: argument)
      while folder.path.count > 1 {
        folder.deleteLastPathComponent()
        let program = folder.appending(path: "Beatles")
        if FileManager.default.isExecutableFile(atPath: program.path), !program.hasDirectoryPath { return program }
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}

@Suite(.serialized) struct OtherProcessTests {
  private typealias AppKeys = Beatles.Keys

  @Test func `A test drives an app in another process, and has each call while the app runs`() async throws {
    let app = try RunningApp()
    defer { app.quit() }
    let recorder = RecordingTracker(reading: app.url)
    app.tap("select John")
    try await recorder.next(.event(Events.User.didSelectBeatle, containing: [AppKeys.beatleName ~>> "John"]))
    app.tap("select Imagine")
    app.tap("rate yes")
    try await recorder.next(
      .event(
        Events.User.didRateAlbum,
        containing: [
          AppKeys.albumName ~>> "Imagine", AppKeys.userLikesAlbum ~>> true, AppKeys.previousVC ~>> "Album list",
        ]))
    let text = recorder.difference(
      from: [.event(Events.User.didRateAlbum, containing: [AppKeys.albumName ~>> "Help!"])], allowingOthers: true)
    #expect(text?.contains(#"Beatles.Keys.albumName: expected "Help!", got "Imagine""#) == true)
    #expect(text?.contains("\n                    from AlbumListVC (1)") == true)
    #expect(text?.contains("didRateAlbum (Beatles/AlbumDetailVC.swift:") == true)
    let page = try TrackingReport(reading: app.url).html
    #expect(page.contains("didRateAlbum"))
    // Beatles hands its committed plan to the inspector, and does as it says.
    #expect(page.contains(#""plan":true"#) && !page.contains(#""faults":"#))
  }

  @Test func `A wait ends at the limit of the caller, and tells what came instead`() async throws {
    let app = try RunningApp()
    defer { app.quit() }
    let recorder = RecordingTracker(reading: app.url)
    app.tap("select John")
    try await recorder.next(.event(Events.User.didSelectBeatle))
    app.tap("select Imagine")
    let clock = ManualClock()
    let waiting = Task { try await recorder.next(.event(Events.User.didRateAlbum), within: .seconds(5), clock: clock) }
    await until {
      recorder.events.contains { $0.base.name == Events.User.didSelectAlbum.name } && clock.sleeperCount > 0
    }
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: (any Error).self) { try await waiting.value }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("What came instead:") && text.contains("\n  Beatles.Events.User.didSelectAlbum"))
  }

  @Test func `What an app wrote before it was killed is read, and makes a report`() async throws {
    let app = try RunningApp()
    app.tap("select Ringo")
    try await RecordingTracker(reading: app.url).next(.event(Events.User.didSelectBeatle))
    app.kill()
    let recorder = RecordingTracker(reading: app.url)
    try await recorder.next(.event(Events.User.didSelectBeatle, containing: [AppKeys.beatleName ~>> "Ringo"]))
    #expect(try TrackingReport(reading: app.url).html.contains("Ringo"))
  }
}
