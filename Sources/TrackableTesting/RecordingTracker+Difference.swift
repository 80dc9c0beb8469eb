import Trackable

extension RecordingTracker {
  /// How what was recorded differs from what is expected, as a text to be read; `nil` if it does not.
  ///
  /// ```swift
  /// #expect(recorder.difference(from: [.event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine"])]) == nil)
  ///
  /// XCTAssertNil(recorder.difference(from: [.identify("john"), .reset], inAnyOrder: true))
  /// ```
  ///
  /// Where something is wrong, the text names who gave each wrong value:
  ///
  /// ```text
  /// What was recorded differs from what was expected:
  ///   differs       MyApp.Events.User.didRateAlbum (MyApp/AlbumDetailVC.swift:14)
  ///                   MyApp.Keys.albumName: expected "Imagine", got "Help!" from AlbumListVC (1)
  /// ```
  ///
  /// - Parameters:
  ///   - expected: What should have been recorded.
  ///   - inAnyOrder: Whether the order does not matter.
  ///   - allowingOthers: Whether there may be other deliveries before, between and after.
  public func difference(
    from expected: [TrackingExpectation], inAnyOrder: Bool = false, allowingOthers: Bool = false
  ) -> String? {
    let recorded = deliveries
    let comparison = DeliveryComparison(expected, recorded, allowingOthers: allowingOthers)
    let lines = inAnyOrder ? comparison.inAnyOrder() : comparison.inOrder()
    if lines.allSatisfy(\.isFine) { return nil }
    var text = "What was recorded differs from what was expected:"
    for line in lines { text += line.text(astray: recording.astray) }
    if !inAnyOrder, comparison.inAnyOrder().allSatisfy(\.isFine) { text += "\nIn another order it would not differ." }
    let waiting = system?.waiting ?? []
    if !waiting.isEmpty {
      let places = waiting.map(\.description).joined(separator: ", ")
      text +=
        "\nWhat was tracked in \(places) waits for another actor. To have it here, call "
        + "'await TrackableSystem.flush()' first."
    }
    return text
  }
}

extension DeliveryComparison.Line {
  fileprivate func text(astray: [RecordedDelivery]) -> String {
    switch self {
    case .fits(let recorded): "\n  as expected   \(recorded.headline)"
    case .differs(let expected, let recorded):
      "\n  differs       \(recorded.headline)\(recorded.place)"
        + expected.problems(in: recorded).map { "\n                  \($0)" }.joined()
    case .missing(let expected):
      "\n  missing       \(expected)"
        + (astray.first { expected.means($0) }.map { "\n                  \($0.note)" } ?? "")
    case .notExpected(let recorded): "\n  not expected  \(recorded)"
    case .other: ""
    }
  }
}

extension TrackableIssue.Kind {
  /// Something was tracked while a test recorded, but outside of its recording, and nobody received it.
  public static let trackedAstray = Self("trackedAstray")

  /// A recording ended while an event that was tracked in it waited for another actor: the event is not in the recording.
  public static let recordingEndedEarly = Self("recordingEndedEarly")
}

extension RecordedDelivery {
  /// Says of a delivery that went astray what happened, as an issue.
  var issue: TrackableIssue {
    TrackableIssue(
      kind: .trackedAstray,
      message:
        "'\(headline)' was tracked while a test was recorded, but outside of its recording, and nobody received it.",
      remedy: "hand 'recorder.tracker' to code that hops to a queue or a detached task, or run it in 'recorder.run'.",
      location: location ?? .unknown)
  }

  /// Says of a delivery that went astray what happened, and what to do.
  var note: String {
    "It was tracked outside of the recording\(place). Code that hops to a queue or a detached task leaves it: "
      + "hand it 'recorder.tracker', or run it in 'recorder.run'."
  }
}
