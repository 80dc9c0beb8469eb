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
/// What is appended later counts as nearer, and wins. ``TrackableObject/makeTrackingContext(isolation:fileID:line:)`` makes
/// a context of an object's whole chain, as it is now.
///
/// Cost: appending allocates one node, however long the context is; contexts share what they have in common.
/// Isolation: immutable and `Sendable`.
public struct TrackingContext: Sendable {
  let node: Node?

  /// A context without properties.
  public init() { node = nil }

  private init(_ node: Node) { self.node = node }

  /// This context with `properties` added. They win over those it already has.
  public func appending(_ properties: TrackedProperties) -> TrackingContext {
    properties.isEmpty ? self : appending(.properties(properties))
  }

  /// This context with properties that are computed anew for each event. They win over those it already has.
  ///
  /// ```swift
  /// context.appending(live: { [Keys.App.uptime ~>> clock.uptime] })
  /// ```
  ///
  /// Isolation: the closure is called wherever an event is tracked.
  public func appending(live properties: @escaping @Sendable () -> TrackedProperties) -> TrackingContext {
    appending(.live(properties))
  }

  /// This context with a tracker of its own: events tracked on it, or on anything below it, go there.
  public func with(tracker: any AnalyticsEventTracker) -> TrackingContext {
    appending(trackers: TrackerReference(tracker))
  }

  /// This context with one more tracker: events tracked on it, or on anything below it, go to the tracker they would go
  /// to anyway, and then to this one.
  public func with(additionalTracker tracker: any AnalyticsEventTracker) -> TrackingContext {
    appending(trackers: TrackerReference(nil, adding: tracker))
  }

  /// Whether there may be trackers that have to be asked for elsewhere.
  var mayLeadElsewhere: Bool {
    var next = node
    while let node = next {
      if case .elsewhere(let part) = node.content, part.asksForParent { return true }
      next = node.parent
    }
    return false
  }

  /// The trackers that were given, the last one first.
  var route: TrackerRoute {
    var route = TrackerRoute()
    var next = node
    while let node = next, !route.isSettled {
      route.pass(node.trackers)
      next = node.parent
    }
    return route
  }

  /// What the context says, without its trackers.
  var withoutTrackers: TrackingContext {
    if !route.leadsSomewhere { return self }
    let contents = sequence(first: node, next: { $0?.parent }).compactMap { $0?.content }
    return contents.reversed().reduce(TrackingContext()) { $0.appending($1) }
  }

  func appending(_ content: Node.Content) -> TrackingContext {
    TrackingContext(Node(content, trackers: nil, parent: node))
  }

  func appending(trackers: TrackerReference?) -> TrackingContext {
    guard let trackers else { return self }
    ChainTable.trackersWereSet.store(true, ordering: .relaxed)
    return TrackingContext(Node(.properties(TrackedProperties()), trackers: trackers, parent: node))
  }

  /// This context with the trackers of a chain.
  func appending(route: TrackerRoute) -> TrackingContext {
    var context = route.base.map { with(tracker: $0) } ?? self
    for tracker in route.added.reversed() { context = context.with(additionalTracker: tracker) }
    return context
  }

  /// Adds what the context says to `sink`, nearest first.
  ///
  /// - Parameters:
  ///   - place: What the context is in this walk.
  ///   - distance: How far its nearest step is from where the event was tracked.
  ///   - readsProperties: Whether properties are wanted, or only the trackers that have to be asked for elsewhere.
  /// - Returns: What could not be done: a live step that tracks on its own context is not asked for what it tracks.
  func add(
    to sink: inout some ChainSink, as place: PropertySource.Kind = .context, distance: Int = 0,
    readsProperties: Bool = true
  ) -> [ChainTrouble] {
    var troubles: [ChainTrouble] = []
    var distance = distance
    var next = node
    while let node = next {
      let source = PropertySource(place, distance: distance)
      next = node.parent
      switch node.content {
      // Trackers alone are no step.
      case .properties(let properties) where properties.isEmpty: continue
      case .elsewhere(var part):
        // Its own distance is that from the object whose context this was.
        part.distance = distance
        part.asksForProperties = readsProperties
        if readsProperties || part.asksForParent { sink.add(elsewhere: part) }
      case _ where !readsProperties: break
      case .properties(let properties): sink.add(properties, from: source)
      case .live(let properties):
        if let said = ActiveCalls.withFrame({ $0.ask(node, .properties, properties) }) {
          sink.add(said, from: source)
        } else {
          troubles.append(.recursive("a live part of a context"))
        }
      }
      distance += 1
    }
    return troubles
  }
}

extension TrackingContext {
  /// One step of a context.
  ///
  /// Invariant behind `@unchecked Sendable`: `parent` is written in `init` and, when nobody else holds the node, in
  /// `deinit`; all else is immutable. `TrackingContextConcurrencyTests` release shared nodes from several threads.
  final class Node: @unchecked Sendable {
    enum Content: Sendable {
      case properties(TrackedProperties)
      case live(@Sendable () -> TrackedProperties)
      /// What an ancestor computes that lives on another actor.
      case elsewhere(PartElsewhere)
    }

    let content: Content
    let trackers: TrackerReference?
    private(set) var parent: Node?

    init(_ content: Content, trackers: TrackerReference?, parent: Node?) {
      self.content = content
      self.trackers = trackers
      self.parent = parent
    }

    deinit {
      // However often a context was appended to, it is not released recursively.
      var next = parent.take()
      while next != nil, isKnownUniquelyReferenced(&next) {
        next = next?.parent.take()
      }
    }
  }
}
