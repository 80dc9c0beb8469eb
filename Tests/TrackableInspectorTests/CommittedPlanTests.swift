import Testing
import Trackable
import TrackableInspector
import TrackablePlan
import TrackableTesting

@testable import Beatles

@MainActor @Suite struct CommittedPlanTests {
  @Test func `Each call of Beatles is as its committed plan says, and a call without its chain is not`() throws {
    let inspector = Inspector(plan: .committed)
    withRecordedTracking(through: { $0.inspected(by: inspector) }) { _ in
      _ = SessionPlayer(style: .silent).play(.bundled)
      TrackingContext().track(Events.User.didSelectAlbum)
    }
    let report = try ParsedReport(inspector.makeReport())
    let events = report.own.filter { $0.kind == "event" }
    #expect(report.plan == true && events.count > 10)
    #expect(events.dropLast().allSatisfy { $0.faults == nil })
    #expect(events.last?.faults?.contains { $0[0].contains("albumName") } == true)
  }
}
