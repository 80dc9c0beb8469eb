extension AnalyticsEventTracker {
  /// This tracker, receiving all events of a share of the persons, visits or installations, and none of the others.
  ///
  /// So all events of a drawn person arrive. If single events were drawn, nobody's events would be complete.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(
  ///   collector.sampled(0.7, by: .person, rateKey: "sample_rate"))
  ///
  /// for user in ["john", "paul", "george", "ringo"] {
  ///   TrackableSystem.identify(user)
  ///   Events.User.didRateAlbum.trigger()
  /// }
  /// // george: MyApp.Events.User.didRateAlbum [sample_rate: 0.7]
  /// // ringo: MyApp.Events.User.didRateAlbum [sample_rate: 0.7]
  /// ```
  ///
  /// Everything but events passes. The ledger of a hub behind the tracker counts the other events as *suppressed*. See
  /// <doc:Sampling>.
  ///
  /// The mistake to avoid: sampling by person in an app whose users have no ID. Events without the ID pass; sample by
  /// the ID of the installation instead.
  ///
  /// Cost: a hash of the text. The tracker keeps nothing, and allocates nothing unless it adds the rate.
  ///
  /// - Parameters:
  ///   - rate: The share, from 0 for none to 1 for all. With another number the events pass, and an issue says so.
  ///   - unit: The unit that is drawn.
  ///   - rateKey: The key under which each event gets the rate at which it was drawn: count the event `1 / rate` times.
  ///     The rate is 1 if the event passed without being drawn. `nil` adds nothing.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func sampled(
    _ rate: Double, by unit: SamplingUnit, rateKey: (any Key)? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    sampled(by: unit, rateKey: rateKey, fileID: fileID, line: line) { _ in rate }
  }

  /// This tracker, sampled with a rate for each event: by the event's type, or from a configuration that changes while
  /// the app runs.
  ///
  /// ```swift
  /// firebase.sampled(by: .person) { $0.eventType == .impression ? 0.01 : 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - unit: The unit that is drawn.
  ///   - rateKey: The key under which each event gets its rate.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  ///   - rate: The share. It is called for each event, on the thread of the call.
  public func sampled(
    by unit: SamplingUnit, rateKey: (any Key)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ rate: @escaping @Sendable (TrackedEvent) -> Double
  ) -> some AnalyticsEventTracker {
    let location = CodeLocation(fileID: fileID, line: line)
    let rateKey = rateKey.map { PropertyKey($0) }
    return TransformingTracker(self, interest: { $0 }) { call, pass in
      guard case .track(let event) = call else { return pass(call) }
      guard let rate = unit.draw(event, at: rate(event), location) else { return }
      guard let rateKey else { return pass(call) }
      var rated = event
      rated.add([rateKey ~>> rate], overriding: true)
      pass(.track(rated))
    }
  }
}

/// The unit that sampling draws: all events of one person, visit or installation pass, or none of them.
///
/// ```swift
/// firebase.sampled(0.1, by: .person)
/// firebase.sampled(0.1, by: .property("visit_id"))
/// firebase.sampled(0.1, by: .value { $0.screenName })
/// ```
///
/// An event passes if it lacks the user, property or text to be drawn by. Isolation: it may be used from any thread.
public struct SamplingUnit: Sendable {
  /// The key of the property; `nil` if there is none.
  private let key: PropertyKey?
  private let text: @Sendable (TrackedEvent) -> String?

  /// The user of the event, by the ID of `identify`. Events before that have none.
  public static let person = value(\.userID)

  /// A property, such as the ID of the installation or the visit, by its text. Each event should have the property: an
  /// issue says once that an event lacks it.
  public static func property(_ key: some Key) -> SamplingUnit {
    let key = PropertyKey(key)
    return SamplingUnit(key: key) { event in
      event.properties.value(for: key).map { if case .string(let text) = $0 { text } else { "\($0)" } }
    }
  }

  /// A text that a closure finds for an event; none if it returns `nil`.
  public static func value(_ text: @escaping @Sendable (TrackedEvent) -> String?) -> SamplingUnit {
    SamplingUnit(key: nil, text: text)
  }

  /// The rate at which an event passes; `nil` if it does not.
  func draw(_ event: TrackedEvent, at rate: Double, _ location: CodeLocation) -> Double? {
    if rate == 0 { return nil }
    if rate == 1 { return 1 }
    if !(0...1).contains(rate) {
      report("has the sampling rate \(rate), which is not from 0 to 1", "give a rate such as 0.1", event, location)
      return 1
    }
    if let text = text(event) { return Double(MurmurHash3.hash(text.utf8)) < rate * 0x1p32 ? rate : nil }
    if let key {
      report("has no '\(key.name)' to be sampled by", "give that property to all events", event, location)
    }
    return 1
  }

  @inline(never) private func report(
    _ problem: @autoclosure () -> String, _ remedy: String, _ event: TrackedEvent, _ location: CodeLocation
  ) {
    IssueReporter.current.reportOnce(.notSampled, of: event.name, at: location) {
      TrackableIssue(
        kind: .notSampled, message: "The event '\(event.name)' \(problem()), so it passes.", remedy: remedy + ".",
        location: location, subject: event.name)
    }
  }
}
