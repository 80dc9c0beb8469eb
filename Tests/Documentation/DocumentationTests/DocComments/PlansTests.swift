import Foundation
import Testing
import Trackable
import TrackablePlan
import TrackableTesting

// The doc comments of Sources/TrackablePlan. Names are pinned, so that they are those of an app.

enum PlansDoc {
  enum Events {
    enum User: String, Event, CaseIterable, PinnedPath {
      static let pinnedPath = "MyApp.Events.User"
      case didRateAlbum
    }

    /// As it was before.
    enum Earlier: String, Event, CaseIterable, PinnedPath {
      static let pinnedPath = "MyApp.Events.User"
      case didRate
    }

    enum Recommended: String, Event, CaseIterable, PinnedPath {
      static let pinnedPath = "MyApp.Events.User"
      case didOpenRecommendedProject
    }

    enum Player: String, Event, CaseIterable { case didPlay, didStop }
  }

  enum Screens: String, Event { case home, search }

  enum Keys: String, Key, PinnedPath {
    static let pinnedPath = "MyApp.Keys"
    case albumName, row, note, amount, year, album, items, sku, tags, song, volume

    enum Details: String, Key, PinnedPath {
      static let pinnedPath = "MyApp.Keys.Details"
      case year
    }
  }

  static func daily(_ event: TrackedEvent) -> TrackedEvent {
    var daily = event
    daily.name += "_daily"
    return daily
  }

  static func album() -> TrackingPlan {
    .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3])
  }

  @Suite final class PlansDocTests: FolderSuite {
    private func page(_ file: String) -> Page { Page("Sources/TrackablePlan/\(file).swift") }

    /// The failure of a plan that has changed since it was committed.
    private func failure(of plan: TrackingPlan, after earlier: TrackingPlan) throws -> String {
      try Data(earlier.json.utf8).write(to: folder.appending(path: "tracking-plan.json"))
      let file = folder.appending(path: "PlanTests.swift").path
      let failure = #expect(throws: (any Error).self) {
        try plan.verify(against: "tracking-plan.json", filePath: file, fileID: "AppTests/Plan.swift", line: 8)
      }
      return failure.map { "\($0)".replacing("DocumentationTests.", with: "MyApp.") } ?? "no failure"
    }

    @Test func `A plan names the names that a service does not take`() throws {
      let plan = TrackingPlan.events(Events.Recommended.self)
        .seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
      let failure = try failure(of: plan, after: plan)
      let line = failure.split(separator: "\n").first { $0.hasPrefix("  limit      ") }?.dropFirst(13)
      let text = String(line ?? "").replacing(#/docs/[^)]*/#, with: "docs/…").replacing(" has ", with: " has\n")
      page("Plan/Limits").expect([text])
    }

    @Test func `Plans have what their comments say`() {
      let payment: TrackingPlan =
        .event(PaymentSent(amount: 20), sometimes: [Keys.note ~>> "thanks"])
      let player: TrackingPlan =
        .events(Events.Player.self) { event in
          switch event {
          case .didPlay: [Keys.song ~>> "Imagine", Keys.volume ~>> 0.5]
          case .didStop: []
          }
        }
      let screens: TrackingPlan =
        .events([Screens.home, Screens.search]) { $0.flatMap { [$0, daily($0)] } }
      for (plan, names) in [
        (payment, ["PaymentSent", "note"]), (player, ["didPlay", "volume", "didStop"]),
        (screens, ["home", "home_daily", "search", "search_daily"]),
      ] {
        for name in names { #expect(plan.json.contains(".\(name)\"")) }
      }
      do {
        let plan = album()
        let seen =
          plan.seen(by: "Mixpanel", events: .droppingModule, keys: .keepingLast(1), nested: true)
          .seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
          .seen(by: "Segment", events: .droppingModule, keys: .keepingLast(1), nested: true)
        #expect(seen.json.contains(#""my_app_events_user_did_rate_album""#))
      }
      do {
        let plan: TrackingPlan = [
          .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3]),
          .note(on: Events.User.allCases, owner: "Growth"),
          .note(on: [Events.User.didRateAlbum], "A user rates an album.", expires: "2027-06-30"),
          .note(on: Keys.row, "Counted from the top.", values: [1, 2, 3]),
        ]
        for note in ["Growth", "2027-06-30", "Counted from the top."] { #expect(plan.json.contains("\"\(note)\"")) }
      }
      let plan: TrackingPlan = .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"])
      page("Plan/TrackingPlan+JSON").expect([plan.json.trimmingCharacters(in: .newlines)])
    }

    @Test func `A plan is read from its file`() throws {
      let file = folder.appending(path: "tracking-plan.json")
      try Data(album().json.utf8).write(to: file)
      let trackers = RecordingTracker()
      try inAnApp {
        let plan = try TrackingPlan(contentsOf: file)  // in an app, a resource of its bundle
        TrackableSystem.bootstrap(trackers.validating(plan))
        TrackableSystem.track(PaymentSent(amount: 20))
        #expect(plan == album())
      }
      #expect(trackers.events.count == 1)
    }

    @Test func `A failure names each change since the committed plan`() throws {
      let before: TrackingPlan = .events(Events.Earlier.self)
      let after: TrackingPlan = .events(Events.User.self)
      let lines = try failure(of: after, after: before).split(separator: "\n").drop { !$0.contains("renamed") }
      page("Plan/TrackingPlan").expect(lines.prefix(2).map(String.init))

      struct PaymentSent: AnalyticsEvent { let name = "MyApp.PaymentSent" }
      let both = try failure(
        of: [after, .event(PaymentSent(), always: [Keys.year ~>> "1971"])],
        after: [before, .event(PaymentSent(), always: [Keys.year ~>> 1971])])
      page("Plan/TrackingPlan+Verifying").expect([both])
      Page(article: "TrackablePlan", of: "TrackablePlan").expect([both])
    }
  }
}
