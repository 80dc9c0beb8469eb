/// Several trackers as one: each call goes to every member, in order.
///
/// ```swift
/// let tracker = CombinedTracker(payPal, venmo, ConsoleTracker())
/// let same = payPal.combined(with: venmo).combined(with: ConsoleTracker())
/// ```
///
/// Combining is associative, and combining with nothing (an empty combination, a ``NoOpTracker`` or `nil`) changes
/// nothing. Members that are combinations themselves are flattened, so nesting costs nothing. The members are called
/// one after the other on the caller's thread; ``flush()`` flushes them side by side. Cost: one call per member, no
/// allocation.
///
/// The rules of all combinators: <doc:CombiningTrackers>.
public struct CombinedTracker: AnalyticsEventTracker {
  let members: [any AnalyticsEventTracker]

  /// A combination of the given trackers.
  public init(_ members: any AnalyticsEventTracker...) {
    self.init(members)
  }

  /// A combination of the trackers in an array.
  public init(_ members: [any AnalyticsEventTracker]) {
    self.members = members.flatMap { $0.parts ?? [$0] }
  }

  /// The members' names, joined by plus signs.
  public var name: String { members.map { $0.name }.joined(separator: " + ") }

  /// Tracks the event with every member.
  public func track(_ event: TrackedEvent) {
    members.withUnsafeBufferPointer { members in
      // Invariant: a structure with one field has the layout of the field.
      members.withMemoryRebound(to: Member.self) { members in
        for index in members.indices { members[index].track(event) }
      }
    }
  }

  // Calling a tracker in an array copies it first, unless it is in something that cannot be copied. Benchmarks: one
  // more tracker in combined.
  private struct Member: ~Copyable {
    let tracker: any AnalyticsEventTracker

    borrowing func track(_ event: TrackedEvent) { tracker.track(event) }
  }

  /// Updates the property with every member.
  public func update(_ property: TrackedUserProperty) { forward(.update(property)) }
  /// Identifies the user to every member.
  public func identify(_ user: TrackedUser) { forward(.identify(user)) }
  /// Resets every member.
  public func reset() { forward(.reset) }
  /// Reports the error to every member.
  public func report(_ error: any Error, at location: CodeLocation) { forward(.report(error, location)) }
  /// Purges every member.
  public func purge() { forward(.purge) }

  @inline(never) private func forward(_ call: TrackerCall) { for member in members { call.perform(on: member) } }

  /// Flushes the members side by side.
  public func flush() async { await FlushReport.flush(members) }
}

extension AnalyticsEventTracker {
  /// This tracker combined with another one: each call goes to this one, then to `other`.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(payPal.combined(with: venmo))
  /// ```
  ///
  /// `nil` adds nothing.
  public func combined(with other: (any AnalyticsEventTracker)?) -> some AnalyticsEventTracker {
    CombinedTracker([self] + (other.map { [$0] } ?? []))
  }
}

/// A tracker that does nothing: for previews, for users who opted out, and as the neutral element of combining.
///
/// ```swift
/// TrackableSystem.bootstrap(NoOpTracker())   // from now on tracking costs next to nothing
/// ```
public struct NoOpTracker: AnalyticsEventTracker {
  /// A tracker that does nothing.
  public init() {}

  /// Does nothing.
  public func track(_ event: TrackedEvent) {}
}

/// A tracker made from a closure.
///
/// ```swift
/// let tracker = ClosureTracker { event in
///   SDK.track(event.name, event.properties.dictionary)
/// }
/// ```
public struct ClosureTracker: AnalyticsEventTracker {
  private let handler: @Sendable (TrackedEvent) -> Void

  /// A tracker that calls `handler` for every event, on the thread that delivers it.
  public init(_ handler: @escaping @Sendable (TrackedEvent) -> Void) {
    self.handler = handler
  }

  /// Calls the closure.
  public func track(_ event: TrackedEvent) {
    handler(event)
  }
}

extension CombinedTracker: SelectiveTracker {
  package var interest: EventInterest { .ofAny(members) }
}

extension NoOpTracker: SelectiveTracker {
  package var interest: EventInterest { .ofAny([]) }
}
