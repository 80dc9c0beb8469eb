extension AnalyticsEventTracker {
  /// Returns a tracker that receives a sample of the events: all events of a share of the persons, visits or
  /// installations, and no events of the others.
  ///
  /// So the tracker receives either all events of a person or none. If single events were drawn, nearly every person's
  /// events would be incomplete.
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
  /// The tracker receives all calls other than events. The ledger of a hub counts the events outside of the sample as
  /// *suppressed*. See <doc:Sampling>.
  ///
  /// The mistake to avoid: sampling by person in an app whose users have no ID. The tracker would receive all events,
  /// because it receives every event without an ID. Sample by the ID of the installation instead.
  ///
  /// Cost: a hash of the text. The tracker keeps no state, and allocates memory only if it adds the rate.
  ///
  /// - Parameters:
  ///   - rate: The share of persons, installations or other units whose events pass, from 0 (none) to 1 (all). With any
  ///     other number, the tracker gets all events, and the library reports an issue.
  ///   - unit: The unit of the sample.
  ///   - rateKey: The key under which each event carries the rate, so that a service can count the event `1 / rate`
  ///     times. The rate is 1 for an event that the tracker receives because the event could not be sampled. `nil` adds
  ///     no property.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func sampled(
    _ rate: Double, by unit: SamplingUnit, rateKey: (any Key)? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    sampled(by: unit, rateKey: rateKey, fileID: fileID, line: line) { _ in rate }
  }

  /// Returns a tracker with a rate for each event: by the event's type, or from a configuration that changes at run
  /// time.
  ///
  /// ```swift
  /// firebase.sampled(by: .person) { $0.eventType == .impression ? 0.01 : 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - unit: The unit of the sample.
  ///   - rateKey: The key under which each event carries its rate.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - rate: Returns the share for an event. The tracker calls this closure for each event, on the thread that
  ///     delivers the event.
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

/// The unit of a sample, such as a person, a visit or an installation. A tracker receives either all events of a unit
/// or none.
///
/// ```swift
/// firebase.sampled(0.1, by: .person)
/// firebase.sampled(0.1, by: .property("sessionId"))
/// firebase.sampled(0.1, by: .value { $0.screenName })
/// ```
///
/// If an event lacks the user, the property or the text, the tracker receives the event. Isolation: any thread.
public struct SamplingUnit: Sendable {
  /// The key of the property; `nil` if a closure gives the text.
  private let key: PropertyKey?
  private let text: @Sendable (TrackedEvent) -> String?

  /// The user of the event, recognized by the ID of `identify`. Events before an `identify` have no ID.
  public static let person = value(\.userID)

  /// A property, such as the ID of the installation or of the visit. Events with the same value, as text, belong to one
  /// unit. Each event should have the property: if an event lacks it, the library reports an issue once.
  public static func property(_ key: some Key) -> SamplingUnit {
    let key = PropertyKey(key)
    return SamplingUnit(key: key) { event in
      event.properties.value(for: key).map { if case .string(let text) = $0 { text } else { "\($0)" } }
    }
  }

  /// A text that a closure returns for an event. If the closure returns `nil`, the event lacks the text.
  public static func value(_ text: @escaping @Sendable (TrackedEvent) -> String?) -> SamplingUnit {
    SamplingUnit(key: nil, text: text)
  }

  /// The rate of an event in the sample; `nil` if the event is outside of the sample.
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

  private func report(
    _ problem: @autoclosure () -> String, _ remedy: String, _ event: TrackedEvent, _ location: CodeLocation
  ) {
    IssueReporter.current.reportOnce(.notSampled, of: event.name, at: location) {
      TrackableIssue(
        kind: .notSampled, message: "The event '\(event.name)' \(problem()), so it passes.", remedy: remedy + ".",
        location: location, subject: event.name)
    }
  }
}
