/// A chain as a value: context to pass to code that has no object, or that runs elsewhere.
///
/// Use it in structs, actors, SwiftUI views, background jobs and server requests:
///
/// ```swift
/// let request = TrackingContext().appending(["requestID" ~>> id])
/// let checkout = request.appending([Keys.screen ~>> "checkout"])
/// checkout.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
/// // amount 20, screen "checkout", requestID 7
/// ```
///
/// A step that is appended later counts as nearer, and wins. An object's `makeTrackingContext()` makes a context of its
/// whole chain, as it is now.
///
/// Cost: appending takes one allocation, and copies the steps.
/// Isolation: immutable and `Sendable`. It keeps no object and no actor alive.
///
/// When to take a context, and when an object: <doc:Decisions>.
public struct TrackingContext: Sendable {
  /// Its steps, the last one last.
  private(set) var steps: [Step] = []

  /// A context without properties.
  public init() {}

  /// This context with `properties` added. They win over those it already has.
  public func appending(_ properties: TrackedProperties) -> TrackingContext {
    properties.isEmpty ? self : appending(.properties(properties))
  }

  /// This context with properties that are computed anew for each event. They win over those it already has.
  ///
  /// ```swift
  /// context.appending { Keys.App.uptime ~>> clock.uptime }
  /// ```
  ///
  /// Isolation: the closure is called wherever an event is tracked.
  public func appending(
    @TrackedPropertiesBuilder live properties: @escaping @Sendable () -> TrackedProperties
  ) -> TrackingContext {
    appending(.live(properties))
  }

  /// This context with a tracker of its own: events tracked on it, or on anything below it, go there.
  public func delivering(to tracker: any AnalyticsEventTracker) -> TrackingContext {
    appending(trackers: TrackerRoute(base: tracker))
  }

  /// This context with one more tracker: events tracked on it, or on anything below it, go to the tracker they would go
  /// to anyway, and then to this one.
  public func delivering(alsoTo tracker: any AnalyticsEventTracker) -> TrackingContext {
    appending(trackers: TrackerRoute(adding: tracker))
  }

  @inline(never) private func appending(_ content: Step.Content, trackers: TrackerRoute? = nil) -> TrackingContext {
    var context = self
    context.steps.append(Step(content: content, trackers: trackers))
    return context
  }

  /// This context with the trackers of a chain.
  func appending(trackers: TrackerRoute?) -> TrackingContext {
    trackers == nil ? self : appending(.properties(TrackedProperties()), trackers: trackers)
  }
}

extension TrackingContext {
  init(_ steps: [Step]) { self.steps = steps }

  /// The properties of the context, without its trackers.
  var withoutTrackers: TrackingContext {
    TrackingContext(steps.map { Step(content: $0.content, typeName: $0.typeName) })
  }

  /// The trackers that were given, the last one first.
  var route: TrackerRoute? { steps.reversed().reduce(into: nil) { $0.merge($1.trackers) } }

  /// One step of a context.
  struct Step: Sendable {
    enum Content: Sendable {
      case properties(TrackedProperties)
      /// In a context only: computed when a walk comes to it.
      case live(@Sendable () -> TrackedProperties)
      /// The computed properties of an ancestor on another actor.
      case deferred(DeferredRead)
      /// Here was an ancestor that could not be read.
      case unread(ReadFailure)
    }

    let content: Content
    /// The type name of the ancestor, if the step stands for an ancestor.
    var typeName: String?
    var trackers: TrackerRoute?
  }
}
