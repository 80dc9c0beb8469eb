import Trackable
import TrackableInspector

extension BenchmarkCase {
  /// The typical event with an inspector, and without one in a process that had one. The second takes what
  /// `chain: depth 4, 6 properties in 5 places` takes.
  ///
  /// The inspectors have no folder: another thread writes that, whose instructions cannot be attributed to a case.
  static func inspectors() -> [BenchmarkCase] {
    [
      BenchmarkCase("inspector: depth 4, 6 properties in 5 places") {
        // It forgets events after each fifth one, so that each run of a case has its share.
        useSystem(ReadingTracker().inspected(by: Inspector(limit: 4)))
        let chain = AlbumChain.typical()
        return { chain.track() }
      },
      BenchmarkCase("inspector: the same, without one") {
        let chain = AlbumChain.typical()
        useSystem(ReadingTracker().inspected(by: Inspector()))
        chain.track()
        useSystem()
        return { chain.track() }
      },
    ]
  }
}
