/// The type behind most combinators: a tracker, and a function that replaces a call with other calls.
///
/// The function runs once, on the thread that makes the call. If ``AnalyticsEventTracker`` gets a new requirement,
/// ``TrackerCall`` gets a new case, so no combinator can swallow such a call. `RequirementsTests` list the
/// requirements, and send each through every combinator.
package struct TransformingTracker: PassingTracker, SelectiveTracker {
  /// The interest of a combinator in front of a tracker that wants `rest`. The interest is `rest` if the function only
  /// changes events, and `.all` if the function decides about each event itself.
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
  /// A hub sets this closure to count events. The combinator calls it for each event that its function drops.
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
