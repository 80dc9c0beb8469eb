import Trackable

/// The app as another program plays it: `BeatlesDelivery` sends its events elsewhere.
@MainActor
package struct PlayedApp {
  private let session: Session
  private let counter = EventCounter()

  /// - Parameter path: The file of a session, or `-` for standard input. Without one it is standard input as well, or the
  ///   bundled session if that is empty.
  package init(session path: String?) throws(UnreadableFile) {
    session =
      switch path {
      case "-": .standardInput
      case let path?: try .file(path)
      case nil: .standardInputOrBundled
      }
  }

  /// Says where events go, once in a process.
  package func bootstrap(_ trackers: [any AnalyticsEventTracker]) {
    Analytics.bootstrap(trackers + [counter])
  }

  /// The tracker of the app's events in a system that other code has made, such as that of a recording.
  package func tracker(_ trackers: [any AnalyticsEventTracker]) -> any AnalyticsEventTracker {
    CombinedTracker(trackers + [counter]).renaming(Analytics.naming)
  }

  /// Plays the session, shows how many events there were, and returns the number of bad lines.
  package func play() -> Int {
    let badLines = SessionPlayer(style: .echo).play(session)
    print("\n" + counter.takeTable().joined(separator: "\n"))
    return badLines
  }
}
