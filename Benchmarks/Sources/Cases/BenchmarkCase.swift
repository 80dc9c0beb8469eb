import CBlackHole
import Trackable

/// One thing whose cost is watched.
package struct BenchmarkCase {
  /// The group and what is done, as thresholds and tables list it.
  package let name: String
  /// The most allocations it may ever make. Where this says more than the committed figure does, it is a promise of
  /// the library and does not change when figures are updated.
  package let mostAllocations: Double?
  /// Whether figures depend a little on where objects happen to lie, as those of a table of addresses do.
  package let dependsOnAddresses: Bool
  private let setUp: () -> () -> Void

  init(
    _ name: String, mostAllocations: Double? = nil, dependsOnAddresses: Bool = false,
    setUp: @escaping () -> () -> Void
  ) {
    self.name = name
    self.mostAllocations = mostAllocations
    self.dependsOnAddresses = dependsOnAddresses
    self.setUp = setUp
  }

  /// Sets up a system and whatever else is needed, and answers what is measured.
  ///
  /// Before that, the links of earlier cases are swept: a figure should not depend on what else was measured.
  package func prepare() -> () -> Void {
    let objects = LinkedObjects(capacity: 1)
    for _ in 0..<256 { objects.linkOne() }
    return setUp()
  }

  /// All of them. What is there before the bootstrap comes first: a process has only one.
  package static func all() -> [BenchmarkCase] {
    beforeBootstrap() + chains() + precedence() + trackers() + quiet() + links() + names() + properties() + contexts()
      + lines() + hub()
  }

  /// Bootstraps a system of which nothing of earlier cases is left.
  static func useSystem(
    _ tracker: some AnalyticsEventTracker = ReadingTracker(),
    defaults: TrackedProperties = TrackedProperties()
  ) {
    TrackableSystem.issueHandler = { _ in }  // A second bootstrap is an issue.
    TrackableSystem.bootstrap(tracker)
    TrackableSystem.defaultProperties = defaults
  }
}

/// Keeps what led to a number.
func note(_ number: Int) { black_hole_note(Int64(truncatingIfNeeded: number)) }

/// A value of which the optimiser knows nothing.
@inline(never) func unknown<Value>(_ value: Value) -> Value { value }
