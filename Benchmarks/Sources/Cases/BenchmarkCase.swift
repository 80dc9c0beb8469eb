import CBlackHole
import Trackable

/// One operation whose cost is watched.
package struct BenchmarkCase {
  /// The group and the operation, as thresholds and tables list it.
  package let name: String
  /// The most allocations it may ever make. If this is more than the committed figure, it is a promise of the library,
  /// which does not change when figures are updated.
  package let mostAllocations: Double?
  /// Whether the figures depend a little on where objects happen to be in memory, as with a table of addresses.
  package let dependsOnAddresses: Bool
  private let setUp: () -> PreparedCase

  init(
    _ name: String, mostAllocations: Double? = nil, dependsOnAddresses: Bool = false,
    setUp: @escaping () -> () -> Void
  ) {
    self.name = name
    self.mostAllocations = mostAllocations
    self.dependsOnAddresses = dependsOnAddresses
    self.setUp = {
      let body = setUp()
      return PreparedCase { times in for _ in 0..<times { body() } }
    }
  }

  /// A case that other threads have a part in.
  init(_ name: String, prepared setUp: @escaping () -> PreparedCase) {
    self.name = name
    mostAllocations = nil
    dependsOnAddresses = false
    self.setUp = setUp
  }

  /// A case whose operation runs on the main actor. Getting there is not part of it: that costs an allocation of its own.
  init(
    _ name: String, mostAllocations: Double? = nil, dependsOnAddresses: Bool = false,
    onMainActor setUp: @escaping @MainActor () -> @MainActor () -> Void
  ) {
    self.name = name
    self.mostAllocations = mostAllocations
    self.dependsOnAddresses = dependsOnAddresses
    self.setUp = {
      let body = MainActor.assumeIsolated { setUp() }
      return PreparedCase { times in MainActor.assumeIsolated { for _ in 0..<times { body() } } }
    }
  }

  /// Sets up a system and everything else, and returns the code to measure.
  ///
  /// Before that, it sweeps the main actor's links of earlier cases, so that a figure does not depend on what else was
  /// measured. Those made outside of actors stay: no call asks about them.
  package func prepare() -> PreparedCase {
    let objects = LinkedObjects(capacity: 1)
    MainActor.assumeIsolated { objects.link(times: 256) }
    return setUp()
  }

  /// All cases. Those before the bootstrap come first, because a process cannot go back to that state.
  package static func all() -> [BenchmarkCase] {
    beforeBootstrap() + chains() + precedence() + trackers() + quiet() + links() + names() + properties() + contexts()
      + lines() + hub() + inspectors()
  }

  /// Bootstraps a system in which nothing of earlier cases is left.
  static func useSystem(
    _ tracker: some AnalyticsEventTracker = ReadingTracker(),
    defaults: TrackedProperties = TrackedProperties()
  ) {
    TrackableSystem.issueHandler = { _ in }  // A second bootstrap is reported as an issue.
    TrackableSystem.bootstrap(tracker)
    TrackableSystem.defaultProperties = defaults
  }
}

/// Prevents the optimiser from removing the code that computed a number.
func note(_ number: Int) { black_hole_note(Int64(truncatingIfNeeded: number)) }

/// A value about which the optimiser knows nothing.
@inline(never) func unknown<Value>(_ value: Value) -> Value { value }
