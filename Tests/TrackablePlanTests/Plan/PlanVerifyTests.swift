import Foundation
import Testing
import Trackable

@testable import TrackablePlan

/// The file, and the texts that a person reads, word for word.
@Suite struct PlanVerifyTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private enum Old {
    enum User: String, Event, CaseIterable {
      case didRate, didShare, didLeave
      static let all = "TrackablePlanTests.PlanVerifyTests.Old.User"
    }
  }

  /// An event by its name, so that a test can rename it.
  private struct Named: AnalyticsEvent {
    let name: String
    var entity = "User"
  }

  private static let acceptance =
    "To accept this, run the test once with TRACKING_PLAN=accept in its\nenvironment, and commit the file."

  @Test func `A plan is read from its file, and a file that is none says why`() throws {
    defer { folder.remove() }
    let file = URL(filePath: folder.path).appending(path: "plan.json")
    let plan: TrackingPlan = [
      Self.rated, .note(on: [Named(name: "App.User.didRate")], "A user rates.", owner: "Growth"),
      .properties(["App.Keys.uptime" ~>> 1]),
    ]
    #expect(throws: (any Error).self) { try TrackingPlan(contentsOf: file) }
    folder.plan = plan.json
    #expect(try TrackingPlan(contentsOf: file) == plan)
    folder.plan = #"{"events": {}}"#
    let failure = #expect(throws: TrackingPlan.Failure.self) { try TrackingPlan(contentsOf: file) }
    #expect(failure?.description == "it lacks 'format'")
  }

  private static let rated = TrackingPlan.event(Named(name: "App.User.didRate"), always: ["App.Keys.year" ~>> 1971])
  private static let shared = TrackingPlan.event(Named(name: "App.User.didShare"))

  @Test func `The first run writes the file, and the next one passes`() throws {
    defer { folder.remove() }
    #expect(folder.failure(of: Self.rated) == nil)
    #expect(folder.plan == Self.rated.json)
    #expect(folder.failure(of: Self.rated, ["CI": "true"]) == nil)
  }

  @Test func `A path is relative to the folder of the file that calls`() {
    defer { folder.remove() }
    // Whether the file is written or missed depends on the machine; where it is looked for does not.
    var failure = ""
    do {
      try Self.rated.verify(against: "plan.json", filePath: folder.path + "Tests.swift")
    } catch {
      failure = "\(error)"
    }
    #expect(folder.plan == Self.rated.json || failure.contains("no tracking plan at \(folder.path)plan.json"))
  }

  @Test func `Where CI is set, a missing file is a failure, and none is written`() {
    defer { folder.remove() }
    #expect(
      folder.failure(of: Self.rated, ["CI": "true"]) == """
        There is no tracking plan at <folder>/plan.json (ShopTests/Tests.swift:8). Where CI is set the test does not write \
        it, because CI commits nothing. To fix this, run the test elsewhere, which writes the file, and commit it.
        """)
    #expect(folder.plan == nil)
    #expect(folder.failure(of: Self.rated, ["CI": "false"]) == nil)
  }

  @Test func `A rename is guessed and said`() {
    defer { folder.remove() }
    #expect(folder.failure(of: Self.rated) == nil)
    let renamed = TrackingPlan.event(
      Named(name: "App.User.didRateAlbum"), always: ["App.Keys.albumYear" ~>> 1971])
    #expect(
      folder.failure(of: renamed) == """
        The tracking plan differs from 'plan.json' (ShopTests/Tests.swift:8):
          renamed    event 'App.User.didRate' is gone,
                     'App.User.didRateAlbum' is new.
                     A rename breaks dashboards: pin the old path, or accept.
                     To pin it: case didRateAlbum = "didRate"
          renamed    key 'App.Keys.year' is gone,
                     'App.Keys.albumYear' is new.
                     A rename breaks dashboards: pin the old path, or accept.
                     To pin it: case albumYear = "year"
        \(Self.acceptance)
        """)
    #expect(folder.plan == Self.rated.json)
  }

  private enum Deeds: String, Event { case signedUp = "Signed Up", signedIn = "signed in", left = "Left" }

  @Test func `The advice for a raw value is a raw value, and no path of the type`() {
    func advice(_ old: String, _ new: Deeds) -> String {
      let earlier = TrackingPlan.event(Named(name: "TrackablePlanTests.PlanVerifyTests.Deeds.\(old)"))
      let text = TrackingPlan.event(new).differences(from: earlier).first?.description ?? "none"
      return String(text.split(separator: "accept.\n").last ?? "")
    }
    #expect(advice("Sign Up", .signedUp) == "To pin it: give the case the raw value \"Sign Up\" again")
    #expect(advice("Lefts", .left) == "To pin it: give the case the raw value \"Lefts\" again")
  }

  @Test(arguments: [
    ("App.User.didRate", "App.Listener.didRate", #"static let pinnedPath = "App.User""#),
    ("App.User.didRate", "App.User.didRateAlbum", #"case didRateAlbum = "didRate""#),
    ("App.PaymentSent", "App.PaymentsSent", #"static let pinnedPath = "App.PaymentSent""#),
    ("App.PaymentSent", "Other.PaymentSent", #"static let pinnedPath = "App.PaymentSent""#),
  ])
  func `The text says how the old name is pinned`(_ old: String, _ new: String, _ pin: String) {
    let differences = TrackingPlan.event(Named(name: new)).differences(from: .event(Named(name: old)))
    #expect(
      differences.map(\.description) == [
        "event '\(old)' is gone,\n'\(new)' is new.\nA rename breaks dashboards: pin the old path, or accept.\nTo pin it: \(pin)"
      ])
  }

  @Test func `A name that is no path is kept by writing it again`() {
    let differences = TrackingPlan.event(Named(name: "Song: Rated")).differences(
      from: .event(Named(name: "Song: Rate")))
    #expect(
      differences.map(\.description) == [
        "event 'Song: Rate' is gone,\n'Song: Rated' is new.\nA rename breaks dashboards: pin the old path, or accept.\n"
          + "To keep the name, write \"Song: Rate\" again"
      ])
  }

  @Test func `A pinned rename passes`() {
    enum Renamed: String, Event, CaseIterable, PinnedPath {
      static let pinnedPath = Old.User.all
      case didRateAlbum = "didRate"
      case didShare, didLeave
    }
    defer { folder.remove() }
    #expect(folder.failure(of: .events(Old.User.self)) == nil)
    // The entity is part of the pinned path.
    #expect(folder.failure(of: .events(Renamed.self)) == nil)
  }

  @Test func `Everything that differs is listed, with what and where`() {
    defer { folder.remove() }
    let old: TrackingPlan = [
      .event(
        Named(name: "App.User.didRate"),
        always: ["App.Keys.year" ~>> 1971, "App.Keys.note" ~>> "x", "App.Keys.id" ~>> 1]),
      .event(Named(name: "App.User.didShare"), always: ["App.Keys.year" ~>> 1971, "App.Keys.id" ~>> 1]),
      .event(Named(name: "App.User.bought")),
      .userProperty(Shop.Level(value: "gold")),
    ]
    let new: TrackingPlan = [
      .event(
        Named(name: "App.User.didRate", entity: "Person"), always: ["App.Keys.year" ~>> "1971"],
        sometimes: ["App.Keys.id" ~>> 1]),
      .event(
        Named(name: "App.User.didShare"), always: ["App.Keys.year" ~>> "1971", "App.Keys.colour" ~>> 1],
        sometimes: ["App.Keys.id" ~>> 1]),
      .event(Named(name: "App.Page.quit")),
      .traits(["plan" ~>> "free"]),
    ]
    #expect(
      folder.failure(of: old.seen(by: "A", events: .keepingLast(1), keys: .keepingLast(1))) == nil)
    #expect(
      folder.failure(of: new.seen(by: "A", events: .path, keys: .keepingLast(1))) == """
        The tracking plan differs from 'plan.json' (ShopTests/Tests.swift:8):
          removed    event 'App.User.bought' is gone
          removed    key 'App.Keys.note' of 'App.User.didRate' is gone
          removed    user property 'TrackablePlanTests.Shop.Level' is gone
          changed    event 'App.User.didRate' was about 'User', is about 'Person'
          changed    key 'App.Keys.id' of 'App.User.didRate', 'App.User.didShare' was always there, is missing sometimes
          changed    key 'App.Keys.year' of 'App.User.didRate', 'App.User.didShare' was int, is string
          added      event 'App.Page.quit' is new
          added      key 'App.Keys.colour' of 'App.User.didShare' is new
          added      trait 'plan' is new
        \(Self.acceptance)
        """)
  }

  @Test func `An addition fails, unless additions are allowed`() {
    defer { folder.remove() }
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
    // A name that is gone fails all the same.
    #expect(folder.failure(of: Self.rated, allowingAdditions: true) != nil)
  }

  @Test func `A property that is now always there is an addition, and the reverse is not`() {
    let (always, sometimes) = (
      TrackingPlan.event(Shop.Page.opened, always: ["a" ~>> 1]),
      TrackingPlan.event(Shop.Page.opened, sometimes: ["a" ~>> 1])
    )
    #expect(always.differences(from: sometimes).map(\.isAddition) == [true])
    #expect(sometimes.differences(from: always).map(\.isAddition) == [false])
  }

  @Test func `A key that becomes sensitive, or stops being so, is a change`() {
    var shown = TrackingPlan.event(Shop.Page.opened, always: [Shop.Private.mail ~>> "a"])
    let hidden = shown
    shown.events[Shop.Page.opened.name]?.properties = [
      Shop.Private.mail.name: .init(types: ["string"], isRequired: true, isSensitive: false)
    ]
    #expect(
      shown.differences(from: hidden).map(\.description) == [
        "key '\(Shop.path).Private.mail' of '\(Shop.path).Page.opened' was sensitive, is not sensitive"
      ])
    #expect(shown.differences(from: hidden).map(\.isAddition) == [false])
  }

  @Test func `One variable rewrites the file`() {
    defer { folder.remove() }
    #expect(folder.failure(of: Self.rated) == nil)
    #expect(folder.failure(of: Self.shared, ["TRACKING_PLAN": "accept"]) == nil)
    #expect(folder.plan == Self.shared.json)
    #expect(folder.failure(of: Self.shared, ["CI": "true"]) == nil)
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
    defer { folder.remove() }
    folder.plan = text
    #expect(
      folder.failure(of: Self.rated) == """
        'plan.json' cannot be read as a tracking plan: \(reason) (ShopTests/Tests.swift:8). To fix this, restore the \
        committed file, or delete it and run the test, which writes it anew.
        """)
    #expect(folder.plan == text)
  }

  @Test func `A file that cannot be written fails with the reason`() throws {
    defer { folder.remove() }
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
