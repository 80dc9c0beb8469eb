import Trackable

/// Divides a bill among friends. It tracks, and does not know where that goes.
@MainActor
public final class SplitBillFlow {
  private let people: Int
  private let share: Int

  /// A flow for a bill of some cents.
  public init(amount: Int, people: Int) {
    self.people = people
    share = amount / people
  }

  /// Asks everybody for their share.
  public func split() {
    track(Bill.split)
  }

  /// Everybody has paid.
  public func settle() {
    track(Bill.settled)
  }
}

extension SplitBillFlow: @MainActor TrackableClass {
  /// The shares.
  public var trackedProperties: TrackedProperties {
    Bill.Keys.people ~>> people
    Bill.Keys.share ~>> share
  }
}
