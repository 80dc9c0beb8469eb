import Trackable

extension RecordingTracker {
  /// The differences between the recorded calls and the expected calls, as text; `nil` if there is no difference.
  ///
  /// ```swift
  /// #expect(recorder.difference(from: [.event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine"])]) == nil)
  ///
  /// XCTAssertNil(recorder.difference(from: [.identify("john"), .reset], inAnyOrder: true))
  /// ```
  ///
  /// The text names the source of each wrong value:
  ///
  /// ```text
  /// The recorded calls differ from the expected ones:
  ///   differs       MyApp.Events.User.didRateAlbum (MyApp/AlbumDetailVC.swift:9)
  ///                   MyApp.Keys.albumName: expected "Imagine", got "Help!"
  ///                     from AlbumListVC (1)
  /// ```
  ///
  /// Unless the test allows other calls, the recording has to be complete, and the following calls are differences as
  /// well: calls that wait for another actor, and calls that the recorder's limit has dropped. A call in ``astray`` is
  /// no difference, because a test that runs at the same time may have made the call. If you expect such a call, the
  /// text says where the call was made.
  ///
  /// Cost: one comparison for each delivery up to the first difference. After the first difference, each delivery is
  /// compared with each expectation.
  ///
  /// - Parameters:
  ///   - expected: The expected calls, in the order in which they should come.
  ///   - inAnyOrder: Whether the order does not matter.
  ///   - allowingOthers: Whether other deliveries may come before, between and after the expected deliveries.
  public func difference(
    from expected: [TrackingExpectation], inAnyOrder: Bool = false, allowingOthers: Bool = false
  ) -> String? {
    let (recorded, dropped, waiting) = recorded
    let comparison = DeliveryComparison(expected, recorded, allowingOthers: allowingOthers)
    let lines = inAnyOrder ? comparison.inAnyOrder() : comparison.inOrder()
    let isFine = lines.allSatisfy(\.isFine)
    // A test cannot expect calls that are missing from the recording.
    if isFine, allowingOthers || (dropped == 0 && waiting.isEmpty) { return nil }
    var text = "The recorded calls differ from the expected ones:"
    for line in lines { text += line.text(astray: recording.astray) }
    if !isFine, !inAnyOrder, comparison.inAnyOrder().allSatisfy(\.isFine) {
      text += "\nIn another order, there would be no difference."
    }
    if dropped > 0 {
      text +=
        "\nBefore that, \(dropped) were dropped because of the recorder's limit. To compare only the latest, allow others; "
        + "to compare only what comes from now on, call 'removeAll()' first."
    }
    if !waiting.isEmpty {
      let places = waiting.map(\.description).joined(separator: ", ")
      text +=
        "\nCalls in \(places) wait for another actor. To have them here, call "
        + "'await TrackableSystem.flush()' first."
    }
    return text
  }

  /// The recorded deliveries, the number of deliveries that the limit has dropped, and the locations of events that
  /// wait.
  private var recorded: ([TrackerCall], dropped: Int, waiting: [CodeLocation]) {
    while true {
      let waiting = system?.waiting ?? []
      let (recorded, dropped) = recording.kept
      // The loop repeats until no event arrives between the two reads, because such an event might be in neither list,
      // or in both.
      if waiting == system?.waiting ?? [] { return (recorded, dropped, waiting) }
    }
  }
}

extension DeliveryComparison.Line {
  fileprivate func text(astray: [AstrayCall]) -> String {
    switch self {
    case .fits(let recorded): "\n  as expected   \(recorded.headline)"
    case .differs(let expected, let recorded):
      "\n  differs       \(recorded.headline)\(recorded.place)"
        + expected.problems(in: recorded).map { "\n" + $0 }.joined().replacing("\n", with: "\n                  ")
    case .missing(let expected):
      "\n  missing       \(expected)"
        + (astray.first { expected.means($0.call) }.map { "\n                  \($0.note)" } ?? "")
    case .notExpected(let recorded): "\n  not expected  \(recorded)"
    case .other: ""
    }
  }
}
