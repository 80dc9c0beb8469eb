import TestSupport
import Testing
import Trackable

/// An issue says that a great many links are unattended. Each in a process of its own: the links of all tests count.
@Suite struct UnattendedLinksTests {
  private static func issues() -> RecordingTracker {
    let issues = RecordingTracker.plain()
    TrackableSystem.issueHandler = issues.record
    return issues
  }

  @Test func `Ten thousand links outside of actors are one issue, and further links none`() async {
    await #expect(processExitsWith: .success) {
      let issues = UnattendedLinksTests.issues()
      let objects = (0..<10_200).map { _ in Plain() }
      for object in objects.prefix(9_999) { object.setupTrackableChain(isolation: nil) }
      precondition(issues.issues.isEmpty)
      objects[9_999].setupTrackableChain(isolation: nil)
      precondition(issues.issues.map(\.kind) == [.manyUnattendedLinks])
      for object in objects { object.setupTrackableChain(isolation: nil) }
      precondition(issues.issues.count == 1)
    }
  }

  @Test func `Links that an actor looks after are none, until it is gone`() async {
    await #expect(processExitsWith: .success) {
      let issues = UnattendedLinksTests.issues()
      let objects = (0..<10_100).map { _ in Plain() }
      weak var gone: Warehouse?
      do {
        let desk = Warehouse()
        gone = desk
        // Also those that it takes over.
        for object in objects.prefix(9_000) { object.setupTrackableChain(isolation: nil) }
        await desk.run { _ in for object in objects { object.setupTrackableChain() } }
        precondition(issues.issues.isEmpty)
      }
      await until { gone == nil }
      for object in objects.prefix(10) { object.setupTrackableChain(isolation: nil) }
      precondition(issues.issues.map(\.kind) == [.manyUnattendedLinks])
    }
  }
}
