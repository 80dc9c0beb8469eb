import Testing
import Trackable
import TrackableTesting

// A trait for recordings, as an adopter may write it.

struct RecordsTracking: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var recorder = RecordingTracker()

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withRecordedTracking { recorder in
      try await Self.$recorder.withValue(recorder) { try await function() }
    }
  }
}

extension Trait where Self == RecordsTracking {
  static var recordsTracking: RecordsTracking { RecordsTracking() }
}

@Suite(.recordsTracking) struct RatingTests {
  @Test func `Rating an album is tracked`() async {
    Events.User.didRateAlbum.trigger()
    let recorder = RecordsTracking.recorder
    #expect(recorder.difference(from: [.event(Events.User.didRateAlbum)]) == nil)
  }

  @Test(arguments: ["Imagine", "Help!"]) func `Each case has a recorder of its own`(album: String) async {
    TrackableSystem.track(Events.User.didRateAlbum, trackedProperties: [Keys.albumName ~>> album])
    #expect(RecordsTracking.recorder.events.count == 1)
  }
}
