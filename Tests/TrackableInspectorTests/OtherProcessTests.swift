import Foundation
import TestSupport
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@testable import Beatles

/// The app Beatles, driven by lines as a UI test drives an app by taps.
private final class RunningApp {
  private let folder = TemporaryFolder()
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

@Suite struct OtherProcessTests {
  private typealias AppKeys = Beatles.Keys

  @Test func `A test drives an app in another process, has each call while it runs, and keeps them if it is killed`()
    async throws
  {
    let app = try RunningApp()
    let recorder = RecordingTracker(reading: app.url)
    app.tap("select John")
    try await recorder.next(.event(Events.User.didSelectBeatle, containing: [AppKeys.beatleName ~>> "John"]))
    app.tap("select Imagine")
    app.tap("rate yes")
    let rated = TrackingExpectation.event(
      Events.User.didRateAlbum,
      containing: [
        AppKeys.albumName ~>> "Imagine", AppKeys.userLikesAlbum ~>> true, AppKeys.previousVC ~>> "Album list",
      ])
    try await recorder.next(rated)
    let text = recorder.difference(
      from: [.event(Events.User.didRateAlbum, containing: [AppKeys.albumName ~>> "Help!"])], allowingOthers: true)
    #expect(text?.contains(#"Beatles.Keys.albumName: expected "Help!", got "Imagine""#) == true)
    #expect(text?.contains("\n                    from AlbumListVC (1)") == true)
    #expect(text?.contains("didRateAlbum (Beatles/AlbumDetailVC.swift:") == true)
    app.kill()
    try await RecordingTracker(reading: app.url).next(rated)
    let page = try TrackingReport(reading: app.url).html
    #expect(page.contains("didRateAlbum"))
    // Beatles hands its committed plan to the inspector, and does as it says.
    #expect(page.contains(#""plan":true"#) && !page.contains(#""faults":"#))
  }
}
