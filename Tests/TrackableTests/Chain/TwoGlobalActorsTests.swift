import Testing

@testable import Trackable

@globalActor private actor Archive {
  static let shared = Archive()
}

@Archive private final class ArchiveBox: @Archive TrackableClass {
  nonisolated init() {}
  var trackedProperties: TrackedProperties { "computed box" ~>> true }
}

@Suite struct TwoGlobalActorsTests {
  @Archive private static func erased(_ box: ArchiveBox) -> any TrackableClass & Sendable { box }

  @Test @MainActor func `An object of one global actor is not asked on another`() async {
    let child = SharedStation("child")
    let box = await Self.erased(ArchiveBox())
    child.setupTrackableChain(parent: box)
    // A type does not tell to which global actor its conformance belongs.
    withKnownIssue { #expect(child.trackedNames() == ["computed child"]) }
  }
}
