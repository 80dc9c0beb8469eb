import Foundation
import Testing
import Trackable

@testable import TrackablePlan

/// The file, and the texts that a person reads, word for word.
@Suite struct PlanVerifyTests {
  private let folder = ScratchFolder()

  private static let path = "TrackablePlanTests.PlanVerifyTests"

  private enum Old {
    enum User: String, Event, CaseIterable {
      case didRate, didShare, didLeave
      static let all = "\(path).Old.User"
    }
  }

  /// An event by its name, so that a test can rename it.
  private struct Named: AnalyticsEvent {
    let name: String
    var entity = "User"
  }

  private static let acceptance =
    "To accept this, run the test once with TRACKING_PLAN=accept in its\nenvironment, and commit the file."

  private static let rated = TrackingPlan.event(Named(name: "App.User.didRate"), always: ["App.Keys.year" ~>> 1971])
  private static let shared = TrackingPlan.event(Named(name: "App.User.didShare"))

  @Test func `The first run writes the file, the next one passes, and one variable rewrites the file`() throws {
    #expect(folder.failure(of: Self.rated) == nil)
    #expect(folder.plan == Self.rated.json)
    #expect(try TrackingPlan(contentsOf: URL(filePath: folder.path + "plan.json")) == Self.rated)
    #expect(folder.failure(of: Self.rated, ["CI": "true"]) == nil)
    #expect(folder.failure(of: Self.shared, ["TRACKING_PLAN": "accept"]) == nil)
    #expect(folder.plan == Self.shared.json)
    #expect(folder.failure(of: Self.shared, ["CI": "true"]) == nil)
  }

  @Test func `Where CI is set, a missing file is a failure, and none is written`() {
    #expect(
      folder.failure(of: Self.rated, ["CI": "true"]) == """
        There is no tracking plan at <folder>/plan.json (ShopTests/Tests.swift:8). Where CI is set the test does not write \
        it, because CI commits nothing. To fix this, run the test elsewhere, which writes the file, and commit it.
        """)
    #expect(folder.plan == nil)
    #expect(folder.failure(of: Self.rated, ["CI": "false"]) == nil)
  }

  private enum Deeds: String, Event { case signedUp = "Signed Up", left = "Left" }
  private enum Payload: AnalyticsEvent { case contactChosen(index: Int) }

  @Test(
    arguments: [
      ("App.User.didRate", Named(name: "App.Listener.didRate"), #"To pin it: static let pinnedPath = "App.User""#),
      ("App.User.didRate", Named(name: "App.User.didRateAlbum"), #"To pin it: case didRateAlbum = "didRate""#),
      ("App.PaymentSent", Named(name: "App.PaymentsSent"), #"To pin it: static let pinnedPath = "App.PaymentSent""#),
      ("App.PaymentSent", Named(name: "Other.PaymentSent"), #"To pin it: static let pinnedPath = "App.PaymentSent""#),
      // No path.
      ("Song: Rate", Named(name: "Song: Rated"), #"To keep the name, write "Song: Rate" again"#),
      ("\(path).Deeds.Sign Up", Deeds.signedUp, #"To pin it: give the case the raw value "Sign Up" again"#),
      ("\(path).Deeds.Lefts", Deeds.left, #"To pin it: give the case the raw value "Lefts" again"#),
      (
        "\(path).Payload.contactSelected", Payload.contactChosen(index: 1),
        "To pin it: declare 'name' with a 'switch', in which case .contactChosen: \"\(path).Payload.contactSelected\""
      ),
    ] as [(String, any AnalyticsEvent, String)])
  func `A rename is guessed, and the text says how the old name is kept`(
    _ old: String, _ new: any AnalyticsEvent, _ advice: String
  ) {
    let differences = TrackingPlan.event(new).differences(from: .event(Named(name: old)))
    #expect(
      differences.filter { $0.kind == .renamed }.map(\.description) == [
        "event '\(old)' is gone,\n'\(new.name)' is new.\nA rename breaks dashboards: pin the old path, or accept.\n\(advice)"
      ])
  }

  @Test func `A pinned rename passes`() {
    enum Renamed: String, Event, CaseIterable, PinnedPath {
      static let pinnedPath = Old.User.all
      case didRateAlbum = "didRate"
      case didShare, didLeave
    }
    #expect(folder.failure(of: .events(Old.User.self)) == nil)
    // The entity is part of the pinned path.
    #expect(folder.failure(of: .events(Renamed.self)) == nil)
  }

  @Test func `Everything that differs is listed, with what and where`() {
    let old: TrackingPlan = [
      .event(
        Named(name: "App.User.didRate"),
        always: ["App.Keys.year" ~>> 1971, "App.Keys.note" ~>> "x", "App.Keys.id" ~>> 1]),
      .event(Named(name: "App.User.didShare"), always: ["App.Keys.year" ~>> 1971, "App.Keys.id" ~>> 1]),
      .event(Named(name: "App.User.didMail"), always: [Shop.Private.mail ~>> "a"]),
      .event(Named(name: "App.User.bought")), .event(Named(name: "App.Page.open")),
      .userProperty(Shop.Level(value: "gold")),
    ]
    let new: TrackingPlan = [
      .event(
        Named(name: "App.User.didRate", entity: "Person"), always: ["App.Keys.year" ~>> "1971"],
        sometimes: ["App.Keys.id" ~>> 1]),
      .event(
        Named(name: "App.User.didShare"), always: ["App.Keys.year" ~>> "1971", "App.Keys.colour" ~>> 1],
        sometimes: ["App.Keys.id" ~>> 1]),
      .event(Named(name: "App.User.didMail"), always: [Shop.Private.mail.name ~>> "a"]),
      .event(Named(name: "App.Page.quit")), .event(Named(name: "App.Page.opened")),
      .traits(["plan" ~>> "free"]),
    ]
    #expect(
      folder.failure(of: old.seen(by: "A", events: .keepingLast(1), keys: .keepingLast(1))) == nil)
    #expect(
      folder.failure(of: new.seen(by: "A", events: .path, keys: .keepingLast(1))) == """
        The tracking plan differs from 'plan.json' (ShopTests/Tests.swift:8):
          renamed    event 'App.Page.open' is gone,
                     'App.Page.opened' is new.
                     A rename breaks dashboards: pin the old path, or accept.
                     To pin it: case opened = "open"
          removed    event 'App.User.bought' is gone
          removed    key 'App.Keys.note' of 'App.User.didRate' is gone
          removed    user property 'TrackablePlanTests.Shop.Level' is gone
          changed    event 'App.User.didRate' was about 'User', is about 'Person'
          changed    key 'App.Keys.id' of 'App.User.didRate', 'App.User.didShare' was always there, is missing sometimes
          changed    key 'App.Keys.year' of 'App.User.didRate', 'App.User.didShare' was int, is string
          changed    key '\(Shop.path).Private.mail' of 'App.User.didMail' was sensitive, is not sensitive
          added      event 'App.Page.quit' is new
          added      key 'App.Keys.colour' of 'App.User.didShare' is new
          added      trait 'plan' is new
        \(Self.acceptance)
        """)
  }

  @Test func `An addition fails, unless additions are allowed`() {
    #expect(folder.failure(of: Self.rated) == nil)
    let more: TrackingPlan = [Self.rated, Self.shared]
    #expect(
      folder.failure(of: more) == """
        The tracking plan differs from 'plan.json' (ShopTests/Tests.swift:8):
          added      event 'App.User.didShare' is new
        \(Self.acceptance)
        """)
    // On a CI machine it passes, and the file stays as it is.
    #expect(folder.failure(of: more, allowingAdditions: true, ["CI": "1"]) == nil)
    #expect(folder.plan == Self.rated.json)
    #expect(folder.failure(of: more, allowingAdditions: true) == nil)
    #expect(folder.plan == more.json)
    // A name that is gone fails all the same, and one that is missing sometimes.
    #expect(folder.failure(of: Self.rated, allowingAdditions: true) != nil)
    let sometimes = TrackingPlan.event(Named(name: "App.User.didRate"), sometimes: ["App.Keys.year" ~>> 1971])
    #expect(Self.rated.differences(from: sometimes).map(\.isAddition) == [true])
    #expect(sometimes.differences(from: Self.rated).map(\.isAddition) == [false])
  }

  @Test(arguments: [
    ("{", "it is not valid JSON"),
    ("{}", "it lacks 'format'"),
    (#"{"format": 3}"#, "it has format 3, and this version reads formats to 2"),
    (#"{"format": 1, "events": {"a": 1}}"#, "'events/a' is of another type"),
    (#"{"format": 1, "events": {"a": {"entity": "b", "type": "c"}}}"#, "'c', the type of 'a', is no type of events"),
    (#"{"format": 1, "traits": {"a": {"types": ["b"]}}}"#, "'b', a type of 'a', is no type of values"),
  ])
  func `A file that is no plan fails with the reason, and stays`(_ text: String, _ reason: String) {
    folder.plan = text
    #expect(
      folder.failure(of: Self.rated) == """
        'plan.json' cannot be read as a tracking plan: \(reason) (ShopTests/Tests.swift:8). To fix this, restore the \
        committed file, or delete it and run the test, which writes it anew.
        """)
    #expect(folder.plan == text)
  }

  @Test func `A file that cannot be written fails with the reason`() throws {
    let text = try #require(folder.failure(of: Self.rated, against: "nowhere/plan.json"))
    #expect(
      text.hasPrefix("The tracking plan could not be written to <folder>/nowhere/plan.json (ShopTests/Tests.swift:8): ")
    )
    #expect(
      text.hasSuffix(
        "To fix this, verify a file in a folder that is there and may be written, on the machine that has the sources.")
    )
  }
}
