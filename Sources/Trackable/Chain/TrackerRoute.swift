/// The trackers that receive a tracking call: the trackers of one link of the chain, of one step of a context, or of
/// the part of the chain that the walk has passed.
///
/// The *base* is the nearest tracker that was set in place of the trackers above. Trackers that were *added* on the way
/// to the base receive a call after the base.
///
/// The route is a class, because most links and steps have no trackers, so that a copy of them copies only `nil`.
final class TrackerRoute: Sendable {
  /// The base; `nil` means the base of the task or, if the task has none either, the system's tracker.
  let base: (any AnalyticsEventTracker)?
  /// The added trackers, nearest first. Each is in a box, so that the walk recognizes a tracker that it passes twice:
  /// on a link, and in a context made of that link.
  private let added: [Boxed<any AnalyticsEventTracker>]

  /// Not zero if any link, context or task has ever had a tracker. If it is zero, only the system's tracker can receive
  /// calls.
  static let wasEverSet = AtomicWord()

  private init?(base: (any AnalyticsEventTracker)?, added: [Boxed<any AnalyticsEventTracker>]) {
    if base == nil, added.isEmpty { return nil }
    self.base = base
    self.added = added
    Self.wasEverSet.set(1)
  }

  /// Creates the route of a link after its base was replaced; `nil` if the link has no trackers.
  convenience init?(_ route: TrackerRoute? = nil, base: (any AnalyticsEventTracker)?) {
    self.init(base: base, added: route?.added ?? [])
  }

  /// Creates the route of a link after its additional tracker was replaced; `nil` if the link has no trackers.
  convenience init?(_ route: TrackerRoute? = nil, adding tracker: (any AnalyticsEventTracker)?) {
    self.init(base: route?.base, added: tracker.map { [Boxed($0)] } ?? [])
  }

  /// The added trackers, the nearest last. A tracker that was added several times, or that is also the base, receives
  /// each call once.
  ///
  /// - Parameter system: The tracker that is the base if the route has none.
  func added(beside system: (any AnalyticsEventTracker)?) -> [any AnalyticsEventTracker] {
    let base = (base ?? system)?.identity
    return added.filter { $0.identity != base }.map(\.value).reversed()
  }

  /// The route to the added trackers only, which need not wait for the system's tracker; `nil` if the route has a base.
  var withoutSystem: TrackerRoute? { base == nil ? TrackerRoute(base: NoOpTracker(), added: added) : nil }

  /// Whether a call on this route reaches a tracker. A tracker without an identity is never found.
  func contains(_ tracker: any AnalyticsEventTracker) -> Bool {
    guard let identity = tracker.identity else { return false }
    return all.contains { $0.identity == identity }
  }

  fileprivate func followed(by further: TrackerRoute) -> TrackerRoute? {
    // If the same call has added a tracker beside a base, the tracker comes after that base.
    if base != nil { return self }
    let others = further.added.filter { other in !added.contains { $0.identity == other.identity } }
    return TrackerRoute(base: further.base, added: added + others)
  }

  /// Whether any of the trackers may want events of a type.
  func wants(eventsOf type: ObjectIdentifier) -> Bool {
    all.contains { EventInterest(of: $0).wants(type) }
  }

  private var all: [any AnalyticsEventTracker] { (base.map { [$0] } ?? []) + added.map(\.value) }
}

extension Boxed<any AnalyticsEventTracker> {
  /// The identity of the tracker or, if the tracker has none, of this box, which one call has made.
  fileprivate var identity: ObjectIdentifier { value.identity ?? ObjectIdentifier(self) }
}

extension TrackerRoute? {
  /// Adds the trackers of a link or a step further up.
  @inline(never) mutating func merge(_ further: TrackerRoute?) {
    guard let further else { return }
    self = self?.followed(by: further) ?? further
  }
}
