import Trackable

/// The event that a session sends for each change of its status.
///
/// The event has the name of the proposition, and <doc:TrackableValuePropositions> lists its properties. A destination
/// can read typed values from the event's base:
///
/// ```swift
/// func track(_ event: TrackedEvent) {
///   if let watching = event.base as? ValuePropositionEvent<WatchingVideo>, watching.status == .complete {
///     SDK.trackView(watching.proposition.attributes.videoName, for: watching.timeActive)
///   }
/// }
/// ```
///
/// Combinators that select events by type recognize this event as well:
/// `mixpanel.prohibiting(eventTypes: [ValuePropositionEvent<WatchingVideo>.self])`.
public struct ValuePropositionEvent<Proposition: ValueProposition>: AnalyticsEvent {
  /// The proposition of the session.
  public let proposition: Proposition
  /// The ID of the session.
  public let sessionID: String
  /// The status of the session after the change.
  public let status: ValuePropositionStatus
  /// The total time in which the session was started.
  public let timeActive: Duration
  /// The cause of the change.
  private let trigger: ValuePropositionTrigger
  /// The proposition's attributes, the attributes of the action, and the properties of the session.
  public let properties: TrackedProperties
  /// The name of the proposition.
  public let name: String

  /// The category: `valueProposition`.
  public var entity: String { Self.category }

  /// The kind of the event depends on the trigger: a click, an activity of the app, or otherwise a user action.
  public var eventType: AnalyticsEventType {
    switch trigger {
    case .clicked: .click
    case .automatically, .app: .activity
    default: .userAction
    }
  }

  static var category: String { "valueProposition" }

  /// - Parameter attributes: The attributes of the proposition and the action.
  init(
    _ proposition: Proposition, named name: String, _ record: SessionRecord, trigger: ValuePropositionTrigger,
    attributes: TrackedProperties
  ) {
    self.proposition = proposition
    self.name = name
    self.trigger = trigger
    sessionID = record.id
    status = record.status
    timeActive = record.timeActive
    let added = record.properties(trigger)
    properties = attributes + TrackedProperties(added.filter { attributes[$0.key] == nil })
  }
}

extension SessionRecord {
  /// The properties that the session adds to an event. Their keys are sent unchanged, without a path.
  fileprivate func properties(_ trigger: ValuePropositionTrigger) -> [TrackedProperty] {
    [
      "category" ~>> "valueProposition", "status" ~>> status, "trigger" ~>> trigger,
      "valuePropositionSessionId" ~>> id,
    ]
      + timeline.map { $0.key ~>> $0.date }
      + [
        "secondsActive" ~>> (wasStarted ? timeActive.inSeconds : nil),
        "secondsPaused" ~>> (wasPaused ? timePaused.inSeconds : nil),
        "secondsToComplete" ~>> timeToComplete?.inSeconds,
      ]
  }
}
