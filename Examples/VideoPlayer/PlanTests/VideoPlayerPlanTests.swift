import Testing
import Trackable
import TrackablePlan
import TrackableTesting
import TrackableValuePropositions

@testable import VideoPlayer

@MainActor @Test func `The tracking plan of VideoPlayer is as committed`() async throws {
  let device = Device()
  let root = Analytics.makeApp()
  let plan = try await withRecordedTracking(root: root) { recorder in
    root.start()
    TrackableSystem.applicationWillEnterForeground()
    try await ValuePropositionSessions.$current.withValue(Analytics.sessions(on: device)) {
      let app = VideoApp(on: device)
      for line in Help.bundledScript.split(whereSeparator: \.isNewline) {
        if let command = try Command.parse(String(line)) { try await app.perform(command) }
      }
      await app.background()
    }
    return TrackingPlan(observing: recorder)
  }
  try plan.seen(by: "Console", events: Analytics.naming, keys: Analytics.naming).verify(against: "tracking-plan.json")
}
