/// A tracker that passes each call to several trackers, one after the other.
///
/// ```swift
/// let tracker = CombinedTracker(payPal, venmo, ConsoleTracker())
/// let same = payPal.combined(with: venmo).combined(with: ConsoleTracker())
/// ```
///
/// Combining is associative. Combining with an empty combination, a ``NoOpTracker`` or `nil` changes nothing. A
/// combination inside a combination is flattened, so nesting costs nothing. A call goes to one member after the other
/// on the caller's thread; ``flush()`` flushes all members at the same time. Cost: one call for each member, no
/// allocation.
///
/// <doc:CombiningTrackers> has the rules of all combinators.
public struct CombinedTracker: AnalyticsEventTracker {
  let members: [any AnalyticsEventTracker]

  /// Creates a combination of the given trackers.
  public init(_ members: any AnalyticsEventTracker...) {
    self.init(members)
  }

  /// Creates a combination of the trackers in an array.
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

  // A call to a tracker in an array copies the tracker first, unless a noncopyable type wraps it. The benchmark
  // `one more tracker in combined` shows the difference.
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

  /// Flushes all members at the same time.
  public func flush() async { await FlushReport.flush(members) }
}

extension AnalyticsEventTracker {
  /// Returns a tracker that passes each call to this tracker, and then to `other`.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(payPal.combined(with: venmo))
  /// ```
  ///
  /// If `other` is `nil`, the returned tracker passes all calls to this tracker only.
  public func combined(with other: (any AnalyticsEventTracker)?) -> some AnalyticsEventTracker {
    CombinedTracker([self] + (other.map { [$0] } ?? []))
  }
}

extension CombinedTracker: SelectiveTracker {
  package var interest: EventInterest { .ofAny(members) }
}
