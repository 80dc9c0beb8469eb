import BlockerFeature
import BrowserCore
import Foundation
import SearchFeature
import TabsFeature
import Testing
import Trackable
import TrackableApp
import TrackablePlan

@testable import Browser

/// What the app tracks is observed. What the service gets, combinators make of samples.
@MainActor @Test func `What the tour tracks, and what the service gets, is as committed`() async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "plan-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  func samples(_ events: [any AnalyticsEvent], _ properties: TrackedProperties) -> TrackingPlan {
    let said: TrackedProperties = [
      DeviceKeys.appVersion ~>> "1.0", VisitKeys.id ~>> 1_700_470_800_000, Keys.tabCount ~>> 1,
      Keys.url ~>> "https://news.example",
    ]
    return .events(events.map { TrackedEvent($0, properties: properties + said) }) {
      Analytics.tracker($0, counting: OnceMemory(file: folder.appending(path: "once.json")))
    }
  }
  let plan: TrackingPlan = [
    TrackingPlan(observing: try await Tour().play().recorder),
    samples(TabEvent.allCases + BlockerEvent.allCases + AppEvent.allCases, []),
    samples([SearchEvent.submitted], [Keys.engine ~>> "duck"]),
    samples([SearchEvent.failed], [Keys.engine ~>> "duck", Keys.error ~>> URLError(.notConnectedToInternet)]),
  ]
  try plan.verify(against: "tracking-plan.json")
}
