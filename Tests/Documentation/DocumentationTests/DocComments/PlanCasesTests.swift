import Testing
import Trackable
import TrackablePlan

// The doc comments of plans by case, and of names that combinators make.

enum PlanCasesDoc {
  enum Events { enum Player: String, Event, CaseIterable { case didPlay, didStop } }
  enum Keys: String, Key { case song, volume }
  enum Screens: String, Event { case home, search }

  static func daily(_ event: TrackedEvent) -> TrackedEvent {
    var daily = event
    daily.name += "_daily"
    return daily
  }

  static func player() -> TrackingPlan {
    .events(Events.Player.self) { event in
      switch event {
      case .didPlay: [Keys.song ~>> "Imagine", Keys.volume ~>> 0.5]
      case .didStop: []
      }
    }
  }

  static func screens() -> TrackingPlan {
    .events([Screens.home, Screens.search]) { $0.flatMap { [$0, daily($0)] } }
  }

  @Suite struct PlanCasesDocTests {
    @Test func `Plans have what the comments say`() throws {
      let events = try player().file.events
      #expect(events[Events.Player.didPlay.name]?.properties.count == 2)
      #expect(events[Events.Player.didStop.name]?.properties.count == 0)
      #expect(try screens().file.events.count == 4)
    }
  }
}
