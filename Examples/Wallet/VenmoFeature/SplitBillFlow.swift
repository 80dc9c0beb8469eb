import Trackable

/// Divides a bill among friends. It tracks events without knowing where they go.
@MainActor
public final class SplitBillFlow {
  private let people: Int
  private let share: Int

  /// Creates a flow for a bill; the amount is in cents.
  public init(amount: Int, people: Int) {
    self.people = people
    share = amount / people
  }

  /// Asks each friend for a share.
  public func split() {
    track(Bill.split)
  }

  /// All friends have paid.
  public func settle() {
    track(Bill.settled)
  }
}

extension SplitBillFlow: @MainActor TrackableClass {
  /// The number of people, and the share of each.
  public var trackedProperties: TrackedProperties {
    Bill.Keys.people ~>> people
    Bill.Keys.share ~>> share
  }
}
