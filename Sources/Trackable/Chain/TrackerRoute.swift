/// The trackers that a call goes to, as found on the way up the chain: those of one link or one step of a context, and
/// those of everything that was passed so far.
///
/// The nearest tracker that was set *in place of* those above it settles the route. Trackers that were *added* below it
/// receive the call afterwards.
///
/// A class, because most places have none, and then only `nil` is copied.
final class TrackerRoute: Sendable {
  /// The tracker that settles the route. If it is `nil`, that is the task's or, in the end, the system's.
  let base: (any AnalyticsEventTracker)?
  /// The trackers that were added on the way, nearest first. Boxed, so that the walk recognizes a tracker that it
  /// passes twice: on a link, and in a context that was made of that link.
  private let added: [Boxed<any AnalyticsEventTracker>]

  /// Not zero if any link, context or task has ever had a tracker. If none has, only the system's tracker can receive
  /// anything.
  static let wasEverSet = AtomicWord()

  private init?(base: (any AnalyticsEventTracker)?, added: [Boxed<any AnalyticsEventTracker>]) {
    if base == nil, added.isEmpty { return nil }
    self.base = base
    self.added = added
    Self.wasEverSet.set(1)
  }

  /// The trackers of a link with another one in place of those above; `nil` if there are none.
  convenience init?(_ route: TrackerRoute? = nil, base: (any AnalyticsEventTracker)?) {
    self.init(base: base, added: route?.added ?? [])
  }

  /// The trackers of a link with another one beside those above; `nil` if there are none.
  convenience init?(_ route: TrackerRoute? = nil, adding tracker: (any AnalyticsEventTracker)?) {
    self.init(base: route?.base, added: tracker.map { [Boxed($0)] } ?? [])
  }

  /// The trackers that were added, the nearest last. An object that was added several times, or that settles the route
  /// as well, gets everything once.
  ///
  /// - Parameter system: What settles the route if nothing on the way does.
  func added(beside system: (any AnalyticsEventTracker)?) -> [any AnalyticsEventTracker] {
    let base = (base ?? system)?.identity
    return added.filter { $0.identity != base }.map(\.value).reversed()
  }

  /// The route to the added trackers only, which need not wait for the system's tracker; `nil` if a tracker on the way
  /// settles the route.
  var withoutSystem: TrackerRoute? { base == nil ? TrackerRoute(base: NoOpTracker(), added: added) : nil }

  /// Whether a call on this route reaches a tracker, as far as that has an identity.
  func contains(_ tracker: any AnalyticsEventTracker) -> Bool {
    guard let identity = tracker.identity else { return false }
    return all.contains { $0.identity == identity }
  }

  fileprivate func followed(by further: TrackerRoute) -> TrackerRoute? {
    // A tracker that was added by the same call as a base comes after that base.
    if base != nil { return self }
    let others = further.added.filter { other in !added.contains { $0.identity == other.identity } }
    return TrackerRoute(base: further.base, added: added + others)
  }

  /// Whether any of the trackers may want an event of a type.
  func wants(eventsOf type: ObjectIdentifier) -> Bool {
    all.contains { EventInterest(of: $0).wants(type) }
  }

  private var all: [any AnalyticsEventTracker] { (base.map { [$0] } ?? []) + added.map(\.value) }
}

extension Boxed<any AnalyticsEventTracker> {
  /// The identity of the tracker, or else of the call that added the tracker.
  fileprivate var identity: ObjectIdentifier { value.identity ?? ObjectIdentifier(self) }
}

extension TrackerRoute? {
  /// Adds the trackers of a place further up.
  // Not inlined, because few links have any, and the walk passes them in many places. Benchmarks: depth 4.
  @inline(never) mutating func merge(_ further: TrackerRoute?) {
    guard let further else { return }
    self = self?.followed(by: further) ?? further
  }
}
