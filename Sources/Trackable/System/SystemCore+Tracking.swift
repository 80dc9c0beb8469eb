#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SystemCore {
  /// Whether an event tracked on something whose chain has the tracker `chainTracker` goes anywhere.
  func delivers(to chainTracker: (any AnalyticsEventTracker)?) -> Bool {
    chainTracker != nil || TrackingContext.scope?.tracker != nil || isListening
  }

  /// The walk of one event: every place that may speak, in the order of the law of precedence, told to `sink`.
  ///
  /// `track` and `explain` both go through here.
  ///
  /// - Parameter chain: Adds what stands between the event and the task's scopes, and answers what could not be read.
  func walk<Sink: PropertySink>(
    _ event: some AnalyticsEvent,
    callSite: TrackedProperties,
    into sink: inout Sink,
    chain: (inout Sink) -> [AnyClass]
  ) -> [AnyClass] {
    sink.add(callSite, from: PropertySource(.callSite))
    sink.add(event.properties, from: PropertySource(.event))
    let unreachable = chain(&sink)
    TrackingContext.scope?.add(to: &sink, as: .scope)
    sink.add(defaultProperties, from: PropertySource(.defaults))
    return unreachable
  }

  /// Walks, reports what was wrong, and hands the event to the nearest tracker.
  func track(
    _ event: some AnalyticsEvent,
    callSite: TrackedProperties,
    timestamp: Date,
    chainTracker: (any AnalyticsEventTracker)?,
    location: @autoclosure () -> SourceLocation,
    chain: (inout PropertyMerge) -> [AnyClass]
  ) {
    var merge = PropertyMerge()
    let unreachable = walk(event, callSite: callSite, into: &merge, chain: chain)
    if !merge.flawed.isEmpty || !unreachable.isEmpty {
      let location = location()
      reportFlaws(of: merge.flawed, at: location)
      for type in unreachable {
        report(.ancestorElsewhere(type, event: event.name, at: location))
      }
    }
    submit(.track(TrackedEvent(event, properties: merge.result, timestamp: timestamp)), to: chainTracker)
  }

  /// Hands over a user property, then tracks its bound events with `track`.
  func update<Property: UserProperty>(
    _ property: Property,
    chainTracker: (any AnalyticsEventTracker)?,
    location: @autoclosure () -> SourceLocation
  ) {
    let tracked = TrackedUserProperty(property)
    if !tracked.flaws.isEmpty {
      let said = TrackedProperty(key: PropertyKey(tracked.name), saying: tracked.value, flaws: tracked.flaws)
      reportFlaws(of: [said], at: location())
    }
    submit(.update(tracked), to: chainTracker)
  }

  /// Hands a delivery to the chain's tracker where it has one, else to the task's, else to the system's.
  private func submit(_ delivery: Delivery, to chainTracker: (any AnalyticsEventTracker)?) {
    if let tracker = chainTracker ?? TrackingContext.scope?.tracker {
      delivery.perform(on: tracker)
    } else {
      submit(delivery)
    }
  }
}

extension TrackableIssue {
  fileprivate static func ancestorElsewhere(
    _ type: AnyClass, event: String, at location: SourceLocation
  ) -> TrackableIssue {
    TrackableIssue(
      kind: .ancestorElsewhere,
      message: "What \(type) computes is missing from '\(event)': "
        + "it belongs to another isolation than the one that tracks.",
      remedy: "track from the actor inside which the chain was linked, "
        + "or set what must be on every event with setupTrackableChain(trackedProperties:).",
      location: location)
  }
}
