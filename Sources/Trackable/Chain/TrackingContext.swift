/// A chain as a value, for code that has no object, or that runs on another actor or in a background job.
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
/// The last appended step is the nearest step: its properties win over those of earlier steps. An object's
/// `makeTrackingContext()` returns a context of the object's whole chain at that time.
///
/// Cost: appending takes one allocation, and copies the steps. Isolation: any thread, because a context is immutable
/// and `Sendable`. A context keeps no object and no actor alive.
///
/// <doc:Decisions> compares contexts and objects.
public struct TrackingContext: Sendable {
  /// The steps, the nearest last.
  private(set) var steps: [Step] = []

  /// Creates a context without properties.
  public init() {}

  /// Returns this context with additional properties, which win over those of the context.
  public func appending(_ properties: TrackedProperties) -> TrackingContext {
    properties.isEmpty ? self : appending(.properties(properties))
  }

  /// Returns this context with properties that are computed for each event, and that win over those of the context.
  ///
  /// ```swift
  /// context.appending { Keys.App.uptime ~>> clock.uptime }
  /// ```
  ///
  /// Isolation: the system calls the closure on the thread that tracks the event.
  public func appending(
    @TrackedPropertiesBuilder live properties: @escaping @Sendable () -> TrackedProperties
  ) -> TrackingContext {
    appending(.live(properties))
  }

  /// Returns this context with its own tracker. That tracker receives the events of the context, and of everything
  /// below the context, instead of the system's tracker.
  public func delivering(to tracker: any AnalyticsEventTracker) -> TrackingContext {
    appending(trackers: TrackerRoute(base: tracker))
  }

  /// Returns this context with an additional tracker. That tracker receives every event of the context and of
  /// everything below the context, after the tracker that receives the event anyway. It receives no events of an object
  /// below that has a tracker of its own.
  public func delivering(alsoTo tracker: any AnalyticsEventTracker) -> TrackingContext {
    appending(trackers: TrackerRoute(adding: tracker))
  }

  @inline(never) private func appending(_ content: Step.Content, trackers: TrackerRoute? = nil) -> TrackingContext {
    var context = self
    context.steps.append(Step(content: content, trackers: trackers))
    return context
  }

  /// Returns this context with the trackers of a chain.
  func appending(trackers: TrackerRoute?) -> TrackingContext {
    trackers == nil ? self : appending(.properties(TrackedProperties()), trackers: trackers)
  }
}

extension TrackingContext {
  init(_ steps: [Step]) { self.steps = steps }

  /// The same context without trackers.
  var withoutTrackers: TrackingContext {
    TrackingContext(steps.map { Step(content: $0.content, typeName: $0.typeName) })
  }

  /// The trackers of the steps, the nearest first.
  var route: TrackerRoute? { steps.reversed().reduce(into: nil) { $0.merge($1.trackers) } }

  /// One step of a context.
  struct Step: Sendable {
    enum Content: Sendable {
      case properties(TrackedProperties)
      /// Computed when a walk reads the context. Only a context has such a step.
      case live(@Sendable () -> TrackedProperties)
      /// The computed properties of an ancestor that belongs to another actor. They are read later.
      case deferred(DeferredRead)
      /// An ancestor that could not be read.
      case unread(ReadFailure)
    }

    let content: Content
    /// The type name of the ancestor, if the step stands for an ancestor.
    var typeName: String?
    var trackers: TrackerRoute?
  }
}
