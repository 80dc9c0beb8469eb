/// Every combinator: a tracker, and a function that passes on the calls that a call becomes.
///
/// The function is asked once, when the call is made. So a requirement that is added to ``AnalyticsEventTracker`` is
/// added to ``TrackerCall``, and then no combinator can swallow it. `RequirementsTests` list the requirements and send
/// each through every combinator.
package struct TransformingTracker: PassingTracker, SelectiveTracker {
  /// The interest of a combinator in front of a tracker that wants `rest`, as far as it is known without asking the
  /// function: `rest` where the function only changes events, `.all` where the function may look at any event.
  package typealias Interest = @Sendable (_ rest: EventInterest) -> EventInterest

  /// Makes none, one or several calls of one.
  package typealias Transform = @Sendable (_ call: TrackerCall, _ pass: (TrackerCall) -> Void) -> Void

  package var base: any AnalyticsEventTracker
  /// The name that it gives to the tracker inside; `nil` if it gives none.
  package let givenName: String?
  /// The combinator that made it, `renaming(_:)`: what a page names when this one changes an event.
  package let operation: StaticString
  private let wants: Interest
  /// `nil` if it changes nothing.
  private let transform: Transform?
  /// Called for an event that becomes none: a hub counts them.
  package var suppressed: (@Sendable () -> Void)?

  package init(
    _ base: any AnalyticsEventTracker, name: String? = nil, by operation: StaticString = #function,
    interest: @escaping Interest, _ transform: Transform? = nil
  ) {
    self.base = base
    givenName = name
    self.operation = operation
    wants = interest
    self.transform = transform
  }

  package var interest: EventInterest { wants(EventInterest(of: base)) }
  package var name: String { givenName ?? base.name }

  /// Whether it makes anything of calls but themselves.
  package var transforms: Bool { transform != nil }

  @inline(never) package func forward(_ call: TrackerCall) {
    guard let transform else { return call.perform(on: base) }
    guard let suppressed, case .track = call else { return transform(call) { $0.perform(on: base) } }
    var isNone = true
    transform(call) { made in
      isNone = false
      made.perform(on: base)
    }
    if isNone { suppressed() }
  }
}

extension AnalyticsEventTracker {
  /// The members of a combination; none for a ``NoOpTracker``; `nil` for every other tracker.
  package var parts: [any AnalyticsEventTracker]? {
    if let combined = self as? CombinedTracker { return combined.members }
    return self is NoOpTracker ? [] : nil
  }

  /// The trackers that this one hands its calls to, as far as the library knows.
  var inside: [any AnalyticsEventTracker] { parts ?? (self as? any ForwardingTracker).map { [$0.base] } ?? [] }

  /// The object that the tracker is; `nil` for a value, which has no identity.
  package var identity: ObjectIdentifier? { Self.self is AnyObject.Type ? ObjectIdentifier(self as AnyObject) : nil }
}
