/// The type of all combinators: a tracker, and a function that replaces a call with other calls.
///
/// The function runs once, on the thread that makes the call. A new requirement of ``AnalyticsEventTracker`` is added
/// to ``TrackerCall``, so no combinator can swallow it. `RequirementsTests` list the requirements, and send each
/// through every combinator.
package struct TransformingTracker: PassingTracker, SelectiveTracker {
  /// The interest of a combinator in front of a tracker that wants `rest`. The interest is `rest` if the function only
  /// changes events, and `.all` if the function may decide on any event.
  package typealias Interest = @Sendable (_ rest: EventInterest) -> EventInterest

  /// Replaces a call with no call, one call or several calls.
  package typealias Transform = @Sendable (_ call: TrackerCall, _ pass: (TrackerCall) -> Void) -> Void

  package var base: any AnalyticsEventTracker
  /// The new name of the tracker inside; `nil` if the combinator gives no name.
  package let givenName: String?
  /// The name of the combinator, such as `renaming(_:)`, for an inspector's page.
  package let operation: StaticString
  private let wants: Interest
  /// The function that replaces a call; `nil` if the combinator changes no call.
  private let transform: Transform?
  /// Called for an event that the function drops, so that a hub counts such events.
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

  /// Whether the combinator changes calls.
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
  /// The members of a combination; empty for a ``NoOpTracker``; `nil` for every other tracker.
  package var parts: [any AnalyticsEventTracker]? {
    if let combined = self as? CombinedTracker { return combined.members }
    return self is NoOpTracker ? [] : nil
  }

  /// The trackers that are known to get this tracker's calls.
  var inside: [any AnalyticsEventTracker] { parts ?? (self as? any ForwardingTracker).map { [$0.base] } ?? [] }

  /// The identity of a tracker that is an object; `nil` for a value.
  package var identity: ObjectIdentifier? { Self.self is AnyObject.Type ? ObjectIdentifier(self as AnyObject) : nil }
}
