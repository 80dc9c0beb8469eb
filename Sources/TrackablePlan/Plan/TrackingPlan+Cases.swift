public import Trackable
public import TrackableTesting

extension TrackingPlan {
  /// All cases of an enum of events, each with properties of its own.
  ///
  /// ```swift
  /// .events(Events.Player.self) { event in
  ///   switch event {
  ///   case .didPlay: [Keys.song ~>> "Imagine", Keys.volume ~>> 0.5]
  ///   case .didStop: []
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The enum. What a case says itself, it always carries.
  ///   - required: What a case always carries besides, with values that stand for their types.
  ///   - optional: What a case may carry.
  public static func events<Events: AnalyticsEvent & CaseIterable>(
    _ type: Events.Type, always required: (Events) -> TrackedProperties = { _ in [] },
    sometimes optional: (Events) -> TrackedProperties
  ) -> TrackingPlan {
    TrackingPlan(type.allCases.map { .event($0, always: required($0), sometimes: optional($0)) })
  }

  /// What combinators make of samples of events: their names, and what the combinators add.
  ///
  /// ```swift
  /// .events([Screens.home, Screens.search]) { $0.flatMap { [$0, daily($0)] } }
  /// ```
  ///
  /// So a plan that is declared, and not observed, knows the names that a `map`, a `flatMap`, a renaming by type or a tracker of
  /// your own makes.
  ///
  /// - Parameters:
  ///   - samples: The events, with the properties that they always carry.
  ///   - through: The combinators, in front of what records.
  public static func events(
    _ samples: [any AnalyticsEvent], through: (RecordingTracker) -> any AnalyticsEventTracker
  ) -> TrackingPlan {
    let recorder = RecordingTracker()
    let tracker = through(recorder)
    for sample in samples { tracker.track(TrackedEvent(sample)) }
    return TrackingPlan(observing: recorder)
  }
}
