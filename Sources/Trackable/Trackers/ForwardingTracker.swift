/// A tracker around another one that forwards everything by default, so that a combinator implements only what it
/// changes.
///
/// A requirement that is added to ``AnalyticsEventTracker`` must be added here and in ``CombinedTracker`` as well, and
/// nowhere else. Otherwise its default, which does nothing, would swallow the calls in every combinator.
/// `RequirementsTests` lists the requirements and sends each through every combinator.
package protocol ForwardingTracker: SelectiveTracker {
  associatedtype Base: AnalyticsEventTracker
  var base: Base { get }
  /// What the tracker inside gets in place of a delivery; `nil` means nothing. A combinator that changes a call changes
  /// it here in the same way, for whoever makes the call itself, as a hub does.
  func passing(_ delivery: Delivery) -> Delivery?
  /// Whether ``passing(_:)`` depends on the delivery only, so that it makes no difference when it is called. The default is
  /// no: a closure may look at anything.
  var canPassLater: Bool { get }
  /// Whether it ignores events whose ``TrackedEvent/base`` is of a type; `nil` leaves the answer to the tracker inside, and is
  /// the default. A combinator that calls an adopter's closure answers no: the closure may want to see each event.
  func verdict(onEventsOf type: ObjectIdentifier) -> Bool?
  /// The name that this combinator gives to what is inside. The default is `nil`: none. To ask each of a thousand combinators
  /// for its name would ask all those inside it, too.
  var givenName: String? { get }
}

extension ForwardingTracker {
  package var name: String { base.name }
  package var wantsExplanations: Bool { base.wantsExplanations }
  package func track(_ event: TrackedEvent) { base.track(event) }
  package func update(_ property: TrackedUserProperty) { base.update(property) }
  package func identify(_ userID: String, traits: TrackedProperties) { base.identify(userID, traits: traits) }
  package func reset() { base.reset() }
  package func report(_ error: any Error, at location: CodeLocation) { base.report(error, at: location) }
  package func purge() { base.purge() }
  package func flush() async { await base.flush() }
  package func passing(_ delivery: Delivery) -> Delivery? { delivery }
  package var canPassLater: Bool { false }
  package func verdict(onEventsOf type: ObjectIdentifier) -> Bool? { nil }
  package var givenName: String? { nil }
}
